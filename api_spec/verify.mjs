// A second verifier of Sing Sing records: form, chain, veils, deal, signatures. It does not judge
// the moves. No dependencies; Node 20 or newer and browsers with Ed25519 in WebCrypto.
//
//   import { verify } from "./verify.mjs";
//   const verdict = await verify(bytesOrText, { keys, trust: [thumbprint], receipts: [jws] });
//
//   node verify.mjs FILE [--keys FILE] [--trust THUMBPRINT]… [--receipt JWS|FILE]… [--json]

const SIZE = 1024 * 1024;
const LINE = 64 * 1024;
const DEEPEST = 16;
const MOST = 1000;

const utf8 = new TextEncoder();
const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export class Unreadable extends Error {
  constructor(line, sentence) {
    super(line === null ? sentence : `Line ${line}: ${sentence}`);
    this.line = line;
    this.sentence = sentence;
  }
}

// Canonical form (RFC 8785) and strict reading

/** The canonical form of a value whose only numbers are integers within ±(2⁵³−1). */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The value of a JSON text that is its own canonical form; throws a sentence where it is not. */
function strict(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw "It is not JSON.";
  }
  checkValue(value, DEEPEST);
  if (canonical(value) !== text) throw "It is not in its canonical form (RFC 8785).";
  return value;
}

function checkValue(value, left) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw "It holds a number that is no integer within 2⁵³−1.";
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw "It holds half of a surrogate pair.";
  if (typeof value !== "object" || value === null) return;
  if (left === 0) throw `It nests deeper than ${DEEPEST} levels.`;
  for (const name of Object.keys(value)) {
    if (/[^\x00-\x7f]/.test(name)) throw "It holds a name that is not ASCII.";
    checkValue(value[name], left - 1);
  }
}

function linesOf(content) {
  const bytes = typeof content === "string" ? utf8.encode(content) : content;
  if (bytes.length > SIZE) throw new Unreadable(null, `A record has at most ${SIZE} bytes.`);
  const lines = [];
  let start = 0;
  for (let end; (end = bytes.indexOf(10, start)) >= 0; start = end + 1) lines.push(bytes.subarray(start, end));
  if (start < bytes.length || lines.length < 2) throw new Unreadable(lines.length + 1, "The record is cut short: its last line is not whole.");
  return lines;
}

function lineValue(bytes, number) {
  if (bytes.length > LINE) throw new Unreadable(number, `It is longer than ${LINE} bytes.`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable(number, "It is not UTF-8.");
  }
  let value;
  try {
    value = strict(text);
  } catch (sentence) {
    throw new Unreadable(number, String(sentence));
  }
  if (!isObject(value)) throw new Unreadable(number, "It is no JSON object.");
  return value;
}

// The forms of a record, of its events and of what is signed

const string = (value) => typeof value === "string";
const integer = (value) => typeof value === "number";
const flag = (value) => typeof value === "boolean";
const object = isObject;
const orNull = (form) => (value) => value === null || form(value);
const oneOf = (...allowed) => (value) => allowed.includes(value);
const listOf = (form) => (value) => Array.isArray(value) && value.every(form);
const exactly = (forms, optional = {}) => (value) =>
  isObject(value) &&
  Object.keys(forms).every((name) => has(value, name) && forms[name](value[name])) &&
  Object.keys(value).every((name) => has(forms, name) || (has(optional, name) && optional[name](value[name])));

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
  hides: { always: Object.keys(hidden).length > 0, ever: Object.keys({ ...hidden, ...beside.hidden }).length > 0 },
});

