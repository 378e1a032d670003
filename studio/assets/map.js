// The map that is drawn on: immutable, so that undo keeps what was there. It
// reads and writes the native format, in which the server delivers every map.

// As in package mapfile: more kinds than these are written as weights.
const MAX_KINDS = 255;

// What cells of a new kind are shown as in a text, the digits by what they weigh.
const SYMBOLS = [..."123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ~:;,+*%&=!?$<>/|^_-(){}[]'`\"#0"];

/** The least and greatest number of cells in a row or column of a drawn map. */
export const SIDES = Object.freeze({ least: 1, most: 1024 });

/**
 * What cells may be: their symbol in a text, and what they weigh as a decimal;
 * null is blocked.
 *
 * @typedef {{readonly symbol: string, readonly weight: string | null}} Kind
 */

/** @typedef {[number, number]} Cell */

/**
 * What a text says besides the map.
 *
 * @typedef {object} Query
 * @property {Cell | null} from
 * @property {Cell | null} to
 * @property {4 | 8} moves
 * @property {"never" | "one" | "always"} corners
 * @property {"uniform" | "add" | "mul" | "mean"} cost
 */

/** Says what is wrong with the text of a map, and in which line. */
export class MapError extends Error {
  /**
   * @param {number} line from 1
   * @param {string} message
   */
  constructor(line, message) {
    super(`line ${line}: ${message}`);
    this.name = "MapError";
    this.line = line;
  }
}

