import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../assets/api.js";
import { GridMap } from "../assets/map.js";
import { pathOf, Runner } from "../assets/runner.js";
import { firstState, Store } from "../assets/store.js";

const view = { page: "lab", tool: "wall", brush: "2", size: 1, shape: "free", language: "en", theme: null, lens: "", lesson: "", tab: "draw" };
const catalog = { algorithms: ["astar", "greedy", "swift", "jumper"].map((name) => ({ name, watch: name !== "swift", fast: name === "jumper" })) };

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A server whose answers the test lets go, and a player that notes what it is shown. */
function stand({ state = firstState() } = {}) {
  const store = new Store(state, view);
  const asked = [];
  const call = (path, body, { signal }) => new Promise((resolve, reject) => {
    const entry = {
      path, body, signal,
      answer: () => resolve(path === "/api/trace" ? new ReadableStream() : path === "/api/compare"
        ? { answers: body.algorithms.map((algorithm) => (algorithm === "jumper" && body.cost !== "uniform"
          ? { algorithm, status: "not-run", reason: "it needs uniform costs" } : { algorithm, status: "found", path: [body.from, body.to] })) }
        : { algorithm: body.algorithm, status: "found", path: [body.from, body.to] }),
      refuse: (failure) => reject(failure),
    };
    signal.addEventListener("abort", () => reject(signal.reason));
    asked.push(entry);
  });
  const player = {
    at: 0, timeline: { length: 0 }, traces: [{ header: null, end: null }],
    shown: [],
    async load(inputs, options) {
      player.shown.push({ inputs, ...options });
    },
  };
  const runner = new Runner(store, { post: call, stream: call }, player, catalog, (name) => name.toUpperCase());
  /** Answers all that waits, until nothing is asked any more. */
  const settle = async () => {
    for (let i = 0; i < 8; i++) {
      await turn();
      for (const entry of asked.splice(0)) {
        seen.push(entry.path);
        if (!entry.signal.aborted) entry.answer();
      }
    }
  };
  const seen = [];
  return { store, runner, player, asked, seen, settle };
}

test("a change asks for the answer and the trace, and shows the end", async () => {
  const { store, runner, player, seen, settle } = stand();
  let told = 0;
  runner.subscribe(() => told++);
  store.change({ moves: 4 });
  assert.equal(runner.busy, true);
  await settle();
  assert.deepEqual(seen.sort(), ["/api/solve", "/api/trace"]);
  assert.equal(runner.busy, false);
  assert.equal(runner.answers[0].ok.status, "found");
  assert.deepEqual(player.shown.map(({ place, inputs }) => [place, inputs.length, inputs[0].name, inputs[0].source instanceof ReadableStream]), [["end", 1, "ASTAR", true]]);
  assert.equal(runner.complete, true);
  assert.ok(told >= 2);
  assert.ok(runner.last.drawn >= runner.last.roundTrip && runner.last.roundTrip > 0);
});

test("what is asked anew makes an end of what is out of date", async () => {
  const { store, asked, settle, runner } = stand();
  store.change({ moves: 4 });
  await turn();
  const [first] = asked;
  store.change({ heuristic: "zero" });
  assert.equal(first.signal.aborted, true);
  await settle();
  assert.equal(runner.answered.heuristic, "zero");
  assert.equal(runner.trouble, null);
});

test("a drag has one round under way, and the newest place is asked for next", async () => {
  const { store, asked, seen, settle, runner } = stand();
  for (let x = 7; x < 15; x++) {
    store.change({ from: [x, 3] }, { merge: "from", live: true });
    await turn();
  }
  assert.deepEqual(asked.map(({ path, body }) => [path, body.from]), [["/api/trace", [7, 3]]]);
  asked.splice(0)[0].answer();
  await turn();
  await turn();
  assert.deepEqual(asked.map(({ path, body, signal }) => [path, body.from, signal.aborted]), [["/api/trace", [14, 3], false]]);
  store.settle();
  await settle();
  // The trace told the answer; the server's own follows when all is at rest.
  assert.deepEqual(seen, ["/api/trace", "/api/solve"]);
  assert.equal(runner.complete, true);
});

test("on a large map a drag is sketched, and the trace follows when it ends", async () => {
  const { store, player, seen, settle, runner } = stand({ state: { ...firstState(), map: GridMap.blank(128, 128) } });
  store.change({ to: [100, 100] }, { merge: "to", live: true });
  await settle();
  assert.deepEqual(seen.splice(0), ["/api/solve"]);
  assert.deepEqual(player.shown.at(-1).inputs[0].path, [13 * 128 + 6, 100 * 128 + 100]);
  assert.equal(runner.complete, false);
  store.settle();
  await settle();
  assert.ok(seen.includes("/api/trace"));
  assert.equal(runner.complete, true);
});

