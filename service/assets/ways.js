/** The three ways to begin: against bots, with friends, on one screen; each opens one table. */

import {Problem} from "./api.js";
import {trouble} from "./attempt.js";
import {BOTS, botFace, botName, botTold} from "./bots.js";
import {html, nothing} from "./lit-html.js";
import {LONGEST, PATTERN} from "./names.js";
import {open, sit, sitBot, start} from "./opening.js";
import {optionsForm} from "./options.js";
import {t} from "./words.js";

const MOST = 5;

const WAYS = {
  bots: {
    title: () => t("Play now against bots"),
    told: () => t("You and up to three of them, at once."),
    faces: () => BOTS.map(botFace),
    seats: ({bots}) => 1 + bots.filter(Boolean).length,
    press: () => t("Deal the sticks"),
    form: (picture, draw) => html`${nameField(picture)}${opponents(picture, draw)}`,
    begin: async (picture) => {
      const {id, token} = await open({...picture, listed: false, seed: ""});
      await begun(async () => {
        for (const bot of picture.bots.filter(Boolean)) await sitBot(id, bot, token);
        await start(id, token);
      });
      return id;
    },
  },
  friends: {
    title: () => t("Open a table"),
    told: () => t("Invite by a link, or wait for whoever comes."),
    faces: () => ["lime", "mask"].map(card),
    seats: () => MOST,
    press: () => t("Open the table"),
    form: (picture, draw) => html`${nameField(picture)}${listing(picture, draw)}`,
    begin: async (picture) => (await open(picture)).id,
  },
  screen: {
    title: () => t("Everybody on this screen"),
    told: () => t("Two to five people pass it on."),
    faces: () => ["forger", "smuggler", "burglar"].map(head),
    seats: ({names: all}) => all.length,
    press: () => t("Deal the sticks"),
    form: names,
    begin: async (picture) => {
      const [name, ...others] = picture.names;
      const {id, token} = await open({...picture, name, listed: false, seed: ""});
      await begun(async () => {
        for (const other of others) await sit(id, other);
        await start(id, token);
      });
      return id;
    },
  },
};

/** Once a table is open its own page shows what is still lacking. */
const begun = (deed) =>
  deed().catch((error) => {
    if (!(error instanceof Problem)) throw error;
  });

const pieces = new URL("./pieces.svg", import.meta.url).pathname;

const card = (name) => html`<svg class="face" viewBox="0 0 48 48" aria-hidden="true"><use href="${pieces}#${name}" width="48" height="48"></use></svg>`;

const head = (kind) => html`<svg class="face" viewBox="2 0 50 50" aria-hidden="true"><use href="${pieces}#${kind}" width="54" height="104"></use></svg>`;

/**
 * @param {object} picture `way`, `name`, `names`, `bots`, `options`, `listed`, `seed`, `rules`, `busy`, `problem`
 * @param {(open: () => Promise<string>) => void} begin is handed what opens the table and tells its id
 */
export const ways = (picture, draw, begin) => {
  const way = WAYS[picture.way];
  const pressed = (event) => {
    event.preventDefault();
    begin(() => way.begin(picture));
  };
  return html`<section class="card play" aria-labelledby="play">
    <h2 id="play" tabindex="-1">${t("Begin a game")}</h2>
    <fieldset class="ways"><legend class="visually-hidden">${t("How do you want to play?")}</legend>
      ${Object.entries(WAYS).map(([name, each]) => tile(name, each, picture, draw))}
    </fieldset>
    <form @submit=${pressed}>
      ${way.form(picture, draw)}
      ${optionsForm(picture.rules, options(picture), draw, way.seats(picture))}
      ${picture.way === "friends" ? seedForm(picture) : nothing}
      ${trouble(picture.problem)}
      <button class="button first" aria-disabled=${String(picture.busy)}>${picture.busy ? t("One moment…") : way.press()}</button>
    </form>
  </section>`;
};

/** What is chosen; a seat that cannot be taken here does not begin. */
const options = (picture) => {
  if (picture.options.first_player > WAYS[picture.way].seats(picture)) delete picture.options.first_player;
  return picture.options;
};

