/** Opens tables; every seat taken here is kept here. */

import {post} from "./api.js";
import {keepName} from "./names.js";
import {keep} from "./seats.js";

/** @returns the game's id, and the token of its host */
export const open = async ({name, options, listed, seed}) => {
  const {game, seat, token} = await post("/v1/games", {name, options, listed, ...(seed ? {seed} : {})});
  keep(game.id, seat, token);
  keepName(name);
  return {id: game.id, token};
};

/** Somebody else who sits down on this screen. */
export const sit = async (id, name) => {
  const {seat, token} = await post(`/v1/games/${id}/players`, {name});
  keep(id, seat, token);
  return seat;
};

/** The host sits a bot down. */
export const sitBot = (id, bot, token) => post(`/v1/games/${id}/players`, {bot}, {token});

export const start = (id, token) => post(`/v1/games/${id}/start`, {}, {token});
