// The address of the page holds what is on it: it follows every change, and who
// opens it sees the same.

import { chooseLanguage } from "/player/words.js";
import { copyText, saveFile } from "./download.js";
import { readView } from "./gameview.js";
import { decodeLink, encodeLink, isLink, LinkError, LONG_LINK } from "./permalink.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").View} View */

// The address follows a change after so many milliseconds without another.
const PAUSE = 400;

// No browser keeps addresses that are much longer.
const LONGEST_ADDRESS = 1 << 20;

/** What a link says of what the page shows. */
const SHOWN = /** @type {const} */ (["page", "lens", "lesson", "game", "language"]);

/**
 * Goes where a fragment leads, if it is a link.
 *
 * @param {Store} store
 * @param {any} catalog the reply of GET /api/algorithms
 * @param {string} hash with its "#"
 * @param {{undo?: boolean}} [how] undo false: the page has just been opened
 * @returns {Promise<LinkError | null>} what is wrong with the link; then nothing has changed
 */
export async function followLink(store, catalog, hash, { undo = true } = {}) {
  const fragment = hash.replace(/^#/, "");
  if (!isLink(fragment)) return null;
  try {
    const { state, shown } = await decodeLink(fragment, { bytes: catalog.limits.body_bytes, cells: catalog.limits.cells });
    if (!known(state, catalog)) throw new LinkError("newer");
    store.settle();
    store.change(state, { undo });
    const { page = "lab", lens = "", lesson = "", language } = shown;
    const game = readView(shown.game);
    store.look({ page, lesson, ...(game === null ? {} : { game }), ...(language === undefined ? {} : { language }) });
    // Whoever leaves a lesson puts its lens away, so this one comes after.
    store.look({ lens });
    return null;
  } catch (failure) {
    if (failure instanceof LinkError) return failure;
    throw failure;
  }
}

/**
 * Tells whether this server knows all that a link names.
 *
 * @param {import("./store.js").State} state
 * @param {any} catalog
 */
function known({ slots, heuristic, tie }, catalog) {
  /** @type {string[]} */
  const names = catalog.algorithms.map((/** @type {{name: string}} */ { name }) => name);
  return slots.every((slot) => names.includes(slot)) && catalog.heuristics.includes(heuristic) && catalog.ties.includes(tie);
}

/**
 * Says what is wrong with a link.
 *
 * @param {Studio} studio
 * @param {LinkError | null} wrong
 */
export function tellOfLink({ toast, words }, wrong) {
  if (wrong !== null) toast(words.text(`share.${wrong.kind}`), { bad: true });
}

/** @param {Studio} studio */
export function mountShare(studio) {
  const share = new Share(studio);
  studio.share = () => share.share();
}

class Share {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.timer = 0;
    /** Counts the links that are made, so that only the last one becomes the address. */
    this.turn = 0;
    const { store } = studio;
    store.subscribe(() => this.later());
    store.watch((view, before) => {
      if (SHOWN.some((key) => view[key] !== before[key])) this.later();
    });
    addEventListener("hashchange", () => this.follow());
  }

  /** @returns {Promise<string>} the fragment, without "#" */
  link() {
    const { state, view: { page, lens, lesson, game, language } } = this.studio.store;
    const chosen = language !== chooseLanguage(navigator.languages);
    return encodeLink(state, { lens, page, lesson, game, language: chosen ? language : undefined });
  }

  later() {
    this.turn++;
    clearTimeout(this.timer);
    if (!this.studio.store.live) this.timer = setTimeout(() => this.write(), PAUSE);
  }

  /** Makes the address say what is on the page. */
  async write() {
    const turn = ++this.turn;
    const fragment = await this.link();
    if (turn !== this.turn) return;
    // An address that is too long says nothing rather than what was before.
    setAddress(fragment.length > LONGEST_ADDRESS ? "" : fragment);
  }

  async follow() {
    const { store, catalog } = this.studio;
    clearTimeout(this.timer);
    this.turn++;
    tellOfLink(this.studio, await followLink(store, catalog, location.hash));
  }

  async share() {
    const { words, toast } = this.studio;
    const fragment = await this.link();
    const url = addressOf(fragment);
    const copied = await copyText(this.studio, url, words.text("share.link"));
    if (url.length > LONG_LINK) {
      const size = words.text("share.size", { n: Math.ceil(url.length / 1024) });
      toast(words.text(copied ? "share.long" : "share.long.shown", { size }),
        { bad: true, action: { label: words.text("share.save"), run: () => this.save() } });
    } else if (copied) {
      toast(words.text("share.copied"));
    }
  }

  /** Saves the map with its ends and rules, as a link holds them. */
  save() {
    const { map, name, from, to, moves, corners, cost } = this.studio.store.state;
    const plain = name.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    saveFile(new Blob([map.text({ from, to, moves, corners, cost })], { type: "text/plain" }), `${plain || "map"}.map`);
  }
}

/** @param {string} fragment */
function addressOf(fragment) {
  const url = new URL(location.href);
  url.hash = fragment;
  return url.href;
}

/** @param {string} fragment */
function setAddress(fragment) {
  try {
    history.replaceState(history.state, "", addressOf(fragment));
  } catch {
    // A browser that has been told too often waits; the next change is told again.
  }
}
