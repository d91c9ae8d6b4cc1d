/** What proves an event: its place in the chain, the clauses it was ruled by, its receipt. */

import {html, nothing} from "./lit-html.js";
import {at as path, when} from "./page.js";
import {clauses} from "./clauses.js";
import {t} from "./words.js";

const row = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;

const code = (text) => html`<code>${text}</code>`;

const receipt = ({receipts, at}, orders) =>
  receipts[at]
    ? code(receipts[at])
    : html`<button type="button" class="button small" @click=${orders.receipt}>${t("Fetch the receipt")}</button>`;

const entitled = ({seats}) =>
  seats.length
    ? nothing
    : html`<p class="hint">${t("Only who sat at this table can dispute an event, and this browser holds no seat of it.")}</p>`;

const standing = ({disputes, frames, at}, link) =>
  disputes
    .filter(({version}) => version === frames[at].event.version)
    .map(({id, seat}) => html`<li><a href=${link(id)}>${t("Dispute {id}, raised from seat {seat}", {id, seat})}</a></li>`);

/** @param {object} orders what its buttons do: `receipt`; `disputed(id)` is a dispute's address */
export const evidence = (picture, orders) => {
  const {event, game} = picture.frames[picture.at];
  const raised = standing(picture, orders.disputed);
  return html`${raised.length ? html`<ul class="plain">${raised}</ul>` : nothing}
    <details class="evidence"><summary>${t("Evidence for event {version}", {version: event.version})}</summary>
    <dl>
      ${row(t("When"), html`<time datetime=${event.at}>${when(event.at)}</time>`)}
      ${event.outcome?.clauses?.length ? row(t("Clauses"), clauses(event.outcome.clauses)) : nothing}
      ${row(t("Hash"), code(event.hash))}
      ${event.previous ? row(t("Hash of the event before"), code(event.previous)) : nothing}
      ${event.veil ? row(t("Veil over what was hidden"), code(event.veil)) : nothing}
      ${row(t("Receipt"), receipt(picture, orders))}
    </dl>
    <p><a href=${path(`/v1/games/${game.id}/events/${event.version}`)}>${t("The event as it stands in the log")}</a></p>
    ${entitled(picture)}
  </details>`;
};
