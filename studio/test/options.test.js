import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, claimOf, dependsOn, expected, idle, metricOf, misfit, OPTIONS, onlyFor, refusal, weightsOf } from "../assets/applies.js";
import { GridMap } from "../assets/map.js";
import { ORDERS, readOrder, readWeight, USUAL, weightValue } from "../assets/options.js";

/** @param {string} name @param {object} [more] */
const entry = (name, more) => ({
  name, title: name, paper: "", summary: "", guarantee: "", heuristic: false, weight: false, tie: false, reopen: false, fast: false, limits: true, ...more,
});
const astar = entry("astar", { heuristic: true, tie: true, reopen: true });
const weighted = entry("weighted-astar", { heuristic: true, weight: true, tie: true, reopen: true });
const dijkstra = entry("dijkstra", { tie: true });
const breadthFirst = entry("breadth-first");
const greedy = entry("greedy", { heuristic: true, tie: true });
const jumpPoint = entry("jump-point", { fast: true, limits: false });
const bucket = entry("bucket-dijkstra", { fast: true, limits: false });
const entries = [astar, weighted, dijkstra, breadthFirst, greedy, jumpPoint, bucket];

const plain = GridMap.blank(4, 3);
const state = { map: plain, moves: /** @type {const} */ (8), corners: "never", cost: "uniform", heuristic: "octile", reopen: true };

test("weights are read as the server reads them", () => {
  for (const text of ["1", "1.5", "01.50", "3/2", "7/7", "1.123456789", " 2 ", "1000000"]) {
    assert.equal(readWeight(text).weight, text.trim(), text);
  }
  assert.equal(readWeight("5.").weight, "5");
  for (const [text, problem] of [
    ["", "empty"], ["  ", "empty"], ["0.5", "low"], [".5", "low"], ["0", "low"], ["2/3", "low"], ["0.999999999", "low"],
    ["1.1234567890", "digits"], ["abc", "odd"], [".", "odd"], ["1/0", "odd"], ["-1", "odd"], ["1e3", "odd"], ["1,5", "odd"], ["3/2/1", "odd"],
    ["9223372036854775808", "large"],
  ]) assert.equal(readWeight(text).problem, problem, text);
});

test("weights have values", () => {
  assert.equal(weightValue("3/2"), 1.5);
  assert.equal(weightValue("1.25"), 1.25);
});

test("orders name each direction once", () => {
  assert.equal(readOrder("e w s n se ne sw nw"), "");
  assert.equal(readOrder(""), "");
  assert.equal(readOrder("S, N, E, W, SE, NE, SW, NW"), ORDERS.notebook);
  assert.equal(readOrder("S,N,E,W,SE,NE,SW,SW"), null);
  assert.equal(readOrder("S,N,E,W"), null);
  for (const order of Object.values(ORDERS)) {
    assert.deepEqual(order.split(",").sort(), USUAL.split(",").sort());
    assert.equal(readOrder(order), order === USUAL ? "" : order);
  }
});

test("options are idle where no algorithm takes them, and say for which", () => {
  assert.deepEqual(idle("heuristic", [dijkstra]), { key: "search.why.no-heuristic", facts: { name: "dijkstra" } });
  assert.deepEqual(idle("heuristic", [jumpPoint]), { key: "search.why.own-heuristic", facts: { name: "jump-point" } });
  assert.deepEqual(idle("heuristic", [bucket]), { key: "search.why.no-heuristic", facts: { name: "bucket-dijkstra" } });
  assert.deepEqual(idle("tie", [jumpPoint]), { key: "search.why.own-tie", facts: { name: "jump-point" } });
  assert.deepEqual(idle("order", [jumpPoint]), { key: "search.why.own-order", facts: { name: "jump-point" } });
  assert.deepEqual(idle("weight", [astar, dijkstra]), { key: "search.why.none.weight" });
  assert.equal(idle("weight", [astar, weighted]), null);
  for (const option of OPTIONS) assert.equal(idle(option, [weighted]), null, option);
  assert.deepEqual(onlyFor("heuristic", [astar, dijkstra, greedy]), ["astar", "greedy"]);
  assert.deepEqual(onlyFor("heuristic", [astar, greedy]), []);
  assert.deepEqual(chosen(["dijkstra", "unheard-of", "astar"], entries), [dijkstra, astar]);
});

