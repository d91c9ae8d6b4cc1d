// A record, read strictly or not at all.

import { exactly, integer, listOf, object, oneOf, orNull, string } from "./shapes.mjs";
import { has, isObject, strict, utf8 } from "./strict.mjs";

const SIZE = 1024 * 1024;
const LINE = 64 * 1024;

export class Unreadable extends Error {
  constructor(line, sentence) {
    super(line === null ? sentence : `Line ${line}: ${sentence}`);
    this.line = line;
    this.sentence = sentence;
  }
}

const CUT = "The record is cut short: its last line is not whole.";
const BEGINNING = utf8.encode('{"game":"');

/** The lines that have an end, and what comes after the last of them. */
function linesOf(content) {
  const bytes = typeof content === "string" ? utf8.encode(content) : content;
  if (bytes.length > SIZE) throw new Unreadable(null, `A record has at most ${SIZE} bytes.`);
  const lines = [];
  let start = 0;
  for (let end; (end = bytes.indexOf(10, start)) >= 0; start = end + 1)
    lines.push(bytes.subarray(start, end));
  return { lines, rest: bytes.subarray(start) };
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

const OPENING = exactly({
  record: oneOf("singsing/1"),
  game: string,
  server: string,
  keys: exactly({ keys: listOf((key) => isObject(key) && Object.values(key).every(string)) }),
});
const CLOSING = exactly({ events: integer, head: string, certificate: orNull(string) });

const BESIDE = {
  hash: string,
  hidden: object,
  salt: (value) => string(value) && /^[0-9a-f]{32}$/.test(value),
};

/** The first line; one that has no end may be a record's that was cut short, or of something else. */
function openingOf([line], rest) {
  if (line === undefined) {
    const begun = BEGINNING.every((byte, at) => at >= rest.length || rest[at] === byte);
    throw new Unreadable(1, begun ? CUT : "It is no first line of a record.");
  }
  const opening = lineValue(line, 1);
  if (!OPENING(opening)) throw new Unreadable(1, "It is no first line of a record of this kind.");
  return opening;
}

export function read(content) {
  const { lines, rest } = linesOf(content);
  const opening = openingOf(lines, rest);
  if (rest.length > 0 || lines.length < 2) throw new Unreadable(lines.length + 1, CUT);
  const values = lines.slice(1).map((line, index) => lineValue(line, index + 2));
  const closing = values.pop();
  if (!has(closing, "head"))
    throw new Unreadable(lines.length, "The record is cut short: its last line is missing.");
  if (!CLOSING(closing)) throw new Unreadable(lines.length, "It is no last line of a record.");
  if (values.length === 0) throw new Unreadable(2, "The record holds no event.");
  return { ...opening, closing, events: values.map(recorded) };
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
