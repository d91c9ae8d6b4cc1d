/** The board: a wall of twelve windows, drawn from `Game.board` and from nothing else. */

import geometry from "./geometry.js";
import {letters, marks, pieces} from "./layout.js";
import {html, nothing, svg} from "./lit-html.js";
import {t} from "./words.js";

const sprite = new URL("./pieces.svg", import.meta.url).pathname;

/** Names of colours, kinds and slots in the language of the page. */
export const colourName = (colour) =>
  ({red: t("red"), yellow: t("yellow"), green: t("green"), blue: t("blue"), white: t("white")})[colour];
export const kindName = (kind) =>
  ({
    forger: t("forger"), smuggler: t("smuggler"), burglar: t("burglar"), swindler: t("swindler"),
    poacher: t("poacher"), pirate: t("pirate"), gambler: t("gambler"), spy: t("spy"),
  })[kind];

/** One letter for each colour, by language. */
export const letterTable = () => geometry.letters[document.documentElement.lang.slice(0, 2)] ?? geometry.letters.en;

/** A small picture: a kind of prisoner, `lime`, `mask` or `token`; nothing for who listens, as its name stands beside it. */
export const piece = (name) => {
  const size = ["lime", "mask", "token"].includes(name) ? 48 : 54;
  return html`<svg class="piece" viewBox="0 0 ${size} ${size}" aria-hidden="true">
    <use href="${sprite}#${name}" width="${size}" height="${size === 54 ? 104 : 48}"></use>
  </svg>`;
};

/** A stick to choose by: its colour with pattern and letter, upright where short. */
export const stick = (colour, length, table = letterTable()) => {
  const layer = geometry.layers.find(({sort}) => sort === `-${length}`);
  const {width, height, letter, x, y} = layer;
  return html`<svg class="stick ${length}" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${use({ref: `${colour}-${length}`, x: 0, y: 0, width, height})}
    ${write({x: letter.x - x, y: letter.y - y, text: table[colour]}, geometry.letter)}
  </svg>`;
};

/**
 * The wall. A game without a board (before the start, and for whom the mask covers) has empty windows.
 * @param {object} game a Game
 * @param {object} [options]
 * @param {(place: {window: number, slot: string, colour: string|null}) => void} [options.touch] makes places buttons
 * @param {"sticks"|"gaps"|"all"} [options.press] which places `touch` is for
 * @param {{window: number, slot: string}[]} [options.chosen] places with a ring, pressed for who listens
 * @param {{removed: object[], escaped: object[]}} [options.marked] a resolved turn, whose sticks and escapes are pointed out
 * @param {Record<string, string>} [options.letters] one letter for each colour
 */
export const board = (game, options = {}) => html`<div
  class="board" role=${options.touch ? "group" : "img"} aria-label=${t("The board")}>
  <svg class="coping" viewBox="0 0 ${geometry.coping.width} ${geometry.coping.height}" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
    <use href="${sprite}#coping" width="${geometry.coping.width}" height="${geometry.coping.height}"></use>
  </svg>
  ${Array.from({length: 12}, (_, index) => cell(index + 1, game.board?.[index], options))}
</div>`;

const cell = (number, window, options) => html`<div class="window">
  <svg viewBox="0 0 ${geometry.cell.width} ${geometry.cell.height}" text-anchor="middle" font-weight="700" aria-hidden="true">
    ${use({ref: "window", x: 0, y: 0, ...geometry.cell})}
    ${window ? inside(window, options) : nothing}
    ${write({...geometry.number, text: String(number)}, geometry.number.size)}
  </svg>
  ${window && options.touch ? buttons(window, options) : nothing}
</div>`;

const inside = (window, options) => svg`${pieces(window).map(use)}
  ${marks(window, options).map(use)}
  ${letters(window, options.letters ?? letterTable(), options).map((letter) => write(letter, geometry.letter))}`;

const use = ({ref, x, y, width, height, opacity}) => svg`<use
  href="${sprite}#${ref}" x=${x} y=${y} width=${width} height=${height} opacity=${opacity ?? nothing}></use>`;

const write = ({x, y, text}, size) => svg`<text x=${x} y=${y} font-size=${size}>${text}</text>`;

const buttons = (window, {touch, press = "sticks", chosen = []}) =>
  ["left", "right", "long"]
    .map((slot) => ({window: window.window, slot, colour: window.sticks[slot]}))
    .filter(({colour}) => press === "all" || (press === "sticks") === (colour !== null))
    .map((place) => button(place, touch, chosen.some((other) => other.window === place.window && other.slot === place.slot)));

const button = (place, touch, pressed) => html`<button type="button" class="place ${place.slot}"
  aria-label=${label(place)} aria-pressed=${String(pressed)} @click=${() => touch(place)}></button>`;

/** A place in words: "window 3, left short stick, red". */
export const label = ({window, slot, colour}) =>
  colour
    ? {
        left: () => t("window {window}, left short stick, {colour}", {window, colour: colourName(colour)}),
        right: () => t("window {window}, right short stick, {colour}", {window, colour: colourName(colour)}),
        long: () => t("window {window}, long stick, {colour}", {window, colour: colourName(colour)}),
      }[slot]()
    : {
        left: () => t("window {window}, gap on the left", {window}),
        right: () => t("window {window}, gap on the right", {window}),
        long: () => t("window {window}, gap of the long stick", {window}),
      }[slot]();

/** The same board as a table, for who listens or reads rather than looks. */
export const boardTable = (game) => html`<table class="board-table">
  <caption>${t("The board as a table")}</caption>
  <thead><tr>
    ${[t("Window"), t("Left prisoner"), t("Left stick"), t("Right prisoner"), t("Right stick"), t("Long stick")].map(
      (heading) => html`<th scope="col">${heading}</th>`)}
  </tr></thead>
  <tbody>${(game.board ?? []).map(row)}</tbody>
</table>`;

const row = ({window, prisoners, sticks}) => html`<tr>
  <th scope="row">${window}</th>
  ${[kindName(prisoners.left), colourName(sticks.left), kindName(prisoners.right), colourName(sticks.right), colourName(sticks.long)].map(
    (name) => html`<td>${name ?? t("none")}</td>`)}
</tr>`;