test("who has moved back in the search stays there, unless something is dragged", async () => {
  const { store, player, settle } = stand();
  player.at = 3;
  player.timeline.length = 9;
  store.change({ tie: "fifo" });
  await settle();
  assert.equal(player.shown.at(-1).place, "keep");
  store.change({ to: [9, 9] }, { merge: "to", live: true });
  await settle();
  assert.equal(player.shown.at(-1).place, "end");
});

test("what is taken back before it has come is watched again", async () => {
  for (const change of [{ slots: ["astar", "greedy"] }, { map: GridMap.blank(45, 30) }]) {
    for (const answered of [false, true]) {
      const { store, player, asked, settle, runner } = stand();
      store.change({ moves: 4 });
      await settle();
      // The traces of the change are being read when it is taken back, or not even there.
      player.load = () => new Promise(() => {});
      store.change(change);
      await turn();
      if (answered) for (const entry of asked.splice(0)) entry.answer();
      await turn();
      await turn();
      const shown = [];
      player.load = async (inputs) => void shown.push(inputs);
      store.undo();
      await settle();
      assert.equal(runner.complete, true);
      if (answered || change.map) assert.deepEqual(shown.map((inputs) => inputs.map(({ source }) => source !== undefined)), [[true]]);
    }
  }
});

test("several algorithms are compared; what cannot be watched shows its path", async () => {
  const { store, player, seen, settle, runner } = stand();
  player.traces = [1, 2, 3].map(() => ({ header: null, end: null }));
  store.change({ slots: ["astar", "swift", "greedy"] });
  await settle();
  assert.deepEqual(seen.sort(), ["/api/compare", "/api/trace", "/api/trace"]);
  assert.deepEqual(runner.answers.map(({ ok }) => ok.algorithm), ["astar", "swift", "greedy"]);
  const { inputs } = player.shown.at(-1);
  assert.deepEqual(inputs.map(({ source, path }) => [source !== undefined, path]), [[true, undefined], [false, [13 * 30 + 6, 6 * 30 + 23]], [true, undefined]]);
});

test("a refusal is the answer", async () => {
  const { store, asked, settle, runner } = stand();
  store.change({ slots: ["greedy"] });
  await turn();
  for (const entry of asked.splice(0)) entry.refuse(new ApiError(422, "not with this map"));
  await settle();
  assert.deepEqual([runner.answers[0].error, runner.trouble, runner.busy], ["not with this map", null, false]);
});

test("without a server there is trouble, until it is back", async () => {
  const { store, asked, player, settle, runner } = stand();
  store.change({ moves: 4 });
  await turn();
  for (const entry of asked.splice(0)) entry.refuse(new ApiError(0, "gone"));
  await turn();
  assert.deepEqual([runner.trouble.status, runner.answers[0].error, runner.busy], [0, "gone", false]);
  assert.deepEqual(player.shown.at(-1).inputs[0].path, []);
  runner.again();
  await settle();
  assert.deepEqual([runner.trouble, runner.answers[0].ok.status], [null, "found"]);
});

test("a name is no question", async () => {
  const { store, seen, settle } = stand();
  store.change({ moves: 4 });
  await settle();
  seen.splice(0);
  store.change({ name: "yard" });
  await settle();
  assert.deepEqual(seen, []);
});

test("paths become states", () => {
  assert.deepEqual(pathOf({ ok: { path: [[0, 0], [2, 1]] } }, 10), [0, 12]);
  assert.deepEqual([pathOf(null, 10), pathOf({ error: "no", status: 422 }, 10), pathOf({ ok: { path: null } }, 10)], [[], [], []]);
});

test("what does not apply is told without a search that is refused", async () => {
  const { store, runner, seen, settle } = stand();
  store.change({ slots: ["jumper"] });
  await settle();
  assert.deepEqual(seen.splice(0), ["/api/compare", "/api/trace"]);
  assert.equal(runner.answers[0].ok.algorithm, "jumper");
  store.change({ cost: "mul" });
  await settle();
  assert.deepEqual(seen, ["/api/compare"]);
  assert.deepEqual(runner.answers, [{ error: "it needs uniform costs", status: 422 }]);
});
