/** What an audit found wrong: event, field, clause, recorded against expected, and where to look. */

import {clauses} from "./clauses.js";
import {fieldName} from "./fields.js";
import {html, nothing} from "./lit-html.js";
import {at as path, link} from "./page.js";
import {sides} from "./sides.js";
import {t, tn} from "./words.js";

const FEW = 3;
/** Events whose faults are told at once. */

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

const fault = (found, players) => html`<h4>${fieldName(found.field)}</h4>
  ${comparable(found) ? sides(found.field, found.recorded, found.expected, players) : nothing}
  <p class="hint"><span lang="en">${found.sentence}</span>
    ${found.clauses.length ? html`${t("It breaks:")} ${clauses(found.clauses)}` : nothing}</p>`;

const event = (version, faults, {game}) => html`<li class="finding">
  <h3>${t("Event {version}", {version})}</h3>
  ${faults.map((found) => fault(found, game.players))}
  ${evidence(game.id, version)}
</li>`;

/** @param {object} picture `all` is whether more than the first few are shown */
export const findings = ({findings: list, found}, picture, draw) => {
  if (!list.length) return nothing;
  const versions = [...new Set(list.map(({version}) => version))];
  const shown = picture.all ? versions : versions.slice(0, FEW);
  const more = () => {
    picture.all = true;
    draw();
  };
  return html`${versions.length > 1 ? html`<p>${t("The first may be the cause of those after it.")}</p>` : nothing}
    <ol class="plain stack">${shown.map((version) => event(version, list.filter((each) => each.version === version), picture))}</ol>
    ${shown.length < versions.length ? html`<p class="report-more"><button type="button" class="button" @click=${more}>${tn("Show {n} more event", "Show {n} more events", versions.length - shown.length)}</button></p>` : nothing}
    ${found > list.length && picture.all ? html`<p class="hint">${t("There are {found}; the first {n} are told.", {found, n: list.length})}</p>` : nothing}`;
};