/**
 * Returns a weight as it is compared: without needless zeros. It is null where
 * the text is no decimal >= 0 with at most six digits after the point.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function decimalOf(text) {
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (parts === null || (parts[1] + (parts[2] ?? "")) === "") return null;
  const whole = parts[1].replace(/^0+(?=\d)/, "") || "0";
  const fraction = (parts[2] ?? "").replace(/0+$/, "");
  if (fraction.length > 6 || whole.length > 9) return null;
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

export class GridMap {
  /**
   * @param {number} width
   * @param {number} height
   * @param {readonly Kind[]} kinds
   * @param {Uint16Array} cells the index of each cell's kind, row by row; not to be changed
   * @param {number} [ground] the kind that is left where something is erased; without one, the commonest open kind
   */
  constructor(width, height, kinds, cells, ground) {
    this.width = width;
    this.height = height;
    this.kinds = kinds;
    this.cells = cells;
    this.ground = ground ?? commonest(kinds, cells);
    /** Kept, since it is asked for with every search. */
    this.plainText = "";
  }

  /** The number of cells. */
  get size() {
    return this.width * this.height;
  }

  /**
   * Returns a map of open cells that weigh 1.
   *
   * @param {number} width
   * @param {number} height
   */
  static blank(width, height) {
    return new GridMap(width, height, [{ symbol: ".", weight: "1" }, { symbol: "@", weight: null }], new Uint16Array(width * height), 0);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {boolean}
   */
  has(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /**
   * Returns the kind of a cell of the map.
   *
   * @param {number} x
   * @param {number} y
   * @returns {Kind}
   */
  at(x, y) {
    return this.kinds[this.cells[y * this.width + x]];
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {boolean}
   */
  isOpen(x, y) {
    return this.has(x, y) && this.at(x, y).weight !== null;
  }

  /**
   * Returns a map in which some cells are of another kind; itself if all of them
   * were already.
   *
   * @param {Iterable<readonly [number, number]>} changed the index of each cell and of its kind
   * @returns {GridMap}
   */
  with(changed) {
    /** @type {Uint16Array | null} */
    let cells = null;
    for (const [cell, kind] of changed) {
      if (this.cells[cell] === kind) continue;
      cells ??= this.cells.slice();
      cells[cell] = kind;
    }
    return cells === null ? this : new GridMap(this.width, this.height, this.kinds, cells, this.ground);
  }

  /**
   * Returns the index of the kind with a weight, and a map that has it.
   *
   * @param {string | null} weight null: blocked
   * @returns {[GridMap, number]}
   */
  kindFor(weight) {
    const wanted = weight === null ? null : decimalOf(weight);
    const ground = this.kinds[this.ground];
    if (wanted !== null && ground?.weight === wanted) return [this, this.ground];
    const found = this.kinds.findIndex((kind) => kind.weight === wanted);
    if (found >= 0) return [this, found];
    const kinds = [...this.kinds, { symbol: freeSymbol(this.kinds, wanted), weight: wanted }];
    return [new GridMap(this.width, this.height, kinds, this.cells, this.ground), kinds.length - 1];
  }

  /**
   * Returns a map of another size, on which this one lies; what is new is ground.
   *
   * @param {number} width
   * @param {number} height
   * @param {number} [left] where this map's first column comes to be
   * @param {number} [top] where this map's first row comes to be
   * @returns {GridMap}
   */
  resized(width, height, left = 0, top = 0) {
    const cells = new Uint16Array(width * height).fill(this.ground);
    const from = Math.max(0, -left);
    const to = Math.min(this.width, width - left);
    for (let y = Math.max(0, top); y < Math.min(height, top + this.height); y++) {
      const row = (y - top) * this.width;
      if (to > from) cells.set(this.cells.subarray(row + from, row + to), y * width + left + from);
    }
    return new GridMap(width, height, this.kinds, cells, this.ground);
  }

  /**
   * Returns the open cell nearest to a point, which may be beyond the map; of those
   * as near, the first by rows. Where none is open, it is the cell nearest of all.
   *
   * @param {Cell} point
   * @param {Cell} taken a cell that it must not be
   * @returns {Cell}
   */
  nearestOpen([x, y], taken) {
    /** @type {Cell} */
    let best = [Math.max(0, Math.min(this.width - 1, x)), Math.max(0, Math.min(this.height - 1, y))];
    let least = Infinity;
    for (let cell = 0; cell < this.size; cell++) {
      const column = cell % this.width;
      const row = (cell - column) / this.width;
      const away = (column - x) ** 2 + (row - y) ** 2;
      if (away >= least || (column === taken[0] && row === taken[1]) || !this.isOpen(column, row)) continue;
      best = [column, row];
      least = away;
    }
    return best;
  }

  /** Returns a map of the same size that is all ground. */
  cleared() {
    return new GridMap(this.width, this.height, this.kinds, new Uint16Array(this.size).fill(this.ground), this.ground);
  }

  /** Returns a map without walls; what weighs something stays. */
  withoutWalls() {
    const { kinds, ground } = this;
    const cells = this.cells.map((kind) => (kinds[kind].weight === null ? ground : kind));
    return new GridMap(this.width, this.height, kinds, cells, ground);
  }

  /** The kinds that some cell is of, by index. */
  used() {
    const used = new Array(this.kinds.length).fill(false);
    for (let i = 0; i < this.cells.length; i++) used[this.cells[i]] = true;
    return used;
  }

  /** Whether open cells differ in what they weigh. */
  get weighted() {
    const used = this.used();
    return new Set(this.kinds.filter(({ weight }, i) => weight !== null && used[i]).map(({ weight }) => weight)).size > 1;
  }

  /**
   * Returns the map as text in the native format, with as much of a query as is
   * given.
   *
   * @param {Partial<Query>} [query]
   * @returns {string}
   */
  text(query) {
    if (query === undefined) return (this.plainText ||= this.write({}));
    return this.write(query);
  }

  /**
   * @param {Partial<Query>} query
   * @returns {string}
   */
  write({ from, to, moves, corners, cost }) {
    const lines = ["astrolabe 1", `size ${this.width} ${this.height}`];
    if (moves) lines.push(`moves ${moves}`);
    if (corners) lines.push(`cut-corners ${corners}`);
    if (cost) lines.push(`cost ${cost}`);
    const used = this.used();
    const asSymbols = used.filter(Boolean).length <= MAX_KINDS;
    if (asSymbols) {
      for (const [i, { symbol, weight }] of this.kinds.entries()) {
        if (used[i]) lines.push(`legend ${symbolText(symbol)} ${weight ?? "blocked"}`);
      }
    }
    if (from) lines.push(`start ${from[0]} ${from[1]}`);
    if (to) lines.push(`goal ${to[0]} ${to[1]}`);
    lines.push(asSymbols ? "map" : "weights", "");
    return lines.join("\n") + (asSymbols ? this.symbolRows() : this.weightRows());
  }

  symbolRows() {
    const { width, height, kinds, cells } = this;
    if (kinds.some(({ symbol }) => symbol.length > 1)) {
      return this.rows((kind) => kind.symbol, "");
    }
    // As characters of two bytes, which is fifty times faster than by strings.
    const codes = Uint16Array.from(kinds, ({ symbol }) => symbol.charCodeAt(0));
    const text = new Uint16Array((width + 1) * height);
    for (let y = 0, at = 0, cell = 0; y < height; y++) {
      for (let x = 0; x < width; x++) text[at++] = codes[cells[cell++]];
      text[at++] = 10;
    }
    return new TextDecoder("utf-16le").decode(text);
  }

  weightRows() {
    return this.rows((kind) => kind.weight ?? "x", " ");
  }

  /**
   * @param {(kind: Kind) => string} write
   * @param {string} between
   */
  rows(write, between) {
    const written = this.kinds.map(write);
    let text = "";
    for (let y = 0; y < this.height; y++) {
      text += Array.from(this.cells.subarray(y * this.width, (y + 1) * this.width), (kind) => written[kind]).join(between) + "\n";
    }
    return text;
  }

  /**
   * Reads a text in the native format.
   *
   * @param {string} text
   * @returns {{map: GridMap} & Query}
   * @throws {MapError}
   */
  static parse(text) {
    return new NativeReader(text).read();
  }
}

/**
 * @param {readonly Kind[]} kinds
 * @param {Uint16Array} cells
 */
function commonest(kinds, cells) {
  const counts = new Array(kinds.length).fill(0);
  for (let i = 0; i < cells.length; i++) counts[cells[i]]++;
  let best = -1;
  for (const [i, { weight }] of kinds.entries()) {
    if (weight !== null && (best < 0 || counts[i] > counts[best])) best = i;
  }
  return best;
}

/**
 * @param {readonly Kind[]} kinds
 * @param {string | null} weight
 */
function freeSymbol(kinds, weight) {
  const taken = new Set(kinds.map(({ symbol }) => symbol));
  const first = weight === null ? ["@", "#"] : weight === "0" ? ["0"] : /^[1-9]$/.test(weight) ? [weight] : [];
  const found = [...first, ...SYMBOLS.slice(9), ...SYMBOLS].find((symbol) => !taken.has(symbol));
  if (found !== undefined) return found;
  // Letters of ideographs are many, and none is a blank.
  let code = 0x4e00;
  while (taken.has(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/**
 * A symbol as a legend has it; some are told by their code.
 *
 * @param {string} symbol
 */
function symbolText(symbol) {
  return /^\s$/u.test(symbol) ? "U+" + /** @type {number} */ (symbol.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0") : symbol;
}

/** Reads one text. */
class NativeReader {
  /** @param {string} text */
  constructor(text) {
    this.lines = text.split(/\r?\n/);
    this.number = 0;
    /** @type {Query} */
    this.query = { from: null, to: null, moves: 8, corners: "never", cost: "uniform" };
    this.width = 0;
    this.height = 0;
    /** @type {Kind[]} */
    this.kinds = [];
  }

  /** @param {string} message */
  wrong(message) {
    return new MapError(this.number, message);
  }

  /** @returns {{map: GridMap} & Query} */
  read() {
    const words = this.next().trim().split(/\s+/);
    if (words[0] !== "astrolabe" || words[1] !== "1") throw this.wrong('want "astrolabe 1"');
    for (;;) {
      const [key, ...values] = this.next().trim().split(/\s+/);
      if (key === "" || key.startsWith("#")) continue;
      if (key === "map" || key === "weights") return { map: this.body(key === "weights"), ...this.query };
      this.set(key, values);
    }
  }

  next() {
    if (this.number >= this.lines.length) throw this.wrong("the text ends too soon");
    return this.lines[this.number++];
  }

  /**
   * @param {string} key
   * @param {string[]} values
   */
  set(key, values) {
    const { query } = this;
    /** @template T @param {T[]} known */
    const oneOf = (known) => {
      const found = known.find((value) => String(value) === values[0]);
      if (found === undefined) throw this.wrong(`${key} is ${values[0]}; want ${known.join(", ")}`);
      return found;
    };
    const pair = () => /** @type {Cell} */ ([0, 1].map((i) => {
      if (!/^\d{1,9}$/.test(values[i] ?? "")) throw this.wrong(`want "${key} NUMBER NUMBER"`);
      return Number(values[i]);
    }));
    switch (key) {
      case "size":
        [this.width, this.height] = pair();
        if (this.width < 1 || this.height < 1 || this.width * this.height > 1 << 26) throw this.wrong(`no map has ${values.join("×")} cells`);
        return;
      case "moves":
        query.moves = oneOf(/** @type {(4 | 8)[]} */ ([4, 8]));
        return;
      case "cut-corners":
        query.corners = oneOf(/** @type {Query["corners"][]} */ (["never", "one", "always"]));
        return;
      case "cost":
        query.cost = oneOf(/** @type {Query["cost"][]} */ (["uniform", "add", "mul", "mean"]));
        return;
      case "start":
        query.from = pair();
        return;
      case "goal":
        query.to = pair();
        return;
      case "legend":
        this.kinds.push({ symbol: this.symbol(values[0] ?? ""), weight: this.weight(values[1] ?? "", "blocked") });
        return;
      default:
        throw this.wrong(`unknown key ${key}`);
    }
  }

  /** @param {string} text */
  symbol(text) {
    const code = /^U\+([0-9A-Fa-f]{4,6})$/.exec(text);
    const symbol = code === null ? text : String.fromCodePoint(Math.min(0x10ffff, parseInt(code[1], 16)));
    if ([...symbol].length !== 1) throw this.wrong(`the symbol is ${text}; want one character`);
    return symbol;
  }

  /**
   * @param {string} text
   * @param {string} blocked the word for it
   */
  weight(text, blocked) {
    if (text === blocked || /^\+?inf(inity)?$/i.test(text)) return null;
    const weight = decimalOf(text.replace(/^\+/, ""));
    if (weight === null) throw this.wrong(`the weight is ${text}; want a decimal >= 0 such as 2.5`);
    return weight;
  }

  /** @param {boolean} weights */
  body(weights) {
    const { width, height } = this;
    if (width === 0) throw this.wrong("no size above");
    for (const cell of [this.query.from, this.query.to]) {
      if (cell !== null && (cell[0] >= width || cell[1] >= height)) throw this.wrong(`start or goal (${cell.join(", ")}) is out of the map`);
    }
    const cells = new Uint16Array(width * height);
    /** @type {Map<string, number>} */
    const numbers = new Map(this.kinds.map(({ symbol }, i) => [symbol, i]));
    for (let y = 0, at = 0; y < height; y++) {
      const line = this.next();
      const row = weights ? line.trim().split(/\s+/) : line;
      const end = at + width;
      for (const word of row) {
        const kind = numbers.get(word) ?? (weights ? this.newKind(word, numbers) : undefined);
        if (kind === undefined) throw this.wrong(`no legend for ${word}`);
        if (at === end) throw this.wrong(`the row has more than ${width} cells`);
        cells[at++] = kind;
      }
      if (at < end) throw this.wrong(`the row has fewer than ${width} cells`);
    }
    if (!this.kinds.some(({ weight }) => weight !== null)) this.kinds.push({ symbol: freeSymbol(this.kinds, "1"), weight: "1" });
    if (!this.kinds.some(({ weight }) => weight === null)) this.kinds.push({ symbol: freeSymbol(this.kinds, null), weight: null });
    return new GridMap(width, height, this.kinds, cells);
  }

  /**
   * @param {string} word
   * @param {Map<string, number>} numbers
   */
  newKind(word, numbers) {
    const weight = this.weight(word, "x");
    let kind = this.kinds.findIndex((known) => known.weight === weight);
    if (kind < 0) {
      if (this.kinds.length === 65000) throw this.wrong("more than 65000 different weights");
      kind = this.kinds.push({ symbol: freeSymbol(this.kinds, weight), weight }) - 1;
    }
    numbers.set(word, kind);
    return kind;
  }
}
