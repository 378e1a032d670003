// Draws one search on its canvas: the cells, and above them what has the width
// of a line whatever the size of the cells is.

import { Cells } from "./cells.js";
import { Colors, cssColor, wantsDarkInk } from "./colors.js";
import { Replay } from "./replay.js";
import { CLOSED, EXPAND, NONE, OPEN, PLACE, SCAN } from "./trace.js";
import { fit } from "./view.js";

// Sizes of cells, in CSS pixels, from which on there is room for something.
const ROOM_FOR_GRID = 7;
const ROOM_FOR_F = 30;
const ROOM_FOR_ALL = 46;

// Pixels from which on it matters whether a cell is one wider than the next.
const ROOM_TO_SNAP = 4;

// More edges than these are a gray area, and take longer than a frame.
const MAX_EDGES = 20000;
const MAX_SCANS = 4000;

/**
 * The layers that can be put on and off.
 *
 * @typedef {object} Layers
 * @property {boolean} open
 * @property {boolean} closed
 * @property {boolean} terrain
 * @property {boolean} tree
 * @property {boolean} path
 * @property {boolean} values
 * @property {boolean} scans
 * @property {boolean} grid
 */

/**
 * What a drawing shows besides the replay.
 *
 * @typedef {object} Scene
 * @property {import("./view.js").View | null} view null shows all of the map
 * @property {Layers} layers
 * @property {"none" | "g" | "h" | "f" | "order"} heat
 * @property {import("./sync.js").Extent} extent of the shading
 * @property {Colors} colors
 * @property {number} selected state, or −1
 * @property {number} hovered state, or −1
 * @property {boolean} cursor whether the selected cell is moved by the keyboard now
 * @property {number} differing state that is the first difference to another search, or −1
 * @property {boolean} trail whether the path to the cell pointed at is shown
 * @property {number[]} path shown where there is no trace
 * @property {{start: number[], goals: number[]} | null} ends in place of the trace's own
 * @property {((context: CanvasRenderingContext2D, board: Board) => void) | null} overlay draws
 *   above the cells and below everything else, cut off at the map's edge
 */

export class Board {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./documents.js").GridMap} map
   * @param {Replay} replay
   */
  constructor(canvas, map, replay) {
    this.canvas = canvas;
    this.map = map;
    this.replay = replay;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** Size in CSS pixels. */
    this.size = { width: 1, height: 1 };
    /** Pixels of the canvas to a CSS pixel. */
    this.ratio = 1;
    /** @type {Cells | null} */
    this.cells = null;
    this.looks = "";
    /** Whether the last drawing left the tree out, since it has too many edges. */
    this.treeLeftOut = false;
    // What the last drawing was made of.
    this.x = 0;
    this.y = 0;
    this.cell = 1;
    /** @type {Scene | null} */
    this.scene = null;
  }

  /**
   * Gives the canvas as many pixels as the screen has for it.
   *
   * @param {number} width in CSS pixels
   * @param {number} height in CSS pixels
   * @param {number} pixelWidth
   * @param {number} pixelHeight
   */
  resize(width, height, pixelWidth, pixelHeight) {
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.ratio = Math.max(1, pixelWidth) / this.size.width;
    if (this.canvas.width !== pixelWidth) this.canvas.width = Math.max(1, pixelWidth);
    if (this.canvas.height !== pixelHeight) this.canvas.height = Math.max(1, pixelHeight);
  }

  /**
   * Takes over how large another board on the same canvas was.
   *
   * @param {Board} before
   */
  fitLike({ size, ratio, scene }) {
    this.size = size;
    this.ratio = ratio;
    this.scene = scene;
  }

  /**
   * Shows another map of the same size.
   *
   * @param {import("./documents.js").GridMap} map
   */
  setMap(map) {
    const { map: before } = this;
    this.map = map;
    if (map.blocked !== before.blocked || map.shade !== before.shade) this.cells?.setMap(map);
  }

