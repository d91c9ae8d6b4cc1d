/** The Lime holder's turn: touch a stick, touch it again. */

import {label} from "./board.js";
import {doing} from "./doing.js";
import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

const DOUBLE_CLICK_MILLIS = 400;

const same = (one, other) => one.window === other.window && one.slot === other.slot;

/** The board's options while sticks are chosen. */
export const removable = (picture, table) => ({
  touch: (place) => touched(place, picture, table), press: "sticks", chosen: picture.chosen,
});

const touched = (place, picture, table) => {
  const {chosen, two, chosenAt} = picture;
  const again = chosen.some((other) => same(place, other));
  const others = chosen.filter((other) => !same(place, other));
  if (two) table.change({chosen: again ? others : [...others, place].slice(-2)});
  else if (!again) table.change({chosen: [place], chosenAt: Date.now()});
  else if (Date.now() - chosenAt > DOUBLE_CLICK_MILLIS) remove([place], table);
};

const remove = (chosen, table) =>
  table.act("/removals", {body: {sticks: chosen.map(({window, slot}) => ({window, slot}))}});

/** What is chosen, in words, and the button that takes it. */
export const removal = (picture, table) => {
  const {chosen, two, game, sending} = picture;
  const ready = chosen.length === (two ? 2 : 1) && !sending;
  return html`<div class="card action ${chosen.length ? "ready" : ""}">
    ${game.you.may.includes("remove_two") ? doubled(picture, table) : penniless(game)}
    ${chosen.length ? html`<p class="chosen">${chosen.map(label).join(" · ")}</p>` : nothing}
    <button type="button" class="button first" aria-disabled=${String(!ready)} @click=${() => ready && remove(chosen, table)}>
      ${doing(picture, two ? t("Pay a token, take both") : t("Take this stick"))}
    </button>
  </div>`;
};

/** Why two cannot be taken where the table allows it. */
const penniless = ({options, players, you}) =>
  options.advanced && !players.find(({seat}) => seat === you.seat).tokens
    ? html`<p class="soft">${t("Two sticks at once cost a red token, and you have none.")}</p>`
    : nothing;

const doubled = ({two, chosen}, table) => html`<button type="button" class="button small" aria-pressed=${String(two)}
  @click=${() => table.change({two: !two, chosen: chosen.slice(-1)})}>${t("Two for a red token")}</button>`;
