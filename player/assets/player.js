// The player: one to four traces, and everything with which they are watched.

import { actionOf, keyIsTaken } from "./actions.js";
import { Clock, SPEEDS } from "./clock.js";
import { Colors } from "./colors.js";
import { icon, make, say } from "./dom.js";
import { Frame } from "./frame.js";
import { HEATS, LAYERS } from "./legend.js";
import { Pane } from "./pane.js";
import { cellSummary, comparison, counts, outcome, summary } from "./summary.js";
import { extentOf, firstDifference, MODES, Timeline } from "./sync.js";
import { GENERATE } from "./trace.js";
import { fit, pan, reveal, zoom } from "./view.js";
import { chooseLanguage, LANGUAGES, Words } from "./words.js";

// Trees of larger maps are put on by those who want them.
const TREE_CELLS = 2500;

// While it plays, what is said of a cell is refreshed this often, in milliseconds.
const REFRESH = 150;

/**
 * @typedef {object} Options
 * @property {import("./pane.js").Input[]} traces one to four
 * @property {import("./words.js").Language} [language] without it, the reader's
 * @property {"light" | "dark"} [theme] without it, the reader's
 * @property {string} [title]
 * @property {() => void} [changed] called after each drawing
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
    this.words = new Words(options.language ?? chooseLanguage(navigator.languages));
    const { words } = this;

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
    this.opened = false;
    this.refreshed = 0;
    /** The request for the next drawing, or 0. */
    this.drawing = 0;

    this.panes = options.traces.slice(0, 4).map((input, i) => new Pane(input, i, words, {
      changed: () => this.grew(),
      resized: () => this.draw(),
      hovered: (state) => this.hover(state),
      tapped: (state) => this.select(state),
      panned: (pane, dx, dy) => this.panBy(pane, dx, dy),
      zoomed: (pane, factor, x, y) => this.zoomBy(pane, factor, x, y),
    }));
    this.timeline = new Timeline(this.traces, this.mode);
    this.extent = extentOf(this.traces);
    this.clock = new Clock((steps) => this.advance(steps));

    this.frame = new Frame(root, words, this.panes.map((pane) => pane.element), this);
    root.classList.add("player");
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
    this.ready = Promise.all(this.panes.map((pane) => pane.load())).then(() => {
      if (!signal.aborted) this.grew();
    });
  }

  get traces() {
    return this.panes.map((pane) => pane.trace);
  }

  /** Takes in that a trace has grown, ended or failed. */
  grew() {
    this.timeline = new Timeline(this.traces, this.mode);
    this.clock.length = this.timeline.length;
    this.extent = extentOf(this.traces);
    const first = this.panes.find((pane) => pane.board !== null);
    if (!this.opened && first?.board) {
      this.opened = true;
      this.layers.tree = first.board.map.blocked.length <= TREE_CELLS;
    }
    if (this.panes.length > 1 && this.panes.every((pane) => !pane.loading && pane.failure === null)) {
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

  /** Draws everything as it is now. */
  draw() {
    const { colors } = this;
    let treeLeftOut = false;
    for (const pane of this.panes) {
      pane.replay.seek(this.timeline.position(pane.trace, this.at) + this.fine);
      if (pane.board === null || pane.board.size.width <= 1) continue;
      pane.board.draw({
        view: this.view, layers: this.layers, heat: this.heat, extent: this.extent, colors,
        selected: this.selected, hovered: this.hovered,
        cursor: document.activeElement === pane.canvas,
        differing: this.differingState(pane),
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
    this.at = Math.max(0, Math.min(Math.round(at), this.timeline.length));
    this.fine = 0;
    this.moved();
  }

  moved() {
    this.frame.announcer.tell(() => this.summary(), this.clock.playing);
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
    this.moved();
  }

  /**
   * Moves to the next event of the chosen kind, or to the one before.
   *
   * @param {1 | -1} by
   */
  jump(by) {
    this.clock.pause();
    const [trace] = this.traces;
    const { position } = this.panes[0].replay;
    for (let i = position - 1 + by; i >= 0 && i < trace.count; i += by) {
      if ((trace.kind[i] & 15) !== this.kind) continue;
      if (this.panes.length === 1) this.seekEvent(i + 1);
      else this.seek(this.timeline.placeOf(trace, i + 1));
      return;
    }
    say(this.frame.announcer.element, this.words.text("jump.none"));
  }

  // What is seen.

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
   * Moves the chosen cell by the keyboard.
   *
   * @param {number} dx
   * @param {number} dy
   */
  moveCursor(dx, dy) {
    const board = this.panes.find((pane) => pane.canvas === document.activeElement)?.board ?? this.panes[0].board;
    if (board === null) return;
    const { map, size } = board;
    let state = this.selected;
    if (state < 0) {
      state = this.traces[0].header?.start[0] ?? 0;
    } else {
      const x = Math.max(0, Math.min(map.width - 1, (state % map.width) + dx));
      const y = Math.max(0, Math.min(map.height - 1, Math.floor(state / map.width) + dy));
      state = y * map.width + x;
    }
    this.selected = state;
    this.hovered = -1;
    const x = state % map.width;
    if (this.view !== null) this.view = reveal(this.view, x, (state - x) / map.width, map, size);
    const { replay } = this.panes[0];
    this.frame.announcer.tell(() => cellSummary(this.words, replay, state), false);
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

  /** Offers the picture of the first search for keeping. */
  savePicture() {
    const [pane] = this.panes;
    if (pane.board === null) return;
    pane.canvas.toBlob((blob) => {
      if (blob === null) return;
      const link = make("a", { href: URL.createObjectURL(blob), download: `${pane.name || "search"}-${this.at}.png` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  // Keys and buttons.

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || this.frame.help.dialog.open || keyIsTaken(event)) return;
    const single = event.key.length === 1;
    if (single && event.key !== "?" && !this.frame.help.keys.checked) return;
    const action = actionOf(event, this.panes.some((pane) => pane.canvas === event.target));
    if (action === null) return;
    event.preventDefault();
    this.act(action, event.key);
  }

  /**
   * @param {import("./actions.js").Action} action
   * @param {string} [key]
   */
  act(action, key = "") {
    const [pane] = this.panes;
    const leap = Math.max(1, Math.round(this.timeline.length / 10));
    const [dx, dy] = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    })[key] ?? [0, 0];
    switch (action) {
      case "play": return this.toggle();
      case "forward": return this.stepBy(1);
      case "back": return this.stepBy(-1);
      case "event-forward": return this.stepEvent(1);
      case "event-back": return this.stepEvent(-1);
      case "first": return this.seek(0);
      case "last": return this.seek(this.timeline.length);
      case "leap-forward": return this.seek(this.at + leap);
      case "leap-back": return this.seek(this.at - leap);
      case "next": return this.jump(1);
      case "previous": return this.jump(-1);
      case "goto": return this.frame.transport.step.select();
      case "slower": return this.setSpeed(SPEEDS[Math.max(0, SPEEDS.indexOf(this.speed) - 1)]);
      case "faster": return this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + 1)]);
      case "zoom-in": return this.zoomBy(pane, 1.5);
      case "zoom-out": return this.zoomBy(pane, 1 / 1.5);
      case "fit":
        this.view = null;
        return this.invalidate();
      case "pan": return this.panBy(pane, -64 * dx, -64 * dy);
      case "cursor": return this.moveCursor(dx, dy);
      case "unpin": return this.select(-1);
      case "layer": {
        const layer = LAYERS[Number(key) - 1];
        return this.setLayer(layer, !this.layers[layer]);
      }
      case "heat": return this.setHeat(HEATS[(HEATS.indexOf(this.heat) + 1) % HEATS.length]);
      case "theme": return this.setTheme(this.root.dataset.theme === "dark" ? "light" : "dark");
      case "language": {
        const i = LANGUAGES.findIndex(({ code }) => code === this.words.language);
        return this.setLanguage(LANGUAGES[(i + 1) % LANGUAGES.length].code);
      }
      case "sync":
        if (this.panes.length > 1) this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
        return undefined;
      case "difference": {
        const place = this.differencePlace();
        if (place >= 0) this.seek(place);
        return undefined;
      }
      case "picture": return this.savePicture();
      case "help": return this.frame.help.open();
    }
  }

  /** Lets go of everything and leaves the element empty. */
  destroy() {
    this.ending.abort();
    this.clock.pause();
    cancelAnimationFrame(this.drawing);
    this.frame.announcer.destroy();
    this.frame.scrub.destroy();
    this.panes.forEach((pane) => pane.destroy());
    this.root.replaceChildren();
    this.root.classList.remove("player");
  }
}
