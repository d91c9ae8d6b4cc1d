/** What stands where in a window: a pure function of the window, whatever went before. */

import geometry from "./geometry.js";

/** @typedef {{window: number, slot: "left"|"right"|"long"}} Place */
/** @typedef {{removed?: object[], escaped?: object[]}} Marks sticks and prisoners of a resolved turn, as `last_turn` has them */

const [frame, sticks] = ["prisoners", "sticks"].map((of) => geometry.layers.filter((layer) => layer.of === of));

const at = (layer, ref, opacity) => ({...layer, ref, opacity});

const stand = (layer, window) => {
  if (layer.ref) return layer;
  const there = window[layer.of][layer.at];
  return at(layer, there ? there + layer.sort : layer.gap);
};

/** The prisoners and sticks of a window from back to front, one entry for each place, taken or not. */
export const pieces = (window) => geometry.layers.map((layer) => stand(layer, window));

/** What is shown on top: who and what went in the last turn as ghosts, and rings around what is chosen.
 * @param {{marked?: Marks, chosen?: Place[]}} options */
export const marks = (window, {marked, chosen = []}) => [
  ...frame.flatMap((layer) => fled(layer, window, marked?.escaped ?? [])),
  ...sticks.flatMap((layer) => ghost(layer, window, marked?.removed ?? [])),
  ...sticks.filter((layer) => names(chosen, window, layer)).map((layer) => at(layer, `ring${layer.sort}`)),
];

const names = (places, window, layer) =>
  places.find((place) => place.window === window.window && (place.slot ?? place.position) === layer.at);

const fled = (layer, window, escaped) => {
  const prisoner = names(escaped, window, layer);
  return prisoner && !window.prisoners[layer.at] ? [at(layer, "fled")] : [];
};

const ghost = (layer, window, removed) => {
  const stick = names(removed, window, layer);
  return stick ? [at(layer, stick.colour + layer.sort, 0.5), at(layer, `ghost${layer.sort}`)] : [];
};

/** The letters on a window's sticks and ghosts, one entry for each slot, empty where neither is. */
export const letters = (window, table, {marked} = {}) =>
  sticks.map((layer) => ({...layer.letter, text: table[colour(layer, window, marked)] ?? ""}));

const colour = (layer, window, marked) =>
  window.sticks[layer.at] ?? names(marked?.removed ?? [], window, layer)?.colour;

/** Where each window stands on a wall of so many columns. */
export const corner = (window, columns = geometry.columns) => ({
  x: ((window.window - 1) % columns) * geometry.cell.width,
  y: Math.floor((window.window - 1) / columns) * geometry.cell.height,
});
