// The lens of heuristics: by how much the estimate of each cell misses its true
// distance to the goal, and what follows from that.

import { make, say } from "/player/dom.js";
import { both, cellText, exact, percent, rounded } from "./amounts.js";
import { metricOf } from "./applies.js";
import { Bars } from "./bars.js";
import { identity, Latest } from "./latest.js";
import { excessCells, NOTHING } from "./lenspaint.js";
import { nameOfHeuristic } from "./certificate.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./amounts.js").Length} Length */
/** @typedef {[number, number]} Cell */

/**
 * The reply of POST /api/check-heuristic, as far as it is shown.
 *
 * @typedef {object} Verdict
 * @property {string} heuristic
 * @property {{admissible: boolean, consistent: boolean}} claim
 * @property {boolean} admissible
 * @property {boolean} consistent
 * @property {number} cells
 * @property {number} above
 * @property {{cell: Cell, estimate: Length, distance: Length, excess: Length} | null} worst_cell
 * @property {number} steps
 * @property {number} jumps
 * @property {{from: Cell, to: Cell, before: Length, after: Length, cost: Length, excess: Length} | null} worst_step
 * @property {{mean: number, least: number, greatest: number} | null} ratio
 * @property {(number | null)[][]} excess
 */

/**
 * What a search does with a heuristic.
 *
 * @typedef {{expanded: number, certificate: string, status: string}} Effort
 */

/**
 * Returns the extremes of the errors.
 *
 * @param {(number | null)[][]} rows
 */
export function extremes(rows) {
  let most = 0;
  let least = 0;
  /** @type {Cell | null} */
  let lowest = null;
  for (const [y, row] of rows.entries()) {
    for (const [x, excess] of row.entries()) {
      if (excess === null) continue;
      if (excess > most) most = excess;
      if (excess < least) {
        least = excess;
        lowest = [x, y];
      }
    }
  }
  return { most, least, lowest };
}

export class HeuristicLens {
  /**
   * @param {Studio} studio
   * @param {() => void} changed
   */
  constructor(studio, changed) {
    this.studio = studio;
    const { words, store, api, catalog } = studio;
    /** @type {string[]} */
    this.metrics = catalog.heuristics.filter((/** @type {string} */ name) => name !== "auto");
    /** @type {Latest<Verdict>} */
    this.verdict = new Latest((body, signal) => api.post("/api/check-heuristic", body, { signal }), changed, { delay: 200, keep: 4 });
    /** @type {Latest<Record<string, Effort>>} */
    this.efforts = new Latest((body, signal) => this.tryAll(body, signal), changed, { delay: 400 });
    this.admissible = this.claim("admissible");
    this.consistent = this.claim("consistent");
    this.ratio = make("p", { class: "hint", "data-part": "ratio" });
    this.trouble = make("p", { class: "lens-trouble" });
    this.facts = make("div", { class: "lens-facts" }, this.admissible.element, this.consistent.element, this.ratio);
    this.bars = new Bars(words, "heuristic-bars", (heuristic) => store.change({ heuristic }));
    words.bind(this.bars.element, "heuristic.bars", "aria-label");
    this.element = make("div", {}, this.trouble, this.facts,
      words.bind(make("h3", {}), "heuristic.bars"), words.bind(make("p", { class: "hint" }), "heuristic.bars.hint"), this.bars.element);
    this.low = make("span", { class: "amount" });
    this.high = make("span", { class: "amount" });
    /** @param {string} name */
    const label = (name) => words.bind(make("span", {}), `lens.${name}`);
    this.key = make("div", { class: "lens-key" },
      make("span", { class: "legend-entry" }, label("under"), this.low, make("span", { class: "lens-ramp under" })),
      make("span", { class: "legend-entry" }, make("span", { class: "lens-swatch exact" }), label("exact")),
      make("span", { class: "legend-entry" }, make("span", { class: "lens-ramp over" }), this.high, label("over")),
      make("span", { class: "legend-entry" }, make("span", { class: "lens-swatch cross" }), label("unreachable")));
    /** @type {import("./lenspaint.js").LensCells | null} */
    this.painted = null;
    this.limits = { most: 0, least: 0, lowest: /** @type {Cell | null} */ (null) };
  }

  /** @param {"admissible" | "consistent"} name */
  claim(name) {
    const { words } = this.studio;
    const answer = make("strong", { class: "badge" });
    const why = make("span", {});
    const worst = make("span", { class: "worst" });
    const element = make("div", { class: "claim", "data-part": name },
      make("p", { class: "claim-head" }, words.bind(make("span", {}), `heuristic.${name}`), answer), make("p", { class: "hint" }, why, " ", worst));
    return { element, answer, why, worst };
  }

  /** Whether the goal is open, without which there are no distances. */
  get possible() {
    const { map, to: [x, y] } = this.studio.store.state;
    return map.isOpen(x, y);
  }

