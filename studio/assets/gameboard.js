// A game's board: cells to click and to walk over by keyboard, with the value of
// every move on the cell that it marks.

import { make, say } from "/player/dom.js";
import { toMove } from "./gamerules.js";
import { meaning, outcomeOf, signed } from "./gamevalues.js";

const SVG = "http://www.w3.org/2000/svg";

// The marks on a square of 100: crosses and rings, or stones that carry them.
/** @type {Record<import("./gamerules.js").GameName, Record<import("./gamerules.js").Side, [string, Record<string, number | string>][]>>} */
const MARKS = {
  "tic-tac-toe": {
    x: [["path", { d: "M24 24 76 76", pathLength: 1 }], ["path", { d: "M76 24 24 76", pathLength: 1, class: "second" }]],
    o: [["circle", { cx: 50, cy: 50, r: 29, pathLength: 1 }]],
  },
  "connect-four": {
    x: [["circle", { cx: 50, cy: 50, r: 42, class: "stone" }], ["path", { d: "M38 38 62 62M62 38 38 62" }]],
    o: [["circle", { cx: 50, cy: 50, r: 42, class: "stone" }], ["circle", { cx: 50, cy: 50, r: 14 }]],
  },
};

/**
 * Returns a picture of a mark; it says nothing to those who cannot see it.
 *
 * @param {import("./gamerules.js").GameName} game
 * @param {import("./gamerules.js").Side} side
 */
export function markOf(game, side) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `game-mark ${side}`);
  for (const [tag, attributes] of MARKS[game][side]) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    svg.append(shape);
  }
  return svg;
}

/**
 * @typedef {object} BoardState
 * @property {import("./gamerules.js").Position} position
 * @property {readonly import("./gameasks.js").MoveValue[]} values none: they are not shown
 * @property {number} best a move, −1: none is marked
 * @property {readonly import("./gameasks.js").Bounds[] | null} exact what the solver says of the moves; null: it is not to be shown
 * @property {readonly number[]} legal moves that can be made now, by whoever plays here
 * @property {number} last the cell that was marked last
 * @property {boolean} fresh whether that one has just been marked
 * @property {readonly number[]} winning cells
 * @property {boolean} stale whether newer values are on their way
 */

export class Board {
  /**
   * @param {import("./gamerules.js").Rules} rules
   * @param {import("./words.js").Words} words
   * @param {(move: number) => void} choose
   */
  constructor(rules, words, choose) {
    this.rules = rules;
    this.words = words;
    this.choose = choose;
    /** The cell that the keyboard is at. */
    this.cursor = rules.name === "connect-four" ? 38 : 4;
    this.grid = make("div", { class: "board-grid", role: "grid", "data-part": "game-board" });
    this.cells = Array.from({ length: rules.columns * rules.rows }, (_, cell) => this.makeCell(cell));
    for (let row = 0; row < rules.rows; row++) {
      const line = make("div", { class: "board-row", role: "row" });
      line.append(...this.cells.slice(row * rules.columns, (row + 1) * rules.columns).map(({ box }) => box));
      this.grid.append(line);
    }
    this.names = make("div", { class: "board-names", "aria-hidden": "true" });
    this.exact = make("div", { class: "board-exact", "aria-hidden": "true" });
    if (rules.name === "connect-four") {
      for (let column = 1; column <= rules.columns; column++) {
        this.names.append(make("span", {}, String(column)));
        this.exact.append(make("span", {}, make("span", { class: "worth" }, make("b"), make("small"))));
      }
    } else {
      this.names.hidden = true;
    }
    this.element = make("div", { class: `board ${rules.name}` }, this.names, this.grid, this.exact);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerover", (event) => this.point(event.target));
    this.grid.addEventListener("pointerleave", () => this.point(null));
    this.grid.addEventListener("focusin", (event) => {
      const cell = this.cells.findIndex(({ button }) => button === event.target);
      if (cell >= 0) this.walk(cell);
      this.point(event.target);
    });
    this.grid.addEventListener("focusout", () => this.point(null));
    /** @type {readonly number[]} */
    this.legal = [];
    this.walk(this.cursor);
  }

