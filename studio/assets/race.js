// The algorithms that search at once: one, or up to four side by side; and who
// of them wins.

import { icon, make } from "/player/dom.js";
import { nameOf } from "./applies.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./certificate.js").Solved} Solved */

export const MOST = 4;

/** Races to try, and what they change besides the algorithms. */
export const PRESETS = /** @type {{name: string, slots: string[], also?: Partial<import("./store.js").State>}[]} */ ([
  { name: "dijkstra", slots: ["astar", "dijkstra"] },
  { name: "weights", slots: ["astar", "weighted-astar", "greedy"] },
  { name: "both", slots: ["astar", "bidirectional", "bidirectional-first-meeting"] },
  { name: "fast", slots: ["astar", "jump-point"], also: { cost: "uniform" } },
]);

/** The order in which rivals are proposed. */
const RIVALS = ["dijkstra", "astar", "weighted-astar", "bidirectional", "greedy", "breadth-first"];

const CERTIFICATES = ["none", "feasible", "bounded", "optimal"];

/**
 * Returns the algorithm to add to a race.
 *
 * @param {readonly string[]} slots
 */
export function rivalFor(slots) {
  return RIVALS.find((name) => !slots.includes(name)) ?? "fringe";
}

/**
 * Compares answers by what counts in a race: a path at all, a lower cost, a
 * better certificate, fewer expansions. Below 0: the first is better.
 *
 * @param {Solved} a
 * @param {Solved} b
 */
export function compare(a, b) {
  if (a.cost === null || b.cost === null) return Number(a.cost === null) - Number(b.cost === null);
  return byCost(a, b) || byProof(a, b) || a.expanded - b.expanded;
}

/** @param {Solved} a @param {Solved} b */
function byCost({ cost: a }, { cost: b }) {
  // Equal lengths have equal texts, whatever the rounding of their values.
  if (a === null || b === null || a.text === b.text) return 0;
  return a.value - b.value;
}

/** @param {Solved} a @param {Solved} b */
function byProof(a, b) {
  return CERTIFICATES.indexOf(b.certificate) - CERTIFICATES.indexOf(a.certificate);
}

/**
 * Returns who wins, and by what; several where they are equal.
 *
 * @param {(Solved | null)[]} answers by slot
 * @returns {{winners: number[], by: "none" | "tie" | "cost" | "proof" | "expanded" | "feasible"}}
 */
export function rank(answers) {
  const runners = answers.flatMap((answer, slot) => (answer === null || answer.cost === null ? [] : [{ answer, slot }]));
  if (runners.length === 0) return { winners: [], by: "none" };
  runners.sort((a, b) => compare(a.answer, b.answer) || a.slot - b.slot);
  const [best] = runners;
  const winners = runners.filter(({ answer }) => compare(answer, best.answer) === 0).map(({ slot }) => slot);
  if (winners.length > 1) return { winners, by: "tie" };
  const level = runners.slice(1).filter(({ answer }) => byCost(answer, best.answer) === 0);
  if (level.length === 0) return { winners, by: "cost" };
  if (level.every(({ answer }) => byProof(answer, best.answer) > 0)) return { winners, by: "proof" };
  return { winners, by: best.answer.certificate === "optimal" ? "expanded" : "feasible" };
}

/** The menus of the algorithms, and the buttons that add and take away. */
export class Slots {
  /**
   * @param {Studio} studio
   * @param {(select: HTMLSelectElement) => void} fill puts the algorithms into a menu
   */
  constructor(studio, fill) {
    this.studio = studio;
    this.fill = fill;
    const { words, store } = studio;
    this.list = make("ol", { class: "slots" });
    this.add = words.bind(make("button", { type: "button", class: "button", "data-action": "add-rival" }), "race.add");
    this.add.addEventListener("click", () => {
      const { slots } = store.state;
      if (slots.length >= MOST) return;
      store.change({ slots: [...slots, rivalFor(slots)] });
      this.rows.at(-1)?.select.focus();
    });
    const presets = PRESETS.map(({ name, slots, also }) => {
      const button = words.bind(make("button", { type: "button", class: "chip", "data-action": `race-${name}` }), `race.preset.${name}`);
      button.addEventListener("click", () => store.change({ slots, ...also }));
      return button;
    });
    const tries = make("div", { class: "chips", role: "group" }, ...presets);
    words.bind(tries, "race.presets", "aria-label");
    this.tries = make("details", { class: "tries" }, words.bind(make("summary", {}), "race.presets"), tries);
    /** @type {{row: HTMLElement, key: HTMLElement, select: HTMLSelectElement, remove: HTMLButtonElement}[]} */
    this.rows = [];
    this.buttons = make("div", { class: "slot-buttons" }, this.add);
    this.element = make("div", { class: "race", "data-part": "race" }, this.list, this.buttons, this.tries);
  }

  show() {
    const { words, store, catalog } = this.studio;
    const { slots } = store.state;
    while (this.rows.length < slots.length) this.rows.push(this.slot(this.rows.length));
    for (const { row } of this.rows.splice(slots.length)) row.remove();
    const several = slots.length > 1;
    this.list.classList.toggle("several", several);
    for (const [i, { select, remove, key }] of this.rows.entries()) {
      this.fill(select);
      select.value = slots[i];
      const place = String(i + 1);
      select.setAttribute("aria-label", several ? words.text("search.algorithm.of", { place }) : words.text("search.algorithm"));
      key.hidden = !several;
      remove.hidden = !several;
      const label = words.text("race.remove", { name: nameOf(words, slots[i], catalog.algorithms) });
      remove.setAttribute("aria-label", label);
      remove.title = label;
    }
    this.add.disabled = slots.length >= MOST;
  }

  /** @param {number} i */
  slot(i) {
    const { store } = this.studio;
    const select = make("select", { id: `algorithm-${i + 1}`, "data-part": i === 0 ? "algorithm" : `algorithm-${i + 1}` });
    select.addEventListener("change", () => {
      const { slots } = store.state;
      const chosen = select.value;
      // Who is there already changes places.
      const other = slots.indexOf(chosen);
      store.change({ slots: slots.map((name, j) => (j === i ? chosen : j === other ? slots[i] : name)) });
    });
    const remove = make("button", { type: "button", class: "tool", "data-action": "remove-rival" }, icon("close"));
    remove.addEventListener("click", () => {
      store.change({ slots: store.state.slots.filter((_, j) => j !== i) });
      this.rows[Math.min(i, this.rows.length - 1)].select.focus();
    });
    const key = make("span", { class: `key series${i + 1}` });
    const row = make("li", { class: "slot" }, key, select, remove);
    this.list.append(row);
    return { row, key, select, remove };
  }
}
