import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { GridMap } from "../assets/map.js";
import { decodeLink, encodeLink, isLink, LinkError } from "../assets/permalink.js";
import { firstState } from "../assets/store.js";

/** Random numbers from 0 to below 1 that are the same each time. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomState(seed) {
  const random = randomFrom(seed);
  const below = (n) => Math.trunc(random() * n);
  const one = (list) => list[below(list.length)];
  const width = 1 + below(40);
  const height = 1 + below(30);
  const symbols = [".", "@", "#", " ", "~", "\"", "é", "地", "🧭", "0"];
  const weights = ["1", null, "0", "2.5", "0.000001", "4", "17"];
  const kinds = symbols.slice(0, 2 + below(symbols.length - 2)).map((symbol, i) => ({ symbol, weight: i === 0 ? "1" : i === 1 ? null : one(weights) }));
  const cells = Uint16Array.from({ length: width * height }, () => below(kinds.length));
  return {
    map: new GridMap(width, height, kinds, cells),
    name: one(["", "arena.map", "地図 №1 <b>", "a\"b\\c\nd"]),
    from: [below(width), below(height)], to: [below(width), below(height)],
    moves: one([4, 8]), corners: one(["never", "one", "always"]), cost: one(["uniform", "add", "mul", "mean"]),
    heuristic: one(["auto", "octile", "zero"]), weight: one(["1", "1.5", "7/3"]), tie: one(["low-h", "fifo"]),
    reopen: one([true, false]), order: one(["", "N,E,S,W"]),
    slots: one([["astar"], ["astar", "dijkstra"], ["bucket-jps", "greedy", "ida", "bidirectional"]]),
    budget: one([0, 1, 123456]),
  };
}

const weightsOf = (map) => Array.from(map.cells, (kind) => `${map.kinds[kind].symbol} ${map.kinds[kind].weight}`);

test("a link gives back the state that it was made of", async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const state = randomState(seed);
    const shown = seed % 3 === 0 ? { lens: "ties" } : seed % 3 === 1 ? { lens: "", language: "ja" } : { lens: "error", language: "zh" };
    const link = await encodeLink(state, shown);
    assert.match(link, /^1\.[A-Za-z0-9_-]+$/);
    assert.ok(isLink(link));
    assert.equal(await encodeLink(state, shown), link);
    const back = await decodeLink(link);
    const { map, ...rest } = state;
    const { map: mapBack, ...restBack } = back.state;
    assert.deepEqual(restBack, rest);
    assert.deepEqual([mapBack.width, mapBack.height], [map.width, map.height]);
    assert.deepEqual(weightsOf(mapBack), weightsOf(map));
    assert.deepEqual(back.shown, shown);
    assert.equal(await encodeLink(back.state, shown), link);
  }
});

test("a map with a weight for every cell goes into a link", async () => {
  const kinds = Array.from({ length: 400 }, (_, i) => ({ symbol: String.fromCharCode(0x4e00 + i), weight: i === 0 ? null : String(i) }));
  const map = new GridMap(20, 20, kinds, Uint16Array.from({ length: 400 }, (_, i) => (i * 7) % 400));
  const { state } = await decodeLink(await encodeLink({ ...firstState(), map, from: [1, 0], to: [2, 0] }));
  const weights = (m) => Array.from(m.cells, (kind) => m.kinds[kind].weight);
  assert.deepEqual(weights(state.map), weights(map));
});

test("the first page's link is short", async () => {
  assert.ok((await encodeLink(firstState())).length < 400);
});

async function refusal(fragment, limits) {
  try {
    await decodeLink(fragment, limits);
  } catch (failure) {
    assert.ok(failure instanceof LinkError, String(failure));
    return failure.kind;
  }
  return "none";
}

test("a link that was cut or changed is told from a sound one", async () => {
  const link = await encodeLink(randomState(5));
  for (let length = 2; length < link.length; length++) {
    assert.equal(await refusal(link.slice(0, length)), "damaged", `cut to ${length}`);
  }
  const random = randomFrom(9);
  for (let i = 0; i < 300; i++) {
    const at = 2 + Math.trunc(random() * (link.length - 2));
    const other = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[Math.trunc(random() * 64)];
    const changed = link.slice(0, at) + other + link.slice(at + 1);
    // The last character has bits that stand for nothing.
    if (other === link[at] || at === link.length - 1) continue;
    assert.equal(await refusal(changed), "damaged", `character ${at} is ${other}`);
  }
  for (const fragment of ["", "1", "1.", "0.AAAA", "x", "1.!!!", "1.A", link.replace("1.", "1,")]) {
    assert.equal(await refusal(fragment), "damaged", fragment);
  }
});

test("a link of a newer version says so", async () => {
  assert.equal(await refusal("2.AAAA"), "newer");
  assert.equal(await refusal("12.what~ever"), "newer");
});

/** A link of any text, well made. */
function linkOf(text) {
  const body = Buffer.from(text);
  let hash = 0x811c9dc5;
  for (const byte of body) hash = Math.imul(hash ^ byte, 0x01000193);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(hash >>> 0);
  return `1.${deflateRawSync(Buffer.concat([head, body])).toString("base64url")}`;
}

test("a link that inflates without end, or declares a huge map, is refused", async () => {
  const bomb = linkOf(" ".repeat(16 << 20));
  assert.ok(bomb.length < 100_000);
  assert.equal(await refusal(bomb), "too-large");
  const said = JSON.stringify({ name: "", heuristic: "auto", weight: "1", tie: "fifo", reopen: true, order: "", slots: ["astar"], budget: 0, lens: "" });
  const map = (size) => linkOf(`${said}\nastrolabe 1\nsize ${size}\nlegend . 1\nstart 0 0\ngoal 0 0\nmap\n.\n`);
  assert.equal(await refusal(map("1 1")), "none");
  assert.equal(await refusal(map("8000 8000")), "too-large");
  assert.equal(await refusal(map("999999999 999999999")), "too-large");
  assert.equal(await refusal(map("9999999999 1")), "damaged");
  assert.equal(await refusal(map("40 30"), { bytes: 1 << 20, cells: 1199 }), "too-large");
});

test("a well-made link with senseless content changes nothing", async () => {
  const sound = { name: "", heuristic: "auto", weight: "1", tie: "fifo", reopen: true, order: "", slots: ["astar"], budget: 0, lens: "" };
  const link = (said, rows = "...") => linkOf(`${JSON.stringify(said)}\nastrolabe 1\nsize 3 1\nlegend . 1\nstart 0 0\ngoal 2 0\nmap\n${rows}\n`);
  assert.equal(await refusal(link(sound)), "none");
  for (const wrong of [{ slots: [] }, { slots: "astar" }, { slots: ["a", "b", "c", "d", "e"] }, { slots: [1] }, { name: 7 }, { name: "x".repeat(201) }, { tie: null }, { lens: {} }]) {
    assert.equal(await refusal(link({ ...sound, ...wrong })), "damaged", JSON.stringify(wrong));
  }
  assert.equal(await refusal(link(sound, "..")), "damaged");
  assert.equal(await refusal(link(null)), "damaged");
  assert.equal(await refusal(linkOf("no JSON\nastrolabe 1")), "damaged");
  const odd = await decodeLink(link({ ...sound, budget: -3, language: "xx", more: 1 }));
  assert.equal(odd.state.budget, 0);
  assert.equal(odd.shown.language, undefined);
});
