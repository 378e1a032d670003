// Draws on the map: by pointers, which the player hands over, and by keys.

import { brush, box, covered, line } from "./strokes.js";

/** @typedef {import("/player/pane.js").Point} Point */
/** @typedef {import("./map.js").GridMap} GridMap */

/**
 * The tools in the order of their number keys; what the last of these paints is
 * chosen freely.
 */
export const BRUSHES = /** @type {const} */ (["wall", "weight0", "weight2", "weight4", "weight"]);

/** The widths of the brush, in cells. */
export const SIZES = [1, 2, 3, 4, 5];

// Within so many CSS pixels of start or goal, a pointer takes hold of it.
const REACH = 9;
const REACH_OF_FINGERS = 16;

// The second button of a mouse erases.
const SECOND = 2;

/**
 * What a pointer is doing.
 *
 * @typedef {object} Stroke
 * @property {"from" | "to" | null} end that is dragged; null: it paints
 * @property {string | null} weight painted
 * @property {GridMap} base the map as it was
 * @property {GridMap} map with all that was painted freehand
 * @property {Point} first
 * @property {Point} last
 */

export class Editor {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Stroke | null} */
    this.stroke = null;
    /** @type {Point | null} */
    this.pointed = null;
    /** Whether it was said that weights do not count. */
    this.hinted = false;
    const { stage, store } = studio;
    stage.hand = {
      claim: (at, event) => this.claim(at, event),
      drag: (at, event) => this.drag(at, event),
      drop: (kept) => this.drop(kept),
      hover: (at) => this.hover(at),
      key: (event) => this.key(event),
    };
    stage.ghost = (context, board, pane) => this.drawGhost(context, board, pane);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.stroke === null) return;
      event.preventDefault();
      this.drop(false);
    });
    store.watch((view) => this.choose(view.tool));
    this.choose(store.view.tool);
  }

  /**
   * What a tool paints: a weight, null for walls; undefined if it does not paint.
   *
   * @param {string} tool
   * @returns {string | null | undefined}
   */
  weightOf(tool) {
    const { view, state } = this.studio.store;
    switch (tool) {
      case "wall": return null;
      case "weight0": return "0";
      case "weight2": return "2";
      case "weight4": return "4";
      case "weight": return view.brush;
      case "erase": return state.map.kinds[state.map.ground].weight;
      default: return undefined;
    }
  }

  /** @param {string} tool */
  choose(tool) {
    const { player } = this.studio;
    // While one paints, the path to each cell would be in the way.
    player.trail = tool === "hand";
    player.root.classList.toggle("grab", tool === "hand");
    player.invalidate();
  }

  // Pointers.

  /**
   * @param {Point} at
   * @param {PointerEvent} event
   * @returns {boolean}
   */
  claim(at, event) {
    const { store, player } = this.studio;
    const { map } = store.state;
    const { tool } = store.view;
    const erases = event.button === SECOND;
    const end = erases ? null : this.endAt(at, event);
    const painted = this.weightOf(erases ? "erase" : tool);
    if (end === null && (painted === undefined || !map.has(at.x, at.y))) return false;
    let weight = painted ?? null;
    if (end === null && map.at(at.x, at.y).weight === weight && !erases) weight = map.kinds[map.ground].weight;
    this.stroke = { end, weight, base: map, map, first: at, last: at };
    player.select(-1);
    player.hover(-1);
    this.pointed = at;
    if (end === null) this.drag(at, event);
    return true;
  }

  /**
   * @param {Point} at
   * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean}} event
   */
  drag(at, event) {
    const { stroke } = this;
    if (stroke === null) return;
    this.pointed = at;
    if (stroke.end !== null) {
      this.moveEnd(stroke.end, at);
    } else {
      const { store } = this.studio;
      const shape = event.shiftKey ? "line" : event.ctrlKey || event.metaKey ? "box" : store.view.shape;
      const { size } = store.view;
      if (shape === "free") stroke.map = this.painted(stroke.map, covered(line(stroke.last, at), size, stroke.base), stroke.weight);
      const map = shape === "free" ? stroke.map
        : shape === "line" ? this.painted(stroke.base, covered(line(stroke.first, at), size, stroke.base), stroke.weight)
        : this.painted(stroke.base, covered(box(stroke.first, at, stroke.base), 1, stroke.base), stroke.weight);
      store.change({ map }, { merge: "stroke", live: true });
    }
    stroke.last = at;
    if (this.studio.store.view.size > 1 && stroke.end === null) this.studio.stage.redraw();
  }

  /** @param {boolean} kept */
  drop(kept) {
    const { stroke } = this;
    this.stroke = null;
    const { store } = this.studio;
    if (!kept) {
      store.revert();
      return;
    }
    store.settle();
    if (stroke !== null && stroke.end === null) this.hint();
  }

  /** @param {Point | null} at */
  hover(at) {
    const { pointed } = this;
    if (at?.x === pointed?.x && at?.y === pointed?.y && at?.pane === pointed?.pane) return;
    this.pointed = at;
    if (this.studio.store.view.size > 1) this.studio.stage.redraw();
  }

  /**
   * Returns whether start or goal is within reach of a pointer.
   *
   * @param {Point} at
   * @param {PointerEvent} event
   * @returns {"from" | "to" | null}
   */
  endAt(at, { pointerType }) {
    const { player, store } = this.studio;
    const { from, to } = store.state;
    const board = player.panes[at.pane]?.board;
    const cell = board ? board.cell / board.ratio : 1;
    const reach = Math.floor((pointerType === "touch" ? REACH_OF_FINGERS : REACH) / cell);
    /** @param {[number, number]} end */
    const away = ([x, y]) => Math.max(Math.abs(x - at.x), Math.abs(y - at.y));
    const nearest = away(from) <= away(to) ? "from" : "to";
    return away(store.state[nearest]) <= reach ? nearest : null;
  }

  /**
   * Moves start or goal, unless something is in the way.
   *
   * @param {"from" | "to"} end
   * @param {Point | {x: number, y: number}} at
   * @param {{live?: boolean}} [how]
   * @returns {boolean} whether it is there now
   */
  moveEnd(end, at, { live = true } = {}) {
    const { store } = this.studio;
    const { map, from, to } = store.state;
    const x = Math.max(0, Math.min(map.width - 1, at.x));
    const y = Math.max(0, Math.min(map.height - 1, at.y));
    const other = end === "from" ? to : from;
    if (!map.isOpen(x, y) || (x === other[0] && y === other[1])) return false;
    const here = store.state[end];
    if (here[0] === x && here[1] === y) return true;
    store.change({ [end]: [x, y] }, live ? { merge: end, live } : {});
    return true;
  }

  /**
   * Returns a map with some cells painted; start and goal never are.
   *
   * @param {GridMap} map
   * @param {Set<number>} cells
   * @param {string | null} weight
   */
  painted(map, cells, weight) {
    const { from, to } = this.studio.store.state;
    cells.delete(from[1] * map.width + from[0]);
    cells.delete(to[1] * map.width + to[0]);
    const [known, kind] = map.kindFor(weight);
    return known.with(Array.from(cells, (cell) => /** @type {[number, number]} */ ([cell, kind])));
  }

  /** Says that weights do not count, where they do not. */
  hint() {
    const { store, toast, words } = this.studio;
    const { map, cost } = store.state;
    if (cost !== "uniform" || this.hinted || !map.weighted) return;
    this.hinted = true;
    toast(words.text("draw.hint.uniform"), { action: { label: words.text("draw.hint.add"), run: () => store.change({ cost: "add" }) } });
  }

  /**
   * Shows what a broad brush would paint.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {import("/player/board.js").Board} board
   * @param {number} pane
   */
  drawGhost(context, board, pane) {
    const { pointed } = this;
    const { size, tool, shape } = this.studio.store.view;
    if (pointed === null || pointed.pane !== pane || this.weightOf(tool) === undefined || this.stroke?.end) return;
    if (size === 1 || shape === "box") return;
    const { left, top, right, bottom } = brush(pointed, size);
    context.strokeStyle = this.studio.player.colors.css("text");
    context.lineWidth = 1.5 * board.ratio;
    context.strokeRect(board.x + left * board.cell, board.y + top * board.cell, (right - left + 1) * board.cell, (bottom - top + 1) * board.cell);
  }

  // Keys.

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for drawing
   */
  key(event) {
    const { player, store } = this.studio;
    const onMap = player.panes.some((pane) => pane.canvas === event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!onMap || player.selected < 0) return false;
    const { map } = store.state;
    const x = player.selected % map.width;
    const cursor = { x, y: (player.selected - x) / map.width };
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case " ":
      case "Enter":
        this.paintAt(cursor, store.view.tool);
        break;
      case "x":
      case "Delete":
      case "Backspace":
        this.paintAt(cursor, "erase");
        break;
      case "s":
        this.putEnd("from", cursor);
        break;
      case "g":
        this.putEnd("to", cursor);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  }

  /**
   * Paints once at a cell, or takes away what is painted there.
   *
   * @param {{x: number, y: number}} at
   * @param {string} tool
   */
  paintAt(at, tool) {
    const { announce, store, words } = this.studio;
    const { map, from, to } = store.state;
    let weight = this.weightOf(tool);
    if (weight === undefined) return;
    const ground = map.kinds[map.ground].weight;
    if (map.at(at.x, at.y).weight === weight) weight = ground;
    const { size } = store.view;
    const cells = covered([at], size, map);
    store.change({ map: this.painted(map, cells, weight) });
    const facts = { x: String(at.x), y: String(at.y), weight: weight ?? "" };
    const isEnd = [from, to].some(([x, y]) => x === at.x && y === at.y);
    if (isEnd && size === 1) announce(words.text("draw.said.end"));
    else if (store.state.map === map) announce(words.text("draw.said.same", facts));
    else announce(words.text(weight === null ? "draw.said.wall" : weight === ground ? "draw.said.ground" : "draw.said.weight", facts));
    this.hint();
  }

  /**
   * @param {"from" | "to"} end
   * @param {{x: number, y: number}} at
   */
  putEnd(end, at) {
    const { announce, words } = this.studio;
    const facts = { x: String(at.x), y: String(at.y) };
    const there = this.moveEnd(end, at, { live: false });
    announce(words.text(!there ? "draw.said.blocked" : end === "from" ? "draw.said.start" : "draw.said.goal", facts));
  }
}
