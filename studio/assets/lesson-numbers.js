// Works out the figures of a step: from what the stage shows, or by asking the
// server the same question.

import { readTrace } from "/player/reader.js";
import { Trace } from "/player/trace.js";
import { measureTrace } from "./lesson-trace.js";
import { measure } from "./lesson-tour.js";
import { Store } from "./store.js";

/** @typedef {import("./lesson-tour.js").Row} Row */
/** @typedef {import("./lesson-tour.js").Value} Value */
/** @typedef {import("./store.js").State} State */

/** Where questions go to. */
const PATHS = { solve: "/api/solve", ties: "/api/ties", heuristic: "/api/check-heuristic", trace: "/api/trace", game: "/api/game" };

// So many replies are kept, the newest.
const MEMORY = 80;

export class Numbers {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
  }

  /**
   * Works out a figure of a state: from the answers that are there if the stage
   * shows that state.
   *
   * @param {Row} row
   * @param {Readonly<State>} state
   * @returns {Promise<Value | null>}
   */
  async ofState(row, state) {
    const { runner } = this.studio;
    if (row.of === "solve") {
      const [answer, other] = await Promise.all([row.algorithm, row.over].map((algorithm) => {
        if (algorithm === undefined) return null;
        const slot = state.slots.indexOf(algorithm);
        const shown = runner.answered === state && slot >= 0 ? runner.answers[slot] : null;
        return shown?.ok ?? this.ask(PATHS.solve, askOf(state, algorithm));
      }));
      return measure(row, answer, other);
    }
    const ask = askOf(state, row.algorithm ?? state.slots[0]);
    if (row.of === "trace") return measureTrace(row.what, await this.trace(ask));
    return measure(row, await this.ask(PATHS[/** @type {"ties" | "heuristic"} */ (row.of)], ask));
  }

  /**
   * Tells whether the stage's own answers say all that a figure needs.
   *
   * @param {Row} row
   */
  isAnswered({ of, algorithm, over }) {
    const { answered, answers } = this.studio.runner;
    return of === "solve" && [algorithm, over].every((one) => one === undefined || answers[answered?.slots.indexOf(one) ?? -1]?.ok !== undefined);
  }

  /**
   * @param {Row} row
   * @param {any} reply that a map came with
   */
  ofMap(row, reply) {
    return measure(row, reply);
  }

  /**
   * Works out a figure of a game.
   *
   * @param {Row} row
   * @param {NonNullable<import("./lesson-tour.js").Step["game"]>} game
   */
  async ofGame(row, game) {
    return measure(row, await this.ask(PATHS.game, { ...game, algorithm: row.algorithm ?? game.algorithm }));
  }

  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  ask(path, body) {
    return this.keep(path, body, () => this.studio.api.post(path, body));
  }

  /**
   * @param {object} body
   * @returns {Promise<Trace>}
   */
  trace(body) {
    return this.keep(PATHS.trace, body, async () => {
      const trace = new Trace();
      await readTrace(await this.studio.api.stream(PATHS.trace, body), trace);
      return trace;
    });
  }

  /**
   * Asks once; what failed is asked again the next time.
   *
   * @param {string} path
   * @param {object} body
   * @param {() => Promise<any>} ask
   */
  keep(path, body, ask) {
    const key = path + JSON.stringify(body);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= MEMORY) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    const asked = ask();
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }
}

/**
 * Returns the question that a state asks.
 *
 * @param {Readonly<State>} state
 * @param {string} algorithm
 */
function askOf(state, algorithm) {
  return new Store({ ...state }, /** @type {any} */ ({})).ask(algorithm);
}
