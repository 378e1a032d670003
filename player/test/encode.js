// Writes traces for tests, in the plainest way that the format allows: every
// number an operand, against the base that the test asks for.

import { checksum } from "../assets/reader.js";

const BLOCK = 1000;

/**
 * @typedef {object} Event
 * @property {number} kind
 * @property {number} [side]
 * @property {number} state
 * @property {number} [parent]
 * @property {bigint | number} [g]
 * @property {bigint | number} [h]
 * @property {bigint | number} [f]
 */

/**
 * Returns the bytes of a trace.
 *
 * @param {object} header
 * @param {Event[]} events
 * @param {object} [end]
 * @param {{base?: number, block?: number}} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function encodeTrace(header, events, end = {}, options = {}) {
  const parts = [bytes(0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0)];
  parts.push(await chunk("H", json({ version: 1, algorithm: "astar", start: [], goals: [], options: [], ...header })));
  const index = [];
  let steps = 0;
  const size = options.block ?? BLOCK;
  for (let first = 0; first < events.length; first += size) {
    const block = events.slice(first, first + size);
    const part = await chunk("E", encodeBlock(block, first, steps, options.base ?? 1));
    const expansions = block.filter((e) => e.kind === 1).length;
    index.push(0x45, ...uvarint(part.length), ...uvarint(block.length), ...uvarint(expansions));
    steps += expansions;
    parts.push(part);
  }
  const trailer = offset(parts);
  parts.push(await chunk("T", json(trailerOf(events, end))));
  const indexAt = offset(parts);
  parts.push(await chunk("I", bytes(...uvarint(Math.ceil(events.length / size)), ...index)));
  const footer = new DataView(new ArrayBuffer(24));
  footer.setUint32(0, trailer, true);
  footer.setUint32(8, indexAt, true);
  const foot = new Uint8Array(footer.buffer);
  footer.setUint32(16, checksum(foot.subarray(0, 16)), true);
  foot.set([0x41, 0x54, 0x52, 0x45], 20);
  parts.push(foot);
  return join(parts);
}

/** @param {Event[]} events @param {object} end */
function trailerOf(events, end) {
  const names = ["start", "expand", "generate", "improve", "reopen", "prune", "meet", "goal", "scan", "end"];
  const counts = Object.fromEntries(names.map((name, kind) => [name, events.filter((e) => e.kind === kind).length]));
  return {
    status: "found", path: [], cost: 0, certificate: "optimal", reason: "because", lower_bound: 0,
    expanded: counts.expand, generated: counts.generate, reopened: 0, peak_open: 0, events: counts, largest: 0, ...end,
  };
}

/** @param {Event[]} events @param {number} first @param {number} steps @param {number} base */
function encodeBlock(events, first, steps, base) {
  const shapes = new Map();
  const shapeBytes = [];
  const codes = [];
  const back = [];
  const columns = [0, 1, 2, 3, 4].map(() => ({ bytes: [], known: new Map() }));
  const put = (field, value) => {
    const column = columns[field];
    const known = column.known.get(value);
    if (known !== undefined) {
      column.bytes.push(...uvarint(known));
      return;
    }
    column.bytes.push(0, ...svarint(value));
    if (column.known.size < 127) column.known.set(value, column.known.size + 1);
  };
  const zero = { kind: 0, state: 0, parent: -1, g: 0n, h: 0n, f: 0n };
  const full = events.map((e) => ({ side: 0, parent: -1, ...e, g: BigInt(e.g ?? 0), h: BigInt(e.h ?? 0), f: BigInt(e.f ?? 0) }));
  let latest = zero;
  for (const [i, e] of full.entries()) {
    let from = latest;
    let use = base;
    if (base === 2 && i === 0) use = 0;
    if (use === 1) from = i > 0 ? full[i - 1] : zero;
    if (use === 2) {
      const k = 1 + ((i * 7) % i);
      back.push(...uvarint(k));
      from = full[i - k];
    }
    let parent = 3;
    if (e.parent < 0) parent = 0;
    else if (e.parent === from.state) parent = 1;
    else if (e.parent === from.parent) parent = 2;
    const excess = e.f - e.g - e.h - (from.f - from.g - from.h);
    const rule = e.f === e.g + e.h ? 0 : e.f === e.g ? 1 : e.f === e.h ? 2 : 3;
    const operands = 1 | (parent === 3 ? 2 : 0) | 4 | 8 | (rule === 3 ? 16 : 0);
    const key = [e.kind | (e.side << 4) | (use << 5), parent | (rule << 2), operands].join();
    if (!shapes.has(key)) {
      shapes.set(key, shapes.size);
      shapeBytes.push(...key.split(",").map(Number));
    }
    codes.push(shapes.get(key));
    put(0, BigInt(e.state - from.state));
    if (parent === 3) put(1, BigInt(e.parent - e.state));
    put(2, BigInt.asIntN(64, e.g - from.g));
    put(3, BigInt.asIntN(64, e.h - from.h));
    if (rule === 3) put(4, BigInt.asIntN(64, excess));
    if (e.kind === 1) latest = e;
  }
  return join([
    bytes(...uvarint(first), ...uvarint(steps), ...uvarint(events.length), ...uvarint(shapes.size), ...shapeBytes), bytes(...codes),
    ...[back, ...columns.map((c) => c.bytes)].flatMap((column) => [bytes(...uvarint(column.length)), new Uint8Array(column)]),
  ]);
}

/** @param {string} type @param {Uint8Array} data @returns {Promise<Uint8Array>} */
export async function chunk(type, data) {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const stored = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = new DataView(new ArrayBuffer(16));
  head.setUint8(0, type.charCodeAt(0));
  head.setUint32(4, stored.length, true);
  head.setUint32(8, data.length, true);
  const sum = checksum(stored, checksum(new Uint8Array(head.buffer, 0, 12)));
  head.setUint32(12, sum, true);
  return join([new Uint8Array(head.buffer), stored]);
}

function bytes(...list) {
  return Uint8Array.from(list);
}

function json(object) {
  return new TextEncoder().encode(JSON.stringify(object, (_, v) => (typeof v === "bigint" ? `big${v}` : v)).replace(/"big(-?\d+)"/g, "$1"));
}

function offset(parts) {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function join(parts) {
  const all = new Uint8Array(offset(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function uvarint(n) {
  let v = BigInt(n);
  const out = [];
  while (v >= 128n) {
    out.push(Number(v & 127n) | 128);
    v >>= 7n;
  }
  out.push(Number(v));
  return out;
}

function svarint(n) {
  return uvarint(n < 0n ? (-n << 1n) - 1n : n << 1n);
}
