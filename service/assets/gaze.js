/** Whose eyes the screen is for: a pure function of what the API says and of the seats held here. */

const ACTORS = {mask: "mask", removal: "lime", answer: "mask", second_answer: "mask"};

/** The seat that the turn waits for; null where it waits for nobody. */
export const actor = (game) => game[ACTORS[game.phase]] ?? null;

/** What the turn stands at: something new when it waits for somebody or something else. */
export const moment = (game) => [game.status, game.turn, game.phase, game.lime, game.mask].join("/");

/** What somebody says yes to who is asked for by a cover: it holds until eyes have to change. */
export const sitting = (game) => [game.turn, game.phase === "removal" ? "removal" : "answer", game.lime, game.mask].join("/");

/**
 * The seat to look from, and whether to cover the screen until its player says that they are there.
 * @param {object} game a Game, whoever sees it
 * @param {number[]} here seats that this browser holds
 * @param {string|null} there the sitting that somebody has said yes to
 * @returns {{seat: number|null, covered: boolean}}
 */
export const gaze = (game, here, there) => {
  const playing = here.filter((seat) => game.players.some((player) => player.seat === seat && player.in_play));
  const seat = [actor(game), game.mask, game.lime].find((wanted) => playing.includes(wanted)) ?? playing[0] ?? here[0] ?? null;
  const secret = ["removal", "answer", "second_answer"].includes(game.phase);
  const both = playing.includes(game.lime) && playing.includes(game.mask);
  return {seat, covered: secret && both && there !== sitting(game)};
};

/** A game of which nothing is left that one seat sees and another does not. */
export const bare = (game) => ({...game, board: null, removed: null, you: null});
