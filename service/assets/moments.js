/** The turns in which a seat wore the mask and answered: what can be guessed. */

import {resolved} from "./frames.js";

const first = ({event}, seat) => event.type === "answer-given" && event.seat === seat && event.outcome.attempt === 1;

const moment = (frames, at, seat) => {
  const mask = frames.findLastIndex(({game}, index) => index < at && game.phase === "removal" && frames[index - 1].game.phase === "mask");
  const end = frames.findIndex((_, index) => index >= at && resolved(frames, index));
  const answers = frames.map((_, index) => index).filter((index) => index >= at && index <= end && frames[index].event.type === "answer-given" && frames[index].event.seat === seat);
  return {before: mask - 1, mask, answers, end};
};

/**
 * Places in the frames: `before` the mask is put on, `mask` when it is, each of the `answers`, the `end` of the turn.
 * @returns {{before: number, mask: number, answers: number[], end: number}[]}
 */
export const moments = (frames, seat) =>
  frames.flatMap((frame, at) => (first(frame, seat) ? [moment(frames, at, seat)] : []));

/** The seat with the most moments. */
export const busiest = (frames, players) =>
  players.map(({seat}) => seat).reduce((best, seat) => (moments(frames, seat).length > moments(frames, best).length ? seat : best));

const same = (one, other) => one.window === other.window && one.length === other.length && one.colour === other.colour;

/** Whether named sticks are those that went; at a table where `either` is enough, one of them. */
export const right = (named, {last_turn: {removed}, options}) => {
  const left = [...removed];
  const hits = named.filter((stick) => {
    const found = left.findIndex((gone) => same(gone, stick));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
  return options.double_answer === "either" ? hits.length > 0 : !left.length;
};
