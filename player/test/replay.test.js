import assert from "node:assert/strict";
import { test } from "node:test";
import { Lengths } from "../assets/lengths.js";
import { readTrace } from "../assets/reader.js";
import { Replay } from "../assets/replay.js";
import { CLOSED, NONE, OPEN, PLACE, Trace } from "../assets/trace.js";
import { encodeTrace } from "./encode.js";
import { headerOf, randomFrom, randomRows, search } from "./searches.js";

/** Replays the first `position` events in the obvious way. */
function bruteForce(events, position) {
  const sides = [new Map(), new Map()];
  for (const e of events.slice(0, position)) {
    if (PLACE[e.kind] === NONE) continue;
    sides[e.side ?? 0].set(e.state, { place: PLACE[e.kind], g: e.g, h: e.h, f: e.f, parent: e.parent ?? -1 });
  }
  return sides;
}

function compare(replay, events, states) {
  const want = bruteForce(events, replay.position);
  let open = 0;
  let closed = 0;
  for (const side of [0, 1]) {
    for (let state = 0; state < states; state++) {
      const w = want[side].get(state);
      const place = replay.place(side, state);
      assert.equal(place, w?.place ?? NONE, `state ${state} after ${replay.position} events`);
      open += place === OPEN ? 1 : 0;
      closed += place === CLOSED ? 1 : 0;
      if (w === undefined) continue;
      const i = replay.event(side, state);
      const { g, h, f, parent } = replay.trace;
      assert.deepEqual([g[i], h[i], f[i], parent[i]], [w.g, w.h, w.f, w.parent]);
    }
  }
  assert.deepEqual([replay.open, replay.closed], [open, closed]);
}

async function read(rows, start, goal, options, how) {
  const { events, end } = search(rows, start, goal, options);
  const trace = new Trace();
  await readTrace(await encodeTrace(headerOf(rows, start, goal), events, end, how), trace);
  return { trace, events };
}

test("a replay equals brute force at random positions, forward and back", async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = randomFrom(seed);
    const rows = randomRows(5 + Math.trunc(random() * 14), 5 + Math.trunc(random() * 14), 0.25, seed);
    const states = rows.length * rows[0].length;
    const options = { weight: seed % 3, both: seed % 4 === 3 };
    const { trace, events } = await read(rows, 0, states - 1, options, { base: seed % 3, block: 1 + (seed % 5) * 17 });
    assert.equal(trace.count, events.length);
    const replay = new Replay(trace);
    for (let i = 0; i < 30; i++) {
      replay.seek(Math.trunc(random() * (events.length + 1)));
      compare(replay, events, states);
    }
    replay.seek(events.length);
    compare(replay, events, states);
    replay.seek(0);
    compare(replay, events, states);
  }
});

test("states that a seek touches are told", async () => {
  const rows = randomRows(16, 16, 0.2, 7);
  const { trace } = await read(rows, 0, 255, {}, {});
  const replay = new Replay(trace);
  const shown = new Map();
  replay.touched = (state) => shown.set(state, replay.place(0, state));
  const random = randomFrom(3);
  for (let i = 0; i < 50; i++) {
    replay.seek(Math.trunc(random() * (trace.count + 1)));
    for (let state = 0; state < 256; state++) assert.equal(shown.get(state) ?? NONE, replay.place(0, state));
  }
});

test("steps, their ends and their counts agree with the events", async () => {
  const rows = randomRows(20, 11, 0.25, 5);
  const { trace, events } = await read(rows, 0, 219, {}, { block: 37 });
  const replay = new Replay(trace);
  let step = 0;
  for (let position = 1; position <= events.length; position++) {
    if (events[position - 1].kind === 1) step++;
    assert.equal(trace.stepAt(position), step);
  }
  assert.equal(trace.steps, step);
  let front = -Infinity;
  for (let s = 0; s <= step; s++) {
    replay.seek(trace.endOfStep(s));
    assert.equal(replay.step, s);
    assert.deepEqual([trace.openCount[s], trace.closedCount[s]], [replay.open, replay.closed]);
    if (s > 0) front = Math.max(front, trace.f[trace.expansion[s]]);
    assert.equal(trace.frontF[s], front);
  }
});

test("a long trace is sought by checkpoints and equals one replayed from the start", async () => {
  const count = 2_300_000;
  const random = randomFrom(9);
  const trace = new Trace();
  trace.begin({ algorithm: "a", start: [], goals: [], options: [], map: null, lengths: new Lengths(false, 1n) });
  trace.reserve(count);
  for (let i = 0; i < count; i++) {
    trace.kind[i] = 1 + Math.trunc(random() * 4);
    trace.state[i] = Math.trunc(random() * 64);
  }
  trace.append(count, 0);
  const replay = new Replay(trace);
  replay.seek(trace.count);
  assert.ok(replay.checkpoints.length >= 2);
  for (const position of [1_200_000, 2_200_000, 5, 1_100_000, 2_299_999, 1_048_576]) {
    replay.seek(position);
    const fresh = new Replay(trace);
    for (let at = 0; at < position; at += 30_000) fresh.seek(Math.min(at + 30_000, position));
    for (let state = 0; state < 64; state++) assert.equal(replay.event(0, state), fresh.event(0, state));
    assert.deepEqual([replay.open, replay.closed], [fresh.open, fresh.closed]);
  }
});