  /**
   * The view that is shown. Cells of some pixels are a whole number of them wide,
   * so that all are alike and their edges sharp.
   *
   * @param {import("./view.js").View | null} view
   * @returns {import("./view.js").View}
   */
  viewOf(view) {
    const wanted = view ?? fit(this.map, this.size);
    const pixels = wanted.scale * this.ratio;
    return pixels < ROOM_TO_SNAP ? wanted : { ...wanted, scale: Math.floor(pixels) / this.ratio };
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { context, canvas, map } = this;
    const view = this.viewOf(scene.view);
    this.scene = scene;
    this.cell = view.scale * this.ratio;
    this.x = Math.round(canvas.width / 2 - view.x * this.cell);
    this.y = Math.round(canvas.height / 2 - view.y * this.cell);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = scene.colors.css("sheet");
    context.fillRect(0, 0, canvas.width, canvas.height);
    this.drawCells(scene);
    context.save();
    context.beginPath();
    context.rect(this.x - 2, this.y - 2, map.width * this.cell + 4, map.height * this.cell + 4);
    context.clip();
    if (scene.overlay !== null) {
      context.save();
      scene.overlay(context, this);
      context.restore();
    }
    if (scene.layers.grid && view.scale >= ROOM_FOR_GRID) this.drawGrid(scene);
    this.treeLeftOut = scene.layers.tree && !this.drawTree(scene);
    if (scene.layers.scans) this.drawScans(scene);
    if (scene.layers.values && view.scale >= ROOM_FOR_F) this.drawValues(scene, view.scale >= ROOM_FOR_ALL);
    context.restore();
    if (scene.layers.path) this.drawPath(scene);
    this.drawEnds(scene);
    this.drawMarks(scene);
  }

  /** @param {Scene} scene */
  drawCells(scene) {
    const { layers, heat, colors } = scene;
    const look = { open: layers.open, closed: layers.closed, terrain: layers.terrain, heat, extent: scene.extent };
    // Without shading its extent, which grows with the trace, does not matter.
    const looks = JSON.stringify(heat === "none" ? { ...look, extent: null } : look);
    if (this.cells === null) this.cells = new Cells(this.map, this.replay, colors, look);
    else if (looks !== this.looks || this.cells.colors !== colors) this.cells.change(colors, look);
    this.looks = looks;
    this.cells.draw(this.context, this.x, this.y, this.cell);
  }

  /** @param {Scene} scene */
  drawGrid(scene) {
    const { context } = this;
    const { left, top, right, bottom } = this.visible();
    const line = Math.max(1, Math.round(this.ratio / 2));
    context.fillStyle = scene.colors.css("grid-line");
    for (let x = left; x <= right; x++) {
      context.fillRect(Math.round(this.x + x * this.cell), this.y + top * this.cell, line, (bottom - top) * this.cell);
    }
    for (let y = top; y <= bottom; y++) {
      context.fillRect(this.x + left * this.cell, Math.round(this.y + y * this.cell), (right - left) * this.cell, line);
    }
  }

  /**
   * Draws the lines along which the latest expansion looked.
   *
   * @param {Scene} scene
   */
  drawScans(scene) {
    const { replay, context } = this;
    const { trace } = replay;
    if (trace.counts[SCAN] === 0) return;
    context.beginPath();
    let scans = 0;
    for (let i = replay.position - 1; i >= 0 && scans < MAX_SCANS; i--) {
      const kind = trace.kind[i] & 15;
      if (kind === SCAN) {
        this.line(trace.parent[i], trace.state[i]);
        scans++;
      }
      if (kind === EXPAND) break;
    }
    context.setLineDash([4 * this.ratio, 3 * this.ratio]);
    this.stroke(scene.colors.css("scan"), 1.75);
    context.setLineDash([]);
  }

  /**
   * Draws the edges to parents, and says whether it did.
   *
   * @param {Scene} scene
   * @returns {boolean}
   */
  drawTree(scene) {
    const { replay, context } = this;
    const { trace } = replay;
    const { left, top, right, bottom } = this.visible();
    // A jump may cross the sheet from cells beyond it.
    const all = trace.counts[SCAN] > 0 && this.map.blocked.length <= 1 << 20;
    const [x0, y0, x1, y1] = all ? [0, 0, this.map.width, this.map.height] : [left - 1, top - 1, right + 1, bottom + 1];
    context.beginPath();
    let edges = 0;
    for (let side = 0; side < trace.sides; side++) {
      const current = replay.current[side];
      for (let y = Math.max(0, y0); y < Math.min(this.map.height, y1); y++) {
        for (let x = Math.max(0, x0); x < Math.min(this.map.width, x1); x++) {
          const state = y * this.map.width + x;
          const event = state < current.length ? current[state] : -1;
          if (event < 0 || trace.parent[event] < 0) continue;
          if (++edges > MAX_EDGES) return false;
          this.line(trace.parent[event], state);
        }
      }
    }
    this.stroke(scene.colors.css("tree-edge"), Math.min(1.5, Math.max(0.75, this.cell / this.ratio / 12)));
    return true;
  }

