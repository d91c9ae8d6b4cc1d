/** Drawings to take away: one SVG file of a moment, or of a whole game, that needs nothing else. */

import geometry from "./geometry.js";
import {corner, letters, pieces} from "./layout.js";

const [WIDTH, ROW, LINE, EDGE, INK, PAPER] = [geometry.coping.width, 40, 20, 14, "#1d1512", "#fbf6ec"];
const WALL = geometry.coping.height + 3 * geometry.cell.height;
const HOLD = 3;

const escaped = (text) => String(text).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

const use = ({ref, x, y, width, height}) => `<use href="#${ref}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

const write = ({x, y, text}, size, rest = "") => `<text x="${x}" y="${y}" font-size="${size}"${rest}>${escaped(text)}</text>`;

const moved = ({x, y}, inside) => inside && `<g transform="translate(${x} ${y})">${inside}</g>`;

const face = (kind, x, y) =>
  `<svg x="${x}" y="${y}" width="32" height="32" viewBox="0 0 54 54"><use href="#${kind}" width="54" height="104"/></svg>`;

/** Lines of at most 54 characters, which is what the width holds. */
const lines = (text) =>
  text.split(/\s+/).reduce(
    ([...done], word) => {
      const longer = `${done.at(-1) ?? ""} ${word}`.trim();
      return longer.length > 54 && done.length ? [...done, word] : [...done.slice(0, -1), longer];
    },
    [],
  );

const wall = (game, table) =>
  Array.from({length: 12}, (_, index) => window(index + 1, game.board?.[index], table)).flat();

const window = (number, open, table) => {
  const {x, y} = corner({window: number});
  const place = {x, y: y + geometry.coping.height};
  const put = (part, inside) => [`${number} ${part}`, moved(place, inside)];
  const stones = use({ref: "window", x: 0, y: 0, ...geometry.cell}) + write({...geometry.number, text: number}, geometry.number.size);
  if (!open) return [put("stones", stones)];
  return [
    put("stones", stones),
    ...pieces(open).map((piece, layer) => put(`piece ${layer}`, piece.ref === "none" ? "" : use(piece))),
    ...letters(open, table).map((letter, slot) => put(`letter ${slot}`, letter.text && write(letter, geometry.letter))),
  ];
};

const seats = (game) => game.players.flatMap((player, row) => seat(game, player, WALL + 6 + row * ROW));

const seat = (game, player, y) => {
  const card = {[game.lime]: "lime", [game.mask]: "mask"}[player.seat];
  return [
    [`seat ${player.seat}`, name(player, y)],
    [`card ${player.seat}`, card ? use({ref: card, x: 190, y: y + 4, width: 32, height: 32}) : ""],
    ...player.prisoners.map(({kind}, nth) => [`held ${player.seat} ${nth}`, face(kind, 232 + nth * 30, y + 4)]),
    [`tokens ${player.seat}`, player.tokens ? `${use({ref: "token", x: 456, y: y + 8, width: 24, height: 24})}${write({x: 494, y: y + 26, text: player.tokens}, 15)}` : ""],
  ];
};

/** Cut off where the card stands. */
const name = ({name: text, in_play: here}, y) =>
  `<svg x="${EDGE}" y="${y}" width="170" height="${ROW}">${write({x: 0, y: 24, text}, 15, ` text-anchor="start"${here ? "" : ' opacity=".6"'}`)}</svg>`;

const caption = (game, sentence) =>
  lines(sentence).map((text, line) =>
    write({x: WIDTH / 2, y: WALL + game.players.length * ROW + 30 + line * LINE, text}, 15, ' font-weight="400"')).join("");

/** Everything that is seen at once: a name for each place, and what is drawn there. */
const scene = ({game, sentence}, table) => new Map([...wall(game, table), ...seats(game), ["caption", caption(game, sentence)]]);

const height = ({game, sentence}) => WALL + game.players.length * ROW + 28 + lines(sentence).length * LINE;

/** The sprite's symbols with colours that need no page around them. */
const symbols = (sprite) =>
  sprite.replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, "").replace(/var\(--[\w-]+,(#\w+)\)/g, "$1");

const file = (tall, sprite, style, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${tall}" viewBox="0 0 ${WIDTH} ${tall}" font-family="system-ui, 'DejaVu Sans', sans-serif" font-weight="700" text-anchor="middle" fill="${INK}">${style}<defs>${symbols(sprite)}</defs><rect width="${WIDTH}" height="${tall}" fill="${PAPER}"/>${use({ref: "coping", x: 0, y: 0, ...geometry.coping})}${inside}</svg>`;

/**
 * One moment as an SVG file.
 * @param {object} game a Game
 * @param {{sprite: string, sentence?: string, letters?: Record<string, string>}} options `sprite` is the text of pieces.svg
 * @returns {string}
 */
export const moment = (game, {sprite, sentence = "", letters: table = geometry.letters.en}) =>
  file(height({game, sentence}), sprite, "", [...scene({game, sentence}, table).values()].join(""));

/**
 * A whole game as an animated SVG file, over and over; still, at its end, for who wants less motion.
 * @param {{game: object, sentence: string}[]} frames
 * @param {{sprite: string, seconds?: number, letters?: Record<string, string>}} options `seconds` for each frame; the last stays longer
 * @returns {string}
 */
export const film = (frames, {sprite, seconds = 1.5, letters: table = geometry.letters.en}) => {
  const scenes = frames.map((frame) => scene(frame, table));
  const places = new Set(scenes.flatMap((each) => [...each.keys()]));
  const shown = [...places].flatMap((place) => runs(scenes.map((each) => each.get(place) ?? "")));
  const spans = new Set(shown.map(({from, to}) => `${from} ${to}`));
  const style = `<style>${styled([...spans].map((span) => span.split(" ").map(Number)), frames.length, seconds)}</style>`;
  const inside = shown.map((run) => spanned(run, frames.length)).join("");
  return file(Math.max(...frames.map(height)), sprite, style, inside);
};

/** How long each drawing stays at a place: from a frame up to, and without, another. */
const runs = (drawn) => {
  const starts = drawn.flatMap((each, index) => (index === 0 || each !== drawn[index - 1] ? [index] : []));
  return starts
    .map((from, nth) => ({from, to: starts[nth + 1] ?? drawn.length, inside: drawn[from]}))
    .filter(({inside}) => inside);
};

const spanned = ({from, to, inside}, count) => {
  if (from === 0 && to === count) return inside;
  return `<g class="${to < count ? "x " : ""}s${from}-${to}">${inside}</g>`;
};

const styled = (spans, count, seconds) => {
  const total = (count + HOLD) * seconds;
  const at = (frame) => `${((100 * frame) / (count + HOLD)).toFixed(3)}%`;
  const moving = spans.filter(([from, to]) => from > 0 || to < count);
  const frames = ([from, to]) =>
    `@keyframes s${from}-${to}{0%{visibility:${from ? "hidden" : "visible"}}` +
    `${from ? `${at(from)}{visibility:visible}` : ""}${to < count ? `${at(to)}{visibility:hidden}` : ""}}`;
  const uses = ([from, to]) => `.s${from}-${to}{animation:s${from}-${to} ${total}s step-end infinite}`;
  return `.x{visibility:hidden}${moving.map(frames).join("")}@media(prefers-reduced-motion:no-preference){${moving.map(uses).join("")}}`;
};
