// A game that is being played: its positions, of which one is looked at.

import { play, statusOf, toMove } from "./gamerules.js";

export class GameHistory {
  /**
   * @param {import("./gamerules.js").Rules} rules
   * @param {string} [text] a position, or the moves that lead there
   * @throws {import("./gamerules.js").PositionError}
   */
  constructor(rules, text = "") {
    this.rules = rules;
    const positions = rules.parse(text);
    /** @type {import("./gamerules.js").Position[]} */
    this.positions = positions;
    /** The move that led to each position, −1 where it is not known. */
    this.moves = positions.map((position, i) => (i === 0 ? -1 : moveBetween(rules, positions[i - 1], position)));
    this.at = positions.length - 1;
  }

  get position() {
    return this.positions[this.at];
  }

  get status() {
    return statusOf(this.rules, this.position);
  }

  get toMove() {
    return toMove(this.position);
  }

  /** The cell that was marked last, −1 if that is not known. */
  get lastCell() {
    return this.at === 0 ? -1 : [...this.position].findIndex((mark, cell) => mark !== this.positions[this.at - 1][cell]);
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.positions.length - 1;
  }

  /**
   * Makes a move and forgets those that were undone. Returns whether it is legal.
   *
   * @param {number} move
   */
  play(move) {
    if (this.rules.cellOf(this.position, move) < 0) return false;
    if (this.moves[this.at + 1] !== move) {
      this.positions = [...this.positions.slice(0, this.at + 1), play(this.rules, this.position, move)];
      this.moves = [...this.moves.slice(0, this.at + 1), move];
    }
    this.at++;
    return true;
  }

  /**
   * Takes back moves until it is somebody's turn again: with a side, until it is
   * that one's. Returns whether there was such a position.
   *
   * @param {import("./gamerules.js").Side | null} side null: one move
   */
  undo(side) {
    const at = this.before(side);
    if (at < 0) return false;
    this.at = at;
    return true;
  }

  /**
   * Returns where undo leads, −1 if it leads nowhere.
   *
   * @param {import("./gamerules.js").Side | null} side
   */
  before(side) {
    for (let at = this.at - 1; at >= 0; at--) {
      if (side === null || toMove(this.positions[at]) === side) return at;
    }
    return -1;
  }

  /**
   * Makes the moves again that were taken back, until it is a side's turn or
   * there are no more. Returns whether there was one.
   *
   * @param {import("./gamerules.js").Side | null} side null: one move
   */
  redo(side) {
    if (!this.canRedo) return false;
    do this.at++; while (this.canRedo && side !== null && this.toMove !== side);
    return true;
  }

  /** The position as text: by the moves that led there, where they are known and the game is written so. */
  get text() {
    const known = this.positions[0] === this.rules.start;
    return this.rules.format(this.position, known ? this.moves.slice(1, this.at + 1) : null);
  }
}

/**
 * @param {import("./gamerules.js").Rules} rules
 * @param {import("./gamerules.js").Position} before
 * @param {import("./gamerules.js").Position} after
 */
function moveBetween(rules, before, after) {
  return rules.moves(before).find((move) => play(rules, before, move) === after) ?? -1;
}
