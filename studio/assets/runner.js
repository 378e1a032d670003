// Asks the server again whenever the question changes, one round at a time, and
// hands the traces to the player. Of the questions that come while a round is
// under way, the newest is asked next.
//
// While something is dragged, speed is all: on small maps only the traces are
// asked for, which tell the answers, too; on large maps only the answers, whose
// paths are drawn. What is missing is asked for once it has been let go.

import { ApiError } from "./api.js";
import { answerOf } from "./provisional.js";

/** @typedef {import("./store.js").State} State */

// A trace of a map with more cells than these takes too long to be watched while
// something is dragged.
const WATCHED_CELLS = 96 * 96;

/**
 * What became of one algorithm: the object of `solve --json`, or why there is none.
 *
 * @typedef {{ok: any, error?: undefined} | {ok?: undefined, error: string, status: number}} Answer
 */

/** What a question is made of; the name is for show only. */
const ASKED = /** @type {(keyof State)[]} */ ([
  "map", "from", "to", "moves", "corners", "cost", "heuristic", "weight", "tie", "reopen", "order", "slots", "budget",
]);

/**
 * What a runner needs of the player.
 *
 * @typedef {object} Screen
 * @property {(inputs: import("/player/pane.js").Input[], options: {place: "start" | "keep" | "end"}) => Promise<void>} load
 * @property {number} at
 * @property {{length: number}} timeline
 * @property {import("/player/trace.js").Trace[]} traces
 */

/**
 * @typedef {object} Round
 * @property {AbortController} ending
 * @property {Readonly<State>} state
 * @property {Record<string, any>[]} asks by slot
 * @property {boolean} solves whether it asks for answers
 * @property {boolean} watches whether it asks for traces
 * @property {"keep" | "end"} place
 * @property {number} sent
 */

export class Runner {
  /**
   * @param {import("./store.js").Store} store
   * @param {Pick<import("./api.js").Api, "post" | "stream">} api
   * @param {Screen} player
   * @param {{algorithms: {name: string, watch: boolean, fast?: boolean}[], limits?: {expansions: number}}} catalog
   * @param {(algorithm: string) => string} nameOf what an algorithm is called
   */
  constructor(store, api, player, catalog, nameOf) {
    this.store = store;
    this.api = api;
    this.player = player;
    this.catalog = catalog;
    this.nameOf = nameOf;
    /** By slot. */
    /** @type {(Answer | null)[]} */
    this.answers = store.state.slots.map(() => null);
    /** The state that the answers are of; null before the first. */
    /** @type {Readonly<State> | null} */
    this.answered = null;
    /** Whether the answers are those of traces, which lack what only the server tells. */
    this.provisional = false;
    /** The state of which the player shows the search. */
    /** @type {Readonly<State> | null} */
    this.watched = null;
    /** Why the last round came to nothing. */
    /** @type {ApiError | null} */
    this.trouble = null;
    /** How long the last round took, in milliseconds: until all had come from the
     * server, and from the change until the search was drawn. */
    this.last = { roundTrip: 0, drawn: 0 };
    /** The round under way. */
    /** @type {Round | null} */
    this.round = null;
    /** When the first change came that no round has seen yet; 0: there is none. */
    this.waiting = 0;
    /** @type {Set<() => void>} */
    this.subscribers = new Set();
    store.subscribe((state, before, { live }) => {
      if (!sameQuestion(state, before)) this.changed(live);
      else if (!live) this.settled();
    });
  }

  get busy() {
    return this.round !== null;
  }

  get traces() {
    return this.player.traces;
  }

  /**
   * @param {() => void} subscriber called when answers have come, or are asked for
   * @param {AbortSignal} [signal] ends it
   */
  subscribe(subscriber, signal) {
    this.subscribers.add(subscriber);
    signal?.addEventListener("abort", () => this.subscribers.delete(subscriber), { once: true });
  }

  tell() {
    for (const subscriber of [...this.subscribers]) subscriber();
  }

  /** Asks now, whatever has been answered. */
  again() {
    this.watched = null;
    this.changed(false);
  }

