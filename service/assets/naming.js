/** The mask wearer's answer: a gap and a colour, or three choices. */

import {colourName, letterTable, stick} from "./board.js";
import {doing} from "./doing.js";
import {html, nothing} from "./lit-html.js";
import {announce} from "./page.js";
import {t} from "./words.js";

const LENGTHS = {left: "short", right: "short", long: "long"};

/** How many sticks an answer names at least and at most. */
const bounds = ({removed, options}) => [options.double_answer === "either" ? 1 : removed.count, removed.count];

const drafts = ({named, game}) => {
  const [least] = bounds(game);
  return Array.from({length: Math.max(least, named.length)}, (_, index) => named[index] ?? {});
};

/** What an answer begins with: nothing, or what was said aloud the first time. */
export const proposed = ({answers}) =>
  answers.length ? answers.at(-1).map(({window, length, colour}) => ({window, length, colour, slot: length === "long" ? "long" : null})) : [{}];

const unfinished = ({window, length, colour}) => !window || !length || !colour;

const lackingWords = () => t("The answer is not finished: it needs a window, a length and a colour.");

/** The board's options while an answer is made: every place without a stick can be touched. */
export const nameable = (picture, table) => ({
  touch: (place) => {
    table.change({named: placed(drafts(picture), place)});
    document.querySelector(".naming").scrollIntoView({block: "nearest"});
  },
  press: "gaps",
  chosen: drafts(picture).filter(({slot}) => slot),
});

const placed = (named, {window, slot}) => {
  const there = named.findIndex((each) => each.window === window && each.slot === slot);
  if (there >= 0) return named.with(there, {colour: named[there].colour});
  const free = named.findIndex((each) => !each.window);
  const index = free < 0 ? named.length - 1 : free;
  return named.with(index, {...named[index], window, slot, length: LENGTHS[slot]});
};

/** The form that says it; a second answer may be declined. */
export const naming = (picture, table) => {
  const named = drafts(picture);
  const [, most] = bounds(picture.game);
  const answer = (event) => {
    event.preventDefault();
    if (named.some(unfinished)) return lack(event.target, table);
    const sticks = named.map(({window, length, colour}) => ({window, length, colour}));
    return table.act("/answers", {body: {sticks}});
  };
  const {lacking, sending} = picture;
  return html`<form class="card action naming" novalidate @submit=${answer}>
    ${named.map((each, index) => one(each, index, named, table))}
    ${most > 1 && most !== bounds(picture.game)[0] ? further(named, table) : nothing}
    ${lacking && named.some(unfinished) ? html`<p class="wrong lacking">${lackingWords()}</p>` : nothing}
    <div class="buttons">
      <button type="submit" class="button first" aria-disabled=${String(sending)}>
        ${doing(picture, picture.game.phase === "answer" ? t("Answer") : t("Pay a token and answer"))}</button>
      ${picture.game.you.may.includes("decline")
        ? html`<button type="button" class="button" aria-disabled=${String(sending)} @click=${() => table.act("/declines")}>${t("No second answer")}</button>`
        : nothing}
    </div>
  </form>`;
};

/** Says what is missing, and leads to it. */
const lack = (form, table) => {
  table.change({lacking: true});
  announce(lackingWords(), true);
  form.querySelector(":invalid:not(fieldset)")?.focus();
};

const further = (named, table) =>
  named.length > 1
    ? html`<button type="button" class="button small" @click=${() => table.change({named: named.slice(0, 1)})}>${t("Name one stick only")}</button>`
    : html`<button type="button" class="button small" @click=${() => table.change({named: [...named, {}]})}>${t("Name the other stick too")}</button>`;

const one = (each, index, named, table) => {
  const set = (parts) => table.change({named: named.with(index, {...each, ...parts})});
  return html`<fieldset class="stick-named">
    <legend>${named.length > 1 ? t("Stick {n}", {n: index + 1}) : t("The stick that is gone")}</legend>
    <div class="where"><label for="window-${index}">${t("Window")}</label>${windows(each, index, set)}</div>
    ${tiles(t("Length"), `length-${index}`, {short: t("short"), long: t("long")}, each.length, (length) => set({length, slot: null}), (length) => stick("white", length, {white: ""}))}
    ${tiles(t("Colour"), `colour-${index}`, colours(), each.colour, (colour) => set({colour}), (colour) => stick(colour, each.length ?? "short"))}
  </fieldset>`;
};

const windows = ({window}, index, set) => html`<select id="window-${index}" required @change=${({target}) => set({window: Number(target.value) || undefined, slot: null})}>
  <option value="" ?selected=${!window}>${t("which?")}</option>
  ${Array.from({length: 12}, (_, index) => index + 1).map((number) => html`<option value=${number} ?selected=${number === window}>${number}</option>`)}
</select>`;

const colours = () => Object.fromEntries(Object.keys(letterTable()).map((colour) => [colour, colourName(colour)]));

const tiles = (legend, group, named, chosen, set, drawn) => html`<div class="tiles of-${Object.keys(named).length}" role="radiogroup" aria-label=${legend}>
  ${Object.entries(named).map(([value, text]) => html`<label class="tile">
    <input type="radio" required name=${group} value=${value} .checked=${value === chosen} @change=${() => set(value)}>
    ${drawn(value)}<span>${text}</span>
  </label>`)}
</div>`;
