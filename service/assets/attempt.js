/** Something that the house may refuse: tried once at a time, and what stands against it is said. */

import {Problem} from "./api.js";
import {clauses} from "./clauses.js";
import {html, nothing} from "./lit-html.js";
import {announce} from "./page.js";
import {t} from "./words.js";

const sentence = (problem) => {
  if (problem.status === 0) return t("The house does not answer. Is there a connection? Nothing is lost: try again.");
  if (problem.errors.some(({pointer}) => pointer === "/name"))
    return t("This name cannot be used. It needs 1 to 40 letters, numbers or signs, and no line breaks.");
  if (problem.errors.some(({pointer}) => pointer === "/seed"))
    return t("The seed needs 32 digits, each of 0 to 9 or a to f.");
  if (problem.status === 429) return t("That was often. Wait a while, then try again.");
  return problem.message;
};

/**
 * Does `deed`, unless one is under way, with `picture.busy` and `picture.problem` drawn.
 * @returns whether it was done
 */
export const attempt = async (picture, draw, deed) => {
  if (picture.busy) return false;
  Object.assign(picture, {busy: true, problem: null});
  draw();
  try {
    await deed();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    picture.problem = error;
    announce(sentence(error), true);
    return false;
  } finally {
    picture.busy = false;
    draw();
  }
};

/** A refusal as people read it, with the clauses that stand against it. */
export const trouble = (problem) =>
  problem
    ? html`<div class="note bad"><p>${sentence(problem)}
${problem.clauses.length ? html` (${clauses(problem.clauses)})` : nothing}</p></div>`
    : nothing;
