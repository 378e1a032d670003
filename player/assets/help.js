// The dialog that tells what the keys and pointers do.

import { SHORTCUTS } from "./actions.js";
import { icon, make } from "./dom.js";
import { Words } from "./words.js";

export class Help {
  /**
   * @param {Words} words
   * @param {boolean} compares whether there is more than one search
   */
  constructor(words, compares) {
    const title = words.bind(make("h2", {}), "help.title");
    const close = make("button", { type: "button", class: "tool" }, icon("close"));
    words.bind(close, "help.close", "aria-label");
    const list = make("dl", { class: "keys" });
    /** @type {Map<string, string[]>} */
    const rows = new Map();
    for (const { action, shown } of SHORTCUTS) {
      if (!compares && (action === "sync" || action === "difference")) continue;
      rows.set(action, [...(rows.get(action) ?? []), shown]);
    }
    for (const [action, keys] of rows) {
      list.append(
        make("dt", {}, ...keys.map((key) => make("kbd", {}, key))),
        words.bind(make("dd", {}), /** @type {import("./words.js").Key} */ (`action.${action}`)));
    }
    /** Whether single keys mean anything. */
    this.keys = make("input", { type: "checkbox", checked: true });
    this.dialog = make("dialog", { class: "help" },
      make("div", { class: "dialog-head" }, title, close),
      words.bind(make("p", {}), "help.pointer"),
      list,
      make("label", { class: "layer" }, this.keys, words.bind(make("span", {}), "help.keys")));
    words.bind(this.dialog, "help.title", "aria-label");
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}
