// Signatures (RFC 7515, RFC 8037, RFC 9864).

import { sha256 } from "./hashes.mjs";
import { string } from "./shapes.mjs";
import { canonical, isObject, strict, utf8 } from "./strict.mjs";

/** The bytes of base64url in its one writing; null where a text is not that. */
function unpacked(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return packed(bytes) === text ? bytes : null;
}

const packed = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The RFC 7638 thumbprint of an Ed25519 key. */
export async function thumbprint({ x }) {
  return packed(await sha256(utf8.encode(canonical({ crv: "Ed25519", kty: "OKP", x }))));
}

/** Those keys of a JWKS that could have signed what the service signs, each with its thumbprint. */
export async function usable(jwks) {
  const given = isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : [];
  const fit = given.filter(
    (key) =>
      isObject(key) &&
      key.kty === "OKP" &&
      key.crv === "Ed25519" &&
      string(key.x) &&
      unpacked(key.x)?.length === 32,
  );
  return Promise.all(fit.map(async (key) => ({ kid: await thumbprint(key), x: unpacked(key.x) })));
}

export function parts(token) {
  const found = token.split(".").map(unpacked);
  return found.length === 3 && !found.includes(null) ? found : null;
}

export function payloadOf(bytes, wanted) {
  try {
    const value = strict(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return wanted(value) ? value : null;
  } catch {
    return null;
  }
}

export function headerOf(token) {
  try {
    const header = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(parts(token)[0]),
    );
    return isObject(header) ? header : {};
  } catch {
    return {};
  }
}

/** What a compact JWS of that type says, or why it proves nothing. */
export async function opened(token, typ, keys, wanted) {
  const header = headerOf(token);
  if (!string(header.kid) || canonical(header) !== canonical({ alg: "Ed25519", kid: header.kid, typ }))
    return "malformed";
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return "unknown-key";
  const [signed, payload] = [token.slice(0, token.lastIndexOf(".")), parts(token)];
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", key.x, { name: "Ed25519" }, false, ["verify"]);
  if (!(await subtle.verify({ name: "Ed25519" }, imported, payload[2], utf8.encode(signed))))
    return "bad-signature";
  return payloadOf(payload[1], wanted) ?? "malformed";
}
