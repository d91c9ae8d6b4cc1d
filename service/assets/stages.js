/** How far a dispute is on its way to a ruling. */

import {html} from "./lit-html.js";
import {t} from "./words.js";

const PLACES = {waiting: 1, queued: 2, running: 3, failed: 3, ruled: 4};

const names = (status) => [
  t("Raised"),
  t("The game ends"),
  t("Waits for a worker"),
  status === "failed" ? t("Could not be ruled yet") : t("Is being ruled"),
  t("Ruled"),
];

const stage = (name, number, place) => {
  const past = number < place || (number === place && place === PLACES.ruled);
  return html`<li class=${past ? "past" : ""} aria-current=${number === place ? "step" : "false"}>
    <span class="step-sign" aria-hidden="true">${past ? "✓" : number + 1}</span>
    <span>${name}${past ? html`<span class="visually-hidden"> (${t("done")})</span>` : ""}</span></li>`;
};

export const stages = ({status}) => html`<ol class="plain stages" aria-label=${t("How far it is")}>
  ${names(status).map((name, number) => stage(name, number, PLACES[status]))}</ol>`;

const MEANINGS = {
  waiting: () => t("A dispute is ruled when its game is over, and until then nobody reads its words: they could tell what a mask hides. This page waits for it."),
  queued: () => t("A worker takes it up in a moment. This page follows it."),
  running: () => t("The whole log up to this event is being ruled once more."),
  failed: () => t("The ruling could not be made. The service tries again by itself, in ten minutes at most; if it stays like this, tell whoever runs it."),
};

/** What that means, for a dispute that is not ruled. */
export const meaning = ({status}) => MEANINGS[status]();
