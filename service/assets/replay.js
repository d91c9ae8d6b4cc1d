/** A game that is over, watched again: one picture, one cursor, one drawing. */

import {get, lines} from "./api.js";
import {attempt, trouble} from "./attempt.js";
import {board, boardTable, piece} from "./board.js";
import {after, chairs, nameOf, seenFrom} from "./chairs.js";
import {chronicle, reveal} from "./chronicle.js";
import {copying} from "./copying.js";
import {disputeForm} from "./objection.js";
import {downloads} from "./downloads.js";
import {evidence} from "./evidence.js";
import {blind, dealt, marked, seconds, stops, turnOf} from "./frames.js";
import {help, listen} from "./keys.js";
import {html, nothing, render} from "./lit-html.js";
import {living} from "./living.js";
import {address, announce, context, link} from "./page.js";
import {marking} from "./marking.js";
import {players} from "./players.js";
import {legend, scrubber} from "./scrubber.js";
import {swipes} from "./swipe.js";
import {speeds, transport} from "./transport.js";
import {t} from "./words.js";

const stage = document.getElementById("stage");
const path = `/v1/games/${context.game}`;

const picture = {
  frames: null, at: 0, chair: context.chair, playing: false, speed: 1,
  disputes: [], seats: [], receipts: {}, disputing: null, busy: false, problem: null, copied: null,
};
const seen = {};
let timer = null;

const here = () => `/games/${context.game}/replay?as=${picture.chair}#${picture.at + 1}`;

const keepAddress = () => {
  const query = new URLSearchParams(location.search);
  query.set("as", picture.chair);
  history.replaceState(null, "", `?${query}#${picture.at + 1}`);
};

const draw = () => {
  render(view(), stage);
  reveal(stage);
};

/** Stands at another event; a hand says so to who listens, a film that runs fast does not. */
const stand = (at, {aloud}) => {
  picture.at = Math.max(0, Math.min(at, picture.frames.length - 1));
  keepAddress();
  draw();
  if (aloud) announce(picture.frames[picture.at].sentence);
};

const stop = () => {
  clearTimeout(timer);
  picture.playing = false;
};

const go = (at) => {
  stop();
  stand(at, {aloud: true});
};

const run = () => {
  if (picture.at === picture.frames.length - 1) stop();
  else timer = setTimeout(() => { stand(picture.at + 1, {aloud: picture.speed <= 1}); run(); }, (1000 * seconds(picture.frames, picture.at)) / picture.speed);
  draw();
};

let last = Promise.resolve();

/** Reads something once what was asked before is read: no press is lost that comes meanwhile. */
const read = (deed) => (last = last.then(() => attempt(picture, draw, deed)));

/** Sits down on the chair that `choose` names when it is its turn. */
const sit = (choose) =>
  read(async () => {
    const chair = choose();
    seen[chair] ??= await lines(`${path}/replay?as=${chair}`);
    Object.assign(picture, {chair, frames: seen[chair]});
    keepAddress();
  });

const asked = () => /^#(\d+)$/.exec(location.hash)?.[1] ?? null;

/** The deal, where there is first something to see. */
const opening = () => Math.max(0, picture.frames.findIndex(({game}) => game.board));

const standAt = (version) => (version === null ? opening() : Number(version) - 1);

const orders = {
  step: (by) => go(picture.at + by),
  home: () => go(0),
  end: () => go(picture.frames.length - 1),
  turn: (by) => {
    const all = stops(picture.frames);
    go((by > 0 ? all.find((at) => at > picture.at) : all.findLast((at) => at < picture.at)) ?? picture.at);
  },
  play: () => {
    if (picture.playing) {
      stop();
      draw();
      return;
    }
    if (picture.at === picture.frames.length - 1) stand(0, {aloud: false});
    picture.playing = true;
    run();
  },
  speed: (speed) => {
    picture.speed = speed;
    clearTimeout(timer);
    if (picture.playing) run();
    else draw();
  },
  next: () => chosen(() => after(picture.chair, context.seen.players)),
  help: () => document.getElementById("help").showModal(),
  receipt: () => {
    const {at} = picture;
    return read(async () => {
      picture.receipts[at] = (await get(`${path}/receipts/${at + 1}`)).receipt;
    });
  },
  dispute: () => {
    stop();
    picture.disputing = picture.at + 1;
    draw();
    document.getElementById("dispute").showModal();
  },
  disputed: (id) => link(`/games/${context.game}/disputes/${id}`),
};

const chosen = async (choose) => {
  stop();
  await sit(choose);
  announce(seenFrom(picture.chair, context.seen.players));
};

