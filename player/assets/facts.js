// What was searched, how, and what came of it.

import { make } from "./dom.js";
import { Words } from "./words.js";

/** @typedef {import("./pane.js").Pane} Pane */

// Options that matter to programs only.
const SILENT = new Set(["scale", "order"]);

export class FactSheet {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.body = make("div", {});
    this.element = make("section", { class: "facts" }, words.bind(make("h2", {}), "facts.title"), this.body);
    this.shown = "";
  }

  /** @param {Pane[]} panes */
  show(panes) {
    const shown = [this.words.language, ...panes.map((pane) => `${pane.loading} ${pane.trace.header !== null} ${pane.trace.end !== null}`)].join();
    if (shown === this.shown) return;
    this.shown = shown;
    this.body.replaceChildren(...panes.flatMap((pane, i) => this.search(pane, panes.length > 1 ? i : -1)));
  }

  /**
   * @param {Pane} pane
   * @param {number} index of the pane, or −1 if there is only one
   * @returns {Node[]}
   */
  search(pane, index) {
    const { words } = this;
    const { header, end } = pane.trace;
    if (header === null) return [];
    const list = make("dl", {});
    /** @param {string} name @param {string | Node} value */
    const row = (name, value) => list.append(make("dt", {}, name), make("dd", {}, value));
    row(words.text("facts.algorithm"), header.algorithm);
    const { map, lengths } = header;
    if (map) {
      row(words.text("facts.map"), `${map.name} · ${map.width}×${map.height}`);
      /** @param {number} state */
      const cell = (state) => `(${state % map.width}, ${Math.floor(state / map.width)})`;
      row(words.text("facts.query"), `${header.start.map(cell).join(" ")} → ${header.goals.slice(0, 4).map(cell).join(" ")}${header.goals.length > 4 ? " …" : ""}`);
    }
    for (const [key, value] of header.options) {
      if (!SILENT.has(key)) row(words.term("option", key), words.term("value", value));
    }
    if (end !== null) {
      row(words.text("facts.status"), words.term("status", end.status));
      if (end.path.length > 0) {
        row(words.text("facts.cost"), lengths.text(end.cost) + (lengths.text(end.cost).includes("√") ? ` ≈ ${lengths.short(Number(end.cost))}` : ""));
        row(words.text("facts.path"), words.text("facts.cells", { n: end.path.length }));
      }
      const certificate = words.term("certificate", end.certificate) + (end.bound === "" ? "" : ` (${end.bound})`);
      row(words.text("facts.certificate"), certificate);
      if (end.reason !== "") list.append(make("dd", { class: "reason", lang: "en" }, end.reason));
      row(words.text("facts.expanded"), words.number(end.expanded));
      row(words.text("facts.generated"), words.number(end.generated));
      if (end.reopened > 0) row(words.text("facts.reopened"), words.number(end.reopened));
      row(words.text("facts.peak"), words.number(end.peakOpen));
      row(words.text("facts.events"), words.number(pane.trace.count));
    }
    if (index < 0) return [list];
    return [make("h3", {}, make("span", { class: `key series${index + 1}` }), pane.name), list];
  }
}
