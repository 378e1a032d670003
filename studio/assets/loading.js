// Makes maps of the server's replies, and tells why a file makes none.

import { ApiError } from "./api.js";
import { endsOf, problemOf, recognize, shortName } from "./formats.js";
import { GridMap } from "./map.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./formats.js").Problem} Problem */
/** @typedef {import("/player/words.js").Facts} Facts */

/**
 * Why something cannot be done: a text of ours, or what the server said.
 *
 * @typedef {{key: string, facts: Facts, problem: Problem | null}} Reason
 */

/** Says why a text makes no map. */
export class Unreadable extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason.problem?.what ?? reason.key);
    this.name = "Unreadable";
    this.reason = reason;
  }
}

/** What a file is that is no map; for each there are words that say what to do with it. */
const OTHERS = ["trace", "trace-lines", "answer", "page", "compressed", "empty", "binary"];

/**
 * Returns what a failure says.
 *
 * @param {unknown} failure
 * @param {string} [text] the map that it is about
 * @returns {Reason}
 */
export function reasonOf(failure, text = "") {
  if (failure instanceof Unreadable) return failure.reason;
  if (failure instanceof ApiError && failure.status === 0) return { key: "shell.trouble.gone", facts: {}, problem: null };
  const message = failure instanceof Error ? failure.message : String(failure);
  return { key: "", facts: {}, problem: problemOf(message, text) };
}

/**
 * Returns what a reply with a map changes of the state.
 *
 * @param {{text: string, name: string}} reply with text in the native format
 */
export function stateOf({ text, name }) {
  const { map, from, to, moves, corners, cost } = GridMap.parse(text);
  const [first, last] = from === null || to === null ? endsOf(map) : [from, to];
  return { map, name, from: from ?? first, to: to ?? last, moves, corners, cost };
}

/**
 * Has the server read a map in any format.
 *
 * @param {Studio} studio
 * @param {string} text
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<{reply: any, patch: ReturnType<typeof stateOf>}>}
 * @throws {Unreadable}
 */
export async function readMap({ api }, text, name, signal) {
  try {
    const reply = await api.post("/api/convert", { map: text, name: shortName(name) }, { signal });
    return { reply, patch: stateOf(reply) };
  } catch (failure) {
    signal?.throwIfAborted();
    throw new Unreadable(reasonOf(failure, text));
  }
}

/**
 * Returns the text of a map or of a scenario.
 *
 * @param {Uint8Array} bytes
 * @returns {{scenario: boolean, text: string}}
 * @throws {Unreadable} if it is something else
 */
export function textOf(bytes) {
  const { content, text } = recognize(bytes);
  if (OTHERS.includes(content)) throw new Unreadable({ key: `files.is.${content}`, facts: {}, problem: null });
  return { scenario: content === "scenario", text };
}

/**
 * Refuses what the server would refuse for its size, before anything reads it.
 *
 * @param {Studio} studio
 * @param {number} bytes
 * @throws {Unreadable}
 */
export function checkSize({ catalog }, bytes) {
  const most = catalog.limits.body_bytes;
  if (bytes <= most) return;
  throw new Unreadable({ key: "files.too-large", facts: { size: megabytes(bytes), most: megabytes(most) }, problem: null });
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (Math.ceil(bytes / (1 << 20) * 10) / 10).toFixed(1);
}
