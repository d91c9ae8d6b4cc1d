/** The chairs that a game can be looked at from. */

import {t} from "./words.js";

/** Every chair in the order in which they are gone through. */
export const chairs = (players) => ["table", ...players.map(({seat}) => String(seat)), "public"];

export const nameOf = (chair, players) => {
  if (chair === "table") return t("Whole table");
  if (chair === "public") return t("Public");
  return players.find(({seat}) => String(seat) === chair)?.name ?? t("Seat {seat}", {seat: chair});
};

/** What can be seen from there, in a sentence. */
export const seenFrom = (chair, players) => {
  if (chair === "table") return t("You see everything, as nobody at the table could.");
  if (chair === "public") return t("You see what a visitor saw.");
  return t("You see what {name} saw.", {name: nameOf(chair, players)});
};

export const after = (chair, players) => {
  const all = chairs(players);
  return all[(all.indexOf(chair) + 1) % all.length];
};
