/** Clauses in full, in the language of the page. */

import {clauses} from "./clauses.js";
import {html, nothing} from "./lit-html.js";

const clause = ({id, text}) => html`<figure class="clause"><blockquote><p>${text}</p></blockquote><figcaption>${clauses([id])}</figcaption></figure>`;

/** Those of the rules that are cited; silent points are told elsewhere. */
export const clauseTexts = (rules, ids) => {
  const cited = rules?.clauses.filter(({id}) => ids.includes(id)) ?? [];
  return cited.length ? cited.map(clause) : nothing;
};
