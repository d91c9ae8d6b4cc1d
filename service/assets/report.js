/** An audit as people read it: who, what, how far, and what came of it. */

import {findings} from "./findings.js";
import {html, nothing} from "./lit-html.js";
import {context, when} from "./page.js";
import {t, tn} from "./words.js";

const row = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;

const time = (at) => html`<time datetime=${at}>${when(at)}</time>`;

const facts = (audit, claims) => html`<dl class="facts">
  ${row(t("Audited by"), claims ? t("{iss}, release {release}", claims) : context.origin)}
  ${row(t("What"), tn("all of its {n} event", "all of its {n} events", audit.events))}
  ${row(t("Up to"), html`<code class="long">${audit.head}</code>`)}
  ${row(t("Asked for"), time(audit.asked_at))}
  ${audit.done_at ? row(t("Done"), time(audit.done_at)) : nothing}
</dl>`;

const result = (audit) =>
  audit.found
    ? html`<div class="note bad"><p><b>${tn("{n} fault was found.", "{n} faults were found.", audit.found)}</b>
        ${t("The log is sound up to event {sound_to}.", audit)}</p></div>`
    : html`<div class="note good"><p><b>${t("Every ruling is as the rules have it.")}</b>
        ${tn("{n} event, and no fault.", "{n} events, and no fault.", audit.events)}</p></div>`;

const sentences = (title, list) =>
  list.length ? html`<h3>${title}</h3><ul lang="en">${list.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing;

const pending = ({status, progress}) =>
  status === "failed"
    ? html`<div class="note bad"><p><b>${t("The audit could not be made.")}</b>
        ${t("The service tries again by itself, in ten minutes at most. If it stays like this, the store does not give the log as it was written: tell whoever runs this service.")}</p></div>`
    : html`<div class="stack"><p id="progress">${status === "running" ? t("The audit is being made.") : t("The audit waits for a worker.")}</p>
        <progress max="100" value=${status === "running" ? progress : nothing} aria-labelledby="progress"></progress></div>`;

/** @param {object} claims of the certificate, where this browser has verified it */
export const report = (audit, claims, picture, draw) => html`<section class="card" aria-labelledby="report">
  <h2 id="report">${t("The report")}</h2>
  ${audit.status === "done" ? result(audit) : pending(audit)}
  ${facts(audit, claims)}
  ${findings(audit, picture, draw)}
  ${sentences(t("What could not be decided"), audit.undecided)}
  ${sentences(t("What could not be checked"), audit.unchecked)}
</section>`;
