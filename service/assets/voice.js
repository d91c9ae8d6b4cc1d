/** What is said aloud, where the focus goes, and what the window is called as the table goes on. */

import {moment} from "./gaze.js";
import {announce, main} from "./page.js";
import {clockWords, WARNINGS} from "./clock.js";
import {headline, mine} from "./turn.js";
import {t} from "./words.js";

const said = {moment: null, version: null, warned: null, problem: null, connection: "live"};

/** Nothing that was said stays to be found. */
export const hush = () => ["polite", "assertive"].forEach((voice) => (document.getElementById(voice).textContent = ""));

/** Says what is new; `focused` is whether the focus was in the picture before it was drawn anew. */
export const say = (picture, focused) => {
  const now = `${moment(picture.game)}/${picture.seat}/${picture.covered}`;
  const turned = said.moment !== null && said.moment !== now;
  const called = picture.covered || mine(picture);
  if (said.moment !== now) document.title = `${headline(picture)} · Sing Sing`;
  said.moment = now;
  if (turned && called) announce(headline(picture), true);
  if ((turned && called) || (focused && !main.contains(document.activeElement))) main.querySelector("h1")?.focus();
  newest(picture);
  trouble(picture);
  time(picture);
};

const newest = ({story, covered}) => {
  const last = story.at(-1);
  if (covered || !last || last.version === said.version) return;
  if (said.version !== null) announce(last.sentence);
  said.version = last.version;
};

const trouble = ({problem, connection, silent}) => {
  const heard = silent ? "lost" : connection;
  if (problem && problem !== said.problem) announce(problem.message || t("No answer came. Is the network there?"), true);
  if (heard !== said.connection) announce(heard === "lost" ? t("The connection is lost. Trying again…") : t("The connection is back."));
  Object.assign(said, {problem, connection: heard});
};

const time = ({game, now}) => {
  const left = game.deadline && (new Date(game.deadline) - now) / 1000;
  const warning = left && WARNINGS.find((seconds) => left <= seconds && left > 0);
  const key = warning ? `${game.deadline}/${warning}` : null;
  if (key && key !== said.warned) announce(clockWords(game.deadline, now));
  said.warned = key ?? said.warned;
};
