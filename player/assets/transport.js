// The controls that move through the search.

import { SPEEDS } from "./clock.js";
import { icon, make, say } from "./dom.js";
import { MODES } from "./sync.js";
import { EXPAND, GENERATE, GOAL, IMPROVE, KIND_NAMES, MEET, PRUNE, REOPEN } from "./trace.js";
import { Words } from "./words.js";

/** The kinds of event that can be jumped to. */
export const JUMPS = [EXPAND, GENERATE, IMPROVE, REOPEN, PRUNE, MEET, GOAL];

/**
 * @typedef {object} TransportListener
 * @property {(action: import("./actions.js").Action) => void} act
 * @property {(step: number) => void} goto
 * @property {(speed: number) => void} speedChanged
 * @property {(kind: number) => void} kindChanged
 * @property {(mode: import("./sync.js").Mode) => void} modeChanged
 */

export class Transport {
  /**
   * @param {Words} words
   * @param {TransportListener} listener
   */
  constructor(words, listener) {
    this.words = words;
    this.listener = listener;
    this.playIcon = icon("play");
    this.pauseIcon = icon("pause");
    this.play = this.button("play", "play");
    this.play.classList.add("play");
    const moves = make("div", { class: "moves", role: "group" },
      this.button("first", "first"), this.button("back", "back"), this.play,
      this.button("forward", "forward"), this.button("last", "last"));
    words.bind(moves, "transport.label", "aria-label");

    this.step = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 6, value: "0" });
    words.bind(this.step, "transport.step", "aria-label");
    this.length = make("span", { class: "length" });
    this.unit = make("span", { class: "name" });
    const go = () => {
      const step = parseInt(this.step.value.replace(/\D/g, ""), 10);
      if (!Number.isNaN(step)) listener.goto(step);
    };
    this.step.addEventListener("change", go);
    this.step.addEventListener("keydown", (event) => {
      if (event.key === "Enter") go();
    });
    const place = make("label", { class: "place-in-search" }, this.unit, this.step, this.length);

    this.speed = make("select", {});
    words.bind(this.speed, "transport.speed", "aria-label");
    for (const speed of SPEEDS) this.speed.append(make("option", { value: speed }));
    this.speed.addEventListener("change", () => listener.speedChanged(Number(this.speed.value)));

    this.kind = make("select", {});
    words.bind(this.kind, "transport.kind", "aria-label");
    for (const kind of JUMPS) {
      this.kind.append(words.bind(make("option", { value: kind }), /** @type {import("./words.js").Key} */ (`kind.${KIND_NAMES[kind]}`)));
    }
    this.kind.addEventListener("change", () => listener.kindChanged(Number(this.kind.value)));
    const jumps = make("div", { class: "jumps", role: "group" },
      this.button("previous", "back"), this.kind, this.button("next", "forward"));
    words.bind(jumps, "transport.jumps", "aria-label");

    this.mode = make("select", {});
    words.bind(this.mode, "transport.sync", "aria-label");
    for (const mode of MODES) this.mode.append(words.bind(make("option", { value: mode }), `sync.${mode}`));
    this.mode.addEventListener("change", () => listener.modeChanged(/** @type {any} */ (this.mode.value)));
    this.difference = this.button("difference", "differs");
    this.together = make("div", { class: "together" }, this.mode, this.difference);

    const zooms = make("div", { class: "zooms", role: "group" },
      this.button("zoom-out", "minus"), this.button("fit", "fit"), this.button("zoom-in", "plus"));
    words.bind(zooms, "transport.zoom", "aria-label");

    this.element = make("div", { class: "transport" }, moves, place, this.speed, jumps, zooms, this.together);
    this.relabel();
  }

  /**
   * A button for an action.
   *
   * @param {import("./actions.js").Action} action
   * @param {string} picture
   */
  button(action, picture) {
    const button = make("button", { type: "button", class: "tool", "data-action": action }, icon(picture));
    const key = /** @type {import("./words.js").Key} */ (`action.${action}`);
    this.words.bind(button, key, "aria-label");
    this.words.bind(button, key, "title");
    button.addEventListener("click", () => this.listener.act(action));
    return button;
  }

  /** @param {boolean} compares whether there is more than one search */
  setCompares(compares) {
    this.together.hidden = !compares;
  }

  /** Writes what depends on the language in more than a word. */
  relabel() {
    for (const option of this.speed.options) {
      const speed = Number(option.value);
      option.textContent = speed === 0 ? this.words.text("speed.whole") : this.words.text("speed.steps", { n: speed });
    }
  }

  /**
   * @param {object} now
   * @param {boolean} now.playing
   * @param {number} now.at
   * @param {number} now.length
   * @param {number} now.speed
   * @param {number} now.kind
   * @param {import("./sync.js").Mode} now.mode
   * @param {number} now.differing place of the first difference, or −1
   */
  show({ playing, at, length, speed, kind, mode, differing }) {
    if (playing !== this.play.contains(this.pauseIcon)) {
      this.play.replaceChildren(playing ? this.pauseIcon : this.playIcon);
    }
    this.play.setAttribute("aria-pressed", String(playing));
    const text = String(at);
    if (document.activeElement !== this.step && this.step.value !== text) this.step.value = text;
    const size = Math.max(3, String(length).length + 1);
    if (this.step.size !== size) this.step.size = size;
    say(this.length, "/ " + this.words.number(length));
    say(this.unit, this.words.text(`unit.${mode}`));
    this.speed.value = String(speed);
    this.kind.value = String(kind);
    this.mode.value = mode;
    this.difference.disabled = differing < 0;
  }
}
