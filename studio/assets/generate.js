// Maps made from a seed: which kind, how large, and what that kind takes.

import { make, say } from "/player/dom.js";
import { icon } from "./icons.js";
import { reasonOf, stateOf } from "./loading.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {{name: string, description: string, options: string[]}} Generator */

/** The map of the article "A* and heuristic search". */
const NOTEBOOK = { kind: "walls", width: "48", height: "28", seed: "11" };

/** What an option is at first; one that is not here is the server's own. */
const USUAL = /** @type {Record<string, string>} */ ({
  wall_width: "13", wall_height: "10", gap: "0.22", density: "0.25", corridor: "1", room_width: "7", room_height: "7", doors: "0.5",
});

const SIZES = ["width", "height"];
const SEEDS = 100_000;

// How long a value rests before a map is made of it, in milliseconds.
const REST = 250;

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
    const { words, catalog, store } = studio;
    /** @type {Generator[]} */
    this.generators = catalog.generators ?? [];
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    /** The last map that was made here: while it is shown, it follows the values. */
    /** @type {import("./map.js").GridMap | null} */
    this.made = null;
    /** @type {import("./loading.js").Reason | null} */
    this.reason = null;
    /** @type {Map<string, {input: HTMLInputElement, element: HTMLElement}>} */
    this.fields = new Map();

    this.kind = make("select", { id: "generate-kind", "data-part": "generate-kind", "aria-describedby": "generate-about" });
    for (const { name } of this.generators) {
      const option = make("option", { value: name }, name);
      this.kind.append(words.has(`generate.kind.${name}`) ? words.bind(option, `generate.kind.${name}`) : option);
    }
    this.about = make("p", { class: "hint", id: "generate-about" });
    this.wrong = make("p", { class: "field-error", id: "generate-wrong", role: "alert", hidden: true });
    const dice = make("button", { type: "button", class: "tool", "data-action": "dice" }, icon("dice"));
    words.bind(dice, "generate.dice", "aria-label");
    words.bind(dice, "generate.dice", "title");
    dice.addEventListener("click", () => {
      this.set("seed", String(Math.floor(Math.random() * SEEDS)));
      this.generate();
    });
    const submit = words.bind(make("button", { type: "submit", class: "button strong", "data-action": "generate" }), "generate.do");
    const notebook = words.bind(make("button", { type: "button", class: "button", "data-action": "notebook-map" }), "generate.notebook");
    words.bind(notebook, "generate.notebook.hint", "title");
    notebook.addEventListener("click", () => this.notebook());

    const options = new Set(this.generators.flatMap((generator) => generator.options));
    const seed = this.field("seed");
    seed.classList.add("with-dice");
    seed.append(dice);
    const form = make("form", { class: "generate", novalidate: true },
      make("div", { class: "field" }, words.bind(make("label", { class: "label", for: "generate-kind" }), "generate.kind"), this.kind, this.about),
      make("div", { class: "generate-fields" }, this.field("width"), this.field("height"), seed, ...[...options].map((name) => this.field(name))),
      this.wrong,
      make("div", { class: "file-buttons" }, submit, notebook));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.generate();
    });
    this.kind.addEventListener("change", () => {
      this.showKind();
      this.follow(0);
    });
    element.append(words.bind(make("h2", {}), "generate.title"), form);

    this.reset();
    this.set("width", "49");
    this.set("height", "33");
    this.set("seed", "1");
    this.showKind();
    store.watch((view, before) => {
      if (view.language === before.language) return;
      this.showKind();
      this.showReason();
    });
  }

  /**
   * Makes a field for a number.
   *
   * @param {string} name as in requests
   */
  field(name) {
    const { words } = this.studio;
    const id = `generate-${name.replace("_", "-")}`;
    const whole = USUAL[name]?.startsWith("0.") !== true;
    const input = make("input", { type: "text", id, inputmode: whole ? "numeric" : "decimal", autocomplete: "off", size: 4, "aria-describedby": "generate-wrong" });
    if (name === "walls") words.bind(input, "generate.by-size", "placeholder");
    input.addEventListener("input", () => this.follow(REST));
    const label = make("label", { class: "label", for: id }, name);
    if (words.has(`generate.${name}`)) words.bind(label, `generate.${name}`);
    if (words.has(`generate.${name}.hint`)) words.bind(label, `generate.${name}.hint`, "title");
    const element = make("div", { class: "generate-field" }, label, input);
    this.fields.set(name, { input, element });
    return element;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    const field = this.fields.get(name);
    if (field !== undefined) field.input.value = value;
  }

  /** Makes the kinds' own options what they are at first. */
  reset() {
    for (const name of this.fields.keys()) {
      if (name !== "seed" && !SIZES.includes(name)) this.set(name, USUAL[name] ?? "");
    }
  }

  notebook() {
    const { kind, ...values } = NOTEBOOK;
    this.kind.value = kind;
    this.reset();
    for (const [name, value] of Object.entries(values)) this.set(name, value);
    this.showKind();
    this.generate();
  }

  /** The fields that count for the chosen kind. */
  get names() {
    return ["width", "height", "seed", ...this.generators.find(({ name }) => name === this.kind.value)?.options ?? []];
  }

  showKind() {
    const { words } = this.studio;
    const { names } = this;
    for (const [name, { element }] of this.fields) element.hidden = !names.includes(name);
    const key = `generate.about.${this.kind.value}`;
    const chosen = this.generators.find(({ name }) => name === this.kind.value);
    say(this.about, words.has(key) ? words.text(key) : chosen?.description ?? "");
  }

  /**
   * Makes the map again, if the one that is shown was made here.
   *
   * @param {number} rest
   */
  follow(rest) {
    clearTimeout(this.timer);
    this.asking?.abort();
    if (this.made === null || this.studio.store.state.map !== this.made) return;
    this.timer = setTimeout(() => {
      // It may have been changed or taken back meanwhile.
      if (this.studio.store.state.map === this.made) this.generate();
    }, rest);
  }

  /**
   * Returns the request, or null if a field has no number.
   *
   * @returns {Record<string, string | number> | null}
   */
  request() {
    /** @type {Record<string, string | number>} */
    const request = { kind: this.kind.value };
    for (const name of this.names) {
      const value = this.fields.get(name)?.input.value.trim() ?? "";
      if (value === "" && name !== "seed" && !SIZES.includes(name)) continue;
      // 0 would be the server's own size.
      const number = /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : NaN;
      if (Number.isNaN(number) || (SIZES.includes(name) && number < 1)) {
        this.tell({ key: SIZES.includes(name) ? "generate.wrong.size" : "generate.wrong", facts: {}, problem: null }, name);
        return null;
      }
      request[name] = number;
    }
    return request;
  }

  async generate() {
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    const { signal } = asking;
    this.asking = asking;
    const request = this.request();
    if (request === null) return;
    const { api, store, words, announce } = this.studio;
    try {
      const reply = await api.post("/api/generate", request, { signal });
      if (signal.aborted) return;
      const { map, from, to } = stateOf(reply);
      this.tell(null);
      this.made = map;
      store.change({ map, from, to, name: `${request.kind}-${request.seed}` });
      announce(words.text("generate.said", { width: map.width, height: map.height, kind: this.kind.selectedOptions[0].text }));
    } catch (failure) {
      if (signal.aborted) return;
      const reason = reasonOf(failure);
      this.tell(reason, reason.problem?.field ?? "");
    }
  }

  /**
   * Says what is wrong, and with which field.
   *
   * @param {import("./loading.js").Reason | null} reason
   * @param {string} [field]
   */
  tell(reason, field = "") {
    this.reason = reason;
    for (const [name, { input }] of this.fields) input.setAttribute("aria-invalid", String(name === field));
    this.showReason();
  }

  showReason() {
    const { reason, studio: { words } } = this;
    this.wrong.hidden = reason === null;
    if (reason === null) say(this.wrong, "");
    else if (reason.problem === null) say(this.wrong, words.text(reason.key, reason.facts));
    else say(this.wrong, [reason.problem.what, reason.problem.remedy].filter((part) => part !== "").join("; "));
  }
}
