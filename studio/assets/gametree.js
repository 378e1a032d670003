// The upper part of a search's tree in tic-tac-toe, for drawing: what minimax and
// alpha-beta of package game do, move for move.

import { play, toMove } from "./gamerules.js";
import { evaluate, score, ticTacToe } from "./tictactoe.js";

// The root, its moves and their replies.
const PLIES = 2;

/** @typedef {"exact" | "at-least" | "at-most"} Bound how a value stands to the true one */

/**
 * @typedef {object} TreeNode
 * @property {number} move that led here, −1 at the root
 * @property {import("./gamerules.js").Position} position
 * @property {import("./gamerules.js").Side} mover whose turn it is here
 * @property {number} value for the player whose turn it is at the root; without meaning if skipped
 * @property {Bound} bound
 * @property {boolean} estimated whether the value is an estimate of this very position
 * @property {boolean} over
 * @property {boolean} skipped not looked at, since it could not matter
 * @property {boolean} chosen whether the node above has its value from here
 * @property {number} nodes visited here and below
 * @property {TreeNode[]} children of the upper plies only
 */

/**
 * Searches to a depth and returns the root of the tree.
 *
 * @param {import("./gamerules.js").Position} position
 * @param {number} depth at least 1
 * @param {boolean} prunes whether as alpha-beta does; else as minimax
 * @returns {TreeNode}
 */
export function growTree(position, depth, prunes) {
  const root = nodeOf(position, -1);
  const value = search(root, 0, depth, -Infinity, Infinity, prunes);
  settle(root, 0, value);
  return root;
}

/**
 * @param {import("./gamerules.js").Position} position
 * @param {number} move
 * @returns {TreeNode}
 */
function nodeOf(position, move) {
  return {
    move, position, mover: toMove(position), value: 0, bound: "exact", estimated: false, over: false,
    skipped: false, chosen: false, nodes: 0, children: [],
  };
}

/**
 * Returns the value of a node for the player whose turn it is there. It is exact
 * between alpha and beta, else no more than a bound that lies beyond them.
 *
 * @param {TreeNode} node
 * @param {number} ply
 * @param {number} depth
 * @param {number} alpha
 * @param {number} beta
 * @param {boolean} prunes
 * @returns {number}
 */
function search(node, ply, depth, alpha, beta, prunes) {
  node.nodes = 1;
  const final = score(node.position);
  if (final !== null) {
    node.over = true;
    return final;
  }
  if (ply === depth) {
    node.estimated = true;
    return evaluate(node.position);
  }
  let best = -Infinity;
  /** @type {TreeNode | null} */
  let chosen = null;
  let cut = false;
  for (const move of ticTacToe.moves(node.position)) {
    const child = nodeOf(play(ticTacToe, node.position, move), move);
    if (ply < PLIES) node.children.push(child);
    if (cut) {
      child.skipped = true;
      if (ply >= PLIES) break;
      continue;
    }
    const value = -search(child, ply + 1, depth, -beta, -Math.max(alpha, best), prunes);
    node.nodes += child.nodes;
    settle(child, ply + 1, -value);
    if (value > best) {
      best = value;
      chosen = child;
    }
    cut = prunes && best >= beta;
  }
  if (chosen !== null) chosen.chosen = true;
  if (prunes) node.bound = best >= beta ? "at-least" : best <= alpha ? "at-most" : "exact";
  return best;
}

/**
 * Turns a node's value and bound into those of the player at the root.
 *
 * @param {TreeNode} node
 * @param {number} ply
 * @param {number} value for the player whose turn it is at the node
 */
function settle(node, ply, value) {
  if (ply % 2 === 0) {
    node.value = value + 0; // no −0
    return;
  }
  node.value = value === 0 ? 0 : -value;
  if (node.bound === "at-least") node.bound = "at-most";
  else if (node.bound === "at-most") node.bound = "at-least";
}
