import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../assets/api.js";
import { Asks, LIMIT, readReply } from "../assets/gameasks.js";
import { outcomeOf, scoreOf } from "../assets/gamevalues.js";

/** A reply of the server's, such as it sends. */
function sent({ depth, position }, milliseconds = 1) {
  return {
    board: [["x", ".", "."], [".", "o", "."], [".", ".", "."]], position, depth, value: 3, best: "5", nodes: 10 ** depth, cutoffs: 2,
    time_ns: milliseconds * 1e6, moves: [{ move: "5", cell: [1, 1], value: 3, nodes: 4 }], exact: null,
  };
}

/** A server that answers as told, and remembers what it was asked. */
class Server {
  constructor(answer) {
    this.answer = answer;
    this.asked = [];
  }

  async post(path, question, { signal } = {}) {
    assert.equal(path, "/api/game");
    this.asked.push(`${question.algorithm} ${question.depth}${question.solver ? " solver" : ""}`);
    await new Promise((done) => setTimeout(done, 1));
    signal?.throwIfAborted();
    return this.answer(question);
  }
}

/** What a listener is told, in order. */
function listening() {
  const told = [];
  const kind = (answer) => ("reply" in answer ? "reply" : `failure ${answer.failure.status}`);
  return {
    told,
    listener: {
      main: (answer) => told.push(`main ${kind(answer)}`),
      compared: (algorithm, answer) => told.push(`${algorithm} ${kind(answer)}`),
      grown: ({ state, depth, failure }, nodes) => told.push(`${state} ${depth} ${nodes}${failure === null ? "" : ` ${failure.status}`}`),
      exact: (answer) => told.push(`exact ${kind(answer)}`),
    },
  };
}

const question = { game: /** @type {const} */ ("tic-tac-toe"), position: "X../.O./...", depth: 2, algorithm: "alpha-beta" };

test("the position comes first, the slowest search last, and nothing is asked twice", async () => {
  const server = new Server(sent);
  const asks = new Asks(server);
  const { told, listener } = listening();
  await asks.run(question, { deepest: 3, exact: true, listener });
  assert.deepEqual(server.asked, ["alpha-beta 2", "pvs 2", "deepening 2", "alpha-beta 1", "alpha-beta 3", "alpha-beta 0 solver", "minimax 2"]);
  assert.deepEqual(told, [
    "main reply", "alpha-beta reply", "pvs reply", "deepening reply", "growing 1 10", "growing 2 100", "whole 3 1000", "exact reply", "minimax reply",
  ]);
});

test("a depth that takes long is the last one", async () => {
  const asks = new Asks(new Server((asked) => sent(asked, asked.depth === 2 ? 1001 : 1)));
  const { told, listener } = listening();
  await asks.run(question, { deepest: 9, exact: false, listener });
  assert.deepEqual(told.filter((line) => /^(growing|slow|whole)/.test(line)), ["growing 1 10", "slow 2 100"]);
});

test("a limit ends the depths, and other searches are still tried", async () => {
  const asks = new Asks(new Server((asked) => {
    if (asked.depth > 1 && asked.algorithm === "minimax") throw new ApiError(LIMIT, "too deep");
    return sent(asked);
  }));
  const { told, listener } = listening();
  await asks.run({ ...question, algorithm: "minimax" }, { deepest: 9, exact: false, listener });
  assert.deepEqual(told, ["main failure 422", "alpha-beta reply", "pvs reply", "deepening reply", "growing 1 10", "failed 1 0 422", "minimax failure 422"]);
});

test("a server that is busy or gone is asked no more", async () => {
  for (const status of [0, 503]) {
    const server = new Server(() => {
      throw new ApiError(status, "no");
    });
    const { told, listener } = listening();
    await new Asks(server).run(question, { deepest: 9, exact: true, listener });
    assert.deepEqual(told, [`main failure ${status}`]);
    assert.equal(server.asked.length, 1);
  }
});

test("a new question stops the one before", async () => {
  const server = new Server(sent);
  const asks = new Asks(server);
  const before = listening();
  const after = listening();
  const first = asks.run(question, { deepest: 9, exact: false, listener: before.listener });
  const second = asks.run({ ...question, depth: 4 }, { deepest: 4, exact: false, listener: after.listener });
  await Promise.all([first, second]);
  assert.deepEqual(before.told, []);
  assert.equal(after.told.at(-1), "minimax reply");
  const { told, listener } = listening();
  const third = asks.run({ ...question, depth: 3 }, { deepest: 9, exact: false, listener });
  asks.stop();
  await third;
  assert.deepEqual(told, []);
});

test("what is no refusal of the server's is not hidden", async () => {
  const asks = new Asks(new Server(() => {
    throw new TypeError("a mistake");
  }));
  await assert.rejects(asks.run(question, { deepest: 9, exact: false, listener: listening().listener }), TypeError);
});

test("replies are read with moves from 0, and as solved where they see the end", () => {
  const reply = readReply({ ...question, depth: 2 }, sent({ depth: 2 }));
  assert.deepEqual({ best: reply.best, moves: reply.moves, solved: reply.solved, line: reply.line, exact: reply.exact },
    { best: 4, moves: [{ move: 4, value: 3, solved: false }], solved: false, line: [], exact: [] });
  assert.equal(readReply({ ...question, depth: 7 }, sent({ depth: 7 })).solved, true);
  assert.equal(readReply({ ...question, depth: 6 }, sent({ depth: 6 })).solved, false);
  assert.equal(readReply(question, { ...sent(question), best: null }).best, -1);
  const exact = readReply({ ...question, depth: 0 }, { ...sent({ depth: 0 }), exact: { moves: [{ move: "1", lower: -2, upper: 4 }] } });
  assert.deepEqual([exact.moves, exact.exact], [[], [{ move: 0, lower: -2, upper: 4 }]]);
});

test("bounds say what they prove", () => {
  const bounds = (lower, upper) => ({ move: 0, lower, upper });
  assert.deepEqual([[1, 18], [-18, -1], [0, 0], [0, 3], [-1, 0], [-1, 1]].map(([lower, upper]) => outcomeOf({ lower, upper })), ["win", "loss", "draw", "", "", ""]);
  assert.deepEqual(scoreOf([bounds(-18, -3), bounds(-4, 2), bounds(-1, 1)]), { lower: -1, upper: 2 });
});
