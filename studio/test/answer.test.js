import assert from "node:assert/strict";
import { test } from "node:test";
import { approximate, both, exact, factor, large, percent, quotient, rounded, time } from "../assets/amounts.js";
import { judge, patchOf } from "../assets/certificate.js";
import { compare, PRESETS, rank, rivalFor } from "../assets/race.js";
import { trailOf } from "../assets/trail.js";
import { dictionaries } from "../assets/words.js";

/** @param {number} straight @param {number} diagonal */
function length(straight, diagonal) {
  const signed = diagonal < 0 ? String(diagonal) : `+${diagonal}`;
  const text = diagonal === 0 ? String(straight) : `${straight}${signed}√2`;
  return { text, straight, diagonal, value: straight + diagonal * Math.SQRT2 };
}

/** @param {object} [more] */
function solved(more) {
  return /** @type {import("../assets/certificate.js").Solved} */ ({
    status: "found", algorithm: "astar", certificate: "optimal", reason: "the server's reason", from: [0, 0], to: [3, 0],
    cost: length(3, 0), lower_bound: length(3, 0), path: [[0, 0], [1, 0], [2, 0], [3, 0]],
    expanded: 4, generated: 9, reopened: 0, peak_open: 3, time_ns: 1000,
    options: { moves: 8, cut_corners: "never", cost: "uniform", heuristic: "octile", reopen: true }, ...more,
  });
}

const search = { name: "astar", heuristic: true, reopen: true, fast: false };
/** @param {object} answer @param {any} [entry] @param {any} [reply] */
const keys = (answer, entry = search, reply = null) => judge(solved(answer), entry, reply).reasons.map(({ key }) => key);

test("lengths are written exactly, and roundly where that says more", () => {
  assert.equal(exact(length(43, 17)), "43+17√2");
  assert.equal(exact(length(36, -19)), "36−19√2");
  assert.equal(both(length(43, 17)), "43+17√2 ≈ 67.04");
  assert.equal(both(length(7, 0)), "7");
  assert.equal(approximate(length(2.5, 0)), "");
  // What was divided by a weight is no sum of steps, and a bound must not be rounded up.
  const divided = { text: "-256132794+181113252√2", straight: -256132794, diagonal: 181113252, value: 23.309 };
  assert.equal(both(divided), "23.30…");
  assert.equal(rounded(-0.5), "−0.5");
  assert.equal(rounded(20), "20");
});

test("times, quotients and shares are short", () => {
  assert.equal(time(940), "0.9 µs");
  assert.equal(time(63_000), "63 µs");
  assert.equal(time(999_600), "1.0 ms");
  assert.equal(time(12_340_000), "12 ms");
  assert.equal(time(2_500_000_000), "2.5 s");
  assert.equal(quotient(1, 3), "0.33");
  assert.equal(quotient(50, 4), "12.5");
  assert.equal(quotient(0, 0), "1.00");
  assert.equal(quotient(3, 0), "–");
  assert.equal(percent(1), "100%");
  assert.equal(percent(0.0234), "2.3%");
  assert.equal(percent(0.0005), "0.05%");
});

test("factors are rounded up where they are long", () => {
  assert.equal(factor("1.5"), "1.5");
  assert.equal(factor("4/3"), "4/3");
  assert.equal(factor("1.697683"), "1.698");
  assert.equal(factor("1.0001"), "1.001");
});

test("very large counts are shortened, with the number of their digits", () => {
  assert.deepEqual(large("184756"), { text: "184,756", short: false, digits: 6 });
  assert.deepEqual(large("12345678901234567890"), { text: "1.23 × 10¹⁹", short: true, digits: 20 });
  assert.deepEqual(large("9".repeat(46)), { text: "1.00 × 10⁴⁶", short: true, digits: 46 });
});

