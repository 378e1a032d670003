// Says of a cell what a search did with it and why, from its events. The facts
// are in the order in which they happened; words.js makes sentences of them.

import { CLOSED, EXPAND, GENERATE, IMPROVE, MEET, NONE, OPEN, PLACE, PRUNE, REOPEN, SCAN } from "./trace.js";
import { Replay } from "./replay.js";

/**
 * A sentence to be: its key, and what it mentions. Cells are told as "(x, y)"
 * and costs exactly.
 *
 * @typedef {{key: import("./words.js").Key, facts: import("./words.js").Facts}} Reason
 */

// A cell with more improvements tells of the first ones and of the last.
const IMPROVEMENTS_TOLD = 3;

/**
 * Explains a cell at the replay's position, for one side of the search.
 *
 * @param {Replay} replay
 * @param {number} side
 * @param {number} state
 * @returns {Reason[]}
 */
export function explain(replay, side, state) {
  const { trace, position } = replay;
  const header = trace.header;
  if (header === null) return [];
  const teller = new Teller(replay);
  if (header.map?.blocked[state]) return [teller.reason("why.blocked")];
  const history = trace.history(side, state);
  const past = history.filter((event) => event < position);
  /** @type {Reason[]} */
  const reasons = [];
  if (past.length === 0) {
    if (history.length > 0) reasons.push(teller.at("why.later", history[0]));
    else reasons.push(neverMet(teller));
  } else {
    reasons.push(...whatHappened(teller, past));
  }
  for (const event of trace.remarks) {
    if (event >= position || trace.state[event] !== state) continue;
    const kind = trace.kind[event] & 15;
    if (kind === PRUNE && trace.kind[event] >> 4 === side) reasons.push(teller.at("why.pruned", event));
    if (kind === MEET && side === 0) reasons.push(teller.at("why.meet", event));
  }
  if (past.length > 0 && replay.place(side, state) === OPEN) reasons.push(...waiting(teller, history));
  const last = /** @type {number} */ (past.at(-1));
  if (past.length > 0 && (trace.kind[last] & 15) === EXPAND && history.length > past.length) {
    reasons.push(teller.at("why.again", history[past.length]));
  }
  if (side === 0 && position >= trace.count && trace.end?.path.includes(state)) reasons.push(teller.reason("why.path"));
  return reasons;
}

/** Puts events into words. */
class Teller {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.trace = replay.trace;
  }

  /**
   * @param {import("./words.js").Key} key
   * @param {import("./words.js").Facts} [facts]
   * @returns {Reason}
   */
  reason(key, facts = {}) {
    return { key, facts };
  }

  /**
   * A reason that mentions an event.
   *
   * @param {import("./words.js").Key} key
   * @param {number} event
   * @param {import("./words.js").Facts} [facts]
   * @returns {Reason}
   */
  at(key, event, facts = {}) {
    const { trace } = this;
    const parent = trace.parent[event];
    return {
      key,
      facts: {
        step: trace.stepAt(event + 1),
        parent: parent < 0 ? "–" : this.cell(parent),
        g: this.cost("g", event), h: this.cost("h", event), f: this.cost("f", event),
        ...facts,
      },
    };
  }

  /** @param {number} state */
  cell(state) {
    const width = this.trace.header?.map?.width;
    if (width === undefined) return String(state);
    const x = state % width;
    return `(${x}, ${(state - x) / width})`;
  }

  /**
   * @param {"g" | "h" | "f"} field
   * @param {number} event
   */
  cost(field, event) {
    return this.trace.header?.lengths.text(this.trace.cost(field, event)) ?? "";
  }
}

/** @param {Teller} teller */
function neverMet(teller) {
  const { trace, replay } = teller;
  if (trace.end === null || replay.position < trace.count) return teller.reason("why.not-met");
  if (trace.counts[SCAN] > 0) return teller.reason("why.jumped");
  if (trace.end.status === "no-path") return teller.reason("why.unreachable");
  return teller.reason("why.ended-before");
}

/**
 * @param {Teller} teller
 * @param {number[]} past
 * @returns {Reason[]}
 */
function whatHappened(teller, past) {
  const { trace } = teller;
  /** @type {Reason[]} */
  const reasons = [];
  const improvements = past.filter((event) => (trace.kind[event] & 15) === IMPROVE);
  const left = improvements.slice(IMPROVEMENTS_TOLD - 1, -1);
  for (const [i, event] of past.entries()) {
    const before = i > 0 ? teller.cost("g", past[i - 1]) : "";
    switch (trace.kind[event] & 15) {
      case GENERATE:
        // Some engines tell of a cheaper path as of another generation.
        if (trace.parent[event] < 0) reasons.push(teller.at("why.start", event));
        else reasons.push(i > 0 ? teller.at("why.improved", event, { before }) : teller.at("why.generated", event));
        break;
      case IMPROVE:
        if (left.length > 1 && left.includes(event)) {
          if (event === left[0]) reasons.push(teller.reason("why.improved-more", { n: left.length }));
        } else {
          reasons.push(teller.at("why.improved", event, { before }));
        }
        break;
      case REOPEN:
        reasons.push(teller.at("why.reopened", event, { before }));
        break;
      case EXPAND:
        reasons.push(teller.at("why.expanded", event));
        break;
    }
  }
  // A depth-first search expands a cell again and again.
  if (reasons.length > 12) return [...reasons.slice(0, 5), teller.reason("why.more", { n: reasons.length - 10 }), ...reasons.slice(-5)];
  return reasons;
}

/**
 * Says why a cell on OPEN has not been expanded.
 *
 * @param {Teller} teller
 * @param {number[]} history
 * @returns {Reason[]}
 */
function waiting(teller, history) {
  const { trace, replay } = teller;
  const next = history.find((event) => event >= replay.position && (trace.kind[event] & 15) === EXPAND);
  if (next !== undefined) return [teller.at("why.waits", next)];
  const { end } = trace;
  if (end === null) return [teller.reason("why.open")];
  const mine = history.filter((event) => PLACE[trace.kind[event] & 15] !== NONE).at(-1);
  if (mine === undefined || end.status !== "found") return [teller.reason("why.never-limit")];
  const f = trace.cost("f", mine);
  const facts = { f: teller.cost("f", mine), cost: trace.header?.lengths.text(end.cost) ?? "" };
  // Only a priority of g + h can be held against the cost of a path.
  const comparable = trace.sides === 1 && f === trace.cost("g", mine) + trace.cost("h", mine);
  if (!comparable) return [teller.reason("why.never-ended", facts)];
  if (f > end.cost) return [teller.reason("why.never-above", facts)];
  if (f === end.cost) return [teller.reason("why.never-tie", facts)];
  return [teller.reason("why.never-ended", facts)];
}

/**
 * Returns the word for where a cell is: blocked, not met, OPEN or CLOSED.
 *
 * @param {Replay} replay
 * @param {number} side
 * @param {number} state
 * @returns {import("./words.js").Key}
 */
export function placeWord(replay, side, state) {
  if (replay.trace.header?.map?.blocked[state]) return "place.blocked";
  const place = replay.place(side, state);
  if (place === OPEN) return "place.open";
  return place === CLOSED ? "place.closed" : "place.none";
}
