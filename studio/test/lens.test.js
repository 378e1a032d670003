import assert from "node:assert/strict";
import { test } from "node:test";
import { expandedAt, pointAt, shareOf, stopOf, stopsOf, ticksOf } from "../assets/budgetscale.js";
import { identity, Latest } from "../assets/latest.js";
import { extremes } from "../assets/lensheuristic.js";
import { excessCells, MARK, pixelOf, rampOf, shareCells, strength } from "../assets/lenspaint.js";

test("the budget's scale is logarithmic and its stops are whole", () => {
  assert.equal(shareOf(1, 1000), 0);
  assert.equal(shareOf(1000, 1000), 1);
  assert.ok(Math.abs(shareOf(10, 1000) - 1 / 3) < 1e-12);
  assert.equal(shareOf(5000, 1000), 1);
  assert.equal(expandedAt(0, 1000), 1);
  assert.equal(expandedAt(1, 1000), 1000);
  for (const total of [1, 2, 7, 100, 86_000]) {
    const stops = stopsOf(total);
    assert.equal(stops[0], 1);
    assert.equal(stops.at(-1), total);
    for (let i = 1; i < stops.length; i++) assert.ok(stops[i] > stops[i - 1] && Number.isInteger(stops[i]));
    for (const [i, stop] of stops.entries()) assert.equal(stopOf(stops, stop), i);
    assert.equal(stopOf(stops, 0), stops.length);
  }
  assert.deepEqual(ticksOf(1), [1]);
  assert.deepEqual(ticksOf(186), [1, 10, 186]);
  assert.deepEqual(ticksOf(900), [1, 10, 100, 900]);
});

test("the point of a budget is the last that it reaches", () => {
  const points = /** @type {any[]} */ ([{ expanded: 1 }, { expanded: 5 }, { expanded: 9 }]);
  assert.equal(pointAt(points, 0), points[2]);
  assert.equal(pointAt(points, 4), points[0]);
  assert.equal(pointAt(points, 5), points[1]);
  assert.equal(pointAt(points, 99), points[2]);
  assert.equal(pointAt([], 3), null);
});

test("extremes of errors are found where goals can be reached", () => {
  assert.deepEqual(extremes([[null, 0.5], [-2, -3]]), { most: 0.5, least: -3, lowest: [1, 1] });
  assert.deepEqual(extremes([[null]]), { most: 0, least: 0, lowest: null });
});

const palette = { under: rampOf([[0, 0, 0], [0, 90, 0], [0, 180, 0]]), over: rampOf([[0, 0, 0], [90, 0, 0], [180, 0, 0]]), share: rampOf([[0, 0, 0], [0, 0, 9], [0, 0, 90]]), exact: 1, none: 2, veil: 3, ink: "" };

test("errors are told by hue and by mark", () => {
  const { pixel, mark } = excessCells([], 4);
  assert.equal(pixel(0, palette), palette.exact);
  assert.equal(pixel(0.00004, palette), palette.exact);
  assert.equal(pixel(null, palette), palette.none);
  assert.equal(pixel(4, palette), palette.over.at(-1));
  assert.equal(pixel(-4, palette), palette.under.at(-1));
  assert.equal(pixel(-1, palette), palette.under[32]);
  assert.deepEqual([4, 0, -4, null].map(mark), [MARK.stroke, MARK.none, MARK.none, MARK.cross]);
});

test("shares are shown over four powers of ten, and those of all paths marked", () => {
  const { pixel, mark } = shareCells([]);
  assert.equal(pixel(0, palette), 0);
  assert.equal(pixel(1, palette), palette.share.at(-1));
  assert.ok(Math.abs(strength(0.01) - 0.5) < 1e-12);
  assert.equal(strength(1e-9), 0);
  assert.deepEqual([0, 0.5, 1].map(mark), [MARK.none, MARK.none, MARK.dot]);
});

test("pixels are little-endian", () => {
  assert.equal(pixelOf([1, 2, 3]), 0xff030201);
  assert.equal(pixelOf([0, 0, 0], 0), 0);
});

test("what is wanted is asked for once it has rested, and only the newest", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {{body: any, signal: AbortSignal, answer: (value: string) => void, refuse: (failure: Error) => void}[]} */
  const asked = [];
  let changes = 0;
  const latest = new Latest((body, signal) => new Promise((answer, refuse) => asked.push({ body, signal, answer, refuse })),
    () => changes++, { delay: 5 });
  const told = () => new Promise((resolve) => setImmediate(resolve));

  latest.want("a", () => "a");
  t.mock.timers.tick(4);
  latest.want("b", () => "b");
  latest.want("b", () => assert.fail("it is wanted already"));
  t.mock.timers.tick(4);
  assert.equal(asked.length, 0, "it has not rested yet");
  t.mock.timers.tick(1);
  assert.deepEqual(asked.map(({ body }) => body), ["b"]);
  asked[0].answer("answer to b");
  await told();
  assert.equal(latest.value, "answer to b");
  assert.ok(latest.fresh);

  latest.want("slow", () => "slow");
  t.mock.timers.tick(5);
  assert.ok(!latest.fresh);
  assert.equal(latest.value, "answer to b", "the older answer is there until the newer one is");
  latest.want("c", () => "c");
  assert.ok(asked[1].signal.aborted);
  t.mock.timers.tick(5);
  asked[1].answer("too late");
  asked[2].answer("answer to c");
  await told();
  assert.equal(latest.value, "answer to c");

  latest.want("b", () => assert.fail("it is known"));
  assert.equal(latest.value, "answer to b");
  latest.want("bad", () => "bad");
  t.mock.timers.tick(5);
  asked[3].refuse(new Error("no"));
  await told();
  assert.equal(latest.failure?.message, "no");
  assert.ok(!latest.fresh);
  latest.want("c", () => assert.fail("it is known"));
  assert.equal(latest.failure, null);
  assert.equal(changes, 5);
  latest.drop();
  assert.ok(!latest.fresh);
});

test("objects have numbers of their own", () => {
  const one = {};
  assert.equal(identity(one), identity(one));
  assert.notEqual(identity(one), identity({}));
});
