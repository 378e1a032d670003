// The card of a tour: what the step says, its figures, and the ways on. It lies
// above the stage and never on it.

import { icon, make, say } from "/player/dom.js";
import { icon as own } from "./icons.js";
import { compared } from "./lesson-tour.js";

/** @typedef {import("./lesson-tour.js").Row} Row */
/** @typedef {import("./lesson-tour.js").Step} Step */
/** @typedef {import("./lesson-tour.js").Value} Value */
/** @typedef {import("./lesson-guide.js").Figure} Figure */
/** @typedef {import("./words.js").Words} Words */

/** Checks what takes too long to be worked out here. */
const COMMAND = "astrolabe reproduce notebook";

/** Values that have words of their own. */
const WORDED = new Set(["certificate", "outcome", "one-each", "fifo", "symmetric"]);

export class Card {
  /**
   * @param {HTMLElement} dock
   * @param {import("./lesson-guide.js").Guide} guide
   * @param {import("./studio.js").Studio} studio
   * @param {{finish: () => void, end: () => void}} ways out of the tour
   */
  constructor(dock, guide, studio, ways) {
    this.dock = dock;
    this.guide = guide;
    this.studio = studio;
    const { words, store } = studio;
    /** What is built; another step, or another language, is built anew. */
    this.built = "";
    this.folded = false;
    /** The language of the note. */
    this.noted = "";
    /** @type {Tile[]} */
    this.tiles = [];
    /** @type {HTMLButtonElement[]} */
    this.shows = [];
    /** Where the dock belongs in the lab. */
    this.home = /** @type {HTMLElement} */ (document.getElementById("page-lab"));

    this.tour = make("p", { class: "lesson-tour" });
    this.place = make("p", { class: "lesson-place", "data-part": "lesson-place" });
    this.bar = make("div", { class: "lesson-bar", "aria-hidden": true }, make("div", {}));
    this.fold = this.tool("lesson.fold", "lesson-fold", own("chevron"), () => this.toggle());
    this.fold.setAttribute("aria-controls", "lesson-said");
    this.previous = this.tool("lesson.previous", "lesson-previous", icon("back"), () => this.move(-1));
    this.next = make("button", { type: "button", class: "button strong lesson-next", "data-action": "lesson-next" });
    this.next.addEventListener("click", () => {
      if (this.isLast) ways.finish();
      else this.move(1);
    });
    const close = this.tool("lesson.end", "lesson-end", icon("close"), ways.end);
    const where = make("div", { class: "lesson-where" }, this.tour, this.place);
    const buttons = make("div", { class: "lesson-ways" }, this.fold, this.previous, this.next, close);

    this.title = make("h2", { tabindex: -1, id: "lesson-title", "data-part": "lesson-title" });
    this.text = make("p", { "data-part": "lesson-text" });
    this.look = make("p", { class: "lesson-look" });
    const said = make("div", { class: "lesson-said", id: "lesson-said" }, this.title, this.text, this.look);
    this.choice = make("div", { class: "lesson-shows", role: "group" });
    words.bind(this.choice, "lesson.show.label", "aria-label");
    this.list = make("ul", { class: "lesson-figures", "data-part": "lesson-figures" });
    this.note = make("p", { class: "lesson-note", "data-part": "lesson-note" });
    this.element = make("article", { class: "lesson-card", "data-part": "lesson-card", "aria-labelledby": "lesson-title" },
      this.bar, where, buttons, said, this.choice, this.list, this.note);
    this.element.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => this.keyAnywhere(event));
    guide.subscribe(() => this.show());
    store.watch((view, before) => {
      if (view.language !== before.language) this.built = "";
      if (view.language !== before.language || view.page !== before.page) this.show();
    });
    this.show();
  }

  /**
   * @param {string} key
   * @param {string} action
   * @param {SVGSVGElement} picture
   * @param {() => void} pressed
   */
  tool(key, action, picture, pressed) {
    const { words } = this.studio;
    const button = make("button", { type: "button", class: "tool", "data-action": action }, picture);
    words.bind(words.bind(button, key, "aria-label"), key, "title");
    button.addEventListener("click", pressed);
    return button;
  }

  get isLast() {
    return this.guide.tour !== null && this.guide.index === this.guide.tour.steps.length - 1;
  }

  /** @param {1 | -1} by */
  async move(by) {
    await this.guide.go(this.guide.index + by);
    this.dock.scrollIntoView({ block: "nearest" });
    const { step, tour } = this.guide;
    if (step === null || tour === null) return;
    const { words, announce } = this.studio;
    announce(`${this.placeText()}: ${words.text(keyOf(tour.tour, step, "title"))}`);
  }

  placeText() {
    const { tour, index } = this.guide;
    return this.studio.words.text("lesson.place", { n: index + 1, all: tour?.steps.length ?? 0 });
  }

  toggle() {
    this.folded = !this.folded;
    this.show();
  }

  /** Puts the focus where the step begins. */
  focus() {
    this.title.focus({ preventScroll: true });
    this.dock.scrollIntoView({ block: "nearest" });
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const by = { ArrowLeft: /** @type {const} */ (-1), ArrowRight: /** @type {const} */ (1) }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(by);
  }

  /** @param {KeyboardEvent} event */
  keyAnywhere(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || this.guide.tour === null || document.querySelector("dialog[open]") !== null) return;
    // By the key's place, since with Alt it may write something else.
    const by = { Comma: /** @type {const} */ (-1), Period: /** @type {const} */ (1) }[event.code];
    if (by === undefined) return;
    event.preventDefault();
    this.move(by);
  }

  // What is shown.

  show() {
    const { guide, dock, studio: { store, words } } = this;
    const { tour, step, index } = guide;
    if (tour === null || step === null) {
      this.built = "";
      dock.replaceChildren();
      return;
    }
    this.settle(store.view.page === "games" ? this.studio.parts.games : this.home);
    if (this.element.parentElement !== dock) dock.replaceChildren(this.element);
    const built = `${tour.tour}/${step.id}/${words.language}`;
    if (built !== this.built) this.build(tour.tour, step);
    this.built = built;
    this.element.classList.toggle("folded", this.folded);
    this.fold.setAttribute("aria-expanded", String(!this.folded));
    this.fold.title = words.text(this.folded ? "lesson.unfold" : "lesson.fold");
    this.fold.setAttribute("aria-label", this.fold.title);
    this.bar.style.setProperty("--share", String((index + 1) / tour.steps.length));
    this.previous.disabled = index === 0;
    const { shown, untouched } = guide;
    for (const button of this.shows) {
      const on = shown !== null && button.dataset.show === shown.show;
      if (step.shows !== undefined) button.setAttribute("aria-pressed", String(on && untouched));
    }
    if (step.shows === undefined && this.shows.length > 0) {
      const away = step.page === "games" ? store.view.page !== "games" : !untouched;
      say(this.shows[0], words.text(away ? "lesson.show" : "lesson.show.again"));
      this.shows[0].classList.toggle("strong", away);
    }
    for (const [i, tile] of this.tiles.entries()) {
      const { row } = tile;
      tile.show(words, guide.figures[i] ?? { state: "waiting", value: null });
      tile.element.classList.toggle("on-stage", step.shows !== undefined && shown !== null && row.show === shown.show);
    }
    this.showNote(step);
  }

  /** @param {Step} step */
  showNote(step) {
    const { guide: { failure, shown, untouched }, studio: { words }, note } = this;
    note.classList.toggle("bad", failure !== "");
    if (failure === "" && step.rows.some(({ of }) => of === "cited")) {
      if (note.querySelector("code") === null || this.noted !== words.language) {
        note.replaceChildren(words.text("lesson.by.command"), " ", make("code", {}, COMMAND));
      }
      this.noted = words.language;
      return;
    }
    const changed = shown !== null && !untouched;
    say(note, failure !== "" ? words.text("lesson.failed", { detail: failure }) : changed ? words.text("lesson.changed") : "");
  }

  /**
   * Puts the dock onto the page that is shown, and keeps the focus in it.
   *
   * @param {HTMLElement} page
   */
  settle(page) {
    if (this.dock.parentElement === page) return;
    const focused = this.dock.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    page.prepend(this.dock);
    focused?.focus({ preventScroll: true });
  }

  /**
   * @param {string} tour
   * @param {Step} step
   */
  build(tour, step) {
    const { words } = this.studio;
    say(this.tour, words.text(`tour.${tour}.short`));
    say(this.place, this.placeText());
    say(this.title, words.text(keyOf(tour, step, "title")));
    say(this.text, words.text(keyOf(tour, step, "text")));
    this.look.replaceChildren(make("b", {}, words.text("lesson.look")), " " + words.text(keyOf(tour, step, "look")));
    say(this.next, words.text(this.isLast ? "lesson.finish" : "lesson.next.short"));
    this.next.title = this.isLast ? "" : words.text("lesson.next");
    const named = step.shows?.map(({ id }) => ({ id, label: words.text(`lesson.subject.${id}`) })) ?? [{ id: "", label: "" }];
    this.shows = named.map(({ id, label }) => {
      const button = make("button", { type: "button", class: "button", "data-action": "lesson-show", "data-show": id }, label);
      if (step.shows === undefined) button.classList.add("strong");
      button.addEventListener("click", () => this.guide.show(id));
      return button;
    });
    this.choice.replaceChildren(...this.shows);
    this.tiles = step.rows.map((row) => new Tile(words, step, row));
    this.list.replaceChildren(...this.tiles.map(({ element }) => element));
    this.list.style.setProperty("--columns", String(columnsOf(step)));
  }
}

