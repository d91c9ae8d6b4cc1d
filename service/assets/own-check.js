/** Taking the record away, to check it without this service. */

import {copying} from "./copying.js";
import {html} from "./lit-html.js";
import {address, at as path} from "./page.js";
import {t} from "./words.js";

const command = (game, file) =>
  [`curl -o ${file} ${address(`/v1/games/${game}/record`)}`, `curl -o keys.json ${address("/.well-known/jwks.json")}`, `singsing verify ${file} --keys keys.json`].join("\n");

export const ownCheck = ({id, version}, picture, draw) => {
  const file = `singsing-${id}-${version}.ndjson`;
  const text = command(id, file);
  return html`<section class="card" aria-labelledby="own-check"><h2 id="own-check">${t("Check it yourself")}</h2>
    <p>${t("The record is the whole game in one file. With it, the keys and this command nobody has to take our word for anything; every ruling is made once more.")}</p>
    <div class="buttons"><a class="button small" href=${path(`/v1/games/${id}/record`)} download=${file}>${t("Download the record")}</a>
      <a class="button small" href=${path("/.well-known/jwks.json")} download="keys.json">${t("Download the keys")}</a></div>
    <p class="hint">${t("`singsing verify` comes with the project and asks no service for anything.")} <a href=${path("/docs/verifying.md")}>${t("All about verifying")}</a></p>
    <pre class="command"><code>${text}</code></pre>
    ${copying(picture, draw, {text, label: t("Copy the commands")})}
  </section>`;
};
