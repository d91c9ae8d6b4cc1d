/** What the fields of events are called. */

import {t} from "./words.js";

/** The last part of a field's path: `outcome.verdict` is about the verdict. */
export const last = (field) => field.split(".").at(-1);

const NAMES = {
  verdict: () => t("The verdict"),
  sticks: () => t("The sticks"),
  attempt: () => t("Which answer it was"),
  resolved: () => t("Whether the turn was over"),
  count: () => t("How many sticks went"),
  escaped: () => t("Who escaped"),
  taken_by: () => t("Who took them"),
  lime: () => t("Who holds the Lime"),
  mask: () => t("Who wears the mask"),
  tokens_paid: () => t("Tokens paid"),
  paid_to: () => t("Where the tokens went"),
  winner: () => t("The winner"),
  won_by: () => t("How it was won"),
  phase: () => t("What comes next"),
  reason: () => t("Why the table closed"),
  instead_of: () => t("What was not done in time"),
  clauses: () => t("The clauses it names"),
  seat: () => t("Whose event it is"),
  removed_by: () => t("Who removed them"),
  deal: () => t("The deal"),
  seed: () => t("The seed"),
  type: () => t("What happened"),
  at: () => t("The time"),
  version: () => t("The number of the event"),
  hash: () => t("The hash"),
  previous: () => t("The hash of the event before"),
  veil: () => t("The veil over what was hidden"),
  hidden: () => t("What was hidden"),
  salt: () => t("The salt of the veil"),
  token: () => t("The mark of the seat"),
  game: () => t("The game it belongs to"),
  event: () => t("The form of the event"),
  events: () => t("How many events there are"),
  receipt: () => t("The receipt"),
};

/** A field in words; one that nobody knows by its own name. */
export const fieldName = (field) => NAMES[last(field)]?.() ?? field;

/** Fields with those first that people ask about first. */
export const inOrder = (fields) => {
  const all = Object.keys(NAMES);
  const place = (field) => (all.includes(last(field)) ? all.indexOf(last(field)) : all.length);
  return fields.toSorted((one, other) => place(one) - place(other));
};
