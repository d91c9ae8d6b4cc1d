/** One dispute: followed to its ruling, and read. */

import {get} from "./api.js";
import {trouble} from "./attempt.js";
import {claimName} from "./claims.js";
import {clauseTexts} from "./clause-texts.js";
import {copying} from "./copying.js";
import {moment} from "./findings.js";
import {following} from "./following.js";
import {judgement} from "./judgements.js";
import {AGAIN} from "./objection.js";
import {html, nothing, render} from "./lit-html.js";
import {beforeAndAfter} from "./moments-apart.js";
import {address, announce, at as path, context, link, when} from "./page.js";
import {decided} from "./readings.js";
import {fields} from "./sides.js";
import {meaning, stages} from "./stages.js";
import {standingWord, verdict} from "./standing.js";
import {inWords} from "./sticks.js";
import {seatName} from "./values.js";
import {t} from "./words.js";

const stage = document.getElementById("stage");
const game = `/v1/games/${context.game}`;

const picture = {
  dispute: context.dispute, players: context.seen.players, rules: null, sentence: null,
  before: null, after: null, standing: context.seen.standing, copied: null, lost: null,
};

const draw = () => render(view(), stage);

const {id, version, claim, seat} = context.dispute;

const state = (number) => (number ? get(`${game}/states/${number}`) : null);

const story = async () => (await get(`${game}/story?after=${version - 1}&limit=1`)).items[0]?.sentence ?? null;

/** What is there once the game is over. */
const opened = async () => {
  const [now, sentence, before, after, rules] = await Promise.all([get(game), story(), state(version - 1), state(version), get("/v1/rules")]);
  Object.assign(picture, {sentence, before, after, rules, standing: now.standing, players: now.players});
};

const look = async () => {
  const was = picture.dispute.status;
  picture.dispute = await get(`${game}/disputes/${id}`);
  const {status, ruling} = picture.dispute;
  if (status === "ruled") await opened();
  draw();
  if (was === status) return status === "ruled";
  if (ruling) told(judgement(ruling));
  else announce(meaning(picture.dispute));
  return status === "ruled";
};

/** The ruling came while somebody was reading here. */
const told = ({name, meaning: means}) => {
  announce(`${name()}. ${means()}`);
  if (!stage.contains(document.activeElement)) document.getElementById("verdict").focus({preventScroll: true});
};

const lost = (problem) => {
  if (problem && !picture.lost) announce(problem.message || t("The connection is lost. Trying again…"), true);
  picture.lost = problem;
  draw();
};

const head = ({raised_at: at}) => html`<p>${t("{who} objects to event {version}: {claim}", {who: seatName(seat, picture.players), version, claim: claimName(claim)})}
  <span class="soft">(<time datetime=${at}>${when(at)}</time>)</span></p>`;

/** Whoever objects to the same once more is led here. */
const again = () =>
  location.hash === AGAIN ? html`<p class="note">${t("This was disputed before; here is that dispute. New words are not added to it.")}</p>` : nothing;

const statement = ({statement: text, receipt}) =>
  text || receipt
    ? html`<section class="card said" aria-labelledby="said"><h2 id="said">${t("What was said")}</h2>
        ${text ? html`<blockquote><p>${text}</p></blockquote><p class="soft">${seatName(seat, picture.players)}</p>` : nothing}
        ${receipt ? html`<details><summary>${t("The receipt sent along")}</summary><p><code class="long">${receipt}</code></p>${copying(picture, draw, {text: receipt, label: t("Copy the receipt")})}</details>` : nothing}</section>`
    : nothing;

const event = () =>
  picture.sentence
    ? html`<section class="card" aria-labelledby="event"><h2 id="event">${t("The event")}</h2>
        <p>${picture.sentence}</p>
        ${claim === "verdict" ? said() : nothing}${gone()}
        ${beforeAndAfter(picture.before, picture.after)}</section>`
    : nothing;

