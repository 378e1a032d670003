// What is drawn and asked, with every step that led there, and what the page
// shows of it, which no undo takes back.

import { GridMap } from "./map.js";

// So many steps can be undone, and as long as their maps have no more cells than these.
const MAX_STEPS = 500;
const MAX_CELLS = 1 << 25;

/**
 * @typedef {object} State
 * @property {GridMap} map
 * @property {string} name
 * @property {[number, number]} from
 * @property {[number, number]} to
 * @property {4 | 8} moves
 * @property {"never" | "one" | "always"} corners
 * @property {"uniform" | "add" | "mul" | "mean"} cost
 * @property {string} heuristic
 * @property {string} weight a decimal
 * @property {string} tie
 * @property {boolean} reopen
 * @property {string} order empty: the algorithm's own
 * @property {readonly string[]} slots one to four algorithms; the first is the main one
 * @property {number} budget the most expansions; 0: none but the server's own
 */

/**
 * @typedef {object} View
 * @property {"lab" | "lessons" | "games"} page
 * @property {string} tool
 * @property {string} brush what terrain is painted with, as a decimal
 * @property {number} size of the brush, in cells
 * @property {"free" | "line" | "box"} shape of a stroke
 * @property {import("/player/words.js").Language} language
 * @property {"light" | "dark" | null} theme null: the reader's
 * @property {string} lens
 * @property {string} lesson
 * @property {import("./gameview.js").GameView} [game] what the games show
 * @property {string} tab of the panels where not all have room
 */

/** @typedef {(state: Readonly<State>, before: Readonly<State>, how: {live: boolean}) => void} Subscriber */
/** @typedef {(view: Readonly<View>, before: Readonly<View>) => void} Watcher */

/** @returns {State} */
export function firstState() {
  return {
    map: GridMap.blank(30, 20), name: "", from: [6, 13], to: [23, 6],
    moves: 8, corners: "never", cost: "uniform",
    heuristic: "auto", weight: "1.5", tie: "low-h-lifo", reopen: true, order: "",
    slots: ["astar"], budget: 0,
  };
}