const swipe = swipes((by) => orders.step(by));

const scene = (game) => {
  if (blind(game)) {
    return html`<div class="under-mask">${piece("mask")}<p class="under-mask-head">${t("Under the mask")}</p>
      <p>${t("From this chair there is nothing to see now: the mask is on, and a stick is about to go.")}</p></div>`;
  }
  if (!dealt(game)) return html`<div class="undealt"><p>${t("Nothing is dealt yet.")}</p></div>`;
  const marks = marked(picture.frames, picture.at);
  return html`${board(game, {marked: marks})}${marking(marks)}`;
};

const chairsView = () => html`<fieldset class="chairs"><legend>${t("Looked at from")}</legend>
  <div class="buttons">${chairs(context.seen.players).map((chair) => html`<button type="button" class="button small"
    aria-pressed=${String(chair === picture.chair)} @click=${() => chosen(() => chair)}>${nameOf(chair, context.seen.players)}</button>`)}</div>
  <p class="hint">${seenFrom(picture.chair, context.seen.players)}</p>
  <p class="soft">${t("“Whole table” hides nothing, “Public” is what spectators saw, and a name is what that player saw.")}</p></fieldset>`;

const whereabouts = () => {
  const {frames, at} = picture;
  const [turn, event] = [turnOf(frames, at), t("event {n} of {all}", {n: at + 1, all: frames.length})];
  return turn === null ? event : t("Turn {turn}, {event}", {turn, event});
};

const watching = ({game, sentence}) => html`
  <div class="watching">
    <div class="told"><p class="soft whereabouts">${whereabouts()}</p><p class="sentence">${sentence}</p></div>
    <div class="scene" @pointerdown=${swipe.down} @pointerup=${swipe.up}>${scene(game)}</div>
    <div class="bar card">${scrubber(picture, go)}${transport(picture, orders)}</div>
    <div class="stack rest">
      ${legend(picture)}
      <div class="row spread">${speeds(picture.speed, orders.speed)}
        <div class="buttons">${copying(picture, draw, {text: address(here()), label: t("Copy link to this moment")})}
        <button type="button" class="button small" @click=${orders.help}>${t("Keys")}</button>
        ${picture.seats.length ? html`<button type="button" class="button small danger" @click=${orders.dispute}>${t("Dispute this event")}</button>` : nothing}</div></div>
      ${chairsView()}
      <section class="card"><h2>${t("What happened")}</h2>${chronicle(picture, go)}${evidence(picture, orders)}</section>
      <section class="card"><h2>${t("Players")}</h2>${players(game)}</section>
      ${game.board ? html`<details class="card"><summary>${t("The board as a table")}</summary><div class="scroll" tabindex="0" role="region" aria-label=${t("The board as a table")}>${boardTable(game)}</div></details>` : nothing}
      <section class="card"><h2>${t("Take it with you")}</h2>${downloads(picture)}</section>
      <section class="card"><h2>${t("And now")}</h2><div class="buttons">
        <a class="button" href=${link(`/games/${context.game}/guess`)}>${t("Guess along")}</a>
        <a class="button" href=${link(`/games/${context.game}/audit`)}>${t("Audit and disputes")}</a>
        <a class="button" href=${link(`/games/${context.game}`)}>${t("The table")}</a></div></section>
    </div>
  </div>
  ${help()}${disputeForm(picture, draw)}`;

const view = () => html`${picture.disputing ? nothing : trouble(picture.problem)}${picture.frames ? watching(picture.frames[picture.at]) : elsewhere()}`;

const elsewhere = () =>
  picture.problem ? html`<p><button type="button" class="button first" @click=${() => begin("table")}>${t("Look from the whole table")}</button></p>` : nothing;

/** The seats of this browser that may object to something. */
const entitled = async () => {
  const mine = await living(context.game);
  return mine.filter(({game}) => game.you?.may.includes("dispute")).map(({seat, token}) => ({seat, token}));
};

const raised = async () => (await get(`${path}/disputes?limit=100`)).items;

/** A moment that is followed on the open page; a link to a part of the page moves nothing. */
const followed = () => {
  if (asked() !== null || !location.hash) go(standAt(asked()));
};

/** Moves nothing before there is something to move. */
const begin = async (chair) => {
  const version = asked();
  await sit(() => chair);
  if (!picture.frames) return;
  stand(standAt(version), {aloud: false});
  listen(orders);
  addEventListener("hashchange", followed);
  await read(async () => {
    [picture.disputes, picture.seats] = await Promise.all([raised(), entitled()]);
  });
};

if (context.seen.status === "finished") {
  stage.replaceChildren();
  begin(picture.chair);
}
