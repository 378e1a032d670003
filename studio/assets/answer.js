// What the server answered: the cost, what is proved of it, and what it took.

import { make, say } from "/player/dom.js";
import { approximate, exact, time } from "./amounts.js";
import { appliesOf, chosen, nameOf, refusal } from "./applies.js";
import { Certificate, judge } from "./certificate.js";
import { RaceTable } from "./racetable.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** Longer costs are written smaller. */
const LONG = 11;

const STATISTICS = /** @type {const} */ (["expanded", "generated", "reopened", "peak", "cells", "time"]);

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountAnswer(element, studio) {
  new AnswerPanel(element, studio);
}

class AnswerPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    this.element = element;
    /** The slot whose answer is shown at length. */
    this.slot = 0;
    const { words, store, runner } = studio;
    this.applies = appliesOf(studio);
    this.status = make("p", { class: "answer-status", "data-part": "status" });
    this.cost = make("span", { class: "answer-cost" });
    this.near = make("span", { class: "answer-near" });
    this.certificate = new Certificate(studio);
    this.list = make("dl", { class: "statistics" });
    this.values = Object.fromEntries(STATISTICS.map((name) => [name, this.statistic(name)]));
    this.by = make("p", { class: "answer-by hint" });
    this.race = new RaceTable(studio, (slot) => this.choose(slot));
    element.append(
      words.bind(make("h2", { tabindex: -1 }), "answer.title"),
      make("div", { class: "answer-head" }, this.status,
        make("p", { class: "answer-amount", "data-part": "cost" }, this.cost, " ", this.near)),
      this.certificate.element, this.list, this.by, this.race.element);
    runner.subscribe(() => this.show());
    store.subscribe((state, before) => {
      if (state.slots !== before.slots) this.show();
    });
    store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
    this.applies.subscribe(() => this.show());
    this.show();
  }

  /** @param {(typeof STATISTICS)[number]} name */
  statistic(name) {
    const { words } = this.studio;
    const value = make("dd", { "data-part": name === "time" ? "time" : name });
    const term = words.bind(make("dt", {}), `answer.${name}`);
    if (name === "time") words.bind(term, "answer.time.hint", "title");
    this.list.append(make("div", {}, term, value));
    return value;
  }

  /** @param {number} slot */
  choose(slot) {
    this.slot = slot;
    this.show();
  }

  show() {
    const { runner, store, words, catalog } = this.studio;
    const { slots } = store.state;
    if (this.slot >= slots.length) this.slot = 0;
    this.element.toggleAttribute("data-busy", runner.busy);
    this.element.setAttribute("aria-busy", String(runner.busy));
    // While other algorithms are asked, the answers are those of the old ones.
    const answer = this.slot < runner.answers.length ? runner.answers[this.slot] : null;
    const solved = answer?.ok ?? null;
    if (answer === null || answer === undefined) this.showNothing();
    else if (solved === null) this.showTrouble(answer);
    else this.showSolved(solved);
    const name = nameOf(words, solved?.algorithm ?? slots[this.slot], catalog.algorithms);
    const engine = solved?.options.engine;
    const told = engine !== undefined && solved.algorithm === "auto"
      ? words.text("answer.by.auto", { name: nameOf(words, engine, catalog.algorithms) })
      : name;
    say(this.by, `${words.text("answer.by")}: ${told}`);
    this.race.show(this.slot);
  }

  showNothing() {
    const { words, runner } = this.studio;
    this.head("none", words.text(runner.busy ? "answer.asking" : "answer.none"), "–", "");
    this.certificate.show(null, this.slot);
    this.fill(null);
  }

  /** @param {import("./runner.js").Answer} answer without an answer */
  showTrouble({ error = "" }) {
    const { words, runner, store: { state }, catalog } = this.studio;
    const { trouble } = runner;
    const key = trouble === null ? "error" : trouble.status === 0 ? "gone" : trouble.status === 503 || trouble.status === 429 ? "busy" : "error";
    this.head("bad", words.text(`answer.${key}`), "–", "");
    const [entry] = chosen([state.slots[this.slot]], catalog.algorithms);
    const refused = entry === undefined ? null : refusal(entry, state, this.applies.reply);
    /** @type {{key: string, facts: Record<string, string | number>}} */
    const reason = key !== "error" ? { key: `proof.${key}`, facts: {} }
      : refused === null ? { key: "proof.other", facts: { reason: error.replace(/\.$/, "") } }
      : { key: refused.key, facts: { name: nameOf(words, entry.name, catalog.algorithms), reason: refused.reason } };
    this.certificate.show({ badge: "none", reasons: [reason], remedies: [] }, this.slot);
    this.fill(null);
  }

  /** @param {import("./certificate.js").Solved} solved */
  showSolved(solved) {
    const { words, catalog } = this.studio;
    const entry = catalog.algorithms.find((/** @type {any} */ { name }) => name === solved.algorithm);
    const key = `answer.${solved.status}${solved.status === "limit" && solved.path.length > 0 ? ".path" : ""}`;
    const status = words.has(key) ? words.text(key) : words.text("answer.status.other", { status: solved.status });
    const mood = solved.status === "found" ? "good" : solved.status === "limit" || solved.status === "no-path" ? "none" : "bad";
    this.head(mood, status, solved.cost === null ? "–" : exact(solved.cost),
      solved.cost === null || approximate(solved.cost) === "" ? "" : words.text("answer.approx", { value: approximate(solved.cost) }));
    this.certificate.show(judge(solved, entry, this.applies.reply), this.slot);
    this.fill(solved, entry?.fast);
  }

  /**
   * @param {"good" | "none" | "bad"} mood
   * @param {string} status
   * @param {string} cost
   * @param {string} near
   */
  head(mood, status, cost, near) {
    this.status.dataset.mood = mood;
    say(this.status, status);
    say(this.cost, cost);
    this.cost.classList.toggle("long", cost.length > LONG);
    say(this.near, near);
  }

  /**
   * @param {import("./certificate.js").Solved | null} solved
   * @param {boolean} [fast] whether it is a fast engine's, which counts less
   */
  fill(solved, fast = false) {
    const { words } = this.studio;
    const none = "–";
    /** @param {number | undefined} n */
    const count = (n) => (n === undefined ? none : words.number(n));
    say(this.values.expanded, count(solved?.expanded));
    say(this.values.generated, count(solved?.generated));
    say(this.values.reopened, fast ? none : count(solved?.reopened));
    say(this.values.peak, fast ? none : count(solved?.peak_open));
    say(this.values.cells, solved === null || solved.path.length === 0 ? none : count(solved.path.length));
    say(this.values.time, solved === null ? none : time(solved.time_ns));
    for (const name of ["reopened", "peak"]) this.values[name].title = fast ? words.text("answer.uncounted") : "";
  }
}
