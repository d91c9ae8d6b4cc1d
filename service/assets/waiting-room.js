/** A table before its start: who sits where, whom to invite, and what it has chosen. */

import {remove} from "./api.js";
import {attempt, trouble} from "./attempt.js";
import {BOTS, botFace, botName, botTold} from "./bots.js";
import {invitation} from "./invitation.js";
import {html, nothing} from "./lit-html.js";
import {keepName, lastName, LONGEST, PATTERN} from "./names.js";
import {sit, sitBot, start} from "./opening.js";
import {phrases, tokensTold} from "./options.js";
import {announce, link} from "./page.js";
import {forget, held} from "./seats.js";
import {seedTold} from "./tables.js";
import {t} from "./words.js";

const SEATS = [1, 2, 3, 4, 5];
const HOST = 1;

/** What the waiting room remembers between two drawings; a page keeps one. */
export const arrived = () => ({name: lastName(), leaving: false, copied: false, busy: false, problem: null});

/**
 * The whole of a page whose game is open.
 * @param {object} game as the seat sees it that this page looks from, or the public
 * @param {ReturnType<typeof arrived>} room
 * @param {() => void} draw draws the page
 * @param {() => Promise<void>} again asks for the game anew, with the seats that are held by then
 */
export const waitingRoom = (game, room, draw, again) => {
  const may = new Set(game.you?.may);
  const token = held(game.id).find(({seat}) => seat === game.you?.seat)?.token;
  const act = async (deed, told) => {
    const done = await attempt(room, draw, async () => {
      await deed();
      await again();
    });
    if (done && told) announce(told);
    if (done) document.getElementById("seats")?.focus();
  };
  const all = {game, room, may, token, act, draw};
  return html`<div class="waiting-room">
    <h1>${t("The table of {name}", {name: host(game)})}</h1>
    <div class="columns two">
      <div class="stack">
        <section class="card" aria-labelledby="seats">
          <h2 id="seats" tabindex="-1">${t("Seats, clockwise")}</h2>
          <ol class="plain seats">${SEATS.map((seat) => seatRow(seat, all))}</ol>
          ${trouble(room.problem)}
          ${game.you ? seated(all) : sittingDown(all)}
        </section>
        ${may.has("add_bot") ? botShelf(all) : nothing}
      </div>
      <div class="stack">
        ${invitation(game.id, room, draw)}
        ${chosen(game)}
      </div>
    </div>
  </div>`;
};

const host = (game) => game.players.find(({seat}) => seat === HOST)?.name ?? "";

const seatRow = (seat, {game, may, token, act}) => {
  const player = game.players.find((each) => each.seat === seat);
  if (!player) return html`<li class="seat free"><span class="number">${seat}</span><span class="soft">${t("free")}</span></li>`;
  const away = () => act(() => remove(`/v1/games/${game.id}/players/${seat}`, {token}), t("{name} has been sent away.", {name: player.name}));
  return html`<li class="seat">
    <span class="number">${seat}</span>
    ${player.bot ? botFace(player.bot) : nothing}
    <span class="seat-told"><b><bdi>${player.name}</bdi></b> ${mark(seat, game)}
      ${player.bot ? html`<span class="hint">${botTold(player.bot)}</span>` : nothing}</span>
    ${may.has("remove_player") && seat !== game.you.seat
      ? html`<button type="button" class="button small quiet" @click=${away}>${t("Send away")}<span class="visually-hidden"> ${player.name}</span></button>`
      : nothing}
  </li>`;
};

const mark = (seat, game) => html`${seat === HOST ? html`<span class="chip">${t("host")}</span>` : nothing}
  ${held(game.id).some((mine) => mine.seat === seat) ? html`<span class="chip lime">${seat === game.you?.seat ? t("you") : t("on this screen")}</span>` : nothing}`;

/** Joining needs this press: to open a link is not enough. */
const sittingDown = (all) => {
  if (all.game.players.length === SEATS.length) return html`<p class="note">${t("All seats are taken. Stay, and you can watch as soon as it starts.")}</p>`;
  return html`<h3>${t("Do you want to play?")}</h3>${nameForm(all, t("Sit down"), "first")}
    <p class="hint">${t("Or stay, and you can watch as soon as it starts.")}</p>`;
};

