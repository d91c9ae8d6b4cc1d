/** The bots: a face, a name, and what they are like. */

import {html} from "./lit-html.js";
import {t} from "./words.js";

export const BOTS = ["goldfish", "magpie", "elephant"];

const sprite = new URL("./bots.svg", import.meta.url).pathname;

export const botName = (bot) => ({goldfish: t("Goldfish"), magpie: t("Magpie"), elephant: t("Elephant")})[bot];

export const botTold = (bot) =>
  ({
    goldfish: t("Forgets nearly everything: good to begin with."),
    magpie: t("Remembers what is bright, and some colours better than others."),
    elephant: t("Forgets nothing. Good luck."),
  })[bot];

/** For the eye alone: its name stands beside it. */
export const botFace = (bot) =>
  html`<svg class="face" viewBox="0 0 48 48" aria-hidden="true"><use href="${sprite}#${bot}" width="48" height="48"></use></svg>`;