const FORMS = {
  "game-opened": form({ name: string, options, listed: flag, seed_from: oneOf("host", "server"), rules: string }, nothing, { seed: string }),
  "player-joined": form({ name: string }, { seat: integer }, nothing, { action: { bot: string } }),
  "game-started": form(nothing, { lime: integer, mask: integer, phase }, { deal: listOf(dealt) }),
  "mask-put-on": form(nothing, { phase, clauses }, nothing),
  "sticks-removed": form({ count: integer }, { ...payment, phase, clauses }, { sticks: listOf(stick) }),
  "answer-given": form(nothing, { attempt: integer, ...payment, ...ruled }, { sticks: listOf(named) }, { outcome: resolving }),
  "second-answer-declined": form(nothing, ruled, nothing, { outcome: resolving }),
  "turn-timed-out": form(nothing, { instead_of: oneOf("mask", "removal", "answer", "second_answer"), ...ruled }, nothing, {
    outcome: { ...resolving, count: integer },
    hidden: { sticks: listOf(stick) },
  }),
  "player-left": form(nothing, ruled, nothing, { outcome: resolving }),
  "game-closed": form(nothing, { reason: oneOf("host_left", "not_started", "idle", "no_people"), phase: oneOf(null), winner: oneOf(null), won_by: oneOf(null) }, nothing),
};
const LEFT_BEFORE = form(nothing, { removed_by: orNull(integer) }, nothing);

const ENVELOPE = exactly({
  game: string, version: integer, type: string, at: string, seat: orNull(integer),
  action: object, outcome: object, veil: orNull(string), previous: orNull(string),
});
const OPENING = exactly({ record: oneOf("singsing/1"), game: string, server: string, keys: exactly({ keys: listOf((key) => isObject(key) && Object.values(key).every(string)) }) });
const CLOSING = exactly({ events: integer, head: string, certificate: orNull(string) });
const RECEIPT = exactly({ iss: string, game: string, version: integer, hash: string, at: string });
const CERTIFICATE = exactly({
  iss: string, game: string, events: integer, head: string, docket_head: string,
  standing: oneOf("unaudited", "cleared", "disputed", "overturned"), findings: integer, rules: string, release: string, at: string,
});
const BESIDE = {
  hash: string,
  hidden: object,
  salt: (value) => string(value) && /^[0-9a-f]{32}$/.test(value),
};

/** Whether an event is of the form of its type. */
function formed(event, hidden) {
  if (!has(FORMS, event.type)) return false;
  const wanted = event.type === "player-left" && has(event.outcome, "removed_by") ? LEFT_BEFORE : FORMS[event.type];
  const opened = hidden === null ? !wanted.hides.always : Object.keys(hidden).length > 0 && wanted.hides.ever && wanted.hidden(hidden);
  return wanted.action(event.action) && wanted.outcome(event.outcome) && opened;
}

/** RFC 3339, UTC, milliseconds, as milliseconds since 1970; null where a text is no such time. */
function instant(text) {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) || text.startsWith("0000")) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || new Date(time).toISOString() !== text ? null : time;
}

function read(content) {
  const values = linesOf(content).map((line, index) => lineValue(line, index + 1));
  const [opening, closing] = [values[0], values.at(-1)];
  if (!OPENING(opening)) throw new Unreadable(1, "It is no first line of a record of this kind.");
  if (!has(closing, "head")) throw new Unreadable(values.length, "The record is cut short: its last line is missing.");
  if (!CLOSING(closing)) throw new Unreadable(values.length, "It is no last line of a record.");
  if (values.length === 2) throw new Unreadable(2, "The record holds no event.");
  return { ...opening, closing, events: values.slice(1, -1).map(recorded) };
}

/** A line's event, with what stands beside what is hashed taken out; `faults` have not their form. */
function recorded(value, index) {
  const { hash, hidden, salt, ...event } = value;
  const faults = Object.keys(BESIDE).filter((name) => has(value, name) && !BESIDE[name](value[name]));
  if (!has(value, "hash")) faults.push("hash");
  if (has(value, "hidden") !== has(value, "salt") && !faults.includes("salt")) faults.push("salt");
  return {
    position: index + 1,
    event,
    hash: string(hash) ? hash : "",
    hidden: isObject(hidden) ? hidden : null,
    salt: string(salt) ? salt : null,
    faults,
  };
}

// Hashes, veils and the deal

