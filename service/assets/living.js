/** Seats held here that are still good. */

import {get} from "./api.js";
import {forget, held} from "./seats.js";

/** The game as a token shows it; null where the token is none. */
export const shown = (game, token) =>
  get(`/v1/games/${game}`, {token}).catch((problem) => {
    if (problem.status === 401) return null;
    throw problem;
  });

/** The game as a seat held here shows it; a token that is none is forgotten. */
export const proved = async (id, {seat, token}) => {
  const game = await shown(id, token);
  if (!game) forget(id, seat, token);
  return game;
};

/** Every seat held at a game whose token still proves it: `[{seat, token, game}]`. */
export const living = async (id) => {
  const all = await Promise.all(held(id).map(async (mine) => ({...mine, game: await proved(id, mine)})));
  return all.filter(({game}) => game);
};
