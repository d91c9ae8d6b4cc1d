/** A table, from its opening to its end: one picture, one way to draw it, and what changes it. */

import {announce, context, main} from "./page.js";
import {brought, forget, held} from "./seats.js";
import {get, post, Problem, remove} from "./api.js";
import {bare, gaze, moment, sitting} from "./gaze.js";
import {offerTold, weigh} from "./handover.js";
import {render} from "./lit-html.js";
import {proposed} from "./naming.js";
import {scene} from "./scene.js";
import {sound, switched} from "./sounds.js";
import {story} from "./story.js";
import {follow} from "./stream.js";
import {hush, say} from "./voice.js";
import {arrived} from "./waiting-room.js";

const AGAIN_MILLIS = 2000;
const DOUBT_MILLIS = 30_000;
const AFTERWARDS_MILLIS = [1000, 3000, 8000, 20_000];

const path = `/v1/games/${context.game}`;

/** What is chosen but not sent, which ends with what it was chosen for. */
const fresh = (game) => ({chosen: [], chosenAt: 0, two: false, named: game ? proposed(game) : [{}], lacking: false, problem: null});

const picture = {
  game: null, seats: held(context.game), covered: false, seat: null, there: null, story: [], whole: false, ...fresh(), asked: null, offered: null, awaited: false,
  room: arrived(), connection: "live", silent: false, sending: false, now: Date.now(),
  tabled: localStorage.getItem("singsing.tabled") === "yes", sounds: switched(),
};

const draw = () => {
  if (!picture.game) return;
  const focused = main.contains(document.activeElement);
  document.body.classList.toggle("night", picture.game.phase === "removal" && !picture.game.board && !picture.covered);
  render(scene(picture, table), main);
  say(picture, focused);
};

const change = (parts) => {
  Object.assign(picture, parts);
  draw();
};

const token = (seat) => picture.seats.find((each) => each.seat === seat)?.token;

/** The game as a seat sees it, or the public; a token that is none is forgotten, a newer one of its seat is not. */
const ask = async (seat) => {
  const asked = token(seat);
  try {
    return await get(path, {token: asked});
  } catch (problem) {
    if (problem.status === 401) forget(context.game, seat, asked);
    picture.seats = held(context.game);
    throw problem;
  }
};

/** Takes in a game as `seat` sees it; asks again where it is not for those eyes. */
const arrive = async (game, seat) => {
  const wanted = gaze(game, picture.seats.map((each) => each.seat), picture.there);
  if (wanted.covered) show(bare(game), wanted);
  else if (wanted.seat === seat) show(game, wanted);
  else await arrive(await ask(wanted.seat), wanted.seat);
};

const show = (game, {seat, covered}) => {
  const before = picture.game;
  if (before && game.version < before.version) return;
  if (!before) main.replaceChildren();
  const turned = !before || moment(game) !== moment(before) || covered !== picture.covered || seat !== picture.seat;
  if (turned && before && picture.sounds) sound(game.phase ?? game.status);
  if (covered) hush();
  change({...(turned ? fresh(game) : {}), game, covered, seat, silent: false, ...(covered ? {story: [], asked: null} : {})});
  if (!covered) listen(game, seat);
};

/** What has been said, for the ears that are here. */
const listen = async (game, seat) => {
  const told = await story(game, token(seat), picture.story, picture.whole).catch(() => null);
  if (told && picture.game === game && picture.seat === seat) change({story: told});
};

let looking = null;
let late = false;

/** Asks how the table stands; whoever asks meanwhile gets a newer answer. */
const look = () => {
  late = true;
  looking ??= looked().finally(() => (looking = null));
  return looking;
};

const looked = async () => {
  while (late) {
    late = false;
    await seen().catch(unseen);
  }
};

const seen = async () => {
  const seat = picture.seats.length === 1 ? picture.seats[0].seat : null;
  await arrive(await ask(seat), seat);
};

const unseen = (problem) => {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.status) change({problem});
  else change({silent: true});
  setTimeout(look, AGAIN_MILLIS);
};

/** Does something at the table for a seat that is held here. */
const act = async (suffix, {body, seat = picture.seat, method = "POST"} = {}) => {
  if (picture.sending) return;
  change({sending: true, problem: null});
  try {
    const options = {token: token(seat)};
    const done = method === "POST" ? await post(path + suffix, body, options) : await remove(path + suffix, options);
    await arrive(done.game, seat);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    await look();
    change({problem});
  } finally {
    change({sending: false});
  }
};

/** Whoever a cover asks for is there. */
const there = () => {
  picture.there = sitting(picture.game);
  return look();
};

/** The story is wanted from its beginning. */
const whole = () => {
  picture.whole = true;
  return look();
};

/** Other seats are held here than before. */
const reseat = () => {
  picture.seats = held(context.game);
  return look();
};

/** A link hands a seat over; where no answer comes about it, it is asked about again. */
const receive = async (link) => {
  try {
    picture.offered = await weigh(context.game, link);
    picture.seats = held(context.game);
    if (picture.offered) announce(offerTold(picture.offered), true);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    setTimeout(() => receive(link).then(look), AGAIN_MILLIS);
  }
};

const table = {game: context.game, act, change, draw, there, reseat, whole};

let stop = () => {};

/** Follows what happens, from now on. */
const watch = () => {
  stop();
  stop = follow(context.game, picture.game.version, {
    news: async () => {
      await look();
      if (picture.game.status === "finished") settle();
    },
    state: (connection) => {
      if (connection === "live" && picture.connection !== "live") look();
      change({connection});
    },
    ask: async () => (await get(path)).version,
  });
};

/** The log is complete; what it is worth is known a little later. */
const settle = () => {
  stop();
  change({connection: "live"});
  if (picture.game.standing !== "unaudited") return;
  change({awaited: true});
  AFTERWARDS_MILLIS.forEach((millis) => setTimeout(look, millis));
  setTimeout(() => change({awaited: false}), AFTERWARDS_MILLIS.at(-1));
};

const begin = async (link) => {
  if (link) await receive(link);
  await look();
  if (!picture.game) setTimeout(begin, AGAIN_MILLIS);
  else if (picture.game.status === "finished") settle();
  else watch();
};

setInterval(() => picture.game?.deadline && change({now: Date.now()}), 1000);
setInterval(() => document.hidden || look(), DOUBT_MILLIS);
document.addEventListener("visibilitychange", () => document.hidden || look());
addEventListener("hashchange", async () => {
  const link = brought();
  if (!link) return;
  await receive(link);
  draw();
  await look();
});
addEventListener("online", look);
addEventListener("offline", () => change({silent: true}));
begin(brought());
