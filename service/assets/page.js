/** What every page has: what the server told it, links, and two voices for who listens. */

const block = document.getElementById("context");

/** `language`, `root` (path before all paths), `words`, `origin`, and what the page's own template adds. */
export const context = JSON.parse(block.textContent);
block.remove();

/** A path of this service as it stands in an address. */
export const at = (path) => context.root + path;

/** A link to another page, in the language that was chosen here. */
export const link = (path) => {
  const [head, hash = ""] = path.split("#");
  const chosen = context.chosen ? `${head.includes("?") ? "&" : "?"}lang=${context.language}` : "";
  return at(head) + chosen + (hash && `#${hash}`);
};

/** The whole address of a page, for somebody else; no language, which is theirs to choose. */
export const address = (path) => context.origin + path;

/** Says something to a screen reader; `urgent` interrupts. */
export const announce = (text, urgent = false) => {
  const voice = document.getElementById(urgent ? "assertive" : "polite");
  voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;
};

/** Where the page's own part is drawn. */
export const main = document.getElementById("main");

/** Date and time as people write it. */
export const when = (time) =>
  new Intl.DateTimeFormat(context.language, {dateStyle: "medium", timeStyle: "short"}).format(new Date(time));
