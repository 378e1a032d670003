// Links that hold the whole state of the page: the fragment of an address is
// "VERSION.DATA", where the data are a JSON object, a line feed and the map in
// the native format, with a checksum in front, deflated, as base64url.

import { GridMap } from "./map.js";

/** @typedef {import("./store.js").State} State */

/**
 * What a link says besides the state: what the page shows.
 *
 * @typedef {object} Shown
 * @property {string} [lens]
 * @property {import("./store.js").View["page"]} [page] absent: the lab
 * @property {string} [lesson]
 * @property {object} [game] what readView takes
 * @property {import("/player/words.js").Language} [language] only where the reader chose it
 */

const VERSION = 1;

/** Some programs cut longer links. */
export const LONG_LINK = 8192;

/** The limits of links, where the server names none. */
const USUAL_LIMITS = { bytes: 4 << 20, cells: 1 << 20 };

const MAX_NAME = 200;
const MAX_WORD = 100;
const CHECKSUM = 4;

/**
 * Says why a link cannot be followed: "damaged" if it was cut or changed,
 * "newer" if another version wrote it, "too-large" if its map is more than this
 * page takes.
 */
export class LinkError extends Error {
  /** @param {"damaged" | "newer" | "too-large"} kind */
  constructor(kind) {
    super(`the link is ${kind}`);
    this.name = "LinkError";
    this.kind = kind;
  }
}

/**
 * Tells whether a fragment, without its "#", is meant to be a link of this kind.
 *
 * @param {string} fragment
 */
export function isLink(fragment) {
  return /^\d+\./.test(fragment);
}

/**
 * Returns the fragment, without "#", that holds a state. Equal states have equal
 * links.
 *
 * @param {Readonly<State>} state
 * @param {Shown} [shown]
 * @returns {Promise<string>}
 */
export async function encodeLink(state, { lens = "", page = "lab", lesson = "", game, language } = {}) {
  const { map, name, from, to, moves, corners, cost, heuristic, weight, tie, reopen, order, slots, budget } = state;
  const said = { name, heuristic, weight, tie, reopen, order, slots, budget, lens, language,
    // What is as usual makes no link longer.
    page: page === "lab" ? undefined : page, lesson: lesson || undefined, game };
  const text = `${JSON.stringify(said)}\n${map.text({ from, to, moves, corners, cost })}`;
  const body = new TextEncoder().encode(text);
  const bytes = new Uint8Array(CHECKSUM + body.length);
  bytes.set(body, CHECKSUM);
  new DataView(bytes.buffer).setUint32(0, checksum(body));
  return `${VERSION}.${base64url(await deflated(bytes))}`;
}

/**
 * Reads a fragment without its "#". What a link declares or inflates to beyond
 * the limits is refused before memory is taken for it.
 *
 * @param {string} fragment
 * @param {{bytes: number, cells: number}} [limits]
 * @returns {Promise<{state: State, shown: Shown}>}
 * @throws {LinkError}
 */
export async function decodeLink(fragment, limits = USUAL_LIMITS) {
  const parts = /^(\d{1,9})\.([A-Za-z0-9_-]*)$/.exec(fragment);
  if (parts === null) throw new LinkError(newer(fragment) ? "newer" : "damaged");
  if (Number(parts[1]) > VERSION) throw new LinkError("newer");
  if (Number(parts[1]) !== VERSION) throw new LinkError("damaged");
  if (parts[2].length > limits.bytes * 2) throw new LinkError("too-large");
  const bytes = await inflated(bytesOf(parts[2]), limits.bytes);
  const body = bytes.subarray(CHECKSUM);
  if (bytes.length < CHECKSUM || new DataView(bytes.buffer).getUint32(0) !== checksum(body)) throw new LinkError("damaged");
  return read(decodedText(body), limits.cells);
}

/**
 * A newer version may use other characters.
 *
 * @param {string} fragment
 */
function newer(fragment) {
  const version = /^(\d{1,9})\./.exec(fragment);
  return version !== null && Number(version[1]) > VERSION;
}

/**
 * @param {string} text
 * @param {number} maxCells
 * @returns {{state: State, shown: Shown}}
 */
function read(text, maxCells) {
  const end = text.indexOf("\n");
  const native = text.slice(end + 1);
  const size = /^size (\d{1,9}) (\d{1,9})$/m.exec(native);
  if (size !== null && Number(size[1]) * Number(size[2]) > maxCells) throw new LinkError("too-large");
  try {
    const said = JSON.parse(text.slice(0, end));
    const { from, to, ...query } = GridMap.parse(native);
    if (from === null || to === null) throw new LinkError("damaged");
    const slots = list(said.slots);
    /** @type {State} */
    const state = {
      ...query, from, to, slots,
      name: word(said.name, MAX_NAME),
      heuristic: word(said.heuristic, MAX_WORD),
      weight: word(said.weight, MAX_WORD),
      tie: word(said.tie, MAX_WORD),
      reopen: said.reopen === true,
      order: word(said.order, MAX_WORD),
      budget: Number.isSafeInteger(said.budget) && said.budget > 0 ? said.budget : 0,
    };
    const language = ["en", "ja", "zh"].includes(said.language) ? { language: said.language } : {};
    return { state, shown: { lens: word(said.lens, MAX_WORD), ...shownPage(said), ...language } };
  } catch (failure) {
    throw failure instanceof LinkError ? failure : new LinkError("damaged");
  }
}

/**
 * Returns what of the page, its lesson and its game a link names; what it does
 * not name well is as usual.
 *
 * @param {any} said
 * @returns {Shown}
 */
function shownPage({ page, lesson, game }) {
  return {
    ...(page === "lessons" || page === "games" ? { page } : {}),
    ...(typeof lesson === "string" && lesson !== "" && lesson.length <= MAX_WORD ? { lesson } : {}),
    ...(typeof game === "object" && game !== null ? { game } : {}),
  };
}

/**
 * @param {unknown} value
 * @param {number} limit
 * @returns {string}
 */
function word(value, limit) {
  if (typeof value !== "string" || value.length > limit) throw new LinkError("damaged");
  return value;
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function list(value) {
  if (!Array.isArray(value) || value.length < 1 || value.length > 4) throw new LinkError("damaged");
  return value.map((one) => word(one, MAX_WORD));
}

/** @param {Uint8Array} bytes */
function decodedText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LinkError("damaged");
  }
}

/**
 * The hash FNV-1a of 32 bits.
 *
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Inflates, and stops as soon as there is more than the limit.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} limit
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function inflated(bytes, limit) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new LinkError("damaged");
    });
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new LinkError("too-large");
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

// Characters at a time, since a function takes only so many arguments.
const PIECE = 1 << 13;

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
  } catch {
    throw new LinkError("damaged");
  }
}
