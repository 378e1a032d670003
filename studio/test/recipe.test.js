import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOf } from "../assets/formats.js";
import { fieldAtFault, NOTEBOOK, optionsOf, requestOf, usualValues } from "../assets/recipe.js";

const walls = ["walls", "wall_width", "wall_height", "gap"];

test("a request has what the fields hold, and only what the kind takes", () => {
  assert.deepEqual(requestOf("walls", walls, usualValues()), {
    body: { kind: "walls", width: 49, height: 33, seed: 1, wall_width: 13, wall_height: 10, gap: 0.22 }, wrong: [],
  });
  assert.deepEqual(requestOf("maze", ["corridor"], { ...usualValues(), width: " 41 ", height: "", seed: "-7", corridor: "3" }).body,
    { kind: "maze", width: 41, seed: -7, corridor: 3 });
  assert.deepEqual(requestOf("new", ["depth"], { depth: "2" }).body, { kind: "new", depth: 2 });
});

test("a field that holds no number for it is told of", () => {
  /** @param {Record<string, string>} values */
  const wrong = (values) => requestOf("walls", walls, { ...usualValues(), ...values }).wrong;
  for (const values of [{ width: "0" }, { width: "2.5" }, { height: "x" }, { height: "?" }, { seed: "1e3" }, { seed: "99999999999999999" }, { gap: "1.2" }, { gap: "-0.1" }, { walls: "-1" }, { wall_width: "0" }]) {
    assert.deepEqual(wrong(values), Object.keys(values), JSON.stringify(values));
  }
  assert.deepEqual(wrong({ walls: "0", gap: "1", seed: "0" }), []);
  assert.deepEqual(requestOf("walls", walls, { width: "0", gap: "2" }), { body: null, wrong: ["width", "gap"] });
});

test("a refusal is shown at the field that it is about", () => {
  /** @param {string} message @param {string[]} options */
  const at = (message, options) => fieldAtFault(problemOf(message), options);
  assert.equal(at("kind: a maze of 49×33 with corridors of 100 has no place; want at least 102×102; body.kind: a maze of 49×33 with corridors of 100 has no place; want at least 102×102", ["corridor"]), "width");
  assert.equal(at("kind: maze takes no density; it takes corridor", ["corridor"]), "kind");
  assert.equal(at("density: \"0.3333\" is not a share; want a decimal; body.density: \"0.3333\" is not a share; want a decimal", ["density"]), "density");
  assert.equal(at("wall-width: too long", walls), "wall_width");
  assert.equal(at("HTTP 500", walls), "kind");
});

test("options have the names that requests have", () => {
  assert.deepEqual(optionsOf({ options: ["room-width", "doors"] }), ["room_width", "doors"]);
  assert.deepEqual(optionsOf({}), []);
});

test("the notebook's map is asked for as the article has it", () => {
  const { body } = requestOf(NOTEBOOK.kind, walls, { ...usualValues(), ...NOTEBOOK.values });
  assert.deepEqual(body, { kind: "walls", width: 48, height: 28, seed: 11, wall_width: 13, wall_height: 10, gap: 0.22 });
});
