import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalOf, GridMap, MapError } from "../assets/map.js";

/** Numbers from 0 up to 1, the same in every run. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const lines = (...rows) => rows.join("\n") + "\n";

const sample = lines(
  "astrolabe 1", "# a comment", "size 3 2", "moves 4", "cut-corners one", "cost mul",
  "legend . 1", "legend ~ 2.50", "legend @ blocked", "start 0 0", "goal 2 1", "map", "..@", ".~.");

test("a map is read as the native format has it", () => {
  const { map, from, to, moves, corners, cost } = GridMap.parse(sample);
  assert.deepEqual([map.width, map.height, from, to, moves, corners, cost], [3, 2, [0, 0], [2, 1], 4, "one", "mul"]);
  assert.deepEqual([0, 1].map((y) => [0, 1, 2].map((x) => map.at(x, y).weight)), [["1", "1", null], ["1", "2.5", "1"]]);
  assert.deepEqual([map.isOpen(0, 0), map.isOpen(2, 0), map.isOpen(3, 0), map.isOpen(0, -1)], [true, false, false, false]);
});

test("what a map says of itself is read back", () => {
  const random = randomFrom(7);
  for (let i = 0; i < 60; i++) {
    const [width, height] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 9)];
    let map = GridMap.blank(width, height);
    const weights = ["0", "2", "4", null, ...Array.from({ length: i }, (_, k) => String(k / 4))];
    const changes = [];
    for (const weight of weights) {
      const [known, kind] = map.kindFor(weight);
      map = known;
      changes.push(kind);
    }
    map = map.with(Array.from({ length: map.size }, (_, cell) => [cell, changes[Math.floor(random() * changes.length)]]));
    const query = { from: [0, height - 1], to: [width - 1, 0], moves: 4, corners: "always", cost: "mean" };
    const read = GridMap.parse(map.text(query));
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) assert.equal(read.map.at(x, y).weight, map.at(x, y).weight);
    }
    assert.deepEqual({ from: read.from, to: read.to, moves: read.moves, corners: read.corners, cost: read.cost }, query);
  }
});

test("more weights than there are symbols are written as weights", () => {
  let map = GridMap.blank(30, 20);
  const changes = [];
  for (let cell = 0; cell < 300; cell++) {
    const [known, kind] = map.kindFor(`${cell}.5`);
    map = known;
    changes.push([cell, kind]);
  }
  const [known, wall] = map.kindFor(null);
  map = known.with([...changes, [599, wall]]);
  const text = map.text();
  assert.match(text, /^weights$/m);
  assert.match(text, / x\n$/);
  const { map: read } = GridMap.parse(text);
  assert.deepEqual([read.at(0, 0).weight, read.at(29, 9).weight, read.at(0, 15).weight, read.at(29, 19).weight], ["0.5", "299.5", "1", null]);
});

test("a changed map leaves the one before as it was", () => {
  const blank = GridMap.blank(4, 3);
  const [known, wall] = blank.kindFor(null);
  assert.equal(known, blank);
  const walled = known.with([[5, wall]]);
  assert.equal(blank.at(1, 1).weight, "1");
  assert.equal(walled.at(1, 1).weight, null);
  assert.equal(walled.with([[5, wall]]), walled);
  const [swampy, swamp] = walled.kindFor("2.5");
  const wet = swampy.with([[0, swamp]]);
  assert.equal(wet.weighted, true);
  assert.equal(walled.weighted, false);
  assert.deepEqual([wet.withoutWalls().at(1, 1).weight, wet.withoutWalls().at(0, 0).weight], ["1", "2.5"]);
  assert.deepEqual([wet.cleared().at(0, 0).weight, wet.cleared().weighted], ["1", false]);
  assert.equal(wet.kindFor("2.500")[1], swamp);
});

test("what is erased becomes the commonest ground", () => {
  const { map } = GridMap.parse(lines("astrolabe 1", "size 3 2", "legend . 0", "legend : 4", "legend # blocked", "map", "::#", ".::"));
  assert.equal(map.kinds[map.ground].weight, "4");
  assert.equal(map.with([[0, 0], [1, 0], [4, 0], [5, 0]]).cleared().at(0, 0).weight, "4");
});

test("a resized map keeps what still lies on it", () => {
  const { map } = GridMap.parse(sample);
  const rows = (m) => Array.from({ length: m.height }, (_, y) => Array.from({ length: m.width }, (_, x) => m.at(x, y).weight ?? "x").join(" "));
  assert.deepEqual(rows(map.resized(4, 3)), ["1 1 x 1", "1 2.5 1 1", "1 1 1 1"]);
  assert.deepEqual(rows(map.resized(2, 1)), ["1 1"]);
  assert.deepEqual(rows(map.resized(4, 3, 1, 1)), ["1 1 1 1", "1 1 1 x", "1 1 2.5 1"]);
  assert.deepEqual(rows(map.resized(2, 1, -1, -1)), ["2.5 1"]);
});

test("weights are decimals with at most six digits after the point", () => {
  const cases = { "2.5": "2.5", "02.50": "2.5", ".5": "0.5", "5.": "5", "0": "0", "0.000001": "0.000001", "1.2500000": "1.25", "": null, ".": null, "-1": null, "1e3": null, "0.0000001": null, "NaN": null, "1.2.3": null, "9999999999": null };
  for (const [text, weight] of Object.entries(cases)) assert.equal(decimalOf(text), weight, text);
});

test("what is wrong with a text is said with its line", () => {
  const broken = [
    ["astrolabe 2\n", 1], [lines("astrolabe 1", "size 2"), 2], [lines("astrolabe 1", "size 0 4"), 2], [lines("astrolabe 1", "size 99999 99999"), 2],
    [lines("astrolabe 1", "map"), 2], [lines("astrolabe 1", "size 2 1", "legend . 1", "map", "..."), 5], [lines("astrolabe 1", "size 2 1", "legend . 1", "map", "."), 5],
    [lines("astrolabe 1", "size 2 1", "legend . 1", "map", ".#"), 5], [lines("astrolabe 1", "size 2 1", "legend .. 1"), 3], [lines("astrolabe 1", "size 2 1", "legend . -1"), 3],
    [lines("astrolabe 1", "size 2 1", "moves 6"), 3], [lines("astrolabe 1", "size 2 1", "start 2 0", "legend . 1", "map", ".."), 5], [lines("astrolabe 1", "bogus"), 2],
    [lines("astrolabe 1", "size 2 2", "weights", "1 2"), 5], [lines("astrolabe 1", "size 2 1", "weights", "1 y"), 4], ["", 1],
  ];
  for (const [text, line] of broken) {
    assert.throws(() => GridMap.parse(text), (failure) => failure instanceof MapError && failure.line === line, JSON.stringify(text));
  }
});

test("every row of a large map is written", () => {
  const map = GridMap.blank(1024, 1024);
  const text = map.with([[1024 * 1024 - 1, 1]]).text();
  assert.equal(text.length, text.indexOf("map\n") + 4 + 1025 * 1024);
  assert.ok(text.endsWith(".@\n"));
});

test("the nearest open cell is found from anywhere", () => {
  const { map } = GridMap.parse(sample);
  assert.deepEqual(map.nearestOpen([9, 9], [0, 0]), [2, 1]);
  assert.deepEqual(map.nearestOpen([9, 9], [2, 1]), [1, 1]);
  assert.deepEqual(map.nearestOpen([2, 0], [0, 0]), [1, 0], "the blocked cell itself is none");
  assert.deepEqual(map.nearestOpen([-3, -3], [0, 0]), [1, 0], "of two as near, the first by rows");
  const walled = map.with(Array.from({ length: map.size }, (_, cell) => [cell, map.kinds.findIndex(({ weight }) => weight === null)]));
  assert.deepEqual(walled.nearestOpen([9, -1], [0, 0]), [2, 0], "without one, the nearest of all");
});
