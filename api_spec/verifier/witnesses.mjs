// Who signed for a record: certificate and receipts, and whose keys count.

import { finding } from "./findings.mjs";
import { exactly, integer, oneOf, string } from "./shapes.mjs";
import { headerOf, opened, parts, payloadOf, usable } from "./signatures.mjs";
import { canonical } from "./strict.mjs";

const RECEIPT = exactly({ iss: string, game: string, version: integer, hash: string, at: string });
const CERTIFICATE = exactly({
  iss: string,
  game: string,
  events: integer,
  head: string,
  docket_head: string,
  standing: oneOf("unaudited", "cleared", "disputed", "overturned"),
  findings: integer,
  rules: string,
  release: string,
  at: string,
});

const INVENTED =
  "The record is consistent with itself, but whoever wrote this file could have written all of it.";
const EXPORT_AGAIN =
  "Perhaps it was written before the game was audited; a table that never started is not. Export it again, or give the receipt of its last event (--receipt).";
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

export async function trusted(record, keys, thumbprints) {
  const own = await usable(record.keys);
  if (!keys && thumbprints.length === 0) return { keys: own, vouched: false };
  return {
    keys: [...(await usable(keys)), ...own.filter(({ kid }) => thumbprints.includes(kid))],
    vouched: true,
  };
}

/** Receipts held against a record, and against each other; `confirmed` are versions, oldest first. */
export async function heard(record, trust, receipts) {
  const hashes = new Map(record.events.map(({ position, hash }) => [position, hash]));
  const told = new Map();
  const result = { findings: [], notes: [] };
  const confirmed = new Set();
  const against = ({ game, version, hash }, sentence, kept) =>
    result.findings.push(
      finding(
        game === record.game ? version : 0,
        "receipt",
        kept ?? hashes.get(version) ?? null,
        hash,
        sentence,
      ),
    );
  const contradicts = ({ game, version, hash }) => game === record.game && hashes.get(version) !== hash;
  for (const [index, receipt] of receipts.entries()) {
    const claims = await opened(receipt, "singsing-receipt", trust.keys, RECEIPT);
    if (string(claims)) {
      const unsure =
        claims === "unknown-key" && !trust.vouched ? payloadOf(parts(receipt)[1], RECEIPT) : null;
      if (unsure && contradicts(unsure))
        against(
          unsure,
          `A receipt names another event ${unsure.version} than this record holds. It is signed by a key that nobody named here; one of the two is not honest.`,
        );
      else result.notes.push(`Receipt ${index + 1} is no evidence: ${NO_EVIDENCE[claims]}`);
      continue;
    }
    const about = canonical([claims.game, claims.version]);
    if (!told.has(about)) told.set(about, claims.hash);
    if (told.get(about) !== claims.hash)
      against(
        claims,
        `Two receipts, both genuine, name different events ${claims.version} of the game ${claims.game}.`,
        told.get(about),
      );
    if (claims.game !== record.game) result.notes.push(`Receipt ${index + 1} is of another game.`);
    else if (contradicts(claims))
      against(
        claims,
        hashes.has(claims.version)
          ? `The service signed another event ${claims.version} than this record holds.`
          : `The service signed an event ${claims.version}; this record ends before it.`,
      );
    else if (trust.vouched) confirmed.add(claims.version);
    else result.notes.push(`Receipt ${index + 1} agrees with the record; nobody vouches here for its key.`);
  }
  const versions = [...confirmed].sort((one, other) => one - other);
  return { ...result, confirmed: versions, agreed: versions.at(-1) ?? 0 };
}

/** Only of a record without a fault it has to be said that it proves nothing by itself. */
const doubted = (note, faultless) => (faultless ? `${note} ${INVENTED}` : note);

/**
 * What the certificate comes to, or that nobody signed for all of the record; `faultless` is
 * whether nothing else was found to be wrong with it.
 */
export async function vouched(record, trust, agreed, faultless) {
  const token = record.closing.certificate;
  const there = record.events.length;
  const said = (findings, notes, claims = null) => ({ findings, notes, claims });
  if (token === null) {
    if (!trust.vouched) return said([], [doubted("No certificate is in this record.", faultless)]);
    if (agreed === there)
      return said([], ["No certificate is in this record; the receipt of its last event vouches for it."]);
    return said(
      [
        finding(
          0,
          "certificate",
          null,
          null,
          `No key that you trust signed for this record${agreed ? ` beyond event ${agreed}` : ""}. ${EXPORT_AGAIN}`,
        ),
      ],
      [],
    );
  }
  const claims = await opened(token, "singsing-certificate", trust.keys, CERTIFICATE);
  if (string(claims)) {
    const unlisted = claims === "unknown-key" && !trust.vouched;
    return said(
      [
        finding(
          there,
          "certificate",
          null,
          null,
          unlisted ? "The certificate is signed by a key that the record does not list." : WRONG[claims],
        ),
      ],
      [],
    );
  }
  const held = {
    iss: record.server,
    game: record.game,
    events: there,
    head: record.events[there - 1].hash,
    rules: "singsing-rules/1",
  };
  const differences = Object.keys(held)
    .filter((name) => claims[name] !== held[name])
    .map((name) =>
      finding(
        there,
        `certificate.${name}`,
        held[name],
        claims[name],
        `The certificate is of another ${name}.`,
      ),
    );
  if (claims.findings || claims.standing === "overturned")
    differences.push(
      finding(
        there,
        "certificate.standing",
        null,
        claims.standing,
        `The certificate overturns this game: the audit that it is about came to ${claims.findings} findings, or a dispute was upheld.`,
      ),
    );
  if (!trust.vouched)
    return said(differences, [
      doubted(
        `Signed by a key for which nobody vouches here (${headerOf(token).kid}).`,
        faultless && differences.length === 0,
      ),
    ]);
  const notes = [
    `The standing, ${claims.standing}, is as of ${claims.at}; what the docket came to later is not in here.`,
  ];
  return said(differences, notes, claims);
}