async function sha256(bytes) {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const digest = async (value) => `sha256:${hex(await sha256(utf8.encode(canonical(value))))}`;

/** The numbers that a seed gives: SHA-256 of the seed and a counter, four bytes each. */
async function* words(seed) {
  for (let counter = 0; ; counter += 1) {
    const block = new Uint8Array(seed.length + 4);
    block.set(seed);
    new DataView(block.buffer).setUint32(seed.length, counter);
    const made = new DataView((await sha256(block)).buffer);
    for (let at = 0; at < 32; at += 4) yield made.getUint32(at);
  }
}

/** The board that a seed of 32 hex digits deals, and the seat that begins. */
export async function deal(seed, kinds, firstPlayer, seats) {
  const drawn = words(Uint8Array.from(seed.match(/../g), (byte) => parseInt(byte, 16)));
  const below = async (n) => {
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const { value } = await drawn.next();
      if (value < fair) return value % n;
    }
  };
  const shuffled = async (items) => {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = await below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  };
  const each = (names, count) => names.flatMap((name) => Array(count).fill(name));
  const colours = ["red", "yellow", "green", "blue", "white"];
  const names = ["forger", "smuggler", "burglar", "swindler", "poacher", "pirate", "gambler", "spy"];
  const prisoners = await shuffled(each(names.slice(0, kinds), 24 / kinds));
  const short = await shuffled(each(colours, 7));
  const long = await shuffled(each(colours, 4));
  const board = Array.from({ length: 12 }, (_, w) => ({
    window: w + 1,
    prisoners: { left: prisoners[2 * w], right: prisoners[2 * w + 1] },
    sticks: { left: short[2 * w], right: short[2 * w + 1], long: long[w] },
  }));
  return { board, first: firstPlayer === "random" ? seats[await below(seats.length)] : firstPlayer };
}

// The log

/** Goes through a log, event by event, and keeps what it finds. */
class Auditor {
  constructor(game) {
    Object.assign(this, { game, findings: [], found: 0, next: 1, previous: null, before: null, lost: false, seats: new Set(), opening: null });
  }

  find(version, field, recordedValue, expected, sentence) {
    this.found += 1;
    if (this.findings.length < MOST) this.findings.push(finding(version, field, recordedValue, expected, sentence));
  }

  async take(given) {
    for (const field of given.faults) this.find(this.next, field, null, null, `The entry's ${field} has not its prescribed form.`);
    if (ENVELOPE(given.event)) {
      await this.chain(given);
      await this.story(given);
      this.next = given.event.version + 1;
    } else {
      this.lost = true;
      this.find(this.next, "event", null, null, "This is not of the form of an event.");
      this.next += 1;
    }
    this.previous = given.hash;
  }

  async chain({ event, hash, hidden, salt, position }) {
    const { version } = event;
    for (let missing = this.next; missing < Math.min(version, this.next + MOST); missing += 1)
      this.find(missing, "version", null, missing, `Event ${missing} is missing.`);
    if (version < this.next || version !== position)
      this.find(version, "version", version, Math.max(this.next, position), `Event ${version} does not stand in its place.`);
    const made = await digest(event);
    if (hash !== made) this.find(version, "hash", hash, made, "The hash is not that of the event.");
    if (event.previous !== this.previous)
      this.find(version, "previous", event.previous, this.previous, "The event does not follow the one before it.");
    if (event.game !== this.game) this.find(version, "game", event.game, this.game, "The event is of another game.");
    const covers = hidden === null ? null : await digest({ salt: salt ?? "", value: hidden });
    if (event.veil !== covers) this.find(version, "veil", event.veil, covers, "What is opened is not what the veil covers.");
  }

  /** What needs the events before: that time does not run backwards, and the deal. */
  async story({ event, hidden }) {
    const at = instant(event.at);
    if (at === null || !formed(event, hidden)) {
      this.lost = true;
      this.find(event.version, "event", null, null, `${event.type}: it is not of the form of its type.`);
    }
    if (this.lost) return;
    if (this.before !== null && at < this.before)
      this.find(event.version, "at", event.at, new Date(this.before).toISOString(), "The event lies before the one before it.");
    this.before = at;
    await this.seating(event, hidden);
  }

