// Small bars of counts, of which one can be chosen.

import { make, say } from "/player/dom.js";

/**
 * @typedef {object} Bar
 * @property {string} value
 * @property {string} name
 * @property {number | null} count null: not known yet
 * @property {string} [note]
 */

export class Bars {
  /**
   * @param {import("./words.js").Words} words
   * @param {string} name
   * @param {(value: string) => void} choose
   */
  constructor(words, name, choose) {
    this.words = words;
    this.choose = choose;
    this.element = make("div", { class: "bars", role: "group", "data-part": name });
    /** @type {Map<string, {button: HTMLButtonElement, name: HTMLElement, fill: HTMLElement, count: HTMLElement, note: HTMLElement}>} */
    this.rows = new Map();
  }

  /**
   * @param {Bar[]} bars
   * @param {string} chosen
   */
  show(bars, chosen) {
    const most = Math.max(1, ...bars.map(({ count }) => count ?? 0));
    const values = bars.map(({ value }) => value);
    if (values.join() !== [...this.rows.keys()].join()) {
      this.rows = new Map(values.map((value) => [value, this.row(value)]));
      this.element.replaceChildren(...[...this.rows.values()].map(({ button }) => button));
    }
    for (const { value, name, count, note = "" } of bars) {
      const row = this.rows.get(value);
      if (row === undefined) continue;
      say(row.name, name);
      say(row.note, note);
      say(row.count, count === null ? "–" : this.words.number(count));
      row.fill.style.setProperty("--share", String((count ?? 0) / most));
      row.button.setAttribute("aria-pressed", String(value === chosen));
      const told = count === null ? name : this.words.text("bars.value", { name, n: count });
      row.button.setAttribute("aria-label", note === "" ? told : `${told}, ${note}`);
    }
  }

  /** @param {string} value */
  row(value) {
    const name = make("span", { class: "bar-name" });
    const fill = make("span", { class: "bar-fill" });
    const count = make("span", { class: "bar-count" });
    const note = make("span", { class: "bar-note" });
    const button = make("button", { type: "button", class: "bar-row", "data-value": value },
      name, make("span", { class: "bar-track" }, fill), count, note);
    button.addEventListener("click", () => this.choose(value));
    return { button, name, fill, count, note };
  }
}
