/** What a table can choose, and what it chose, in words. */

import {html, nothing} from "./lit-html.js";
import {link} from "./page.js";
import {duration} from "./times.js";
import {t, tn} from "./words.js";

const CLOCKS = [10, 30, 60, 120, 300, 900, 3600, 21_600, 86_400];

const USUAL_SECONDS = 86_400;

const PAID = ["double_answer", "token_payment"];

export const rulingName = (name) =>
  ({
    kinds: t("Kinds of prisoners"),
    first_player: t("Who begins"),
    double_answer: t("When two sticks went"),
    after_escape: t("After an escape"),
    token_payment: t("Where paid tokens go"),
  })[name];

/** What differs from the usual table, one phrase each. */
export const unusual = ({advanced, kinds, first_player, double_answer, after_escape, token_payment, turn_seconds}) =>
  [
    advanced && t("with red tokens"),
    turn_seconds !== USUAL_SECONDS && clockTold(turn_seconds),
    kinds !== 3 && tn("{n} kind of prisoners", "{n} kinds of prisoners", kinds),
    first_player !== "random" && t("seat {seat} begins", {seat: first_player}),
    after_escape === "taker_leads" && t("whoever takes prisoners takes the Lime"),
    after_escape === "stay" && t("after an escape, Lime and mask stay"),
    advanced && double_answer === "either" && t("one of two sticks is enough"),
    advanced && token_payment === "opponent" && t("tokens are paid to the other"),
  ].filter(Boolean);

/** The same, and what is as usual of rules and clock. */
export const phrases = (options) => [
  ...(options.advanced ? [] : [t("without tokens")]),
  ...(options.turn_seconds === USUAL_SECONDS ? [clockTold(USUAL_SECONDS)] : []),
  ...unusual(options),
];

const clockTold = (seconds) => (seconds ? t("{duration} a step", {duration: duration(seconds)}) : t("no clock"));

/** What red tokens are for. */
export const tokensTold = () =>
  t("Everybody starts with two red tokens. One pays for taking two sticks at once, or for a second answer after a wrong one.");

/**
 * Everything that can be chosen, with its explanation, out of the way until it is wanted.
 * @param {number} seats how many there can be at the table
 */
export const optionsForm = (rules, chosen, draw, seats) => html`<details class="options">
  <summary>${t("Rules of this table")}</summary>
  ${rules ? choices(rules, chosen, draw, seats) : html`<p class="hint">${t("The rules are being fetched.")}</p>`}
</details>`;

const choices = (rules, chosen, draw, seats) => html`
  <label class="choice">
    <input type="checkbox" name="advanced" .checked=${chosen.advanced ?? false}
      @change=${(event) => { chosen.advanced = event.target.checked; draw(); }}>
    <span>${t("Advanced")}<span class="hint">${tokensTold()}</span></span>
  </label>
  ${clock(chosen)}
  ${rules.rulings.filter(({name}) => chosen.advanced || !PAID.includes(name)).map((ruling) => readings(ruling, chosen, draw, seats))}`;

const clock = (chosen) => html`<div class="field">
  <label for="turn_seconds">${t("Time for each step of a turn")}</label>
  <select id="turn_seconds" @change=${({target}) => { chosen.turn_seconds = target.value ? Number(target.value) : null; }}>
    ${CLOCKS.map((seconds) => html`<option value=${seconds} ?selected=${seconds === (chosen.turn_seconds === undefined ? USUAL_SECONDS : chosen.turn_seconds)}>${duration(seconds)}</option>`)}
    <option value="" ?selected=${chosen.turn_seconds === null}>${t("no clock")}</option>
  </select>
  <span class="hint">${t("When it is up, the house plays on for whoever is late. Without a clock, one person can hold up everybody.")}</span>
</div>`;

/** Who sits at no seat cannot begin. */
const possible = ({name, readings: all}, seats) => all.filter(({value}) => name !== "first_player" || value === "random" || value <= seats);

const readings = (ruling, chosen, draw, seats) => html`<fieldset>
  <legend>${rulingName(ruling.name)}</legend>
  ${possible(ruling, seats).map(({value, text}) => html`<label class="choice">
    <input type="radio" name=${ruling.name} .checked=${value === (chosen[ruling.name] ?? ruling.default)}
      @change=${() => { chosen[ruling.name] = value; draw(); }}>
    <span>${text}${value === ruling.default ? html` <span class="chip">${t("usual")}</span>` : nothing}</span>
  </label>`)}
  <p class="hint">${t("The printed rules do not say which; choose.")} <a href=${link(`/rules#ruling-${ruling.name}`)} target="_blank">${t("Why this is a choice")}</a></p>
</fieldset>`;
