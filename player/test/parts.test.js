import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { SHORTCUTS } from "../assets/actions.js";
import { explain } from "../assets/explain.js";
import { coefficients, decimal, Lengths, P, Q } from "../assets/lengths.js";
import { Replay } from "../assets/replay.js";
import { readTrace } from "../assets/reader.js";
import { extentOf, firstDifference, heatShare, Timeline } from "../assets/sync.js";
import { Trace } from "../assets/trace.js";
import { cellAt, clamp, fit, pan, reveal, zoom } from "../assets/view.js";
import { chooseLanguage, DICTIONARIES, Words } from "../assets/words.js";
import { encodeTrace } from "./encode.js";
import { headerOf, randomFrom, randomRows, search } from "./searches.js";

const rows = randomRows(16, 12, 0.25, 21);
const goal = 16 * 12 - 1;

async function traced(options, map = rows) {
  const { events, end } = search(map, 0, goal, options);
  const trace = new Trace();
  await readTrace(await encodeTrace(headerOf(map, 0, goal), events, end), trace);
  return trace;
}

test("coefficients are those of sums of steps, and the small ones of differences", () => {
  const random = randomFrom(4);
  for (let i = 0; i < 2000; i++) {
    const a = BigInt(Math.trunc(random() * 1e8));
    const b = BigInt(Math.trunc(random() * 1e8));
    assert.deepEqual(coefficients(a * Q + b * P), [a, b]);
    assert.deepEqual(coefficients(-a * Q - (b % 1000n) * P), [-a, -(b % 1000n)]);
  }
});

test("decimals are exact", () => {
  for (const [n, scale, text] of [[5n, 1n, "5"], [25n, 10n, "2.5"], [5n, 2n, "2.5"], [-1n, 2000n, "−0.0005"], [1000000n, 1000000n, "1"], [1n, 1000000n, "0.000001"]]) {
    assert.equal(decimal(n, scale), text);
  }
});

test("lengths are written exactly, and estimates that are none as numbers", () => {
  const lengths = new Lengths(true, 1n);
  assert.equal(lengths.text(6n * Q + 5n * P), "6+5√2");
  assert.equal(lengths.text(P), "√2");
  assert.equal(lengths.text(0n), "0");
  assert.equal(lengths.text(Q - P), "1−√2");
  assert.equal(lengths.text(7n * Q + 12345n), "7…");
  assert.equal(lengths.short(Number(6n * Q + 5n * P)), "13.071");
  assert.equal(new Lengths(true, 10n).text(25n * Q + 10n * P), "2.5+√2");
  assert.equal(new Lengths(false, 1n).text(-12n), "−12");
});

test("timelines keep searches together", async () => {
  const traces = [await traced({}), await traced({ weight: 0 })];
  for (const mode of /** @type {const} */ (["expansion", "cost", "time"])) {
    const timeline = new Timeline(traces, mode);
    for (const trace of traces) {
      let before = 0;
      for (let at = 0; at <= timeline.length; at++) {
        const position = timeline.position(trace, at);
        assert.ok(position >= before);
        before = position;
        const back = timeline.placeOf(trace, position);
        assert.ok(back <= at && timeline.position(trace, back) === position);
      }
      assert.equal(before, trace.count);
    }
  }
  const first = firstDifference(traces);
  for (let step = 1; step <= first; step++) {
    const [a, b] = traces.map((trace) => trace.state[trace.expansion[step]]);
    assert.equal(a === b, step < first);
  }
  assert.equal(firstDifference([traces[0], await traced({})]), -1);
});

test("costs in different units are compared as numbers", async () => {
  const { events, end } = search(rows, 0, goal);
  const header = headerOf(rows, 0, goal);
  const tenfold = events.map((e) => ({ ...e, g: 10 * e.g, h: 10 * e.h, f: 10 * e.f }));
  const scaled = { ...header, options: header.options.map(([key, value]) => [key, key === "scale" ? "10" : value]) };
  const trace = new Trace();
  await readTrace(await encodeTrace(scaled, tenfold, end), trace);
  const traces = [await traced({}), trace];
  const timeline = new Timeline(traces, "cost");
  const alone = new Timeline([traces[0]], "cost");
  assert.equal(timeline.length, alone.length);
  for (let at = 0; at <= timeline.length; at++) {
    assert.deepEqual(traces.map((one) => timeline.position(one, at)), [0, 1].map(() => alone.position(traces[0], at)));
  }
  const extent = extentOf(traces);
  for (const heat of /** @type {const} */ (["g", "h", "f", "order"])) {
    for (let i = 0; i < trace.count; i += 7) {
      const [a, b] = traces.map((one) => heatShare(one, heat, i, extent));
      assert.ok(Math.abs(a - b) < 1e-12 && a >= 0 && a <= 1);
    }
  }
});

