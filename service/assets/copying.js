/** Copies a text, also where a page may not reach the clipboard by itself. */

import {html} from "./lit-html.js";
import {announce} from "./page.js";
import {t} from "./words.js";

const selected = (text) => {
  const field = Object.assign(document.createElement("textarea"), {value: text, className: "visually-hidden"});
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
};

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    selected(text);
  }
};

/**
 * A button that copies; `picture.copied` remembers what was copied last.
 * @param {{copied: string|null}} picture
 * @param {{text: string, label: string}} what `text` is made when the button is pressed
 */
export const copying = (picture, draw, {text, label}) => {
  const pressed = async ({currentTarget}) => {
    await copy(text);
    currentTarget?.focus();
    picture.copied = text;
    announce(t("Copied"));
    draw();
  };
  return html`<button type="button" class="button small" @click=${pressed}>${picture.copied === text ? t("Copied") : label}</button>`;
};