const nameForm = ({game, room, act}, press, look = "") => {
  const sitDown = async (event) => {
    event.preventDefault();
    const lost = game.you ? [] : held(game.id);
    await act(async () => {
      const seat = await sit(game.id, room.name);
      lost.filter((mine) => mine.seat !== seat).forEach((mine) => forget(game.id, mine.seat));
      if (!game.you) keepName(room.name);
      room.name = "";
    }, t("{name} sits down.", {name: room.name}));
  };
  return html`<form class="sit-down" @submit=${sitDown}>
    <div class="field"><label for="name">${game.you ? t("Name") : t("Your name")}</label>
      <input type="text" id="name" .value=${room.name} required maxlength=${LONGEST} pattern=${PATTERN} autocomplete="nickname"
        title=${t("At least one letter or number")} @input=${({target}) => { room.name = target.value; }}></div>
    <button class="button ${look}" aria-disabled=${String(room.busy)}>${press}</button>
  </form>`;
};

const seated = (all) => html`
  ${all.may.has("start") ? starting(all) : html`<p class="note">${waiting(all)}</p>`}
  ${all.game.players.length < SEATS.length ? html`<details class="options"><summary>${t("Somebody else on this screen")}</summary>
    <p class="hint">${t("You then pass the screen on, and it hides what the next person may not see.")}</p>${nameForm(all, t("Sit down here"))}</details>` : nothing}
  ${all.may.has("leave") ? leaving(all) : nothing}`;

const starting = ({game, token, room, act}) => html`<div class="buttons">
  <button type="button" class="button first" aria-disabled=${String(room.busy)} @click=${() => act(() => start(game.id, token))}>${t("Start the game")}</button>
  <span class="hint">${t("Nobody can sit down afterwards.")}</span>
</div>`;

const waiting = ({game}) => {
  if (game.you.seat !== HOST) return t("{name} starts the game as soon as all are there.", {name: host(game)});
  if (game.players.length < 2) return t("It takes two to play. Invite somebody, or sit a bot down.");
  return t("Seat {seat} begins at this table, so somebody has to sit there before it can start.", {seat: game.options.first_player});
};

const leaving = ({game, room, token, act, draw}) => {
  const closes = game.you.seat === HOST;
  const ask = (asked) => { room.leaving = asked; draw(); };
  const leave = () => act(async () => {
    await remove(`/v1/games/${game.id}/players/${game.you.seat}`, {token});
    if (!closes) forget(game.id, game.you.seat);
    room.leaving = false;
  }, t("You have left the table."));
  if (!room.leaving)
    return html`<p><button type="button" class="button quiet small" @click=${() => ask(true)}>${closes ? t("Close the table") : t("Leave the table")}</button></p>`;
  return html`<div class="note"><p>${closes ? t("The table closes for everybody.") : t("Your seat is free again.")}</p>
    <div class="buttons">
      <button type="button" class="button danger small" @click=${leave}>${closes ? t("Close it") : t("Leave")}</button>
      <button type="button" class="button small" @click=${() => ask(false)}>${t("Stay")}</button>
    </div></div>`;
};

const botShelf = ({game, token, act}) => html`<section class="card" aria-labelledby="bots">
  <h2 id="bots">${t("Sit a bot down")}</h2>
  <ul class="plain bots">${BOTS.map((bot) => html`<li>
    ${botFace(bot)}<span class="seat-told"><b>${botName(bot)}</b><span class="hint">${botTold(bot)}</span></span>
    <button type="button" class="button small" @click=${() => act(() => sitBot(game.id, bot, token), t("{name} sits down.", {name: botName(bot)}))}>${t("Add")}<span class="visually-hidden"> ${botName(bot)}</span></button>
  </li>`)}</ul>
</section>`;

const chosen = (game) => html`<section class="card" aria-labelledby="chosen">
  <h2 id="chosen">${t("What this table plays")}</h2>
  <ul>${phrases(game.options).map((phrase) => html`<li>${phrase}</li>`)}</ul>
  ${game.options.advanced ? html`<p class="hint">${tokensTold()}</p>` : nothing}
  ${game.seed_from === "host" ? html`<p class="note">${seedTold()}</p>` : nothing}
  <p class="hint">${t("What happened in earlier turns stays readable during the game; the wall is what you have to remember.")}</p>
  <p class="hint">${t("A table that is not started within a day closes by itself.")} <a href=${link("/rules")}>${t("How to play")}</a></p>
</section>`;
