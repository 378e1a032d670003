// Draws the upper part of a search's tree: the position, its moves and the
// replies to them, with the values as they are backed up.

import { make, say } from "/player/dom.js";
import { count, opponent, toMove } from "./gamerules.js";
import { shadeClass } from "./gameboard.js";
import { growTree } from "./gametree.js";
import { meaning, signed } from "./gamevalues.js";
import { ticTacToe } from "./tictactoe.js";

const SVG = "http://www.w3.org/2000/svg";

// What is drawn: searches to a small depth, and the end of the game.
const SMALL_DEPTH = 3;
const FEW_CELLS = 6;

// Below this width, in pixels, there is room for so many moves only.
const WIDE = 620;
const FEW_MOVES = 5;

/**
 * @typedef {object} TreeState
 * @property {import("./gamerules.js").Position} position
 * @property {number} depth
 * @property {string} algorithm
 */

export class TreeView {
  /** @param {import("./words.js").Words} words */
  constructor(words) {
    this.words = words;
    this.title = words.bind(make("h3"), "games.tree.title");
    this.note = make("p", { class: "quiet" });
    this.body = make("div", { class: "tree-body" });
    this.element = make("section", { class: "game-tree game-card", "data-part": "game-tree" }, this.title, this.note, this.body);
    /** @type {TreeState | null} */
    this.state = null;
    /** What is drawn, and in which language. */
    this.drawn = "";
    this.wide = true;
    new ResizeObserver(([{ contentRect }]) => {
      const wide = contentRect.width === 0 ? this.wide : contentRect.width >= WIDE;
      if (wide === this.wide) return;
      this.wide = wide;
      this.draw();
    }).observe(this.element);
  }

  /** @param {TreeState | null} state null: of a game without a tree to draw */
  show(state) {
    const key = JSON.stringify([state, this.words.language]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.hidden = state === null;
    this.state = state;
    this.draw();
  }

  draw() {
    const { state, words } = this;
    if (state === null) return;
    const { position, depth, algorithm } = state;
    const moves = ticTacToe.moves(position);
    const missing = moves.length === 0 ? "over"
      : depth > SMALL_DEPTH && count(position, ".") > FEW_CELLS ? "deep"
      : !this.wide && moves.length > FEW_MOVES ? "narrow" : "";
    if (missing !== "") {
      say(this.note, words.text(`games.tree.${missing}`, { n: FEW_MOVES }));
      this.body.replaceChildren();
      return;
    }
    const prunes = algorithm !== "minimax";
    const root = growTree(position, depth, prunes);
    const all = prunes ? growTree(position, depth, false).nodes : root.nodes;
    const notes = [words.text(prunes ? "games.tree.pruned" : "games.tree.full", { n: root.nodes, all })];
    if (prunes && algorithm !== "alpha-beta") notes.push(words.text("games.tree.like", { algorithm: words.text(`games.algorithm.${algorithm}`) }));
    say(this.note, notes.join(words.text("games.space")));
    this.body.replaceChildren(...this.parts(root, depth));
  }

  /**
   * @param {import("./gametree.js").TreeNode} root
   * @param {number} depth
   */
  parts(root, depth) {
    const { words } = this;
    const side = toMove(root.position).toUpperCase();
    const other = opponent(toMove(root.position)).toUpperCase();
    const replies = root.children.some(({ children }) => children.length > 0);
    const heads = make("div", { class: "tree-heads", "aria-hidden": "true" },
      make("span", {}, words.text("games.tree.now")),
      make("span", {}, words.text("games.tree.moves", { side })),
      make("span", {}, words.text(replies ? "games.tree.replies" : depth === 1 ? "games.tree.estimates" : "games.tree.ends", { side: other })));
    const list = make("ul", { class: "tree-moves" });
    for (const child of root.children) {
      const answers = make("ul", { class: "tree-replies", "aria-label": words.text("games.tree.replies", { side: other }) });
      for (const reply of child.children) answers.append(this.item(reply, root, "tree-reply"));
      const item = this.item(child, root, "tree-move");
      if (child.children.length > 0) item.append(answers);
      list.append(item);
    }
    const top = make("div", { class: "tree-root" }, this.node(root, root));
    return [heads, make("div", { class: "tree-rows" }, top, list)];
  }

  /**
   * @param {import("./gametree.js").TreeNode} node
   * @param {import("./gametree.js").TreeNode} root
   * @param {string} kind
   */
  item(node, root, kind) {
    const item = make("li", { class: kind }, this.node(node, root));
    item.classList.toggle("skipped", node.skipped);
    item.classList.toggle("chosen", node.chosen);
    return item;
  }

  /**
   * @param {import("./gametree.js").TreeNode} node
   * @param {import("./gametree.js").TreeNode} root
   */
  node(node, root) {
    const { words } = this;
    const move = node.move < 0 ? null : make("span", { class: "tree-name" },
      make("span", { class: "unseen" }, words.text("games.tree.move", { side: opponent(node.mover).toUpperCase(), move: node.move + 1 })),
      make("span", { "aria-hidden": "true" }, String(node.move + 1)));
    let text = "";
    let shade = "none";
    if (node.skipped) {
      text = words.text("games.tree.skipped");
    } else {
      const { verdict, shade: level } = meaning(ticTacToe, root.position, node.value, false);
      const decided = verdict === "win" || verdict === "loss";
      // Nothing is better than a win, or worse than a loss.
      const certain = node.bound === (verdict === "win" ? "at-least" : "at-most") && decided;
      const bound = certain ? "" : { exact: "", "at-least": "≥ ", "at-most": "≤ " }[node.bound];
      text = bound + (decided ? words.text(`games.short.${verdict}`) : signed(node.value));
      shade = shadeClass(level);
    }
    const value = make("b", { class: `tree-value ${shade}` }, text);
    const chosen = node.chosen ? make("span", { class: "unseen" }, words.text("games.tree.chosen")) : null;
    const element = make("div", { class: "tree-node" }, small(node), move, value, chosen);
    element.title = node.skipped ? words.text("games.tree.why-skipped") : words.text("games.nodes", { n: node.nodes });
    return element;
  }
}

/**
 * Returns a small picture of a position, with the move that led there marked.
 *
 * @param {import("./gametree.js").TreeNode} node
 */
function small({ position, move }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 30 30");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "tree-board");
  /** @param {string} d @param {string} name */
  const path = (d, name) => {
    const shape = document.createElementNS(SVG, "path");
    shape.setAttribute("d", d);
    shape.setAttribute("class", name);
    svg.append(shape);
  };
  if (move >= 0) path(`M${(move % 3) * 10} ${Math.floor(move / 3) * 10}h10v10h-10z`, "new");
  path("M10 1v28M20 1v28M1 10h28M1 20h28", "lines");
  [...position].forEach((mark, cell) => {
    const x = (cell % 3) * 10 + 5;
    const y = Math.floor(cell / 3) * 10 + 5;
    if (mark === "x") path(`M${x - 2.6} ${y - 2.6}l5.2 5.2m0-5.2l-5.2 5.2`, "x");
    if (mark === "o") path(`M${x - 2.8} ${y}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0`, "o");
  });
  return svg;
}
