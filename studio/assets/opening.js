// Opens what it is given: a file of any kind, or a text.

import { make } from "/player/dom.js";
import { ApiError } from "./api.js";
import { fileDialog, openDialog } from "./filedialog.js";
import { endsOf, problemOf, recognize, shortName } from "./formats.js";
import { GridMap } from "./map.js";
import { ownProblem, problemCard } from "./problem.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./formats.js").Problem & {own?: boolean}} Problem */

/** A map as the server delivers it; see MapReply of its document. */
/** @typedef {{text: string, name: string, format: string, width: number, height: number, open: number, losses: string[]}} MapReply */

export class Opening {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** Given the text of a scenario and its name. */
    /** @type {(text: string, name: string) => void} */
    this.scenario = () => {};
    /** Told of what has been opened. */
    /** @type {(reply: MapReply) => void} */
    this.opened = () => {};
    /** Ends what is being opened when something else is. */
    this.ending = new AbortController();
    this.body = make("div", {});
    this.dialog = fileDialog(studio.words, "problem", "files.wrong.title", this.body);
  }

  /** @returns {AbortSignal} of the one thing that is being opened */
  begin() {
    this.ending.abort();
    this.ending = new AbortController();
    return this.ending.signal;
  }

  /**
   * Opens a file, or says why it cannot be opened.
   *
   * @param {File} file
   */
  async file(file) {
    const { words, catalog } = this.studio;
    const signal = this.begin();
    const limit = catalog.limits.body_bytes;
    if (file.size > limit) {
      this.refuse(file.name, ownProblem(
        words.text("files.wrong.size", { size: sizeText(words, file.size), limit: sizeText(words, limit) }), words.text("files.right.size")));
      return;
    }
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      this.refuse(file.name, ownProblem(words.text("files.wrong.unreadable"), words.text("files.right.unreadable")));
      return;
    }
    if (signal.aborted) return;
    const { content, text } = recognize(bytes);
    if (content === "map") {
      await this.text(text, file.name, signal);
    } else if (content === "scenario") {
      this.scenario(text, file.name);
    } else {
      this.refuse(file.name, ownProblem(words.text(`files.wrong.${content}`), words.text(`files.right.${content}`, { name: file.name })));
    }
  }

  /**
   * Opens the text of a map, or says what is wrong with it.
   *
   * @param {string} text
   * @param {string} name
   * @param {AbortSignal} [signal]
   */
  async text(text, name, signal = this.begin()) {
    try {
      const reply = await this.read(text, name, signal);
      this.take(reply);
    } catch (failure) {
      if (!signal.aborted) this.refuse(name, this.problem(failure, text));
    }
  }

  /**
   * Has the server read a map.
   *
   * @param {string} text
   * @param {string} name
   * @param {AbortSignal} signal
   * @returns {Promise<MapReply>}
   */
  async read(text, name, signal) {
    return this.studio.api.post("/api/convert", { map: text, name: shortName(name), format: "native" }, { signal });
  }

  /**
   * Opens one of the server's maps.
   *
   * @param {string} name
   */
  async offered(name) {
    const signal = this.begin();
    try {
      this.take(await this.studio.api.get(`/api/maps/${encodeURIComponent(name)}`, { signal }));
    } catch (failure) {
      if (!signal.aborted) this.refuse(name, this.problem(failure, ""));
    }
  }

  /**
   * @param {unknown} failure
   * @param {string} text
   * @returns {Problem}
   */
  problem(failure, text) {
    const { words } = this.studio;
    if (failure instanceof ApiError && failure.status === 0) return ownProblem(words.text("files.wrong.gone"), words.text("files.right.gone"));
    if (failure instanceof ApiError && failure.status === 413) {
      const limit = sizeText(words, this.studio.catalog.limits.body_bytes);
      return ownProblem(words.text("files.wrong.body", { limit }), words.text("files.right.size"));
    }
    return problemOf(failure instanceof Error ? failure.message : String(failure), text);
  }

  /**
   * Puts a map in place of the one on the page, as one step.
   *
   * @param {MapReply} reply
   */
  take(reply) {
    const { store, show, toast, words } = this.studio;
    const { map, from, to, moves, corners, cost } = GridMap.parse(reply.text);
    const [first, last] = from !== null && to !== null ? [from, to] : endsOf(map);
    store.settle();
    store.change({ map, name: reply.name, from: from ?? first, to: to ?? last, moves, corners, cost });
    show("lab");
    const { state } = store;
    this.opened(reply);
    toast(words.text("files.opened", { name: reply.name || words.text("files.unnamed"), width: reply.width, height: reply.height }), {
      action: {
        label: words.text("files.undo"),
        run: () => {
          // What has been done to it since is not taken back with it.
          if (store.state === state) store.undo();
        },
      },
    });
  }

  /**
   * @param {string} name
   * @param {Problem} problem
   */
  refuse(name, problem) {
    this.body.replaceChildren(problemCard(this.studio.words, problem, name));
    openDialog(this.dialog);
  }
}

/**
 * @param {import("./words.js").Words} words
 * @param {number} bytes
 */
export function sizeText(words, bytes) {
  const mebi = bytes / (1 << 20);
  return `${words.number(mebi < 10 ? Math.round(mebi * 10) / 10 : Math.round(mebi))} MiB`;
}
