// The panels beside a game's board: who plays, by which algorithm, what the
// search says, and how its work grows with the depth.

import { make, say } from "/player/dom.js";
import { ALGORITHMS, LIMIT } from "./gameasks.js";
import { timeText, verdict } from "./gamesays.js";
import { signed } from "./gamevalues.js";

/** @typedef {import("./words.js").Words} Words */

/**
 * A choice of one among a few, side by side.
 *
 * @template {string} T
 */
export class Segments {
  /**
   * @param {string} name
   * @param {readonly T[]} values
   * @param {{words: Words, legend: string, label: (value: T) => string, choose: (value: T) => void, seen?: boolean}} how
   *   legend and label are keys of words; seen: whether the legend is
   */
  constructor(name, values, { words, legend, label, choose, seen = true }) {
    /** @type {Map<T, HTMLInputElement>} */
    this.inputs = new Map();
    const box = make("div", { class: "game-segments" });
    for (const value of values) {
      const input = make("input", { type: "radio", name: `games-${name}`, value, "data-action": `game-${name}-${value}` });
      input.addEventListener("change", () => choose(value));
      this.inputs.set(value, input);
      box.append(make("label", { class: "game-segment" }, input, words.bind(make("span"), label(value))));
    }
    this.element = make("fieldset", { class: "game-choice", "data-part": `game-${name}` }, words.bind(make("legend", seen ? {} : { class: "unseen" }), legend), box);
  }

  /** @param {T} value */
  show(value) {
    for (const [key, input] of this.inputs) input.checked = key === value;
  }
}

/** The algorithms to choose from, with the nodes that each visits. */
export class Algorithms {
  /**
   * @param {Words} words
   * @param {(algorithm: string) => void} choose
   */
  constructor(words, choose) {
    this.words = words;
    this.rows = new Map(ALGORITHMS.map((algorithm) => {
      const input = make("input", { type: "radio", name: "games-algorithm", value: algorithm, "data-action": `game-algorithm-${algorithm}` });
      input.addEventListener("change", () => choose(algorithm));
      const name = words.bind(make("b"), `games.algorithm.${algorithm}`);
      const hint = words.bind(make("small"), `games.algorithm.${algorithm}.hint`);
      const bar = make("span", { class: "game-bar", "aria-hidden": "true" });
      const nodes = make("span", { class: "game-number" });
      const element = make("label", { class: "algorithm-row", "data-algorithm": algorithm }, input, make("span", { class: "algorithm-name" }, name, hint), nodes, make("span", { class: "game-track" }, bar));
      return [algorithm, { input, nodes, bar, element }];
    }));
    this.note = make("p", { class: "quiet", "data-part": "game-saving" });
    this.element = make("fieldset", { class: "game-choice game-algorithms", "data-part": "game-algorithm" },
      words.bind(make("legend"), "games.algorithm"),
      ...[...this.rows.values()].map(({ element }) => element), this.note);
  }

  /**
   * @param {string} chosen
   * @param {ReadonlyMap<string, import("./gameasks.js").Answer>} answers
   * @param {{stale: boolean, over: boolean}} how stale: whether the answers are to another question
   */
  show(chosen, answers, { stale, over }) {
    const { words } = this;
    /** @type {Map<string, number>} */
    const nodes = new Map();
    for (const [algorithm, answer] of answers) if ("reply" in answer) nodes.set(algorithm, answer.reply.nodes);
    const most = Math.max(1, ...nodes.values());
    this.element.classList.toggle("stale", stale);
    for (const [algorithm, row] of this.rows) {
      const answer = answers.get(algorithm);
      const n = nodes.get(algorithm);
      row.input.checked = algorithm === chosen;
      say(row.nodes, over ? "" : answer === undefined ? "…" : nodesText(words, answer));
      row.bar.style.setProperty("--share", String(n === undefined || over ? 0 : Math.max(0.01, n / most)));
      row.bar.classList.toggle("chosen", algorithm === chosen);
    }
    const [all, some] = [nodes.get("minimax"), nodes.get("alpha-beta")];
    const share = all === undefined || some === undefined || over ? null : some / all;
    const percent = share === null ? "" : share >= 0.1 ? String(Math.round(share * 100)) : (share * 100).toPrecision(2);
    say(this.note, share === null ? "" : words.text("games.saving", { percent }));
  }
}

/**
 * @param {Words} words
 * @param {import("./gameasks.js").Answer} answer
 */
function nodesText(words, answer) {
  if ("reply" in answer) return words.text("games.nodes", { n: answer.reply.nodes });
  return answer.failure.status === LIMIT ? words.text("games.limit") : "–";
}

