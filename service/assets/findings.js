/** What an audit found wrong: event, field, clause, recorded against expected, and where to look. */

import {clauses} from "./clauses.js";
import {fieldName} from "./fields.js";
import {html, nothing} from "./lit-html.js";
import {at as path, link} from "./page.js";
import {sides} from "./sides.js";
import {t, tn} from "./words.js";

const FEW = 20;

/** A moment of a game on its board. */
export const moment = (game, version) => link(`/games/${game}/replay?as=table#${version}`);

const evidence = (game, version) =>
  version
    ? html`<div class="buttons">
        <a class="button small" href=${moment(game, version)}>${t("The board at event {version}", {version})}</a>
        <a class="button small" href=${path(`/v1/games/${game}/events/${version}`)}>${t("Its entry in the log")}</a>
      </div>`
    : nothing;

const comparable = ({recorded, expected}) => recorded !== null || expected !== null;

const finding = (found, game, players) => html`<li class="finding">
  <h3>${t("Event {version}", {version: found.version})}: ${fieldName(found.field)}</h3>
  ${comparable(found) ? sides(found.field, found.recorded, found.expected, players) : nothing}
  <p><span lang="en">${found.sentence}</span>
    ${found.clauses.length ? html`${t("It breaks:")} ${clauses(found.clauses)}` : nothing}</p>
  ${evidence(game, found.version)}
</li>`;

/** @param {object} picture `all` is whether more than the first few are shown */
export const findings = ({findings: list, found}, picture, draw, players) => {
  if (!list.length) return nothing;
  const shown = picture.all ? list : list.slice(0, FEW);
  const more = () => {
    picture.all = true;
    draw();
  };
  return html`<ol class="plain stack">${shown.map((each) => finding(each, picture.game.id, players))}</ol>
    ${shown.length < list.length ? html`<button type="button" class="button" @click=${more}>${tn("Show {n} more", "Show {n} more", list.length - shown.length)}</button>` : nothing}
    ${found > list.length && picture.all ? html`<p class="hint">${t("There are {found}; the first {n} are told.", {found, n: list.length})}</p>` : nothing}`;
};
