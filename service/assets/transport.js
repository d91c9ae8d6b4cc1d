/** The buttons that move a replay. */

import {html} from "./lit-html.js";
import {t} from "./words.js";

const SPEEDS = [0.5, 1, 2, 4];

const SIGNS = {
  home: "M5 5v14M19 5l-10 7 10 7z",
  turnBack: "M12 5l-8 7 8 7zM21 5l-8 7 8 7z",
  back: "M16 5l-10 7 10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  on: "M8 5l10 7-10 7z",
  turnOn: "M3 5l8 7-8 7zM12 5l8 7-8 7z",
  end: "M19 5v14M5 5l10 7-10 7z",
};

const sign = (name) => html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]}></path></svg>`;

/** A short name under each sign, where there is room; the label says all of it. */
const short = (name) =>
  ({home: t("Beginning"), turnBack: t("Turn"), back: t("Event"), play: t("Play"), pause: t("Pause"), on: t("Event"), turnOn: t("Turn"), end: t("End")})[name];

const move = (name, label, press, disabled = false) => html`<button type="button" class="button" aria-label=${label} title=${label}
  aria-disabled=${String(disabled)} @click=${() => disabled || press()}>${sign(name)}<span class="move-name" aria-hidden="true">${short(name)}</span></button>`;

/** @param {object} orders what each button does: `home`, `turn(±1)`, `step(±1)`, `play`, `end` */
export const transport = ({frames, at, playing}, orders) => {
  const [first, last] = [at === 0, at === frames.length - 1];
  return html`<div class="moves" role="group" aria-label=${t("Move through the game")}>
    ${move("home", t("To the beginning"), orders.home, first)}
    ${move("turnBack", t("Back a turn"), () => orders.turn(-1), first)}
    ${move("back", t("Back an event"), () => orders.step(-1), first)}
    ${playing ? move("pause", t("Pause"), orders.play) : move("play", t("Play"), orders.play)}
    ${move("on", t("On an event"), () => orders.step(1), last)}
    ${move("turnOn", t("On a turn"), () => orders.turn(1), last)}
    ${move("end", t("To the end"), orders.end, last)}
  </div>`;
};

/** @param {(speed: number) => void} choose */
export const speeds = (chosen, choose) => html`<div class="buttons" role="group" aria-label=${t("Speed")}>
  <span class="soft" aria-hidden="true">${t("Speed")}</span>
  ${SPEEDS.map((speed) => html`<button type="button" class="button small" aria-pressed=${String(speed === chosen)}
    @click=${() => choose(speed)}>${new Intl.NumberFormat(document.documentElement.lang).format(speed)}&nbsp;×</button>`)}
</div>`;
