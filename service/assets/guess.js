/** A game seen through one player's mask: it stops before each answer, and yours comes first. */

import {lines} from "./api.js";
import {attempt, trouble} from "./attempt.js";
import {board, piece} from "./board.js";
import {copying} from "./copying.js";
import {blind, dealt, marked, seconds} from "./frames.js";
import {html, nothing, render} from "./lit-html.js";
import {marking} from "./marking.js";
import {busiest, moments, right} from "./moments.js";
import {naming, nameable} from "./naming.js";
import {address, announce, context, link} from "./page.js";
import {held} from "./seats.js";
import {brought, challenge, standing, summary} from "./score.js";
import {inWords} from "./sticks.js";
import {t, tn} from "./words.js";

const SPEED = 2;
const DARK_SECONDS = 1.8;

const stage = document.getElementById("stage");
const {players} = context.seen;

/** `scene` is what it waits for: intro, watching, looking, masked, asking, told, over. */
const picture = {
  game: context.game, frames: null, seat: null, name: "", moments: [], beat: null, scene: "intro", at: 0,
  tries: [], results: [], named: [{}], lacking: false, still: false, copied: null, busy: false, problem: null,
};
let timer = null;

const draw = () => render(view(), stage);

const change = (parts) => {
  Object.assign(picture, parts);
  draw();
};

/** Another scene: its heading takes the focus, so that who listens hears where they are. */
const turn = (scene, parts = {}) => {
  clearTimeout(timer);
  change({scene, ...parts});
  stage.querySelector("h2")?.focus();
};

const current = () => picture.moments[picture.results.length];

/** Where watching stops: before the mask, or at the end. */
const goal = () => current()?.before ?? picture.frames.length - 1;

const arrive = () => (current() ? turn("looking", {at: goal()}) : turn("over", {at: goal()}));

const watch = () => {
  clearTimeout(timer);
  if (picture.at >= goal()) arrive();
  else if (!picture.still) {
    timer = setTimeout(() => {
      change({at: picture.at + 1});
      announce(picture.frames[picture.at].sentence);
      watch();
    }, (1000 * seconds(picture.frames, picture.at)) / SPEED);
  }
};

const begin = () => {
  turn("watching", {at: picture.frames.findIndex(({game}) => dealt(game)), results: [], still: false});
  watch();
};

const pause = () => {
  change({still: !picture.still});
  watch();
};

const mask = () => {
  turn("masked", {at: current().mask, tries: [], named: [{}], lacking: false});
  timer = setTimeout(() => turn("asking", {at: current().answers[0] - 1}), 1000 * DARK_SECONDS);
};

const answer = (sticks) => {
  const {answers, end} = current();
  const {game, event} = picture.frames[end];
  const tries = [...picture.tries, sticks];
  const mine = right(sticks, game);
  if (!mine && tries.length < answers.length) {
    turn("asking", {tries, named: [{}], lacking: false, at: answers[tries.length] - 1});
    return;
  }
  const {turn: number, answers: said, removed: gone, verdict} = game.last_turn;
  const result = {turn: number, version: event.version, tries, said, gone, mine, theirs: verdict === "right"};
  turn("told", {results: [...picture.results, result], at: end});
  announce(mine ? t("You were right.") : t("You were wrong."));
};

const on = () => {
  turn("watching", {still: false});
  watch();
};

/** What the form of the table's own page does here. */
const table = {change, act: (_, {body}) => answer(body.sticks)};

/** What the wearer's page would be given: an answer is all that is asked for. */
const asked = ({game}) => ({game: {...game, phase: "answer", you: {seat: picture.seat, may: ["answer"]}}, named: picture.named, lacking: picture.lacking, sending: false});

const button = (text, press, kind = "first") => html`<button type="button" class="button ${kind}" @click=${press}>${text}</button>`;

const heading = (text) => html`<h2 tabindex="-1">${text}</h2>`;

const others = () => html`<div class="buttons">${players.filter(({seat}) => seat !== picture.seat).map(({seat, name}) =>
  html`<a class="button small" href=${link(`/games/${context.game}/guess?as=${seat}`)}>${t("The mask of {name}", {name})}</a>`)}
  <a class="button small" href=${link(`/games/${context.game}/replay`)}>${t("Replay")}</a></div>`;

