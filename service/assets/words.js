/** Words in the language of the page. Message ids are the English texts. */

import {context} from "./page.js";

const filled = (text, named) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in named ? String(named[name]) : whole));

/** A message, with `{names}` filled in. */
export const t = (message, named = {}) => filled(context.words[message] ?? message, named);

/** A message in singular or plural; `{n}` is the number. */
export const tn = (one, many, n, named = {}) => {
  const form = n === 1 || (n === 0 && context.language === "fr") ? one : many;
  return t(form, {...named, n});
};
