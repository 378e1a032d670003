// One scale on which one to four traces are moved together.

import { Trace } from "./trace.js";

/**
 * By what traces are kept together: the number of expansions, the largest f
 * expanded, or the share of all events.
 *
 * @typedef {"expansion" | "cost" | "time"} Mode
 */

/** The modes, the usual one first. */
export const MODES = /** @type {Mode[]} */ (["expansion", "cost", "time"]);

/** A scale from 0 to `length` on which each trace has a position. */
export class Timeline {
  /**
   * @param {Trace[]} traces
   * @param {Mode} mode
   */
  constructor(traces, mode) {
    this.traces = traces;
    this.mode = mode;
    /** With mode "cost": the values of f at which a search moves on, as numbers, rising. */
    this.costs = mode === "cost" ? mergedCosts(traces) : new Float64Array(0);
    this.length = this.lengthNow();
  }

  lengthNow() {
    switch (this.mode) {
      case "expansion":
        return Math.max(0, ...this.traces.map((trace) => trace.steps));
      case "cost":
        return this.costs.length;
      case "time":
        return Math.max(0, ...this.traces.map((trace) => trace.count));
    }
  }

  /**
   * Returns how many events of a trace have happened at a place on the scale.
   *
   * @param {Trace} trace
   * @param {number} at
   * @returns {number}
   */
  position(trace, at) {
    if (at >= this.length) return trace.count;
    switch (this.mode) {
      case "expansion":
        return trace.endOfStep(Math.min(at, trace.steps));
      case "cost":
        return trace.endOfStep(at === 0 ? 0 : stepOfCost(trace, this.costs[at - 1]));
      case "time":
        return Math.round((at / this.length) * trace.count);
    }
  }

  /**
   * Returns the first place on the scale at which so many events have happened.
   *
   * @param {Trace} trace
   * @param {number} position
   * @returns {number}
   */
  placeOf(trace, position) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.position(trace, middle) >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/**
 * Returns the last step up to which no f above a cost was expanded.
 *
 * @param {Trace} trace
 * @param {number} cost
 * @returns {number}
 */
function stepOfCost(trace, cost) {
  const unit = unitOf(trace);
  let low = 0;
  let high = trace.steps;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (trace.frontF[middle] / unit <= cost) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * @param {Trace[]} traces
 * @returns {Float64Array}
 */
function mergedCosts(traces) {
  /** @type {Set<number>} */
  const costs = new Set();
  for (const trace of traces) {
    const unit = unitOf(trace);
    for (let step = 1; step <= trace.steps; step++) {
      if (trace.frontF[step] > trace.frontF[step - 1]) costs.add(trace.frontF[step] / unit);
    }
  }
  return Float64Array.from(costs).sort();
}

/**
 * Returns what a cost of a trace is to be divided by, so that traces with
 * different scales can be compared.
 *
 * @param {Trace} trace
 */
function unitOf(trace) {
  return trace.header?.lengths.unit ?? 1;
}

/**
 * How far up the costs and the events of several traces go.
 *
 * @typedef {{g: number, h: number, fLeast: number, fMost: number, events: number}} Extent
 */

/**
 * Returns the extent of all traces together, with costs as numbers.
 *
 * @param {Trace[]} traces
 * @returns {Extent}
 */
export function extentOf(traces) {
  const extent = { g: 0, h: 0, fLeast: Infinity, fMost: -Infinity, events: 1 };
  for (const trace of traces) {
    const unit = unitOf(trace);
    extent.g = Math.max(extent.g, trace.range.g / unit);
    extent.h = Math.max(extent.h, trace.range.h / unit);
    extent.fLeast = Math.min(extent.fLeast, trace.range.fLeast / unit);
    extent.fMost = Math.max(extent.fMost, trace.range.fMost / unit);
    extent.events = Math.max(extent.events, trace.count);
  }
  return extent;
}

/**
 * Returns how far an event is up the extent of a kind of heat, from 0 to 1.
 *
 * @param {Trace} trace
 * @param {"g" | "h" | "f" | "order"} heat
 * @param {number} event
 * @param {Extent} extent
 * @returns {number}
 */
export function heatShare(trace, heat, event, extent) {
  const unit = unitOf(trace);
  /** @param {number} value @param {number} least @param {number} most */
  const share = (value, least, most) => (most > least ? (value / unit - least) / (most - least) : 0);
  switch (heat) {
    case "g":
      return share(trace.g[event], 0, extent.g);
    case "h":
      return share(trace.h[event], 0, extent.h);
    case "f":
      return share(trace.f[event], extent.fLeast, extent.fMost);
    case "order":
      return event / extent.events;
  }
}

/**
 * Returns the first step in which not all of the traces expand the same cell for
 * the same side, or −1 if they expand the same cells to the end.
 *
 * @param {Trace[]} traces
 * @returns {number}
 */
export function firstDifference(traces) {
  const [first, ...others] = traces;
  const steps = Math.min(...traces.map((trace) => trace.steps));
  for (let step = 1; step <= steps; step++) {
    if (others.some((other) => !sameExpansion(first, other, step))) return step;
  }
  return traces.some((trace) => trace.steps > steps) ? steps + 1 : -1;
}

/**
 * @param {Trace} a
 * @param {Trace} b
 * @param {number} step
 */
function sameExpansion(a, b, step) {
  const i = a.expansion[step];
  const j = b.expansion[step];
  return a.kind[i] === b.kind[j] && place(a, a.state[i]) === place(b, b.state[j]);
}

/**
 * Returns a number that two traces share for the same cell, even on maps of
 * different width.
 *
 * @param {Trace} trace
 * @param {number} state
 */
function place(trace, state) {
  const width = trace.header?.map?.width;
  if (width === undefined) return state;
  const x = state % width;
  return x * 2 ** 26 + (state - x) / width;
}
