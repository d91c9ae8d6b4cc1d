/** The seats that this browser holds: which game, which seat, and the token that proves it. */

const STORE = "singsing.seats";

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
};

const write = (kept) => localStorage.setItem(STORE, JSON.stringify(kept));

/** Seats held at a game, lowest first: `[{seat, token}]`. */
export const held = (game) =>
  Object.entries(read()[game] ?? {})
    .map(([seat, token]) => ({seat: Number(seat), token}))
    .sort((one, other) => one.seat - other.seat);

export const keep = (game, seat, token) => {
  const kept = read();
  kept[game] = {...kept[game], [seat]: token};
  write(kept);
};

export const forget = (game, seat) => {
  const kept = read();
  delete kept[game]?.[seat];
  if (kept[game] && !Object.keys(kept[game]).length) delete kept[game];
  write(kept);
};

/** Games at which this browser holds a seat. */
export const games = () => Object.keys(read());

/** The part of an address that hands a seat over: it stays in the browser, after `#`. */
export const handed = (seat, token) => `seat=${seat}.${token}`;

/** Takes a seat that an address hands over, and takes it out of the address at once. */
export const take = (game) => {
  const found = /^#seat=([1-5])\.([\w-]{43})$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  keep(game, Number(found[1]), found[2]);
  return Number(found[1]);
};
