// The guided tours as data: every step has words in every language, settings that
// make sense, and figures that can be measured. What comes out is checked against
// the server in lessons_test.go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { GENERATE, EXPAND, Trace } from "/player/trace.js";
import { measureTrace } from "../assets/lesson-trace.js";
import { compared, holds, linkTo, measure, readLink, settingsOf, TOURS } from "../assets/lesson-tour.js";
import { firstState } from "../assets/store.js";
import { lessons } from "../assets/words-lessons.js";

/** @returns {import("../assets/lesson-tour.js").Tour} */
const read = (name) => JSON.parse(readFileSync(new URL(`../assets/lessons/${name}.json`, import.meta.url), "utf8"));
const tours = TOURS.map(read);
const steps = tours.flatMap((tour) => tour.steps.map((step) => ({ tour, step })));

test("every language says the same things", () => {
  const keys = Object.keys(lessons.en).sort();
  for (const language of ["ja", "zh"]) {
    assert.deepEqual(Object.keys(lessons[language]).sort(), keys, language);
    for (const key of keys) {
      const facts = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      assert.deepEqual(facts(lessons[language][key]), facts(lessons.en[key]), `${language}: ${key}`);
    }
  }
  for (const language of ["en", "ja", "zh"]) {
    for (const [key, text] of Object.entries(lessons[language])) {
      assert.ok(text.trim() !== "" && !text.includes("|"), `${language}: ${key}`);
    }
  }
});

test("every step has a title, two to four sentences, and something to look at", () => {
  const ends = { en: /[.?!](?=\s|$)/g, ja: /[。？]/g, zh: /[。？]/g };
  for (const { tour, step } of steps) {
    for (const [language, end] of Object.entries(ends)) {
      const say = (what) => lessons[language][`step.${tour.tour}.${step.id}.${what}`] ?? assert.fail(`${language}: ${linkTo(tour, step)}.${what}`);
      assert.ok(say("title").length <= 40, `${language}: ${say("title")}`);
      const sentences = say("text").match(end)?.length ?? 0;
      assert.ok(sentences >= 2 && sentences <= 4, `${language}: ${linkTo(tour, step)} has ${sentences} sentences`);
      say("look");
    }
  }
});

test("no text of a step or tour is left over", () => {
  const known = new Set(steps.map(({ tour, step }) => `step.${tour.tour}.${step.id}`));
  for (const key of Object.keys(lessons.en)) {
    if (key.startsWith("step.")) assert.ok(known.has(key.slice(0, key.lastIndexOf("."))), key);
  }
});

test("steps set what there is, on maps that there are", () => {
  const settings = Object.keys(firstState()).filter((key) => key !== "map" && key !== "name").sort();
  for (const { tour, step } of steps) {
    const where = linkTo(tour, step);
    assert.deepEqual(Object.keys(tour.set).sort(), settings, tour.tour);
    if (step.page === "games") {
      assert.ok(step.game !== undefined, where);
      continue;
    }
    assert.ok(step.map !== undefined && tour.maps[step.map] !== undefined, where);
    for (const set of [step.set ?? {}, ...(step.shows ?? []).map((show) => show.set)]) {
      for (const key of Object.keys(set)) assert.ok(settings.includes(key), `${where}: ${key}`);
    }
    const shown = settingsOf(tour, step);
    assert.ok(shown.slots.length >= 1 && shown.slots.length <= 4, where);
    const source = tour.maps[step.map];
    const rows = source.lines?.filter((line) => !/^[\w-]+ \S/.test(line) && !/^\d+ \d+ \d+/.test(line)) ?? [];
    const size = source.generate ?? { width: Math.max(...rows.map(({ length }) => length)), height: rows.length };
    for (const [x, y, width, height] of [...(step.cells ?? []), [...shown.from, 1, 1], [...shown.to, 1, 1]]) {
      assert.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, `${where}: ${x},${y} is not on the map`);
    }
  }
});

test("every figure has a name, and a place in its step", () => {
  for (const { tour, step } of steps) {
    const where = linkTo(tour, step);
    assert.ok(step.rows.length >= 1 && step.rows.length <= 6, where);
    const shows = step.shows?.map(({ id }) => id) ?? [];
    assert.equal(new Set(shows).size, shows.length, where);
    for (const row of step.rows) {
      const label = row.of === "map" ? `map-${row.what}` : row.what;
      assert.ok(lessons.en[`lesson.what.${label}`] !== undefined, `${where}: ${label}`);
      for (const subject of [row.show, row.tie, row.algorithm].filter((one) => one !== undefined)) {
        assert.ok(lessons.en[`lesson.subject.${subject}`] !== undefined, `${where}: ${subject}`);
      }
      assert.ok(row.show === undefined ? shows.length === 0 : shows.includes(row.show), `${where}: ${row.show}`);
      if (row.of === "cited") assert.ok(row.fact !== undefined, where);
    }
    for (const id of shows) assert.ok(lessons.en[`lesson.subject.${id}`] !== undefined, `${where}: ${id}`);
  }
});

