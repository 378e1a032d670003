// What is proved of an answer and why, in words of the page's own, and what
// would prove more.

import { make, say } from "/player/dom.js";
import { cellText, exact, factor, rounded } from "./amounts.js";
import { claimOf, metricOf, nameOf } from "./applies.js";

/** @typedef {import("./amounts.js").Length} Length */
/** @typedef {import("./applies.js").Entry} Entry */
/** @typedef {import("./applies.js").Reply} Reply */
/** @typedef {import("./studio.js").Studio} Studio */

/**
 * The object of `solve --json`.
 *
 * @typedef {object} Solved
 * @property {string} status
 * @property {string} algorithm
 * @property {string} certificate
 * @property {string} [bound]
 * @property {string} reason
 * @property {[number, number]} from
 * @property {[number, number]} to
 * @property {Length | null} cost
 * @property {Length | null} lower_bound
 * @property {[number, number][]} path
 * @property {{path: [number, number][], cost: Length | null}} [nearest]
 * @property {number} expanded
 * @property {number} generated
 * @property {number} reopened
 * @property {number} peak_open
 * @property {number} time_ns
 * @property {Record<string, any>} options
 */

/**
 * What would prove more: the state's field that to change, and to what.
 *
 * @typedef {{kind: "heuristic" | "algorithm" | "reopen" | "budget", value?: string}} Remedy
 */

/**
 * Facts that are words themselves have the name of what they are words of.
 *
 * @typedef {object} Verdict
 * @property {string} badge which certificate is shown
 * @property {{key: string, facts: Record<string, string | number>}[]} reasons
 * @property {Remedy[]} remedies
 */

/** Engines that leave moves out. */
const PRUNING = new Set(["canonical-astar", "jump-point", "bucket-dijkstra"]);

/**
 * Judges an answer.
 *
 * @param {Solved} answer
 * @param {Entry | undefined} entry of the algorithm
 * @param {Reply | null} reply what is known of heuristics
 * @returns {Verdict}
 */