/**
 * In how many columns the figures of a step stand, where there is room.
 *
 * @param {Step} step
 */
function columnsOf({ rows }) {
  return rows.length === 4 || rows.some(({ what }) => what === "decimal") ? 2 : 3;
}

/** One figure: what it is of, how it came out, and what was published. */
class Tile {
  /**
   * @param {Words} words
   * @param {Step} step
   * @param {Row} row
   */
  constructor(words, step, row) {
    this.row = row;
    this.value = make("b", {});
    this.verdict = make("span", { class: "lesson-verdict" });
    this.element = make("li", { "data-what": row.what }, make("span", { class: "lesson-what" }, labelOf(words, step, row)), this.value, " ");
    if (row.of === "cited") {
      this.element.append(make("span", { class: "lesson-by" }, words.text("lesson.by.cited")));
      return;
    }
    const value = written(words, row, row.want);
    const by = words.text(row.fact === undefined ? "lesson.by.here" : "lesson.by.article", { value });
    this.element.append(make("span", { class: "lesson-by" }, by, " ", this.verdict));
  }

  /**
   * @param {Words} words
   * @param {Figure} figure
   */
  show(words, { state, value }) {
    const { row, element } = this;
    element.dataset.state = state;
    element.setAttribute("aria-busy", String(state === "waiting"));
    this.value.classList.toggle("long", String(value).length > 12);
    say(this.value, value === null ? (state === "waiting" ? "…" : "–") : written(words, row, value));
    if (row.of === "cited") return;
    const { same, by } = compared(value, row.want);
    element.dataset.same = state === "there" ? String(same) : "";
    const mark = state !== "there" ? "" : same ? "✓" : by === null ? "≠" : (by > 0 ? "+" : "−") + words.number(Math.abs(by));
    say(this.verdict, mark);
    if (mark === "") {
      this.verdict.removeAttribute("role");
      this.verdict.removeAttribute("aria-label");
      return;
    }
    this.verdict.setAttribute("role", "img");
    this.verdict.setAttribute("aria-label", same ? words.text("lesson.same") : by === null ? words.text("lesson.differs") : mark);
  }
}

/**
 * @param {string} tour
 * @param {Step} step
 * @param {"title" | "text" | "look"} what
 */
export function keyOf(tour, step, what) {
  return `step.${tour}.${step.id}.${what}`;
}

/**
 * What a figure is of, where a step has more than one subject, and what it says.
 *
 * @param {Words} words
 * @param {Step} step
 * @param {Row} row
 */
function labelOf(words, step, row) {
  const what = words.text(`lesson.what.${row.of === "map" ? `map-${row.what}` : row.what}`);
  const subject = row.show ?? row.tie ?? row.algorithm ?? (row.of === "game" ? step.game?.algorithm : undefined);
  return subject === undefined ? what : words.text("lesson.label", { subject: words.text(`lesson.subject.${subject}`), what });
}

/**
 * @param {Words} words
 * @param {Row} row
 * @param {Value} value
 */
function written(words, row, value) {
  if (typeof value === "number") {
    const digits = row.what === "decimal" ? String(value) : words.number(value);
    return row.what === "saved" ? `${digits} %` : digits;
  }
  return WORDED.has(row.what) && words.has(`lesson.value.${value}`) ? words.text(`lesson.value.${value}`) : value;
}