test("proofs are told by the algorithm that gave them", () => {
  assert.deepEqual(keys({}), ["proof.astar"]);
  assert.deepEqual(keys({ path: [[0, 0]] }), ["proof.start-is-goal"]);
  assert.deepEqual(keys({ algorithm: "dijkstra", options: { moves: 8 } }, { fast: false }), ["proof.dijkstra"]);
  assert.deepEqual(keys({ algorithm: "ida-star" }), ["proof.threshold"]);
  assert.deepEqual(keys({ algorithm: "bidirectional" }), ["proof.bidirectional"]);
  assert.deepEqual(keys({ algorithm: "auto", options: { moves: 8, engine: "jump-point" } }, { fast: true }), ["proof.engine.pruned"]);
  assert.deepEqual(keys({ algorithm: "bucket-astar", options: { moves: 8 } }, { fast: true }), ["proof.engine"]);
  assert.deepEqual(keys({ algorithm: "unheard-of" }, undefined), ["proof.other"]);
  const admissible = { heuristics: { octile: { admissible: true, consistent: false } } };
  assert.deepEqual(keys({}, search, admissible), ["proof.astar.admissible"]);
});

test("bounds say how much too long a path can be, rounded up", () => {
  const verdict = judge(solved({
    algorithm: "weighted-astar", certificate: "bounded", bound: "1.5", cost: length(15, 10), lower_bound: length(23, 0),
  }), undefined, null);
  const [reason] = verdict.reasons;
  assert.equal(reason.key, "proof.bounded.ratio");
  // (15 + 10√2)/23 = 1.26705…
  assert.deepEqual(reason.facts, { bound: "1.5", lower: "23", percent: "26.8" });
  assert.deepEqual(verdict.remedies, [{ kind: "algorithm", value: "astar" }]);
});

test("doubts come with what would prove more", () => {
  const options = { moves: 8, heuristic: "manhattan", reopen: true };
  const manhattan = judge(solved({ certificate: "feasible", options }), /** @type {any} */ (search), null);
  assert.deepEqual(manhattan.reasons, [{ key: "proof.manhattan", facts: {} }]);
  assert.deepEqual(manhattan.remedies, [{ kind: "heuristic", value: "octile" }]);
  const uneven = judge(solved({ certificate: "feasible", options: { moves: 8, heuristic: "octile", reopen: false } }), /** @type {any} */ (search),
    /** @type {any} */ ({ heuristics: { octile: { admissible: true, consistent: false } } }));
  assert.deepEqual(uneven.remedies, [{ kind: "reopen" }]);
  for (const [algorithm, better] of [["greedy", "astar"], ["bidirectional-first-meeting", "bidirectional"], ["breadth-first", "dijkstra"]]) {
    assert.deepEqual(judge(solved({ algorithm, certificate: "feasible" }), undefined, null).remedies, [{ kind: "algorithm", value: better }]);
  }
  // Where nothing is known to be wrong, the server's own words are shown.
  assert.deepEqual(keys({ certificate: "feasible", reason: "closed at push." }), ["proof.other"]);
});

test("searches that a limit ended say what they know", () => {
  const limit = { status: "limit", certificate: "none", cost: null, path: [], options: { moves: 8, max_expanded: 4 } };
  const near = { nearest: { path: [[0, 0], [1, 0]], cost: length(1, 0) } };
  const verdict = judge(solved({ ...limit, ...near }), undefined, null);
  assert.equal(verdict.badge, "limit");
  assert.deepEqual(verdict.reasons.map(({ key }) => key), ["proof.limit", "proof.limit.nearest"]);
  assert.deepEqual(verdict.remedies, [{ kind: "budget" }]);
  assert.deepEqual(keys({ ...limit, lower_bound: length(0, 0) }), ["proof.limit.nothing"]);
  assert.equal(judge(solved({ ...limit, options: { moves: 8 } }), undefined, null).remedies.length, 0, "the server's own limit cannot be lifted");
  const withPath = { ...limit, path: [[0, 0], [3, 0]], cost: length(3, 0) };
  assert.deepEqual(keys({ ...withPath, certificate: "bounded", bound: "2" }), ["proof.limit.bounded"]);
  assert.deepEqual(keys({ ...withPath, certificate: "feasible" }), ["proof.limit.feasible"]);
  assert.deepEqual(trailOf({ ok: solved({ ...limit, ...near }) }, 10), [0, 1]);
  assert.deepEqual(trailOf({ ok: solved({ ...withPath, ...near }) }, 10), []);
  assert.deepEqual(trailOf({ ok: solved(near) }, 10), []);
  assert.deepEqual(trailOf(null, 10), []);
});

