/** What is recorded against what the rules give, side by side. */

import {fieldName, inOrder} from "./fields.js";
import {html, nothing} from "./lit-html.js";
import {valueOf} from "./values.js";
import {t} from "./words.js";

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const side = (tone, title, shown) => html`<div class="side ${tone}"><dt>${title}</dt><dd>${shown}</dd></div>`;

/** One field on which the two differ; `promised` is whether a receipt says what it should be. */
export const sides = (field, recorded, expected, players, promised = false) => html`<dl class="sides">
  ${side("was", t("Recorded"), valueOf(field, recorded, players))}
  ${side("should", promised ? t("What the service signed for") : t("By the rules"), valueOf(field, expected, players))}
</dl>`;

const apart = (field, recorded, expected, players, promised) => html`<h3>${fieldName(field)}</h3>
  ${sides(field, recorded?.[field], expected?.[field], players, promised)}`;

const together = (names, recorded, players, promised) => html`<h3>${promised ? t("The same in both") : t("Recorded, and so by the rules")}</h3>
  <dl class="facts alike">${names.map((field) => html`<dt>${fieldName(field)}</dt><dd>${valueOf(field, recorded[field], players)}</dd>`)}</dl>`;

/** Every field of two objects, under its name: first those on which they differ. */
export const fields = (recorded, expected, players) => {
  const {receipt, ...should} = expected ?? {};
  const names = inOrder(Object.keys({...recorded, ...should}));
  const same = names.filter((field) => alike(recorded?.[field], should[field]));
  return html`${names.filter((field) => !same.includes(field)).map((field) => apart(field, recorded, should, players, Boolean(receipt)))}
    ${same.length ? together(same, recorded, players, Boolean(receipt)) : nothing}`;
};
