/** What stands in the fields of events, as people read it. */

import {board, colourName, kindName, piece, stick} from "./board.js";
import {clauses} from "./clauses.js";
import {last} from "./fields.js";
import {html} from "./lit-html.js";
import {inWords} from "./sticks.js";
import {t} from "./words.js";

const VERDICTS = {right: () => t("right"), wrong: () => t("wrong")};

const PHASES = {
  mask: () => t("the mask goes on"),
  removal: () => t("a stick is taken"),
  answer: () => t("the answer"),
  second_answer: () => t("a second answer, or none"),
};

const WINS = {
  three_alike: () => t("three prisoners of one kind"),
  three_different: () => t("three prisoners of different kinds"),
  last_in_play: () => t("the last one in play"),
};

const REASONS = {
  host_left: () => t("the host left"),
  not_started: () => t("nobody started in time"),
  idle: () => t("the table lay still for too long"),
  no_people: () => t("no person was left"),
};

const TYPES = {
  "game-opened": () => t("the table opens"),
  "player-joined": () => t("somebody sits down"),
  "player-left": () => t("somebody leaves"),
  "game-started": () => t("the game starts"),
  "mask-put-on": () => t("the mask goes on"),
  "sticks-removed": () => t("sticks are taken"),
  "answer-given": () => t("an answer is given"),
  "second-answer-declined": () => t("no second answer"),
  "turn-timed-out": () => t("time runs out"),
  "game-closed": () => t("the table closes"),
};

/** Who sits at a seat. */
export const seatName = (seat, players) => {
  const name = players.find((player) => player.seat === seat)?.name;
  return name ? t("{name} (seat {seat})", {name, seat}) : t("seat {seat}", {seat});
};

const seats = (value, players) => (value === null ? t("nobody") : seatName(value, players));

const list = (items) => (items.length ? html`<ul class="plain values">${items.map((item) => html`<li>${item}</li>`)}</ul>` : t("none"));

const sticks = (value) => list(value.map((one) => html`${stick(one.colour, one.length)} <span>${inWords([one])}</span>`));

const prisoner = ({kind, window, position}) => {
  const named = {kind: kindName(kind), window};
  const words = position === "left" ? t("{kind} from window {window}, left", named) : t("{kind} from window {window}, right", named);
  return html`${piece(kind)} <span>${words}</span>`;
};

const one = (names) => (value) => names[value]?.() ?? String(value);

const code = (value) => html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`;

const SHOWN = {
  verdict: one(VERDICTS),
  resolved: (value) => (value ? t("yes") : t("no")),
  sticks,
  escaped: (value) => list(value.map(prisoner)),
  phase: (value) => (value === null ? t("the end of the game") : one(PHASES)(value)),
  won_by: one(WINS),
  reason: one(REASONS),
  instead_of: one(PHASES),
  type: one(TYPES),
  clauses: (value) => (value.length ? clauses(value) : t("none")),
  deal: (value) => board({board: value}),
  attempt: (value) => (value === 1 ? t("the first") : t("the second")),
  count: String,
  tokens_paid: String,
  version: String,
  events: String,
};

const SEATS = ["taken_by", "lime", "mask", "winner", "seat", "removed_by"];

/** What stands in a field; whatever cannot be read so is shown as it stands. */
export const valueOf = (field, value, players) => {
  const name = last(field);
  if (SEATS.includes(name)) return seats(value, players);
  if (name === "paid_to") return value === null ? t("to no player") : seats(value, players);
  if (value === null || value === undefined) return name === "phase" ? SHOWN.phase(null) : t("nothing");
  try {
    return (SHOWN[name] ?? code)(value);
  } catch {
    return code(value);
  }
};