test("what does not apply says why, as far as is known here", () => {
  assert.equal(misfit(jumpPoint, { cost: "mul", heuristic: "auto" }), "uniform");
  assert.equal(misfit(bucket, { cost: "mul", heuristic: "auto" }), "span");
  assert.equal(misfit(bucket, { cost: "uniform", heuristic: "auto" }), "other");
  assert.equal(misfit(greedy, { cost: "uniform", heuristic: "zero" }), "zero");
  const reply = { algorithms: { "jump-point": "it is for uniform costs only", "astar": "" }, heuristics: {}, auto: "octile" };
  assert.equal(refusal(astar, { cost: "mul", heuristic: "auto" }, reply), null);
  assert.equal(refusal(jumpPoint, { cost: "mul", heuristic: "auto" }, null), null);
  assert.equal(refusal(jumpPoint, { cost: "mul", heuristic: "auto" }, reply)?.key, "search.why.uniform.long");
});

test("claims of heuristics are the server's, or those that hold of the metrics", () => {
  assert.equal(metricOf("auto", 4), "manhattan");
  assert.equal(metricOf("auto", 8), "octile");
  assert.equal(metricOf("zero", 8), "zero");
  assert.equal(claimOf("manhattan", 8, null).admissible, false);
  assert.equal(claimOf("manhattan", 4, null).admissible, true);
  assert.equal(claimOf("auto", 8, null).consistent, true);
  // Where a step costs nothing, every estimate is 0.
  const reply = { algorithms: {}, heuristics: { manhattan: { admissible: true, consistent: true, reason: "" } }, auto: "octile" };
  assert.equal(claimOf("manhattan", 8, reply).admissible, true);
});

test("certificates are foreseen", () => {
  const manhattan = { ...state, heuristic: "manhattan" };
  assert.equal(expected(astar, state, null), "optimal");
  assert.equal(expected(astar, manhattan, null), "feasible");
  assert.equal(expected(weighted, state, null), "bounded");
  assert.equal(expected(weighted, manhattan, null), "feasible");
  assert.equal(expected(dijkstra, manhattan, null), "optimal");
  assert.equal(expected(jumpPoint, manhattan, null), "optimal");
  assert.equal(expected(greedy, state, null), "feasible");
  const uneven = { algorithms: {}, heuristics: { octile: { admissible: true, consistent: false, reason: "" } }, auto: "octile" };
  assert.equal(expected(astar, { ...state, reopen: false }, uneven), "feasible");
  assert.equal(expected(astar, state, uneven), "optimal");
  const [weightedMap, two] = plain.kindFor("2");
  const mixed = weightedMap.with([[1, two]]);
  assert.equal(expected(breadthFirst, { ...state, moves: 4 }, null), "optimal");
  assert.equal(expected(breadthFirst, state, null), "feasible");
  assert.equal(expected(breadthFirst, { ...state, moves: 4, cost: "mul", map: mixed }, null), "feasible");
  assert.equal(expected(breadthFirst, { ...state, moves: 4, cost: "mul" }, null), "optimal");
});

test("the reply is asked for anew only where it may differ", () => {
  const [withWall, wall] = plain.kindFor(null);
  const walled = withWall.with([[5, wall]]);
  const [withTwo, two] = plain.kindFor("2");
  const mixed = withTwo.with([[1, two]]);
  assert.deepEqual(weightsOf(mixed), ["1", "2"]);
  assert.deepEqual(weightsOf(walled), ["1"]);
  assert.equal(dependsOn(state), dependsOn({ ...state, map: walled }));
  assert.equal(dependsOn(state), dependsOn({ ...state, map: mixed }), "weights do not count where costs are uniform");
  assert.notEqual(dependsOn({ ...state, cost: "mul" }), dependsOn({ ...state, cost: "mul", map: mixed }));
  assert.notEqual(dependsOn(state), dependsOn({ ...state, moves: 4 }));
  assert.notEqual(dependsOn(state), dependsOn({ ...state, heuristic: "zero" }));
});
