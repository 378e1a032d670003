// The page of the lessons: the three tours, how far the reader has come in each,
// and the way back to the reader's own map.

import { make, say } from "/player/dom.js";
import { Card, keyOf } from "./lesson-card.js";
import { Guide } from "./lesson-guide.js";
import { linkTo, TOURS } from "./lesson-tour.js";

/** @typedef {import("./lesson-tour.js").Tour} Tour */

/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountLessons(element, studio) {
  new Lessons(element, studio);
}

class Lessons {
  /**
   * @param {HTMLElement} element
   * @param {import("./studio.js").Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words, store } = studio;
    this.guide = new Guide(studio);
    this.card = new Card(studio.parts.lesson, this.guide, studio, { finish: () => this.finish(), end: () => this.end() });
    this.own = make("div", { class: "lessons-own" }, words.bind(make("p", {}), "lessons.own"));
    const back = words.bind(make("button", { type: "button", class: "button", "data-action": "lesson-restore" }), "lessons.own.back");
    back.addEventListener("click", () => this.restore());
    this.own.append(back);
    this.entries = TOURS.map((name) => new Entry(name, this.guide, studio, (step) => this.begin(name, step)));
    element.append(make("div", { class: "lessons-page" },
      make("header", {}, words.bind(make("h1", {}), "lessons.title"), words.bind(make("p", {}), "lessons.intro"), words.bind(make("p", { class: "quiet" }), "lessons.kept")),
      this.own, make("div", { class: "lessons-tours" }, ...this.entries.map((entry) => entry.element))));
    this.guide.subscribe(() => this.show());
    store.watch((view, before) => {
      if (view.language !== before.language || (view.page !== before.page && view.page === "lessons")) this.show();
      if (view.page === "lessons" && view.page !== before.page) this.load();
    });
    if (store.view.page === "lessons") this.load();
    this.show();
  }

  load() {
    for (const entry of this.entries) entry.load();
  }

  show() {
    const { guide } = this;
    this.own.hidden = guide.own === null || guide.tour !== null;
    for (const entry of this.entries) entry.show();
  }

  /**
   * @param {string} name
   * @param {string} [step]
   */
  async begin(name, step) {
    const { toast, words } = this.studio;
    try {
      await this.guide.begin(name, step);
      this.studio.show(this.guide.step?.page ?? "lab");
      this.card.focus();
    } catch (failure) {
      toast(words.text("lessons.failed", { detail: failure instanceof Error ? failure.message : String(failure) }), { bad: true });
    }
  }

  restore() {
    const { announce, words } = this.studio;
    this.guide.restore();
    announce(words.text("lesson.restored"));
  }

  /** The tour is over: back to where the tours are. */
  finish() {
    this.guide.end();
    this.studio.show("lessons");
    this.entries[0].element.querySelector("button")?.focus();
  }

  /** The tour is broken off. */
  end() {
    const { guide, studio: { toast, words } } = this;
    const { page } = this.studio.store.view;
    guide.end();
    if (page === "games") this.studio.show("lab");
    const options = guide.own === null ? {} : { action: { label: words.text("lesson.ended.back"), run: () => this.restore() } };
    toast(words.text("lesson.ended"), options);
  }
}

/** One tour on the page. */
class Entry {
  /**
   * @param {string} name
   * @param {Guide} guide
   * @param {import("./studio.js").Studio} studio
   * @param {(step?: string) => void} begin
   */
  constructor(name, guide, studio, begin) {
    this.name = name;
    this.guide = guide;
    this.studio = studio;
    this.begin = begin;
    /** @type {Tour | null} */
    this.tour = null;
    this.failure = "";
    const { words } = studio;
    this.done = make("p", { class: "lessons-done" });
    this.bar = make("div", { class: "lesson-bar", "aria-hidden": true }, make("div", {}));
    this.go = make("button", { type: "button", class: "button strong", "data-action": `lesson-begin-${name}` });
    this.go.addEventListener("click", () => begin(this.resumes ? guide.progress[name].at : undefined));
    this.again = words.bind(make("button", { type: "button", class: "button", "data-action": `lesson-again-${name}` }), "lessons.again");
    this.again.addEventListener("click", () => begin());
    this.list = make("ol", {});
    this.element = make("article", { class: "lessons-tour", "data-part": `tour-${name}` },
      words.bind(make("h2", {}), `tour.${name}`), words.bind(make("p", {}), `tour.${name}.about`),
      make("div", { class: "lessons-far" }, this.bar, this.done),
      make("div", { class: "lessons-ways" }, this.go, this.again),
      make("details", { class: "lessons-steps" }, words.bind(make("summary", {}), "lessons.steps"), this.list));
  }

  /** Whether there is a step to go on with. */
  get resumes() {
    const { tour, guide, name } = this;
    const at = guide.progress[name]?.at;
    return tour !== null && at !== undefined && tour.steps.findIndex(({ id }) => id === at) > 0 && this.seen < tour.steps.length;
  }

  /** How many steps have been seen. */
  get seen() {
    const seen = this.guide.progress[this.name]?.seen ?? [];
    return this.tour?.steps.filter(({ id }) => seen.includes(id)).length ?? 0;
  }

  async load() {
    try {
      this.tour = await this.guide.load(this.name);
      this.failure = "";
    } catch (failure) {
      this.failure = failure instanceof Error ? failure.message : String(failure);
    }
    this.show();
  }

  show() {
    const { tour, studio: { words }, guide, name, seen } = this;
    say(this.go, words.text(this.resumes ? "lessons.continue" : "lessons.begin"));
    this.again.hidden = !this.resumes;
    this.bar.style.setProperty("--share", String(tour === null ? 0 : seen / tour.steps.length));
    if (tour === null) {
      say(this.done, this.failure === "" ? words.text("lessons.loading") : words.text("lessons.failed", { detail: this.failure }));
      return;
    }
    say(this.done, words.text("lessons.done", { n: seen, all: tour.steps.length }));
    const known = guide.progress[name]?.seen ?? [];
    this.list.replaceChildren(...tour.steps.map((step) => {
      const link = make("a", { class: "link", href: `#${linkTo(tour, step)}`, "data-step": step.id }, words.text(keyOf(name, step, "title")));
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // that opens another window
        event.preventDefault();
        this.begin(step.id);
      });
      return make("li", { class: known.includes(step.id) ? "seen" : "" }, link);
    }));
  }
}
