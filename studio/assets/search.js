// How to search: the algorithms and their options. Each control says what it
// does, or why it does nothing.

import { make, say } from "/player/dom.js";
import { appliesOf, chosen, expected, misfit, nameOf, refusal, weightsOf } from "./applies.js";
import { fillMenu } from "./fields.js";
import { Slots } from "./race.js";
import { Options } from "./searchoptions.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./applies.js").Entry} Entry */

/** The remedies for an algorithm that does not apply. */
const REMEDIES = /** @type {Record<string, {key: string, patch: Partial<import("./store.js").State>}>} */ ({
  uniform: { key: "search.remedy.uniform", patch: { cost: "uniform" } },
  zero: { key: "search.remedy.auto", patch: { heuristic: "auto" } },
});

/** What the panel shows, besides what the map weighs; while cells are dragged it rests. */
const SHOWN = /** @type {const} */ (["slots", "moves", "corners", "cost", "heuristic", "weight", "tie", "reopen", "order"]);

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountSearch(element, studio) {
  new SearchPanel(element, studio);
}

class SearchPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words, store } = studio;
    this.applies = appliesOf(studio);
    this.slots = new Slots(studio, (select) => this.fillAlgorithms(select));
    this.summary = make("p", { class: "hint" });
    this.guarantee = make("p", { class: "hint" });
    this.paper = make("p", { class: "hint paper" });
    this.trouble = make("div", { class: "misfits" });
    this.options = new Options(studio, this.applies);
    element.append(
      words.bind(make("h2", { tabindex: -1 }), "search.title"),
      this.slots.element,
      make("div", { class: "about", "data-part": "guarantee" }, this.summary, this.guarantee, this.paper), this.trouble,
      ...this.options.elements);
    store.subscribe((state, before) => {
      if (SHOWN.some((key) => state[key] !== before[key]) || weightsOf(state.map).join() !== weightsOf(before.map).join()) this.show();
    });
    store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
    this.applies.subscribe(() => this.show());
    this.show();
  }

  /** @param {string} algorithm */
  name(algorithm) {
    return nameOf(this.studio.words, algorithm, this.studio.catalog.algorithms);
  }

  show() {
    const { store: { state }, catalog } = this.studio;
    /** @type {Entry[]} */
    const entries = chosen(state.slots, catalog.algorithms);
    this.slots.show();
    this.showAbout(entries);
    this.showMisfits(entries);
    this.options.show(entries);
  }

  /** @param {HTMLSelectElement} select */
  fillAlgorithms(select) {
    const { words, catalog, store: { state } } = this.studio;
    const { reply } = this.applies;
    const groups = { true: words.text("search.group.fast"), false: words.text("search.group.searches") };
    fillMenu(select, catalog.algorithms.map((/** @type {Entry} */ entry) => {
      const name = this.name(entry.name);
      const group = groups[/** @type {"true" | "false"} */ (String(entry.fast))];
      const reason = reply?.algorithms[entry.name] ?? "";
      if (reason !== "") {
        const kind = misfit(entry, state);
        const told = kind === "other" ? reason : words.text(`search.why.${kind}`);
        return { value: entry.name, text: words.text("search.mark.not", { name, reason: told }), disabled: true, group };
      }
      const unproved = expected(entry, state, reply) === "feasible";
      return { value: entry.name, text: unproved ? words.text("search.mark.unproved", { name }) : name, group };
    }));
  }

  /** @param {Entry[]} entries */
  showAbout([entry]) {
    const { words } = this.studio;
    if (entry === undefined) return;
    const { name, summary, guarantee, paper } = entry;
    /** @param {string} kind @param {string} otherwise */
    const told = (kind, otherwise) => {
      const key = `algorithm.${name}.${kind}`;
      return words.has(key) ? words.text(key) : otherwise;
    };
    say(this.summary, told("summary", summary));
    say(this.guarantee, words.text("search.guarantee", { guarantee: told("guarantee", guarantee) }));
    say(this.paper, paper);
  }

  /**
   * Says which of the chosen algorithms do not apply, and what would help.
   *
   * @param {Entry[]} entries
   */
  showMisfits(entries) {
    const { words, store } = this.studio;
    const told = entries.flatMap((entry) => {
      const refused = refusal(entry, store.state, this.applies.reply);
      return refused === null ? [] : [{ kind: refused.kind, text: words.text(refused.key, { name: this.name(entry.name), reason: refused.reason }) }];
    });
    const shown = JSON.stringify([words.language, told]);
    if (this.trouble.dataset.shown === shown) return;
    this.trouble.dataset.shown = shown;
    this.trouble.replaceChildren(...told.map(({ kind, text }) => {
      const line = make("p", { class: "misfit" }, make("span", {}, text));
      const remedy = REMEDIES[kind];
      if (remedy !== undefined) {
        const button = make("button", { type: "button", class: "button", "data-action": `remedy-${kind}` }, words.text(remedy.key));
        button.addEventListener("click", () => {
          store.change(remedy.patch);
          this.slots.rows[0].select.focus();
        });
        line.append(button);
      }
      return line;
    }));
  }
}
