// The parts of the page and where they are.

import { Announcer } from "./announcer.js";
import { icon, make } from "./dom.js";
import { FactSheet } from "./facts.js";
import { Help } from "./help.js";
import { Inspector } from "./inspector.js";
import { Legend } from "./legend.js";
import { Scrub } from "./scrub.js";
import { Transport } from "./transport.js";
import { LANGUAGES, Words } from "./words.js";

/** Everything but the panes. */
export class Frame {
  /**
   * @param {HTMLElement} root filled with the parts
   * @param {Words} words
   * @param {import("./player.js").Player} player that the parts tell what was asked for
   * @param {boolean} embedded whether only stage and controls are put into the root
   */
  constructor(root, words, player, embedded) {
    /**
     * @param {import("./actions.js").Action} action
     * @param {string} picture
     */
    const tool = (action, picture) => {
      const button = make("button", { type: "button", class: "tool", "data-action": action }, icon(picture));
      const key = /** @type {import("./words.js").Key} */ (`action.${action}`);
      words.bind(button, key, "aria-label");
      words.bind(button, key, "title");
      button.addEventListener("click", () => player.act(action));
      return button;
    };
    this.title = make("h1", {});
    this.subtitle = make("span", {});
    this.outcome = make("span", { class: "outcome" });
    this.language = make("select", { class: "language" },
      ...LANGUAGES.map(({ code, name, tag }) => make("option", { value: code, lang: tag }, name)));
    words.bind(this.language, "language.label", "aria-label");
    this.language.addEventListener("change", () => {
      player.setLanguage(/** @type {import("./words.js").Language} */ (this.language.value));
    });
    this.theme = tool("theme", "moon");
    const head = make("header", { class: "head" },
      make("div", { class: "titles" }, this.title, make("p", { class: "subtitle" }, this.subtitle, this.outcome)),
      make("div", { class: "tools" }, this.language, this.theme, tool("picture", "picture"), tool("help", "help")));

    this.stage = make("div", { class: "stage" });

    this.status = make("p", { class: "status" });
    this.scrub = new Scrub(words, (at) => player.seek(at));
    this.transport = new Transport(words, {
      act: (action) => player.act(action),
      goto: (place) => player.seek(place),
      speedChanged: (speed) => player.setSpeed(speed),
      kindChanged: (kind) => player.setKind(kind),
      modeChanged: (mode) => player.setMode(mode),
    });
    const controls = make("div", { class: "controls" }, this.status, this.scrub.element, this.transport.element);

    this.inspector = new Inspector(words, (state) => player.select(state));
    this.legend = new Legend(words, (layer, on) => player.setLayer(layer, on), (heat) => player.setHeat(heat));
    this.facts = new FactSheet(words);
    this.help = new Help(words);
    this.announcer = new Announcer();
    root.replaceChildren(this.stage, controls, this.announcer.element);
    if (embedded) return;
    const side = make("section", { class: "side" }, this.inspector.element, this.legend.element, this.facts.element);
    words.bind(side, "side.label", "aria-label");
    root.prepend(head);
    controls.after(side);
    root.append(this.help.dialog);
  }

  /**
   * Puts panes onto the stage.
   *
   * @param {HTMLElement[]} panes
   */
  place(panes) {
    this.stage.className = `stage panes${panes.length}`;
    for (const pane of panes) {
      if (pane.parentElement !== this.stage) this.stage.append(pane);
    }
    this.transport.setCompares(panes.length > 1);
    this.help.setCompares(panes.length > 1);
  }
}
