// The panel that makes maps from a seed. A changed value makes another map at
// once, and what was there comes back with undo.

import { make, say } from "/player/dom.js";
import { Choice } from "./fields.js";
import { problemOf } from "./formats.js";
import { outline } from "./icons.js";
import { GridMap } from "./map.js";
import { fieldAtFault, INGREDIENTS, NOTEBOOK, optionsOf, requestOf, usualValues } from "./recipe.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** Pictures of the kinds of maps. */
/** @type {Record<string, string>} */
const PICTURES = {
  walls: "M4 7h9M17 4v8M6 12v8M11 17h9",
  random: "M6 6v.1M12 5v.1M18 8v.1M8 12v.1M15 13v.1M5 18v.1M12 19v.1M19 18v.1",
  maze: "M4 4h16v16H8M4 4v16M8 8h8v8h-4M12 12v4",
  rooms: "M4 4h16v16H4zM12 4v3M12 11v9M4 12h4M12 12h8",
};

const DICE = "M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1";

// Seeds that are thrown are short enough to be told to others.
const SEEDS = 10_000;

// As in package mapgen.
const CELLS_PER_WALL = 84;

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountGenerate(element, studio) {
  new GeneratePanel(element, studio);
}

class GeneratePanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words, catalog } = studio;
    /** @type {{name: string, description: string, options: string[]}[]} */
    this.generators = catalog.generators ?? [];
    this.kind = this.generators[0]?.name ?? "walls";
    this.values = usualValues();
    /** What all that is changed without a pause in between is one step of. */
    this.step = 0;
    /** Whether a slider is being moved. */
    this.sliding = false;
    /** What is being asked for. */
    /** @type {AbortController | null} */
    this.asking = null;
    /** What to ask for as soon as that has come. */
    /** @type {(() => void) | null} */
    this.next = null;
    /** What is wrong, in the language of the moment, and the field that it is shown at. */
    /** @type {{field: string, told: () => string, lang: string} | null} */
    this.trouble = null;

    this.choice = new Choice("kind", this.generators.map(({ name }) => name), (name) => ({
      picture: PICTURES[name] === undefined ? null : outline(PICTURES[name]),
      label: words.has(`generate.kind.${name}`) ? words.bind(make("span", {}), `generate.kind.${name}`) : make("span", {}, name),
    }), (kind) => this.choose(kind));
    this.choice.element.classList.add("generate-kinds");
    this.choice.element.setAttribute("role", "radiogroup");
    this.choice.element.dataset.part = "generate-kind";
    words.bind(this.choice.element, "generate.kind", "aria-label");
    this.about = make("p", { class: "hint generate-about" });

    /** @type {Map<string, HTMLInputElement>} */
    this.inputs = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.errors = new Map([["kind", this.error("kind")]]);
    const dice = make("button", { type: "button", class: "tool", "data-action": "generate-dice" }, outline(DICE));
    words.bind(dice, "generate.dice", "aria-label");
    words.bind(dice, "generate.dice", "title");
    dice.addEventListener("click", () => this.throwDice());
    const size = make("div", { class: "generate-row", role: "group" },
      words.bind(make("span", { class: "label", id: "generate-size" }), "generate.size"),
      make("span", { class: "generate-values" }, this.number("width"), "×", this.number("height")));
    size.setAttribute("aria-labelledby", "generate-size");
    const seed = make("div", { class: "generate-row" },
      words.bind(make("label", { class: "label", for: "generate-seed" }), "generate.seed"),
      make("span", { class: "generate-values" }, this.number("seed"), dice));
    const options = make("div", {}, ...[...new Set(this.generators.flatMap(optionsOf))].map((name) => this.option(name)));

    const go = words.bind(make("button", { type: "button", class: "button strong", "data-action": "generate" }), "generate.do");
    go.addEventListener("click", () => {
      this.step++;
      this.ask();
    });
    const notebook = words.bind(make("button", { type: "button", class: "button", "data-action": "generate-notebook" }), "generate.notebook");
    words.bind(notebook, "generate.notebook.hint", "title");
    notebook.addEventListener("click", () => this.notebook());

    element.append(words.bind(make("h2", { tabindex: -1 }), "generate.title"), this.choice.element, this.about,
      /** @type {HTMLElement} */ (this.errors.get("kind")),
      size, this.error("width", "height"), seed, this.error("seed"), options,
      make("div", { class: "generate-buttons" }, go, notebook));
    studio.store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
    this.show();
  }

  /**
   * The line below a field that says what is wrong with it.
   *
   * @param {...string} names of the fields that it is for
   */
  error(...names) {
    const line = make("p", { class: "field-error", id: `generate-${names[0]}-wrong`, role: "alert", hidden: true });
    for (const name of names) {
      this.errors?.set(name, line);
      this.inputs?.get(name)?.setAttribute("aria-describedby", line.id);
    }
    return line;
  }

  /** @param {string} name */
  number(name) {
    const { least } = INGREDIENTS[name] ?? { least: 0 };
    const input = make("input", { type: "number", id: `generate-${name}`, inputmode: "numeric", step: 1, autocomplete: "off", "data-part": `generate-${name}` });
    if (least >= 0) input.min = String(least);
    if (name === "width" || name === "height") this.studio.words.bind(input, `generate.${name}`, "aria-label");
    this.listen(name, input);
    return input;
  }

  /**
   * The row of an option of one kind.
   *
   * @param {string} name
   */
  option(name) {
    const { words } = this.studio;
    const share = INGREDIENTS[name]?.type === "share";
    const label = make("label", { class: "label", for: `generate-${name}` });
    if (words.has(`generate.${name}`)) words.bind(label, `generate.${name}`);
    else say(label, name.replace(/_/g, " "));
    if (words.has(`generate.${name}.hint`)) words.bind(label, `generate.${name}.hint`, "title");
    const values = make("span", { class: "generate-values" });
    if (share) {
      const input = make("input", { type: "range", id: `generate-${name}`, min: 0, max: 1, step: 0.01, "data-part": `generate-${name}` });
      this.listen(name, input);
      values.append(input, make("output", { for: input.id }));
    } else {
      values.append(this.number(name));
    }
    const row = make("div", { class: "generate-row" }, label, values);
    const group = make("div", {}, row, this.error(name));
    this.rows.set(name, group);
    return group;
  }

  /**
   * @param {string} name
   * @param {HTMLInputElement} input
   */
  listen(name, input) {
    this.inputs.set(name, input);
    const slides = input.type === "range";
    input.addEventListener("focus", () => this.step++);
    input.addEventListener("input", () => {
      this.sliding = slides;
      // What is no number reads as an empty field.
      this.values[name] = input.validity.badInput ? "?" : input.value;
      this.ask();
    });
    input.addEventListener("change", () => {
      if (this.sliding) {
        this.sliding = false;
        if (this.asking === null) this.studio.store.settle();
      }
      this.step++;
    });
  }

  get options() {
    const generator = this.generators.find(({ name }) => name === this.kind);
    return generator === undefined ? [] : optionsOf(generator);
  }

  /** @param {string} kind */
  choose(kind) {
    this.kind = kind;
    this.step++;
    this.ask();
  }

  throwDice() {
    this.values.seed = String(Math.trunc(Math.random() * SEEDS));
    this.step++;
    this.ask();
  }

  /** The article's map with the article's query, moves and costs. */
  notebook() {
    this.kind = NOTEBOOK.kind;
    this.values = { ...this.values, ...NOTEBOOK.values };
    this.step++;
    const { words } = this.studio;
    const { from, to } = NOTEBOOK;
    this.ask({ name: words.text("generate.notebook.name"), from, to, moves: 4, cost: "uniform" });
  }

  /**
   * Asks for the map of what the fields say, or tells which of them is wrong.
   *
   * @param {Partial<import("./store.js").State>} [more] that goes with it
   */
  ask(more = {}) {
    const { words } = this.studio;
    const { kind, values, step } = this;
    const { body, wrong } = requestOf(kind, this.options, values);
    this.next = null;
    if (body === null) {
      const [field] = wrong;
      const { type, least } = INGREDIENTS[field] ?? { type: "count", least: 0 };
      this.trouble = {
        field, lang: "",
        told: () => words.text(type === "share" ? "generate.wrong.share" : least < 0 ? "generate.wrong.seed" : "generate.wrong.count", { least }),
      };
      this.show();
      return;
    }
    this.show();
    const send = () => this.send(body, step, { name: `${kind}-${body.seed ?? 0}`, ...more });
    // While one is on its way only the newest wish is kept.
    if (this.asking !== null) this.next = send;
    else send();
  }

  /**
   * @param {Record<string, string | number>} body
   * @param {number} step
   * @param {Partial<import("./store.js").State>} more
   */
  async send(body, step, more) {
    const { api, store } = this.studio;
    this.asking = new AbortController();
    try {
      const reply = await api.post("/api/generate", body, { signal: this.asking.signal });
      const { map, from, to } = GridMap.parse(reply.text);
      this.trouble = null;
      const live = this.sliding || this.next !== null;
      store.change({ map, ...(from !== null && to !== null ? { from, to } : {}), ...more }, { merge: `generate-${step}`, live });
    } catch (failure) {
      const problem = problemOf(failure instanceof Error ? failure.message : String(failure));
      const text = problem.remedy === "" ? problem.what : `${problem.what}; ${problem.remedy}`;
      this.trouble = { field: fieldAtFault(problem, this.options), told: () => text, lang: "en" };
      if (!this.sliding && this.next === null) store.settle();
    }
    this.asking = null;
    const { next } = this;
    this.next = null;
    if (next !== null) next();
    this.show();
  }

  show() {
    const { words } = this.studio;
    const { options, values, trouble } = this;
    this.choice.show(this.kind);
    const about = `generate.about.${this.kind}`;
    say(this.about, words.has(about) ? words.text(about) : this.generators.find(({ name }) => name === this.kind)?.description ?? "");
    for (const [name, row] of this.rows) row.hidden = !options.includes(name);
    const percent = new Intl.NumberFormat(words.tag, { style: "percent" });
    for (const [name, input] of this.inputs) {
      const value = values[name] ?? "";
      if (value !== "?" && input.value !== value) input.value = value;
      if (input.type === "range") {
        const text = percent.format(Number(value));
        if (input.nextElementSibling) say(input.nextElementSibling, text);
        input.setAttribute("aria-valuetext", text);
      }
      input.setAttribute("aria-invalid", String(trouble?.field === name));
    }
    const walls = this.inputs.get("walls");
    const [width, height] = [Number(values.width || INGREDIENTS.width.usual), Number(values.height || INGREDIENTS.height.usual)];
    if (walls) walls.placeholder = Number.isFinite(width * height) ? String(Math.max(1, Math.trunc((width * height) / CELLS_PER_WALL))) : "";
    for (const line of new Set(this.errors.values())) {
      const at = trouble === null ? undefined : this.errors.get(trouble.field);
      line.hidden = at !== line;
      say(line, at === line ? /** @type {NonNullable<typeof trouble>} */ (trouble).told() : "");
      line.lang = at === line ? /** @type {NonNullable<typeof trouble>} */ (trouble).lang || words.tag : "";
    }
  }
}
