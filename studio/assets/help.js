// The dialog that tells what keys and pointers do.

import { SHORTCUTS } from "/player/actions.js";
import { icon, make } from "/player/dom.js";

/** The keys that draw, and where they do. */
const DRAWING = [
  { key: "help.cursor", shown: ["← → ↑ ↓"] },
  { key: "help.paint", shown: ["Space", "Enter"] },
  { key: "help.erase", shown: ["X", "Delete"] },
  { key: "help.start", shown: ["S"] },
  { key: "help.goal", shown: ["G"] },
];

const EVERYWHERE = [
  { key: "help.brushes", shown: ["1 – 5"] },
  { key: "help.tools", shown: ["E", "V"] },
  { key: "help.size", shown: ["B"] },
  { key: "help.shift", shown: ["Shift"] },
  { key: "help.ctrl", shown: ["Ctrl"] },
  { key: "help.undo", shown: ["Ctrl + Z"] },
  { key: "help.redo", shown: ["Ctrl + Shift + Z", "Ctrl + Y"] },
];

// What the player's keys are about; the others mean something else here.
const PLAYBACK = new Set(["play", "forward", "back", "event-forward", "event-back", "first", "last", "leap-forward", "leap-back", "next", "previous", "goto", "slower", "faster", "sync", "difference"]);
const SEEN = new Set(["zoom-in", "zoom-out", "fit", "pan", "unpin", "heat", "theme", "language", "help"]);

export class Help {
  /** @param {import("./words.js").Words} words */
  constructor(words) {
    const title = words.bind(make("h2", { id: "help-title" }), "help.title.studio");
    const close = make("button", { type: "button", class: "tool" }, icon("close"));
    words.bind(close, "shell.close", "aria-label");
    /** Whether single keys mean anything. */
    this.keys = make("input", { type: "checkbox", checked: true, "data-part": "shortcuts" });
    this.dialog = make("dialog", { class: "help", "aria-labelledby": "help-title" },
      make("div", { class: "dialog-head" }, title, close),
      words.bind(make("p", {}), "help.pointer.studio"),
      words.bind(make("h3", {}), "help.map"), list(words, DRAWING),
      words.bind(make("h3", {}), "help.everywhere"), list(words, EVERYWHERE),
      words.bind(make("h3", {}), "help.playback"), list(words, rowsOf(PLAYBACK)),
      words.bind(make("h3", {}), "help.view"), list(words, rowsOf(SEEN)),
      make("label", { class: "layer" }, this.keys, words.bind(make("span", {}), "help.shortcuts")));
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/**
 * @param {Set<string>} actions of the player
 * @returns {{key: string, shown: string[]}[]}
 */
function rowsOf(actions) {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const { action, shown, where } of SHORTCUTS) {
    if (actions.has(action) && where !== "map") rows.set(action, [...(rows.get(action) ?? []), shown]);
  }
  return [...rows].map(([action, shown]) => ({ key: `action.${action}`, shown }));
}

/**
 * @param {import("./words.js").Words} words
 * @param {{key: string, shown: string[]}[]} rows
 */
function list(words, rows) {
  return make("dl", { class: "keys" }, ...rows.flatMap(({ key, shown }) => [
    make("dt", {}, ...shown.map((name) => make("kbd", {}, name))),
    words.bind(make("dd", {}), key),
  ]));
}