  refresh() {
    const { store } = this.studio;
    const { map, from, to, moves, corners, cost, heuristic, tie, reopen, order } = store.state;
    if (!this.possible) {
      this.drop();
      return;
    }
    const rules = [identity(map), to, moves, corners, cost].join("|");
    const body = () => ({ ...store.ask("astar"), max_expanded: undefined });
    // A blocked start is no matter for distances.
    const start = map.isOpen(...from) ? from : undefined;
    this.verdict.want([rules, metricOf(heuristic, moves)].join("|"), () => ({ ...body(), from: start, cells: true }));
    if (start === undefined) this.efforts.drop();
    else this.efforts.want([rules, from, tie, reopen, order].join("|"), body);
  }

  drop() {
    this.verdict.drop();
    this.efforts.drop();
  }

  /**
   * Runs A* with each heuristic, one after the other.
   *
   * @param {any} ask
   * @param {AbortSignal} signal
   */
  async tryAll(ask, signal) {
    /** @type {Record<string, Effort>} */
    const efforts = {};
    for (const heuristic of this.metrics) {
      const { expanded, certificate, status } = await this.studio.api.post("/api/solve", { ...ask, heuristic }, { signal });
      efforts[heuristic] = { expanded, certificate, status };
    }
    return efforts;
  }

  fresh() {
    return this.verdict.fresh;
  }

  cells() {
    const { value } = this.verdict;
    if (value === null || !this.possible) return null;
    if (this.painted?.rows !== value.excess) {
      this.limits = extremes(value.excess);
      const greatest = Math.max(this.limits.most, -this.limits.least, NOTHING);
      this.painted = excessCells(value.excess, greatest);
    }
    return this.painted;
  }

  show() {
    const { words, store: { state } } = this.studio;
    const { failure, value } = this.verdict;
    const trouble = !this.possible ? words.text("lens.blocked")
      : failure !== null ? words.text("lens.failed", { reason: failure.message })
      : value === null ? words.text("lens.waiting") : "";
    say(this.trouble, trouble);
    this.facts.hidden = trouble !== "" || value === null;
    if (value !== null && trouble === "") this.showVerdict(value);
    const metric = metricOf(state.heuristic, state.moves);
    const efforts = this.efforts.value;
    this.bars.show(this.metrics.map((name) => {
      const effort = efforts?.[name];
      const unproved = effort !== undefined && effort.status === "found" && effort.certificate !== "optimal";
      return { value: name, name: nameOfHeuristic(words, name), count: effort?.expanded ?? null, note: unproved ? words.text("heuristic.unproved") : "" };
    }), metric);
    this.bars.element.toggleAttribute("data-stale", !this.efforts.fresh);
  }

  /** @param {Verdict} verdict */
  showVerdict(verdict) {
    const { words } = this.studio;
    this.cells();
    /** @param {ReturnType<HeuristicLens["claim"]>} claim @param {"admissible" | "consistent"} name @param {import("/player/words.js").Facts} facts */
    const tell = ({ answer, why }, name, facts) => {
      const holds = verdict[name];
      answer.dataset.badge = holds ? "optimal" : "feasible";
      say(answer, words.text(holds ? "heuristic.yes" : "heuristic.no"));
      const luck = holds && !verdict.claim[name] ? " " + words.text("heuristic.luck") : "";
      say(why, words.text(`heuristic.${name}.${holds ? "yes" : "no"}`, facts) + luck);
    };
    tell(this.admissible, "admissible", { n: verdict.cells, above: words.number(verdict.above) });
    tell(this.consistent, "consistent", { n: verdict.steps, jumps: words.number(verdict.jumps) });
    const { worst_cell: cell, worst_step: step, ratio } = verdict;
    const { least, lowest, most } = this.limits;
    say(this.admissible.worst, !verdict.admissible && cell !== null
      ? words.text("heuristic.worst", { cell: cellText(cell.cell), estimate: exact(cell.estimate), distance: both(cell.distance), excess: both(cell.excess) })
      : lowest === null || least > -NOTHING ? "" : words.text("heuristic.weakest", { cell: cellText(lowest), amount: rounded(-least) }));
    say(this.consistent.worst, verdict.consistent || step === null ? "" : words.text("heuristic.step", {
      from: cellText(step.from), to: cellText(step.to), cost: exact(step.cost),
      before: exact(step.before), after: exact(step.after), excess: both(step.excess),
    }));
    say(this.ratio, ratio === null ? words.text("heuristic.ratio.none") : words.text("heuristic.ratio", { percent: percent(ratio.mean) }));
    say(this.low, least > -NOTHING ? "" : `−${rounded(-least)}`);
    say(this.high, most < NOTHING ? "" : `+${rounded(most)}`);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  read(x, y) {
    const { words } = this.studio;
    const excess = this.verdict.value?.excess[y]?.[x];
    if (excess === undefined) return "";
    if (excess === null) return words.text("lens.cell.none", { x, y });
    const kind = Math.abs(excess) < NOTHING ? "exact" : excess > 0 ? "over" : "under";
    return words.text(`lens.cell.${kind}`, { x, y, amount: rounded(Math.abs(excess)) });
  }
}
