/** The board before an event, and after it. */

import {board, boardTable} from "./board.js";
import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

const marked = (before, after) => {
  const resolved = after.last_turn && after.last_turn.turn !== before?.last_turn?.turn;
  return resolved ? after.last_turn : {removed: after.removed?.sticks ?? [], escaped: []};
};

const figure = (title, game, options) => html`<figure><figcaption>${title}</figcaption>
  ${game?.board
    ? html`${board(game, options)}<details><summary>${t("The board as a table")}</summary><div class="scroll" tabindex="0" role="region" aria-label=${title}>${boardTable(game)}</div></details>`
    : html`<div class="undealt"><p>${t("Nothing is dealt yet.")}</p></div>`}
</figure>`;

/** @param {object|null} before a Game, as the whole table saw it; none before the first event */
export const beforeAndAfter = (before, after) =>
  after
    ? html`<div class="boards">${figure(t("Before the event"), before, {})}${figure(t("After the event"), after, {marked: marked(before, after)})}</div>`
    : nothing;
