// How far the reader has come in each tour, and the work that was on the stage
// before a tour: kept in the browser, so that a reload loses neither.

import { GridMap } from "./map.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {{at: string, seen: string[]}} Progress */

const PROGRESS = "astrolabe.lessons";
const OWN = "astrolabe.lessons.own";

// Larger maps are not kept over a reload.
const MOST_CELLS = 1 << 18;

/** @returns {Record<string, Progress>} by tour */
export function readProgress() {
  /** @type {Record<string, Progress>} */
  const progress = {};
  const said = read(() => localStorage, PROGRESS);
  for (const [tour, one] of Object.entries(said ?? {})) {
    if (typeof one?.at !== "string" || !Array.isArray(one.seen)) continue;
    progress[tour] = { at: one.at, seen: one.seen.filter((/** @type {unknown} */ id) => typeof id === "string") };
  }
  return progress;
}

/** @param {Record<string, Progress>} progress */
export function writeProgress(progress) {
  write(() => localStorage, PROGRESS, progress);
}

/** @returns {State | null} */
export function readOwn() {
  const said = read(() => sessionStorage, OWN);
  if (said === null) return null;
  try {
    return { ...said, map: GridMap.parse(said.map).map };
  } catch {
    return null;
  }
}

/** @param {Readonly<State> | null} state null: there is none any more */
export function writeOwn(state) {
  if (state !== null && state.map.size > MOST_CELLS) return;
  write(() => sessionStorage, OWN, state === null ? null : { ...state, map: state.map.text() });
}

/**
 * @param {() => Storage} storage
 * @param {string} key
 * @returns {any} null: nothing that can be read
 */
function read(storage, key) {
  try {
    const said = JSON.parse(storage().getItem(key) ?? "null");
    return typeof said === "object" ? said : null;
  } catch {
    return null;
  }
}

/**
 * @param {() => Storage} storage
 * @param {string} key
 * @param {object | null} value
 */
function write(storage, key, value) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // Where nothing may be kept, nothing is.
  }
}
