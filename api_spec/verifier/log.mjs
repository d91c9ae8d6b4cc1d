// The log: its chain, its veils, its deal.

import { deal } from "./deal.mjs";
import { ENVELOPE, formed, instant } from "./events.mjs";
import { MOST, finding } from "./findings.mjs";
import { digest } from "./hashes.mjs";
import { canonical, has, isObject } from "./strict.mjs";

/** Goes through a log, event by event, and keeps what it finds. */
export class Auditor {
  constructor(game) {
    Object.assign(this, {
      game,
      findings: [],
      found: 0,
      next: 1,
      previous: null,
      before: null,
      lost: false,
      seats: new Set(),
      opening: null,
    });
  }

  find(version, field, recordedValue, expected, sentence) {
    this.found += 1;
    if (this.findings.length < MOST)
      this.findings.push(finding(version, field, recordedValue, expected, sentence));
  }

  async take(given) {
    for (const field of given.faults)
      this.find(this.next, field, null, null, `The entry's ${field} has not its prescribed form.`);
    if (ENVELOPE(given.event)) {
      await this.chain(given);
      await this.story(given);
      this.next = given.event.version + 1;
    } else {
      this.lost = true;
      this.find(this.next, "event", null, null, "This is not of the form of an event.");
      this.next += 1;
    }
    this.previous = given.hash;
  }

  async chain({ event, hash, hidden, salt, position }) {
    const { version } = event;
    for (let missing = this.next; missing < Math.min(version, this.next + MOST); missing += 1)
      this.find(missing, "version", null, missing, `Event ${missing} is missing.`);
    if (version < this.next || version !== position)
      this.find(
        version,
        "version",
        version,
        Math.max(this.next, position),
        `Event ${version} does not stand in its place.`,
      );
    const made = await digest(event);
    if (hash !== made) this.find(version, "hash", hash, made, "The hash is not that of the event.");
    if (event.previous !== this.previous)
      this.find(
        version,
        "previous",
        event.previous,
        this.previous,
        "The event does not follow the one before it.",
      );
    if (event.game !== this.game)
      this.find(version, "game", event.game, this.game, "The event is of another game.");
    const covers = hidden === null ? null : await digest({ salt: salt ?? "", value: hidden });
    if (event.veil !== covers)
      this.find(version, "veil", event.veil, covers, "What is opened is not what the veil covers.");
  }

  /** What needs the events before: that time does not run backwards, and the deal. */
  async story({ event, hidden }) {
    const at = instant(event.at);
    if (at === null || !formed(event, hidden)) {
      this.lost = true;
      this.find(event.version, "event", null, null, `${event.type}: it is not of the form of its type.`);
    }
    if (this.lost) return;
    if (this.before !== null && at < this.before)
      this.find(
        event.version,
        "at",
        event.at,
        new Date(this.before).toISOString(),
        "The event lies before the one before it.",
      );
    this.before = at;
    await this.seating(event, hidden);
  }

  async seating(event, hidden) {
    if (event.type === "game-opened") {
      this.opening ??= { ...event.action.options, seed: hidden.seed };
      this.seats.add(1);
    } else if (event.type === "player-joined") this.seats.add(event.outcome.seat);
    else if (has(event.outcome, "removed_by")) this.seats.delete(event.seat);
    else if (event.type === "game-started" && this.opening) await this.dealing(event, hidden);
  }

  async dealing({ version, outcome }, hidden) {
    const { seed, kinds, first_player: firstPlayer } = this.opening;
    const seats = [...this.seats].sort((one, other) => one - other);
    if (!/^[0-9a-f]{32}$/.test(seed) || ![3, 4, 6, 8].includes(kinds) || seats.length < 2)
      return this.find(version, "hidden.deal", null, null, "From this opening nothing can be dealt.");
    const { board, first } = await deal(seed, kinds, firstPlayer, seats);
    if (canonical(board) !== canonical(hidden.deal))
      this.find(version, "hidden.deal", hidden.deal, board, "The board is not the one that the seed deals.");
    if (outcome.lime !== first)
      this.find(version, "outcome.lime", outcome.lime, first, "The seed lets another seat begin.");
    const left = seats.find((seat) => seat > first) ?? seats[0];
    if (outcome.mask !== left)
      this.find(version, "outcome.mask", outcome.mask, left, "The mask belongs to the next seat.");
  }

  closing({ events, closing }) {
    const there = events.length;
    if (closing.events !== there)
      this.find(
        Math.min(Math.max(closing.events, 0), there) + 1,
        "events",
        there,
        closing.events,
        `The last line speaks of ${closing.events} events; there are ${there}.`,
      );
    const head = events[there - 1].hash;
    if (closing.head !== head)
      this.find(
        there,
        "head",
        head,
        closing.head,
        "The last line names another hash than that of the last event.",
      );
    const { outcome } = events[there - 1].event;
    if (!isObject(outcome) || outcome.phase !== null)
      this.find(
        there + 1,
        "events",
        there,
        null,
        "The game is not over with the last event; a record holds a whole game.",
      );
  }
}
