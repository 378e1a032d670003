// What applies to what: which algorithm takes which option, and what the server
// knows of algorithms and heuristics at the present costs.

import { Latest } from "./latest.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./store.js").State} State */

/**
 * An algorithm as GET /api/algorithms lists it.
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} title
 * @property {string} paper
 * @property {string} summary
 * @property {string} guarantee
 * @property {boolean} heuristic
 * @property {boolean} weight
 * @property {boolean} tie
 * @property {boolean} reopen
 * @property {boolean} fast
 * @property {boolean} limits
 */

/** @typedef {{admissible: boolean, consistent: boolean, reason: string}} Claim */

/** @typedef {{algorithms: Record<string, string>, heuristics: Record<string, Claim>, auto: string}} Reply */

/** The options that only some algorithms take. */
export const OPTIONS = /** @type {const} */ (["heuristic", "weight", "tie", "reopen", "order"]);

/** @typedef {(typeof OPTIONS)[number]} Option */

/**
 * A key of the words with its facts.
 *
 * @typedef {{key: string, facts?: import("/player/words.js").Facts}} Said
 */

/**
 * Returns the entries of the algorithms in the slots.
 *
 * @param {readonly string[]} slots
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export function chosen(slots, entries) {
  return slots.flatMap((slot) => entries.find(({ name }) => name === slot) ?? []);
}

/**
 * @param {Entry} entry
 * @param {Option} option
 */
export function takes(entry, option) {
  return option === "order" ? !entry.fast : entry[option];
}

/**
 * Returns why an option has no effect on any of the algorithms; null: it has one.
 * The fact name is that of the algorithm, to be put into words.
 *
 * @param {Option} option
 * @param {Entry[]} algorithms
 * @returns {Said | null}
 */
export function idle(option, algorithms) {
  if (algorithms.some((entry) => takes(entry, option))) return null;
  if (algorithms.length !== 1) return { key: `search.why.none.${option}` };
  const [{ name, fast }] = algorithms;
  const own = fast && ((option === "heuristic" && name !== "bucket-dijkstra") || option === "tie" || option === "order");
  return { key: `search.why.${own ? "own" : "no"}-${option}`, facts: { name } };
}

/**
 * Returns the names of the algorithms that take an option, if others do not.
 *
 * @param {Option} option
 * @param {Entry[]} algorithms
 * @returns {string[]}
 */
export function onlyFor(option, algorithms) {
  const takers = algorithms.filter((entry) => takes(entry, option));
  return takers.length === algorithms.length ? [] : takers.map(({ name }) => name);
}

/**
 * Returns in which way an algorithm does not apply, given that the server says
 * that it does not: "uniform", "span", "zero", or "other" for what only the
 * server's own words tell.
 *
 * @param {Entry} entry
 * @param {Pick<State, "cost" | "heuristic">} state
 * @returns {"uniform" | "span" | "zero" | "other"}
 */
export function misfit(entry, { cost, heuristic }) {
  if (!entry.fast) return entry.heuristic && heuristic === "zero" ? "zero" : "other";
  if (cost === "uniform") return "other";
  return entry.name.startsWith("bucket-") ? "span" : "uniform";
}

/**
 * Says that an algorithm does not apply, and how that could be mended; null: it
 * applies, for all that is known.
 *
 * @param {Entry} entry
 * @param {Pick<State, "cost" | "heuristic">} state
 * @param {Reply | null} reply
 * @returns {{kind: ReturnType<typeof misfit>, key: string, reason: string} | null}
 */
export function refusal(entry, state, reply) {
  const reason = reply?.algorithms[entry.name] ?? "";
  if (reason === "") return null;
  const kind = misfit(entry, state);
  return { kind, key: `search.why.${kind}.long`, reason };
}

/**
 * Returns the metric that auto stands for.
 *
 * @param {string} heuristic
 * @param {4 | 8} moves
 */
export function metricOf(heuristic, moves) {
  return heuristic === "auto" ? (moves === 4 ? "manhattan" : "octile") : heuristic;
}

/**
 * Returns what is claimed of a heuristic: by the server, or by what is known of
 * the metrics until it has said so.
 *
 * @param {string} heuristic
 * @param {4 | 8} moves
 * @param {Reply | null} reply
 * @returns {Pick<Claim, "admissible" | "consistent">}
 */