  /**
   * Writes f into the cells, and g and h below it where there is room.
   *
   * @param {Scene} scene
   * @param {boolean} all
   */
  drawValues(scene, all) {
    const { context, replay, cell, ratio } = this;
    const { trace } = replay;
    const lengths = trace.header?.lengths;
    if (!lengths || this.cells === null) return;
    const { left, top, right, bottom } = this.visible();
    const inks = [scene.colors.css("ink-light"), scene.colors.css("ink-dark")];
    const size = Math.min(15, cell / ratio / 3.6) * ratio;
    const fonts = [`600 ${size}px system-ui, sans-serif`, `${size * 0.8}px system-ui, sans-serif`];
    context.textBaseline = "middle";
    // A rim in the cell's own color keeps the digits off the edges of the tree.
    context.lineWidth = 3 * ratio;
    context.lineJoin = "round";
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const state = y * this.map.width + x;
        const event = this.shownEvent(state, scene);
        if (event < 0) continue;
        const px = this.x + x * cell;
        const py = this.y + y * cell;
        const ground = this.cells.color(state);
        context.fillStyle = inks[wantsDarkInk(ground) ? 1 : 0];
        context.strokeStyle = cssColor(ground);
        context.font = fonts[0];
        context.textAlign = "center";
        this.write("f", event, px + cell / 2, py + cell * (all ? 0.36 : 0.5), cell * 0.9);
        if (!all) continue;
        context.font = fonts[1];
        context.textAlign = "left";
        this.write("g", event, px + cell * 0.07, py + cell * 0.78, cell * 0.42);
        context.textAlign = "right";
        this.write("h", event, px + cell * 0.93, py + cell * 0.78, cell * 0.42);
      }
    }
  }

  /**
   * Writes a cost: exactly if that fits, else as a number, which is cut.
   *
   * @param {"g" | "h" | "f"} field
   * @param {number} event
   * @param {number} x
   * @param {number} y
   * @param {number} room
   */
  write(field, event, x, y, room) {
    const { trace } = this.replay;
    const lengths = /** @type {import("./lengths.js").Lengths} */ (trace.header?.lengths);
    const exact = lengths.text(trace.cost(field, event));
    if (!exact.endsWith("…") && this.context.measureText(exact).width <= room) {
      this.ink(exact, x, y, room);
      return;
    }
    const value = lengths.value(trace[field][event]);
    for (const digits of [2, 1, 0]) {
      const text = value.toFixed(digits).replace("-", "−");
      if (digits > 0 && this.context.measureText(text).width > room) continue;
      this.ink(text, x, y, room);
      return;
    }
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} room
   */
  ink(text, x, y, room) {
    this.context.strokeText(text, x, y, room);
    this.context.fillText(text, x, y, room);
  }

  /** @param {Scene} scene */
  drawPath(scene) {
    const { replay, context } = this;
    const { trace } = replay;
    const { colors } = scene;
    const end = trace.end;
    const path = trace.header === null ? scene.path : end !== null && replay.position >= trace.count ? end.path : [];
    if (path.length > 0) {
      this.polyline(path);
      this.stroke(colors.css("sheet"), this.lineWidth() + 2.5);
      this.stroke(colors.css("path"), this.lineWidth());
    }
    const focus = scene.hovered >= 0 ? scene.hovered : scene.selected;
    if (focus < 0 || !scene.trail) return;
    for (let side = 0; side < trace.sides; side++) {
      if (replay.place(side, focus) === NONE) continue;
      this.polyline(replay.path(side, focus));
      this.stroke(colors.css("sheet"), 3.5);
      context.setLineDash([5 * this.ratio, 3 * this.ratio]);
      this.stroke(colors.css("text"), 1.75);
      context.setLineDash([]);
    }
  }

  /**
   * Draws start and goal as disks with their letter.
   *
   * @param {Scene} scene
   */
  drawEnds(scene) {
    const ends = scene.ends ?? this.replay.trace.header;
    if (ends === null) return;
    const { context, ratio } = this;
    const radius = Math.max(5.5 * ratio, Math.min(this.cell * 0.36, 13 * ratio));
    /** @param {number} state @param {string} letter @param {string} color */
    const mark = (state, letter, color) => {
      const [x, y] = this.center(state);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = scene.colors.css(color);
      context.fill();
      this.stroke(scene.colors.css("on-mark"), 1.5);
      context.fillStyle = scene.colors.css("on-mark");
      context.font = `700 ${radius * 1.25}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(letter, x, y + radius * 0.08);
    };
    ends.goals.forEach((state) => mark(state, "G", "goal"));
    ends.start.forEach((state) => mark(state, "S", "start"));
  }

  /**
   * Draws what is marked now: the cell expanded last, the cells met in the same
   * step, and those that the reader points at.
   *
   * @param {Scene} scene
   */
  drawMarks(scene) {
    const { replay } = this;
    const { trace } = replay;
    const { colors } = scene;
    const step = replay.step;
    if (step > 0) {
      const expanded = trace.expansion[step];
      const { view } = scene;
      if (this.viewOf(view).scale >= ROOM_FOR_GRID) {
        for (let i = expanded + 1; i < replay.position; i++) {
          const kind = trace.kind[i] & 15;
          if (kind !== EXPAND && PLACE[kind] === OPEN) this.box(trace.state[i], 1.5, colors.css("just-met"));
        }
      }
      if (replay.position < trace.count || trace.end === null) {
        this.box(trace.state[expanded], 2.5, colors.css("text"), colors.css("sheet"));
      }
    }
    if (scene.differing >= 0) this.ring(scene.differing, colors);
    if (scene.hovered >= 0) this.box(scene.hovered, 1.5, colors.css("text"));
    if (scene.selected >= 0) {
      this.box(scene.selected, scene.cursor ? 3 : 2, colors.css(scene.cursor ? "focus" : "text"), colors.css("sheet"));
    }
  }

  /**
   * Draws a frame around a cell.
   *
   * @param {number} state
   * @param {number} width of the line, in CSS pixels
   * @param {string} color
   * @param {string} [halo] a color around it
   */
  box(state, width, color, halo) {
    const [x, y] = this.center(state);
    const side = Math.max(this.cell, 7 * this.ratio) - width * this.ratio;
    this.context.beginPath();
    this.context.rect(x - side / 2, y - side / 2, side, side);
    if (halo !== undefined) this.stroke(halo, width + 2);
    this.stroke(color, width);
  }

  /**
   * Draws the mark of the first difference around a cell.
   *
   * @param {number} state
   * @param {Colors} colors
   */
  ring(state, colors) {
    const [x, y] = this.center(state);
    this.context.beginPath();
    this.context.arc(x, y, Math.max(this.cell * 0.75, 9 * this.ratio), 0, 2 * Math.PI);
    this.stroke(colors.css("sheet"), 5);
    this.stroke(colors.css("differs"), 2.5);
  }

  /**
   * The event that a cell's values are of: the side that is on CLOSED, else on OPEN.
   *
   * @param {number} state
   * @param {Scene} scene
   * @returns {number}
   */
  shownEvent(state, scene) {
    const { replay } = this;
    let best = -1;
    // A page may have put a wall where the search still went.
    if (this.map.blocked[state]) return best;
    for (let side = replay.trace.sides - 1; side >= 0; side--) {
      const place = replay.place(side, state);
      if (place === CLOSED && scene.layers.closed) best = replay.event(side, state);
      else if (place === OPEN && scene.layers.open && best < 0) best = replay.event(side, state);
    }
    return best;
  }

  /** The cells that are in sight, at least in part. */
  visible() {
    const { canvas, map, cell } = this;
    return {
      left: Math.max(0, Math.floor(-this.x / cell)),
      top: Math.max(0, Math.floor(-this.y / cell)),
      right: Math.min(map.width, Math.ceil((canvas.width - this.x) / cell)),
      bottom: Math.min(map.height, Math.ceil((canvas.height - this.y) / cell)),
    };
  }

  /**
   * @param {number} state
   * @returns {[number, number]}
   */
  center(state) {
    const x = state % this.map.width;
    return [this.x + (x + 0.5) * this.cell, this.y + ((state - x) / this.map.width + 0.5) * this.cell];
  }

  /**
   * Adds the way from a state to one that was reached from it.
   *
   * @param {number} from
   * @param {number} to
   */
  line(from, to) {
    this.context.moveTo(...this.center(from));
    this.leg(from, to);
  }

  /** @param {number[]} states */
  polyline(states) {
    this.context.beginPath();
    states.forEach((state, i) => {
      if (i === 0) this.context.moveTo(...this.center(state));
      else this.leg(states[i - 1], state);
    });
  }

  /**
   * Draws on to a state. A jump may be a diagonal and then a straight one, and is
   * drawn so.
   *
   * @param {number} from
   * @param {number} to
   */
  leg(from, to) {
    const { width } = this.map;
    const dx = (to % width) - (from % width);
    const dy = Math.floor(to / width) - Math.floor(from / width);
    const diagonal = Math.min(Math.abs(dx), Math.abs(dy));
    if (diagonal > 0 && Math.abs(dx) !== Math.abs(dy)) {
      this.context.lineTo(...this.center(from + diagonal * (Math.sign(dx) + Math.sign(dy) * width)));
    }
    this.context.lineTo(...this.center(to));
  }

  /** The width of the path, in CSS pixels. */
  lineWidth() {
    return Math.max(2.5, Math.min(6, this.cell / this.ratio / 5));
  }

  /**
   * @param {string} color
   * @param {number} width in CSS pixels
   */
  stroke(color, width) {
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = width * this.ratio;
    context.lineJoin = "round";
    context.lineCap = "round";
    context.stroke();
  }
}