  /** @param {number} cell */
  makeCell(cell) {
    const name = make("span", { class: "cell-name", "aria-hidden": true }, this.rules.name === "tic-tac-toe" ? String(cell + 1) : "");
    const worth = make("span", { class: "worth", "aria-hidden": "true" }, make("b"), make("small"));
    const star = make("span", { class: "star", "aria-hidden": true }, "★");
    const said = make("span", { class: "unseen" });
    const button = make("button", { type: "button", class: "cell", "data-cell": cell, tabindex: -1 }, said, name, worth, star);
    button.addEventListener("click", () => {
      const move = this.rules.moveAt(cell);
      if (this.legal.includes(move)) this.choose(move);
    });
    return { box: make("div", { class: "cell-box", role: "gridcell" }, button), button, said, worth, /** @type {SVGSVGElement | null} */ mark: null };
  }

  /** @param {BoardState} state */
  show(state) {
    const { rules, words } = this;
    const { position, values, best, exact, legal, last, fresh, winning, stale } = state;
    this.legal = legal;
    const valueAt = new Map(values.map((value) => [rules.cellOf(position, value.move), value]));
    const exactAt = new Map((exact ?? []).map((bounds) => [rules.cellOf(position, bounds.move), bounds]));
    const bestCell = best < 0 ? -1 : rules.cellOf(position, best);
    const landings = new Set(rules.moves(position).map((move) => rules.cellOf(position, move)));
    this.grid.setAttribute("aria-label", words.text(`games.board.${rules.name}`));
    this.element.classList.toggle("stale", stale);
    this.element.classList.toggle("ended", winning.length > 0);
    this.cells.forEach((parts, cell) => {
      const { button } = parts;
      this.showMark(parts, position[cell], cell, fresh && cell === last);
      const value = valueAt.get(cell);
      const open = legal.includes(rules.moveAt(cell));
      button.setAttribute("aria-disabled", String(!open));
      button.classList.toggle("open", open);
      button.classList.toggle("landing", landings.has(cell));
      button.classList.toggle("last", cell === last);
      button.classList.toggle("won", winning.includes(cell));
      button.classList.toggle("best", value !== undefined && cell === bestCell);
      this.showWorth(parts.worth, position, value);
      const said = [words.text("games.cell", { row: Math.floor(cell / rules.columns) + 1, column: (cell % rules.columns) + 1 })];
      said.push(position[cell] === "." ? words.text("games.cell.empty") : position[cell].toUpperCase());
      if (rules.name === "connect-four" && landings.has(cell)) said.push(words.text("games.cell.landing"));
      if (value !== undefined) said.push(words.text("games.cell.value", { value: this.spoken(position, value) }));
      const truth = exactAt.get(cell);
      if (truth !== undefined) said.push(words.text("games.cell.exact", { value: this.exactText(position, truth) }));
      if (value !== undefined && cell === bestCell) said.push(words.text("games.cell.best"));
      if (cell === last) said.push(words.text("games.cell.last"));
      if (winning.includes(cell)) said.push(words.text("games.cell.won"));
      say(parts.said, said.join(words.text("games.comma")));
      if (value === undefined) button.removeAttribute("title");
      else button.title = this.spoken(position, value);
    });
    this.exact.hidden = exact === null;
    [...this.exact.children].forEach((column, i) => {
      const bounds = exact?.find(({ move }) => move === i);
      this.showExact(/** @type {Element} */ (column.firstElementChild), position, bounds);
    });
  }

  /**
   * @param {{button: HTMLElement, mark: SVGSVGElement | null}} parts
   * @param {string} mark
   * @param {number} cell
   * @param {boolean} fresh
   */
  showMark(parts, mark, cell, fresh) {
    const side = /** @type {import("./gamerules.js").Side | "."} */ (mark);
    if (parts.mark !== null && (side === "." || !parts.mark.classList.contains(side))) {
      parts.mark.remove();
      parts.mark = null;
    }
    if (side !== "." && parts.mark === null) {
      parts.mark = markOf(this.rules.name, side);
      parts.mark.style.setProperty("--row", String(Math.floor(cell / this.rules.columns) + 1));
      parts.mark.classList.toggle("fresh", fresh);
      parts.button.prepend(parts.mark);
    } else if (!fresh) {
      parts.mark?.classList.remove("fresh");
    }
  }