const scenes = {
  intro: ({name, moments: {length: n}, beat}) => n
    ? html`${heading(t("Wear the mask of {name}", {name}))}
      <p>${tn("{name} answered {n} time in this game. Watch as {name} did, and say which stick went before you hear what {name} said.", "{name} answered {n} times in this game. Watch as {name} did, and say which stick went before you hear what {name} said.", n, {name})}</p>
      ${beat === null ? nothing : html`<p class="note good">${t("You are challenged: {beat} of {n} is the score to beat.", {beat, n})}</p>`}
      <div class="buttons">${button(t("Begin"), begin)}</div>`
    : html`${heading(t("Nothing to guess"))}<p>${t("{name} never gave an answer in this game.", {name})}</p>`,
  watching: ({still}) => html`${heading(t("Watch"))}${sentence()}
    <div class="buttons">${button(current() ? t("Skip to the mask") : t("Skip to the end"), arrive)}${button(still ? t("Go on") : t("Pause"), pause, "")}</div>`,
  looking: () => html`${heading(t("Look well: the mask is yours"))}${sentence()}
    <p>${t("Remember every stick. When the mask is off again, one will be gone, or two.")}</p>
    <div class="buttons">${button(t("Put the mask on"), mask)}</div>`,
  masked: () => html`${heading(t("Under the mask"))}${sentence()}`,
  asking: ({tries, frames, at}) => html`${heading(tries.length ? t("Not that one. Once more!") : tn("Which stick is gone?", "Which {n} sticks are gone?", frames[at].game.removed.count))}
    ${sentence()}<p class="hint">${t("Touch the gap on the board, or choose the window; then say the colour.")}</p>`,
  told: ({results, name}) => {
    const {mine, tries, said, gone} = results.at(-1);
    return html`${heading(mine ? t("You were right.") : t("You were wrong."))}
      <dl class="compared"><dt>${t("Gone")}</dt><dd>${inWords(gone)}</dd><dt>${t("You said")}</dt><dd>${tries.map((sticks) => html`<p>${inWords(sticks)}</p>`)}</dd>
      <dt>${t("{name} said", {name})}</dt><dd>${said.map((sticks) => html`<p>${inWords(sticks)}</p>`)}</dd></dl>
      <div class="buttons">${button(t("Go on"), on)}</div>`;
  },
  over: () => html`${heading(t("The game is over"))}${summary(picture)}
    <h3>${t("Challenge somebody")}</h3><p>${t("This link brings the same moments, and your score to beat.")}</p>
    <p><code>${address(challenge(picture))}</code></p>
    <div class="buttons">${copying(picture, draw, {text: address(challenge(picture)), label: t("Copy the link")})}${button(t("Once more"), begin, "")}</div>`,
};

const sentence = () => html`<p class="sentence">${picture.frames[picture.at].sentence}</p>`;

const seenNow = ({frames, at, scene}) => {
  const frame = frames[at];
  if (blind(frame.game)) return html`<div class="under-mask">${piece("mask")}</div>`;
  if (!frame.game.board) return nothing;
  if (scene === "asking") return board(frame.game, nameable(asked(frame), table));
  const marks = marked(frames, at);
  return html`${board(frame.game, {marked: marks})}${marking(marks)}`;
};

const beside = () => {
  if (picture.scene === "asking") return naming(asked(picture.frames[picture.at]), table);
  return ["intro", "over"].includes(picture.scene) ? others() : nothing;
};

const playing = () => html`<div class="watching guessing">
  <div class="card panel">${scenes[picture.scene](picture)}${["intro", "over"].includes(picture.scene) ? nothing : standing(picture)}</div>
  <div class="scene">${picture.scene === "intro" ? piece("mask") : seenNow(picture)}</div>
  <div class="stack rest">${beside()}</div>
</div>`;

const view = () => html`${trouble(picture.problem)}${picture.frames ? playing() : nothing}`;

/** Somebody else's mask first: what was answered here is remembered. */
const chair = async () => {
  if (context.chair) return Number(context.chair);
  const frames = await lines(`/v1/games/${context.game}/replay?as=public`);
  const mine = new Set(held(context.game).map(({seat}) => seat));
  const others = players.filter(({seat}) => !mine.has(seat) && moments(frames, seat).length);
  return busiest(frames, others.length ? others : players);
};

const prepare = async () => {
  const seat = await chair();
  const frames = await lines(`/v1/games/${context.game}/replay?as=${seat}`);
  const found = moments(frames, seat);
  const {name} = players.find((player) => player.seat === seat);
  Object.assign(picture, {seat, name, frames, moments: found, beat: brought(location.hash, found.length)});
};

/** A challenge that is followed while the page is open begins it anew; no other fragment does. */
const followed = () => {
  const beat = brought(location.hash, picture.moments.length);
  if (beat !== null && beat !== picture.beat) turn("intro", {beat});
};

if (stage.dataset.ready === "yes") {
  stage.replaceChildren();
  addEventListener("hashchange", followed);
  attempt(picture, draw, prepare);
}
