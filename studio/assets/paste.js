// The dialog into which a map is pasted or typed, which says at once whether it is one.

import { icon, make, say } from "/player/dom.js";
import { checkSize, readMap, textOf, Unreadable } from "./loading.js";
import { ProblemBox } from "./problembox.js";

/** @typedef {import("./studio.js").Studio} Studio */

// How long the text rests before it is checked, in milliseconds.
const REST = 250;

export class PasteDialog {
  /**
   * @param {Studio} studio
   * @param {(read: Awaited<ReturnType<typeof readMap>>) => void} opened takes the map
   */
  constructor(studio, opened) {
    this.studio = studio;
    this.opened = opened;
    const { words } = studio;
    /** @type {AbortController | null} */
    this.checking = null;
    this.timer = 0;
    /** The map that the text is, as far as it is one. */
    /** @type {Awaited<ReturnType<typeof readMap>> | null} */
    this.read = null;

    const close = make("button", { type: "button", class: "tool", "data-action": "close-paste" }, icon("close"));
    words.bind(close, "shell.close", "aria-label");
    this.area = make("textarea", { class: "paste-text", rows: 12, spellcheck: "false", autocomplete: "off", "data-part": "paste-text", "aria-labelledby": "paste-title", "aria-describedby": "paste-hint" });
    this.state = make("p", { class: "hint paste-state", role: "status", "data-part": "paste-state" });
    this.box = new ProblemBox(studio, "paste-problem");
    this.submit = words.bind(make("button", { type: "submit", class: "button strong", "data-action": "open-pasted", disabled: true }), "files.paste.open");
    const form = make("form", { class: "paste-form", novalidate: true },
      words.bind(make("p", { class: "hint", id: "paste-hint" }), "files.paste.hint"), this.area,
      make("div", { class: "paste-verdict" }, this.state, this.box.element),
      make("div", { class: "file-buttons" }, this.submit));
    this.dialog = make("dialog", { class: "help paste-dialog", "aria-labelledby": "paste-title", "data-part": "paste-dialog" },
      make("div", { class: "dialog-head" }, words.bind(make("h2", { id: "paste-title" }), "files.paste.title"), close), form);
    document.body.append(this.dialog);

    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.stop());
    this.area.addEventListener("input", () => this.check());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.read === null) return;
      const { read } = this;
      this.dialog.close();
      this.area.value = "";
      this.opened(read);
    });
  }

  open() {
    this.dialog.showModal();
    this.area.focus();
    this.area.select();
    this.check(0);
  }

  stop() {
    clearTimeout(this.timer);
    this.checking?.abort();
  }

  /** @param {number} [rest] */
  check(rest = REST) {
    this.stop();
    this.show(null);
    if (this.area.value.trim() === "") {
      this.box.show(null);
      return;
    }
    this.timer = setTimeout(() => this.ask(), rest);
  }

  async ask() {
    const checking = new AbortController();
    this.checking = checking;
    const { signal } = checking;
    try {
      const bytes = new TextEncoder().encode(this.area.value);
      checkSize(this.studio, bytes.length);
      const { scenario, text } = textOf(bytes);
      if (scenario) throw new Unreadable({ key: "files.is.scenario", facts: {}, problem: null });
      const read = await readMap(this.studio, text, "", signal);
      if (signal.aborted) return;
      this.box.show(null);
      this.show(read);
    } catch (failure) {
      if (signal.aborted || !(failure instanceof Unreadable)) return;
      this.box.show({ title: "files.bad.text", facts: {}, reasons: [failure.reason] });
    }
  }

  /** @param {Awaited<ReturnType<typeof readMap>> | null} read */
  show(read) {
    const { words } = this.studio;
    this.read = read;
    this.submit.disabled = read === null;
    if (read === null) say(this.state, "");
    else say(this.state, words.text("files.paste.good", { format: words.text(`files.format.${read.reply.format}`), width: read.reply.width, height: read.reply.height, n: read.reply.open }));
  }
}
