// The form of every type of event.

import { exactly, flag, integer, listOf, object, oneOf, orNull, string } from "./shapes.mjs";
import { has } from "./strict.mjs";

const colour = oneOf("red", "yellow", "green", "blue", "white");
const kind = oneOf("forger", "smuggler", "burglar", "swindler", "poacher", "pirate", "gambler", "spy");
const length = oneOf("short", "long");
const stick = exactly({ window: integer, slot: oneOf("left", "right", "long"), length, colour });
const named = exactly({ window: integer, length, colour });
const prisoner = exactly({ kind, window: integer, position: oneOf("left", "right") });
const dealt = exactly({
  window: integer,
  prisoners: exactly({ left: orNull(kind), right: orNull(kind) }),
  sticks: exactly({ left: orNull(colour), right: orNull(colour), long: orNull(colour) }),
});
const options = exactly({
  advanced: flag,
  kinds: integer,
  first_player: (value) => integer(value) || string(value),
  after_escape: oneOf("as_usual", "taker_leads", "stay"),
  double_answer: oneOf("both", "either"),
  token_payment: oneOf("box", "opponent"),
  turn_seconds: orNull(integer),
});

const nothing = {};
const phase = oneOf("mask", "removal", "answer", "second_answer");
const clauses = listOf(string);
const resolving = {
  verdict: oneOf("right", "wrong"),
  resolved: flag,
  escaped: listOf(prisoner),
  taken_by: orNull(integer),
  lime: integer,
  mask: integer,
  winner: orNull(integer),
  won_by: orNull(oneOf("three_alike", "three_different", "last_in_play")),
};
const payment = { tokens_paid: integer, paid_to: orNull(integer) };
const ruled = { phase: orNull(phase), clauses };
const form = (action, outcome, hidden, beside = {}) => ({
  action: exactly(action, beside.action),
  outcome: exactly(outcome, beside.outcome),
  hidden: exactly(hidden, beside.hidden),
  hides: {
    always: Object.keys(hidden).length > 0,
    ever: Object.keys({ ...hidden, ...beside.hidden }).length > 0,
  },
});

const FORMS = {
  "game-opened": form(
    { name: string, options, listed: flag, seed_from: oneOf("host", "server"), rules: string },
    nothing,
    { seed: string },
  ),
  "player-joined": form({ name: string }, { seat: integer }, nothing),
  "game-started": form(nothing, { lime: integer, mask: integer, phase }, { deal: listOf(dealt) }),
  "mask-put-on": form(nothing, { phase, clauses }, nothing),
  "sticks-removed": form({ count: integer }, { ...payment, phase, clauses }, { sticks: listOf(stick) }),
  "answer-given": form(
    nothing,
    { attempt: integer, ...payment, ...ruled },
    { sticks: listOf(named) },
    { outcome: resolving },
  ),
  "second-answer-declined": form(nothing, ruled, nothing, { outcome: resolving }),
  "turn-timed-out": form(
    nothing,
    { instead_of: oneOf("mask", "removal", "answer", "second_answer"), ...ruled },
    nothing,
    {
      outcome: { ...resolving, count: integer },
      hidden: { sticks: listOf(stick) },
    },
  ),
  "player-left": form(nothing, ruled, nothing, { outcome: resolving }),
  "game-closed": form(
    nothing,
    {
      reason: oneOf("host_left", "not_started", "idle", "no_people"),
      phase: oneOf(null),
      winner: oneOf(null),
      won_by: oneOf(null),
    },
    nothing,
  ),
};
const BOT_JOINED = form(
  { name: string, bot: oneOf("goldfish", "magpie", "elephant") },
  { seat: integer },
  { seed: (value) => string(value) && /^[0-9a-f]{32}$/.test(value) },
);
const LEFT_BEFORE = form(nothing, { removed_by: orNull(integer) }, nothing);

export const ENVELOPE = exactly({
  game: string,
  version: integer,
  type: string,
  at: string,
  seat: orNull(integer),
  action: object,
  outcome: object,
  veil: orNull(string),
  previous: orNull(string),
});

/** An event's form: by its type, and for some by what it says. */
function formOf(event) {
  if (event.type === "player-joined" && has(event.action, "bot")) return BOT_JOINED;
  if (event.type === "player-left" && has(event.outcome, "removed_by")) return LEFT_BEFORE;
  return FORMS[event.type];
}

/** Whether an event is of the form of its type. */
export function formed(event, hidden) {
  if (!has(FORMS, event.type)) return false;
  const wanted = formOf(event);
  const opened =
    hidden === null
      ? !wanted.hides.always
      : Object.keys(hidden).length > 0 && wanted.hides.ever && wanted.hidden(hidden);
  return wanted.action(event.action) && wanted.outcome(event.outcome) && opened;
}

/** RFC 3339, UTC, milliseconds, as milliseconds since 1970; null where a text is no such time. */
export function instant(text) {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) || text.startsWith("0000")) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || new Date(time).toISOString() !== text ? null : time;
}
