/** What is on the screen while it goes from one player to another: nothing that either may not see. */

import {html, nothing} from "./lit-html.js";
import {headline, name} from "./turn.js";
import {piece} from "./board.js";
import {t} from "./words.js";

export const cover = (picture, table) => {
  const {game, seat} = picture;
  const named = {name: name(game, seat), wearer: name(game, game.mask)};
  const robbing = game.phase === "removal";
  return html`<section class="cover stack">
    <div class="emblem">${robbing ? piece("lime") : piece("mask")}</div>
    <h1 tabindex="-1">${headline(picture)}</h1>
    <p>${robbing ? t("{wearer} wears the mask and looks away until {name} has taken a stick.", named) : t("{name} takes the mask off and looks at what is left.", named)}</p>
    <div class="buttons">
      <button type="button" class="button first big" @click=${table.there}>
        ${robbing ? t("I am {name}, and {wearer} looks away", named) : t("I am {name}", named)}
      </button>
    </div>
    ${picture.silent ? html`<p class="soft">${t("The connection is lost. Trying again…")}</p>` : nothing}
  </section>`;
};
