/** What a game is worth: its audits and disputes, and its log verified here. */

import {get, post} from "./api.js";
import {attempt, trouble} from "./attempt.js";
import {certificate, claimsOf} from "./certificate.js";
import {copying} from "./copying.js";
import {docketed, waiting} from "./docketed.js";
import {following} from "./following.js";
import {html, nothing, render} from "./lit-html.js";
import {materiality} from "./materiality.js";
import {ownCheck} from "./own-check.js";
import {address, announce, context, link, when} from "./page.js";
import {able, prove, unproved} from "./proof.js";
import {outcome, proving} from "./proving.js";
import {report} from "./report.js";
import {standingOf, standingWord} from "./standing.js";
import {t} from "./words.js";

const stage = document.getElementById("stage");
const path = `/v1/games/${context.game}`;

const picture = {
  game: null, audits: [], disputes: [], rules: null, chosen: null, all: false,
  proof: unproved(), verified: null, copied: null, busy: false, problem: null, lost: null,
};

const draw = () => render(view(), stage);

const settled = () =>
  picture.audits.every(({status}) => status === "done") && picture.disputes.every(({status}) => status === "ruled");

const newest = () => picture.audits.findLast(({status}) => status === "done");

const shown = () => picture.audits.find(({id}) => id === picture.chosen) ?? newest() ?? picture.audits.at(-1);

const items = async (what) => (await get(`${path}/${what}?limit=100`)).items;

const look = async () => {
  const before = picture.game?.standing;
  const [game, audits, disputes] = await Promise.all([get(path), items("audits"), items("disputes")]);
  Object.assign(picture, {game, audits, disputes});
  draw();
  if (picture.verified !== newest()?.id) verify();
  if (before && before !== game.standing) announce(t("The standing is now: {standing}.", {standing: standingWord(game.standing)}));
  return settled();
};

const lost = (problem) => {
  if (problem && !picture.lost) announce(problem.message || t("The connection is lost. Trying again…"), true);
  picture.lost = problem;
  if (problem || picture.game) draw();
};

/** Again where another audit came in between: its certificate is in the record then. */
const verify = async () => {
  if (!able() || picture.proof.state === "running") return;
  const audit = newest()?.id;
  picture.verified = audit;
  await prove(picture.proof, context.game, picture.game.version, draw);
  if (audit !== newest()?.id) await verify();
  else announce(outcome(picture.proof, newest()));
};

const follow = () => following(look, lost);

const ask = () =>
  attempt(picture, draw, async () => {
    const had = picture.audits.length;
    await post(`${path}/audits`);
    await look();
    if (picture.audits.length === had) announce(t("The same log is audited once, whoever asks: the report is here."));
    follow();
  });

/** Whether this release has audited this log: it would come to the same. */
const audited = ({certificate: token, status} = {}) =>
  status === "done" && Boolean(token) && claimsOf(token)?.release === context.release;

const asking = () => html`<section class="card" aria-labelledby="asking"><h2 id="asking">${t("Audits")}</h2>
  ${picture.audits.length > 1 ? earlier() : nothing}
  <p>${t("Every game is audited by itself when it ends. The same log is audited once, whoever asks for it.")}</p>
  ${audited(picture.audits.at(-1)) ? nothing : html`<button type="button" class="button ${picture.audits.length ? "small" : "first"}" ?disabled=${picture.busy} @click=${ask}>${t("Ask for an audit")}</button>`}
</section>`;

const choose = (id) => {
  Object.assign(picture, {chosen: id, all: false});
  draw();
};

const earlier = () => html`<ul class="plain buttons earlier">${picture.audits.toReversed().map(({id, asked_at: at}) => html`<li>
  <button type="button" class="button small" aria-pressed=${String(id === shown().id)} @click=${() => choose(id)}>${t("Audit {id}, {when}", {id, when: when(at)})}</button></li>`)}</ul>`;

const elsewhere = () => html`<div class="buttons">
  <a class="button" href=${link(`/games/${context.game}/replay`)}>${t("Watch it again")}</a>
  <a class="button" href=${link(`/games/${context.game}`)}>${t("The table")}</a>
  ${copying(picture, draw, {text: address(`/games/${context.game}/audit`), label: t("Copy the link to this page")})}
</div>`;

const view = () => html`${trouble(picture.problem ?? picture.lost)}${picture.game ? whole(shown()) : nothing}`;

const whole = (audit) => html`${standingOf(picture.game.standing, picture.audits)}
  <div class="columns two">
    <div class="stack">
      ${audit ? report(audit, picture.proof.claims, picture, draw) : nothing}
      ${audit ? materiality(audit, picture.rules, picture.game) : nothing}
      ${docketed(picture)}
      ${ownCheck(picture.game, picture, draw)}
    </div>
    <div class="stack">
      ${proving(picture.proof, newest(), verify)}
      ${audit ? certificate(audit, picture, draw) : nothing}
      ${asking()}
      ${elsewhere()}
    </div>
  </div>`;

const begin = async () => {
  stage.replaceChildren();
  follow();
  picture.rules = await get("/v1/rules").catch(() => null);
  if (picture.game) draw();
};

/** Whoever waits for the end sees what is objected to meanwhile, and the report when it is there. */
const wait = async () => {
  const place = stage.appendChild(document.createElement("div"));
  const over = async () => {
    const [game, disputes] = await Promise.all([get(path), items("disputes")]);
    render(waiting(disputes, game.players), place);
    return game.status === "finished";
  };
  await following(over, () => {});
  location.reload();
};

if (context.seen.status !== "finished") wait();
else if (context.seen.standing) begin();
