/** How a dispute can end and how far it is, in words. */

import {t} from "./words.js";

const JUDGEMENTS = {
  upheld: {
    tone: "bad",
    sign: "✗",
    name: () => t("Upheld"),
    meaning: () => t("The objection is right: what is recorded is not what the rules give. The result of this game no longer stands."),
  },
  dismissed: {
    tone: "even",
    sign: "=",
    name: () => t("Dismissed"),
    meaning: () => t("The objection fails: what is recorded is what the rules give. Nothing changes."),
  },
  silent: {
    tone: "even",
    sign: "~",
    name: () => t("Silent"),
    meaning: () => t("Neither right nor wrong: the printed rules do not say. By the reading that this table agreed on before it began, what is recorded stands."),
  },
};

const STATUSES = {
  waiting: () => t("waits for the end of the game"),
  queued: () => t("waits for a worker"),
  running: () => t("is being ruled"),
  failed: () => t("could not be ruled yet"),
};

const BROKEN = () => t("The objection is right: the service signed for another event than the log holds. The result of this game no longer stands.");

/**
 * What a ruling comes to.
 * @returns {{tone: string, sign: string, name: () => string, meaning: () => string}}
 */
export const judgement = ({verdict, expected}) =>
  expected?.receipt ? {...JUDGEMENTS[verdict], meaning: BROKEN} : JUDGEMENTS[verdict];

/** How a dispute stands, in a word or two. */
export const state = ({status, ruling}) => (ruling ? judgement(ruling).name() : STATUSES[status]());

export const tone = ({ruling}) => (ruling ? JUDGEMENTS[ruling.verdict].tone : "");
