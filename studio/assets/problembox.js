// The box that says what is wrong with a file: where, what, and what would be right.

import { icon, make } from "/player/dom.js";

/** @typedef {import("./loading.js").Reason} Reason */

/**
 * What the box shows: a heading, reasons, and what can be done about them.
 *
 * @typedef {object} Trouble
 * @property {string} title a key of the words
 * @property {import("/player/words.js").Facts} facts of the title
 * @property {Reason[]} reasons
 * @property {{action: string, key: string, strong?: boolean, run: () => void}[]} [buttons]
 */

export class ProblemBox {
  /**
   * @param {import("./studio.js").Studio} studio
   * @param {string} part under which tests find it
   */
  constructor({ words, store }, part) {
    this.words = words;
    /** @type {Trouble | null} */
    this.trouble = null;
    this.element = make("div", { class: "problem", role: "alert", "data-part": part, hidden: true });
    store.watch((view, before) => {
      if (view.language !== before.language) this.show(this.trouble);
    });
  }

  /** @param {Trouble | null} trouble */
  show(trouble) {
    this.trouble = trouble;
    this.element.hidden = trouble === null;
    this.element.replaceChildren();
    if (trouble === null) return;
    const { words } = this;
    this.element.append(
      make("p", { class: "problem-title" }, icon("warning"), make("strong", {}, words.text(trouble.title, trouble.facts))),
      ...trouble.reasons.flatMap((reason) => this.lines(reason)));
    if (trouble.buttons === undefined) return;
    this.element.append(make("div", { class: "file-buttons" }, ...trouble.buttons.map(({ action, key, strong, run }) => {
      const button = make("button", { type: "button", class: strong ? "button strong" : "button", "data-action": action }, words.text(key));
      button.addEventListener("click", run);
      return button;
    })));
  }

  /**
   * @param {Reason} reason
   * @returns {HTMLElement[]}
   */
  lines({ key, facts, problem }) {
    const { words } = this;
    if (problem === null) return [make("p", {}, words.text(key, facts))];
    const { line, column, what, remedy, excerpt } = problem;
    const lines = [];
    if (line > 0) {
      const place = column > 0 ? words.text("files.place", { line, column }) : words.text("files.place.line", { line });
      lines.push(make("p", { class: "problem-place" }, place));
    }
    // The server speaks English.
    lines.push(make("p", { lang: "en", "data-part": "problem-what" }, what));
    if (excerpt !== null) {
      lines.push(make("pre", {}, excerpt.before, excerpt.at === "" ? null : make("mark", {}, excerpt.at), excerpt.after));
    }
    if (remedy !== "") lines.push(make("p", { lang: "en", class: "problem-remedy", "data-part": "problem-remedy" }, remedy));
    return lines;
  }
}
