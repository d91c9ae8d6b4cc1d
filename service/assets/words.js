/** Words in the language of the page. Message ids are the English texts. */

import {context} from "./page.js";

/** Letters that are written from right to left. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What is filled in leaves the words around it in their order: it stands between an isolate and its end. */
const isolated = (text) => (LEFTWARDS.test(text) ? `\u2068${text}\u2069` : text);

const filled = (text, named) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in named ? isolated(String(named[name])) : whole));

/** A message, with `{names}` filled in. */
export const t = (message, named = {}) => filled(context.words[message] ?? message, named);

/** A message in singular or plural; `{n}` is the number. */
export const tn = (one, many, n, named = {}) => {
  const form = n === 1 || (n === 0 && context.language === "fr") ? one : many;
  return t(form, {...named, n});
};
