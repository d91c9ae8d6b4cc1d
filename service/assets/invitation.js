/** How others find a table: its link, to copy, to share, to point a telephone at. */

import {html, nothing} from "./lit-html.js";
import {address, announce} from "./page.js";
import {qr} from "./qr.js";
import {t} from "./words.js";

const copy = async (field, link) => {
  field.select();
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    document.execCommand("copy");
  }
  announce(t("The link is copied."));
};

/** @param {{copied?: boolean}} picture remembers that the link was copied */
export const invitation = (game, picture, draw) => {
  const link = address(`/games/${game}`);
  const copied = async () => {
    await copy(document.getElementById("invitation"), link);
    picture.copied = true;
    draw();
  };
  const share = () => navigator.share({title: "Sing Sing", text: t("Sit down at my table"), url: link}).catch(() => {});
  return html`<section class="card invitation" aria-labelledby="invite">
    <h2 id="invite">${t("Invite somebody")}</h2>
    <div class="invitation-ways">
      ${qr(link)}
      <div>
        <div class="field">
          <label for="invitation">${t("The link to this table")}</label>
          <input type="text" id="invitation" readonly .value=${link} @focus=${({target}) => target.select()}>
          <span class="hint">${t("Whoever opens it sees this table and can sit down.")}</span>
        </div>
        <div class="buttons">
          <button type="button" class="button" @click=${copied}>${picture.copied ? t("Copied") : t("Copy the link")}</button>
          ${navigator.share ? html`<button type="button" class="button" @click=${share}>${t("Share…")}</button>` : nothing}
        </div>
      </div>
    </div>
  </section>`;
};