test("explanations tell when and by whom, and why not", async () => {
  const trace = await traced({});
  const replay = new Replay(trace);
  replay.seek(trace.count);
  const keys = (state) => explain(replay, 0, state).map(({ key }) => key);
  assert.deepEqual(keys(0).slice(0, 2), ["why.start", "why.expanded"]);
  assert.deepEqual(keys(rows.join("").indexOf("@")), ["why.blocked"]);
  let open = 0;
  for (let state = 0; state < rows.join("").length; state++) {
    const event = replay.event(0, state);
    if (event < 0 || replay.place(0, state) !== 1) continue;
    open++;
    const above = trace.cost("f", event) > trace.end.cost;
    assert.equal(keys(state).at(-1), above ? "why.never-above" : "why.never-tie");
    const reason = explain(replay, 0, state)[0];
    assert.equal(reason.key, "why.generated");
  }
  assert.ok(open > 3);
  // In the middle of the search, the later half is told of as such.
  replay.seek(trace.endOfStep(10));
  for (let state = 0; state < rows.join("").length; state++) {
    const history = trace.history(0, state);
    if (history.length === 0 || history[0] < replay.position) continue;
    assert.deepEqual(explain(replay, 0, state), [{ key: "why.later", facts: explain(replay, 0, state)[0].facts }]);
    assert.equal(explain(replay, 0, state)[0].facts.step, trace.stepAt(history[0] + 1));
  }
});

test("a cell that is behind walls is told to be so", async () => {
  const map = ["S.@.", "..@.", "@@@.", "...."].map((row) => row.replace("S", "."));
  const { events, end } = search(map, 0, 15);
  const trace = new Trace();
  await readTrace(await encodeTrace(headerOf(map, 0, 15), events, end), trace);
  assert.equal(trace.end.status, "no-path");
  const replay = new Replay(trace);
  replay.seek(trace.count);
  assert.deepEqual(explain(replay, 0, 15).map(({ key }) => key), ["why.unreachable"]);
});

test("zooming keeps the point under the pointer, and the map in sight", () => {
  const map = { width: 100, height: 60 };
  const sheet = { width: 800, height: 600 };
  const random = randomFrom(8);
  let view = fit(map, sheet);
  for (let i = 0; i < 500; i++) {
    const [px, py] = [random() * 800, random() * 600];
    const before = cellAt(view, px, py, map, sheet);
    const zoomed = zoom(view, 0.5 + random() * 1.5, px, py, map, sheet);
    const loose = zoomed.x === clamp(zoomed, map, sheet).x;
    assert.ok(loose);
    if (before >= 0 && zoomed.scale > view.scale && zoomed.scale * 60 > 600 && zoomed.scale * 100 > 800) {
      const after = cellAt(zoomed, px, py, map, sheet);
      assert.ok(Math.abs((after % 100) - (before % 100)) <= 1);
    }
    view = pan(zoomed, random() * 100 - 50, random() * 100 - 50, map, sheet);
    const shown = reveal(view, 99, 59, map, sheet);
    const corner = { x: (99.5 - shown.x) * shown.scale + 400, y: (59.5 - shown.y) * shown.scale + 300 };
    assert.ok(corner.x > 0 && corner.x < 800 && corner.y > 0 && corner.y < 600);
  }
});

test("every language says everything, with the same facts", () => {
  const facts = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const [language, words] of Object.entries(DICTIONARIES)) {
    assert.deepEqual(Object.keys(words), Object.keys(DICTIONARIES.en), language);
    for (const [key, text] of Object.entries(words)) {
      assert.ok(text.trim() !== "", `${language} ${key}`);
      assert.deepEqual(facts(text), facts(DICTIONARIES.en[key]), `${language} ${key}`);
    }
  }
});

test("every key that the page asks for is in the dictionaries, and the other way round", () => {
  const directory = new URL("../assets/", import.meta.url);
  const sources = readdirSync(directory).filter((name) => name.endsWith(".js") && !name.startsWith("words-"));
  const code = sources.map((name) => readFileSync(new URL(name, directory), "utf8")).join("\n");
  const groups = new Set(Object.keys(DICTIONARIES.en).map((key) => key.split(".")[0]));
  const asked = [...code.matchAll(/"([a-z-]+)\.([a-z-]+)"/g)].map(([, group, word]) => `${group}.${word}`).filter((key) => groups.has(key.split(".")[0]));
  for (const key of asked) assert.ok(key in DICTIONARIES.en, key);
  // Groups of which the second half is put in when the page runs.
  const open = new Set(["error", "layer", "heat", "kind", "action", "unit", "sync", "option", "value", "status", "certificate"]);
  for (const key of Object.keys(DICTIONARIES.en)) {
    assert.ok(asked.includes(key) || open.has(key.split(".")[0]) || code.includes(`"${key}"`), `${key} is asked for nowhere`);
  }
  for (const { action } of SHORTCUTS) assert.ok(`action.${action}` in DICTIONARIES.en, action);
});

test("numbers and plurals are those of the language", () => {
  const words = new Words("en");
  assert.equal(words.text("summary.generated", { n: 1 }), "1 cell met");
  assert.equal(words.text("summary.generated", { n: 1234 }), "1,234 cells met");
  words.language = "ja";
  assert.equal(words.text("facts.cells", { n: 2 }), "2 マス");
  assert.equal(words.term("status", "of a newer program"), "of a newer program");
});

test("the language is the first of the reader's that is known", () => {
  assert.equal(chooseLanguage(["fr-CA", "zh-TW", "en"]), "zh");
  assert.equal(chooseLanguage(["ja"]), "ja");
  assert.equal(chooseLanguage(["eo"]), "en");
});
