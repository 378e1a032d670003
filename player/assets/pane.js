// One search on the page: its trace as it is read, its canvas, its caption, and
// what stands in their place while there is nothing to draw, or never will be.

import { Board } from "./board.js";
import { icon, make, say } from "./dom.js";
import { TraceError } from "./errors.js";
import { watchGestures } from "./gestures.js";
import { readTrace } from "./reader.js";
import { Replay } from "./replay.js";
import { Trace } from "./trace.js";
import { cellAt } from "./view.js";
import { Words } from "./words.js";

/**
 * A trace to show: its bytes, and its name if it has another one than its map's.
 *
 * @typedef {{source: import("./reader.js").Source, name?: string}} Input
 */

/**
 * What a pane tells of.
 *
 * @typedef {object} Listener
 * @property {() => void} changed the trace has grown, ended or failed
 * @property {() => void} resized the canvas has another size and must be drawn now
 * @property {(state: number) => void} hovered a state, or −1
 * @property {(state: number) => void} tapped
 * @property {(pane: Pane, dx: number, dy: number) => void} panned
 * @property {(pane: Pane, factor: number, x: number, y: number) => void} zoomed
 */

export class Pane {
  /**
   * @param {Input} input
   * @param {number} index of the pane
   * @param {Words} words
   * @param {Listener} listener
   */
  constructor(input, index, words, listener) {
    this.input = input;
    this.words = words;
    this.listener = listener;
    this.trace = new Trace();
    this.replay = new Replay(this.trace);
    /** @type {Board | null} */
    this.board = null;
    this.loading = true;
    /** @type {TraceError | null} */
    this.failure = null;
    this.ending = new AbortController();

    this.canvas = make("canvas", { tabindex: 0, role: "application", class: "map", hidden: true });
    words.bind(this.canvas, "map.label", "aria-label");
    words.bind(this.canvas, "map.role", "aria-roledescription");
    this.card = make("div", { class: "card" });
    this.notice = make("p", { class: "notice", role: "alert", hidden: true });
    this.sheet = make("div", { class: "sheet" }, this.canvas, this.card);
    this.title = make("span", { class: "name" });
    this.counts = make("span", { class: "counts" });
    this.caption = make("figcaption", {}, make("span", { class: `key series${index + 1}` }), this.title, this.counts);
    this.element = make("figure", { class: "pane" }, this.caption, this.notice, this.sheet);
    this.showCard();
    this.watch();
  }

  /** Reads the trace; resolves when that has ended, well or not. */
  async load() {
    try {
      await readTrace(this.input.source, this.trace, () => this.grew());
    } catch (failure) {
      this.failure = failure instanceof TraceError ? failure : new TraceError("unreadable", 0);
    }
    this.loading = false;
    if (!this.ending.signal.aborted) this.grew();
  }

  grew() {
    // Who has let go of the pane wants no more of the trace.
    if (this.ending.signal.aborted) throw new TraceError("unreadable", 0);
    const map = this.trace.header?.map;
    if (map && this.board === null && this.trace.count > 0) {
      this.board = new Board(this.canvas, map, this.replay);
      this.canvas.hidden = false;
      this.card.hidden = true;
      this.fitCanvas();
    }
    this.showCard();
    this.listener.changed();
  }

  /** Lets go of everything. */
  destroy() {
    this.ending.abort();
    this.observer?.disconnect();
    this.element.remove();
  }

  /** What the pane is called. */
  get name() {
    return this.input.name ?? this.trace.header?.map?.name ?? "";
  }

  /**
   * Says what is the matter where there is no map to see, or not all of it.
   */
  showCard() {
    const { words, failure } = this;
    const what = failure !== null ? words.text(`error.${failure.code}`, failure.facts) : "";
    const where = failure !== null && failure.offset > 0 ? " " + words.text("error.where", { offset: failure.offset }) : "";
    if (this.board !== null) {
      this.notice.hidden = failure === null;
      if (failure !== null) say(this.notice, words.text("error.partly", { n: this.trace.count }) + " " + what + where);
      return;
    }
    this.card.replaceChildren();
    this.card.classList.toggle("failed", failure !== null);
    if (failure !== null) {
      const lines = [make("h2", {}, words.text("error.title")), make("p", {}, what + where), make("p", { class: "small" }, words.text("error.advice"))];
      this.card.append(make("div", { role: "alert" }, icon("warning"), ...lines));
    } else if (this.loading) {
      this.card.append(make("p", {}, words.text("loading", { n: this.trace.count })));
    } else if (this.trace.header?.map) {
      this.card.append(icon("map"), make("h2", {}, words.text("empty.title")), make("p", {}, words.text("empty.text")));
    } else {
      this.card.append(icon("map"), make("h2", {}, words.text("no-map.title")), make("p", {}, words.text("no-map.text")));
    }
  }

  watch() {
    const { canvas, listener } = this;
    const { signal } = this.ending;
    watchGestures(canvas, {
      pan: (dx, dy) => listener.panned(this, dx, dy),
      zoom: (factor, x, y) => listener.zoomed(this, factor, x, y),
      tap: (x, y) => listener.tapped(this.cellAt(x, y)),
      hover: (x, y) => listener.hovered(this.cellAt(x, y)),
      leave: () => listener.hovered(-1),
    }, signal);
    this.observer = new ResizeObserver((entries) => {
      for (const entry of entries) this.fitCanvas(entry);
    });
    try {
      // The exact number of the screen's pixels, where the browser tells it.
      this.observer.observe(canvas, { box: "device-pixel-content-box" });
    } catch {
      this.observer.observe(canvas);
    }
    this.watchScale();
  }

  /**
   * Gives the canvas the pixels of its box, and has it drawn at once, since a
   * canvas is blank after that.
   *
   * @param {ResizeObserverEntry} [entry]
   */
  fitCanvas(entry) {
    if (this.board === null) return;
    const { width, height } = this.canvas.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const exact = entry?.devicePixelContentBoxSize?.[0];
    const pixels = [width, height].map((side, i) => {
      const about = side * devicePixelRatio;
      const told = i === 0 ? exact?.inlineSize : exact?.blockSize;
      // Where a screen is only pretended, browsers may tell its pixels wrong.
      return told !== undefined && Math.abs(told - about) < 2 ? told : Math.round(about);
    });
    this.board.resize(width, height, pixels[0], pixels[1]);
    this.listener.resized();
  }

  /** Fits the canvas when the page moves to a screen with other pixels. */
  watchScale() {
    const { signal } = this.ending;
    if (signal.aborted) return;
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
      this.fitCanvas();
      this.watchScale();
    }, { signal, once: true });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const { board } = this;
    if (board === null) return -1;
    return cellAt(board.viewOf(board.scene?.view ?? null), x, y, board.map, board.size);
  }
}