export function claimOf(heuristic, moves, reply) {
  const known = reply?.heuristics[heuristic];
  if (known !== undefined) return known;
  const sound = metricOf(heuristic, moves) !== "manhattan" || moves === 4;
  return { admissible: sound, consistent: sound };
}

/**
 * Returns the certificate that an algorithm's path will have: "optimal",
 * "bounded" or "feasible"; "" for one that is not known here.
 *
 * @param {Entry} entry
 * @param {Pick<State, "map" | "moves" | "cost" | "heuristic" | "reopen">} state
 * @param {Reply | null} reply
 */
export function expected(entry, state, reply) {
  const { name } = entry;
  if (name === "greedy" || name === "bidirectional-first-meeting") return "feasible";
  if (name === "breadth-first") return evenSteps(state) ? "optimal" : "feasible";
  if (entry.fast || name === "branch-and-bound") return "optimal";
  if (!entry.heuristic) return name.includes("dijkstra") ? "optimal" : "";
  const claim = claimOf(state.heuristic, state.moves, reply);
  if (!claim.admissible || (!claim.consistent && entry.reopen && !state.reopen)) return "feasible";
  return entry.weight ? "bounded" : "optimal";
}

/**
 * Tells whether every step costs the same.
 *
 * @param {Pick<State, "map" | "moves" | "cost">} state
 */
function evenSteps({ map, moves, cost }) {
  return moves === 4 && (cost === "uniform" || weightsOf(map).length <= 1);
}

/** @type {WeakMap<object, string[]>} */
const weights = new WeakMap();

/**
 * Returns what the open cells of a map weigh, each weight once and in order.
 *
 * @param {import("./map.js").GridMap} map
 * @returns {string[]}
 */
export function weightsOf(map) {
  let found = weights.get(map);
  if (found === undefined) {
    const used = map.used();
    const open = map.kinds.flatMap(({ weight }, i) => (weight !== null && used[i] ? [weight] : []));
    found = [...new Set(open)].sort((a, b) => Number(a) - Number(b));
    weights.set(map, found);
  }
  return found;
}

/**
 * Returns all that the server's reply depends on.
 *
 * @param {Readonly<State>} state
 */
export function dependsOn({ map, moves, corners, cost, heuristic, reopen }) {
  const open = cost === "uniform" ? "" : weightsOf(map).join(" ");
  return [map.width, map.height, open, moves, moves === 4 ? "" : corners, cost, heuristic, reopen].join("|");
}

/** What the server says applies, kept up to date. */
export class Applies {
  /** @param {Studio} studio */
  constructor({ store, api }) {
    this.store = store;
    /** @type {Set<() => void>} */
    this.subscribers = new Set();
    /** @type {Latest<Reply>} */
    this.latest = new Latest((body, signal) => api.post("/api/applies", body, { signal }), () => {
      for (const subscriber of [...this.subscribers]) subscriber();
    }, { keep: 64 });
    store.subscribe(() => this.refresh());
    this.refresh();
  }

  /** The newest reply that holds for the present state; null: none has come. */
  get reply() {
    return this.latest.fresh ? this.latest.value : null;
  }

  refresh() {
    const { store } = this;
    this.latest.want(dependsOn(store.state), () => store.ask());
  }

  /** @param {() => void} subscriber */
  subscribe(subscriber) {
    this.subscribers.add(subscriber);
  }
}

/** @type {WeakMap<Studio, Applies>} */
const shared = new WeakMap();

/**
 * Returns the one Applies of a studio.
 *
 * @param {Studio} studio
 */
export function appliesOf(studio) {
  let applies = shared.get(studio);
  if (applies === undefined) {
    applies = new Applies(studio);
    shared.set(studio, applies);
  }
  return applies;
}

/**
 * Returns the short name of an algorithm.
 *
 * @param {import("./words.js").Words} words
 * @param {string} algorithm
 * @param {Entry[]} entries
 */
export function nameOf(words, algorithm, entries) {
  const key = `algorithm.${algorithm}.name`;
  return words.has(key) ? words.text(key) : entries.find(({ name }) => name === algorithm)?.title ?? algorithm;
}
