// The queries of a scenario file, to be asked on the map that is open.

import { icon, make, say } from "/player/dom.js";
import { readScenario } from "./formats.js";

/** @typedef {import("./studio.js").Studio} Studio */

// More would be a list that nobody reads.
const MOST = 100;

export class Queries {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    const { words, store } = studio;
    this.text = "";
    this.name = "";
    /** @type {import("./formats.js").Scenario | null} */
    this.scenario = null;
    this.size = "";
    this.title = make("h3", { id: "queries-title" });
    const close = make("button", { type: "button", class: "tool", "data-action": "close-queries" }, icon("close"));
    words.bind(close, "files.queries.close", "aria-label");
    close.addEventListener("click", () => {
      this.element.hidden = true;
      this.scenario = null;
      this.text = "";
    });
    this.list = make("select", { id: "queries", "aria-labelledby": "queries-title", "aria-describedby": "queries-note", "data-part": "queries" });
    this.list.addEventListener("change", () => this.ask(Number(this.list.value)));
    const step = (/** @type {string} */ picture, /** @type {number} */ by, /** @type {string} */ key) => {
      const button = make("button", { type: "button", class: "tool", "data-action": `query-${by < 0 ? "previous" : "next"}` }, icon(picture));
      words.bind(button, key, "aria-label");
      words.bind(button, key, "title");
      button.addEventListener("click", () => this.step(by));
      return button;
    };
    this.row = make("div", { class: "files-row" }, this.list, step("back", -1, "files.queries.previous"), step("forward", 1, "files.queries.next"));
    this.note = make("p", { class: "hint", id: "queries-note", "data-part": "queries-note" });
    this.element = make("div", { class: "files-group queries", role: "group", "aria-labelledby": "queries-title", hidden: true },
      make("div", { class: "panel-head" }, this.title, close), this.row, this.note);
    store.subscribe((state, before) => {
      if (this.text !== "" && (state.map.width !== before.map.width || state.map.height !== before.map.height)) this.read();
      else if (state.from !== before.from || state.to !== before.to) this.choose();
    });
    store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
  }

  /**
   * Takes a scenario, and shows the queries that fit the map.
   *
   * @param {string} text
   * @param {string} name
   */
  take(text, name) {
    this.text = text;
    this.name = name;
    this.studio.show("lab");
    this.studio.store.look({ tab: "more" });
    this.read();
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
    if (!this.row.hidden) this.list.focus();
    this.studio.announce(this.note.textContent ?? "");
  }

  read() {
    this.scenario = readScenario(this.text, this.studio.store.state.map, MOST);
    this.show();
  }

  show() {
    const { scenario } = this;
    if (scenario === null) return;
    const { words, store } = this.studio;
    const { queries, fitting, total, map, wrong } = scenario;
    say(this.title, words.text("files.queries.title", { name: this.name }));
    this.row.hidden = queries.length === 0;
    this.list.replaceChildren(make("option", { value: -1 }, words.text("files.queries.choose")),
      ...queries.map(({ from, to, optimal }, i) => make("option", { value: i },
        words.text("files.queries.query", { number: i + 1, from: `(${from.join(", ")})`, to: `(${to.join(", ")})`, optimal: Number(optimal).toFixed(3).replace(/\.?0+$/, "") }))));
    const { width, height } = store.state.map;
    const said = [];
    if (map === null) said.push(words.text("files.queries.none"));
    else if (fitting === 0) said.push(words.text("files.queries.misfit", { name: map.name, width: map.width, height: map.height, mapwidth: width, mapheight: height }));
    else if (queries.length < fitting) said.push(words.text("files.queries.first", { n: queries.length, total: fitting }));
    else said.push(words.text("files.queries.fitting", { n: fitting, total }));
    if (wrong > 0) said.push(words.text("files.queries.wrong", { line: wrong }));
    say(this.note, said.join(" "));
    this.choose();
  }

  /** Shows which query is on the map, if it is one of them. */
  choose() {
    if (this.scenario === null) return;
    const { from, to } = this.studio.store.state;
    const found = this.scenario.queries.findIndex((query) => String(query.from) === String(from) && String(query.to) === String(to));
    this.list.value = String(found);
  }

  /** @param {number} by */
  step(by) {
    const count = this.scenario?.queries.length ?? 0;
    const at = Number(this.list.value);
    this.ask(at < 0 ? (by > 0 ? 0 : count - 1) : Math.max(0, Math.min(count - 1, at + by)));
  }

  /**
   * Asks a query under the benchmarks' rules.
   *
   * @param {number} i
   */
  ask(i) {
    const query = this.scenario?.queries[i];
    if (query === undefined) return;
    this.studio.store.change({ from: query.from, to: query.to, moves: 8, corners: "never", cost: "uniform" });
  }
}
