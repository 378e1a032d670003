// What a map is generated from: the values of the fields, and which of them a
// refusal is about.

/**
 * An option of a generator.
 *
 * @typedef {object} Ingredient
 * @property {"count" | "share"} type a whole number, or a share from 0 to 1
 * @property {string} usual the value that the server takes without one; empty: it depends
 * @property {number} least
 */

/** The options that this page knows; the server says which kind of map takes which. */
/** @type {Record<string, Ingredient>} */
export const INGREDIENTS = {
  width: { type: "count", usual: "49", least: 1 },
  height: { type: "count", usual: "33", least: 1 },
  seed: { type: "count", usual: "1", least: -Number.MAX_SAFE_INTEGER },
  walls: { type: "count", usual: "", least: 0 },
  wall_width: { type: "count", usual: "13", least: 1 },
  wall_height: { type: "count", usual: "10", least: 1 },
  gap: { type: "share", usual: "0.22", least: 0 },
  density: { type: "share", usual: "0.25", least: 0 },
  corridor: { type: "count", usual: "1", least: 1 },
  room_width: { type: "count", usual: "7", least: 1 },
  room_height: { type: "count", usual: "7", least: 1 },
  doors: { type: "share", usual: "0.5", least: 0 },
};

/** The fields that every kind of map has. */
export const COMMON = ["width", "height", "seed"];

/** The map of the article "A* and heuristic search", and its query. */
export const NOTEBOOK = Object.freeze({
  kind: "walls",
  values: { width: "48", height: "28", seed: "11", walls: "", wall_width: "13", wall_height: "10", gap: "0.22" },
  from: /** @type {[number, number]} */ ([0, 27]),
  to: /** @type {[number, number]} */ ([47, 0]),
});

/** @returns {Record<string, string>} what the fields hold at first */
export function usualValues() {
  return Object.fromEntries(Object.entries(INGREDIENTS).map(([name, { usual }]) => [name, usual]));
}

/**
 * Returns the names of a generator's options, as fields of a request have them.
 *
 * @param {{options?: string[]}} generator of GET /api/algorithms
 */
export function optionsOf({ options = [] }) {
  return options.map((name) => name.replace(/-/g, "_"));
}

/**
 * Returns the request for a map; null if a field holds no number that it can
 * hold, which is then in `wrong`.
 *
 * @param {string} kind
 * @param {readonly string[]} options that the kind takes
 * @param {Record<string, string>} values
 * @returns {{body: Record<string, string | number> | null, wrong: string[]}}
 */
export function requestOf(kind, options, values) {
  /** @type {Record<string, string | number>} */
  const body = { kind };
  /** @type {string[]} */
  const wrong = [];
  for (const name of [...COMMON, ...options]) {
    const text = (values[name] ?? "").trim();
    if (text === "") continue;
    const { type, least } = INGREDIENTS[name] ?? { type: "count", least: 0 };
    const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    const fits = type === "share" ? number <= 1 : Number.isSafeInteger(number);
    if (fits && number >= least) body[name] = number;
    else wrong.push(name);
  }
  return { body: wrong.length === 0 ? body : null, wrong };
}

/**
 * Returns the field that a refusal is shown at: the one that it names, the size
 * if it asks for another one, else the kind.
 *
 * @param {import("./formats.js").Problem} problem
 * @param {readonly string[]} options that the kind takes
 */
export function fieldAtFault({ field, remedy }, options) {
  if (field === "kind" && /\d+×\d+/.test(remedy)) return "width";
  const name = field.replace(/-/g, "_");
  return COMMON.includes(name) || options.includes(name) ? name : "kind";
}
