// The budget dial: how many expansions a search may have, what it has proved
// after so many, and where it then stands.

import { make, say } from "/player/dom.js";
import { cellText, exact } from "./amounts.js";
import { appliesOf, chosen, nameOf, refusal } from "./applies.js";
import { BudgetChart } from "./budgetchart.js";
import { expandedAt, pointAt, stopOf, stopsOf } from "./budgetscale.js";
import { Latest, identity } from "./latest.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./budgetscale.js").Point} Point */

/** How long a map has to rest before its curve is asked for, in milliseconds. */
const REST = 300;

/** @type {Point[]} */
const NONE = [];

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountBudget(element, studio) {
  new BudgetPanel(element, studio);
}

class BudgetPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words, store, runner, api } = studio;
    this.applies = appliesOf(studio);
    this.seen = false;
    this.width = 0;
    /** @type {Latest<{points: Point[]}>} */
    this.latest = new Latest((body, signal) => api.post("/api/budget", body, { signal }), () => this.show(), { delay: REST });
    this.stops = [1];
    this.chart = new BudgetChart((share) => this.drag(share), () => store.settle());
    this.range = make("input", { type: "range", min: 0, max: 1, step: 1, id: "budget-range", class: "budget-range" });
    words.bind(this.range, "budget.label", "aria-label");
    this.range.addEventListener("input", () => this.turn(this.stops[Number(this.range.value)] ?? 0));
    this.range.addEventListener("change", () => store.settle());
    this.chart.element.prepend(this.range);
    const legend = make("p", { class: "budget-legend" }, ...["bound", "estimate", "cost"].map((name) =>
      make("span", { class: "legend-entry" }, make("span", { class: `line ${name}` }), words.bind(make("span", {}), `budget.${name}`))));
    this.field = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", class: "short", id: "budget-field" });
    this.field.addEventListener("change", () => this.type());
    this.field.addEventListener("input", () => this.field.setAttribute("aria-invalid", "false"));
    this.unlimited = words.bind(make("button", { type: "button", class: "button", "data-action": "budget-unlimited" }), "budget.unlimited");
    this.unlimited.addEventListener("click", () => store.change({ budget: 0 }));
    const row = make("div", { class: "budget-row" },
      words.bind(make("label", { for: "budget-field" }), "budget.field"), this.field, this.unlimited);
    this.said = make("p", { class: "budget-said", "data-part": "budget-said" });
    this.remedy = words.bind(make("button", { type: "button", class: "button", "data-action": "budget-remedy", hidden: true }), "budget.remedy");
    this.remedy.addEventListener("click", () => {
      store.change({ slots: store.state.slots.map((name, i) => (i === 0 ? "astar" : name === "astar" ? store.state.slots[0] : name)) });
      this.range.focus();
    });
    element.append(make("div", { class: "budget", "data-part": "budget" },
      words.bind(make("h2", {}), "budget.title"), this.chart.element, legend, row, this.said, this.remedy));

    new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.show();
    }).observe(this.chart.element);
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.seen = isIntersecting;
      this.refresh();
    }).observe(this.chart.element);
    store.subscribe(() => {
      this.refresh();
      this.show();
    });
    this.applies.subscribe(() => {
      this.refresh();
      this.show();
    });
    runner.subscribe(() => this.show());
    store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
    this.show();
  }

  /** The main algorithm. */
  get entry() {
    const { store, catalog } = this.studio;
    return chosen(store.state.slots.slice(0, 1), catalog.algorithms)[0];
  }

  /** Why the main algorithm does not apply; null: it does. */
  get refused() {
    const { store } = this.studio;
    return this.entry === undefined ? null : refusal(this.entry, store.state, this.applies.reply);
  }

  /** Asks for the curve, if it is in sight and nothing is being dragged. */
  refresh() {
    const { store } = this.studio;
    const { map, from, to, moves, corners, cost, heuristic, weight, tie, reopen, order, slots } = store.state;
    if (!this.seen || store.live) return;
    if (!this.entry?.limits || this.refused !== null) {
      this.latest.drop();
      return;
    }
    const key = [identity(map), from, to, moves, corners, cost, heuristic, weight, tie, reopen, order, slots[0]].join("|");
    this.latest.want(key, () => ({ ...store.ask(), max_expanded: undefined }));
  }

  /** @param {number} share of the scale */
  drag(share) {
    this.turn(share === Infinity ? 0 : expandedAt(share, this.chart.total));
  }

  /** @param {number} budget */
  turn(budget) {
    this.studio.store.change({ budget }, { merge: "budget", live: true });
  }

  /** Takes what was typed. */
  type() {
    const { store, words, catalog } = this.studio;
    const typed = this.field.value.replace(/[\s,]/g, "");
    const budget = Number(typed);
    if (typed !== "" && (!/^\d+$/.test(typed) || budget < 1)) {
      this.field.setAttribute("aria-invalid", "true");
      say(this.said, words.text("budget.odd"));
      return;
    }
    store.change({ budget: Math.min(budget, catalog.limits.expansions) });
    this.show();
  }

  show() {
    const { store, words } = this.studio;
    const { budget } = store.state;
    const takes = this.entry?.limits ?? false;
    const { refused } = this;
    const points = takes && refused === null ? this.latest.value?.points ?? NONE : NONE;
    if (this.width > 0) this.chart.show(points, (n) => words.number(n), this.width);
    this.chart.element.classList.toggle("idle", points.length === 0);
    this.chart.move(budget);
    if (this.stops.at(-1) !== this.chart.total) this.stops = stopsOf(this.chart.total);
    this.range.max = String(this.stops.length);
    this.range.value = String(stopOf(this.stops, budget));
    this.range.disabled = this.field.disabled = !takes;
    this.range.setAttribute("aria-valuetext", budget === 0 ? words.text("budget.value.unlimited") : words.text("budget.value", { n: budget }));
    if (document.activeElement !== this.field || this.field.getAttribute("aria-invalid") !== "true") {
      this.field.setAttribute("aria-invalid", "false");
      this.field.value = budget === 0 ? "" : String(budget);
      say(this.said, this.sentence(takes, points));
    }
    this.field.placeholder = "∞";
    this.unlimited.disabled = budget === 0;
    this.remedy.hidden = takes;
  }

  /**
   * Says where the search stands when the budget is spent.
   *
   * @param {boolean} takes whether the algorithm takes a budget
   * @param {Point[]} points
   */
  sentence(takes, points) {
    const { store, words, catalog } = this.studio;
    const { budget, slots } = store.state;
    if (!takes) return words.text("budget.not", { name: nameOf(words, slots[0], catalog.algorithms) });
    if (this.latest.failure !== null) return words.text("budget.unknown", { reason: this.latest.failure.message });
    const { refused } = this;
    if (refused !== null) return words.text(refused.key, { name: nameOf(words, slots[0], catalog.algorithms), reason: refused.reason });
    const last = points.at(-1);
    if (last === undefined) return words.text(this.latest.fresh ? "budget.said.refused" : "budget.waiting");
    const whole = { n: last.expanded, needs: words.number(last.expanded) };
    if (budget === 0 || budget >= last.expanded) {
      const beginning = budget === 0 ? "budget.said.unlimited" : budget === last.expanded ? "budget.said.whole" : "budget.said.enough";
      return [words.text(beginning, whole), outcome(words, last)].join(words.language === "en" ? " " : "");
    }
    return progress(words, this.standing(budget) ?? pointAt(points, budget), budget);
  }

  /**
   * Returns the answer to just this budget, once it has come, as a point.
   *
   * @param {number} budget
   * @returns {Point | null}
   */
  standing(budget) {
    const answer = this.studio.runner.answers[0]?.ok;
    if (answer?.status !== "limit" || answer.options.max_expanded !== budget || answer.lower_bound === null) return null;
    return {
      expanded: answer.expanded, lower_bound: answer.lower_bound, cost: answer.cost,
      nearest: answer.nearest?.path.at(-1) ?? null, nearest_estimate: null, status: answer.status,
    };
  }
}

/**
 * @param {import("./words.js").Words} words
 * @param {Point} last
 */
function outcome(words, { status, cost }) {
  if (cost !== null) return words.text("budget.said.found", { cost: exact(cost) });
  return status === "no-path" ? words.text("budget.said.no-path") : "";
}

/**
 * @param {import("./words.js").Words} words
 * @param {Point | null} point
 * @param {number} n
 */
function progress(words, point, n) {
  if (point === null) return words.text("budget.waiting");
  const lower = point.lower_bound === null ? "0" : exact(point.lower_bound);
  if (point.cost !== null) return words.text("budget.said.path", { n, cost: exact(point.cost), lower });
  const cell = point.nearest === null ? "–" : cellText(point.nearest);
  return words.text((point.lower_bound?.value ?? 0) > 0 ? "budget.said.limit" : "budget.said.nothing", { n, cell, lower });
}
