/** Who plays, and what lies before each of them. */

import {kindName, piece} from "./board.js";
import {html, nothing} from "./lit-html.js";
import {t, tn} from "./words.js";

/** @param {object} game a Game */
export const players = (game) => html`<ul class="plain players">${game.players.map((player) => card(player, game))}</ul>`;

const card = (player, game) => html`<li class="player ${player.in_play ? "" : "away"}">
  <bdi class="player-name">${player.name}</bdi>
  <span class="soft">${t("seat {seat}", {seat: player.seat})}</span>
  ${player.seat === game.you?.seat ? html`<span class="chip">${t("you")}</span>` : nothing}
  ${player.bot ? html`<span class="chip">${t("bot")}</span>` : nothing}
  ${game.winner === player.seat ? html`<span class="chip good">${t("winner")}</span>` : nothing}
  ${player.in_play ? cards(player, game) : html`<span class="chip">${t("left")}</span>`}
  <span class="player-goods">${tokens(player)}${player.prisoners.map(prisoner)}</span>
</li>`;

const cards = ({seat}, {lime, mask}) => html`
  ${lime === seat ? html`<span class="chip lime">${piece("lime")}${t("Lime")}</span>` : nothing}
  ${mask === seat ? html`<span class="chip mask">${piece("mask")}${t("Mask")}</span>` : nothing}`;

const tokens = ({tokens: n}) =>
  n ? html`<span>${Array.from({length: n}, () => piece("token"))}<span class="visually-hidden">${tn("{n} red token", "{n} red tokens", n)}</span></span>` : nothing;

const prisoner = ({kind}) => html`<span class="player-prisoner">${piece(kind)} ${kindName(kind)}</span>`;
