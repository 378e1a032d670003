// What a recorded search says about the claims of the step-wise article.

import { EXPAND, GENERATE, IMPROVE, REOPEN } from "/player/trace.js";

/** @typedef {import("/player/trace.js").Trace} Trace */

/**
 * Returns a figure from a trace, or null if there is none of that name.
 *
 * @param {string} what
 * @param {Trace} trace
 * @returns {number | string | null}
 */
export function measureTrace(what, trace) {
  switch (what) {
    case "steps":
      return trace.steps;
    case "one-each":
      return yes(oneEach(trace));
    case "fifo":
      return yes(firstInFirstOut(trace));
    case "symmetric":
      return yes(symmetric(trace));
    default:
      return null;
  }
}

/** @param {boolean} is */
function yes(is) {
  return is ? "yes" : "no";
}

/**
 * Tells whether each step closes exactly one cell.
 *
 * @param {Trace} trace
 */
function oneEach(trace) {
  for (let step = 1; step <= trace.steps; step++) {
    if (trace.closedCount[step] !== trace.closedCount[step - 1] + 1) return false;
  }
  return trace.counts[EXPAND] === trace.steps;
}

/**
 * Tells whether the cell expanded was always the one with the least f and, among
 * equals, the one that was put on OPEN first.
 *
 * @param {Trace} trace
 */
function firstInFirstOut(trace) {
  // In the order in which they came; a Map keeps it.
  /** @type {Map<number, number>} */
  const open = new Map();
  for (let i = 0; i < trace.count; i++) {
    const kind = trace.kind[i] & 15;
    const state = trace.state[i];
    if (kind === GENERATE || kind === IMPROVE || kind === REOPEN) {
      open.delete(state);
      open.set(state, trace.f[i]);
    } else if (kind === EXPAND) {
      let first = -1;
      let least = Infinity;
      for (const [candidate, f] of open) {
        if (f >= least) continue;
        least = f;
        first = candidate;
      }
      if (first !== state) return false;
      open.delete(state);
    }
  }
  return true;
}

/**
 * Tells whether the expanded cells are their own mirror image about the diagonal
 * from the top left.
 *
 * @param {Trace} trace
 */
function symmetric(trace) {
  const width = trace.header?.map?.width ?? 0;
  /** @type {Set<number>} */
  const expanded = new Set();
  for (let step = 1; step <= trace.steps; step++) expanded.add(trace.state[trace.expansion[step]]);
  for (const state of expanded) {
    const x = state % width;
    const y = (state - x) / width;
    if (y >= width || !expanded.has(x * width + y)) return false;
  }
  return true;
}
