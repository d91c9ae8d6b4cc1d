/** Asks the public API, as any client could. */

import {at, context} from "./page.js";

const TRIES = 4;

/** A refusal, or no answer at all (`status` 0); `clauses` where a rule stands against it. */
export class Problem extends Error {
  constructor(status, told = {}) {
    super(told.detail ?? told.title ?? "");
    this.status = status;
    this.slug = (told.type ?? "").split("/").pop();
    this.clauses = told.clauses ?? [];
    this.errors = told.errors ?? [];
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const key = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const headers = (token, more) => ({
  "Accept-Language": context.language,
  ...(token ? {Authorization: `Bearer ${token}`} : {}),
  ...more,
});

const asked = async (path, options) => {
  const answer = await fetch(at(path), {cache: "no-store", credentials: "omit", ...options});
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  const problem = new Problem(answer.status, told);
  problem.after = Number(answer.headers.get("Retry-After")) || null;
  throw problem;
};

/** The same request again after a lost answer or a store that rests: safe, since it bears one key. */
const insisted = async (path, options) => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await asked(path, options);
    } catch (error) {
      const passing = !(error instanceof Problem) || error.status === 503;
      if (!passing) throw error;
      if (tried === TRIES) throw error instanceof Problem ? error : new Problem(0);
      await pause(error.after ?? tried * 0.5);
    }
  }
};

/** JSON of an answer. */
export const get = async (path, {token} = {}) =>
  (await insisted(path, {headers: headers(token)})).json();

/** Text of an answer; `accept` is its media type. */
export const text = async (path, {token, accept = "*/*"} = {}) =>
  (await insisted(path, {headers: headers(token, {Accept: accept})})).text();

/** Lines of NDJSON. */
export const lines = async (path, options) =>
  (await text(path, options)).split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** Posts once, however often it has to be sent; gives the JSON of the answer. */
export const post = async (path, body = {}, {token, version} = {}) =>
  (
    await insisted(path, {
      method: "POST",
      headers: headers(token, {
        "Content-Type": "application/json",
        "Idempotency-Key": key(),
        ...(version ? {"If-Match": `"${version}"`} : {}),
      }),
      body: JSON.stringify(body),
    })
  ).json();

/** Deletes once. */
export const remove = async (path, {token} = {}) =>
  (
    await insisted(path, {
      method: "DELETE",
      headers: headers(token, {"Idempotency-Key": key()}),
    })
  ).json();