test("a link names a step, or nothing", () => {
  for (const { tour, step } of steps) assert.deepEqual(readLink(linkTo(tour, step)), { tour: tour.tour, step: step.id });
  for (const link of ["", "notebook", "notebook/map/more", "elsewhere/map"]) assert.equal(readLink(link), null, link);
});

test("settings hold only where all of them do", () => {
  const [tour] = tours;
  const settings = settingsOf(tour, tour.steps[0]);
  const state = { ...firstState(), ...settings };
  assert.ok(holds(state, settings));
  assert.ok(!holds({ ...state, tie: "fifo" }, settings));
  assert.ok(!holds({ ...state, slots: ["astar", "greedy"] }, settings));
});

test("figures are read from answers", () => {
  const answer = {
    status: "found", certificate: "optimal", expanded: 124, path: [[0, 0], [1, 1]],
    cost: { text: "√2", straight: "0", diagonal: "1", value: 1.4142135623730951 }, lower_bound: { text: "√2" },
  };
  const row = (what, more = {}) => ({ of: "solve", what, want: 0, ...more });
  const found = (what, other) => measure(row(what), answer, other);
  assert.equal(found("expanded"), 124);
  assert.equal(found("cells"), 2);
  assert.equal(found("cost"), "√2");
  assert.equal(found("outcome"), "√2");
  assert.equal(found("bound"), "√2");
  assert.equal(found("certificate"), "optimal");
  assert.equal(found("diagonal"), 1);
  assert.equal(found("decimal"), 1.4142135623730951);
  assert.equal(found("fewer", { expanded: 1207 }), 9.7);
  assert.equal(found("saved", { expanded: 1207 }), 90);
  assert.equal(found("unheard-of"), null);
  const none = { ...answer, status: "no-path", cost: null, lower_bound: null, path: [] };
  assert.equal(measure(row("outcome"), none), "no-path");
  for (const what of ["cost", "cells", "bound", "straight", "decimal"]) assert.equal(measure(row(what), none), null, what);
  assert.equal(measure({ of: "map", what: "walls", want: 0 }, { width: 3, height: 2, open: 5 }), 1);
  assert.equal(measure({ of: "map", what: "cells", want: 0 }, { width: 3, height: 2, open: 5 }), 6);
  assert.equal(measure({ of: "ties", what: "expanded", tie: "fifo", want: 0 }, { policies: [{ tie: "lifo", expanded: 1 }, { tie: "fifo", expanded: 2 }] }), 2);
  assert.equal(measure({ of: "game", what: "nodes", want: 0 }, { nodes: 82 }), 82);
});

test("a figure agrees, or says by how much it does not", () => {
  assert.deepEqual(compared(124, 124), { same: true, by: 0 });
  assert.deepEqual(compared(120, 124), { same: false, by: -4 });
  assert.deepEqual(compared("6+5√2", "6+5√2"), { same: true, by: null });
  assert.deepEqual(compared("no-path", "2"), { same: false, by: null });
  assert.deepEqual(compared(null, 2), { same: false, by: null });
});

// A trace of cells that are put on OPEN and expanded, on a map of 2×2 cells.
function traceOf(...events) {
  const trace = new Trace();
  trace.begin(/** @type {any} */ ({ map: { width: 2, height: 2 } }));
  trace.reserve(events.length);
  events.forEach(([kind, state, f], i) => {
    trace.kind[i] = kind;
    trace.state[i] = state;
    trace.f[i] = f;
  });
  trace.append(events.length, 0);
  return trace;
}

test("claims about a trace are tested on it", () => {
  const fifo = traceOf([GENERATE, 0, 2], [EXPAND, 0, 2], [GENERATE, 1, 2], [GENERATE, 2, 2], [EXPAND, 1, 2], [EXPAND, 2, 2]);
  assert.equal(measureTrace("steps", fifo), 3);
  assert.equal(measureTrace("one-each", fifo), "yes");
  assert.equal(measureTrace("fifo", fifo), "yes");
  assert.equal(measureTrace("symmetric", fifo), "yes");
  const lifo = traceOf([GENERATE, 0, 2], [EXPAND, 0, 2], [GENERATE, 1, 2], [GENERATE, 2, 2], [EXPAND, 2, 2]);
  assert.equal(measureTrace("fifo", lifo), "no");
  assert.equal(measureTrace("symmetric", lifo), "no");
  assert.equal(measureTrace("unheard-of", lifo), null);
});
