/** Whether the points on which the printed sheet is silent mattered in a game. */

import {moment} from "./findings.js";
import {html, nothing} from "./lit-html.js";
import {readingText, rulingLink} from "./readings.js";
import {t, tn} from "./words.js";

const consequence = ({first}, game) =>
  first === null
    ? t("It would have made no difference.")
    : html`<b>${t("The game would have gone differently from event {version}.", {version: first})}</b> <a href=${moment(game, first)}>${t("Look")}</a>`;

const quoted = (words) => t("“{words}”", {words});

const other = (rules, game) => (each) => html`<li>${quoted(readingText(rules, each.ruling, each.other))} ${consequence(each, game)}</li>`;

const point = (name, each, rules, game) => html`<li>
  <p><b>${rulingLink(name)}</b><br>${t("This table:")} ${quoted(readingText(rules, name, each[0].reading))}</p>
  <p class="soft">${tn("Played by the other reading:", "Played by another reading:", each.length)}</p>
  <ul class="others">${each.map(other(rules, game))}</ul>
</li>`;

const PAID = ["double_answer", "token_payment"];

/** @param {object} game what is about red tokens is told where it is played with them */
export const materiality = ({materiality: all}, rules, {id: game, options}) => {
  const list = all.filter(({ruling}) => options.advanced || !PAID.includes(ruling));
  if (!list.length) return nothing;
  const names = [...new Set(list.map(({ruling}) => ruling))];
  return html`<section class="card" aria-labelledby="materiality"><h2 id="materiality">${t("Where the printed sheet is silent")}</h2>
    <p>${t("It leaves a few points open. This table chose a reading of each before it began. Would another one have made a difference?")}</p>
    <ul class="plain lined">${names.map((name) => point(name, list.filter(({ruling}) => ruling === name), rules, game))}</ul></section>`;
};
