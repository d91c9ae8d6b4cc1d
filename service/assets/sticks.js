/** Sticks in words, and small enough for a table. */

import {colourName, stick} from "./board.js";
import {html} from "./lit-html.js";
import {context} from "./page.js";
import {t} from "./words.js";

const one = ({length, slot, colour, window}) => {
  const named = {colour: colourName(colour), window};
  if (length === "long") return t("the long {colour} stick from window {window}", named);
  if (slot === "left") return t("the left short {colour} stick from window {window}", named);
  if (slot === "right") return t("the right short {colour} stick from window {window}", named);
  return t("the short {colour} stick from window {window}", named);
};

/** One or two sticks, as they were named or as they stood. */
export const inWords = (sticks) => new Intl.ListFormat(context.language, {type: "conjunction"}).format(sticks.map(one));

/** The same as pictures, each beside the number of its window; in words for who listens. */
export const inLittle = (sticks) => html`<span class="visually-hidden">${inWords(sticks)}</span>
  <span class="little" aria-hidden="true">${sticks.map(({colour, length, window}) => html`<span><b>${window}</b>${stick(colour, length)}</span>`)}</span>`;
