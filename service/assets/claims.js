/** What can be claimed about an event: value, name, meaning. */

import {t} from "./words.js";

export const claims = () => [
  ["verdict", t("The verdict"), t("An answer was judged right or wrong, and should not have been.")],
  ["escape", t("An escape"), t("A prisoner escaped who should not have, or did not who should have.")],
  ["award", t("The taking"), t("The prisoner went to the wrong player.")],
  ["passing", t("The passing on"), t("The Lime or the mask went to the wrong player.")],
  ["tokens", t("The tokens"), t("A red token was paid wrongly, or not at all, or to the wrong side.")],
  ["removal", t("The removal"), t("Other sticks, or more or fewer of them, were taken than is recorded.")],
  ["end", t("The end"), t("The game ended too early or too late, or the wrong player won.")],
  ["deal", t("The deal"), t("Sticks, prisoners or first player were not dealt as the seed has it.")],
  ["record", t("The record"), t("Something else is recorded wrongly: a time, a seat, a signature.")],
];

const OF_TURNS = ["verdict", "passing", "escape", "award", "end"];

/** The claims that an event of a type can be about, the likeliest first. */
const FITTING = {
  "game-started": ["deal"],
  "mask-put-on": ["passing"],
  "sticks-removed": ["removal", "tokens"],
  "answer-given": [...OF_TURNS, "tokens"],
  "second-answer-declined": ["passing", ...OF_TURNS.filter((claim) => claim !== "passing"), "tokens"],
  "turn-timed-out": ["passing", "removal", ...OF_TURNS.filter((claim) => claim !== "passing")],
  "player-left": ["passing", "end"],
  "game-closed": ["end"],
};

/** Those, and the record, which every event has. */
export const fitting = ({type}, {options}) =>
  [...(FITTING[type] ?? []), "record"].filter((claim) => claim !== "tokens" || options.advanced);

/** A claim's name. */
export const claimName = (value) => claims().find(([claim]) => claim === value)[1];