export class Store {
  /**
   * @param {State} state
   * @param {View} view
   */
  constructor(state, view) {
    /** @type {Readonly<State>} */
    this.state = Object.freeze(normal(state));
    /** @type {Readonly<View>} */
    this.view = Object.freeze(view);
    /** @type {Readonly<State>[]} */
    this.past = [];
    /** @type {Readonly<State>[]} */
    this.future = [];
    /** The merge key of the step that still grows; empty if none does. */
    this.merging = "";
    /** Whether the last change said that more follows. */
    this.live = false;
    /** @type {Set<Subscriber>} */
    this.subscribers = new Set();
    /** @type {Set<Watcher>} */
    this.watchers = new Set();
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  /**
   * Changes the state, as one step that can be undone. Changes with the same
   * merge key are one step until settle() is called or another kind comes.
   *
   * @param {Partial<State>} patch
   * @param {{merge?: string, live?: boolean, undo?: boolean}} [how] live: more of
   *   the kind follows; undo false: the change belongs to the step before
   */
  change(patch, { merge = "", live = false, undo = true } = {}) {
    const before = this.state;
    const after = normal(unlike(before, patch));
    const same = /** @type {(keyof State)[]} */ (Object.keys(after)).every((key) => after[key] === before[key]);
    if (same && live === this.live) return;
    if (!same && undo) {
      if (merge === "" || merge !== this.merging) this.keep(before);
      this.future = [];
    }
    this.merging = undo ? merge : this.merging;
    this.live = live;
    this.state = Object.freeze(after);
    this.tell(before);
  }

  /** Ends the step that still grows, and says so to those who waited for that. */
  settle() {
    this.merging = "";
    if (!this.live) return;
    this.live = false;
    this.tell(this.state);
  }

  /** Takes back the step that still grows, as if it had never begun. */
  revert() {
    if (this.merging === "") return this.settle();
    this.merging = "";
    this.live = false;
    const before = this.state;
    this.state = this.past.pop() ?? before;
    this.tell(before);
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  /**
   * @param {Readonly<State>[]} back
   * @param {Readonly<State>[]} forth
   */
  travel(back, forth) {
    this.merging = "";
    this.live = false;
    const state = back.pop();
    if (state === undefined) return;
    const before = this.state;
    forth.push(before);
    this.state = state;
    this.tell(before);
  }

  /**
   * Keeps a state for undo, and forgets the oldest where they need too much memory.
   *
   * @param {Readonly<State>} state
   */
  keep(state) {
    this.past.push(state);
    let cells = 0;
    /** @type {GridMap | null} */
    let last = null;
    for (let i = this.past.length - 1; i >= 0; i--) {
      const { map } = this.past[i];
      if (map !== last) cells += map.size;
      last = map;
      if (this.past.length - i > MAX_STEPS || (cells > MAX_CELLS && i < this.past.length - 1)) {
        this.past.splice(0, i + 1);
        return;
      }
    }
  }

  /** @param {Readonly<State>} before */
  tell(before) {
    const { state, live } = this;
    for (const subscriber of [...this.subscribers]) {
      if (this.state !== state) return; // one of them has changed it, and told of that
      subscriber(state, before, { live });
    }
  }

  /**
   * @param {Subscriber} subscriber called after each change
   * @param {AbortSignal} [signal] ends it
   */
  subscribe(subscriber, signal) {
    this.subscribers.add(subscriber);
    signal?.addEventListener("abort", () => this.subscribers.delete(subscriber), { once: true });
  }

  /**
   * Changes what the page shows.
   *
   * @param {Partial<View>} patch
   */
  look(patch) {
    const before = this.view;
    const after = { ...before, ...patch };
    if (/** @type {(keyof View)[]} */ (Object.keys(after)).every((key) => after[key] === before[key])) return;
    this.view = Object.freeze(after);
    for (const watcher of [...this.watchers]) {
      if (this.view !== after) return;
      watcher(after, before);
    }
  }

  /**
   * @param {Watcher} watcher called after each change of what the page shows
   * @param {AbortSignal} [signal] ends it
   */
  watch(watcher, signal) {
    this.watchers.add(watcher);
    signal?.addEventListener("abort", () => this.watchers.delete(watcher), { once: true });
  }

  /**
   * Returns the question to the server.
   *
   * @param {string} [algorithm]
   * @returns {Record<string, any>}
   */
  ask(algorithm = this.state.slots[0]) {
    const { map, name, from, to, moves, corners, cost, heuristic, weight, tie, reopen, order, budget } = this.state;
    return {
      map: map.text(), name, from, to, algorithm, moves, cut_corners: corners, cost, heuristic, weight, tie, reopen,
      ...(order === "" ? {} : { order }),
      ...(budget > 0 ? { max_expanded: budget } : {}),
    };
  }
}

/**
 * Returns a state changed by a patch. What is equal stays the same object, so
 * that who compares states need not look into it.
 *
 * @param {Readonly<State>} before
 * @param {Partial<State>} patch
 * @returns {State}
 */
function unlike(before, patch) {
  const after = { ...before, ...patch };
  for (const key of /** @type {const} */ (["from", "to", "slots"])) {
    const [now, was] = [after[key], before[key]];
    if (now.length === was.length && now.every((value, i) => value === was[i])) Object.assign(after, { [key]: was });
  }
  return after;
}

/**
 * Keeps start and goal on the map, and one to four algorithms.
 *
 * @param {State} state
 * @returns {State}
 */
function normal(state) {
  const { map } = state;
  /** @param {[number, number]} cell @returns {[number, number]} */
  const inside = (cell) => {
    const [x, y] = cell;
    return map.has(x, y) ? cell : [Math.max(0, Math.min(map.width - 1, x)), Math.max(0, Math.min(map.height - 1, y))];
  };
  const slots = state.slots.length === 0 ? ["astar"] : state.slots.length > 4 ? state.slots.slice(0, 4) : state.slots;
  return { ...state, from: inside(state.from), to: inside(state.to), slots };
}
