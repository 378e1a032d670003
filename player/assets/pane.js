// One search on the page: its trace as it is read, its canvas, its caption, and
// what stands in their place while there is nothing to draw, or never will be.

import { Board } from "./board.js";
import { icon, make, say } from "./dom.js";
import { TraceError } from "./errors.js";
import { watchGestures } from "./gestures.js";
import { readTrace } from "./reader.js";
import { Replay } from "./replay.js";
import { Trace } from "./trace.js";
import { cellAt, pointAt } from "./view.js";
import { Words } from "./words.js";

// A trace that is to be seen at its end is not shown before it has come whole, or
// this many milliseconds have passed.
const PATIENCE = 80;

/**
 * A trace to show: its bytes, and its name if it has another one than its map's.
 * Where there are no bytes, only the path is shown, on the ground.
 *
 * @typedef {{source?: import("./reader.js").Source, name?: string, path?: number[]}} Input
 */

/**
 * The map that is shown in place of the traces' own, with start and goal. A
 * trace whose map has another size is not shown on it.
 *
 * @typedef {import("./documents.js").GridMap & {start: number[], goals: number[]}} Ground
 */

/**
 * A point of a pane as the cell in which it is; that may lie beyond the map.
 *
 * @typedef {{x: number, y: number, pane: number}} Point
 */

/**
 * The part that a page around a player takes in it. Points are cells, of the
 * pane that they are in.
 *
 * @typedef {object} Host
 * @property {(at: Point, event: PointerEvent) => boolean} [claim] whether
 *   the page takes a pointer that came down; one that it leaves taps a cell or moves the map
 * @property {(at: Point, event: PointerEvent) => void} [drag] a pointer that was taken has moved
 * @property {(kept: boolean) => void} [drop] it is up; not kept: what it did is to be taken back
 * @property {(at: Point | null) => void} [hover] a pointer is above a point, or gone
 * @property {(event: KeyboardEvent) => boolean} [key] whether the page takes a key
 * @property {(context: CanvasRenderingContext2D, board: Board, pane: number) => void} [overlay]
 *   draws above the cells and below everything else
 */

/**
 * What a pane tells of.
 *
 * @typedef {object} Listener
 * @property {() => void} changed the trace has grown, ended or failed
 * @property {() => void} exchanged another trace is shown from now on
 * @property {() => void} resized the canvas has another size and must be drawn now
 * @property {(state: number) => void} hovered a state, or −1
 * @property {(state: number) => void} tapped
 * @property {(pane: Pane, dx: number, dy: number) => void} panned
 * @property {(pane: Pane, factor: number, x: number, y: number) => void} zoomed
 * @property {(at: Point, event: PointerEvent) => boolean} claimed whether a pointer that came down is taken
 * @property {(at: Point, event: PointerEvent) => void} dragged the pointer that was taken has moved
 * @property {(kept: boolean) => void} dropped it is up
 * @property {(at: Point | null) => void} pointed the pointer is above a point, or gone
 */

export class Pane {
  /**
   * @param {number} index of the pane
   * @param {Words} words
   * @param {Listener} listener
   * @param {Ground | null} ground
   */
  constructor(index, words, listener, ground) {
    this.index = index;
    this.words = words;
    this.listener = listener;
    this.ground = ground;
    /** @type {Input} */
    this.input = {};
    this.trace = new Trace();
    this.replay = new Replay(this.trace);
    /** @type {Board | null} */
    this.board = null;
    this.loading = true;
    /** @type {TraceError | null} */
    this.failure = null;
    this.ending = new AbortController();
    /** The number of traces asked for; who reads another than the last is late. */
    this.asked = 0;

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

  /**
   * Reads a trace and shows it; what was shown before stays until there is
   * something of it to see. Resolves when all has been read, well or not, or
   * another trace was asked for.
   *
   * @param {Input} input
   * @param {boolean} whole whether it is better to wait for the end than to show a part
   */
  async load(input, whole) {
    const number = ++this.asked;
    const late = () => number !== this.asked || this.ending.signal.aborted;
    const trace = new Trace();
    let shown = false;
    const show = () => {
      if (!shown) this.exchange(input, trace);
      shown = true;
    };
    if (this.board === null) show();
    if (input.source === undefined) {
      show();
      this.loading = false;
      this.grew();
      return;
    }
    this.loading = true;
    const due = performance.now() + (whole ? PATIENCE : 0);
    /** @type {TraceError | null} */
    let failure = null;
    try {
      await readTrace(input.source, trace, () => {
        // Who has let go of the trace wants no more of it.
        if (late() || !this.fits(trace)) throw new TraceError("unreadable", 0);
        if (!shown && (trace.count === 0 || performance.now() < due)) return;
        show();
        this.grew();
      });
    } catch (wrong) {
      // Whoever takes the source away wants no more of it, and that is no failure.
      if (wrong instanceof DOMException && wrong.name === "AbortError") return;
      failure = wrong instanceof TraceError ? wrong : new TraceError("unreadable", 0);
    }
    if (late()) return;
    this.loading = false;
    if (!this.fits(trace)) return;
    show();
    this.failure = failure;
    this.grew();
  }

  /**
   * Tells whether a trace can be shown on the ground.
   *
   * @param {Trace} trace
   */
  fits({ header }) {
    const { ground } = this;
    return ground === null || !header?.map || (header.map.width === ground.width && header.map.height === ground.height);
  }

  /**
   * Shows another trace, from its beginning.
   *
   * @param {Input} input
   * @param {Trace} trace
   */
  exchange(input, trace) {
    this.input = input;
    this.trace = trace;
    this.replay = new Replay(trace);
    this.failure = null;
    this.lay();
    this.listener.exchanged();
  }

  /**
   * Shows another ground. A trace that does not fit on it goes.
   *
   * @param {Ground | null} ground
   */
  setGround(ground) {
    this.ground = ground;
    if (!this.fits(this.trace)) {
      this.asked++;
      this.loading = false;
      this.exchange({ ...this.input, source: undefined, path: undefined }, new Trace());
      return;
    }
    if (this.board === null || ground === null) this.lay();
    else this.board.setMap(ground);
  }

  /** Lays a board for the trace, if there is a map to lay it on. */
  lay() {
    const before = this.board;
    const map = this.ground ?? (this.trace.count > 0 ? this.trace.header?.map : null) ?? null;
    this.canvas.hidden = map === null;
    this.card.hidden = map !== null;
    this.board = map === null ? null : new Board(this.canvas, map, this.replay);
    if (this.board === null) return;
    if (before === null) this.fitCanvas();
    else this.board.fitLike(before);
  }

  grew() {
    if (this.board === null || this.board.replay !== this.replay) this.lay();
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
      hover: (x, y) => {
        listener.hovered(this.cellAt(x, y));
        listener.pointed(this.pointAt(x, y));
      },
      leave: () => {
        listener.hovered(-1);
        listener.pointed(null);
      },
      claim: (x, y, event) => this.board !== null && listener.claimed(this.pointAt(x, y), event),
      drag: (x, y, event) => listener.dragged(this.pointAt(x, y), event),
      drop: (kept) => listener.dropped(kept),
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

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  pointAt(x, y) {
    const { board, index } = this;
    if (board === null) return { x: -1, y: -1, pane: index };
    return { ...pointAt(board.viewOf(board.scene?.view ?? null), x, y, board.size), pane: index };
  }
}
