// The two JSON objects of a trace: its header (query, options, map) and its
// trailer (answer, counts).

import { TraceError } from "./errors.js";
import { Lengths } from "./lengths.js";

// As in package trace.
const MAX_CELLS = 1 << 26;
const MAX_KINDS = 1 << 8;

/**
 * The map on which the states lie: the state y·width + x is the cell (x, y).
 *
 * @typedef {object} GridMap
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} blocked 1 where no path leads
 * @property {(state: number) => string} weight what a cell weighs, as a decimal
 * @property {Uint8Array | null} shade 0 to 4 by weight; null if all open cells weigh the same
 * @property {string[]} shadeNames what each shade stands for, empty if it is not used
 */

/**
 * @typedef {object} Header
 * @property {string} algorithm
 * @property {number[]} start
 * @property {number[]} goals
 * @property {[string, string][]} options
 * @property {GridMap | null} map
 * @property {Lengths} lengths
 */

/**
 * @typedef {object} Ending
 * @property {string} status
 * @property {number[]} path
 * @property {bigint} cost of the path
 * @property {string} certificate
 * @property {string} bound empty unless the certificate is "bounded"
 * @property {string} reason
 * @property {bigint} lowerBound
 * @property {number[]} nearest path to the state nearest to a goal, where none was reached
 * @property {bigint} nearestCost
 * @property {number} expanded
 * @property {number} generated
 * @property {number} reopened
 * @property {number} peakOpen
 * @property {number} events how many the trace has
 */

/**
 * @param {Uint8Array} data
 * @param {number} at offset of its chunk, for errors
 * @returns {Header}
 */
export function parseHeader(data, at) {
  const wrong = () => new TraceError("header", at);
  const object = parse(data, wrong);
  if (object.version !== 1 || typeof object.algorithm !== "string") throw wrong();
  const map = object.map === undefined ? null : parseMap(object.map, wrong);
  const limit = map === null ? 2 ** 31 - 1 : map.width * map.height;
  /** @type {[string, string][]} */
  const options = [];
  for (const pair of list(object.options, wrong)) {
    if (!Array.isArray(pair) || typeof pair[0] !== "string" || typeof pair[1] !== "string") throw wrong();
    options.push([pair[0], pair[1]]);
  }
  const scale = options.find(([key]) => key === "scale")?.[1] ?? "1";
  if (!/^[12]0{0,18}$/.test(scale)) throw wrong();
  return {
    algorithm: object.algorithm,
    start: states(object.start, limit, wrong),
    goals: states(object.goals, limit, wrong),
    options,
    map,
    // A trace from elsewhere names no cost model, and its costs are numbers.
    lengths: new Lengths(map !== null && options.some(([key]) => key === "cost"), BigInt(scale)),
  };
}

/**
 * @param {any} object
 * @param {() => Error} wrong
 * @returns {GridMap}
 */
function parseMap(object, wrong) {
  const { width, height } = object;
  if (!count(width) || !count(height) || width < 1 || height < 1 || width * height > MAX_CELLS) throw wrong();
  const rows = list(object.rows, wrong);
  const kinds = list(object.kinds, wrong);
  if (rows.length !== height || kinds.length === 0 || kinds.length > MAX_KINDS) throw wrong();
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const [i, kind] of kinds.entries()) {
    if (typeof kind?.symbol !== "string") throw wrong();
    if (kind.blocked !== true && !/^\d+(\.\d+)?$/.test(kind.weight)) throw wrong();
    numbers.set(kind.symbol, i);
  }
  const cells = new Uint8Array(width * height);
  const blocked = new Uint8Array(width * height);
  let at = 0;
  for (const row of rows) {
    if (typeof row !== "string" || row.length > 2 * width) throw wrong();
    const end = at + width;
    for (const symbol of row) {
      const kind = numbers.get(symbol);
      if (kind === undefined || at === end) throw wrong();
      blocked[at] = kinds[kind].blocked === true ? 1 : 0;
      cells[at++] = kind;
    }
    if (at !== end) throw wrong();
  }
  const weights = object.weights === undefined ? null : list(object.weights, wrong);
  if (weights !== null && weights.length !== cells.length) throw wrong();
  const numberOf = weights === null
    ? (/** @type {number} */ state) => Number(kinds[cells[state]].weight)
    : (/** @type {number} */ state) => weights[state] / 1e6;
  const { shade, names } = shades(blocked, numberOf);
  return {
    name: typeof object.name === "string" ? object.name : "",
    width, height, blocked, shade,
    shadeNames: names,
    weight: weights === null ? (state) => kinds[cells[state]].weight : (state) => millionths(weights[state]),
  };
}