  /**
   * @param {Element} element
   * @param {import("./gamerules.js").Position} position
   * @param {import("./gameasks.js").MoveValue | undefined} value
   */
  showWorth(element, position, value) {
    const [top, below] = element.children;
    if (value === undefined) {
      element.className = "worth";
      say(top, "");
      say(below, "");
      return;
    }
    const { verdict, stones, shade } = meaning(this.rules, position, value.value, value.solved);
    element.className = `worth shown ${shadeClass(shade)}`;
    const decided = verdict === "win" || verdict === "loss";
    say(top, decided ? this.words.text(`games.short.${verdict}`) : signed(value.value));
    say(below, decided ? this.words.text("games.short.in", { n: stones }) : verdict === "draw" ? this.words.text("games.short.draw") : "");
  }

  /**
   * @param {Element} element
   * @param {import("./gamerules.js").Position} position
   * @param {import("./gameasks.js").Bounds | undefined} bounds
   */
  showExact(element, position, bounds) {
    if (bounds === undefined || bounds.lower === bounds.upper) {
      this.showWorth(element, position, bounds && { move: bounds.move, value: bounds.lower * this.rules.win, solved: true });
      return;
    }
    const known = outcomeOf(bounds);
    const [top, below] = element.children;
    element.className = `worth shown ${shadeClass(known === "win" ? 3 : known === "loss" ? -3 : 0)}`;
    say(top, known === "" ? "?" : this.words.text(`games.short.${known}`));
    say(below, "");
  }

  /**
   * Says what is proved of a move.
   *
   * @param {import("./gamerules.js").Position} position
   * @param {import("./gameasks.js").Bounds} bounds
   */
  exactText(position, bounds) {
    const { move, lower, upper } = bounds;
    if (lower === upper) return this.spoken(position, { move, value: lower * this.rules.win, solved: true });
    const known = outcomeOf(bounds);
    return this.words.text(known === "" ? "games.exact.unknown" : `games.short.${known}`);
  }

  /**
   * Says a value aloud.
   *
   * @param {import("./gamerules.js").Position} position
   * @param {import("./gameasks.js").MoveValue} value
   */
  spoken(position, { value, solved }) {
    const { verdict, stones } = meaning(this.rules, position, value, solved);
    switch (verdict) {
      case "win":
      case "loss":
        return this.words.text(`games.value.${verdict}`, { n: stones, side: toMove(position).toUpperCase() });
      case "draw":
        return this.words.text("games.value.draw");
      default:
        return signed(value);
    }
  }

  /**
   * Makes a cell the one that the keyboard is at.
   *
   * @param {number} cell
   */
  walk(cell) {
    this.cells[this.cursor].button.tabIndex = -1;
    this.cursor = cell;
    this.cells[cell].button.tabIndex = 0;
  }

  /**
   * Shows in Connect Four where a stone would come to lie.
   *
   * @param {EventTarget | null} target
   */
  point(target) {
    if (this.rules.name !== "connect-four") return;
    const cell = target instanceof Element ? Number(target.closest(".cell")?.getAttribute("data-cell") ?? -1) : -1;
    const column = cell < 0 ? -1 : this.rules.moveAt(cell);
    this.cells.forEach(({ button }, i) => button.classList.toggle("pointed", this.rules.moveAt(i) === column));
    [...this.names.children].forEach((name, i) => name.classList.toggle("pointed", i === column));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns, rows } = this.rules;
    const column = this.cursor % columns;
    const row = (this.cursor - column) / columns;
    const to = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
      Home: [0, row], End: [columns - 1, row], PageUp: [column, 0], PageDown: [column, rows - 1],
    })[event.key];
    if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const [x, y] = to;
      if (x < 0 || x >= columns || y < 0 || y >= rows) return;
      this.walk(y * columns + x);
      this.cells[this.cursor].button.focus();
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      const move = Number(event.key) - 1;
      if (this.legal.includes(move)) this.choose(move);
    }
  }
}

/** @param {number} shade */
export function shadeClass(shade) {
  return shade < 0 ? `bad${-shade}` : shade > 0 ? `good${shade}` : "even";
}
