// The events of a search in columns, with what replay and explanations need to
// find their way: the events of each state as a list, and counts at each step.

import { TraceError } from "./errors.js";

// The kinds of event, by their number in the file.
export const START = 0;
export const EXPAND = 1;
export const GENERATE = 2;
export const IMPROVE = 3;
export const REOPEN = 4;
export const PRUNE = 5;
export const MEET = 6;
export const GOAL = 7;
export const SCAN = 8;
export const END = 9;
export const KINDS = 10;

/** The names of the kinds, by their number. */
export const KIND_NAMES = ["start", "expand", "generate", "improve", "reopen", "prune", "meet", "goal", "scan", "end"];

/** What a state is for one side of a search. */
export const NONE = 0;
export const OPEN = 1;
export const CLOSED = 2;

/**
 * The place of a state after an event of a kind, or NONE if the event does not
 * change it.
 */
export const PLACE = new Uint8Array(KINDS);
PLACE[EXPAND] = CLOSED;
PLACE[GENERATE] = OPEN;
PLACE[IMPROVE] = OPEN;
PLACE[REOPEN] = OPEN;

// Events beyond this number are not taken: at some 45 bytes each they would need
// more memory than a page gets.
const MAX_EVENTS = 1 << 25;

/**
 * @template {Uint8Array | Int32Array | Float64Array | BigInt64Array} T
 * @param {T} array
 * @param {number} length that it must have room for
 * @returns {T}
 */
function grown(array, length) {
  if (length <= array.length) return array;
  const size = Math.max(length, Math.min(2 * array.length, array.length + (1 << 22)), 1024);
  const larger = new /** @type {any} */ (array.constructor)(size);
  larger.set(array);
  return larger;
}

/** A trace, as far as it has been read. */
export class Trace {
  constructor() {
    /** @type {import("./documents.js").Header | null} */
    this.header = null;
    /** @type {import("./documents.js").Ending | null} */
    this.end = null;
    /** Number of events. */
    this.count = 0;
    /** Number of expansions. */
    this.steps = 0;
    /** States are below it. */
    this.limit = 2 ** 31 - 1;
    /** Number of sides with events: 2 if the search went from both ends. */
    this.sides = 1;

    /** Kind of each event | side << 4. */
    this.kind = new Uint8Array(0);
    this.state = new Int32Array(0);
    this.parent = new Int32Array(0);
    this.g = new Float64Array(0);
    this.h = new Float64Array(0);
    this.f = new Float64Array(0);
    /** @type {{g: BigInt64Array, h: BigInt64Array, f: BigInt64Array} | null} */
    this.exactColumns = null;

    /** The event before that changed the place of the same state on the same side, or −1. */
    this.previous = new Int32Array(0);
    /** By side and state: the last event of all that changed its place, or −1. */
    this.last = [new Int32Array(0), new Int32Array(0)];
    /** By step (from 1): the event that is the expansion. */
    this.expansion = new Int32Array(1);
    /** By step (from 0): states on OPEN after all of its events. */
    this.openCount = new Int32Array(1);
    /** By step (from 0): states on CLOSED after all of its events. */
    this.closedCount = new Int32Array(1);
    /** By step (from 0): the largest f expanded so far. */
    this.frontF = new Float64Array(1).fill(-Infinity);
    /** Events that change no place but are told of in words: prune, meet and goal. */
    /** @type {number[]} */
    this.remarks = [];
    /** The number of events of each kind. */
    this.counts = new Array(KINDS).fill(0);
    /** Largest g and h, and least and largest f, of events that change a place. */
    this.range = { g: 0, h: 0, fLeast: Infinity, fMost: -Infinity };
    this.open = 0;
    this.closed = 0;
    /** Largest number of states on OPEN after a step. */
    this.peakOpen = 0;
  }

  /** Whether costs need more than 53 bits. */
  get wide() {
    return this.exactColumns !== null;
  }

  /** @param {import("./documents.js").Header} header */
  begin(header) {
    this.header = header;
    if (header.map !== null) {
      this.limit = header.map.width * header.map.height;
      this.last = [filled(this.limit), new Int32Array(0)];
    }
  }

  /**
   * @param {import("./documents.js").Ending} end
   * @param {number} at offset of the trailer, for errors
   */
  finish(end, at) {
    if (end.events !== this.count) throw new TraceError("count", at, { declared: end.events, found: this.count });
    this.end = end;
  }

  /** Makes costs 64 bits wide. */
  widen() {
    if (this.exactColumns !== null) return;
    /** @param {Float64Array} column */
    const copy = (column) => {
      const exact = new BigInt64Array(column.length);
      for (let i = 0; i < this.count; i++) exact[i] = BigInt(column[i]);
      return exact;
    };
    this.exactColumns = { g: copy(this.g), h: copy(this.h), f: copy(this.f) };
  }

