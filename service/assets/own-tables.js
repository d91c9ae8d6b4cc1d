/** The tables at which this browser holds a seat. */

import {Problem} from "./api.js";
import {arrange} from "./keyed.js";
import {html, nothing} from "./lit-html.js";
import {proved} from "./living.js";
import {link} from "./page.js";
import {forget, games, held} from "./seats.js";
import {people} from "./tables.js";
import {t, tn} from "./words.js";

const MOST = 12;
const TURN = ["start", "mask", "remove", "answer", "decline"];

const entries = () => Object.assign(document.createElement("ul"), {className: "plain tables"});

const [going, over] = [entries(), entries()];

/** Reads those that can still change, newest first; what is not there any more is asked for once. */
export const readOwn = async (known) => {
  const ids = games().reverse().slice(0, MOST);
  const read = await Promise.all(ids.map((id) => looked(id, known.find((game) => game.id === id))));
  return read.filter(Boolean);
};

const looked = async (id, before) => {
  if (before?.gone || before?.status === "finished") return before;
  try {
    return await seen(id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return {id, gone: true};
    throw error;
  }
};

/** The game as the first seat shows it that is still good. */
const seen = async (id) => {
  for (const mine of held(id)) {
    const game = await proved(id, mine);
    if (game) return game;
  }
  return null;
};

const there = (game) => !game.gone && (game.status !== "finished" || game.standing);

const listed = (id, title, element, shown, drawn) => {
  arrange(element, shown, drawn);
  return shown.length ? html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${title}</h2>${element}</section>` : nothing;
};

/** Nothing where there is none. */
export const ownTables = (own) =>
  listed("own", t("Your tables"), going, own.filter((game) => there(game) && game.status !== "finished"), entry);

/** Those that are over, until they are put away; `away(id)` is called then. */
export const playedTables = (own, away) =>
  listed("played", t("Your games that are over"), over, own.filter((game) => there(game) && game.status === "finished"), (game) => html`${entry(game)}
    <button type="button" class="button small quiet" title=${t("This browser then forgets the seat, and cannot dispute anything in its name any more.")}
      @click=${() => { held(game.id).forEach(({seat}) => forget(game.id, seat)); away(game.id); }}>${t("Put away")}<span class="visually-hidden"> ${game.players.map(({name}) => name).join(", ")}</span></button>`);

const entry = (game) => html`<div class="table-row">
  <div class="table-told"><p class="who">${people(game)}</p><p class="facts">${state(game)}</p></div>
  <a class="button small ${yours(game) ? "first" : ""}" href=${link(`/games/${game.id}`)}>${
    game.status === "finished" ? t("Look at it") : t("Go on")}<span class="visually-hidden"> ${game.players.map(({name}) => name).join(", ")}</span></a>
</div>`;

const yours = (game) => held(game.id).length === 1 && game.you?.may.some((word) => TURN.includes(word));

const state = (game) => {
  const seats = held(game.id).length;
  if (game.status === "finished") {
    const name = game.players.find(({seat}) => seat === game.winner)?.name;
    return html`<span class="soft">${name ? t("{name} won", {name}) : t("Nobody won")}</span>`;
  }
  if (game.status === "open")
    return game.you?.may.includes("start") ? html`<b>${t("You can start")}</b>` : html`<span class="soft">${t("waits for the start")}</span>`;
  if (seats > 1) return html`<span class="soft">${tn("{n} seat on this screen", "{n} seats on this screen", seats)}</span>`;
  return yours(game) ? html`<b>${t("It is your turn")}</b>` : html`<span class="soft">${t("others are at turn")}</span>`;
};
