/** A list whose entries stay the same elements while others come and go around them. */

import {render} from "./lit-html.js";

/**
 * Brings a list element up to date: one `li` for each item, known by its `id`.
 * @param {HTMLElement} list
 * @param {{id: string}[]} items
 * @param {(item: object) => import("./lit-html.js").TemplateResult} drawn
 */
export const arrange = (list, items, drawn) => {
  const known = new Map([...list.children].map((entry) => [entry.item, entry]));
  const wanted = new Set(items.map(({id}) => id));
  for (const [id, entry] of known) if (!wanted.has(id)) entry.remove();
  items.forEach((item, place) => {
    const entry = known.get(item.id) ?? Object.assign(document.createElement("li"), {item: item.id});
    render(drawn(item), entry);
    if (list.children[place] !== entry) list.insertBefore(entry, list.children[place] ?? null);
  });
};
