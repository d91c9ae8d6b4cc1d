/** Clauses of the rules, each a link to its text. */

import {html, nothing} from "./lit-html.js";
import {link} from "./page.js";

export const clauses = (ids) =>
  ids.map((id, at) => html`${at ? ", " : nothing}<a href=${link(`/rules#${id.replace(":", "-")}`)}>${id.replace("ruling:", "")}</a>`);
