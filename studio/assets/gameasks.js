// Asks the server about positions: the one that is looked at, by each algorithm,
// and how the work grows with the depth; one search at a time.

import { ApiError } from "./api.js";

/** The searches to a depth, the most thorough first. */
export const ALGORITHMS = ["minimax", "alpha-beta", "pvs", "deepening"];

/** Not a search to a depth: Connect Four's own solver. */
export const SOLVER = "solver";

// No deeper search follows one that took so long, in milliseconds.
const PATIENCE = 1000;

// While the slider moves, only the values follow it; what else is asked waits so long.
const SETTLE = 200;

// So many answers are kept.
const MEMORY = 500;

/**
 * @typedef {object} Question
 * @property {import("./gamerules.js").GameName} game
 * @property {string} position
 * @property {number} depth
 * @property {string} algorithm
 */

/**
 * @typedef {object} MoveValue
 * @property {number} move
 * @property {number} value for the player who makes it
 * @property {boolean} solved whether no estimate took part in it
 */

/**
 * @typedef {object} Reply
 * @property {number} value for the player whose turn it is
 * @property {boolean} solved whether no estimate took part in it
 * @property {number} best a move, −1 if the game is over
 * @property {number} nodes
 * @property {number | null} cutoffs null: not counted
 * @property {number} milliseconds
 * @property {number[]} line the best play that was found; empty: not told
 * @property {MoveValue[]} moves
 */

/** @typedef {{reply: Reply} | {failure: ApiError}} Answer */

/** @typedef {"growing" | "whole" | "slow" | "failed"} GrowthState */

/**
 * @typedef {object} Listener
 * @property {(answer: Answer) => void} main what the page is about
 * @property {(algorithm: string, answer: Answer) => void} compared
 * @property {(growth: import("./gamesays.js").Growth, nodes: number) => void} grown nodes of the depth that it is at; 0: nothing new
 * @property {(answer: Answer) => void} exact
 */

export class Asks {
  /** @param {{post(path: string, body: unknown, options?: {signal?: AbortSignal}): Promise<any>}} api */
  constructor(api) {
    this.api = api;
    /** @type {Map<string, Reply>} */
    this.known = new Map();
    this.running = new AbortController();
  }

  /** Stops whatever is being asked. */
  stop() {
    this.running.abort();
  }

  /**
   * Asks for everything about a position, and stops asking for what was before.
   *
   * @param {Question} question
   * @param {{deepest: number, exact: boolean, listener: Listener}} how
   */
  async run(question, { deepest, exact, listener }) {
    this.stop();
    this.running = new AbortController();
    const { signal } = this.running;
    try {
      listener.main(await this.ask(question, signal));
      await pause(SETTLE, signal);
      const compare = async (/** @type {string} */ algorithm) => {
        listener.compared(algorithm, await this.ask({ ...question, algorithm }, signal));
      };
      const [slowest, ...others] = ALGORITHMS;
      for (const algorithm of others) await compare(algorithm);
      await this.grow(question, deepest, listener, signal);
      if (exact) listener.exact(await this.ask({ ...question, algorithm: SOLVER, depth: deepest }, signal));
      await compare(slowest);
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
  }

  /**
   * Asks for one depth after another, until one takes too long.
   *
   * @param {Question} question
   * @param {number} deepest
   * @param {Listener} listener
   * @param {AbortSignal} signal
   */
  async grow(question, deepest, listener, signal) {
    let milliseconds = 0;
    for (let depth = 1; depth <= deepest; depth++) {
      const answer = await this.ask({ ...question, depth }, signal);
      if ("failure" in answer) return listener.grown({ state: "failed", depth: depth - 1, milliseconds, failure: answer.failure }, 0);
      const { reply } = answer;
      milliseconds = reply.milliseconds;
      const state = depth === deepest ? "whole" : milliseconds > PATIENCE ? "slow" : "growing";
      listener.grown({ state, depth, milliseconds, failure: null }, reply.nodes);
      if (state === "slow") return;
    }
  }

  /**
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async ask(question, signal) {
    signal?.throwIfAborted();
    const key = JSON.stringify(question);
    const known = this.known.get(key);
    if (known !== undefined) return { reply: known };
    try {
      const reply = readReply(question.game, await this.api.post("/api/game", question, { signal }));
      if (this.known.size >= MEMORY) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
      this.known.set(key, reply);
      return { reply };
    } catch (failure) {
      signal?.throwIfAborted();
      if (failure instanceof ApiError) return { failure };
      throw failure;
    }
  }
}

/**
 * Reads what the server said. A move is known by its cell: in Connect Four it is
 * the column.
 *
 * @param {import("./gamerules.js").GameName} game
 * @param {any} reply
 * @returns {Reply}
 */
export function readReply(game, reply) {
  const move = (/** @type {[number, number]} */ [x, y]) => (game === "connect-four" ? x : y * 3 + x);
  /** @type {Map<string, number>} */
  const named = new Map(reply.moves.map((/** @type {any} */ { move: name, cell }) => [String(name), move(cell)]));
  return {
    value: reply.value,
    solved: reply.solved === true,
    best: reply.best === null ? -1 : named.get(String(reply.best)) ?? -1,
    nodes: reply.nodes,
    cutoffs: reply.cutoffs ?? null,
    milliseconds: reply.time_ns / 1e6,
    line: (reply.line ?? []).map((/** @type {string | number} */ name) => Number(name) - 1),
    moves: reply.moves.map((/** @type {any} */ { cell, value, solved }) => ({ move: move(cell), value, solved: solved === true })),
  };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
