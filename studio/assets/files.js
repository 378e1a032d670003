// Maps come from files, examples and the clipboard, and go there.

import { make } from "/player/dom.js";
import { copyText, saveFile } from "./download.js";
import { takeDrops } from "./drop.js";
import { fillMenu } from "./fields.js";
import { fileNameOf, FORMATS, readScenario } from "./formats.js";
import { checkSize, readMap, reasonOf, stateOf, textOf } from "./loading.js";
import { PasteDialog } from "./paste.js";
import { ProblemBox } from "./problembox.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./loading.js").Reason} Reason */
/** @typedef {{name: string, title: string, width: number, height: number, source: "example" | "file"}} Offer */

// Of a scenario so many queries can be chosen.
const MOST_QUERIES = 500;

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountFiles(element, studio) {
  new FilesPanel(element, studio).begin();
}

/**
 * What a format has no place for, as the server says it.
 *
 * @param {string} what
 * @returns {Reason}
 */
function lossOf(what) {
  return { key: "", facts: {}, problem: { line: 0, column: 0, what, remedy: "", excerpt: null, field: "" } };
}

class FilesPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    const { words, store } = studio;
    /** @type {Offer[]} */
    this.offers = [];
    /** What is being opened; what is opened later takes its place. */
    /** @type {AbortController | null} */
    this.opening = null;
    /** The map that the chosen example is, and the one that the queries are for. */
    /** @type {import("./map.js").GridMap | null} */
    this.shown = null;
    /** @type {import("./formats.js").Scenario | null} */
    this.scenario = null;

    this.examples = make("select", { id: "examples", "data-part": "examples" });
    this.examples.addEventListener("change", () => this.openOffer(this.examples.value));
    const picker = make("input", { type: "file", multiple: true, hidden: true, "data-part": "file-picker" });
    picker.addEventListener("change", async () => {
      const files = [...picker.files ?? []];
      picker.value = "";
      await this.openFiles(files);
    });
    this.paste = new PasteDialog(studio, ({ patch }) => this.take({ ...patch, name: "" }));
    this.queries = make("select", { id: "queries", "data-part": "queries" });
    this.queries.addEventListener("change", () => this.takeQuery(Number(this.queries.value)));
    this.ofScenario = this.field("files.queries", this.queries);
    this.ofScenario.hidden = true;

    this.format = make("select", { id: "save-format", "data-part": "save-format" },
      ...FORMATS.map(({ name }) => words.bind(make("option", { value: name }), `files.format.${name}`)));
    this.box = new ProblemBox(studio, "file-problem");
    element.append(words.bind(make("h2", {}), "files.title"),
      this.field("files.examples", this.examples), this.ofScenario,
      make("div", { class: "file-buttons" },
        this.button("open-file", "files.open", () => picker.click()),
        this.button("paste", "files.paste", () => this.paste.open())),
      words.bind(make("p", { class: "hint" }), "files.hint"),
      this.field("files.format", this.format),
      make("div", { class: "file-buttons" },
        this.button("save-file", "files.save", () => this.save()),
        this.button("copy-ascii", "files.copy", () => this.copy())),
      this.box.element, picker);

    takeDrops(studio, (files) => this.openFiles(files));
    document.addEventListener("paste", (event) => this.pasted(event));
    store.subscribe((state, before) => {
      if (state.map === before.map) return;
      if (state.map !== this.shown) this.examples.value = "";
      this.showQueries();
    });
    store.watch((view, before) => {
      if (view.language === before.language) return;
      this.showOffers();
      this.showQueries();
    });
    this.showOffers();
  }

  /**
   * @param {string} key
   * @param {HTMLSelectElement} select
   */
  field(key, select) {
    return make("div", { class: "field" }, this.studio.words.bind(make("label", { class: "label", for: select.id }), key), select);
  }

  /**
   * @param {string} action
   * @param {string} key
   * @param {() => void} pressed
   */
  button(action, key, pressed) {
    const button = this.studio.words.bind(make("button", { type: "button", class: "button", "data-action": action }), key);
    button.addEventListener("click", pressed);
    return button;
  }

  /** Lists what there is, and opens the file that the server was started with. */
  async begin() {
    const { api, store } = this.studio;
    const first = store.state;
    try {
      this.offers = (await api.get("/api/maps")).maps;
    } catch (failure) {
      this.tell("files.bad.list", {}, [reasonOf(failure)]);
      return;
    }
    this.showOffers();
    const file = this.offers.find(({ source }) => source === "file");
    // What a link holds, or has been drawn already, stays.
    if (file === undefined || location.hash.length > 1 || store.state !== first) return;
    await this.openOffer(file.name, false);
  }

  showOffers() {
    const { words } = this.studio;
    const groups = { file: words.text("files.group.file"), example: words.text("files.group.example") };
    fillMenu(this.examples, [
      { value: "", text: words.text("files.choose") },
      ...this.offers.map(({ name, title, width, height, source }) => ({ value: name, text: `${title} (${width}×${height})`, group: groups[source] })),
    ]);
  }

  // In.

  /**
   * Opens something instead of what is being opened.
   *
   * @param {string} name
   * @param {(signal: AbortSignal) => Promise<void>} open
   */
  async attempt(name, open) {
    this.opening?.abort();
    const opening = new AbortController();
    this.opening = opening;
    const { signal } = opening;
    try {
      await open(signal);
    } catch (failure) {
      if (signal.aborted) return;
      this.tell(name === "" ? "files.bad.text" : "files.bad.open", { name }, [reasonOf(failure)]);
    }
  }

  /**
   * @param {string} name
   * @param {boolean} [undo] whether it is a step that can be taken back
   */
  openOffer(name, undo = true) {
    if (name === "") return undefined;
    return this.attempt(name, async (signal) => {
      const reply = await this.studio.api.get(`/api/maps/${encodeURIComponent(name)}`, { signal });
      if (signal.aborted) return;
      this.take(stateOf(reply), { undo });
      this.examples.value = name;
    });
  }

  /**
   * Opens the first map among files, and the first scenario after it.
   *
   * @param {File[]} files
   */
  async openFiles(files) {
    if (files.length === 0) return;
    this.paste.dialog.close();
    /** @type {{name: string, text: string}[]} */
    const scenarios = [];
    let opened = false;
    for (const file of files) {
      await this.attempt(file.name, async (signal) => {
        checkSize(this.studio, file.size);
        const { scenario, text } = textOf(new Uint8Array(await file.arrayBuffer()));
        if (scenario) {
          scenarios.push({ name: file.name, text });
        } else if (!opened) {
          const { patch } = await readMap(this.studio, text, file.name, signal);
          if (signal.aborted) return;
          this.take(patch);
          opened = true;
        }
      });
    }
    if (scenarios.length > 0) this.openScenario(scenarios[0].name, scenarios[0].text);
  }

  /**
   * Opens what is pasted, unless a field takes it.
   *
   * @param {ClipboardEvent} event
   */
  pasted(event) {
    const { target, clipboardData } = event;
    const writes = target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
    if (clipboardData === null || event.defaultPrevented || writes || document.querySelector("dialog[open]") !== null) return;
    const files = [...clipboardData.files];
    const text = clipboardData.getData("text/plain");
    if (files.length === 0 && text === "") return;
    event.preventDefault();
    if (files.length > 0) {
      this.openFiles(files);
      return;
    }
    this.attempt("", async (signal) => {
      const bytes = new TextEncoder().encode(text);
      checkSize(this.studio, bytes.length);
      const { scenario } = textOf(bytes);
      if (scenario) {
        this.openScenario("", text);
        return;
      }
      const { patch } = await readMap(this.studio, text, "", signal);
      if (!signal.aborted) this.take(patch);
    });
  }

  /**
   * Shows a map that has been read, as one step.
   *
   * @param {ReturnType<typeof stateOf>} patch
   * @param {{undo?: boolean}} [how]
   */
  take(patch, { undo = true } = {}) {
    const { store, words, toast, show } = this.studio;
    this.box.show(null);
    this.shown = patch.map;
    this.scenario = null;
    store.settle();
    store.change(patch, { undo });
    this.showQueries();
    if (!undo) return;
    show("lab");
    const { width, height } = patch.map;
    const said = patch.name === "" ? words.text("files.said.opened", { width, height }) : words.text("files.said.opened.name", { name: patch.name, width, height });
    const { state } = store;
    toast(said, { action: { label: words.text("draw.undo"), run: () => {
      if (store.state === state) store.undo();
    } } });
  }

  // Scenarios.

  /**
   * Offers the queries of a scenario for the map that is shown.
   *
   * @param {string} name
   * @param {string} text
   */
  openScenario(name, text) {
    const { map } = this.studio.store.state;
    const scenario = readScenario(text, map, MOST_QUERIES);
    if (scenario.queries.length === 0) {
      const facts = { map: scenario.map?.name ?? "", width: scenario.map?.width ?? 0, height: scenario.map?.height ?? 0 };
      const reason = scenario.map === null ? { key: "files.scenario.empty", facts: {}, problem: null } : { key: "files.scenario.other", facts, problem: null };
      this.tell("files.bad.open", { name }, [reason]);
      return;
    }
    this.box.show(null);
    this.scenario = scenario;
    this.shown = map;
    this.showQueries();
    this.takeQuery(0);
  }

  showQueries() {
    const { words, store } = this.studio;
    const { scenario } = this;
    this.ofScenario.hidden = scenario === null || store.state.map !== this.shown;
    if (scenario === null) return;
    fillMenu(this.queries, scenario.queries.map(({ from, to, optimal }, i) => ({
      value: String(i), text: words.text("files.query", { number: i + 1, from: from.join(", "), to: to.join(", "), length: String(Number(Number(optimal).toFixed(3))) }),
    })));
    if (this.queries.value === "") this.queries.value = "0";
  }

  /**
   * Asks a query of the scenario, by the rules that scenarios are for.
   *
   * @param {number} index
   */
  takeQuery(index) {
    const query = this.scenario?.queries[index];
    if (query === undefined) return;
    const { store, announce, words } = this.studio;
    this.queries.value = String(index);
    store.change({ from: query.from, to: query.to, moves: 8, corners: "never", cost: "uniform" });
    announce(words.text("files.said.query", { n: this.scenario?.fitting ?? 0 }));
  }

  // Out.

  async save() {
    const { store, api } = this.studio;
    const { map, name, from, to, moves, corners, cost } = store.state;
    const format = FORMATS.find((known) => known.name === this.format.value) ?? FORMATS[0];
    const file = fileNameOf(name, format.extension);
    const text = map.text({ from, to, moves, corners, cost });
    try {
      const reply = await api.post("/api/convert", { map: text, name, format: format.name });
      const keep = () => {
        this.box.show(null);
        saveFile(new Blob([reply.text], { type: "text/plain" }), file);
        this.studio.toast(this.studio.words.text("files.said.saved", { name: file }));
      };
      if (reply.losses.length === 0) {
        keep();
        return;
      }
      this.tell("files.losses", { format: this.format.selectedOptions[0].text }, reply.losses.map(lossOf), [
        { action: "save-anyway", key: "files.save.anyway", strong: true, run: keep },
        { action: "save-not", key: "files.save.not", run: () => this.box.show(null) },
      ]);
    } catch (failure) {
      this.tell("files.bad.save", { format: this.format.selectedOptions[0].text }, [reasonOf(failure)]);
    }
  }

  async copy() {
    const { store, api, words, toast } = this.studio;
    try {
      const { text } = await api.post("/api/snippet", { ...store.ask(), kind: "ascii" });
      if (await copyText(this.studio, text, words.text("files.ascii"))) toast(words.text("files.said.copied"));
      this.box.show(null);
    } catch (failure) {
      this.tell("files.bad.copy", {}, [reasonOf(failure)]);
    }
  }

  /**
   * Says what is wrong, where it is seen.
   *
   * @param {string} title
   * @param {import("/player/words.js").Facts} facts
   * @param {Reason[]} reasons
   * @param {import("./problembox.js").Trouble["buttons"]} [buttons]
   */
  tell(title, facts, reasons, buttons) {
    this.studio.store.look({ page: "lab", tab: "more" });
    this.box.show({ title, facts, reasons, buttons });
    this.box.element.scrollIntoView({ block: "nearest" });
  }
}
