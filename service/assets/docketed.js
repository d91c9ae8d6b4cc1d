/** The disputes of a game, each a link to where it is followed. */

import {claimName} from "./claims.js";
import {state, tone} from "./judgements.js";
import {html, nothing} from "./lit-html.js";
import {link, when} from "./page.js";
import {t} from "./words.js";
import {seatName} from "./values.js";

const dispute = (each, players) => html`<li class="row spread">
  <div><a class="dispute-link" href=${link(`/games/${each.game}/disputes/${each.id}`)}>${t("Event {version}: {claim}", {version: each.version, claim: claimName(each.claim)})}</a><br>
    <span class="soft">${seatName(each.seat, players)}, <time datetime=${each.raised_at}>${when(each.raised_at)}</time></span></div>
  <span class="chip ${tone(each)}">${state(each)}</span>
</li>`;

const card = (inside) => html`<section class="card" aria-labelledby="disputes"><h2 id="disputes">${t("Disputes")}</h2>${inside}</section>`;

const listed = (disputes, players) => html`<ul class="plain lined">${disputes.map((each) => dispute(each, players))}</ul>`;

export const docketed = ({disputes, game}) => card(html`
  ${disputes.length ? listed(disputes, game.players) : html`<p class="soft">${t("Nobody objects to anything.")}</p>`}
  <p class="hint">${t("Whoever sat at this table can dispute any event: go to it in the replay, and press “Dispute this event”.")}
    <a href=${link(`/games/${game.id}/replay`)}>${t("To the replay")}</a></p>`);

/** Those of a game that goes on: they wait. */
export const waiting = (disputes, players) => (disputes.length ? card(listed(disputes, players)) : nothing);