  /** @param {boolean} live */
  changed(live) {
    if (this.waiting === 0) this.waiting = performance.now();
    // The player keeps no trace of a map of another size.
    const { map } = this.store.state;
    if (this.watched?.map.width !== map.width || this.watched.map.height !== map.height) this.watched = null;
    if (this.round !== null) {
      // What is dragged along is shown as it comes; anything else is out of date.
      if (live) return;
      this.round.ending.abort();
    }
    this.begin(live);
  }

  /** What was dragged has been let go. */
  settled() {
    const { round, store: { state } } = this;
    if (round !== null) {
      if (sameQuestion(round.state, state)) return; // what it leaves open is seen to at its end
      round.ending.abort();
    } else if (this.complete) {
      return;
    }
    if (this.waiting === 0) this.waiting = performance.now();
    this.begin(false);
  }

  /** Whether there is nothing to ask for the state as it is. */
  get complete() {
    const { state } = this.store;
    return sameQuestion(this.answered, state) && sameQuestion(this.watched, state) && !this.provisional;
  }

  /** @param {boolean} live */
  begin(live) {
    const { state } = this.store;
    const large = state.map.size > WATCHED_CELLS;
    const watchable = state.slots.every((algorithm) => this.watchable(algorithm));
    /** @type {Round} */
    const round = {
      ending: new AbortController(), state,
      asks: state.slots.map((algorithm) => this.store.ask(algorithm)),
      solves: !live || large || !watchable || this.doubtful(state),
      watches: live ? !large : !sameQuestion(this.watched, state),
      place: live || this.player.at >= this.player.timeline.length ? "end" : "keep",
      sent: performance.now(),
    };
    const since = this.waiting || performance.now();
    this.waiting = 0;
    this.round = round;
    if (!live) this.tell();
    this.run(round, since);
  }

  /**
   * @param {Round} round
   * @param {number} since when the change came
   */
  async run(round, since) {
    try {
      await (round.watches ? this.watch(round) : this.solve(round));
      if (round !== this.round) return;
      this.last = { ...this.last, drawn: performance.now() - since };
      this.trouble = null;
      this.answered = round.state;
    } catch (failure) {
      if (round !== this.round || round.ending.signal.aborted) return;
      this.fail(round, failure);
    }
    this.round = null;
    // What came meanwhile; or what was left open, now that nothing is dragged.
    if (this.trouble === null && (this.waiting !== 0 || (!this.store.live && !this.complete))) this.begin(this.store.live);
    else this.waiting = 0;
    this.tell();
  }

  /**
   * @param {Round} round
   * @param {unknown} failure
   */
  fail({ state }, failure) {
    const trouble = failure instanceof ApiError ? failure : new ApiError(0, String(failure));
    this.trouble = trouble;
    this.answers = state.slots.map(() => ({ error: trouble.message, status: trouble.status }));
    this.answered = null;
    this.watched = null;
    this.show([], state, "end");
  }

  /**
   * Asks for the answers. While something is dragged their paths are drawn.
   *
   * @param {Round} round
   */
  async solve(round) {
    const answers = await this.ask(round);
    if (round !== this.round) return;
    this.last = { ...this.last, roundTrip: performance.now() - round.sent };
    this.answers = answers;
    this.provisional = false;
    if (sameQuestion(this.watched, round.state)) return;
    this.watched = null;
    await this.show([], round.state, "end");
  }

