/** How long the turn may still take. */

import {html, nothing} from "./lit-html.js";
import {when} from "./page.js";
import {t, tn} from "./words.js";

/** Seconds before the end at which a listener is told, soonest first. */
export const WARNINGS = [10, 60];

const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** The time that is left, in words: as exact as it is near. */
export const clockWords = (deadline, now) => {
  const left = Math.max(0, Math.ceil((new Date(deadline) - now) / 1000));
  if (left > DAY - HOUR) return tn("{n} day left", "{n} days left", Math.ceil(left / DAY));
  if (left > HOUR) return tn("{n} hour left", "{n} hours left", Math.ceil(left / HOUR));
  if (left > 2 * MINUTE) return tn("{n} minute left", "{n} minutes left", Math.ceil(left / MINUTE));
  if (left > 0) return tn("{n} second left", "{n} seconds left", left);
  return t("Time is up");
};

/** @param {{game: object, now: number}} picture */
export const clock = ({game, now}) => {
  if (!game.deadline) return nothing;
  const near = new Date(game.deadline) - now < WARNINGS[1] * 1000;
  return html`<span class="chip ${near ? "bad" : ""}" title=${when(game.deadline)}>${clockWords(game.deadline, now)}</span>`;
};