  exact() {
    if (this.exactColumns === null) throw new Error("player: costs are not wide");
    return this.exactColumns;
  }

  /**
   * Makes room for n more events.
   *
   * @param {number} n
   */
  reserve(n) {
    const length = this.count + n;
    if (length > MAX_EVENTS) throw new TraceError("memory", 0, { events: MAX_EVENTS });
    this.kind = grown(this.kind, length);
    this.state = grown(this.state, length);
    this.parent = grown(this.parent, length);
    this.g = grown(this.g, length);
    this.h = grown(this.h, length);
    this.f = grown(this.f, length);
    this.previous = grown(this.previous, length);
    if (this.exactColumns !== null) {
      const { g, h, f } = this.exactColumns;
      this.exactColumns = { g: grown(g, length), h: grown(h, length), f: grown(f, length) };
    }
  }

  /**
   * Takes in n events whose columns have been filled.
   *
   * @param {number} n
   * @param {number} at offset of their block, for errors
   */
  append(n, at) {
    const end = this.count + n;
    const { range } = this;
    for (let i = this.count; i < end; i++) {
      const kind = this.kind[i] & 15;
      const side = this.kind[i] >> 4;
      const state = this.state[i];
      this.counts[kind]++;
      if (side === 1) this.sides = 2;
      if (kind === EXPAND) this.beginStep(i);
      const place = PLACE[kind];
      this.previous[i] = -1;
      if (place === NONE) {
        if (kind === PRUNE || kind === MEET || kind === GOAL) this.remarks.push(i);
        if (kind === END && i !== end - 1) throw new TraceError("block", at);
        continue;
      }
      const last = this.lastOf(side, state);
      const before = last[state];
      this.previous[i] = before;
      last[state] = i;
      const was = before < 0 ? NONE : PLACE[this.kind[before] & 15];
      if (was !== place) {
        if (was === OPEN) this.open--;
        if (was === CLOSED) this.closed--;
        if (place === OPEN) this.open++;
        if (place === CLOSED) this.closed++;
      }
      const f = this.f[i];
      if (this.g[i] > range.g) range.g = this.g[i];
      if (this.h[i] > range.h) range.h = this.h[i];
      if (f > range.fMost) range.fMost = f;
      if (f < range.fLeast) range.fLeast = f;
      this.note();
    }
    this.count = end;
    this.note();
  }

  /**
   * Opens the step of an expansion.
   *
   * @param {number} event
   */
  beginStep(event) {
    const step = ++this.steps;
    this.expansion = grown(this.expansion, step + 1);
    this.openCount = grown(this.openCount, step + 1);
    this.closedCount = grown(this.closedCount, step + 1);
    this.frontF = grown(this.frontF, step + 1);
    this.expansion[step] = event;
    this.frontF[step] = Math.max(this.frontF[step - 1], this.f[event]);
  }

  /** Notes the counts as those of the current step. */
  note() {
    this.openCount[this.steps] = this.open;
    this.closedCount[this.steps] = this.closed;
    if (this.open > this.peakOpen) this.peakOpen = this.open;
  }

  /**
   * Returns the last events by state of a side, with room for the state.
   *
   * @param {number} side
   * @param {number} state
   * @returns {Int32Array}
   */
  lastOf(side, state) {
    const last = this.last[side];
    if (state < last.length) return last;
    const room = this.header?.map ? this.limit : Math.max(state + 1, 2 * last.length);
    const larger = filled(room);
    larger.set(last);
    return (this.last[side] = larger);
  }

  /**
   * Returns how many events there are up to the end of a step: those before the
   * next expansion.
   *
   * @param {number} step
   * @returns {number}
   */
  endOfStep(step) {
    return step < this.steps ? this.expansion[step + 1] : this.count;
  }

  /**
   * Returns the step to which the last of so many events belongs.
   *
   * @param {number} position
   * @returns {number}
   */
  stepAt(position) {
    let low = 0;
    let high = this.steps;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.expansion[middle] < position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns a cost of an event exactly.
   *
   * @param {"g" | "h" | "f"} field
   * @param {number} event
   * @returns {bigint}
   */
  cost(field, event) {
    return this.exactColumns === null ? BigInt(this[field][event]) : this.exactColumns[field][event];
  }

  /**
   * Returns the events that changed the place of a state on one side, in order.
   *
   * @param {number} side
   * @param {number} state
   * @returns {number[]}
   */
  history(side, state) {
    const events = [];
    const last = this.last[side];
    for (let i = state < last.length ? last[state] : -1; i >= 0; i = this.previous[i]) events.push(i);
    return events.reverse();
  }
}

/** @param {number} length */
function filled(length) {
  return new Int32Array(length).fill(-1);
}
