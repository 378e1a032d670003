import assert from "node:assert/strict";
import { test } from "node:test";
import { TraceError } from "../assets/errors.js";
import { readTrace } from "../assets/reader.js";
import { Trace } from "../assets/trace.js";
import { chunk, encodeTrace } from "./encode.js";
import { headerOf, randomFrom, randomRows, search } from "./searches.js";

const rows = randomRows(9, 7, 0.2, 3);

async function small(options = {}) {
  const { events, end } = search(rows, 0, 62, options);
  return { events, bytes: await encodeTrace(headerOf(rows, 0, 62), events, end, { block: 20 }) };
}

async function read(source) {
  const trace = new Trace();
  await readTrace(source, trace);
  return trace;
}

/** A promise's error, or null. */
const errorOf = (promise) => promise.then(() => null, (error) => error);

/** The events of a trace as the searches tell them. */
function told(trace) {
  return Array.from({ length: trace.count }, (_, i) => [
    trace.kind[i] & 15, trace.kind[i] >> 4, trace.state[i], trace.parent[i], trace.cost("g", i), trace.cost("h", i), trace.cost("f", i),
  ]);
}

const asTold = (events) => events.map((e) => [e.kind, e.side ?? 0, e.state, e.parent ?? -1, BigInt(e.g ?? 0), BigInt(e.h ?? 0), BigInt(e.f ?? 0)]);

test("what was written is read, from any base", async () => {
  for (const base of [0, 1, 2]) {
    for (const both of [false, true]) {
      const { events, end } = search(rows, 0, 62, { both });
      const trace = await read(await encodeTrace(headerOf(rows, 0, 62), events, end, { base, block: 17 }));
      assert.deepEqual(told(trace), asTold(events));
      assert.equal(trace.end.cost, BigInt(end.cost));
      assert.deepEqual(trace.end.path, end.path);
      assert.equal(trace.sides, both ? 2 : 1);
      assert.equal(trace.header.map.blocked[rows[0].indexOf("@")], 1);
    }
  }
});

test("bytes may come in pieces of any size", async () => {
  const { bytes, events } = await small();
  for (const size of [1, 7, 16, 1000]) {
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    assert.deepEqual(told(await read(stream)), asTold(events));
  }
});

test("events are there before the end has come", async () => {
  const { bytes } = await small();
  const trace = new Trace();
  const counts = [];
  await readTrace(bytes, trace, () => counts.push(trace.count));
  assert.ok(counts.filter((n) => n > 0).length > 3);
  assert.deepEqual([...counts].sort((a, b) => a - b), counts);
});

test("costs over 53 bits are exact", async () => {
  const most = 2n ** 63n - 1n;
  const events = [
    { kind: 2, state: 0, g: 0n, h: 5n, f: 5n },
    { kind: 1, state: 0, g: 0n, h: 5n, f: 5n },
    { kind: 2, state: 1, parent: 0, g: 2n ** 60n + 1n, h: 3n, f: 2n ** 60n + 4n },
    { kind: 3, state: 1, parent: 0, g: most, h: 0n, f: most },
    { kind: 3, state: 1, parent: 0, g: -most, h: -1n, f: 7n },
    { kind: 1, state: 1, parent: 0, g: 2n ** 53n + 1n, h: 2n ** 53n + 3n, f: 2n ** 54n + 4n },
    { kind: 9, state: -1 },
  ];
  for (const block of [2, 1000]) {
    for (const base of [0, 1, 2]) {
      const bytes = await encodeTrace(headerOf(rows, 0, 1), events, { cost: most, largest: most }, { block, base });
      const trace = await read(bytes);
      assert.ok(trace.wide);
      assert.deepEqual(told(trace), asTold(events));
      assert.equal(trace.end.cost, most);
    }
  }
});

test("a trace cut short anywhere is refused, and what is there is right", async () => {
  const { bytes, events } = await small();
  for (let length = 0; length < bytes.length; length += 1) {
    const trace = new Trace();
    const error = await errorOf(readTrace(bytes.slice(0, length), trace));
    assert.ok(error instanceof TraceError, `${length} of ${bytes.length} bytes`);
    assert.equal(error.code, length === 0 ? "empty" : "truncated");
    assert.deepEqual(told(trace), asTold(events).slice(0, trace.count));
  }
  const error = await errorOf(read(Uint8Array.from([...bytes, 0])));
  assert.equal(error?.code, "damaged");
});

test("a trace with any byte changed is refused, and what is there is right", async () => {
  const { bytes, events } = await small();
  const random = randomFrom(2);
  // The footer's first numbers are only of use to those who jump.
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.slice();
    changed[at] ^= 1 << Math.trunc(random() * 8);
    const trace = new Trace();
    const error = await errorOf(readTrace(changed, trace));
    assert.ok(error instanceof TraceError, `byte ${at} of ${bytes.length}: ${error}`);
    assert.deepEqual(told(trace), asTold(events).slice(0, trace.count));
  }
});

