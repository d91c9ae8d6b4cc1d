/** What somebody may do with the seats that they hold here: take one along, forget it, leave. */

import {context, address} from "./page.js";
import {forget, handed} from "./seats.js";
import {html, nothing} from "./lit-html.js";
import {name} from "./turn.js";
import {qr} from "./qr.js";
import {t} from "./words.js";

/** One part for each seat held here that has a player. */
export const ownSeats = (picture, table) => {
  const seated = picture.seats.filter(({seat}) => picture.game.players.some((player) => player.seat === seat));
  return seated.length && picture.game.status !== "finished"
    ? html`<details class="card own-seats">
        <summary>${seated.length > 1 ? t("The seats on this screen") : t("Your seat: {name}", {name: name(picture.game, seated[0].seat)})}</summary>
        ${seated.map((held) => own(held, picture, table))}
      </details>`
    : nothing;
};

const own = (held, picture, table) => {
  const {asked, game} = picture;
  const player = game.players.find(({seat}) => seat === held.seat);
  const leaving = game.status === "running" && player.in_play;
  const wish = asked?.seat === held.seat && (asked.wish !== "leave" || leaving) ? asked.wish : null;
  const ask = (wanted) => table.change({asked: wish === wanted ? null : {seat: held.seat, wish: wanted}});
  const button = (wanted, text, tone = "") => html`<button type="button" class="button small ${tone}"
    aria-expanded=${String(wish === wanted)} @click=${() => ask(wanted)}>${text}</button>`;
  return html`<div class="own-seat stack">
    <p><strong>${name(game, held.seat)}</strong> <span class="soft">${t("seat {seat}", {seat: held.seat})}</span></p>
    <div class="buttons">
      ${button("hand", t("Play on another device"))}
      ${button("forget", t("Forget this seat here"))}
      ${leaving ? button("leave", t("Leave the game"), "danger") : nothing}
    </div>
    ${wish ? WISHES[wish](held, picture, table) : nothing}
  </div>`;
};

const WISHES = {
  hand: ({seat, token}) => {
    const link = address(`/games/${context.game}#${handed(seat, token)}`);
    return html`<div class="note stack">
      <p>${t("Open this link on the other device. Whoever has it can play this seat: show it to nobody else.")}</p>
      <div class="handed">${qr(link)}<div class="field"><label for="handed">${t("The link")}</label>
        <input type="text" id="handed" readonly .value=${link} @focus=${({target}) => target.select()}></div></div>
    </div>`;
  },
  forget: ({seat}, {game}, table) =>
    sure(t("This browser will not know the seat any more. Without its link on another device nobody can play it again."), t("Forget it"), table, () => {
      forget(game.id, seat);
      table.change({asked: null});
      return table.reseat();
    }),
  leave: ({seat}, {game}, table) =>
    sure(t("Leaving is for good: the others go on without you."), t("Leave for good"), table, () => table.act(`/players/${seat}`, {seat, method: "DELETE"})),
};

const sure = (words, yes, table, deed) => html`<div class="note bad stack">
  <p>${words}</p>
  <div class="buttons">
    <button type="button" class="button danger small" @click=${deed}>${yes}</button>
    <button type="button" class="button small" @click=${() => table.change({asked: null})}>${t("Stay")}</button>
  </div>
</div>`;