/** The answer that was judged. */
const said = () => {
  const {before, after} = picture;
  const answers = [after?.answers, before?.removed ? after?.last_turn?.answers : null].find((list) => list?.length);
  return answers ? html`<p class="soft">${t("{name} said: {sticks}.", {name: seatName(before.mask, picture.players), sticks: inWords(answers.at(-1))})}</p>` : nothing;
};

/** What the answer had to name, as the whole table knows it now. */
const gone = () => {
  const sticks = picture.before?.removed?.sticks;
  return sticks?.length ? html`<p class="soft">${t("What really went: {sticks}.", {sticks: inWords(sticks)})}</p>` : nothing;
};

const compared = ({recorded, expected, sentence}) => html`<section class="card" aria-labelledby="compared"><h2 id="compared">${t("What is recorded")}</h2>
  ${recorded || expected ? fields(recorded, expected, picture.players) : html`<p>${t("This event settles nothing of that kind.")}</p>`}
  <details><summary>${t("The ruling as it stands in the docket")}</summary><p lang="en">${sentence}</p></details></section>`;

const consequence = ({reading, would_change: changes}) => {
  if (changes) return html`<p>${t("Another reading of a silent point would have given something else here.")}</p>`;
  return reading ? html`<p>${t("No other reading would have changed anything here.")}</p>` : nothing;
};

const standingNow = ({verdict: judged}) =>
  judged === "upheld" && picture.standing ? html`<p>${t("The standing of the game is now: {standing}.", {standing: standingWord(picture.standing)})}</p>` : nothing;

/** Where no clause is cited. */
const unwritten = ({recorded}) =>
  html`<p>${recorded ? t("No clause is about this; what was checked is the record itself.") : t("No clause settles that at an event of this kind.")}</p>`;

const law = (ruling) => html`<section class="card" aria-labelledby="law"><h2 id="law">${t("What the rules say")}</h2>
  ${ruling.clauses.length ? clauseTexts(picture.rules, ruling.clauses) : unwritten(ruling)}
  ${ruling.reading ? decided(picture.rules, ruling.reading) : nothing}
  ${consequence(ruling)}${standingNow(ruling)}</section>`;

const evidence = () => html`<section class="card" aria-labelledby="evidence"><h2 id="evidence">${t("Evidence")}</h2>
  <div class="buttons">
    ${picture.after ? html`<a class="button small" href=${moment(context.game, version)}>${t("Event {version} in the replay", {version})}</a>` : nothing}
    <a class="button small" href=${path(`${game}/events/${version}`)}>${t("Its entry in the log")}</a>
    <a class="button small" href=${path(`${game}/docket`)}>${t("The docket")}</a>
    <a class="button small" href=${link(`/games/${context.game}/audit`)}>${t("Audit and disputes")}</a>
    ${copying(picture, draw, {text: address(`/games/${context.game}/disputes/${id}`), label: t("Copy the link to this dispute")})}
  </div></section>`;

const table = () => html`<p><a class="button first" href=${link(`/games/${context.game}`)}>${t("Watch it at its table")}</a></p>`;

const pending = (dispute) => html`<section class="card" aria-labelledby="way"><h2 id="way">${t("On its way")}</h2>
  ${stages(dispute)}<p>${meaning(dispute)}</p></section>${dispute.status === "waiting" ? table() : nothing}`;

const ruled = ({ruling}) => html`<div class="columns two"><div class="stack">${compared(ruling)}${event()}</div><div class="stack">${law(ruling)}${statement(picture.dispute)}${evidence()}</div></div>`;

const view = () => {
  const {dispute, lost: problem} = picture;
  const {ruling} = dispute;
  return html`${trouble(problem)}${again()}${head(dispute)}
    ${ruling ? html`${verdict(judgement(ruling))}${ruled(dispute)}` : html`${pending(dispute)}${statement(dispute)}${evidence()}`}`;
};

stage.replaceChildren();
draw();
following(look, lost);
