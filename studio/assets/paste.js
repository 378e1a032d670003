// Maps as text: a dialog to paste into, and what is pasted where no field has
// the focus.

import { make } from "/player/dom.js";
import { fileDialog, openDialog } from "./filedialog.js";
import { recognize } from "./formats.js";
import { Latest } from "./latest.js";
import { problemCard } from "./problem.js";

/** @typedef {import("./studio.js").Studio} Studio */

// A text is looked at when it has rested for so many milliseconds.
const PAUSE = 200;

export class Pasting {
  /**
   * @param {Studio} studio
   * @param {import("./opening.js").Opening} opening
   */
  constructor(studio, opening) {
    this.studio = studio;
    this.opening = opening;
    const { words } = studio;
    this.area = make("textarea", { rows: 12, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", class: "paste-text", "data-part": "paste-text", "aria-describedby": "paste-hint paste-state" });
    words.bind(this.area, "paste.label", "aria-label");
    this.state = make("div", { class: "paste-state", id: "paste-state", role: "status", "data-part": "paste-state" });
    this.submit = words.bind(make("button", { type: "submit", class: "button strong", "data-action": "paste-open", disabled: true }), "paste.open");
    const cancel = words.bind(make("button", { type: "button", class: "button", "data-action": "paste-cancel" }), "paste.cancel");
    const form = make("form", { novalidate: true }, words.bind(make("p", { class: "hint", id: "paste-hint" }), "paste.hint"),
      this.area, this.state, make("div", { class: "dialog-buttons" }, cancel, this.submit));
    this.dialog = fileDialog(words, "paste", "paste.title", form);
    /** @type {Latest<import("./opening.js").MapReply>} */
    this.check = new Latest((text, signal) => opening.read(text, "", signal), () => this.show(), { delay: PAUSE });
    this.area.addEventListener("input", () => this.look());
    cancel.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.check.drop());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { value } = this.check;
      if (!this.check.fresh || value === null) return;
      this.dialog.close();
      opening.take(value);
    });
    document.addEventListener("paste", (event) => this.pasted(event));
  }

  /** @param {string} [text] to begin with */
  open(text = this.area.value) {
    this.area.value = text;
    this.look();
    openDialog(this.dialog);
    this.area.focus();
    this.area.select();
  }

  look() {
    const text = this.area.value;
    if (/\S/.test(text)) this.check.want(text, () => text);
    else this.check.drop();
    this.show();
  }

  show() {
    const { words } = this.studio;
    const { check } = this;
    this.submit.disabled = !check.fresh;
    this.area.setAttribute("aria-invalid", String(check.failure !== null));
    if (check.failure !== null) {
      const { content } = recognize(new TextEncoder().encode(this.area.value));
      this.state.replaceChildren(content === "scenario"
        ? make("p", { class: "hint" }, words.text("paste.scenario"))
        : problemCard(words, this.opening.problem(check.failure, this.area.value)));
    } else if (check.fresh && check.value !== null) {
      const { format, width, height, open } = check.value;
      this.state.replaceChildren(make("p", { class: "paste-good" }, words.text("paste.good", { format: words.text(`files.format.${format}`), width, height, n: open })));
    } else if (!/\S/.test(this.area.value)) {
      this.state.replaceChildren(make("p", { class: "hint" }, words.text("paste.empty")));
    }
  }

  /**
   * Takes what is pasted where no field has the focus.
   *
   * @param {ClipboardEvent} event
   */
  async pasted(event) {
    const { studio, opening } = this;
    const { target } = event;
    const writes = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
    if (writes || event.defaultPrevented || studio.store.view.page !== "lab" || document.querySelector("dialog[open]") !== null) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file !== undefined) {
      event.preventDefault();
      await opening.file(file);
      return;
    }
    if (!/\S/.test(text)) return;
    event.preventDefault();
    const { content } = recognize(new TextEncoder().encode(text));
    if (content === "scenario") {
      opening.scenario(text, studio.words.text("paste.name"));
      return;
    }
    const signal = opening.begin();
    try {
      opening.take(await opening.read(text, "", signal));
    } catch {
      // What is wrong with it is told where it can be put right.
      if (!signal.aborted) this.open(text);
    }
  }
}
