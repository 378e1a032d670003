import assert from "node:assert/strict";
import { test } from "node:test";
import { connectFour } from "../assets/connectfour.js";
import { play, PositionError, statusOf, toMove, winningCells } from "../assets/gamerules.js";
import { GameHistory } from "../assets/gamehistory.js";
import { growTree } from "../assets/gametree.js";
import { meaning, signed } from "../assets/gamevalues.js";
import { FIRST, readView } from "../assets/gameview.js";
import { evaluate, score, ticTacToe } from "../assets/tictactoe.js";
import { games } from "../assets/words-games.js";

/** Random numbers below n that are the same each time. */
function randomFrom(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** The positions of a random game, the start first. */
function randomGame(rules, random) {
  const positions = [rules.start];
  const moves = [];
  for (;;) {
    const position = positions[positions.length - 1];
    const legal = rules.moves(position);
    if (legal.length === 0) return { positions, moves };
    moves.push(legal[random(legal.length)]);
    positions.push(play(rules, position, moves[moves.length - 1]));
  }
}

/** The error of a text that is no position. */
function refusal(rules, text) {
  try {
    rules.parse(text);
  } catch (reason) {
    assert.ok(reason instanceof PositionError, String(reason));
    return reason;
  }
  return assert.fail(`${text} is read`);
}

test("tic-tac-toe has as many positions and games as it has", () => {
  const positions = new Set();
  const count = (position) => {
    positions.add(position);
    const moves = ticTacToe.moves(position);
    return moves.length === 0 ? 1 : moves.reduce((sum, move) => sum + count(play(ticTacToe, position, move)), 0);
  };
  assert.equal(count(ticTacToe.start), 255168);
  assert.equal(positions.size, 5478);
});

test("Connect Four has as many positions of up to five stones as it has", () => {
  let level = new Set([connectFour.start]);
  const sizes = [];
  for (let stones = 0; stones <= 5; stones++) {
    sizes.push(level.size);
    level = new Set([...level].flatMap((position) => connectFour.moves(position).map((move) => play(connectFour, position, move))));
  }
  assert.deepEqual(sizes, [1, 7, 49, 238, 1120, 4263]);
});

test("lines are all there are, each once", () => {
  assert.equal(ticTacToe.lines.length, 8);
  assert.equal(connectFour.lines.length, 69);
  assert.equal(new Set(connectFour.lines.map(String)).size, 69);
});

test("positions are written as they are read", () => {
  const random = randomFrom(7);
  for (const rules of [ticTacToe, connectFour]) {
    for (let i = 0; i < 200; i++) {
      const { positions, moves } = randomGame(rules, random);
      const last = positions[positions.length - 1];
      assert.equal(rules.parse(rules.format(last, null)).at(-1), last);
      assert.equal(rules.parse(rules.format(last, null).toLowerCase()).at(-1), last);
      if (rules === connectFour) assert.deepEqual(rules.parse(rules.format(last, moves)), positions);
    }
  }
  assert.equal(new GameHistory(ticTacToe, " x.o/.x./..o ").text, "X.O/.X./..O");
  assert.equal(new GameHistory(connectFour, "4 44\t3").text, "4443");
  assert.equal(new GameHistory(connectFour, "").text, "");
});

test("texts that are no positions are refused with the place", () => {
  const cases = [
    [ticTacToe, "X.O/.X./..", "short", { cells: 8 }],
    [ticTacToe, "X.O/.X./..OX", "long", { n: 12, symbol: "X" }],
    [ticTacToe, "X.O..X./..O", "slash", { n: 4, symbol: "." }],
    [ticTacToe, "X.O/.Y./..O", "symbol", { n: 6, symbol: "Y" }],
    [ticTacToe, "X.O/.O./..O", "count", { x: 1, o: 3 }],
    [ticTacToe, "XXX/OOO/...", "both-won", {}],
    [ticTacToe, "XXX/OO./O..", "won-before", { side: "X" }],
    [ticTacToe, "OOO/XX./XX.", "won-before", { side: "O" }],
    [connectFour, "44448", "column", { n: 5, symbol: "8" }],
    [connectFour, "4444444", "full", { n: 7, symbol: "4" }],
    [connectFour, "12121214", "over", { n: 8, symbol: "4" }],
    [connectFour, "......./......./......./...O.../......./...X...", "hangs", { row: 4, column: 4 }],
    [connectFour, "......./......./......./......./....O../.XXXX..", "count", { x: 4, o: 1 }],
    [connectFour, "......./......./......./......./OOO..../XXXXO..", "won-before", { side: "X" }],
    [connectFour, "......./......./X.....X/XO....X/XO...OX/XOO.OOX", "won-twice", {}],
  ];
  for (const [rules, text, kind, facts] of cases) {
    const error = refusal(rules, text);
    assert.equal(error.kind, kind, `${text}: ${error.kind}`);
    for (const [name, fact] of Object.entries(facts)) assert.equal(error.facts[name], fact, `${text}: ${name}`);
    for (const words of Object.values(games)) {
      assert.deepEqual([...words[`games.bad.${kind}`].matchAll(/\{(\w+)\}/g)].filter(([, name]) => error.facts[name] === undefined), []);
    }
  }
});

test("a game is won by the row that its last mark completes", () => {
  const random = randomFrom(3);
  const ends = new Set();
  for (const rules of [ticTacToe, connectFour]) {
    for (let i = 0; i < 300; i++) {
      const { positions } = randomGame(rules, random);
      const last = positions[positions.length - 1];
      const status = statusOf(rules, last);
      ends.add(`${rules.name} ${status}`);
      for (const before of positions.slice(0, -1)) assert.equal(statusOf(rules, before), "playing");
      const cells = winningCells(rules, last);
      const placed = [...last].findIndex((mark, cell) => mark !== positions[positions.length - 2][cell]);
      assert.equal(cells.length > 0, status !== "draw");
      if (status !== "draw") {
        assert.ok(cells.includes(placed));
        assert.ok(cells.every((cell) => last[cell] === last[placed]));
        assert.notEqual(last[placed], toMove(last));
      }
    }
  }
  assert.ok(ends.has("tic-tac-toe x-wins") && ends.has("tic-tac-toe o-wins") && ends.has("tic-tac-toe draw") && ends.has("connect-four o-wins"));
});

test("minimax visits every position, alpha-beta fewer, and both say the same", () => {
  assert.equal(growTree(ticTacToe.start, 9, false).nodes, 549946);
  const random = randomFrom(11);
  let pruned = 0;
  for (let i = 0; i < 150; i++) {
    const { positions } = randomGame(ticTacToe, random);
    const position = positions[Math.min(random(positions.length), positions.length - 2)];
    const depth = 1 + random(4);
    const all = growTree(position, depth, false);
    const some = growTree(position, depth, true);
    assert.equal(some.value, all.value);
    assert.equal(some.children.findIndex(({ chosen }) => chosen), all.children.findIndex(({ chosen }) => chosen));
    assert.ok(some.nodes <= all.nodes);
    if (some.nodes < all.nodes) pruned++;
    some.children.forEach((child, j) => {
      const truth = all.children[j];
      assert.equal(child.skipped, false, "a move of the root is always looked at");
      if (child.bound === "exact") assert.equal(child.value, truth.value);
      if (child.bound === "at-most") assert.ok(truth.value <= child.value);
      if (child.bound === "at-least") assert.ok(truth.value >= child.value);
    });
  }
  assert.ok(pruned > 20);
});

test("a tree's values are those of its children", () => {
  const random = randomFrom(5);
  for (let i = 0; i < 60; i++) {
    const { positions } = randomGame(ticTacToe, random);
    const root = growTree(positions[Math.min(random(6), positions.length - 2)], 1 + random(5), false);
    assert.equal(root.value, Math.max(...root.children.map(({ value }) => value)));
    for (const child of root.children) {
      if (child.children.length > 0) assert.equal(child.value, Math.min(...child.children.map(({ value }) => value)));
      else assert.equal(child.value, 0 - (score(child.position) ?? evaluate(child.position)));
      assert.ok(!Object.is(child.value, -0));
    }
  }
});

test("a depth of two walks into a double threat, four sees it", () => {
  // X in opposite corners, O in the center: a corner loses for O.
  const position = ticTacToe.parse("X../.O./..X")[0];
  const worthOf = (depth) => growTree(position, depth, false).children.find(({ move }) => move === 2)?.value ?? 0;
  assert.ok(worthOf(2) > -ticTacToe.win);
  assert.ok(worthOf(4) <= -ticTacToe.win);
});

test("values say in how many moves a game is won", () => {
  const said = (text, depth) => {
    const position = ticTacToe.parse(text)[0];
    const { value } = growTree(position, depth, false);
    const { verdict, stones } = meaning(ticTacToe, position, value, false);
    return `${verdict} ${stones}`;
  };
  assert.equal(said("XX./OO./...", 1), "win 1");
  assert.equal(said("XX./OO./..X", 1), "win 1");
  assert.equal(said("X../.O./..X", 9), "even 0");
  assert.equal(said("X../.../...", 1), "ahead 0");
  assert.equal(said("X../OX./...", 1), "behind 0");
  assert.equal(said("XO./.../...", 9), "win 3");
  assert.equal(said("XO./X../...", 9), "loss 2");
  assert.equal(said("XX./O.O/X..", 9), "win 1");

  // A win by the first player's fourth stone has the score 18, by the 21st 1.
  const three = connectFour.parse("121212").at(-1);
  assert.deepEqual(meaning(connectFour, three, 18000, false), { verdict: "win", stones: 1, shade: 3 });
  assert.deepEqual(meaning(connectFour, connectFour.start, 1000, true), { verdict: "win", stones: 21, shade: 3 });
  const second = connectFour.parse("1212123").at(-1);
  assert.deepEqual(meaning(connectFour, second, 18000, false), { verdict: "win", stones: 1, shade: 3 });
  assert.deepEqual(meaning(connectFour, connectFour.parse("1").at(-1), -2000, true), { verdict: "loss", stones: 19, shade: -3 });
  assert.equal(meaning(connectFour, connectFour.start, 0, true).verdict, "draw");
  assert.equal(meaning(connectFour, connectFour.start, 0, false).verdict, "even");
  assert.deepEqual([signed(3), signed(-2), signed(0)], ["+3", "−2", "0"]);
});

test("games can be taken back and played again", () => {
  const history = new GameHistory(connectFour, "4433");
  assert.equal(history.canUndo, true);
  assert.equal(history.toMove, "x");
  assert.equal(history.undo("x"), true);
  assert.equal(history.text, "44");
  assert.equal(history.undo(null), true);
  assert.equal(history.text, "4");
  assert.equal(history.undo("o"), false, "there is nothing of its own to take back");
  assert.equal(history.redo("x"), true);
  assert.equal(history.text, "44");
  assert.equal(history.play(2), true);
  assert.equal(history.canRedo, true, "the same move keeps what followed");
  assert.equal(history.undo(null), true);
  assert.equal(history.play(6), true);
  assert.equal(history.canRedo, false);
  assert.equal(history.text, "447");
  assert.equal(history.lastCell, 41);
  assert.equal(history.play(7), false);

  const pasted = new GameHistory(ticTacToe, "XX./OO./...");
  assert.equal(pasted.canUndo, false);
  assert.equal(pasted.lastCell, -1);
  assert.equal(pasted.play(2), true);
  assert.equal(pasted.status, "x-wins");
  assert.equal(pasted.play(8), false);
  assert.equal(pasted.text, "XXX/OO./...");

  const diagram = new GameHistory(connectFour, "......./......./......./......./......./...X...");
  diagram.play(3);
  assert.equal(diagram.text, "......./......./......./......./...O.../...X...");
});

test("links are read with whatever is wrong put right", () => {
  const whole = { game: "connect-four", position: "4453", depth: 7, algorithm: "pvs", you: "o" };
  assert.deepEqual(readView(whole), whole);
  assert.deepEqual(readView({ game: "tic-tac-toe" }), FIRST["tic-tac-toe"]);
  assert.deepEqual(readView({ ...whole, position: "99", depth: 99, algorithm: "?", you: 1 }), { ...FIRST["connect-four"], depth: 10 });
  for (const nothing of [null, undefined, "x", {}, { game: "chess" }]) assert.equal(readView(nothing), null);
});

test("the words are there in each language, with the same facts", () => {
  const facts = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();
  const { en, ja, zh } = games;
  for (const [key, text] of Object.entries(en)) {
    for (const other of [ja, zh]) {
      assert.ok(key in other, key);
      assert.deepEqual(facts(other[key]), facts(text), key);
    }
  }
  assert.deepEqual(Object.keys(ja), Object.keys(en));
  assert.deepEqual(Object.keys(zh), Object.keys(en));
});
