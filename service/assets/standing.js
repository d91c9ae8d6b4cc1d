/** What a result is worth, in large words. */

import {html} from "./lit-html.js";
import {t} from "./words.js";

const STANDINGS = {
  cleared: {tone: "good", sign: "✓", name: () => t("Cleared"), meaning: () => t("Every ruling was made once more from the log, and each came out as it stands. No objection holds against it.")},
  unaudited: {tone: "even", sign: "?", name: () => t("Not audited yet"), meaning: () => t("Nobody has ruled this game once more. Until somebody does, the result is what was played.")},
  pending: {tone: "even", sign: "…", name: () => t("Being audited"), meaning: () => t("Every ruling is being made once more from the log. Until that is done, the result is what was played.")},
  disputed: {tone: "even", sign: "!", name: () => t("Disputed"), meaning: () => t("Somebody objects to an event, and the objection is not ruled yet.")},
  overturned: {tone: "bad", sign: "✗", name: () => t("Overturned"), meaning: () => t("The log does not hold: an audit found faults in it, or an objection was right. The result of this game does not stand.")},
};

/** A verdict on anything: a sign, a word, what it means. */
export const verdict = ({tone, sign, name, meaning}) => html`<section class="card verdict ${tone}" aria-labelledby="verdict">
  <span class="verdict-sign" aria-hidden="true">${sign}</span>
  <div><h2 id="verdict" tabindex="-1">${name()}</h2><p>${meaning()}</p></div>
</section>`;

/** A standing in a word, for who listens. */
export const standingWord = (standing) => STANDINGS[standing].name();

/** @param {{status: string}[]} audits one that is still to come in is told where nothing else is known */
export const standingOf = (standing, audits) =>
  verdict(STANDINGS[standing === "unaudited" && audits.some(({status}) => ["queued", "running"].includes(status)) ? "pending" : standing]);
