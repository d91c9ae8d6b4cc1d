/** What happens at a table, as it happens: by the stream, or by asking where no stream comes. */

import {at} from "./page.js";

const POLL_SECONDS = 2;
const POLLS = 10;
const HIDDEN_SECONDS = 5;
const LOST_TRIES = 3;

const TYPES = [
  "game-opened", "player-joined", "player-left", "game-started", "mask-put-on", "sticks-removed",
  "answer-given", "second-answer-declined", "turn-timed-out", "game-closed",
];

/**
 * Calls `news(version)` for every event above `after`, and `state("live" | "lost" | "polling")`
 * as the connection changes. `ask()` tells the newest version by another way, for as long as no
 * stream comes. A page that nobody looks at has no stream, since a browser opens few connections to
 * one host, and asks slowly; a stream may also have died in a sleep without a word, so who looks
 * again listens anew. Returns what stops it: call it when the game is over.
 */
export const follow = (game, after, {news, state, ask}) => {
  let source = null;
  let timer = null;
  let seen = after;
  let failures = 0;
  let round = 0;

  const tell = (version) => {
    if (version <= seen) return;
    seen = version;
    news(version);
  };

  /** Whatever is under way has no consequence any more. */
  const end = () => {
    round += 1;
    source?.close();
    clearTimeout(timer);
  };

  const poll = async (left) => {
    end();
    const mine = round;
    const version = await ask().catch(() => null);
    if (mine !== round) return;
    timer = setTimeout(left ? () => poll(left - 1) : begin, (document.hidden ? HIDDEN_SECONDS : POLL_SECONDS) * 1000);
    if (!document.hidden) state(version === null ? "lost" : "polling");
    if (version !== null) tell(version);
  };

  const listen = () => {
    end();
    source = new EventSource(at(`/v1/games/${game}/stream?after=${seen}`));
    source.onopen = () => {
      failures = 0;
      state("live");
    };
    for (const type of TYPES) source.addEventListener(type, (event) => tell(Number(event.lastEventId)));
    source.onerror = ({target}) => {
      if (target !== source) return;
      failures += 1;
      if (source.readyState === EventSource.CONNECTING && failures < LOST_TRIES) {
        state("lost");
        return;
      }
      poll(POLLS);
    };
  };

  const begin = () => (document.hidden ? poll(0) : listen());

  document.addEventListener("visibilitychange", begin);
  begin();
  return () => {
    end();
    document.removeEventListener("visibilitychange", begin);
  };
};
