// The player: one to four traces, and everything with which they are watched.

import { actionOf, keyIsTaken } from "./actions.js";
import { Clock } from "./clock.js";
import { Colors } from "./colors.js";
import { icon, say } from "./dom.js";
import { Frame } from "./frame.js";
import { Pane } from "./pane.js";
import { perform } from "./perform.js";
import { comparison, counts, outcome, summary } from "./summary.js";
import { extentOf, firstDifference, Timeline } from "./sync.js";
import { GENERATE } from "./trace.js";
import { fit, pan, zoom } from "./view.js";
import { chooseLanguage, Words } from "./words.js";

// Trees of larger maps are put on by those who want them.
const TREE_CELLS = 2500;

// While it plays, what is said of a cell is refreshed this often, in milliseconds.
const REFRESH = 150;

// What belongs to the page, where the player is embedded in one.
const OF_THE_PAGE = new Set(["theme", "language", "picture", "help", "layer"]);

/**
 * @typedef {object} Options
 * @property {import("./pane.js").Input[]} traces one to four; none only if there is a ground
 * @property {Words} [words] of the page that the player is in
 * @property {import("./words.js").Language} [language] without it, the reader's
 * @property {"light" | "dark"} [theme] without it, the reader's
 * @property {string} [title]
 * @property {() => void} [changed] called after each drawing
 * @property {boolean} [embedded] whether the element is filled with stage and controls
 *   only; the page places the other parts, which are properties of `frame`
 * @property {import("./pane.js").Host} [host]
 * @property {import("./pane.js").Ground} [ground]
 */

/**
 * Puts a player into an element, which it fills.
 *
 * @param {HTMLElement} element
 * @param {Options} options
 * @returns {Player}
 */