  async seating(event, hidden) {
    if (event.type === "game-opened") {
      this.opening ??= { ...event.action.options, seed: hidden.seed };
      this.seats.add(1);
    } else if (event.type === "player-joined") this.seats.add(event.outcome.seat);
    else if (has(event.outcome, "removed_by")) this.seats.delete(event.seat);
    else if (event.type === "game-started" && this.opening) await this.dealing(event, hidden);
  }

  async dealing({ version, outcome }, hidden) {
    const { seed, kinds, first_player: firstPlayer } = this.opening;
    const seats = [...this.seats].sort((one, other) => one - other);
    if (!/^[0-9a-f]{32}$/.test(seed) || ![3, 4, 6, 8].includes(kinds) || seats.length < 2)
      return this.find(version, "hidden.deal", null, null, "From this opening nothing can be dealt.");
    const { board, first } = await deal(seed, kinds, firstPlayer, seats);
    if (canonical(board) !== canonical(hidden.deal)) this.find(version, "hidden.deal", hidden.deal, board, "The board is not the one that the seed deals.");
    if (outcome.lime !== first) this.find(version, "outcome.lime", outcome.lime, first, "The seed lets another seat begin.");
    const left = seats.find((seat) => seat > first) ?? seats[0];
    if (outcome.mask !== left) this.find(version, "outcome.mask", outcome.mask, left, "The mask belongs to the next seat.");
  }

  closing({ events, closing }) {
    const there = events.length;
    if (closing.events !== there)
      this.find(Math.min(Math.max(closing.events, 0), there) + 1, "events", there, closing.events, `The last line speaks of ${closing.events} events; there are ${there}.`);
    const head = events[there - 1].hash;
    if (closing.head !== head) this.find(there, "head", head, closing.head, "The last line names another hash than that of the last event.");
    const { outcome } = events[there - 1].event;
    if (!isObject(outcome) || outcome.phase !== null)
      this.find(there + 1, "events", there, null, "The game is not over with the last event; a record holds a whole game.");
  }
}

const finding = (version, field, recordedValue, expected, sentence) =>
  ({ version, field, clauses: [], recorded: recordedValue, expected, sentence });

// Signatures (RFC 7515, RFC 8037, RFC 9864)

/** The bytes of base64url in its one writing; null where a text is not that. */
function unpacked(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return packed(bytes) === text ? bytes : null;
}

const packed = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The RFC 7638 thumbprint of an Ed25519 key. */
export async function thumbprint({ x }) {
  return packed(await sha256(utf8.encode(canonical({ crv: "Ed25519", kty: "OKP", x }))));
}

/** Those keys of a JWKS that could have signed what the service signs, each with its thumbprint. */
async function usable(jwks) {
  const given = isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : [];
  const fit = given.filter((key) => isObject(key) && key.kty === "OKP" && key.crv === "Ed25519" && string(key.x) && unpacked(key.x)?.length === 32);
  return Promise.all(fit.map(async (key) => ({ kid: await thumbprint(key), x: unpacked(key.x) })));
}

function parts(token) {
  const found = token.split(".").map(unpacked);
  return found.length === 3 && !found.includes(null) ? found : null;
}

function payloadOf(bytes, wanted) {
  try {
    const value = strict(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return wanted(value) ? value : null;
  } catch {
    return null;
  }
}

function headerOf(token) {
  try {
    const header = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(parts(token)[0]));
    return isObject(header) ? header : {};
  } catch {
    return {};
  }
}

/** What a compact JWS of that type says, or why it proves nothing. */
async function opened(token, typ, keys, wanted) {
  const header = headerOf(token);
  if (!string(header.kid) || canonical(header) !== canonical({ alg: "Ed25519", kid: header.kid, typ })) return "malformed";
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return "unknown-key";
  const [signed, payload] = [token.slice(0, token.lastIndexOf(".")), parts(token)];
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", key.x, { name: "Ed25519" }, false, ["verify"]);
  if (!(await subtle.verify({ name: "Ed25519" }, imported, payload[2], utf8.encode(signed)))) return "bad-signature";
  return payloadOf(payload[1], wanted) ?? "malformed";
}

