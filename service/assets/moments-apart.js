/** The board before an event, and after it. */

import {board, boardTable} from "./board.js";
import {html, nothing} from "./lit-html.js";
import {marking} from "./marking.js";
import {t, tn} from "./words.js";

const gone = (game) => ({removed: game?.removed?.sticks ?? [], escaped: []});

const marked = (before, after) => {
  const resolved = after.last_turn && after.last_turn.turn !== before?.last_turn?.turn;
  return resolved ? after.last_turn : gone(after);
};

/** Within a turn, what the answer has to name is gone before the answer. */
const earlier = (before) => {
  const {length} = gone(before).removed;
  return length ? tn("Before the event: the stick is gone already", "Before the event: {n} sticks are gone already", length) : t("Before the event");
};

const figure = (title, game, marks) => html`<figure><figcaption>${title}</figcaption>
  ${game?.board
    ? html`${board(game, {marked: marks})}${marking(marks)}<details><summary>${t("The board as a table")}</summary><div class="scroll" tabindex="0" role="region" aria-label=${title}>${boardTable(game)}</div></details>`
    : html`<div class="undealt"><p>${t("Nothing is dealt yet.")}</p></div>`}
</figure>`;

/** @param {object|null} before a Game, as the whole table saw it; none before the first event */
export const beforeAndAfter = (before, after) =>
  after
    ? html`<div class="boards">${figure(earlier(before), before, gone(before))}${figure(t("After the event"), after, marked(before, after))}</div>`
    : nothing;