export function judge(answer, entry, reply) {
  switch (answer.status) {
    case "found":
      return found(answer, entry, reply);
    case "limit":
      return stopped(answer);
    case "no-path":
      return noPath(answer);
    case "start-blocked":
    case "goal-blocked":
    case "out-of-bounds":
      return { badge: "none", reasons: [said(`proof.${answer.status}`)], remedies: [] };
    default:
      return { badge: "none", reasons: [other(answer)], remedies: [] };
  }
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 */
function said(key, facts = {}) {
  return { key, facts };
}

/**
 * The server's own words, where there are none here.
 *
 * @param {Solved} answer
 */
function other({ reason }) {
  return said("proof.other", { reason: reason.replace(/\.$/, "") });
}

/**
 * @param {Solved} answer
 * @param {Entry | undefined} entry
 * @param {Reply | null} reply
 * @returns {Verdict}
 */
function found(answer, entry, reply) {
  switch (answer.certificate) {
    case "optimal":
      return { badge: "optimal", reasons: [proof(answer, entry, reply)], remedies: [] };
    case "bounded":
      return { badge: "bounded", reasons: [bounded(answer)], remedies: [{ kind: "algorithm", value: "astar" }] };
    case "feasible":
      return { badge: "feasible", ...doubt(answer, entry, reply) };
    default:
      return { badge: "none", reasons: [other(answer)], remedies: [] };
  }
}

/**
 * Says why a path is a shortest one.
 *
 * @param {Solved} answer
 * @param {Entry | undefined} entry
 * @param {Reply | null} reply
 */
function proof(answer, entry, reply) {
  const { algorithm, options } = answer;
  if (answer.path.length === 1) return said("proof.start-is-goal");
  if (entry?.fast) return said(PRUNING.has(options.engine ?? algorithm) ? "proof.engine.pruned" : "proof.engine");
  const heuristic = options.heuristic ?? "";
  switch (algorithm) {
    case "dijkstra":
    case "breadth-first":
    case "branch-and-bound":
      return said(`proof.${algorithm}`);
    case "bidirectional":
    case "bidirectional-dijkstra":
      return said("proof.bidirectional");
    case "ida-star":
    case "fringe":
      return said("proof.threshold", { heuristic });
    case "weighted-astar":
      return said("proof.weighted.exact");
    case "astar":
      return said(claimOf(heuristic, options.moves, reply).consistent ? "proof.astar" : "proof.astar.admissible", { heuristic });
    default:
      return other(answer);
  }
}

/** @param {Solved} answer */
function bounded(answer) {
  const { cost, lower_bound: lower } = answer;
  if (lower === null || cost === null) return other(answer);
  const facts = { bound: factor(answer.bound ?? ""), lower: exact(lower) };
  const excess = lower.value > 0 ? (cost.value / lower.value - 1) * 100 : Infinity;
  // Rounded up, so that it stays true.
  const percent = rounded(Math.ceil(excess * 10) / 10);
  return Number.isFinite(excess) ? said("proof.bounded.ratio", { ...facts, percent }) : said("proof.bounded", facts);
}

/**
 * Says why a path is not proved a shortest one.
 *
 * @param {Solved} answer
 * @param {Entry | undefined} entry
 * @param {Reply | null} reply
 * @returns {Pick<Verdict, "reasons" | "remedies">}
 */
function doubt(answer, entry, reply) {
  const { algorithm, options } = answer;
  switch (algorithm) {
    case "greedy":
      return { reasons: [said("proof.greedy")], remedies: [{ kind: "algorithm", value: "astar" }] };
    case "bidirectional-first-meeting":
      return { reasons: [said("proof.first-meeting")], remedies: [{ kind: "algorithm", value: "bidirectional" }] };
    case "breadth-first":
      return { reasons: [said("proof.breadth-first.uneven")], remedies: [{ kind: "algorithm", value: "dijkstra" }] };
  }
  const { heuristic } = options;
  if (entry?.heuristic && heuristic !== undefined) {
    const claim = claimOf(heuristic, options.moves, reply);
    if (!claim.admissible) {
      const diagonal = heuristic === "manhattan" && options.moves === 8;
      const sound = metricOf("auto", options.moves);
      return {
        reasons: [diagonal ? said("proof.manhattan") : said("proof.inadmissible", { heuristic })],
        remedies: sound === heuristic ? [] : [{ kind: "heuristic", value: sound }],
      };
    }
    if (!claim.consistent && options.reopen === false) {
      return { reasons: [said("proof.not-reopened")], remedies: [{ kind: "reopen" }] };
    }
  }
  return { reasons: [other(answer)], remedies: [] };
}

/**
 * @param {Solved} answer that a limit ended
 * @returns {Verdict}
 */
function stopped(answer) {
  const { certificate, expanded, lower_bound: lower } = answer;
  const reasons = [];
  if (certificate === "bounded" && lower !== null) {
    reasons.push(said("proof.limit.bounded", { bound: factor(answer.bound ?? ""), lower: exact(lower) }));
  } else if (answer.path.length > 0) {
    reasons.push(said("proof.limit.feasible"));
  } else if (lower !== null && lower.value > 0) {
    reasons.push(said("proof.limit", { n: expanded, lower: exact(lower) }));
  } else {
    reasons.push(said("proof.limit.nothing", { n: expanded }));
  }
  const nearest = answer.nearest?.path.at(-1);
  if (answer.path.length === 0 && nearest) reasons.push(said("proof.limit.nearest", { cell: cellText(nearest) }));
  const badge = certificate === "bounded" ? "bounded" : answer.path.length > 0 ? "feasible" : lower !== null && lower.value > 0 ? "limit" : "none";
  return { badge, reasons, remedies: answer.options.max_expanded > 0 ? [{ kind: "budget" }] : [] };
}

/**
 * @param {Solved} answer
 * @returns {Verdict}
 */
function noPath(answer) {
  const either = answer.algorithm.startsWith("bidirectional");
  const reasons = [said(either ? "proof.no-path.either" : "proof.no-path")];
  const nearest = answer.nearest?.path.at(-1);
  if (nearest && !either) reasons.push(said("proof.no-path.nearest", { cell: cellText(nearest) }));
  return { badge: "no-path", reasons, remedies: [] };
}

/**
 * Returns the change of the state that a remedy asks for; null if there is none
 * to make, as where a rival is that already.
 *
 * @param {Remedy} remedy
 * @param {number} slot of the answer
 * @param {{slots: readonly string[]}} state
 * @returns {Record<string, any> | null}
 */
export function patchOf({ kind, value = "" }, slot, { slots }) {
  switch (kind) {
    case "heuristic":
      return { heuristic: value };
    case "reopen":
      return { reopen: true };
    case "budget":
      return { budget: 0 };
    case "algorithm":
      return slots.includes(value) ? null : { slots: slots.map((algorithm, i) => (i === slot ? value : algorithm)) };
  }
}

/** Puts a verdict into the page, with a button for what would prove more. */
export class Certificate {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.badge = make("strong", { class: "badge" });
    this.reason = make("p", { class: "proof-reason" });
    this.remedies = make("div", { class: "remedies" });
    this.element = make("div", { class: "certificate", "data-part": "certificate" },
      make("div", { class: "certificate-head" }, this.badge, this.remedies), this.reason);
    this.shown = "";
  }

  /**
   * @param {Verdict | null} verdict
   * @param {number} slot of the answer
   */
  show(verdict, slot) {
    const { studio: { words, store } } = this;
    const patches = (verdict?.remedies ?? []).flatMap((remedy) => {
      const patch = patchOf(remedy, slot, store.state);
      return patch === null ? [] : [{ remedy, patch }];
    });
    const shown = JSON.stringify([words.language, verdict, patches]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.badge.dataset.badge = verdict?.badge ?? "";
    say(this.badge, verdict === null ? "" : words.text(`proof.badge.${verdict.badge}`));
    this.reason.replaceChildren(...(verdict?.reasons ?? []).flatMap((reason) => [sentence(this.studio, reason), " "]));
    this.remedies.replaceChildren(...patches.map(({ remedy, patch }) => {
      const button = make("button", { type: "button", class: "button", "data-action": `remedy-${remedy.kind}` }, this.label(remedy));
      button.addEventListener("click", () => {
        store.change(patch);
        // The button goes with what it mended.
        this.element.closest("section")?.querySelector("h2")?.focus();
      });
      return button;
    }));
  }

  /** @param {Remedy} remedy */
  label({ kind, value = "" }) {
    const { words, catalog } = this.studio;
    const name = kind === "heuristic" ? words.text(`search.heuristic.${value}`) : kind === "algorithm" ? nameOf(words, value, catalog.algorithms) : "";
    return words.text(`proof.remedy.${kind}`, { name });
  }
}

/**
 * Puts one reason into words. The server's own are in English.
 *
 * @param {Studio} studio
 * @param {{key: string, facts: Record<string, string | number>}} reason
 * @returns {HTMLElement}
 */
export function sentence({ words }, { key, facts }) {
  const spoken = { ...facts };
  if (typeof facts.heuristic === "string") spoken.heuristic = nameOfHeuristic(words, facts.heuristic);
  if (key === "proof.other") {
    const reason = String(facts.reason);
    return make("span", { lang: "en" }, reason.charAt(0).toUpperCase() + reason.slice(1) + (reason === "" ? "" : "."));
  }
  return make("span", {}, words.text(key, spoken));
}

/**
 * @param {import("./words.js").Words} words
 * @param {string} heuristic
 */
export function nameOfHeuristic(words, heuristic) {
  const key = `search.heuristic.${heuristic}`;
  const name = words.has(key) ? words.text(key) : heuristic;
  return words.language === "en" ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
