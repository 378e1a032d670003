// Saves the map in a format, and says first what that cannot hold.

import { make, say } from "/player/dom.js";
import { saveFile } from "./download.js";
import { fileNameOf, FORMATS, problemOf, shortName } from "./formats.js";
import { identity, Latest } from "./latest.js";

/** @typedef {import("./studio.js").Studio} Studio */

const PAUSE = 250;

export class Saving {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    const { words, store } = studio;
    this.name = make("input", { type: "text", id: "save-name", autocomplete: "off", spellcheck: "false", maxlength: 200, "data-part": "save-name" });
    words.bind(this.name, "files.unnamed", "placeholder");
    this.name.addEventListener("input", () => store.change({ name: shortName(this.name.value) }, { merge: "save-name" }));
    this.name.addEventListener("change", () => store.settle());
    this.format = make("select", { id: "save-format", "data-part": "save-format", "aria-describedby": "save-state" },
      ...FORMATS.map(({ name }) => words.bind(make("option", { value: name }), `files.format.${name}`)));
    this.format.addEventListener("change", () => this.look());
    this.save = words.bind(make("button", { type: "button", class: "button", "data-action": "save" }), "files.save");
    this.save.addEventListener("click", () => this.write());
    this.state = make("div", { class: "save-state hint", id: "save-state", role: "status", "data-part": "save-state" });
    this.element = make("div", { class: "files-group", role: "group", "aria-labelledby": "save-title" },
      words.bind(make("h3", { id: "save-title" }), "files.save.title"),
      make("div", { class: "files-row" }, words.bind(make("label", { class: "label", for: this.name.id }), "files.save.name"), this.name),
      make("div", { class: "files-row" }, words.bind(make("label", { class: "label", for: this.format.id }), "files.save.format"), this.format, this.save),
      this.state);
    /** What the map is in the chosen format. */
    /** @type {Latest<import("./opening.js").MapReply>} */
    this.check = new Latest((body, signal) => studio.api.post("/api/convert", body, { signal }), () => this.show(), { delay: PAUSE });
    store.subscribe((_state, _before, { live }) => {
      if (!live) this.look();
    });
    store.watch((view, before) => {
      if (view.language !== before.language) this.show();
    });
    this.look();
  }

  /** The map with its ends and rules, as the page has them. */
  get text() {
    const { map, from, to, moves, corners, cost } = this.studio.store.state;
    return map.text({ from, to, moves, corners, cost });
  }

  look() {
    const { state } = this.studio.store;
    const { map, from, to, moves, corners, cost } = state;
    const format = this.format.value;
    // The page's own text is native, and that format holds everything.
    if (format === "native") this.check.drop();
    else this.check.want([format, identity(map), from, to, moves, corners, cost].join(), () => ({ map: this.text, name: "", format }));
    this.show();
  }

  show() {
    const { words, store } = this.studio;
    const { check, state } = this;
    if (document.activeElement !== this.name && this.name.value !== store.state.name) this.name.value = store.state.name;
    const native = this.format.value === "native";
    this.save.disabled = !native && !check.fresh;
    state.classList.toggle("wrong", !native && check.failure !== null);
    if (native) {
      say(state, words.text("files.save.all"));
    } else if (check.failure !== null) {
      const { what, remedy } = problemOf(check.failure.message);
      state.replaceChildren(words.text("files.save.cannot"), " ",
        make("span", { lang: "en" }, what), ...(remedy === "" ? [] : [" ", make("span", { lang: "en" }, `(${remedy})`)]));
    } else if (!check.fresh || check.value === null) {
      say(state, words.text("files.save.looking"));
    } else if (check.value.losses.length === 0) {
      say(state, words.text("files.save.whole"));
    } else {
      state.replaceChildren(words.text("files.save.losses"),
        make("ul", { lang: "en" }, ...check.value.losses.map((loss) => make("li", {}, loss))));
    }
  }

  write() {
    const { announce, store, words } = this.studio;
    const format = FORMATS.find(({ name }) => name === this.format.value) ?? FORMATS[0];
    const text = format.name === "native" ? this.text : this.check.value?.text;
    if (text === undefined || (format.name !== "native" && !this.check.fresh)) return;
    const name = fileNameOf(store.state.name, format.extension);
    saveFile(new Blob([text], { type: "text/plain" }), name);
    announce(words.text("files.saved", { name }));
  }
}
