/** Points on which the printed sheet is silent, and how a table reads them. */

import {rulingName} from "./options.js";
import {html, nothing} from "./lit-html.js";
import {link} from "./page.js";
import {t} from "./words.js";

const ruling = (rules, name) => rules?.rulings.find((each) => each.name === name);

/** A reading's text in the rules. */
export const readingText = (rules, name, value) =>
  ruling(rules, name)?.readings.find((reading) => String(reading.value) === value)?.text ?? value;

/** A silent point by its name, as a link to where it is explained. */
export const rulingLink = (name) => html`<a href=${link(`/rules#ruling-${name}`)}>${rulingName(name)}</a>`;

const option = ({value, text}, chosen) => html`<li class=${String(value) === chosen ? "chosen" : ""}>
  ${text} ${String(value) === chosen ? html`<span class="chip">${t("this table")}</span>` : nothing}</li>`;

/** The reading that decided, among those that there are; `named` is as `after_escape=as_usual`. */
export const decided = (rules, named) => {
  const [name, chosen] = named.split("=");
  return html`<p>${t("This table agreed on it before it began:")} ${rulingLink(name)}</p>
    <ul class="plain readings">${(ruling(rules, name)?.readings ?? []).map((each) => option(each, chosen))}</ul>`;
};
