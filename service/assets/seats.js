/** The seats that this browser holds: which game, which seat, and the token that proves it. */

const STORE = "singsing.seats";
const SEAT = /^[1-5]$/;
const TOKEN = /^[\w-]{43}$/;

const read = () => {
  try {
    return {...JSON.parse(localStorage.getItem(STORE))};
  } catch {
    return {};
  }
};

const write = (kept) => localStorage.setItem(STORE, JSON.stringify(kept));

/** Seats held at a game, lowest first: `[{seat, token}]`; what has not the form of a token is none. */
export const held = (game) =>
  Object.entries(read()[game] ?? {})
    .filter(([seat, token]) => SEAT.test(seat) && typeof token === "string" && TOKEN.test(token))
    .map(([seat, token]) => ({seat: Number(seat), token}))
    .sort((one, other) => one.seat - other.seat);

export const keep = (game, seat, token) => {
  const kept = read();
  kept[game] = {...kept[game], [seat]: token};
  write(kept);
};

/** `token`, where it is given, is the one that is forgotten: a newer one of the same seat stays. */
export const forget = (game, seat, token) => {
  const kept = read();
  if (token && kept[game]?.[seat] !== token) return;
  delete kept[game]?.[seat];
  if (kept[game] && !Object.keys(kept[game]).length) delete kept[game];
  write(kept);
};

/** Games at which this browser holds a seat. */
export const games = () => Object.keys(read()).filter((game) => held(game).length);

/** The part of an address that hands a seat over: it stays in the browser, after `#`. */
export const handed = (seat, token) => `seat=${seat}.${token}`;

/** What the address hands over, taken out of it at once; `token` null where it is no token. Nothing is kept. */
export const brought = () => {
  if (!location.hash.startsWith("#seat=")) return null;
  const [, seat, token] = /^#seat=([1-5])\.([\w-]{43})$/.exec(location.hash) ?? [null, null, null];
  history.replaceState(null, "", location.pathname + location.search);
  return {seat: Number(seat), token};
};
