/** What the marks on a board mean. */

import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

/** @param {{removed: object[], escaped: object[]}} marked as a board is given it */
export const marking = ({removed, escaped}) => {
  if (!removed.length) return nothing;
  return html`<p class="hint marking">${escaped.length ? t("Marked: what went in this turn, and who escaped.") : t("Marked: what went in this turn.")}</p>`;
};
