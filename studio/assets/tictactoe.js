// Tic-tac-toe, as package game/tictactoe has it: the rules, the notation and the
// estimate.

import { count, diagram, linesOf, PositionError, readDiagram, statusOf, toMove, winnerOf } from "./gamerules.js";

// The value of a win, to which each cell that is left empty adds one.
const WIN = 100;

const lines = linesOf(3, 3, 3);

/** @type {import("./gamerules.js").Rules} */
export const ticTacToe = {
  name: "tic-tac-toe",
  columns: 3,
  rows: 3,
  maxDepth: 9,
  win: WIN,
  start: ".........",
  lines,

  moves(position) {
    if (statusOf(ticTacToe, position) !== "playing") return [];
    return [...position].flatMap((mark, cell) => (mark === "." ? [cell] : []));
  },

  cellOf(position, move) {
    return position[move] === "." && statusOf(ticTacToe, position) === "playing" ? move : -1;
  },

  moveAt(cell) {
    return cell;
  },

  stonesToWin(position, value) {
    const left = Math.abs(value) - WIN;
    return Math.ceil((count(position, ".") - left) / 2);
  },

  parse(text) {
    const trimmed = text.trim();
    if (trimmed === "") return [ticTacToe.start];
    const position = readDiagram(ticTacToe, trimmed);
    const winners = new Set(lines.map((line) => winnerOf(position, line)));
    if (winners.has("x") && winners.has("o")) throw new PositionError("both-won");
    if (winners.has(toMove(position))) throw new PositionError("won-before", { side: toMove(position).toUpperCase() });
    return [position];
  },

  format(position) {
    return diagram(ticTacToe, position);
  },
};

/**
 * Returns the score of a position in which the game is over for the player whose
 * turn it would be, or null: quick wins are worth more.
 *
 * @param {import("./gamerules.js").Position} position
 * @returns {number | null}
 */
export function score(position) {
  switch (statusOf(ticTacToe, position)) {
    case "playing":
      return null;
    case "draw":
      return 0;
    default: // only who has just moved can have won
      return -WIN - count(position, ".");
  }
}

/**
 * Estimates a position for the player whose turn it is: for each row that the
 * opponent has no mark in, the own marks there, less the same for the opponent.
 *
 * @param {import("./gamerules.js").Position} position
 */
export function evaluate(position) {
  const own = toMove(position);
  let total = 0;
  for (const line of lines) {
    let mine = 0;
    let theirs = 0;
    for (const cell of line) {
      if (position[cell] === own) mine++;
      else if (position[cell] !== ".") theirs++;
    }
    if (theirs === 0) total += mine;
    else if (mine === 0) total -= theirs;
  }
  return total;
}
