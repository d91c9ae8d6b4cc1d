// The board that a seed deals.

import { sha256 } from "./hashes.mjs";

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
