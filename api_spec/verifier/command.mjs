// The command line, in Node.

/** Letters that a terminal may act on, or that turn a line around, written as escapes. */
const plain = (text) =>
  String(text).replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`,
  );

function printed(verdict) {
  if (verdict.unreadable)
    return [`Unreadable. Line ${verdict.unreadable.line ?? "?"}: ${verdict.unreadable.sentence}`];
  const heading = verdict.ok
    ? `Sound: ${verdict.events} events.`
    : `Wrong: sound up to event ${verdict.sound_to} of ${verdict.events}.`;
  return [
    heading,
    ...verdict.findings.map(
      ({ version, field, sentence }) => `${version ? `event ${version}, ` : ""}${field}: ${sentence}`,
    ),
    ...verdict.confirmed.map(
      (version) =>
        `A receipt of event ${version}, signed by a key that you trust, names the same hash.`,
    ),
    ...verdict.unchecked.map((note) => `Note: ${note}`),
  ];
}

async function verdictOf(verify, args) {
  const { readFileSync, existsSync } = await import("node:fs");
  const { parseArgs } = await import("node:util");
  const several = { type: "string", multiple: true, default: [] };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keys: { type: "string" }, trust: several, receipt: several, json: { type: "boolean" } },
  });
  if (positionals.length !== 1)
    throw new Error(
      "usage: node verify.mjs FILE [--keys FILE] [--trust THUMBPRINT]… [--receipt JWS|FILE]… [--json]",
    );
  const receipts = values.receipt.flatMap((given) =>
    existsSync(given) ? readFileSync(given, "utf8").split(/\s+/).filter(Boolean) : [given],
  );
  const keys = values.keys === undefined ? null : JSON.parse(readFileSync(values.keys, "utf8"));
  const verdict = await verify(readFileSync(positionals[0]), { keys, trust: values.trust, receipts });
  console.log(values.json ? JSON.stringify(verdict) : printed(verdict).map(plain).join("\n"));
  return verdict.unreadable ? 2 : verdict.ok ? 0 : 1;
}

/** The exit status: 0 sound, 1 wrong, 2 unreadable or asked in vain. */
export async function commandLine(verify, args) {
  try {
    return await verdictOf(verify, args);
  } catch (error) {
    console.error(plain(error.message));
    return 2;
  }
}
