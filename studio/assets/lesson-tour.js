// The guided tours as data: what a step sets up, which figures it works out, and
// what they are held against. The steps are in lessons/*.json.

/** @typedef {import("./store.js").State} State */

/** What a step sets, besides the map. */
/** @typedef {Omit<State, "map" | "name">} Settings */

/**
 * Where a map comes from: its text in some format of the server's, or a generator.
 *
 * @typedef {{name: string, lines: string[], generate?: undefined} | {name: string, lines?: undefined, generate: Record<string, any>}} Source
 */

/** One of the settings that a step compares. */
/** @typedef {{id: string, set: Partial<Settings>}} Show */

/**
 * A figure that a step works out.
 *
 * @typedef {object} Row
 * @property {"solve" | "map" | "ties" | "heuristic" | "trace" | "game" | "cited"} of what is asked; cited: nothing, as that takes too long
 * @property {string} what
 * @property {string} [algorithm]
 * @property {string} [over] the algorithm that it is compared with
 * @property {string} [show] of which of the settings
 * @property {string} [tie]
 * @property {Value} want
 * @property {string} [fact] its name among the articles' figures; without one it is our own
 */

/** @typedef {number | string} Value */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {"games"} [page] where it is shown, if not in the lab
 * @property {string} [map]
 * @property {Partial<Settings>} [set]
 * @property {Show[]} [shows]
 * @property {{game: "tic-tac-toe" | "connect-four", position: string, depth: number, algorithm: string}} [game]
 * @property {{at: "start" | "end" | "play", heat: "none" | "g" | "h" | "f" | "order", select?: [number, number]}} [player]
 * @property {string} [point] what to look at
 * @property {[number, number, number, number][]} [cells] what is marked on the map: left, top, width, height
 * @property {string} [lens]
 * @property {Row[]} rows
 */

/**
 * @typedef {object} Tour
 * @property {string} tour
 * @property {Record<string, Source>} maps
 * @property {Settings} set what all steps set, unless they say otherwise
 * @property {Step[]} steps
 */

/** The tours in their order. */
export const TOURS = ["notebook", "visualiser", "terrain"];

/**
 * Returns what a step sets.
 *
 * @param {Tour} tour
 * @param {Step} step
 * @param {string} [show] one of the settings that it compares; without it, the first
 * @returns {Settings}
 */
export function settingsOf(tour, step, show) {
  const chosen = step.shows?.find(({ id }) => id === show) ?? step.shows?.[0];
  return { ...tour.set, ...step.set, ...chosen?.set };
}

/**
 * Returns the name of a step, as links have it.
 *
 * @param {Tour} tour
 * @param {Step} step
 */
export function linkTo(tour, step) {
  return `${tour.tour}/${step.id}`;
}

/**
 * Reads the name of a step.
 *
 * @param {string} link
 * @returns {{tour: string, step: string} | null}
 */
export function readLink(link) {
  const [tour, step, more] = link.split("/");
  return TOURS.includes(tour) && step !== undefined && more === undefined ? { tour, step } : null;
}

/**
 * Tells whether settings hold in a state.
 *
 * @param {Readonly<State>} state
 * @param {Settings} settings
 */
export function holds(state, settings) {
  return /** @type {(keyof Settings)[]} */ (Object.keys(settings)).every((key) => String(state[key]) === String(settings[key]));
}

/**
 * Returns a figure from an answer, or null where it has none.
 *
 * @param {Row} row
 * @param {any} reply of the server
 * @param {any} [other] what the algorithm it is compared with answered
 * @returns {Value | null}
 */
export function measure(row, reply, other) {
  switch (row.of) {
    case "solve":
      return measureAnswer(row.what, reply, other);
    case "map":
      return row.what === "walls" ? reply.width * reply.height - reply.open : reply.width * reply.height;
    case "ties":
      return reply.policies.find((/** @type {any} */ { tie }) => tie === row.tie)?.expanded ?? null;
    case "heuristic":
      return reply.above;
    case "game":
      return reply.nodes;
    case "cited":
      return row.want;
    default:
      return null;
  }
}

/**
 * @param {string} what
 * @param {any} answer the object of `solve --json`
 * @param {any} other
 * @returns {Value | null}
 */
function measureAnswer(what, answer, other) {
  switch (what) {
    case "expanded":
      return answer.expanded;
    case "certificate":
      return answer.certificate;
    case "outcome":
      return answer.cost?.text ?? answer.status;
    case "cost":
      return answer.cost?.text ?? null;
    case "bound":
      return answer.lower_bound?.text ?? null;
    case "cells":
      return answer.cost === null ? null : answer.path.length;
    case "straight":
    case "diagonal":
      return answer.cost === null ? null : Number(answer.cost[what]);
    case "decimal":
      return answer.cost?.value ?? null;
    case "fewer":
      return Math.round((10 * other.expanded) / answer.expanded) / 10;
    case "saved":
      return Math.round(100 * (1 - answer.expanded / other.expanded));
    default:
      return null;
  }
}

/**
 * Tells how a figure compares with the one that is expected.
 *
 * @param {Value | null} value
 * @param {Value} want
 * @returns {{same: boolean, by: number | null}} by: the difference, where both are numbers
 */
export function compared(value, want) {
  if (typeof value === "number" && typeof want === "number") {
    const by = value - want;
    return { same: by === 0, by };
  }
  return { same: value === want, by: null };
}
