// Searches whose traces the tests read: A* from one end or from both, on grids.

import { P, Q } from "../assets/lengths.js";

const one = Number(Q);
const diagonal = Number(P);

/** Returns numbers from 0 to 1 that are the same every time. */
export function randomFrom(seed) {
  let x = seed >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 2 ** 32;
  };
}

/** Returns a map as rows, with walls at random. */
export function randomRows(width, height, share, seed) {
  const random = randomFrom(seed);
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => (random() < share ? "@" : ".")).join(""));
  rows[0] = "." + rows[0].slice(1);
  rows[height - 1] = rows[height - 1].slice(0, -1) + ".";
  return rows;
}

/** Returns the header of a trace on a map of rows. */
export function headerOf(rows, start, goal, name = "test.map") {
  return {
    algorithm: "astar", start: [start], goals: [goal],
    options: [["moves", "8"], ["cut_corners", "never"], ["cost", "uniform"], ["scale", "1"], ["heuristic", "octile"]],
    map: {
      name, width: rows[0].length, height: rows.length,
      kinds: [{ symbol: ".", weight: "1" }, { symbol: "@", blocked: true }], rows,
    },
  };
}

/**
 * Runs A* with an octile estimate times `weight` (0 is Dijkstra), alternating
 * between both ends if `both`, and returns its events and its end.
 */
export function search(rows, start, goal, { weight = 1, both = false } = {}) {
  const width = rows[0].length;
  const height = rows.length;
  const open = (x, y) => x >= 0 && y >= 0 && x < width && y < height && rows[y][x] === ".";
  const estimate = (s, to) => {
    const dx = Math.abs((s % width) - (to % width));
    const dy = Math.abs(Math.trunc(s / width) - Math.trunc(to / width));
    return Math.floor(weight * (Math.abs(dx - dy) * one + Math.min(dx, dy) * diagonal));
  };
  const events = [];
  const sides = [makeSide(0, start, goal), ...(both ? [makeSide(1, goal, start)] : [])];
  function makeSide(side, from, to) {
    const h = estimate(from, to);
    events.push({ kind: 0, side, state: from, g: 0, h, f: h }, { kind: 2, side, state: from, g: 0, h, f: h });
    return { side, to, g: new Map([[from, 0]]), parent: new Map(), closed: new Set(), heap: heapOf([h, 0, from]) };
  }
  let found = null;
  for (let turn = 0; found === null; turn++) {
    const s = sides[turn % sides.length];
    const top = s.heap.pop();
    if (top === undefined) break;
    const [f, g, at] = top;
    if (s.closed.has(at) || g !== s.g.get(at)) continue;
    s.closed.add(at);
    const parent = s.parent.get(at) ?? -1;
    events.push({ kind: 1, side: s.side, state: at, parent, g, h: f - g, f });
    const other = sides[1 - s.side];
    if (at === s.to || other?.closed.has(at)) {
      found = at;
      if (other) events.push({ kind: 6, side: s.side, state: at, parent, g, h: f - g, f: g + other.g.get(at) });
      events.push({ kind: 7, side: s.side, state: at, parent, g, h: 0, f: g });
      break;
    }
    const x = at % width;
    const y = Math.trunc(at / width);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]]) {
      if (!open(x + dx, y + dy) || (dx && dy && !(open(x + dx, y) && open(x, y + dy)))) continue;
      const to = (y + dy) * width + x + dx;
      const next = g + (dx && dy ? diagonal : one);
      const known = s.g.get(to);
      if (known !== undefined && known <= next) continue;
      const h = estimate(to, s.to);
      const kind = s.closed.delete(to) ? 4 : known === undefined ? 2 : 3;
      s.g.set(to, next);
      s.parent.set(to, at);
      s.heap.push([next + h, next, to]);
      events.push({ kind, side: s.side, state: to, parent: at, g: next, h, f: next + h });
    }
  }
  const trail = (s, at) => {
    const states = [];
    for (let here = at; here !== undefined; here = s.parent.get(here)) states.push(here);
    return states;
  };
  const path = found === null ? [] : [...trail(sides[0], found).reverse(), ...(both ? trail(sides[1], found).slice(1) : [])];
  const cost = found === null ? 0 : sides[0].g.get(found) + (both ? sides[1].g.get(found) : 0);
  events.push({ kind: 9, state: path.at(-1) ?? -1, g: cost, h: 0, f: cost });
  return { events, end: { status: found === null ? "no-path" : "found", path, cost, lower_bound: cost, certificate: both ? "feasible" : "optimal" } };
}

/** A heap of [f, g, state]: least f first, then largest g. */
function heapOf(...items) {
  const before = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] > b[1]);
  const list = [];
  const heap = {
    push(item) {
      let i = list.push(item) - 1;
      for (; i > 0 && before(item, list[(i - 1) >> 1]); i = (i - 1) >> 1) list[i] = list[(i - 1) >> 1];
      list[i] = item;
    },
    pop() {
      const top = list[0];
      const item = list.pop();
      if (list.length === 0) return top;
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        if (child >= list.length) break;
        if (child + 1 < list.length && before(list[child + 1], list[child])) child++;
        if (!before(list[child], item)) break;
        list[i] = list[child];
        i = child;
      }
      list[i] = item;
      return top;
    },
  };
  items.forEach((item) => heap.push(item));
  return heap;
}
