/** What guessing along came to, turn by turn, and the challenge to do better. */

import {html, nothing} from "./lit-html.js";
import {link} from "./page.js";
import {inLittle} from "./sticks.js";
import {t, tn} from "./words.js";

const count = (results, who) => results.filter((result) => result[who]).length;

/** A score to beat that an address brings along: `#beat=5-7` is five of seven. */
export const brought = (hash, total) => {
  const found = /^#beat=(\d{1,2})-(\d{1,2})$/.exec(hash);
  return found && Number(found[2]) === total && Number(found[1]) <= total ? Number(found[1]) : null;
};

/** The address with which somebody else has the same moments and this score to beat. */
export const challenge = ({game, seat, results}) => `/games/${game}/guess?as=${seat}#beat=${count(results, "mine")}-${results.length}`;

export const standing = ({results, moments, name}) => html`<p class="row score">
  <span class="chip lime">${t("You: {n}", {n: count(results, "mine")})}</span>
  <span class="chip mask">${t("{name}: {n}", {name, n: count(results, "theirs")})}</span>
  <span class="soft">${tn("{done} of {n} answer", "{done} of {n} answers", moments.length, {done: results.length})}</span>
</p>`;

const compared = ({results, name}) => {
  const [mine, theirs] = [count(results, "mine"), count(results, "theirs")];
  if (mine > theirs) return t("You remembered better than {name}.", {name});
  return mine < theirs ? t("{name} remembered better.", {name}) : t("You and {name} remembered equally well.", {name});
};

const challenged = ({beat, results}) => {
  if (beat === null) return nothing;
  const mine = count(results, "mine");
  if (mine > beat) return html`<p class="note good">${t("Challenge won: {beat} was the score to beat.", {beat})}</p>`;
  return html`<p class="note">${mine === beat ? t("A draw: {beat} was the score to beat.", {beat}) : t("Not beaten: {beat} was the score to beat.", {beat})}</p>`;
};

const mark = (good) => html`<span class="chip ${good ? "good" : "bad"}">${good ? t("right") : t("wrong")}</span>`;

const row = ({turn, version, tries, said, gone, mine, theirs}, {game, seat}) => html`<tr>
  <th scope="row"><a href=${link(`/games/${game}/replay?as=${seat}#${version}`)}>${turn}</a></th>
  <td>${inLittle(gone)}</td>
  <td>${mark(mine)} ${inLittle(tries.at(-1))}</td>
  <td>${mark(theirs)} ${inLittle(said.at(-1))}</td>
</tr>`;

/** All of it, at the end. */
export const summary = (picture) => html`
  <p class="result">${tn("{mine} of {n} right", "{mine} of {n} right", picture.results.length, {mine: count(picture.results, "mine")})}</p>
  <p>${compared(picture)}</p>
  ${challenged(picture)}
  <div class="scroll" tabindex="0" role="region" aria-label=${t("Turn by turn")}><table class="answers">
    <thead><tr>${[t("Turn"), t("Gone"), t("You"), picture.name].map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
    <tbody>${picture.results.map((result) => row(result, picture))}</tbody>
  </table></div>`;
