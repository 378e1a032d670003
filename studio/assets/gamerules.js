// What the games of the page have in common: two players put marks on a board
// in turn, X first, and whoever has enough of them in a row wins.

/** @typedef {"tic-tac-toe" | "connect-four"} GameName */

/** @typedef {"x" | "o"} Side */

/**
 * A position is its cells row by row from the upper left, each "x", "o" or "."
 * for an empty one. X begins, so the number of marks tells whose turn it is.
 *
 * @typedef {string} Position
 */

/**
 * The rules of a game. A move is a number from 0: a cell in tic-tac-toe, a
 * column in Connect Four; people count it from 1.
 *
 * @typedef {object} Rules
 * @property {GameName} name
 * @property {number} columns
 * @property {number} rows
 * @property {number} maxDepth the deepest search that the page asks for
 * @property {number} win from which value on a game is decided
 * @property {Position} start
 * @property {readonly (readonly number[])[]} lines the cells of every row that wins
 * @property {(position: Position) => number[]} moves those that are legal, in order; none if the game is over
 * @property {(position: Position, move: number) => number} cellOf the cell that a move marks; −1: it is not legal
 * @property {(cell: number) => number} moveAt the move that clicking a cell asks for
 * @property {(position: Position, value: number) => number} stonesToWin marks that the winner still sets, for a value of a decided game
 * @property {(text: string) => Position[]} parse every position that the text tells of, the last one last
 * @property {(position: Position, moves: readonly number[] | null) => string} format moves: those from the start, if they are known
 */

/** Says why a text is no position. The words are those of "games.bad." and its kind. */
export class PositionError extends Error {
  /**
   * @param {string} kind
   * @param {Record<string, string | number>} [facts]
   */
  constructor(kind, facts = {}) {
    super(kind);
    this.name = "PositionError";
    this.kind = kind;
    this.facts = facts;
  }
}

/**
 * @param {Position} position
 * @param {string} mark
 */
export function count(position, mark) {
  let n = 0;
  for (const cell of position) if (cell === mark) n++;
  return n;
}

/**
 * @param {Position} position
 * @returns {Side}
 */
export function toMove(position) {
  return count(position, "x") === count(position, "o") ? "x" : "o";
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function opponent(side) {
  return side === "x" ? "o" : "x";
}

/**
 * Returns whose marks all cells of a row have, "." if nobody's.
 *
 * @param {Position} position
 * @param {readonly number[]} line
 */
export function winnerOf(position, line) {
  const mark = position[line[0]];
  for (let i = 1; i < line.length; i++) if (position[line[i]] !== mark) return ".";
  return mark;
}

/**
 * Returns the cells of the rows that have been won, each once; a last mark can
 * complete two of them.
 *
 * @param {Rules} rules
 * @param {Position} position
 * @returns {number[]}
 */
export function winningCells(rules, position) {
  const cells = new Set();
  for (const line of rules.lines) {
    if (winnerOf(position, line) !== ".") line.forEach((cell) => cells.add(cell));
  }
  return [...cells].sort((a, b) => a - b);
}

/** @typedef {"playing" | "x-wins" | "o-wins" | "draw"} Status */

/**
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Status}
 */
export function statusOf(rules, position) {
  for (const line of rules.lines) {
    const winner = winnerOf(position, line);
    if (winner !== ".") return winner === "x" ? "x-wins" : "o-wins";
  }
  return position.includes(".") ? "playing" : "draw";
}

/**
 * Returns the position after a legal move.
 *
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} move
 * @returns {Position}
 */
export function play(rules, position, move) {
  const cell = rules.cellOf(position, move);
  return position.slice(0, cell) + toMove(position) + position.slice(cell + 1);
}

/**
 * Writes a position as its rows, such as "X.O/.X./..O".
 *
 * @param {Rules} rules
 * @param {Position} position
 */
export function diagram({ columns, rows }, position) {
  const lines = [];
  for (let row = 0; row < rows; row++) lines.push(position.slice(row * columns, (row + 1) * columns).toUpperCase());
  return lines.join("/");
}

/**
 * Reads rows with / between them, and checks that X begins.
 *
 * @param {{columns: number, rows: number}} size
 * @param {string} text
 * @returns {Position}
 * @throws {PositionError}
 */
export function readDiagram({ columns, rows }, text) {
  const symbols = [...text];
  let cells = "";
  symbols.forEach((symbol, i) => {
    const n = i + 1;
    if (n >= rows * (columns + 1)) throw new PositionError("long", { n, symbol, rows, columns });
    if (n % (columns + 1) === 0) {
      if (symbol !== "/") throw new PositionError("slash", { n, symbol, columns });
      return;
    }
    const cell = symbol.toLowerCase();
    if (cell !== "x" && cell !== "o" && cell !== ".") throw new PositionError("symbol", { n, symbol });
    cells += cell;
  });
  if (symbols.length < rows * (columns + 1) - 1) throw new PositionError("short", { cells: cells.length, rows, columns });
  const [x, o] = [count(cells, "x"), count(cells, "o")];
  if (x !== o && x !== o + 1) throw new PositionError("count", { x, o });
  return cells;
}

/**
 * Returns every row of so many cells on a board, across, down and aslant.
 *
 * @param {number} columns
 * @param {number} rows
 * @param {number} length
 * @returns {number[][]}
 */
export function linesOf(columns, rows, length) {
  const lines = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
    for (let y = 0; y + dy * (length - 1) < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const end = x + dx * (length - 1);
        if (end < 0 || end >= columns) continue;
        lines.push(Array.from({ length }, (_, i) => (y + dy * i) * columns + x + dx * i));
      }
    }
  }
  return lines;
}
