/** Objecting to one event: what is claimed, in whose name, in which words. */

import {post} from "./api.js";
import {attempt, trouble} from "./attempt.js";
import {claims, fitting} from "./claims.js";
import {html, nothing} from "./lit-html.js";
import {link} from "./page.js";
import {t} from "./words.js";

const LONGEST = 1000;

/** What an address bears that leads to a dispute which was there before. */
export const AGAIN = "#again";

const claim = ([value, name, meaning], likely) => html`<label class="choice">
  <input type="radio" name="claim" value=${value} .checked=${value === likely} required>
  <span>${name}<br><span class="hint">${meaning}</span></span>
</label>`;

/** What fits the event, and out of the way whatever else can be claimed. */
const choice = (event, game) => {
  const first = fitting(event, game);
  const all = claims();
  const likely = first.map((value) => all.find((each) => each[0] === value));
  return html`<fieldset><legend>${t("What is wrong with it?")}</legend>${likely.map((each) => claim(each, first[0]))}
    <details><summary>${t("Something else")}</summary>${all.filter((each) => !likely.includes(each)).map((each) => claim(each, first[0]))}</details></fieldset>`;
};

const seat = (seats, players) =>
  seats.length === 1
    ? html`<input type="hidden" name="seat" value=${seats[0].seat}>`
    : html`<label class="field">${t("In whose name")}<select name="seat">
        ${seats.map(({seat: number}) => html`<option value=${number}>${players.find((player) => player.seat === number)?.name}</option>`)}
      </select></label>`;

const sent = async (form, picture) => {
  const told = Object.fromEntries(new FormData(form));
  const {token} = picture.seats.find((held) => held.seat === Number(told.seat));
  const words = Object.fromEntries(["statement", "receipt"].map((name) => [name, told[name].trim()]).filter(([, text]) => text));
  const game = picture.frames[0].game.id;
  const dispute = await post(`/v1/games/${game}/disputes`, {version: picture.disputing, claim: told.claim, ...words}, {token});
  const known = picture.disputes.some(({id}) => id === dispute.id);
  location.assign(link(`/games/${game}/disputes/${dispute.id}`) + (known ? AGAIN : ""));
};

/** @param {object} picture `disputing` is the version objected to */
export const disputeForm = (picture, draw) => {
  if (!picture.disputing) return nothing;
  const {event, game, sentence} = picture.frames[picture.disputing - 1];
  const raise = (submit) => {
    submit.preventDefault();
    attempt(picture, draw, () => sent(submit.target, picture));
  };
  return html`<dialog id="dispute" class="card" aria-labelledby="dispute-title" @close=${() => { picture.disputing = null; picture.problem = null; draw(); }}>
    <h2 id="dispute-title">${t("Dispute event {version}", {version: event.version})}</h2>
    <p>${sentence}</p>
    <form @submit=${raise}>
      ${choice(event, game)}
      ${seat(picture.seats, game.players)}
      <label class="field">${t("In your own words (may stay empty)")}<textarea name="statement" maxlength=${LONGEST}></textarea></label>
      <details><summary>${t("I have a receipt")}</summary>
        <label class="field">${t("Receipt")}<textarea name="receipt" spellcheck="false" autocomplete="off"></textarea>
        <span class="hint">${t("What the service signed when it took this event, if you kept it.")}</span></label></details>
      ${trouble(picture.problem)}
      <div class="buttons reach"><button class="button first">${t("Raise the dispute")}</button>
        <button type="button" class="button quiet" @click=${(event) => event.target.closest("dialog").close()}>${t("Cancel")}</button></div>
    </form>
  </dialog>`;
};
