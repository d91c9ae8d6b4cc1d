/** What a table looks like: one scene for each thing that it can be waiting for. */

import {trouble} from "./attempt.js";
import {board, boardTable, piece} from "./board.js";
import {clock} from "./clock.js";
import {cover} from "./cover.js";
import {doing} from "./doing.js";
import {ending} from "./ending.js";
import {offer} from "./handover.js";
import {html, nothing} from "./lit-html.js";
import {naming, nameable} from "./naming.js";
import {ownSeats} from "./own-seats.js";
import {link} from "./page.js";
import {players} from "./players.js";
import {removable, removal} from "./removing.js";
import {result} from "./result.js";
import {turnSounds} from "./sounds.js";
import {chronicle} from "./story.js";
import {advice, blind, headline, mine} from "./turn.js";
import {waitingRoom} from "./waiting-room.js";
import {t} from "./words.js";

export const scene = (picture, table) => html`${offer(picture, table)}${stage(picture, table)}`;

const stage = (picture, table) => {
  if (picture.covered) return cover(picture, table);
  if (picture.game.status === "open") return waitingRoom(picture.game, picture.room, table.draw, table.reseat);
  return html`<div class="columns two table-page">
    ${head(picture, table)}
    ${blind(picture) ? night() : wall(picture, table)}
    <div class="stack">
      ${picture.game.status === "finished" ? ending(picture) : nothing}
      ${gone(picture)}
      ${deed(picture, table)}
      ${result(picture)}
      <section class="card" aria-labelledby="players"><h2 id="players">${t("Players")}</h2>${players(picture.game)}</section>
      ${chronicle(picture.story, table.whole)}
      ${ownSeats(picture, table)}
      ${switches(picture, table)}
    </div>
  </div>`;
};

const head = (picture, table) => html`<header class="headline ${mine(picture) ? "yours" : ""}">
  <h1 tabindex="-1">${headline(picture)}</h1>
  ${advised(advice(picture))}
  <div class="row">
    ${picture.game.turn ? html`<span class="chip">${t("Turn {n}", {n: picture.game.turn})}</span>` : nothing}
    ${clock(picture)}
    ${connection(picture)}
  </div>
  ${picture.game.phase === "mask" && mine(picture) ? maskButton(picture, table) : nothing}
  ${trouble(picture.problem)}
</header>`;

const advised = (words) => (words ? html`<p>${words}</p>` : nothing);

const maskButton = (picture, table) => html`<button type="button" class="button first big" aria-disabled=${String(picture.sending)}
  @click=${() => table.act("/mask")}>${piece("mask")} ${doing(picture, t("Put the mask on"))}</button>`;

/** For who has left: the table goes on, and may be watched. */
const gone = ({game, seat}) =>
  game.status === "running" && game.players.some((player) => player.seat === seat && !player.in_play)
    ? html`<div class="note stack"><p>${t("You have left this game. It goes on, and you may watch on here.")}</p>
        <div class="buttons"><a class="button" href=${link("/")}>${t("To the tables")}</a></div></div>`
    : nothing;

const connection = ({connection, silent}) => {
  if (silent || connection === "lost") return html`<span class="chip bad">${t("The connection is lost. Trying again…")}</span>`;
  return connection === "polling" ? html`<span class="chip">${t("Asking every two seconds: no live connection")}</span>` : nothing;
};

const night = () => html`<div class="darkness wall-side">
  <svg viewBox="0 0 240 130" aria-hidden="true" fill="none" stroke-linecap="round" stroke-linejoin="round">
    <path class="cloth" d="M8 30c70-34 154-34 224 0l-12 16c6 46-20 70-54 70-26 0-34-20-46-34-12 14-20 34-46 34-34 0-60-24-54-70z"></path>
    <path class="lids" d="M52 62c12 18 36 18 48 0M140 62c12 18 36 18 48 0M60 74l-5 9M76 78v10M92 74l5 9M148 74l-5 9M164 78v10M180 74l5 9"></path>
  </svg>
  <p class="visually-hidden">${t("There is no board to see while the mask is on.")}</p>
</div>`;

const wall = (picture, table) => {
  const {game} = picture;
  return html`<div class="stack wall-side">
    ${game.board ? board(game, boarded(picture, table)) : nothing}
    ${game.board ? html`<div class=${picture.tabled ? "card" : "visually-hidden"}>${boardTable(game)}</div>` : nothing}
  </div>`;
};

/** What is done with a board: it stands beside the board, or below it. */
const deed = (picture, table) => {
  if (!mine(picture) || picture.game.phase === "mask") return nothing;
  return picture.game.phase === "removal" ? removal(picture, table) : naming(picture, table);
};

/** What the board shows besides the sticks, and what touching it is for. */
const boarded = (picture, table) => {
  const {game} = picture;
  if (mine(picture) && game.phase === "removal") return removable(picture, table);
  if (mine(picture) && game.phase !== "mask") return nameable(picture, table);
  if (game.removed?.sticks) return {marked: {removed: game.removed.sticks, escaped: []}};
  return game.last_turn && ["mask", null].includes(game.phase) ? {marked: game.last_turn} : {};
};

const switches = ({tabled, sounds}, table) => {
  const turn = () => {
    localStorage.setItem("singsing.tabled", tabled ? "no" : "yes");
    table.change({tabled: !tabled});
  };
  return html`<div class="buttons switches">
    <button type="button" class="button small" aria-pressed=${String(tabled)} @click=${turn}>${t("Board as a table")}</button>
    <button type="button" class="button small" aria-pressed=${String(sounds)} @click=${() => table.change({sounds: turnSounds(!sounds)})}>${t("Sounds")}</button>
  </div>`;
};
