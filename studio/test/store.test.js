import assert from "node:assert/strict";
import { test } from "node:test";
import { GridMap } from "../assets/map.js";
import { firstState, Store } from "../assets/store.js";

const view = { page: "lab", tool: "wall", brush: "2", size: 1, shape: "free", language: "en", theme: null, lens: "", lesson: "", tab: "draw" };
const fresh = () => new Store(firstState(), view);

/** Paints one more cell. */
function paint(store, cell, how) {
  const [map, wall] = store.state.map.kindFor(null);
  store.change({ map: map.with([[cell, wall]]) }, how);
}

test("changes are undone and redone one by one", () => {
  const store = fresh();
  const first = store.state;
  assert.deepEqual([store.canUndo, store.canRedo], [false, false]);
  store.change({ moves: 4 });
  store.change({ cost: "add" });
  store.undo();
  assert.deepEqual([store.state.moves, store.state.cost], [4, "uniform"]);
  store.undo();
  assert.equal(store.state, first);
  store.undo();
  assert.equal(store.state, first);
  store.redo();
  store.redo();
  assert.deepEqual([store.state.moves, store.state.cost, store.canRedo], [4, "add", false]);
  store.undo();
  store.change({ moves: 8 });
  assert.equal(store.canRedo, false);
});

test("a stroke is one step, and the next stroke another", () => {
  const store = fresh();
  for (const cell of [1, 2, 3]) paint(store, cell, { merge: "stroke", live: true });
  store.settle();
  for (const cell of [4, 5]) paint(store, cell, { merge: "stroke", live: true });
  store.settle();
  assert.equal(store.past.length, 2);
  store.undo();
  assert.deepEqual([3, 4].map((x) => store.state.map.isOpen(x, 0)), [false, true]);
  store.undo();
  assert.equal(store.canUndo, false);
  assert.equal(store.state.map.isOpen(1, 0), true);
});

test("another kind of change ends a step", () => {
  const store = fresh();
  paint(store, 1, { merge: "stroke" });
  store.change({ from: [2, 2] }, { merge: "from" });
  store.change({ from: [3, 2] }, { merge: "from" });
  paint(store, 2, { merge: "stroke" });
  assert.equal(store.past.length, 3);
});

test("a stroke that is taken back leaves no step", () => {
  const store = fresh();
  store.change({ moves: 4 });
  const before = store.state;
  paint(store, 1, { merge: "stroke", live: true });
  paint(store, 2, { merge: "stroke", live: true });
  store.revert();
  assert.equal(store.state, before);
  assert.deepEqual([store.past.length, store.canRedo, store.live], [1, false, false]);
});

test("subscribers hear of each change, and of the end of a drag", () => {
  const store = fresh();
  const heard = [];
  const ending = new AbortController();
  store.subscribe((state, before, { live }) => heard.push([state.from[0], before.from[0], live]), ending.signal);
  store.change({ from: [1, 1] }, { merge: "from", live: true });
  store.change({ from: [1, 1] }, { merge: "from", live: true });
  store.change({ from: [2, 1] }, { merge: "from", live: true });
  store.settle();
  store.settle();
  store.undo();
  ending.abort();
  store.redo();
  assert.deepEqual(heard, [[1, 6, true], [2, 1, true], [2, 2, false], [6, 2, false]]);
});

test("a change to what was already so is none", () => {
  const store = fresh();
  let heard = 0;
  store.subscribe(() => heard++);
  store.change({ moves: 8, map: store.state.map });
  assert.deepEqual([heard, store.canUndo], [0, false]);
});

test("a change can belong to the step before", () => {
  const store = fresh();
  store.change({ moves: 4 });
  store.change({ heuristic: "manhattan" }, { undo: false });
  store.undo();
  assert.deepEqual([store.state.moves, store.state.heuristic, store.canUndo], [8, "auto", false]);
});

test("start and goal stay on the map, and there are one to four algorithms", () => {
  const store = fresh();
  store.change({ map: GridMap.blank(5, 4) });
  assert.deepEqual([store.state.from, store.state.to], [[4, 3], [4, 3]]);
  store.change({ slots: [] });
  assert.deepEqual(store.state.slots, ["astar"]);
  store.change({ slots: ["a", "b", "c", "d", "e"] });
  assert.equal(store.state.slots.length, 4);
  assert.throws(() => { store.state.moves = 4; }, TypeError);
});

test("the oldest steps are forgotten when their maps need too much memory", () => {
  const store = fresh();
  store.change({ map: GridMap.blank(1024, 1024) });
  for (let cell = 0; cell < 60; cell++) paint(store, cell);
  assert.ok(store.past.length >= 16 && store.past.length < 40, `${store.past.length} steps`);
  for (let i = 0; i < 700; i++) store.change({ budget: i + 1 });
  assert.equal(store.past.length, 500);
});

test("the question has all that the server asks for", () => {
  const store = fresh();
  assert.deepEqual(store.ask(), {
    map: store.state.map.text(), name: "", from: [6, 13], to: [23, 6], algorithm: "astar", moves: 8, cut_corners: "never",
    cost: "uniform", heuristic: "auto", weight: "1.5", tie: "low-h-lifo", reopen: true,
  });
  store.change({ slots: ["fringe", "astar"], budget: 9, order: "E,W,S,N" });
  const { algorithm, max_expanded, order } = store.ask();
  assert.deepEqual([algorithm, max_expanded, order], ["fringe", 9, "E,W,S,N"]);
  assert.equal(store.ask("greedy").algorithm, "greedy");
});

test("what the page shows has no undo", () => {
  const store = fresh();
  const seen = [];
  store.watch((now, before) => seen.push([now.tool, before.tool]));
  store.look({ tool: "erase" });
  store.look({ tool: "erase" });
  assert.deepEqual(seen, [["erase", "wall"]]);
  assert.equal(store.canUndo, false);
});
