// The search as it stands, in a sentence.

import { explain, placeWord } from "./explain.js";
import { GENERATE, IMPROVE, REOPEN } from "./trace.js";
import { Replay } from "./replay.js";
import { Words } from "./words.js";

/**
 * Returns a state as a cell, "(x, y)".
 *
 * @param {import("./trace.js").Trace} trace
 * @param {number} state
 */
export function cellName(trace, state) {
  const width = trace.header?.map?.width;
  return width === undefined ? String(state) : `(${state % width}, ${Math.floor(state / width)})`;
}

/**
 * Returns the step and the counts.
 *
 * @param {Words} words
 * @param {Replay} replay
 */
export function counts(words, { trace, step, open, closed }) {
  return trace.header === null ? "" : words.text("counts", { step, open, closed });
}

/**
 * Returns what came of the search.
 *
 * @param {Words} words
 * @param {import("./trace.js").Trace} trace
 */
export function outcome(words, { header, end }) {
  if (header === null || end === null) return "";
  const cost = header.lengths.text(end.cost);
  return end.status === "found" ? words.text("summary.found", { cost }) : words.term("status", end.status);
}

/**
 * Says what the last step did, and how things stand.
 *
 * @param {Words} words
 * @param {Replay} replay
 */
export function summary(words, { trace, step, position, open, closed }) {
  if (trace.header === null) return "";
  const { lengths } = trace.header;
  const parts = [];
  if (step > 0) {
    const event = trace.expansion[step];
    parts.push(words.text("summary.expand", { step, cell: cellName(trace, trace.state[event]), f: lengths.text(trace.cost("f", event)) }));
    /** @type {[number, import("./words.js").Key][]} */
    const kinds = [[GENERATE, "summary.generated"], [IMPROVE, "summary.improved"], [REOPEN, "summary.reopened"]];
    for (const [kind, key] of kinds) {
      let n = 0;
      for (let i = event; i < position; i++) n += (trace.kind[i] & 15) === kind ? 1 : 0;
      if (n > 0) parts.push(words.text(key, { n }));
    }
  } else {
    parts.push(words.text("summary.start"));
  }
  parts.push(words.text("summary.counts", { open, closed }));
  if (trace.end !== null && position >= trace.count) parts.push(outcome(words, trace));
  return parts.join(words.text("summary.join"));
}

/**
 * Says how far several searches are alike.
 *
 * @param {Words} words
 * @param {{name: string, replay: Replay}[]} searches
 * @param {number} differing the first step in which they differ, or −1
 */
export function comparison(words, searches, differing) {
  const step = Math.max(...searches.map(({ replay }) => replay.step));
  if (differing < 1 || step < differing) return words.text("compare.alike", { step });
  const cells = searches.map(({ name, replay: { trace } }) => {
    const cell = differing <= trace.steps ? cellName(trace, trace.state[trace.expansion[differing]]) : "–";
    return `${name} ${cell}`;
  });
  return words.text("compare.differ", { step: differing }) + cells.join(", ");
}

/**
 * Says of a cell where it is, its f, and the first reason for that.
 *
 * @param {Words} words
 * @param {Replay} replay
 * @param {number} state
 */
export function cellSummary(words, replay, state) {
  const { trace } = replay;
  const side = trace.sides === 2 && replay.event(0, state) < 0 && replay.event(1, state) >= 0 ? 1 : 0;
  const parts = [`${cellName(trace, state)} ${words.text(placeWord(replay, side, state))}`];
  const event = replay.event(side, state);
  const lengths = trace.header?.lengths;
  if (event >= 0 && lengths) {
    for (const field of /** @type {("g" | "h" | "f")[]} */ (["g", "h", "f"])) {
      parts.push(`${field} = ${lengths.text(trace.cost(field, event))}`);
    }
  }
  const reason = explain(replay, side, state).at(-1);
  if (reason !== undefined) parts.push(words.text(reason.key, reason.facts));
  return parts.join(words.text("summary.join"));
}