const INVENTED = "The record is consistent with itself, but whoever wrote this file could have written all of it.";
const NO_EVIDENCE = {
  malformed: "it has not the form of a receipt.",
  "bad-signature": "its signature is not that of its key.",
  "unknown-key": "nobody vouches here for its key.",
};
const WRONG = {
  malformed: "The certificate has not the form of one.",
  "bad-signature": "The certificate's signature is not that of its key.",
  "unknown-key": "The certificate is signed by none of the keys that you trust.",
};

async function trusted(record, keys, thumbprints) {
  const own = await usable(record.keys);
  if (!keys && thumbprints.length === 0) return { keys: own, vouched: false };
  return { keys: [...(await usable(keys)), ...own.filter(({ kid }) => thumbprints.includes(kid))], vouched: true };
}

/** Receipts held against a record, and against each other. */
async function heard(record, trust, receipts) {
  const hashes = new Map(record.events.map(({ position, hash }) => [position, hash]));
  const told = new Map();
  const result = { findings: [], notes: [], agreed: 0 };
  const against = ({ game, version, hash }, sentence, kept) =>
    result.findings.push(finding(game === record.game ? version : 0, "receipt", kept ?? hashes.get(version) ?? null, hash, sentence));
  const contradicts = ({ game, version, hash }) => game === record.game && hashes.get(version) !== hash;
  for (const [index, receipt] of receipts.entries()) {
    const claims = await opened(receipt, "singsing-receipt", trust.keys, RECEIPT);
    if (string(claims)) {
      const unsure = claims === "unknown-key" && !trust.vouched ? payloadOf(parts(receipt)[1], RECEIPT) : null;
      if (unsure && contradicts(unsure)) against(unsure, `A receipt names another event ${unsure.version} than this record holds. It is signed by a key that nobody named here; one of the two is not honest.`);
      else result.notes.push(`Receipt ${index + 1} is no evidence: ${NO_EVIDENCE[claims]}`);
      continue;
    }
    const about = canonical([claims.game, claims.version]);
    if (!told.has(about)) told.set(about, claims.hash);
    if (told.get(about) !== claims.hash)
      against(claims, `Two receipts, both genuine, name different events ${claims.version} of the game ${claims.game}.`, told.get(about));
    if (claims.game !== record.game) result.notes.push(`Receipt ${index + 1} is of another game.`);
    else if (contradicts(claims))
      against(claims, hashes.has(claims.version) ? `The service signed another event ${claims.version} than this record holds.` : `The service signed an event ${claims.version}; this record ends before it.`);
    else if (trust.vouched) result.agreed = Math.max(result.agreed, claims.version);
    else result.notes.push(`Receipt ${index + 1} agrees with the record; nobody vouches here for its key.`);
  }
  return result;
}

/** What the certificate comes to, or that nobody signed for all of the record. */
async function vouched(record, trust, agreed) {
  const token = record.closing.certificate;
  const there = record.events.length;
  const said = (findings, notes, claims = null) => ({ findings, notes, claims });
  if (token === null) {
    if (!trust.vouched) return said([], [`No certificate is in this record. ${INVENTED}`]);
    if (agreed === there) return said([], ["No certificate is in this record; the receipt of its last event vouches for it."]);
    return said([finding(agreed + 1, "certificate", null, null, `No key that you trust signed for this record${agreed ? ` beyond event ${agreed}` : ""}.`)], []);
  }
  const claims = await opened(token, "singsing-certificate", trust.keys, CERTIFICATE);
  if (string(claims)) {
    const unlisted = claims === "unknown-key" && !trust.vouched;
    return said([finding(there, "certificate", null, null, unlisted ? "The certificate is signed by a key that the record does not list." : WRONG[claims])], []);
  }
  const held = { iss: record.server, game: record.game, events: there, head: record.events[there - 1].hash, rules: "singsing-rules/1" };
  const differences = Object.keys(held)
    .filter((name) => claims[name] !== held[name])
    .map((name) => finding(there, `certificate.${name}`, held[name], claims[name], `The certificate is of another ${name}.`));
  if (!trust.vouched) return said(differences, [`Signed by a key for which nobody vouches here (${headerOf(token).kid}). ${INVENTED}`]);
  const notes = [`The standing, ${claims.standing}, is as of ${claims.at}; what the docket came to later is not in here.`];
  if (claims.findings) notes.push(`The service's own audit came to ${claims.findings} findings.`);
  return said(differences, notes, claims);
}

