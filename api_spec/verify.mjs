// A second verifier of Sing Sing records: form, chain, veils, deal, signatures. It does not judge
// the moves. Needs the folder verifier beside it and nothing else; Node 20 or newer and browsers with Ed25519 in WebCrypto.
//
//   import { verify } from "./verify.mjs";
//   const verdict = await verify(bytesOrText, { keys, trust: [thumbprint], receipts: [jws] });
//
//   node verify.mjs FILE [--keys FILE] [--trust THUMBPRINT]… [--receipt JWS|FILE]… [--json]

import { MOST } from "./verifier/findings.mjs";
import { Auditor } from "./verifier/log.mjs";
import { read, Unreadable } from "./verifier/record.mjs";
import { heard, trusted, vouched } from "./verifier/witnesses.mjs";

export { deal } from "./verifier/deal.mjs";
export { thumbprint } from "./verifier/signatures.mjs";
export { canonical } from "./verifier/strict.mjs";

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
    return {
      ok: false,
      unreadable: { line: error.line, sentence: error.sentence },
      game: null,
      events: 0,
      head: null,
      sound_to: 0,
      findings: [],
      found: 0,
      unchecked: [],
      certificate: null,
      confirmed: [],
    };
  }
  const auditor = new Auditor(record.game);
  for (const given of record.events) await auditor.take(given);
  auditor.closing(record);
  const whose = await trusted(record, keys, trust);
  const witness = await heard(record, whose, receipts);
  const faultless = auditor.found + witness.findings.length === 0;
  const signed = await vouched(record, whose, witness.agreed, faultless);
  const found = auditor.found + witness.findings.length + signed.findings.length;
  const inLog = [...auditor.findings, ...witness.findings.filter(({ version }) => version)].map(
    ({ version }) => version,
  );
  return {
    ok: found === 0,
    unreadable: null,
    game: record.game,
    events: record.events.length,
    head: record.events.at(-1).hash,
    sound_to: Math.min(record.events.length, Math.max(Math.min(...inLog, Infinity) - 1, 0)),
    findings: [...auditor.findings, ...witness.findings, ...signed.findings]
      .sort((one, other) => one.version - other.version)
      .slice(0, MOST),
    found,
    unchecked: [
      ...signed.notes,
      ...witness.notes,
      "Whether the moves were ruled by the rules is not checked here.",
    ],
    certificate: signed.claims,
    confirmed: witness.confirmed,
  };
}

async function isMain() {
  if (!globalThis.process?.versions?.node || !process.argv[1]) return false;
  const [{ realpathSync }, { pathToFileURL }] = await Promise.all([import("node:fs"), import("node:url")]);
  return import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
}

if (await isMain()) {
  const { commandLine } = await import("./verifier/command.mjs");
  process.exitCode = await commandLine(verify, process.argv.slice(2));
}
