import assert from "node:assert/strict";
import { test } from "node:test";
import { endsOf, fileNameOf, problemOf, readScenario, recognize, shortName } from "../assets/formats.js";
import { GridMap } from "../assets/map.js";

const bytes = (text) => new TextEncoder().encode(text);

test("files are told apart by their content", () => {
  for (const [text, content] of [
    ["", "empty"], ["\n  \n", "empty"],
    ["..#\n", "map"], ["type octile\nheight 1\n", "map"], ["astrolabe 1\n", "map"], ["12 16 2 5 9 12\n", "map"], ["{}\n", "map"], ["\ufeff...", "map"],
    ["version 1\n0\ta\t", "scenario"], ["version 1.0\r\n", "scenario"], ["version 12\n", "map"],
    ['{"header":{"version":1}}\n', "trace-lines"], ['{"status":"found"}', "answer"], ['{\n  "status": "found"\n}', "answer"],
    ["<!doctype html>\n", "page"], ["<svg xmlns", "page"],
    ["a\0b", "binary"],
  ]) {
    assert.equal(recognize(bytes(text)).content, content, JSON.stringify(text));
  }
  assert.equal(recognize(bytes("..#\n")).text, "..#\n");
  assert.equal(recognize(Uint8Array.of(0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0)).content, "trace");
  assert.equal(recognize(Uint8Array.of(0x1f, 0x8b, 8)).content, "compressed");
  assert.equal(recognize(Uint8Array.of(0x89, 0x50, 0x4e, 0x47)).content, "binary");
});

test("refusals of the server are taken apart", () => {
  const text = "...\n..x\n...\n";
  const message = 'map: map:2:3: the symbol \'x\' has no meaning; want . or #; body.map: map:2:3: the symbol \'x\' has no meaning; want . or #';
  assert.deepEqual(problemOf(message, text), {
    line: 2, column: 3, what: "the symbol 'x' has no meaning", remedy: "want . or #", field: "map",
    excerpt: { before: "..", at: "x", after: "" },
  });
  assert.deepEqual(problemOf("a:b.map:2: the row is short; want 3; or more", text), {
    line: 2, column: 0, what: "the row is short", remedy: "want 3; or more", field: "",
    excerpt: { before: "..x", at: "", after: "" },
  });
  assert.deepEqual(problemOf("validation failed; body.density: expected number <= 1"), {
    line: 0, column: 0, what: "expected number <= 1", remedy: "", field: "density", excerpt: null,
  });
  assert.deepEqual(problemOf("width: 9×9 is more than 4 cells; want a smaller map; body.width: 9×9 is more than 4 cells; want a smaller map"), {
    line: 0, column: 0, what: "9×9 is more than 4 cells", remedy: "want a smaller map", field: "width", excerpt: null,
  });
  assert.equal(problemOf("HTTP 500").what, "HTTP 500");
  const long = `${".".repeat(100)}é${"#".repeat(100)}`;
  const { excerpt } = problemOf("map:1:101: bad", long);
  assert.deepEqual(excerpt, { before: `…${".".repeat(24)}`, at: "é", after: `${"#".repeat(24)}…` });
  assert.deepEqual(problemOf("map:1:4: bad", "...").excerpt, { before: "...", at: " ", after: "" });
  assert.equal(problemOf("map:7:4: bad", "...").excerpt, null);
});

test("a scenario's queries for a map are found", () => {
  const rows = [
    "version 1",
    "0\tmaps/dao/arena.map\t49\t49\t1\t11\t1\t12\t1",
    "0 maps/dao/arena.map 49 49 1 13 4 12 3.41421",
    "",
    "1\tother map.map\t49\t40\t1\t2\t3\t4\t6.5",
    "1\tarena.map\t49\t49\t49\t2\t3\t4\t6.5",
    "nonsense",
    "9\tarena.map\t49\t49\t48\t48\t0\t0\t67.882250993908565",
  ];
  const scenario = readScenario(rows.join("\r\n"), { width: 49, height: 49 }, 2);
  assert.deepEqual(scenario, {
    queries: [{ from: [1, 11], to: [1, 12], optimal: "1" }, { from: [1, 13], to: [4, 12], optimal: "3.41421" }],
    fitting: 3, total: 4, map: { name: "arena.map", width: 49, height: 49 }, wrong: 6,
  });
  assert.deepEqual(readScenario("version 1\n", { width: 1, height: 1 }, 5), { queries: [], fitting: 0, total: 0, map: null, wrong: 0 });
  assert.equal(readScenario(rows.join("\n"), { width: 49, height: 40 }, 5).queries[0].optimal, "6.5");
});

test("a map without ends gets those of its largest region", () => {
  const map = (...rows) => GridMap.parse(`astrolabe 1\nsize ${rows[0].length} ${rows.length}\nlegend . 1\nlegend # blocked\nmap\n${rows.join("\n")}\n`).map;
  assert.deepEqual(endsOf(map("..#..", "..###", ".#...")), [[0, 0], [0, 2]]);
  assert.deepEqual(endsOf(map(".#...", "#.#..", ".#...")), [[2, 0], [4, 2]]);
  assert.deepEqual(endsOf(map("##", "##")), [[0, 0], [1, 1]]);
  assert.deepEqual(endsOf(map("#.")), [[1, 0], [1, 0]]);
});

test("names for files are names", () => {
  assert.equal(fileNameOf("", "map"), "map.map");
  assert.equal(fileNameOf("arena.map", "txt"), "arena.txt");
  assert.equal(fileNameOf("../../etc/pass:wd", "map"), "etc-pass-wd.map");
  assert.equal(fileNameOf("地図 1.txt", "map"), "地図 1.map");
  assert.equal(fileNameOf("...", "map"), "map.map");
  assert.equal(shortName("a".repeat(300)).length, 200);
  assert.equal(shortName("地".repeat(100)), "地".repeat(66));
});
