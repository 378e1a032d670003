// The map that is drawn on, as the player draws maps.

import { shadeScale } from "/player/documents.js";

/** @typedef {import("./map.js").GridMap} GridMap */

/** @type {WeakMap<GridMap, import("/player/documents.js").GridMap>} */
const known = new WeakMap();

/**
 * Returns what the player shows for a map, start and goal.
 *
 * @param {GridMap} map
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {import("/player/pane.js").Ground}
 */
export function groundOf(map, from, to) {
  let sheet = known.get(map);
  if (sheet === undefined) {
    sheet = sheetOf(map);
    known.set(map, sheet);
  }
  return { ...sheet, start: [from[1] * map.width + from[0]], goals: [to[1] * map.width + to[0]] };
}

/**
 * @param {GridMap} map
 * @returns {import("/player/documents.js").GridMap}
 */
function sheetOf({ width, height, kinds, cells }) {
  const seen = new Uint8Array(kinds.length);
  for (let i = 0; i < cells.length; i++) seen[cells[i]] = 1;
  const blockedKind = Uint8Array.from(kinds, ({ weight }) => (weight === null ? 1 : 0));
  const weights = kinds.map(({ weight }) => Number(weight ?? 0));
  const open = [...new Set(weights.filter((_, kind) => seen[kind] === 1 && blockedKind[kind] === 0))];
  const scale = shadeScale(open, Math.min(...open), Math.max(...open));
  const blocked = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) blocked[i] = blockedKind[cells[i]];
  let shade = null;
  if (scale !== null) {
    const shades = Uint8Array.from(kinds, (_, kind) => (seen[kind] === 1 && blockedKind[kind] === 0 ? scale.shadeOf(weights[kind]) : 0));
    shade = new Uint8Array(cells.length);
    for (let i = 0; i < cells.length; i++) shade[i] = shades[cells[i]];
  }
  return {
    name: "", width, height, blocked, shade,
    shadeNames: scale?.names ?? ["", "", "", "", ""],
    weight: (state) => kinds[cells[state]].weight ?? "",
  };
}
