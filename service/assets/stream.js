/** What happens at a table, as it happens: by the stream, or by asking where no stream comes. */

import {at} from "./page.js";

const POLL_SECONDS = 2;
const POLLS = 10;
const LOST_TRIES = 3;

const TYPES = [
  "game-opened", "player-joined", "player-left", "game-started", "mask-put-on", "sticks-removed",
  "answer-given", "second-answer-declined", "turn-timed-out", "game-closed",
];

/**
 * Calls `news(version)` for every event above `after`, and `state("live" | "lost" | "polling")`
 * as the connection changes. `ask()` tells the newest version by another way, for as long as no
 * stream comes. Returns what stops it: call it when the game is over.
 */
export const follow = (game, after, {news, state, ask}) => {
  let source = null;
  let timer = null;
  let seen = after;
  let failures = 0;
  let stopped = false;

  const tell = (version) => {
    if (version <= seen) return;
    seen = version;
    news(version);
  };

  const poll = async (left) => {
    try {
      const version = await ask();
      state("polling");
      tell(version);
    } catch {
      state("lost");
    }
    if (!stopped) timer = setTimeout(left ? () => poll(left - 1) : listen, POLL_SECONDS * 1000);
  };

  const listen = () => {
    source = new EventSource(at(`/v1/games/${game}/stream?after=${seen}`));
    source.onopen = () => {
      failures = 0;
      state("live");
    };
    for (const type of TYPES) source.addEventListener(type, (event) => tell(Number(event.lastEventId)));
    source.onerror = () => {
      if (stopped) return;
      failures += 1;
      if (source.readyState === EventSource.CONNECTING && failures < LOST_TRIES) {
        state("lost");
        return;
      }
      source.close();
      poll(POLLS);
    };
  };

  const stop = () => {
    stopped = true;
    source?.close();
    clearTimeout(timer);
  };

  listen();
  return stop;
};
