/** Questions to the frames of a replay: `{event, game, sentence}`, the game as it stood after the event. */

const told = (frame) => frame?.game.last_turn?.turn ?? 0;

/** Whether the event at an index ended a turn. */
export const resolved = (frames, at) => told(frames[at]) !== told(frames[at - 1]);

/** The turn in which an event happened; none before the start. */
export const turnOf = (frames, at) => frames[at - 1]?.game.turn ?? null;

/** Whether the chair sat under the mask. */
export const blind = (game) => game.phase === "removal" && !game.board;

/** Whether cards were dealt, so that there is a board or was one under the mask. */
export const dealt = (game) => game.turn !== null;

/** What to point out on the board: sticks that the chair knows are gone, and who got away. */
export const marked = (frames, at) => {
  const {game} = frames[at];
  if (resolved(frames, at)) return game.last_turn;
  return {removed: game.removed?.sticks ?? [], escaped: []};
};

export const escapes = (frames, at) => resolved(frames, at) && frames[at].game.last_turn.escaped.length > 0;

/** Where jumping by turns lands: the beginning, the start, the end of every turn. */
export const stops = (frames) =>
  frames.map((_, at) => at).filter((at) => at === 0 || at === frames.length - 1 || frames[at].game.turn !== frames[at - 1].game.turn);

/** How long an event is looked at while playing, in seconds at single speed. */
export const seconds = (frames, at) => 1.2 + Math.min(frames[at].sentence.length, 240) / 60;
