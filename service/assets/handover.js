/** A seat that a link hands over: the service is asked about it before it is kept. */

import {html, nothing} from "./lit-html.js";
import {living, shown} from "./living.js";
import {keep} from "./seats.js";
import {t} from "./words.js";

const good = (found, seat) =>
  found?.you?.seat === seat && found.players.find((player) => player.seat === seat && (found.status === "finished" || player.in_play));

/**
 * What becomes of a seat that a link brought: it is kept where nothing else is held at its game.
 * @returns {Promise<{seat: number, token: string, name: string}|{seat: null}|null>} what has to be asked first;
 *   no seat where the link is worth nothing; null where there is nothing to say
 */
export const weigh = async (game, {seat, token}) => {
  const player = token && good(await shown(game, token), seat);
  if (!player) return {seat: null};
  const mine = await living(game);
  if (mine.length && !mine.some((one) => one.token === token)) return {seat, token, name: player.name};
  keep(game, seat, token);
  return null;
};

/** What has to be said or asked about it, in a sentence. */
export const offerTold = ({seat, name}) =>
  seat
    ? t("This link hands you seat {seat}, {name}. Take it on this screen?", {seat, name})
    : t("This link hands over no seat that is still good.");

export const offer = ({offered}, table) => {
  if (!offered) return nothing;
  const away = () => table.change({offered: null});
  const take = () => {
    keep(table.game, offered.seat, offered.token);
    away();
    return table.reseat();
  };
  return html`<div class="note ${offered.seat ? "" : "bad"} stack handover">
    <p>${offerTold(offered)}</p>
    <div class="buttons">${offered.seat
      ? html`<button type="button" class="button first small" @click=${take}>${t("Take the seat")}</button>
          <button type="button" class="button small" @click=${away}>${t("Not now")}</button>`
      : html`<button type="button" class="button small" @click=${away}>${t("All right")}</button>`}</div>
  </div>`;
};