const tile = (name, {title, told, faces}, picture, draw) => html`<label class="way">
  <input type="radio" name="way" class="visually-hidden" .checked=${picture.way === name}
    @change=${() => { Object.assign(picture, {way: name, problem: null}); draw(); }}>
  <span class="faces">${faces()}</span>
  <span class="way-title">${title()}</span>
  <span class="hint">${told()}</span>
</label>`;

const nameInput = (id, value, set) => html`<input type="text" id=${id} .value=${value} required
  maxlength=${LONGEST} pattern=${PATTERN} autocomplete="nickname" title=${t("At least one letter or number")}
  @input=${({target}) => set(target.value)}>`;

const nameField = (picture) => html`<div class="field">
  <label for="name">${t("Your name")}</label>
  ${nameInput("name", picture.name, (name) => { picture.name = name; })}
</div>`;

const opponents = (picture, draw) => html`<fieldset class="opponents">
  <legend>${t("Your opponents")}</legend>
  <div class="opponent-row">${picture.bots.map((bot, place) => html`<div class="opponent">
    ${bot ? botFace(bot) : html`<span class="face empty"></span>`}
    <select aria-label=${t("Opponent {n}", {n: place + 1})}
      @change=${({target}) => { picture.bots[place] = target.value; draw(); }}>
      ${BOTS.map((kind) => html`<option value=${kind} ?selected=${kind === bot}>${botName(kind)}</option>`)}
      <option value="" ?selected=${!bot} ?disabled=${picture.bots.filter(Boolean).length === 1 && bot}>${t("nobody")}</option>
    </select>
  </div>`)}</div>
  <ul class="plain hint">${BOTS.filter((kind) => picture.bots.includes(kind)).map((kind) => html`<li><b>${botName(kind)}</b> ${botTold(kind)}</li>`)}</ul>
</fieldset>`;

function names(picture, draw) {
  const more = () => { picture.names.push(""); draw(); document.getElementById(`name-${picture.names.length - 1}`).focus(); };
  const fewer = (place) => { picture.names.splice(place, 1); draw(); document.getElementById(`name-${Math.max(0, place - 1)}`).focus(); };
  return html`<fieldset class="names">
    <legend>${t("Who plays, clockwise?")}</legend>
    ${picture.names.map((name, place) => html`<div class="name-row">
      <label for="name-${place}">${t("Person {n}", {n: place + 1})}</label>
      ${nameInput(`name-${place}`, name, (written) => { picture.names[place] = written; })}
      ${picture.names.length > 2 ? html`<button type="button" class="button quiet small without" @click=${() => fewer(place)}
        aria-label=${t("Without person {n}", {n: place + 1})}>✕</button>` : nothing}
    </div>`)}
    ${picture.names.length < MOST ? html`<button type="button" class="button small" @click=${more}>${t("One more person")}</button>` : nothing}
  </fieldset>`;
}

const listing = (picture, draw) => {
  const choice = (listed, title, told) => html`<label class="choice">
    <input type="radio" name="listed" .checked=${picture.listed === listed} @change=${() => { picture.listed = listed; draw(); }}>
    <span>${title}<span class="hint">${told}</span></span>
  </label>`;
  return html`<fieldset><legend>${t("Who can find it?")}</legend>
    ${choice(true, t("Anybody"), t("It stands in the list of this page, until its end and after."))}
    ${choice(false, t("Only with the link"), t("It stands in no list. Whoever has its address can sit down or watch."))}
  </fieldset>`;
};

const seedForm = (picture) => html`<details class="options">
  <summary>${t("Bring your own seed")}</summary>
  <div class="field">
    <label for="seed">${t("Seed of the deal")}</label>
    <input type="text" id="seed" .value=${picture.seed} pattern="[0-9a-f]{32}" maxlength="32" spellcheck="false" autocomplete="off"
      title=${t("32 digits, each of 0 to 9 or a to f")} @input=${({target}) => { picture.seed = target.value; }}>
    <span class="hint">${t("32 digits, each of 0 to 9 or a to f. Leave it empty, and the house draws one.")}</span>
  </div>
  <p class="note">${t("Whoever knows the seed can know the whole deal beforehand. The table says to everybody that you brought it.")}</p>
</details>`;