test("what declares too much is refused before memory is taken", async () => {
  const { bytes } = await small();
  const prologue = bytes.slice(0, 12);
  const head = new DataView(new ArrayBuffer(16));
  head.setUint8(0, 0x48);
  for (const [stored, raw, code] of [[0xffffffff, 10, "too-large"], [100, 0xffffffff, "too-large"], [2, 100000, "damaged"]]) {
    head.setUint32(4, stored, true);
    head.setUint32(8, raw, true);
    const error = await errorOf(read(Uint8Array.from([...prologue, ...new Uint8Array(head.buffer)])));
    assert.equal(error?.code, code);
  }
});

/** Reads a trace whose block of events is other data, with a checksum that is right. */
async function withBlock(data) {
  const { bytes } = await small();
  const header = await chunk("H", new TextEncoder().encode(JSON.stringify({ version: 1, algorithm: "a", start: [], goals: [], options: [], map: headerOf(rows, 0, 1).map })));
  const block = await chunk("E", Uint8Array.from(data));
  return errorOf(read(Uint8Array.from([...bytes.slice(0, 12), ...header, ...block])));
}

test("blocks that make no sense are refused", async () => {
  const shape = [2, 0, 0, 0, 0, 0]; // generate; state, g and h as before
  const empty = [0, 0, 0, 0, 0, 0];
  assert.equal((await withBlock([0, 0, 1, 1, ...shape, 0, ...empty]))?.code, "truncated"); // this one does
  for (const [why, data] of Object.entries({
    "nothing": [],
    "no records": [0, 0, 0, 1, ...shape, ...empty],
    "no shapes": [0, 0, 1, 0, 0, ...empty],
    "events before the first": [1, 0, 1, 1, ...shape, 0, ...empty],
    "steps before the first": [0, 1, 1, 1, ...shape, 0, ...empty],
    "an unknown kind": [0, 0, 1, 1, 10, 0, 0, 0, 0, 0, 0, ...empty],
    "an unknown base": [0, 0, 1, 1, 2 | (3 << 5), 0, 0, 0, 0, 0, 0, ...empty],
    "an unknown rule": [0, 0, 1, 1, 2, 4 << 2, 0, 0, 0, 0, 0, ...empty],
    "an unknown operand": [0, 0, 1, 1, 2, 0, 32, 0, 0, 0, 0, ...empty],
    "a shape that there is not": [0, 0, 1, 1, ...shape, 1, ...empty],
    "a state beyond the map": [0, 0, 1, 1, 2, 0, 0, 126, 0, 0, 0, ...empty],
    "a state before the map": [0, 0, 1, 1, 2, 0, 0, 1, 0, 0, 0, ...empty],
    "a parent beyond the map": [0, 0, 1, 1, 2, 3, 0, 0, 126, 0, 0, 0, ...empty],
    "bytes left over": [0, 0, 1, 1, ...shape, 0, ...empty, 0],
    "operands left over": [0, 0, 1, 1, ...shape, 0, 0, 1, 0, 0, 0, 0, 0],
    "operands missing": [0, 0, 1, 1, 2, 0, 1, 0, 0, 0, ...empty],
    "a reference before the block": [0, 0, 1, 1, 2 | (2 << 5), 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
    "a number without end": [0, 0, 1, 1, 2, 0, 1, 0, 0, 0, 0, 11, 0, ...Array(11).fill(255), 0, 0, 0, 0],
    "half a number": [0, 0, 1, 255],
    "an end before the end": [0, 0, 2, 2, 9, 0, 0, 0, 0, 0, ...shape, 0, 1, ...empty],
  })) {
    const error = await withBlock(data);
    assert.ok(error instanceof TraceError, `${why}: ${error}`);
    assert.equal(error.code, "block", why);
  }
});

test("headers that make no sense are refused", async () => {
  const good = headerOf(rows, 0, 62);
  const { map } = good;
  for (const [why, header] of Object.entries({
    "no algorithm": { ...good, algorithm: undefined },
    "a start beyond the map": { ...good, start: [63] },
    "a goal that is no number": { ...good, goals: ["1"] },
    "an odd scale": { ...good, options: [["scale", "3"]] },
    "an option of one part": { ...good, options: [["scale"]] },
    "a row too short": { ...good, map: { ...map, rows: ["...", ...rows.slice(1)] } },
    "a row too many": { ...good, map: { ...map, rows: [...rows, rows[0]] } },
    "a symbol that no kind has": { ...good, map: { ...map, rows: [rows[0].replace(".", "?"), ...rows.slice(1)] } },
    "a size that is none": { ...good, map: { ...map, width: -9 } },
    "a huge size": { ...good, map: { ...map, width: 1e9 } },
    "a weight that is none": { ...good, map: { ...map, kinds: [{ symbol: ".", weight: "NaN" }, map.kinds[1]] } },
    "too few weights": { ...good, map: { ...map, weights: [1] } },
  })) {
    const error = await errorOf(encodeTrace(header, [], {}).then(read));
    assert.equal(error?.code, "header", why);
  }
});

test("a trailer must count the events that there are", async () => {
  const { events, end } = search(rows, 0, 62);
  const bytes = await encodeTrace(headerOf(rows, 0, 62), events, { ...end, events: { expand: 3 } });
  const error = await errorOf(read(bytes));
  assert.deepEqual([error?.code, error?.facts], ["count", { declared: 3, found: events.length }]);
});
