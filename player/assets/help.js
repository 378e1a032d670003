// The dialog that tells what the keys and pointers do.

import { SHORTCUTS } from "./actions.js";
import { icon, make } from "./dom.js";
import { Words } from "./words.js";

export class Help {
  /** @param {Words} words */
  constructor(words) {
    const title = words.bind(make("h2", {}), "help.title");
    const close = make("button", { type: "button", class: "tool" }, icon("close"));
    words.bind(close, "help.close", "aria-label");
    const list = make("dl", { class: "keys" });
    /** @type {Map<string, string[]>} */
    const rows = new Map();
    for (const { action, shown } of SHORTCUTS) {
      rows.set(action, [...(rows.get(action) ?? []), shown]);
    }
    /** What means something for several searches only. */
    this.together = /** @type {HTMLElement[]} */ ([]);
    for (const [action, keys] of rows) {
      const row = [
        make("dt", {}, ...keys.map((key) => make("kbd", {}, key))),
        words.bind(make("dd", {}), /** @type {import("./words.js").Key} */ (`action.${action}`)),
      ];
      list.append(...row);
      if (action === "sync" || action === "difference") this.together.push(...row);
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

  /** @param {boolean} compares whether there is more than one search */
  setCompares(compares) {
    for (const element of this.together) element.hidden = !compares;
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}
