// Verifies many records in one run: a case a line in, a verdict a line out.

import { createInterface } from "node:readline";
import { verify } from "../../api_spec/verify.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const { record, ...trust } = JSON.parse(line);
  console.log(JSON.stringify(await verify(Buffer.from(record, "base64"), trust)));
}
