/** The whole game as a line: where it stands, and where something happened. */

import {escapes, stops} from "./frames.js";
import {html, svg} from "./lit-html.js";
import {t} from "./words.js";

/** A shape for each sort of tick, around its place on the line. */
const SHAPES = {
  turn: "M0 9V18",
  escape: "M0 2L5 12H-5Z",
  dispute: "M0 1L5 7L0 13L-5 7Z",
  end: "M-5 2H5V12H-5Z",
};

const ticks = ({frames, disputes}) => [
  ...stops(frames).slice(1, -1).map((at) => ({at, sort: "turn"})),
  ...frames.map((_, at) => at).filter((at) => escapes(frames, at)).map((at) => ({at, sort: "escape"})),
  ...disputes.map(({version}) => ({at: version - 1, sort: "dispute"})),
  {at: frames.length - 1, sort: "end"},
];

const tick = ({at, sort}, last) => svg`<svg class="tick ${sort}" x="${last ? (100 * at) / last : 0}%" overflow="visible"><path d=${SHAPES[sort]}></path></svg>`;

const sample = (sort, name) => html`<li>
  <svg class="tick ${sort}" viewBox="-8 0 16 18" width="16" height="18" aria-hidden="true"><path d=${SHAPES[sort]}></path></svg>${name}
</li>`;

/** @param {{frames: object[], disputes: object[], at: number}} picture */
export const scrubber = (picture, go) => {
  const last = picture.frames.length - 1;
  return html`<div class="scrubber">
    <svg class="ticks" aria-hidden="true">${ticks(picture).map((each) => tick(each, last))}</svg>
    <input type="range" min="1" max=${last + 1} .value=${String(picture.at + 1)} aria-label=${t("Event")}
      aria-valuetext=${t("event {n} of {all}", {n: picture.at + 1, all: last + 1})}
      @input=${(event) => go(Number(event.target.value) - 1)}>
  </div>`;
};

/** What the ticks mean. */
export const legend = ({disputes}) => html`<ul class="plain row legend" aria-label=${t("Marks on the line")}>
  ${sample("turn", t("a turn"))}${sample("escape", t("an escape"))}
  ${disputes.length ? sample("dispute", t("a dispute")) : ""}${sample("end", t("the end"))}
</ul>`;
