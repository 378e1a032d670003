// Files of what is on the page, and texts to paste elsewhere.

import { make, say } from "/player/dom.js";
import { copyText, saveFile } from "./download.js";
import { mountShare } from "./share.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** The files of POST /api/figure, in groups by what they are for. */
const FILES = [
  { group: "pictures", formats: ["png", "svg", "pdf"] },
  { group: "moving", formats: ["gif", "html"] },
  { group: "data", formats: ["trace", "jsonl", "json"] },
];

/** The texts of POST /api/snippet. */
const TEXTS = ["go-test", "command"];

const THEMES = ["light", "dark", "auto"];

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountExport(element, studio) {
  new ExportPanel(element, studio);
  mountShare(studio);
}

class ExportPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words } = studio;
    /** What is being made; null: nothing. */
    /** @type {AbortController | null} */
    this.making = null;
    /** Tells what has come of it, in the language of the moment. */
    this.told = () => "";
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];

    this.theme = make("select", { id: "export-theme", "data-part": "export-theme" },
      ...THEMES.map((theme) => words.bind(make("option", { value: theme }), `export.theme.${theme}`)));
    const theme = make("div", { class: "field" },
      words.bind(make("label", { class: "label", for: "export-theme" }), "export.theme"), this.theme,
      words.bind(make("p", { class: "hint" }), "export.theme.hint"));

    this.state = make("p", { class: "export-state", role: "status", "data-part": "export-state" });
    this.cancel = words.bind(make("button", { type: "button", class: "button", "data-action": "export-cancel", hidden: true }), "export.cancel");
    this.cancel.addEventListener("click", () => this.making?.abort());
    this.progress = make("div", { class: "export-progress" }, this.state, this.cancel);

    element.append(words.bind(make("h2", { tabindex: -1 }), "export.title"), theme,
      ...FILES.map(({ group, formats }) => this.group(`export.group.${group}`, formats.map((format) =>
        this.button(`export-${format}`, `export.${format}`, (signal) => this.file(format, signal))))),
      words.bind(make("p", { class: "hint" }), "export.several"),
      this.group("export.group.texts", TEXTS.map((kind) =>
        this.button(`copy-${kind}`, `export.copy.${kind}`, (signal) => this.text(kind, signal)))),
      this.progress);
    studio.store.watch((view, before) => {
      if (view.language !== before.language) say(this.state, this.told());
    });
  }

  /**
   * @param {string} key
   * @param {HTMLButtonElement[]} buttons
   */
  group(key, buttons) {
    const group = make("div", { class: "export-group", role: "group" });
    this.studio.words.bind(group, key, "aria-label");
    group.append(this.studio.words.bind(make("h3", {}), key), make("div", { class: "export-buttons" }, ...buttons));
    return group;
  }

  /**
   * @param {string} action
   * @param {string} key of the words: with ".hint", what it is good for
   * @param {(signal: AbortSignal) => Promise<() => string>} run returns what tells of its success
   */
  button(action, key, run) {
    const { words } = this.studio;
    const button = words.bind(make("button", { type: "button", class: "button", "data-action": action }), key);
    words.bind(button, `${key}.hint`, "title");
    button.addEventListener("click", () => this.make(button, key, run));
    this.buttons.push(button);
    return button;
  }

  /**
   * Makes one thing at a time.
   *
   * @param {HTMLButtonElement} button
   * @param {string} key
   * @param {(signal: AbortSignal) => Promise<() => string>} run
   */
  async make(button, key, run) {
    if (this.making !== null) return;
    const { words } = this.studio;
    this.making = new AbortController();
    const { signal } = this.making;
    this.show("making", () => words.text("export.making", { what: words.text(key) }));
    this.cancel.focus();
    try {
      this.show("done", await run(signal));
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : String(failure);
      if (signal.aborted) this.show("done", () => words.text("export.canceled"));
      else this.show("failed", () => words.text("export.failed", { what: words.text(key), detail }));
    }
    this.making = null;
    // The focus goes back, unless the reader has gone on meanwhile.
    const { activeElement } = document;
    this.enable();
    if (activeElement === this.cancel || activeElement === document.body) button.focus();
  }

  /**
   * @param {"making" | "done" | "failed"} state
   * @param {() => string} told
   */
  show(state, told) {
    this.told = told;
    this.progress.dataset.state = state;
    this.state.setAttribute("role", state === "failed" ? "alert" : "status");
    say(this.state, told());
    this.enable(state === "making");
  }

  enable(making = this.making !== null) {
    for (const button of this.buttons) button.disabled = making;
    this.cancel.hidden = !making;
  }

  /**
   * @param {string} format
   * @param {AbortSignal} signal
   */
  async file(format, signal) {
    const { store, api, words } = this.studio;
    const { blob, name } = await api.file("/api/figure", { ...store.ask(), algorithms: store.state.slots, format, theme: this.theme.value }, { signal });
    signal.throwIfAborted();
    saveFile(blob, name);
    return () => words.text("export.saved", { name });
  }

  /**
   * @param {string} kind
   * @param {AbortSignal} signal
   */
  async text(kind, signal) {
    const { store, api, words } = this.studio;
    const { text } = await api.post("/api/snippet", { ...store.ask(), kind }, { signal });
    signal.throwIfAborted();
    const what = () => words.text(`export.what.${kind}`);
    const copied = await copyText(this.studio, text, what());
    return () => words.text(copied ? "export.copied" : "export.shown", { what: what() });
  }
}
