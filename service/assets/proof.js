/** Verifies a game's record in this browser, with the verifier that anybody can run elsewhere. */

import {get, Problem, text} from "./api.js";
import {Auditor} from "./log.mjs";
import {read, Unreadable} from "./record.mjs";
import {heard, trusted, vouched} from "./witnesses.mjs";

const DEAL = ["hidden.deal", "outcome.lime", "outcome.mask"];
const VEILS = ["veil", "hidden", "salt"];
const SOME = 16;
/** Events between two drawings. */

const partOf = ({field}) => {
  if (DEAL.includes(field)) return "deal";
  return VEILS.includes(field) ? "veils" : "chain";
};

const step = () => ({state: "pending", done: 0, of: null, findings: []});

/** Whether a browser can do this at all: not on a page that came without protection. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** A verification that has not begun. States of its steps: pending, running, good, bad, unknown. */
export const unproved = () => ({
  state: "pending", game: null, events: null, head: null, claims: null, notes: [], unreadable: null, problem: null,
  steps: {record: step(), chain: step(), veils: step(), deal: step(), signatures: step()},
});

const ended = (part, findings) => Object.assign(part, {state: findings.length ? "bad" : "good", findings});

const breath = () => new Promise((resolve) => setTimeout(resolve));

const followed = async (proof, record, draw) => {
  const {chain, veils, deal} = proof.steps;
  const veiled = record.events.filter(({event}) => event.veil !== null).length;
  Object.assign(chain, {state: "running", of: record.events.length});
  Object.assign(veils, {state: "running", of: veiled});
  deal.state = "running";
  const auditor = new Auditor(record.game);
  for (const [index, given] of record.events.entries()) {
    await auditor.take(given);
    chain.done = index + 1;
    veils.done += given.event.veil ? 1 : 0;
    if (index % SOME === 0) {
      draw();
      await breath();
    }
  }
  auditor.closing(record);
  for (const [name, part] of Object.entries({chain, veils, deal})) ended(part, auditor.findings.filter((found) => partOf(found) === name));
};

/** A certificate that overturns the game is no fault of the record: it is what the report says, too. */
const faulty = ({field}) => field !== "certificate.standing";

const signed = async (proof, record, version) => {
  const [keys, {receipt}] = await Promise.all([get("/.well-known/jwks.json"), get(`/v1/games/${record.game}/receipts/${version}`)]);
  const whose = await trusted(record, keys, []);
  const witness = await heard(record, whose, [receipt]);
  const {findings, notes, claims} = await vouched(record, whose, witness.agreed);
  Object.assign(proof, {claims, notes: [...notes, ...witness.notes]});
  ended(proof.steps.signatures, [...witness.findings, ...findings].filter(faulty));
};

const vouching = async (proof, record, version) => {
  const part = proof.steps.signatures;
  part.state = "running";
  try {
    await signed(proof, record, version);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    part.state = "unknown";
  }
};

const checked = async (proof, game, version, draw) => {
  proof.steps.record.state = "running";
  draw();
  const content = await text(`/v1/games/${game}/record`);
  const record = read(content);
  Object.assign(proof.steps.record, {state: "good", done: content.length});
  Object.assign(proof, {game: record.game, events: record.events.length, head: record.events.at(-1).hash});
  await followed(proof, record, draw);
  await vouching(proof, record, version);
};

/** Every fault that was found. */
export const faults = ({steps}) => Object.values(steps).flatMap(({findings}) => findings);

/** Goes through all steps, drawing as it goes; `version` is that of the game's last event. */
export const prove = async (proof, game, version, draw) => {
  Object.assign(proof, unproved(), {state: "running"});
  try {
    await checked(proof, game, version, draw);
    proof.state = faults(proof).length ? "bad" : "good";
  } catch (error) {
    proof.state = "bad";
    if (error instanceof Unreadable) Object.assign(proof, {unreadable: error}).steps.record.state = "bad";
    else if (error instanceof Problem) Object.assign(proof, {problem: error, state: "unknown"});
    else throw error;
  }
  draw();
};

/** Where what was verified here is not what a report is about. */
export const contradicts = (proof, report) =>
  proof.head !== null && report?.head && (proof.head !== report.head || proof.events !== report.events);