test("no path is a proof, and impossible queries say what to do", () => {
  const none = { status: "no-path", certificate: "none", cost: null, lower_bound: null, path: [], nearest: { path: [[0, 0], [2, 0]], cost: length(2, 0) } };
  assert.deepEqual(keys(none), ["proof.no-path", "proof.no-path.nearest"]);
  assert.deepEqual(keys({ ...none, algorithm: "bidirectional" }), ["proof.no-path.either"]);
  for (const status of ["start-blocked", "goal-blocked", "out-of-bounds"]) assert.deepEqual(keys({ ...none, status }), [`proof.${status}`]);
});

test("remedies change the slot that they are for", () => {
  const state = { slots: ["greedy", "dijkstra"] };
  assert.deepEqual(patchOf({ kind: "algorithm", value: "astar" }, 0, state), { slots: ["astar", "dijkstra"] });
  assert.equal(patchOf({ kind: "algorithm", value: "dijkstra" }, 0, state), null, "a rival is that already");
  assert.deepEqual(patchOf({ kind: "budget" }, 1, state), { budget: 0 });
});

test("races are won by cost, then by proof, then by expansions", () => {
  const dear = solved({ cost: length(4, 0), expanded: 1 });
  const unproved = solved({ certificate: "feasible", expanded: 2 });
  const slow = solved({ expanded: 50 });
  const fast = solved({ expanded: 10 });
  const lost = solved({ status: "no-path", cost: null, path: [] });
  assert.deepEqual(rank([dear, unproved]), { winners: [1], by: "cost" });
  assert.deepEqual(rank([unproved, slow, dear]), { winners: [1], by: "proof" });
  assert.deepEqual(rank([slow, fast, lost, null]), { winners: [1], by: "expanded" });
  assert.deepEqual(rank([fast, solved({ expanded: 10 })]), { winners: [0, 1], by: "tie" });
  assert.deepEqual(rank([unproved, solved({ certificate: "feasible", expanded: 9 })]), { winners: [0], by: "feasible" });
  assert.deepEqual(rank([lost, null]), { winners: [], by: "none" });
  // Equal lengths may have values that differ in the last bit.
  const alike = solved({ cost: { ...length(3, 0), value: 3.0000000000000004 }, expanded: 3 });
  assert.ok(compare(alike, slow) < 0);
});

test("rivals are new ones", () => {
  assert.equal(rivalFor(["astar"]), "dijkstra");
  assert.equal(rivalFor(["dijkstra", "astar"]), "weighted-astar");
  for (const { slots } of PRESETS) assert.equal(new Set(slots).size, slots.length);
});

test("every text of the search's panels is there in each language, with the same facts", () => {
  const prefixes = ["search.", "race.", "answer.", "proof.", "budget.", "lens.", "heuristic.", "ties.", "bars.", "algorithm."];
  const facts = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  const own = Object.keys(dictionaries.en).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  assert.ok(own.length > 200);
  for (const language of /** @type {const} */ (["ja", "zh"])) {
    for (const key of own) {
      assert.ok(dictionaries[language][key], `${language} has no ${key}`);
      assert.deepEqual(facts(dictionaries[language][key]), facts(dictionaries.en[key]), `${language} ${key}`);
      assert.ok(!dictionaries[language][key].includes("|"), `${language} ${key} has a plural`);
    }
    const extra = Object.keys(dictionaries[language]).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)) && !own.includes(key));
    assert.deepEqual(extra, []);
  }
});
