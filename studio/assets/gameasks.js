// Asks the server about positions: the one that is looked at, by each algorithm,
// and how the work grows with the depth; one search at a time.

import { ApiError } from "./api.js";

/** The searches to a depth, the most thorough first. */
export const ALGORITHMS = ["minimax", "alpha-beta", "pvs", "deepening"];

// No deeper search follows one that took so long, in milliseconds.
const PATIENCE = 1000;

/** The status of a search that would take too long. Another one may not. */
export const LIMIT = 422;

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
 * @property {boolean} [solver] whether Connect Four's own solver is asked, too
 */

/**
 * @typedef {object} MoveValue
 * @property {number} move
 * @property {number} value for the player who makes it
 * @property {boolean} solved whether it holds for the game itself, since no estimate took part in it
 */

/**
 * @typedef {object} Reply
 * @property {number} value for the player whose turn it is
 * @property {boolean} solved as of a move
 * @property {number} best a move, −1 if the game is over
 * @property {number} nodes
 * @property {number} cutoffs
 * @property {number} milliseconds
 * @property {number[]} line the best play, as far as the server tells it
 * @property {MoveValue[]} moves
 * @property {Bounds[]} exact of the moves, by the solver; none unless it was asked
 */

/**
 * What is proved of a move's score, for the player who makes it: above 0 for a win
 * with so many stones left, 0 for a draw, below 0 for a loss.
 *
 * @typedef {object} Bounds
 * @property {number} move
 * @property {number} lower
 * @property {number} upper
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
    const ask = async (/** @type {Question} */ asked) => {
      const answer = await this.ask(asked, signal);
      signal.throwIfAborted();
      return answer;
    };
    try {
      const main = await ask(question);
      listener.main(main);
      if ("failure" in main && main.failure.status !== LIMIT) return;
      await pause(SETTLE, signal);
      const compare = async (/** @type {string} */ algorithm) => {
        listener.compared(algorithm, await ask({ ...question, algorithm }));
      };
      const [slowest, ...others] = ALGORITHMS;
      for (const algorithm of others) await compare(algorithm);
      await grow(question, deepest, listener, ask);
      if (exact) listener.exact(await ask({ ...question, depth: 0, solver: true }));
      await compare(slowest);
    } catch (reason) {
      if (!signal.aborted) throw reason;
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
      const reply = readReply(question, await this.api.post("/api/game", question, { signal }));
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
 * Asks for one depth after another, until one takes too long.
 *
 * @param {Question} question
 * @param {number} deepest
 * @param {Listener} listener
 * @param {(question: Question) => Promise<Answer>} ask
 */
async function grow(question, deepest, listener, ask) {
  let milliseconds = 0;
  for (let depth = 1; depth <= deepest; depth++) {
    const answer = await ask({ ...question, depth });
    if ("failure" in answer) return listener.grown({ state: "failed", depth: depth - 1, milliseconds, failure: answer.failure }, 0);
    const { reply } = answer;
    milliseconds = reply.milliseconds;
    const state = depth === deepest ? "whole" : milliseconds > PATIENCE ? "slow" : "growing";
    listener.grown({ state, depth, milliseconds, failure: null }, reply.nodes);
    if (state === "slow") return;
  }
}

/**
 * Reads what the server said.
 *
 * @param {Question} question
 * @param {any} reply
 * @returns {Reply}
 */
export function readReply({ depth }, reply) {
  const left = reply.board.flat().filter((/** @type {string} */ cell) => cell === ".").length;
  const solved = depth >= left;
  return {
    value: reply.value,
    solved,
    best: reply.best === null ? -1 : moveOf(reply.best),
    nodes: reply.nodes,
    cutoffs: reply.cutoffs,
    milliseconds: reply.time_ns / 1e6,
    line: (reply.line ?? []).map(moveOf),
    moves: depth === 0 ? [] : reply.moves.map((/** @type {any} */ { move, value }) => ({ move: moveOf(move), value, solved })),
    exact: (reply.exact?.moves ?? []).map((/** @type {any} */ { move, lower, upper }) => ({ move: moveOf(move), lower, upper })),
  };
}

/**
 * Returns a move, which people count from 1.
 *
 * @param {string} name
 */
function moveOf(name) {
  return Number(name) - 1;
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