/** What the search says of the position. */
export class Facts {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.verdict = make("p", { class: "game-verdict", "data-part": "game-verdict" });
    this.exact = make("p", { class: "exact-verdict", "data-part": "game-exact" });
    this.list = make("dl", { class: "game-numbers" });
    this.values = new Map(["value", "best", "line", "nodes", "cutoffs", "time"].map((name) => {
      const term = words.bind(make("dt"), `games.fact.${name}`);
      const value = make("dd", { "data-part": `game-${name}` }, "–");
      this.list.append(term, value);
      return [name, { term, value }];
    }));
    this.element = make("section", { class: "game-facts game-card" }, words.bind(make("h3"), "games.answer"), this.verdict, this.exact, this.list);
  }

  /**
   * @param {import("./gamerules.js").Rules} rules
   * @param {import("./gamehistory.js").GameHistory} history
   * @param {import("./gameasks.js").Reply | null} reply
   * @param {{depth: number, stale: boolean, over: string, exact: string}} how over: how the game has ended, or empty
   */
  show(rules, history, reply, { depth, stale, over, exact }) {
    const { words } = this;
    this.element.classList.toggle("stale", stale);
    say(this.exact, exact);
    this.exact.hidden = exact === "";
    const says = over !== "" ? over : reply === null ? words.text("games.says.nothing") : verdict(words, rules, history, reply, depth);
    say(this.verdict, says);
    const shown = over === "" ? reply : null;
    /** @param {string} name @param {string} text */
    const put = (name, text) => {
      const fact = this.values.get(name);
      if (fact !== undefined) say(fact.value, text);
    };
    put("value", shown === null ? "–" : words.text("games.value.for", { value: signed(shown.value), side: history.toMove.toUpperCase() }));
    put("best", shown === null || shown.best < 0 ? "–" : words.text(`games.move.${rules.name}`, { move: shown.best + 1 }));
    const line = this.values.get("line");
    if (line !== undefined) line.term.hidden = line.value.hidden = shown === null || shown.line.length === 0;
    put("line", shown === null ? "–" : shown.line.map((move) => move + 1).join(" "));
    put("nodes", shown === null ? "–" : words.number(shown.nodes));
    put("cutoffs", shown === null ? "–" : words.number(shown.cutoffs));
    put("time", shown === null ? "–" : timeText(words, shown.milliseconds));
  }
}

/** Small bars of the nodes by depth. */
export class Growth {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.table = make("tbody");
    this.head = make("thead", { class: "unseen" }, make("tr", {},
      words.bind(make("th", { scope: "col" }), "games.depth"), words.bind(make("th", { scope: "col" }), "games.fact.nodes"), words.bind(make("th", { scope: "col" }), "games.growth.factor")));
    this.note = make("p", { class: "quiet", "data-part": "game-growth-note" });
    this.element = make("section", { class: "game-growth game-card", "data-part": "game-growth" },
      words.bind(make("h3"), "games.growth"), make("table", {}, this.head, this.table), this.note);
  }

  /**
   * @param {number} deepest
   * @param {number} depth the one that is looked at
   * @param {ReadonlyMap<number, number>} nodes by depth
   * @param {{note: string, stale: boolean}} how
   */
  show(deepest, depth, nodes, { note, stale }) {
    const { words } = this;
    this.element.classList.toggle("stale", stale);
    while (this.table.rows.length > deepest) this.table.deleteRow(-1);
    while (this.table.rows.length < deepest) {
      this.table.append(make("tr", {}, make("th", { scope: "row" }), make("td", {}, make("span", { class: "game-track" }, make("span", { class: "game-bar", "aria-hidden": "true" })), make("span", { class: "game-number" })), make("td", { class: "factor" })));
    }
    const most = Math.max(10, ...nodes.values());
    [...this.table.rows].forEach((row, i) => {
      const n = nodes.get(i + 1);
      const before = nodes.get(i);
      const [name, cell, factor] = row.cells;
      row.classList.toggle("chosen", i + 1 === depth);
      if (i + 1 === depth) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      say(name, String(i + 1));
      const bar = /** @type {HTMLElement} */ (cell.querySelector(".game-bar"));
      bar.style.setProperty("--share", String(n === undefined ? 0 : Math.max(0.01, Math.log(n) / Math.log(most))));
      say(/** @type {Element} */ (cell.querySelector(".game-number")), n === undefined ? "–" : words.number(n));
      say(factor, n === undefined || before === undefined ? "" : `×${(n / before).toFixed(1)}`);
    });
    say(this.note, note);
  }
}
