/** Lists of tables: those of this browser, and the lobby's. */

import {get} from "./api.js";
import {botFace} from "./bots.js";
import {arrange} from "./keyed.js";
import {html, nothing} from "./lit-html.js";
import {unusual} from "./options.js";
import {link} from "./page.js";
import {ago} from "./times.js";
import {t, tn} from "./words.js";

const PAGE = 50;
const FIRST = 6;
const MORE = 12;
const ROUNDS = 4;

/** An empty list that nobody has asked for yet; `items` null until then. */
export const unread = () => ({items: null, next: null, shown: FIRST, element: entries()});

const entries = () => Object.assign(document.createElement("ul"), {className: "plain tables"});

/** A table that closed before its start has nothing to show. */
const told = (row) => row.status !== "finished" || row.standing !== null;

/** Rows from a cursor on; pages without a listed table are passed over, within reason. */
const read = async (status, cursor) => {
  let items = [];
  let next = cursor;
  for (let round = 0; round < ROUNDS && !items.length && (next || round === 0); round += 1) {
    const page = await get(`/v1/games?${new URLSearchParams({status, limit: PAGE, ...(next ? {cursor: next} : {})})}`);
    items = page.items.filter(told);
    next = page.next;
  }
  return {items, next};
};

/** The newest rows anew, and below them what was read before. */
export const refresh = async (status, list) => {
  const {items, next} = await read(status, null);
  const known = new Set(items.map(({id}) => id));
  const last = items.at(-1)?.opened_at;
  const older = next && last ? (list.items ?? []).filter((row) => row.opened_at <= last && !known.has(row.id)) : [];
  Object.assign(list, {items: [...items, ...older], next: older.length ? list.next : next});
};

/** More rows, from here or from there. */
export const further = async (status, list) => {
  list.shown += MORE;
  if (list.items.length >= list.shown || !list.next) return;
  const {items, next} = await read(status, list.next);
  Object.assign(list, {items: [...list.items, ...items], next});
};

const SORTS = {
  open: {title: () => t("Sit down"), empty: () => t("No table is waiting. Open one, and somebody may come."), press: () => t("Sit down")},
  running: {title: () => t("Watch"), empty: () => t("Nobody is playing in public just now."), press: () => t("Watch")},
  finished: {title: () => t("Watch again"), empty: () => t("No public game has ended yet. Yours could be the first."), press: () => t("Watch again")},
};

/** One of the lobby's lists. */
export const tables = (status, list, more) => {
  const {title, empty} = SORTS[status];
  arrange(list.element, (list.items ?? []).slice(0, list.shown), row);
  return html`<section class="list" aria-labelledby="list-${status}">
    <h2 id="list-${status}">${title()}</h2>
    ${list.items?.length === 0 ? html`<p class="soft">${empty()}</p>` : nothing}
    ${list.items === null ? html`<p class="soft">${t("One moment…")}</p>` : nothing}
    ${list.items?.length ? list.element : nothing}
    ${list.items?.length > list.shown || list.next
      ? html`<button type="button" class="button small" @click=${more}>${t("More")}<span class="visually-hidden"> ${title()}</span></button>`
      : nothing}
  </section>`;
};

const address = ({id, status}) => link(status === "finished" ? `/games/${id}/replay` : `/games/${id}`);

const row = (table) => html`<div class="table-row">
  <div class="table-told">
    <p class="who">${people(table)}</p>
    ${ending(table)}
    <p class="soft facts">${facts(table).join(" · ")}</p>
    ${table.seed_from === "host" ? html`<p class="soft">${seedTold()}</p>` : nothing}
  </div>
  <a class="button small" href=${address(table)}>${SORTS[table.status].press()}<span class="visually-hidden"> ${table.players.map(({name}) => name).join(", ")}</span></a>
</div>`;

/** What everybody has to know of a seed that the house did not draw. */
export const seedTold = () => t("The host brought the seed: they can know the deal beforehand.");

export const people = ({players}) =>
  players.map(({name, bot}, place) => html`<span class="person">${bot ? botFace(bot) : nothing}<bdi>${name}</bdi></span>${place < players.length - 1 ? ", " : nothing}`);

const facts = ({status, players, options, opened_at}) => [
  status === "open" ? tn("{n} seat free", "{n} seats free", 5 - players.length) : null,
  ...unusual(options),
  ago(opened_at),
].filter(Boolean);

const STANDINGS = {
  cleared: ["good", () => t("checked, nothing wrong")],
  disputed: ["", () => t("a dispute is open")],
  overturned: ["bad", () => t("something was ruled wrongly")],
  unaudited: ["", () => t("not checked yet")],
};

const ending = ({status, players, winner, standing}) => {
  if (status !== "finished") return nothing;
  const [look, words] = STANDINGS[standing];
  const name = players.find(({seat}) => seat === winner)?.name;
  return html`<p class="row"><b>${name ? t("{name} won", {name}) : t("Nobody won")}</b><span class="chip ${look}">${words()}</span></p>`;
};
