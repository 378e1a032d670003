// The scale of the budget: logarithmic from one expansion to all of them, and
// unlimited at its end.

/**
 * A point of the curve that POST /api/budget returns.
 *
 * @typedef {object} Point
 * @property {number} expanded
 * @property {import("./amounts.js").Length | null} lower_bound
 * @property {import("./amounts.js").Length | null} cost
 * @property {[number, number] | null} nearest
 * @property {import("./amounts.js").Length | null} nearest_estimate
 * @property {string} status
 */

/** The stops of the dial are at least one expansion apart, and about so many. */
const STOPS = 160;

/**
 * Returns where a number of expansions is, as a share of the scale.
 *
 * @param {number} expanded at least 1
 * @param {number} total
 */
export function shareOf(expanded, total) {
  if (total <= 1) return 1;
  return Math.max(0, Math.min(1, Math.log(Math.max(1, expanded)) / Math.log(total)));
}

/**
 * Returns the number of expansions at a share of the scale.
 *
 * @param {number} share
 * @param {number} total
 */
export function expandedAt(share, total) {
  return Math.max(1, Math.min(total, Math.round(total ** Math.max(0, Math.min(1, share)))));
}

/**
 * Returns the budgets that the dial's keys move between, in order.
 *
 * @param {number} total
 * @returns {number[]}
 */
export function stopsOf(total) {
  const stops = new Set([1]);
  for (let i = 0; i <= STOPS; i++) stops.add(expandedAt(i / STOPS, total));
  return [...stops];
}

/**
 * Returns the index of the stop nearest to a budget, or one beyond the last for
 * none.
 *
 * @param {number[]} stops
 * @param {number} budget 0: unlimited
 */
export function stopOf(stops, budget) {
  if (budget === 0) return stops.length;
  let best = 0;
  for (const [i, stop] of stops.entries()) {
    if (Math.abs(stop - budget) < Math.abs(stops[best] - budget)) best = i;
  }
  return best;
}

/**
 * Returns the last point that a budget reaches.
 *
 * @param {Point[]} points in the order of their expansions
 * @param {number} budget 0: unlimited
 * @returns {Point | null}
 */
export function pointAt(points, budget) {
  if (budget === 0) return points.at(-1) ?? null;
  let reached = null;
  for (const point of points) {
    if (point.expanded > budget) break;
    reached = point;
  }
  return reached;
}

/**
 * Returns the numbers of expansions that stand along the scale: powers of ten,
 * and the last one.
 *
 * @param {number} total
 */
export function ticksOf(total) {
  const ticks = [];
  for (let n = 1; n < total; n *= 10) {
    // One close to the last would run into it.
    if (shareOf(n, total) < 0.8) ticks.push(n);
  }
  ticks.push(total);
  return ticks;
}
