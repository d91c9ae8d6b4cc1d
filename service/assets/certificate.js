/** What the service signed about a game, opened. */

import {copying} from "./copying.js";
import {html, nothing} from "./lit-html.js";
import {when} from "./page.js";
import {payloadOf, parts} from "./signatures.mjs";
import {standingWord} from "./standing.js";
import {t, tn} from "./words.js";

const row = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;

/** What a certificate says, unverified. */
export const claimsOf = (token) => payloadOf(parts(token)?.[1] ?? new Uint8Array(), () => true);

const opened = (claims) => html`<dl class="facts">
  ${row(t("Signed by"), claims.iss)}
  ${row(t("About"), tn("{n} event", "{n} events", claims.events))}
  ${row(t("Up to"), html`<code class="long">${claims.head}</code>`)}
  ${row(t("Faults"), claims.findings)}
  ${row(t("Standing"), standingWord(claims.standing))}
  ${row(t("As of"), html`<time datetime=${claims.at}>${when(claims.at)}</time>`)}
  ${row(t("Rules and release"), `${claims.rules}, ${claims.release}`)}
</dl>`;

/** @param {{certificate: string|null, standing: string}} audit */
export const certificate = ({certificate: token, standing}, picture, draw) => {
  if (!token) return nothing;
  const claims = claimsOf(token);
  return html`<section class="card" aria-labelledby="certificate"><h2 id="certificate">${t("The certificate")}</h2>
    <p>${t("The service signs for what the newest audit came to. Whoever holds this can show it to anybody, also when the service is gone.")}</p>
    ${claims ? opened(claims) : nothing}
    ${claims && claims.standing !== standing ? html`<p class="note">${t("What was raised after it was signed is not in it.")}</p>` : nothing}
    <details><summary>${t("The certificate as it is signed (JWS)")}</summary><p><code class="long">${token}</code></p></details>
    ${copying(picture, draw, {text: token, label: t("Copy the certificate")})}
  </section>`;
};
