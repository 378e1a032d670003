// What is known of one cell: g, h, f, parent, and why it is where it is.

import { make, say } from "./dom.js";
import { explain, placeWord } from "./explain.js";
import { NONE } from "./trace.js";
import { Words } from "./words.js";

/** @typedef {import("./pane.js").Pane} Pane */

export class Inspector {
  /**
   * @param {Words} words
   * @param {(state: number) => void} chosen a parent was asked for
   */
  constructor(words, chosen) {
    this.words = words;
    this.chosen = chosen;
    this.title = make("h2", {});
    this.body = make("div", { class: "cell-facts", role: "group", tabindex: 0 });
    words.bind(this.body, "cell.title", "aria-label");
    this.element = make("section", { class: "inspector" }, this.title, this.body);
    this.shown = "";
  }

  /**
   * Shows a state; −1 says how to choose one.
   *
   * @param {number} state
   * @param {Pane[]} panes
   */
  show(state, panes) {
    const { words } = this;
    const shown = [state, words.language, ...panes.map((pane) => `${pane.replay.position}/${pane.trace.count}`)].join();
    if (shown === this.shown) return;
    this.shown = shown;
    const map = panes.find((pane) => pane.trace.header?.map)?.trace.header?.map;
    if (state < 0 || !map) {
      say(this.title, words.text("cell.title"));
      this.body.replaceChildren(make("p", { class: "quiet" }, words.text("cell.none")));
      return;
    }
    const x = state % map.width;
    say(this.title, words.text("cell.at", { x: String(x), y: String((state - x) / map.width) }));
    this.body.replaceChildren(...panes.flatMap((pane, i) => this.search(pane, state, panes.length > 1 ? i : -1)));
  }

  /**
   * @param {Pane} pane
   * @param {number} state
   * @param {number} index of the pane, or −1 if there is only one
   * @returns {Node[]}
   */
  search(pane, state, index) {
    const { words } = this;
    const { trace } = pane;
    const map = trace.header?.map;
    if (!map || state >= map.blocked.length) return [];
    const sides = [0, 1].slice(0, trace.sides);
    const known = sides.filter((side) => pane.replay.place(side, state) !== NONE);
    const nodes = [];
    if (index >= 0) nodes.push(make("h3", {}, make("span", { class: `key series${index + 1}` }), pane.name));
    for (const side of known.length > 0 ? known : [0]) {
      const label = trace.sides === 2 && known.length > 0 ? words.text(side === 0 ? "side.forward" : "side.backward") : "";
      nodes.push(...this.side(pane, side, state, label));
    }
    if (map.shade !== null && !map.blocked[state]) {
      nodes.push(make("p", { class: "quiet" }, words.text("cell.weight", { weight: map.weight(state) })));
    }
    return nodes;
  }

  /**
   * @param {Pane} pane
   * @param {number} side
   * @param {number} state
   * @param {string} label
   * @returns {Node[]}
   */
  side(pane, side, state, label) {
    const { words } = this;
    const { replay, trace } = pane;
    const place = words.text(placeWord(replay, side, state));
    /** @type {Node[]} */
    const nodes = [make("p", { class: "place" }, label === "" ? place : `${label}: ${place}`)];
    const event = replay.event(side, state);
    if (event >= 0) {
      const list = make("dl", { class: "costs" });
      for (const field of /** @type {("g" | "h" | "f")[]} */ (["g", "h", "f"])) {
        list.append(make("dt", {}, field), make("dd", {}, this.cost(pane, field, event)));
      }
      const parent = trace.parent[event];
      list.append(make("dt", {}, words.text("cell.parent")), make("dd", {}, parent < 0 ? "–" : this.parent(pane, parent)));
      nodes.push(list);
    }
    const reasons = explain(replay, side, state);
    nodes.push(make("ul", { class: "why" }, ...reasons.map(({ key, facts }) => make("li", {}, words.text(key, facts)))));
    return nodes;
  }

  /**
   * A cost, exactly and, where that is no plain number, as a number.
   *
   * @param {Pane} pane
   * @param {"g" | "h" | "f"} field
   * @param {number} event
   */
  cost({ trace }, field, event) {
    const lengths = trace.header?.lengths;
    if (!lengths) return "";
    const exact = lengths.text(trace.cost(field, event));
    return exact.includes("√") ? `${exact} ≈ ${lengths.short(trace[field][event])}` : exact;
  }

  /**
   * @param {Pane} pane
   * @param {number} parent
   */
  parent(pane, parent) {
    const width = pane.trace.header?.map?.width ?? 1;
    const x = parent % width;
    const button = make("button", { type: "button", class: "link" }, `(${x}, ${(parent - x) / width})`);
    button.addEventListener("click", () => this.chosen(parent));
    return button;
  }
}
