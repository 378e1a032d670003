// Asks the server for what a panel shows beside the search itself: only once the
// question has rested for a moment, and never for what is out of date.

/**
 * @template T
 */
export class Latest {
  /**
   * @param {(body: any, signal: AbortSignal) => Promise<T>} ask
   * @param {() => void} changed called when there is something else to show
   * @param {{delay?: number, keep?: number}} [options] how long a question has to
   *   rest, in milliseconds, and how many answers are remembered
   */
  constructor(ask, changed, { delay = 150, keep = 8 } = {}) {
    this.ask = ask;
    this.changed = changed;
    this.delay = delay;
    this.keep = keep;
    /** What the newest question depends on; "" if nothing is wanted. */
    this.key = "";
    /** The newest answer, which may be that to an older question. */
    /** @type {T | null} */
    this.value = null;
    this.valueKey = "";
    /** Why the newest question has no answer. */
    /** @type {Error | null} */
    this.failure = null;
    /** @type {Map<string, T>} */
    this.known = new Map();
    /** @type {AbortController | null} */
    this.ending = null;
    this.timer = 0;
  }

  /** Whether the answer is that to the newest question. */
  get fresh() {
    return this.key !== "" && this.valueKey === this.key;
  }

  /**
   * Says what is wanted now; what the server could not answer just then is asked
   * for again. The body is made only if it has to be sent.
   *
   * @param {string} key tells questions apart
   * @param {() => any} body
   */
  want(key, body) {
    if (key === this.key && !this.mayPass) return;
    this.stop();
    this.key = key;
    this.failure = null;
    const known = this.known.get(key);
    if (known !== undefined) {
      this.value = known;
      this.valueKey = key;
      this.changed();
      return;
    }
    this.timer = setTimeout(() => this.send(key, body()), this.delay);
  }

  /** Nothing is wanted any more. */
  drop() {
    this.stop();
    this.key = "";
    this.failure = null;
  }

  /** Whether the newest question failed in a way that may pass. */
  get mayPass() {
    if (this.failure === null) return false;
    const { status = 0 } = /** @type {Partial<import("./api.js").ApiError>} */ (this.failure);
    return status < 400 || status === 429 || status >= 500;
  }

  stop() {
    clearTimeout(this.timer);
    this.ending?.abort();
    this.ending = null;
  }

  /**
   * @param {string} key
   * @param {any} body
   */
  async send(key, body) {
    const ending = new AbortController();
    this.ending = ending;
    try {
      const value = await this.ask(body, ending.signal);
      if (ending.signal.aborted) return;
      this.remember(key, value);
      this.value = value;
      this.valueKey = key;
    } catch (failure) {
      if (ending.signal.aborted) return;
      this.failure = failure instanceof Error ? failure : new Error(String(failure));
    }
    this.ending = null;
    this.changed();
  }

  /**
   * @param {string} key
   * @param {T} value
   */
  remember(key, value) {
    this.known.set(key, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.keep) this.known.delete(oldest);
  }
}

/** @type {WeakMap<object, number>} */
const numbers = new WeakMap();
let last = 0;

/**
 * Returns a number by which an immutable object, such as a map, is told from
 * others in a key.
 *
 * @param {object} object
 */
export function identity(object) {
  let number = numbers.get(object);
  if (number === undefined) {
    number = ++last;
    numbers.set(object, number);
  }
  return number;
}