/**
 * Sorts weights into five shades: up to five different ones have a shade each,
 * more are cut into five ranges of the same width.
 *
 * @param {Uint8Array} blocked
 * @param {(state: number) => number} weight
 * @returns {{shade: Uint8Array | null, names: string[]}}
 */
function shades(blocked, weight) {
  /** @type {number[]} */
  const different = [];
  let least = Infinity;
  let most = -Infinity;
  for (let state = 0; state < blocked.length; state++) {
    if (blocked[state]) continue;
    const w = weight(state);
    least = Math.min(least, w);
    most = Math.max(most, w);
    if (different.length <= 5 && !different.includes(w)) different.push(w);
  }
  const scale = shadeScale(different, least, most);
  if (scale === null) return { shade: null, names: ["", "", "", "", ""] };
  const shade = new Uint8Array(blocked.length);
  for (let state = 0; state < shade.length; state++) {
    if (!blocked[state]) shade[state] = scale.shadeOf(weight(state));
  }
  return { shade, names: scale.names };
}

/**
 * Returns the shade that each weight has, and what each shade stands for; null
 * if there is but one weight.
 *
 * @param {number[]} weights all different ones, or six of them if there are more
 * @param {number} least
 * @param {number} most
 * @returns {{shadeOf: (weight: number) => number, names: string[]} | null}
 */
export function shadeScale(weights, least, most) {
  if (weights.length <= 1) return null;
  const different = [...weights].sort((a, b) => a - b);
  const few = different.length <= 5;
  /** @param {number} w */
  const shadeOf = (w) => few
    ? Math.trunc((different.indexOf(w) * 4) / (different.length - 1))
    : Math.min(4, Math.trunc(((w - least) / (most - least)) * 5));
  const names = ["", "", "", "", ""];
  for (let i = 0; i < 5; i++) {
    if (few) {
      if (i < different.length) names[shadeOf(different[i])] = String(different[i]);
    } else {
      const edge = (/** @type {number} */ k) => String(Number((least + ((most - least) * k) / 5).toPrecision(3)));
      names[i] = edge(i) + "–" + edge(i + 1);
    }
  }
  return { shadeOf, names };
}

/**
 * @param {Uint8Array} data
 * @param {number} limit states are below it
 * @param {number} at offset of its chunk, for errors
 * @returns {Ending}
 */
export function parseTrailer(data, limit, at) {
  const wrong = () => new TraceError("trailer", at);
  const object = parse(data, wrong);
  for (const key of ["status", "certificate", "reason"]) {
    if (typeof object[key] !== "string") throw wrong();
  }
  for (const key of ["expanded", "generated", "reopened", "peak_open"]) {
    if (!count(object[key])) throw wrong();
  }
  let events = 0;
  for (const number of Object.values(object.events ?? {})) {
    if (!count(number)) throw wrong();
    events += number;
  }
  return {
    status: object.status,
    path: states(object.path, limit, wrong),
    cost: whole(object.cost, wrong),
    certificate: object.certificate,
    bound: typeof object.bound === "string" ? object.bound : "",
    reason: object.reason,
    lowerBound: whole(object.lower_bound, wrong),
    nearest: states(object.nearest ?? [], limit, wrong),
    nearestCost: whole(object.nearest_cost ?? 0, wrong),
    expanded: object.expanded,
    generated: object.generated,
    reopened: object.reopened,
    peakOpen: object.peak_open,
    events,
  };
}

/**
 * Reads a JSON object. Whole numbers of 16 digits and more, which a number
 * might not hold, become strings.
 *
 * @param {Uint8Array} data
 * @param {() => Error} wrong
 * @returns {any}
 */
function parse(data, wrong) {
  let object;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    object = JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (found) => (found[0] === '"' ? found : `"${found}"`)));
  } catch {
    throw wrong();
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) throw wrong();
  return object;
}

/**
 * @param {unknown} value
 * @param {() => Error} wrong
 * @returns {any[]}
 */
function list(value, wrong) {
  if (!Array.isArray(value)) throw wrong();
  return value;
}

/**
 * @param {unknown} value
 * @param {number} limit
 * @param {() => Error} wrong
 * @returns {number[]}
 */
function states(value, limit, wrong) {
  const all = list(value, wrong);
  for (const state of all) {
    if (!count(state) || state >= limit) throw wrong();
  }
  return all;
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function count(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/**
 * @param {unknown} value
 * @param {() => Error} wrong
 * @returns {bigint}
 */
function whole(value, wrong) {
  if (typeof value === "number" ? !Number.isSafeInteger(value) : typeof value !== "string" || !/^-?\d+$/.test(value)) {
    throw wrong();
  }
  return BigInt(/** @type {number | string} */ (value));
}

/** @param {number} n */
function millionths(n) {
  const text = String(n).padStart(7, "0");
  return (text.slice(0, -6) + "." + text.slice(-6)).replace(/\.?0+$/, "");
}
