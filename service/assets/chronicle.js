/** The events in order, the current one in sight within its own box. */

import {escapes, turnOf} from "./frames.js";
import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

/** @param {{frames: object[], disputes: object[], at: number}} picture */
export const chronicle = ({frames, disputes, at}, go) => html`<ol class="plain chronicle" aria-label=${t("Events")}>
  ${frames.map((frame, index) => html`${heading(frames, index)}<li>
    <button type="button" class="entry" tabindex=${index === at ? 0 : -1} aria-current=${index === at ? "step" : nothing} @click=${() => go(index)}>
      <span class="entry-version">${frame.event.version}</span><span>${frame.sentence}
      ${escapes(frames, index) ? html`<span class="chip">${t("escape")}</span>` : nothing}
      ${disputes.some(({version}) => version === frame.event.version) ? html`<span class="chip bad">${t("disputed")}</span>` : nothing}</span>
    </button></li>`)}
</ol>`;

const heading = (frames, at) => {
  const turn = turnOf(frames, at);
  return turn === null || turn === turnOf(frames, at - 1)
    ? nothing
    : html`<li class="turn-head soft">${t("Turn {n}", {n: turn})}</li>`;
};

/** Scrolls the box, and nothing else, until the current entry is in it; a focus in it follows. */
export const reveal = (root) => {
  const box = root.querySelector(".chronicle");
  const entry = box?.querySelector("[aria-current]");
  if (!entry) return;
  const top = entry.offsetTop;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + entry.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + entry.offsetHeight - box.clientHeight;
  if (box.contains(document.activeElement)) entry.focus({preventScroll: true});
};