export function mountPlayer(element, options) {
  return new Player(element, options);
}

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {Options} options
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.words = options.words ?? new Words(options.language ?? chooseLanguage(navigator.languages));
    const { words } = this;
    this.host = options.host ?? {};
    this.embedded = options.embedded ?? false;
    /** @type {import("./pane.js").Ground | null} */
    this.ground = options.ground ?? null;

    /** Place on the timeline. */
    this.at = 0;
    /** Events by which a single search is beyond its place, or short of it. */
    this.fine = 0;
    this.speed = 0;
    this.kind = GENERATE;
    /** @type {import("./sync.js").Mode} */
    this.mode = "expansion";
    /** @type {import("./board.js").Layers} */
    this.layers = { open: true, closed: true, terrain: true, tree: false, path: true, values: true, scans: true, grid: true };
    /** @type {"none" | "g" | "h" | "f" | "order"} */
    this.heat = "none";
    /** @type {import("./view.js").View | null} */
    this.view = null;
    this.selected = -1;
    this.hovered = -1;
    this.differing = -1;
    /** Whether the path to the cell pointed at is shown. */
    this.trail = true;
    this.opened = false;
    /** Whether the place is the end, however far away that moves. */
    this.following = false;
    /** What becomes of the place when the next trace is shown; null: it has been seen to. */
    /** @type {"start" | "keep" | "end" | null} */
    this.arrival = null;
    this.refreshed = 0;
    /** The request for the next drawing, or 0. */
    this.drawing = 0;
    /** The timer of a drawing that was put off, or 0. */
    this.putOff = 0;

    /** @type {Pane[]} */
    this.panes = [];
    this.timeline = new Timeline(this.traces, this.mode);
    this.extent = extentOf(this.traces);
    this.clock = new Clock((steps) => this.advance(steps));

    this.frame = new Frame(root, words, this, this.embedded);
    root.classList.add("astrolabe", "player");
    root.classList.toggle("embedded", this.embedded);
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    /** @type {"light" | "dark" | null} */
    this.chosenTheme = options.theme ?? null;
    this.scheme.addEventListener("change", () => this.applyTheme(), { signal });
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.clock.calm = calm.matches;
    calm.addEventListener("change", () => (this.clock.calm = calm.matches), { signal });
    this.colors = this.themeColors();
    this.applyLanguage();
    root.addEventListener("keydown", (event) => this.key(event), { signal });
    // Keys count while nothing on the page has the focus, too.
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) this.key(event);
    }, { signal });
    this.invalidate();
    /** Resolves when all traces have been read, or cannot be. */
    this.ready = this.load(options.traces);
  }

  get traces() {
    return this.panes.map((pane) => pane.trace);
  }

  /**
   * Shows other traces, one to four, in as many panes. What is seen stays until
   * there is something of them to see, and so does the part of the map that is
   * seen if the map has the same size. Those whose turn comes later win.
   *
   * @param {import("./pane.js").Input[]} inputs
   * @param {{place?: "start" | "keep" | "end"}} [options] where in the traces:
   *   "end" goes along while they are read
   * @returns {Promise<void>} resolved when they have been read, or others are to be shown
   */
  async load(inputs, { place = "start" } = {}) {
    this.arrival = place;
    this.arrange(Math.max(1, Math.min(4, inputs.length)));
    await Promise.all(this.panes.map((pane, i) => pane.load(inputs[i] ?? {}, place === "end")));
    if (this.ending.signal.aborted) return;
    this.grew();
    // What was looked at before may have been longer.
    const theirs = this.panes.every(({ input }, i) => input === inputs[i]);
    if (theirs && this.at > this.timeline.length) this.seek(this.timeline.length);
    // At once, since it may be a frame earlier so.
    if (place === "end") this.drawNow();
  }

  /**
   * Calls the searches something else, by pane.
   *
   * @param {string[]} names
   */
  rename(names) {
    this.panes.forEach((pane, i) => (pane.input = { ...pane.input, name: names[i] }));
    this.relabel();
    this.invalidate();
  }

  /**
   * Makes as many panes as are needed.
   *
   * @param {number} n
   */
  arrange(n) {
    if (this.panes.length === n) return;
    for (const pane of this.panes.splice(n)) pane.destroy();
    while (this.panes.length < n) this.panes.push(this.makePane(this.panes.length));
    this.frame.place(this.panes.map((pane) => pane.element));
    if (this.ground !== null) this.panes.forEach((pane) => pane.board ?? pane.lay());
    this.grew();
  }

  /** @param {number} index */
  makePane(index) {
    const { host } = this;
    return new Pane(index, this.words, {
      changed: () => this.grew(),
      exchanged: () => this.arrive(),
      resized: () => this.draw(),
      hovered: (state) => this.hover(state),
      tapped: (state) => this.select(state),
      panned: (pane, dx, dy) => this.panBy(pane, dx, dy),
      zoomed: (pane, factor, x, y) => this.zoomBy(pane, factor, x, y),
      claimed: (at, event) => host.claim?.(at, event) ?? false,
      dragged: (at, event) => host.drag?.(at, event),
      dropped: (kept) => host.drop?.(kept),
      pointed: (at) => host.hover?.(at),
    }, this.ground);
  }

  /** Goes to the place that was asked for with the trace that is shown now. */
  arrive() {
    this.differing = -1;
    if (this.arrival === null) return;
    if (this.arrival !== "keep") {
      this.at = 0;
      this.fine = 0;
    }
    this.following = this.arrival === "end";
    if (this.following) this.clock.pause();
    this.arrival = null;
  }

  /**
   * Shows a map in place of the traces' own: at once, or with the next drawing,
   * which comes after some milliseconds at the latest.
   *
   * @param {import("./pane.js").Ground} ground
   * @param {number} [patience]
   */
  setGround(ground, patience = 0) {
    const { ground: before } = this;
    this.ground = ground;
    if (before?.width !== ground.width || before.height !== ground.height) {
      this.view = null;
      this.selected = -1;
      this.hovered = -1;
    }
    this.panes.forEach((pane) => pane.setGround(ground));
    if (patience > 0) {
      clearTimeout(this.putOff);
      this.putOff = setTimeout(() => this.drawNow(), patience);
      return;
    }
    this.grew();
    this.drawNow();
  }

  /** Takes in that a trace has grown, ended or failed. */
  grew() {
    this.timeline = new Timeline(this.traces, this.mode);
    this.clock.length = this.timeline.length;
    this.extent = extentOf(this.traces);
    if (this.following) this.at = this.timeline.length;
    const first = this.panes.find((pane) => pane.board !== null);
    if (!this.opened && first?.board) {
      this.opened = true;
      this.layers.tree = first.board.map.blocked.length <= TREE_CELLS;
    }
    const readable = this.panes.every((pane) => !pane.loading && pane.failure === null && pane.trace.header !== null);
    if (this.panes.length > 1 && readable) {
      this.differing = firstDifference(this.traces);
    }
    this.relabel();
    this.invalidate();
  }

  /** Draws before the next frame is shown. */
  invalidate() {
    if (this.drawing !== 0) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.draw();
    });
  }

  /** Draws now, and not again before the next frame. */
  drawNow() {
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    this.draw();
  }

  /** Draws everything as it is now. */
  draw() {
    const { colors, host, ground } = this;
    let treeLeftOut = false;
    clearTimeout(this.putOff);
    this.follow();
    for (const pane of this.panes) {
      if (pane.board === null || pane.board.size.width <= 1) continue;
      pane.board.draw({
        view: this.view, layers: this.layers, heat: this.heat, extent: this.extent, colors,
        selected: this.selected, hovered: this.hovered,
        cursor: document.activeElement === pane.canvas,
        differing: this.differingState(pane),
        trail: this.trail,
        path: pane.input.path ?? [],
        ends: ground,
        overlay: host.overlay === undefined ? null : (context, board) => host.overlay?.(context, board, pane.index),
      });
      pane.canvas.classList.toggle("movable", this.view !== null);
      treeLeftOut ||= pane.board.treeLeftOut;
      say(pane.counts, counts(this.words, pane.replay));
    }
    const differing = this.differencePlace();
    this.frame.scrub.show({ timeline: this.timeline, at: this.at, colors, differing });
    this.frame.transport.show({
      playing: this.clock.playing, at: this.at, length: this.timeline.length,
      speed: this.speed, kind: this.kind, mode: this.mode, differing,
    });
    this.frame.legend.show(this.layers, this.heat, this.panes, treeLeftOut);
    this.frame.facts.show(this.panes);
    const told = this.summary();
    say(this.frame.status, told);
    this.frame.scrub.range.setAttribute("aria-valuetext", told);
    const now = performance.now();
    if (!this.clock.playing || now - this.refreshed > REFRESH) {
      this.refreshed = now;
      this.frame.inspector.show(this.hovered >= 0 ? this.hovered : this.selected, this.panes);
    }
    this.options.changed?.();
  }

  /** Moves all searches to the place. */
  follow() {
    for (const { replay, trace } of this.panes) replay.seek(this.timeline.position(trace, this.at) + this.fine);
  }

  /**
   * The cell with which a search first differs from the others, once it is there.
   *
   * @param {Pane} pane
   */
  differingState(pane) {
    const { trace, replay } = pane;
    if (this.differing < 1 || this.differing > trace.steps || replay.step < this.differing) return -1;
    return trace.state[trace.expansion[this.differing]];
  }

  /** Where the first difference is on the timeline, or −1. */
  differencePlace() {
    if (this.differing < 1) return -1;
    const trace = this.traces.find((one) => one.steps >= this.differing);
    return trace === undefined ? -1 : this.timeline.placeOf(trace, trace.expansion[this.differing] + 1);
  }

  /** How things stand, in a sentence. */
  summary() {
    const { words, panes } = this;
    if (panes.length === 1) return summary(words, panes[0].replay);
    return comparison(words, panes, this.differing);
  }

  // Moving through the search.

  /**
   * Moves to a place on the timeline.
   *
   * @param {number} at
   */
  seek(at) {
    this.following = false;
    this.at = Math.max(0, Math.min(Math.round(at), this.timeline.length));
    this.fine = 0;
    this.moved();
  }

  moved() {
    this.frame.announcer.tell(() => {
      this.follow(); // it may be told before it is drawn
      return this.summary();
    }, this.clock.playing);
    this.invalidate();
  }

  /**
   * Plays on by some steps; false at the end.
   *
   * @param {number} steps
   */
  advance(steps) {
    const loading = this.panes.some((pane) => pane.loading);
    this.seek(this.at + steps);
    return this.at < this.timeline.length || loading;
  }

  toggle() {
    if (this.clock.playing) {
      this.clock.pause();
    } else {
      if (this.at >= this.timeline.length && !this.panes.some((pane) => pane.loading)) this.at = 0;
      this.fine = 0;
      this.following = false;
      this.clock.play();
    }
    this.moved();
  }

  /** @param {number} by */
  stepBy(by) {
    this.clock.pause();
    // From within a step, the first move is to one of its ends.
    const within = this.fine !== 0;
    this.seek(within && by > 0 && this.fine < 0 ? this.at : this.at + by);
  }

  /**
   * Moves a single search by one event; several, which have no event in common,
   * by one place.
   *
   * @param {number} by
   */
  stepEvent(by) {
    this.clock.pause();
    if (this.panes.length > 1) {
      this.stepBy(by);
      return;
    }
    const [trace] = this.traces;
    this.seekEvent(this.timeline.position(trace, this.at) + this.fine + by);
  }

  /**
   * Moves a single search to a position among its events.
   *
   * @param {number} position
   */
  seekEvent(position) {
    const [trace] = this.traces;
    const target = Math.max(0, Math.min(position, trace.count));
    this.at = this.timeline.placeOf(trace, target);
    this.fine = target - this.timeline.position(trace, this.at);
    this.following = false;
    this.moved();
  }

  /**
   * Points at a cell, or at none with −1.
   *
   * @param {number} state
   */
  hover(state) {
    if (state === this.hovered) return;
    this.hovered = state;
    this.invalidate();
  }

  /**
   * Chooses a cell to be told of until another one is; −1 or the same one again
   * lets go of it.
   *
   * @param {number} state
   */
  select(state) {
    this.selected = state === this.selected ? -1 : state;
    this.invalidate();
  }

  /**
   * @param {Pane} pane
   * @param {number} dx
   * @param {number} dy
   */
  panBy(pane, dx, dy) {
    if (pane.board === null || this.view === null) return;
    this.view = pan(this.view, dx, dy, pane.board.map, pane.board.size);
    this.invalidate();
  }

  /**
   * @param {Pane} pane
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomBy(pane, factor, x, y) {
    if (pane.board === null) return;
    const { map, size } = pane.board;
    const whole = fit(map, size);
    const view = zoom(this.view ?? whole, factor, x ?? size.width / 2, y ?? size.height / 2, map, size);
    this.view = view.scale <= whole.scale * 1.001 ? null : view;
    this.invalidate();
  }

  /**
   * @param {keyof import("./board.js").Layers} layer
   * @param {boolean} on
   */
  setLayer(layer, on) {
    this.layers = { ...this.layers, [layer]: on };
    this.invalidate();
  }

  /** @param {"none" | "g" | "h" | "f" | "order"} heat */
  setHeat(heat) {
    this.heat = heat;
    this.invalidate();
  }

  /** @param {number} kind that is jumped to */
  setKind(kind) {
    this.kind = kind;
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.clock.speed = speed;
    this.invalidate();
  }

  /** @param {import("./sync.js").Mode} mode */
  setMode(mode) {
    // The first search stays where it is.
    const [pane] = this.panes;
    const { position } = pane.replay;
    this.mode = mode;
    this.timeline = new Timeline(this.traces, mode);
    this.clock.length = this.timeline.length;
    this.seek(this.timeline.placeOf(pane.trace, position));
  }

  /** @param {import("./words.js").Language} language */
  setLanguage(language) {
    this.words.change(language);
    this.languageChanged();
  }

  /** Takes in that the words have another language. */
  languageChanged() {
    this.applyLanguage();
    this.invalidate();
  }

  applyLanguage() {
    this.root.lang = this.words.tag;
    this.frame.language.value = this.words.language;
    this.frame.transport.relabel();
    this.frame.scrub.painted = "";
    this.panes.forEach((pane) => pane.showCard());
    this.relabel();
  }

  relabel() {
    const names = this.panes.map((pane) => pane.name).filter((name) => name !== "");
    const { options } = this;
    const title = options.title ?? (this.panes.length > 1 ? this.words.text("title.compare") : names[0] ?? this.words.text("title.player"));
    say(this.frame.title, title);
    const [trace] = this.traces;
    const single = this.panes.length === 1;
    say(this.frame.subtitle, single ? trace.header?.algorithm ?? "" : names.join(" · "));
    const result = single ? outcome(this.words, trace) : "";
    say(this.frame.outcome, result === "" ? "" : " · " + result);
    this.panes.forEach((pane) => say(pane.title, pane.name));
  }

  /** @param {"light" | "dark" | null} theme null: the reader's */
  setTheme(theme) {
    this.chosenTheme = theme;
    this.applyTheme();
    this.invalidate();
  }

  applyTheme() {
    this.colors = this.themeColors();
    this.invalidate();
  }

  /**
   * Puts the page into its theme and returns the colors of it.
   *
   * @returns {Colors}
   */
  themeColors() {
    const theme = this.chosenTheme ?? (this.scheme.matches ? "dark" : "light");
    this.root.dataset.theme = theme;
    this.frame.theme.replaceChildren(icon(theme === "dark" ? "sun" : "moon"));
    return new Colors(this.root);
  }

  // Keys and buttons.

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || this.frame.help.dialog.open || this.host.key?.(event) || keyIsTaken(event)) return;
    const single = event.key.length === 1;
    if (single && event.key !== "?" && !this.frame.help.keys.checked) return;
    const action = actionOf(event, this.panes.some((pane) => pane.canvas === event.target));
    if (action === null || (this.embedded && OF_THE_PAGE.has(action))) return;
    event.preventDefault();
    this.act(action, event.key);
  }

  /**
   * @param {import("./actions.js").Action} action
   * @param {string} [key]
   */
  act(action, key = "") {
    perform(this, action, key);
  }

  /** Lets go of everything and leaves the element empty. */
  destroy() {
    this.ending.abort();
    this.clock.pause();
    cancelAnimationFrame(this.drawing);
    clearTimeout(this.putOff);
    this.frame.announcer.destroy();
    this.frame.scrub.destroy();
    this.panes.forEach((pane) => pane.destroy());
    this.root.replaceChildren();
    this.root.classList.remove("astrolabe", "player", "embedded");
  }
}
