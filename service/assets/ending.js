/** A game that is over: who won, what that is worth, and where to go from here. */

import {html, nothing} from "./lit-html.js";
import {at, link} from "./page.js";
import {t} from "./words.js";

const WORTH = {
  cleared: () => t("An audit has ruled the whole game again and found nothing wrong."),
  awaited: () => t("The whole game is being ruled again; a moment."),
  unaudited: () => t("No audit has been made yet."),
  disputed: () => t("Somebody disputes what happened; it is being ruled."),
  overturned: () => t("The record does not hold: see the audit."),
};

const TONES = {cleared: "good", overturned: "bad"};

export const ending = ({game, seat, awaited}) => {
  if (game.turn === null) return html`<div class="buttons"><a class="button first" href=${link("/")}>${t("To the tables")}</a></div>`;
  const worth = awaited && game.standing === "unaudited" ? "awaited" : game.standing;
  return html`<div class="card stack ending">
    ${game.standing
      ? html`<p><span class="chip ${TONES[game.standing] ?? ""}">${worth === "awaited" ? t("being audited") : t(worth)}</span> ${WORTH[worth]()}</p>`
      : nothing}
    <div class="buttons">
      <a class="button first" href=${link("/")}>${t("Play again")}</a>
      <a class="button" href=${link(`/games/${game.id}/replay${seat ? `?as=${seat}` : ""}`)}>${t("Watch it again")}</a>
      <a class="button" href=${link(`/games/${game.id}/guess`)}>${t("Guess along")}</a>
      <a class="button" href=${link(`/games/${game.id}/audit`)}>${t("Audit and disputes")}</a>
      <a class="button" href=${at(`/v1/games/${game.id}/record`)} download="singsing-${game.id}.ndjson">${t("The record")}</a>
    </div>
  </div>`;
};
