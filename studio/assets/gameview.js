// What is played on the games' page, as links hold it.

import { connectFour } from "./connectfour.js";
import { ALGORITHMS } from "./gameasks.js";
import { GameHistory } from "./gamehistory.js";
import { ticTacToe } from "./tictactoe.js";

/** @typedef {import("./gamerules.js").GameName} GameName */

/** Which side the reader plays; the search plays the other one, if there is one. */
/** @typedef {"x" | "o" | "both"} You */

/**
 * @typedef {object} GameView
 * @property {GameName} game
 * @property {string} position as docs/games.md writes it
 * @property {number} depth
 * @property {string} algorithm
 * @property {You} you
 */

export const GAMES = { [ticTacToe.name]: ticTacToe, [connectFour.name]: connectFour };

/** @type {readonly GameName[]} */
export const NAMES = ["tic-tac-toe", "connect-four"];

/** @type {readonly You[]} */
export const SIDES = ["x", "o", "both"];

// No position needs a longer text, blanks between its columns included.
const LONGEST_TEXT = 100;

/** @type {Readonly<Record<GameName, GameView>>} */
export const FIRST = {
  "tic-tac-toe": { game: "tic-tac-toe", position: ".../.../...", depth: 3, algorithm: "alpha-beta", you: "x" },
  "connect-four": { game: "connect-four", position: "", depth: 5, algorithm: "alpha-beta", you: "x" },
};

/**
 * Makes what a link says into something that can be played.
 *
 * @param {unknown} said
 * @returns {GameView | null} null: it says nothing of a game
 */
export function readView(said) {
  if (typeof said !== "object" || said === null) return null;
  const { game, position, depth, algorithm, you } = /** @type {Record<string, unknown>} */ (said);
  const name = NAMES.find((known) => known === game);
  if (name === undefined) return null;
  const rules = GAMES[name];
  const first = FIRST[name];
  let text = first.position;
  try {
    if (typeof position === "string" && position.length <= LONGEST_TEXT) text = new GameHistory(rules, position).text;
  } catch {
    // Nobody can play on from there: the game begins anew.
  }
  return {
    game: name,
    position: text,
    depth: typeof depth === "number" && Number.isInteger(depth) ? Math.max(1, Math.min(rules.maxDepth, depth)) : first.depth,
    algorithm: ALGORITHMS.find((known) => known === algorithm) ?? first.algorithm,
    you: SIDES.find((known) => known === you) ?? first.you,
  };
}

/**
 * @param {GameView} a
 * @param {GameView} b
 */
export function sameView(a, b) {
  return a.game === b.game && a.position === b.position && a.depth === b.depth && a.algorithm === b.algorithm && a.you === b.you;
}
