/** Files to take away: the record, the film, a picture of a moment. */

import {letterTable} from "./board.js";
import {html} from "./lit-html.js";
import {at as path} from "./page.js";
import {film, moment} from "./standalone.js";
import {t} from "./words.js";

const SCALE = 2;

const sprite = async () => (await fetch(new URL("./pieces.svg", import.meta.url))).text();

const save = (blob, name) => {
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const svg = (text) => new Blob([text], {type: "image/svg+xml"});

const drawn = async ({game, sentence}) => svg(moment(game, {sprite: await sprite(), sentence, letters: letterTable()}));

const painted = async (blob) => {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: image.width * SCALE, height: image.height * SCALE});
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
};

const named = (game, rest) => `singsing-${game}-${rest}`;

const button = (label, press) => html`<button type="button" class="button" @click=${press}>${label}</button>`;

/** @param {{frames: object[], at: number}} picture */
export const downloads = ({frames, at}) => {
  const frame = frames[at];
  const {id, version} = frame.game;
  const last = frames.at(-1).game.version;
  return html`<div class="buttons">
    <a class="button" href=${path(`/v1/games/${id}/record`)} download=${named(id, `${last}.ndjson`)}>${t("Record (NDJSON)")}</a>
    ${button(t("Film of the game (SVG)"), async () => save(svg(film(frames, {sprite: await sprite(), letters: letterTable()})), named(id, `film-${last}.svg`)))}
    ${button(t("This moment (SVG)"), async () => save(await drawn(frame), named(id, `${version}.svg`)))}
    ${button(t("This moment (PNG)"), async () => save(await painted(await drawn(frame)), named(id, `${version}.png`)))}
  </div>
  <p class="hint">${t("The record is the whole log, signed: anybody can check it without this service. The film shows what the chosen chair saw.")}</p>`;
};
