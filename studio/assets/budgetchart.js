// The chart of the budget: the lower bound as it rises, the estimate left from
// the best cell so far, and the cost of the path, over the expansions.

import { make } from "/player/dom.js";
import { rounded } from "./amounts.js";
import { shareOf, ticksOf } from "./budgetscale.js";
import { drawing } from "./fields.js";

/** @typedef {import("./budgetscale.js").Point} Point */

const HEIGHT = 132;
const TOP = 14;
const BOTTOM = 22;
const LEFT = 6;

/** Room at the right for what is beyond the scale: no limit. */
const BEYOND = 34;

export class BudgetChart {
  /**
   * @param {(share: number) => void} dragged told of a place on the scale; beyond
   *   1 is unlimited
   * @param {() => void} dropped
   */
  constructor(dragged, dropped) {
    this.width = 0;
    this.total = 1;
    /** @type {Point[]} */
    this.points = [];
    this.shown = "";
    this.canvas = make("div", { class: "budget-picture" });
    this.handle = make("div", { class: "budget-handle" });
    this.element = make("div", { class: "budget-chart" }, this.canvas, this.handle);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.element.classList.contains("idle")) return;
      this.element.setPointerCapture(event.pointerId);
      // A finger may be about to scroll.
      if (event.pointerType !== "touch") dragged(this.shareAt(event));
    });
    this.element.addEventListener("pointerup", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) dragged(this.shareAt(event));
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) dragged(this.shareAt(event));
    });
    for (const end of ["lostpointercapture", "pointercancel"]) this.element.addEventListener(end, () => dropped());
  }

  /** @param {PointerEvent} event */
  shareAt(event) {
    const at = event.clientX - this.element.getBoundingClientRect().left;
    const share = (at - LEFT) / this.scaleWidth;
    // Halfway to the sign for it, the budget is unlimited.
    return at > this.width - BEYOND * 0.6 ? Infinity : Math.max(0, Math.min(1, share));
  }

  get scaleWidth() {
    return Math.max(1, this.width - LEFT - BEYOND);
  }

  /**
   * @param {Point[]} points
   * @param {(n: number) => string} number
   * @param {number} width in CSS pixels
   */
  show(points, number, width) {
    const total = Math.max(1, points.at(-1)?.expanded ?? 1);
    if (points === this.points && width === this.width) return;
    this.points = points;
    this.width = width;
    this.total = total;
    const highest = points.reduce((most, { lower_bound: bound, cost, nearest_estimate: left }) =>
      Math.max(most, bound?.value ?? 0, cost?.value ?? 0, left?.value ?? 0), 0) || 1;
    /** @param {number} expanded */
    const x = (expanded) => LEFT + shareOf(expanded, total) * this.scaleWidth;
    /** @param {number} value */
    const y = (value) => TOP + (1 - value / highest) * (HEIGHT - TOP - BOTTOM);
    const end = LEFT + this.scaleWidth;
    /**
     * A line that keeps its height until the next point.
     *
     * @param {(point: Point) => number | undefined} value
     */
    const steps = (value) => {
      let path = "";
      for (const point of points) {
        const height = value(point);
        if (height === undefined) continue;
        const [at, up] = [x(point.expanded).toFixed(1), y(height).toFixed(1)];
        path += path === "" ? `M${at} ${up}` : `H${at}V${up}`;
      }
      return path === "" ? "" : `${path}H${end}`;
    };
    const bound = steps(({ lower_bound: least }) => least?.value);
    const floor = y(0);
    /** @type {[string, Record<string, string | number>][]} */
    const shapes = [["path", { class: "axis", d: `M${LEFT} ${floor + 0.5}H${end}` }]];
    for (const tick of ticksOf(total)) shapes.push(["path", { class: "axis", d: `M${x(tick).toFixed(1)} ${floor}v4` }]);
    shapes.push(["path", { class: "bound-area", d: bound === "" ? "" : `${bound}V${floor}H${LEFT}Z` }]);
    shapes.push(["path", { class: "estimate", d: steps(({ nearest_estimate: left }) => left?.value) }]);
    shapes.push(["path", { class: "bound", d: bound }]);
    const found = points.find(({ cost }) => cost !== null);
    if (found?.cost) {
      shapes.push(["path", { class: "cost", d: steps(({ cost }) => cost?.value) }]);
      shapes.push(["circle", { class: "cost-dot", cx: x(found.expanded).toFixed(1), cy: y(found.cost.value).toFixed(1), r: 4 }]);
    }
    const picture = drawing(width, HEIGHT, ...shapes);
    picture.setAttribute("class", "budget-lines");
    if (points.length === 0) {
      this.canvas.replaceChildren(picture);
      return;
    }
    const labels = ticksOf(total).map((tick, i, all) => {
      const label = make("span", { class: i === 0 ? "tick first" : i === all.length - 1 ? "tick last" : "tick" }, number(tick));
      label.style.setProperty("--x", `${x(tick)}px`);
      return label;
    });
    const endless = make("span", { class: "tick endless" }, "∞");
    endless.style.setProperty("--x", `${width - BEYOND / 2}px`);
    this.canvas.replaceChildren(picture, make("span", { class: "highest" }, rounded(highest)), ...labels, endless);
  }

  /**
   * @param {number} budget 0: unlimited
   */
  move(budget) {
    const x = budget === 0 ? this.width - BEYOND / 2 : LEFT + shareOf(budget, this.total) * this.scaleWidth;
    this.handle.style.setProperty("--x", `${x}px`);
  }
}
