/** The keys of a replay. Those that write can be turned off, for who speaks to the browser. */

import {html} from "./lit-html.js";
import {t} from "./words.js";

const STORE = "singsing.keys";

const NAMED = {ArrowLeft: (orders) => orders.step(-1), ArrowRight: (orders) => orders.step(1), Home: (orders) => orders.home(), End: (orders) => orders.end()};

const WRITING = {
  "[": (orders) => orders.turn(-1),
  "]": (orders) => orders.turn(1),
  " ": (orders) => orders.play(),
  f: (orders) => orders.next(),
  "?": (orders) => orders.help(),
};

export const written = () => localStorage.getItem(STORE) !== "off";

const modified = (event) => event.metaKey || event.ctrlKey || event.altKey;

/** A sign that a keyboard writes with AltGr, as `[` in French, is no shortcut of the browser. */
const commanding = (event) => event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph") && !"[]".includes(event.key));

const order = (event) => {
  const {target, key} = event;
  if (target.closest("dialog, select, textarea, input:not([type=range])")) return null;
  if (NAMED[key]) return modified(event) ? null : NAMED[key];
  if (!written() || commanding(event)) return null;
  if (key === " " && target.closest("button, a, summary")) return null;
  return WRITING[key.toLowerCase()] ?? null;
};

/** Calls `orders.step`, `home`, `end`, `turn`, `play`, `next`, `help` as keys are pressed. */
export const listen = (orders) =>
  document.addEventListener("keydown", (event) => {
    const pressed = order(event);
    if (!pressed) return;
    event.preventDefault();
    pressed(orders);
  });

const line = (names, what) => html`<div class="key"><dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd></div>`;

const turn = (event) => localStorage.setItem(STORE, event.target.checked ? "on" : "off");

export const help = () => html`<dialog id="help" class="card" aria-labelledby="help-title">
  <h2 id="help-title">${t("Keys")}</h2>
  <dl class="keys">
    ${line(["←", "→"], t("an event back, an event on"))}
    ${line(["[", "]"], t("a turn back, a turn on"))}
    ${line([t("Home"), t("End")], t("the beginning, the end"))}
    ${line([t("Space")], t("play, pause"))}
    ${line(["F"], t("look from the next chair"))}
    ${line(["?"], t("this help"))}
  </dl>
  <p class="hint">${t("On a touch screen, swipe the board to the left or to the right.")}</p>
  <label class="choice"><input type="checkbox" .checked=${written()} @change=${turn}>${t("Letters, signs and the space bar are keys here")}</label>
  <form method="dialog" class="buttons"><button class="button first">${t("Close")}</button></form>
</dialog>`;
