/** What this browser verified by itself, step by step. */

import {trouble} from "./attempt.js";
import {fieldName} from "./fields.js";
import {html, nothing} from "./lit-html.js";
import {at as path} from "./page.js";
import {able, contradicts, faults} from "./proof.js";
import {t, tn} from "./words.js";

const SIGNS = {pending: "·", running: "…", good: "✓", bad: "✗", unknown: "?"};

const STATES = {
  pending: () => t("not begun"),
  running: () => t("being checked"),
  good: () => t("sound"),
  bad: () => t("wrong"),
  unknown: () => t("cannot be checked here"),
};

const NAMES = {
  record: () => t("The record"),
  chain: () => t("The chain"),
  veils: () => t("The veils"),
  deal: () => t("The deal"),
  signatures: () => t("The signatures"),
};

const told = {
  record: ({done}) => (done ? t("{kb} kB, every line in the one form that it can have.", {kb: Math.ceil(done / 1000)}) : t("The whole log in one file.")),
  chain: ({done, of}) =>
    of === null ? t("Each event bears the hash of the one before.") : t("{done} of {of} events: each hash made again, each joined to the one before.", {done, of}),
  veils: ({done, of}) =>
    of === null ? t("What a mask hid was sealed before, and opened after.") : t("{done} of {of} veils: what was opened is what they covered.", {done, of}),
  deal: () => t("The seed, dealt once more, gives this board and this first player."),
  signatures: () => t("The service signed for the last event, and for what its audit came to."),
};

const fault = ({version, field, sentence}) => html`<li>${version ? html`${t("Event {version}", {version})}, ` : nothing}${fieldName(field)}: <span lang="en">${sentence}</span></li>`;

const FEW = 5;

const faultList = (findings) =>
  findings.length
    ? html`<ul class="step-faults">${findings.slice(0, FEW).map(fault)}</ul>
        ${findings.length > FEW ? html`<p class="hint">${tn("and {n} more", "and {n} more", findings.length - FEW)}</p>` : nothing}`
    : nothing;

const step = ([name, part]) => html`<li class="step ${part.state}">
  <span class="step-sign" aria-hidden="true">${SIGNS[part.state]}</span>
  <div><p><b>${NAMES[name]()}</b> <span class="visually-hidden">(${STATES[part.state]()})</span><br>
    <span class="soft">${part.state === "unknown" ? t("This browser knows no Ed25519 signatures.") : told[name](part)}</span></p>${faultList(part.findings)}</div>
</li>`;

/** What the verification came to, in a sentence. */
export const outcome = (proof, report) => {
  if (proof.unreadable) return t("What the service sent is no record that could be checked.");
  if (proof.problem) return t("The record could not be fetched, so nothing was checked here.");
  if (contradicts(proof, report)) return t("This browser verified another log than the report is about!");
  if (proof.state === "good" && report?.found) return t("The chain is whole. What the audit found wrong are the rulings in it, which are not judged here.");
  if (proof.state === "good") return t("Verified in this browser: nobody changed anything after it happened.");
  const n = faults(proof).length;
  if (!report?.found) return tn("This browser found {n} fault of which the report says nothing!", "This browser found {n} faults of which the report says nothing!", n);
  return tn("This browser found {n} fault, too.", "This browser found {n} faults, too.", n);
};

const ENDED = ["good", "bad", "unknown"];

const note = (proof, report) => {
  if (!ENDED.includes(proof.state)) return nothing;
  const good = proof.state === "good" && !contradicts(proof, report);
  return html`<div class="note ${good ? "good" : "bad"}"><p><b>${outcome(proof, report)}</b></p>
    ${proof.unreadable ? html`<p lang="en">${proof.unreadable.message}</p>` : nothing}</div>${trouble(proof.problem)}`;
};

const head = ({head: hash}) => (hash ? html`<p class="soft">${t("The last hash, which stands for all of it:")} <code class="long">${hash}</code></p>` : nothing);

/** @param {object} report the newest audit, or none */
export const proving = (proof, report, again) => html`<section class="card proving" aria-labelledby="proving">
  <h2 id="proving">${t("Checked here, by your own browser")}</h2>
  ${able()
    ? html`<p class="hint">${t("The chain joins every event to the one before. A veil seals what a mask hides when it happens, so that it cannot be changed before it is told.")}
        <a href=${path("/docs/verifying.md")}>${t("How this is checked")}</a></p>
        <ol class="plain steps">${Object.entries(proof.steps).map(step)}</ol>
        ${note(proof, report)}${head(proof)}
        <p class="hint">${t("The keys come from this service, and so does this page. To rely on neither, take the record with you and check it with keys that you keep.")}</p>
        <button type="button" class="button small" ?disabled=${!ENDED.includes(proof.state)} @click=${again}>${t("Check again")}</button>`
    : html`<div class="note"><p>${t("This browser verifies only on pages that came over https, or from this machine (localhost). Take the record with you and check it there.")}</p></div>`}
</section>`;
