/** An address to point a telephone at. */

import {html} from "./lit-html.js";
import {encode} from "./uqr.mjs";
import {t} from "./words.js";

const QUIET = 4;
/** Modules of white around the code, as readers want it. */

const dark = (rows) =>
  rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** The QR code of a text, black on white by day and by night. */
export const qr = (text) => {
  const {size, data} = encode(text, {ecc: "M", border: QUIET});
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("QR code of the link")} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff"></rect><path d=${dark(data)} fill="#000"></path>
  </svg>`;
};
