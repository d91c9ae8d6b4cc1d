/** What the tests of the drawing ask of it, in `window.studio`. */

import * as drawing from "/assets/b/board.js";
import * as files from "/assets/b/standalone.js";
import {nothing, render} from "/assets/b/lit-html.js";

const main = document.getElementById("main");

const draw = (game, options = {}) => render(drawing.board(game, options), main);

const tree = (node) =>
  node.nodeType === Node.TEXT_NODE
    ? node.data.trim()
    : [
        node.nodeName,
        [...node.attributes].map(({name, value}) => [name, value]).sort(),
        [...node.childNodes].filter((each) => each.nodeType !== Node.COMMENT_NODE).map(tree).filter((each) => each !== ""),
      ];

/** The elements that the browser draws, and those that the server wrote. */
const both = (game, markup) => {
  draw(game);
  const written = new DOMParser().parseFromString(markup, "text/html").body.firstElementChild;
  return [tree(main.firstElementChild), tree(written)];
};

/** A board drawn after another one, and the same on a fresh page. */
const redrawn = (before, game) => {
  draw(before, {marked: before.last_turn ?? undefined});
  draw(game);
  const fresh = document.createElement("main");
  render(drawing.board(game), fresh);
  return [main.innerHTML, fresh.innerHTML];
};

const markup = (game) => {
  draw(game);
  return main.innerHTML;
};

const rows = (game) => {
  render(drawing.boardTable(game), main);
  const told = [...main.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerText));
  render(nothing, main);
  return told;
};

const touched = [];
const touchable = (game, press) => draw(game, {touch: (place) => touched.push(place), press});

const painted = async (file) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file], {type: "image/svg+xml"}));
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height);
};

const colours = async (file) => new Set(new Uint32Array((await painted(file)).data.buffer)).size;

/** 26 by 8 pixels beside a stick's letter, in full grey, seen along the stick. */
const pattern = async (symbols, name, width, height) => {
  const size = `width="${width}" height="${height}"`;
  const {data} = await painted(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${symbols}<use href="#${name}" ${size}/></svg>`,
  );
  const grey = (x, y) => {
    const [red, green, blue] = data.slice(4 * (y * width + x));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const lying = width > height;
  const across = Math.round(Math.min(width, height) / 2) - 4;
  const line = (along) => Array.from({length: 8}, (_, nth) =>
    lying ? grey(5 + along, across + nth) : grey(across + nth, height - 31 + along));
  return Array.from({length: 26}, (_, along) => line(along));
};

const drawn = (root) =>
  [...root.querySelectorAll("use, text")].filter((each) => !each.closest("defs"));

const line = (each) => `${each.parentNode.getAttribute("transform")} ${each.outerHTML}`;

const image = (file) => document.adoptNode(new DOMParser().parseFromString(file, "image/svg+xml").documentElement);

/** What a film shows half way through a frame, and what the file of that moment holds. */
const stopped = (frames, sprite, at) => {
  const film = image(files.film(frames, {sprite, seconds: 1}));
  document.body.append(film);
  for (const motion of document.getAnimations()) {
    motion.pause();
    motion.currentTime = (at + 0.5) * 1000;
  }
  const shown = drawn(film).filter((each) => getComputedStyle(each).visibility === "visible");
  const told = [shown, drawn(image(files.moment(frames[at].game, {sprite, sentence: frames[at].sentence})))];
  const lines = told.map((each) => each.map(line).sort());
  film.remove();
  return lines;
};

window.studio = {both, colours, film: files.film, markup, moment: files.moment, pattern, redrawn, rows, stopped, touchable, touched};
