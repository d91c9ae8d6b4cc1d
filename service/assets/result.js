/** How the last turn went, or the first answer of this one: it stays until the next is known. */

import {html, nothing} from "./lit-html.js";
import {t} from "./words.js";

const TELLING = ["answer-given", "second-answer-declined", "turn-timed-out", "player-left"];

/** What it means for whoever looks: good, bad, or neither, as where several look. */
const tone = ({game, seat, seats}) => {
  const turn = game.last_turn;
  if (seats.length !== 1) return "";
  if (game.phase === "second_answer") return game.mask === seat ? "bad" : "";
  if (turn?.taken_by === seat || game.winner === seat) return "good";
  if (turn?.mask !== seat) return "";
  return turn.verdict === "right" ? "good" : "bad";
};

export const result = (picture) => {
  const told = picture.story.findLast(({type}) => TELLING.includes(type));
  if (!told) return nothing;
  const fresh = picture.story.at(-1) === told && told.version === picture.game.version;
  return html`<section class="note result ${fresh ? "fresh" : ""} ${tone(picture)}" aria-labelledby="result">
    <h2 id="result">${picture.game.phase === "second_answer" ? t("The first answer") : t("The last turn")}</h2>
    <p>${told.sentence}</p>
  </section>`;
};
