/** Asks again and again until nothing more can come. */

import {Problem} from "./api.js";

const PAUSE_MILLIS = 1000;
const SLOW_MILLIS = 5000;
const QUICK_TRIES = 30;

const passing = ({status}) => status === 0 || status === 429 || status >= 500;

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/**
 * Calls `look()` until it says that all is there. What passes — a network that is gone, a store that rests —
 * is told to `lost(problem)`, and to `lost(null)` once it is over.
 * @param {() => Promise<boolean>} look
 */
export const following = async (look, lost) => {
  for (let tries = 0; ; tries += 1) {
    try {
      const settled = await look();
      lost(null);
      if (settled) return;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      lost(problem);
      if (!passing(problem)) return;
    }
    await pause(tries < QUICK_TRIES ? PAUSE_MILLIS : SLOW_MILLIS);
  }
};
