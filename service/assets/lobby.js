/** The lobby: begin a game, find one, go back to one. */

import {get} from "./api.js";
import {attempt} from "./attempt.js";
import {html, render} from "./lit-html.js";
import {lastName} from "./names.js";
import {ownTables, playedTables, readOwn} from "./own-tables.js";
import {link} from "./page.js";
import {further, refresh, tables, unread} from "./tables.js";
import {ways} from "./ways.js";

const REFRESH_SECONDS = 5;

const picture = {
  way: "bots", name: lastName(), names: [lastName(), ""], bots: ["goldfish", "magpie", "elephant"],
  options: {}, listed: true, seed: "", rules: null, busy: false, problem: null,
  own: [], lists: {open: unread(), running: unread(), finished: unread()},
};

const place = document.getElementById("lobby");
place.replaceChildren();

const draw = () => render(view(), place);

const view = () => html`<div class="columns two">
  <div class="stack">${ownTables(picture.own)}${ways(picture, draw, begin)}${playedTables(picture.own, away)}</div>
  <div class="card stack">${Object.entries(picture.lists).map(([status, list]) => tables(status, list, () => more(status, list)))}</div>
</div>`;

/** Put away by hand: the list goes on without it. */
const away = (id) => {
  picture.own = picture.own.filter((game) => game.id !== id);
  draw();
  document.getElementById("play").focus();
};

const begin = (open) =>
  attempt(picture, draw, async () => {
    location.assign(link(`/games/${await open()}`));
  });

const more = (status, list) => attempt(picture, draw, () => further(status, list));

/** Quietly: what cannot be read now is read the next time. */
const read = async () => {
  const lists = Object.entries(picture.lists).map(([status, list]) => refresh(status, list));
  const own = readOwn(picture.own).then((found) => { picture.own = found; });
  await Promise.allSettled([...lists, own]);
  draw();
};

const readOn = async () => {
  if (document.visibilityState === "visible") await read();
  setTimeout(readOn, REFRESH_SECONDS * 1000);
};

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && read());
addEventListener("pageshow", (event) => event.persisted && Object.assign(picture, {busy: false}) && draw());

draw();
readOn();
picture.rules = await get("/v1/rules").catch(() => null);
draw();
