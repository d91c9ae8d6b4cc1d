/** What the table waits for, in the words of whoever looks. */

import {actor} from "./gaze.js";
import {t, tn} from "./words.js";

/** The name of a seat; with its number where another at the table has the same name. */
export const name = (game, seat) => {
  const told = game.players.find((player) => player.seat === seat)?.name ?? "";
  const alike = game.players.filter((player) => player.name === told).length > 1;
  return alike ? t("{name} (seat {seat})", {name: told, seat}) : told;
};

const DEEDS = ["mask", "remove", "answer", "decline"];

/** Whether the turn waits for whoever looks from here. */
export const mine = ({game}) => DEEDS.some((deed) => game.you?.may.includes(deed));

/** Nobody's board is here: the mask is on, and whoever looks wears it or only watches. */
export const blind = ({game, covered}) => game.phase === "removal" && !game.board && !covered;

const OWN = {
  mask: () => t("put the mask on"),
  removal: (game, two) => (two ? t("take two sticks") : t("take a stick")),
  answer: ({removed}) => tn("which stick is gone?", "which {n} sticks are gone?", removed.count),
  second_answer: () => t("that was wrong. Once more?"),
};

const OTHERS = {
  mask: (named) => t("{name} is about to put the mask on", named),
  removal: (named) => t("{name} is choosing a stick", named),
  answer: (named, game) => tn("{name} has to say which stick is gone", "{name} has to say which {n} sticks are gone", game.removed.count, named),
  second_answer: (named) => t("{name} may answer once more", named),
};

const ENDED = {
  three_alike: (named) => t("{name} wins with three prisoners of one kind", named),
  three_different: (named) => t("{name} wins with three prisoners of different kinds", named),
  last_in_play: (named) => t("{name} wins, the last one left", named),
};

/** The one thing that matters now. */
export const headline = (picture) => {
  const {game, covered, seats, seat} = picture;
  if (game.status === "open") return t("The table of {name}", {name: name(game, 1)});
  if (game.status === "finished") return won(picture) ? t("You win!") : ended(game);
  if (covered) return t("Hand the screen to {name}", {name: name(game, seat)});
  if (game.phase === "removal" && game.mask === seat) return t("The mask is on");
  if (!mine(picture)) return OTHERS[game.phase]({name: name(game, actor(game))}, game);
  const who = seats.length > 1 ? name(game, seat) : t("Your turn");
  return t("{who}: {what}", {who, what: OWN[game.phase](game, picture.two)});
};

/** Whether the one who looks from here has won. */
export const won = ({game, seats, seat}) => game.status === "finished" && game.winner !== null && game.winner === seat && seats.length === 1;

const ended = (game) => {
  if (game.turn === null) return t("This table closed before a game began");
  return ENDED[game.won_by]?.({name: name(game, game.winner)}) ?? t("The game is over, and nobody wins");
};

/** What to do now, or what to wait for. */
export const advice = (picture) => {
  const {game, seat} = picture;
  const named = {lime: name(game, game.lime), mask: name(game, game.mask)};
  if (game.status === "finished") return won(picture) ? ended(game) : null;
  if (game.phase === "mask") {
    if (mine(picture)) return t("Remember every stick. Then you see nothing, and {lime} takes one away.", named);
    return game.lime === seat ? t("As soon as {mask} sees nothing you take a stick away.", named) : t("Then {lime} takes a stick away.", named);
  }
  if (game.phase === "removal") {
    if (mine(picture) && picture.two) return t("Touch two sticks, then press the button: a token is the price. {mask} has to say which they were.", named);
    if (mine(picture)) return t("Touch a stick, then touch it again. {mask} sees nothing, and then has to say which one it was.", named);
    if (game.mask === seat) return t("No looking: {lime} is taking a stick away. The others see the wall, you do not.", named);
    return game.board ? t("{mask} sees nothing now.", named) : t("Whoever watches sees as little as {mask} behind the mask.", named);
  }
  if (!mine(picture)) return waiting(picture, named);
  return game.phase === "answer" ? naming(game) : costly(game);
};

const naming = ({removed}) =>
  tn("Touch the gap where it was, then choose its colour. Not every gap is new.", "Touch the {n} gaps where they were, then choose their colours. Not every gap is new.", removed.count);

const costly = ({players, you}) =>
  t("A second answer costs a red token: you hold {n}. Your first one stands below.", {n: players.find(({seat}) => seat === you.seat).tokens});

const waiting = ({game}, named) => {
  if (game.removed?.sticks) return t("You know what went: it is marked. Keep a straight face.");
  return game.phase === "second_answer" ? t("What went is told when the turn is over.") : t("What went is told when {mask} has answered.", named);
};
