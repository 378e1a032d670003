// Connect Four, as package game/connectfour has it: the rules and the notation.

import { count, diagram, linesOf, opponent, play, PositionError, readDiagram, statusOf, toMove, winnerOf } from "./gamerules.js";

const COLUMNS = 7;
const ROWS = 6;

// What one point of the solver's score counts in a search's values.
const UNIT = 1000;

// The stones that each player has.
const STONES = (COLUMNS * ROWS) / 2;

const lines = linesOf(COLUMNS, ROWS, 4);

/** @type {import("./gamerules.js").Rules} */
export const connectFour = {
  name: "connect-four",
  columns: COLUMNS,
  rows: ROWS,
  maxDepth: 10,
  win: UNIT,
  start: ".".repeat(COLUMNS * ROWS),
  lines,

  moves(position) {
    if (statusOf(connectFour, position) !== "playing") return [];
    return Array.from({ length: COLUMNS }, (_, column) => column).filter((column) => position[column] === ".");
  },

  cellOf(position, column) {
    return statusOf(connectFour, position) === "playing" ? landing(position, column) : -1;
  },

  moveAt(cell) {
    return cell % COLUMNS;
  },

  // A score is the stones that the winner has left, the one that wins counted.
  stonesToWin(position, value) {
    const left = Math.ceil(Math.abs(value) / UNIT) - 1;
    const winner = value > 0 ? toMove(position) : opponent(toMove(position));
    return STONES - left - count(position, winner);
  },

  parse(text) {
    const trimmed = text.trim();
    return /^[xo.]/i.test(trimmed) ? [parseDiagram(trimmed)] : parseColumns(trimmed);
  },

  format(position, moves) {
    if (moves !== null) return moves.map((column) => column + 1).join("");
    return diagram(connectFour, position);
  },
};

/**
 * Returns the cell in which a stone comes to lie, or −1 if the column is full or
 * there is no such column.
 *
 * @param {import("./gamerules.js").Position} position
 * @param {number} column
 */
function landing(position, column) {
  if (column < 0 || column >= COLUMNS) return -1;
  for (let cell = (ROWS - 1) * COLUMNS + column; cell >= 0; cell -= COLUMNS) {
    if (position[cell] === ".") return cell;
  }
  return -1;
}

/**
 * Reads the columns played so far, with or without blanks between them.
 *
 * @param {string} text
 * @returns {import("./gamerules.js").Position[]}
 */
function parseColumns(text) {
  const positions = [connectFour.start];
  [...text].forEach((symbol, i) => {
    if (/\s/.test(symbol)) return;
    const n = i + 1;
    const position = positions[positions.length - 1];
    if (!/[1-7]/.test(symbol)) throw new PositionError("column", { n, symbol });
    if (statusOf(connectFour, position) !== "playing") throw new PositionError("over", { n, symbol });
    const column = Number(symbol) - 1;
    if (landing(position, column) < 0) throw new PositionError("full", { n, symbol });
    positions.push(play(connectFour, position, column));
  });
  return positions;
}

/**
 * @param {string} text
 * @returns {import("./gamerules.js").Position}
 */
function parseDiagram(text) {
  const position = readDiagram(connectFour, text);
  for (let cell = COLUMNS; cell < position.length; cell++) {
    if (position[cell] === "." && position[cell - COLUMNS] !== ".") {
      throw new PositionError("hangs", { row: Math.floor(cell / COLUMNS), column: (cell % COLUMNS) + 1 });
    }
  }
  const next = toMove(position);
  const won = fours(position);
  if (won.some((line) => position[line[0]] === next)) throw new PositionError("won-before", { side: next.toUpperCase() });
  if (won.length > 0 && !wonByLastStone(position)) throw new PositionError("won-twice");
  return position;
}

/** @param {import("./gamerules.js").Position} position */
function fours(position) {
  return lines.filter((line) => winnerOf(position, line) !== ".");
}

/**
 * Tells whether there was no four before some stone on top of a column.
 *
 * @param {import("./gamerules.js").Position} position
 */
function wonByLastStone(position) {
  for (let column = 0; column < COLUMNS; column++) {
    const top = landing(position, column) < 0 ? column : landing(position, column) + COLUMNS;
    if (top < position.length && fours(position).every((line) => line.includes(top))) return true;
  }
  return false;
}
