// Hashes and veils.

import { canonical, utf8 } from "./strict.mjs";

export async function sha256(bytes) {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const digest = async (value) => `sha256:${hex(await sha256(utf8.encode(canonical(value))))}`;
