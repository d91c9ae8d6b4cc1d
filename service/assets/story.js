/** What has happened at a table, in the sentences of the server. */

import {get} from "./api.js";
import {when} from "./page.js";
import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

const PAGE = 100;

/** Events that are told at once; what was before them, on demand. */
const RECENT = 30;

/** Sentences that stay as they are: later ones may be told more fully once their turn is resolved. */
const settled = (lines) => lines.filter((line) => line.settled);

/**
 * The story up to now, as a seat hears it; `lines` is what the same seat has heard.
 * @param {object} game as that seat sees it
 * @param {boolean} whole from the opening of the table
 */
export const story = async (game, token, lines, whole) => {
  const mine = game.you?.seat ?? null;
  const kept = lines.length && lines[0].ears === mine ? settled(lines) : [];
  const start = whole ? 0 : Math.max(0, game.version - RECENT);
  const after = kept.length && kept[0].version <= start + 1 ? kept.at(-1).version : start;
  const told = await rest(`/v1/games/${game.id}/story`, token, after);
  const open = !["mask", null].includes(game.phase);
  return [...kept.filter(({version}) => version <= after), ...told.map((line) => ({...line, ears: mine, settled: !open}))];
};

const rest = async (path, token, after) => {
  const {items, next} = await get(`${path}?after=${after}&limit=${PAGE}`, {token});
  return next && items.length ? [...items, ...(await rest(path, token, items.at(-1).version))] : items;
};

/** The newest sentence last told to whoever reads; all of them, newest first, in a list. */
export const chronicle = (lines, all) =>
  lines.length
    ? html`<section class="card" aria-labelledby="story-title">
        <h2 id="story-title">${t("What happened")}</h2>
        <ol class="plain story" reversed tabindex="0" aria-labelledby="story-title">${lines.toReversed().map(entry)}</ol>
        ${lines[0].version > 1 ? html`<button type="button" class="button quiet small" @click=${all}>${t("From the beginning")}</button>` : nothing}
      </section>`
    : nothing;

const entry = ({sentence, at}) => html`<li><time class="soft" datetime=${at} title=${when(at)}>${clock(at)}</time> ${sentence}</li>`;

const clock = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang, {hour: "2-digit", minute: "2-digit", hourCycle: "h23"});