  /**
   * Asks for traces, and for answers if wanted, and shows the traces while they come.
   *
   * @param {Round} round
   */
  async watch(round) {
    const { state, place, ending: { signal } } = round;
    const asked = round.solves ? this.ask(round) : null;
    // Whose search may be refused is asked for an answer first, which tells that.
    const known = asked !== null && this.doubtful(state) ? await asked : null;
    if (round !== this.round) return;
    asked?.then((answers) => {
      if (round !== this.round || this.store.live) return;
      this.answers = answers;
      this.tell();
    }, () => {}); // those who wait for it are told, too
    const opened = await Promise.all(round.asks.map((ask, i) => this.watchable(ask.algorithm) && (known === null || known[i].ok !== undefined)
      ? this.api.stream("/api/trace", ask, { signal }).catch(refused)
      : null));
    if (round !== this.round) return;
    const sources = opened.map((stream) => (stream instanceof ReadableStream ? stream : null));
    // Without a trace there is the path to show, once that has come.
    if (asked !== null && sources.includes(null)) this.answers = await asked;
    if (round !== this.round) return;
    this.watched = null; // what was watched makes way, whether this comes to its end or not
    const shown = this.show(sources, state, place);
    const [answers] = await Promise.all([asked, shown]);
    if (round !== this.round) return;
    this.last = { ...this.last, roundTrip: performance.now() - round.sent };
    this.provisional = answers === null;
    this.answers = answers ?? opened.map((stream, i) => {
      if (stream !== null && "error" in stream) return stream;
      const ok = answerOf(this.player.traces[i], round.asks[i]);
      return ok === null ? this.answers[i] : { ok };
    });
    this.watched = state;
  }

  /**
   * @param {(ReadableStream<Uint8Array> | null)[]} sources
   * @param {Readonly<State>} state
   * @param {"keep" | "end"} place
   */
  show(sources, state, place) {
    const inputs = state.slots.map((algorithm, i) => ({
      name: this.nameOf(algorithm),
      ...(sources[i] ? { source: /** @type {ReadableStream<Uint8Array>} */ (sources[i]) } : { path: pathOf(this.answers[i], state.map.width) }),
    }));
    return this.player.load(inputs, { place });
  }

  /**
   * Asks all algorithms.
   *
   * @param {Round} round
   * @returns {Promise<Answer[]>}
   */
  async ask({ state, asks, ending: { signal } }) {
    const { slots } = state;
    if (slots.length === 1 && !this.doubtful(state)) {
      return [await this.api.post("/api/solve", asks[0], { signal }).then((ok) => ({ ok }), refused)];
    }
    // A single search goes on for as long as it would by itself.
    const limit = slots.length === 1 && state.budget === 0 ? { max_expanded: this.catalog.limits?.expansions } : {};
    const compared = await this.api.post("/api/compare", { ...asks[0], algorithms: [...new Set(slots)], ...limit }, { signal }).catch(refused);
    if (compared.error !== undefined) return slots.map(() => compared);
    return slots.map((algorithm) => {
      const answer = compared.answers.find((/** @type {any} */ one) => one.algorithm === algorithm);
      if (answer === undefined) return { error: "", status: 0 };
      return answer.status === "not-run" || answer.status === "error" ? { error: answer.reason, status: 422 } : { ok: answer };
    });
  }

  /** @param {string} algorithm */
  watchable(algorithm) {
    return this.entry(algorithm)?.watch ?? true;
  }

  /** @param {string} algorithm */
  entry(algorithm) {
    return this.catalog.algorithms.find(({ name }) => name === algorithm);
  }

  /**
   * Whether an algorithm of a state may not apply: engines are not for all costs, and
   * without a heuristic there may be nothing to follow. A comparison says so where
   * a search is refused.
   *
   * @param {Readonly<State>} state
   */
  doubtful({ slots, heuristic }) {
    return heuristic === "zero" || slots.some((algorithm) => this.entry(algorithm)?.fast);
  }
}

/**
 * @param {Readonly<State> | null} a
 * @param {Readonly<State> | null} b
 */
function sameQuestion(a, b) {
  return a === b || (a !== null && b !== null && ASKED.every((key) => a[key] === b[key]));
}

/**
 * Makes an answer of a refusal that concerns the question; anything else is
 * trouble.
 *
 * @param {unknown} failure
 * @returns {{error: string, status: number}}
 */
function refused(failure) {
  if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
    return { error: failure.message, status: failure.status };
  }
  throw failure;
}

/**
 * Returns the path of an answer as states.
 *
 * @param {Answer | null | undefined} answer
 * @param {number} width of the map
 * @returns {number[]}
 */
export function pathOf(answer, width) {
  return (answer?.ok?.path ?? []).map((/** @type {[number, number]} */ [x, y]) => y * width + x);
}