// The verdict

/**
 * What a record is worth: `ok`, every finding with its version and field, `sound_to` (the last
 * version before the first fault in the log), and in sentences what could not be checked.
 * `keys` is a JWKS from elsewhere, `trust` picks keys of the record by thumbprint.
 */
export async function verify(content, { keys = null, trust = [], receipts = [] } = {}) {
  let record;
  try {
    record = read(content);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, unreadable: { line: error.line, sentence: error.sentence }, game: null, events: 0, head: null, sound_to: 0, findings: [], found: 0, unchecked: [], certificate: null };
  }
  const auditor = new Auditor(record.game);
  for (const given of record.events) await auditor.take(given);
  auditor.closing(record);
  const whose = await trusted(record, keys, trust);
  const witness = await heard(record, whose, receipts);
  const signed = await vouched(record, whose, witness.agreed);
  const found = auditor.found + witness.findings.length + signed.findings.length;
  const inLog = [...auditor.findings, ...witness.findings.filter(({ version }) => version)].map(({ version }) => version);
  return {
    ok: found === 0,
    unreadable: null,
    game: record.game,
    events: record.events.length,
    head: record.events.at(-1).hash,
    sound_to: Math.min(record.events.length, Math.max(Math.min(...inLog, Infinity) - 1, 0)),
    findings: [...auditor.findings, ...witness.findings, ...signed.findings].sort((one, other) => one.version - other.version).slice(0, MOST),
    found,
    unchecked: [...signed.notes, ...witness.notes, "Whether the moves were ruled by the rules is not checked here."],
    certificate: signed.claims,
  };
}

// The command line

/** Letters that a terminal may act on, or that turn a line around, written as escapes. */
const plain = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);

function printed(verdict) {
  if (verdict.unreadable) return [`Unreadable. Line ${verdict.unreadable.line ?? "?"}: ${verdict.unreadable.sentence}`];
  const heading = verdict.ok ? `Sound: ${verdict.events} events.` : `Wrong: sound up to event ${verdict.sound_to} of ${verdict.events}.`;
  return [heading, ...verdict.findings.map(({ version, field, sentence }) => `event ${version}, ${field}: ${sentence}`), ...verdict.unchecked.map((note) => `Note: ${note}`)];
}

async function commandLine(args) {
  const { readFileSync, existsSync } = await import("node:fs");
  const { parseArgs } = await import("node:util");
  const several = { type: "string", multiple: true, default: [] };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keys: { type: "string" }, trust: several, receipt: several, json: { type: "boolean" } } });
  if (positionals.length !== 1) throw new Error("usage: node verify.mjs FILE [--keys FILE] [--trust THUMBPRINT]… [--receipt JWS|FILE]… [--json]");
  const receipts = values.receipt.flatMap((given) => (existsSync(given) ? readFileSync(given, "utf8").split("\n").map((line) => line.trim()).filter(Boolean) : [given]));
  const keys = values.keys === undefined ? null : JSON.parse(readFileSync(values.keys, "utf8"));
  const verdict = await verify(readFileSync(positionals[0]), { keys, trust: values.trust, receipts });
  console.log(values.json ? JSON.stringify(verdict) : printed(verdict).map(plain).join("\n"));
  return verdict.unreadable ? 2 : verdict.ok ? 0 : 1;
}

async function isMain() {
  if (!globalThis.process?.versions?.node || !process.argv[1]) return false;
  const [{ realpathSync }, { pathToFileURL }] = await Promise.all([import("node:fs"), import("node:url")]);
  return import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
}

if (await isMain()) {
  process.exitCode = await commandLine(process.argv.slice(2)).catch((error) => {
    console.error(plain(error.message));
    return 2;
  });
}
