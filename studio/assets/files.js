// The panel of files: what can be opened, pasted, saved and copied.

import { make, say } from "/player/dom.js";
import { copyText } from "./download.js";
import { watchDrops } from "./drop.js";
import { problemOf } from "./formats.js";
import { Opening } from "./opening.js";
import { Pasting } from "./paste.js";
import { Queries } from "./queries.js";
import { Saving } from "./saving.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** A map that the server offers. */
/** @typedef {{name: string, title: string, width: number, height: number, source: "example" | "file"}} Offer */

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountFiles(element, studio) {
  const { words, toast } = studio;
  const opening = new Opening(studio);
  const pasting = new Pasting(studio, opening);
  const queries = new Queries(studio);
  opening.scenario = (text, name) => queries.take(text, name);

  const picker = make("input", { type: "file", hidden: true, accept: ".map,.txt,.scen,text/plain", "data-part": "file-picker" });
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    // The same file may be chosen again after it has been changed.
    picker.value = "";
    if (file !== undefined) opening.file(file);
  });
  watchDrops(studio, (file, others) => {
    opening.file(file).then(() => {
      if (others > 0) toast(words.text("files.drop.first", { name: file.name, n: others }));
    });
  });

  /** @param {string} key @param {string} action @param {() => void} pressed */
  const button = (key, action, pressed) => {
    const made = words.bind(make("button", { type: "button", class: "button", "data-action": action }), key);
    made.addEventListener("click", pressed);
    return made;
  };
  element.append(words.bind(make("h2", { tabindex: -1 }), "files.title"), picker,
    make("div", { class: "files-buttons" },
      button("files.open", "open-file", () => picker.click()),
      button("files.paste", "paste", () => pasting.open())),
    words.bind(make("p", { class: "hint" }), "files.hint"),
    new Offers(studio, opening).element, queries.element, new Saving(studio).element, copying(studio));
}

/** The maps that the server offers, as a menu. */
class Offers {
  /**
   * @param {Studio} studio
   * @param {Opening} opening
   */
  constructor(studio, opening) {
    this.studio = studio;
    this.opening = opening;
    const { words, store } = studio;
    /** @type {Offer[] | null} */
    this.offers = null;
    this.failed = false;
    this.menu = make("select", { id: "files-maps", disabled: true, "data-part": "maps" });
    this.menu.addEventListener("change", () => {
      if (this.menu.value !== "") opening.offered(this.menu.value);
    });
    const again = make("button", { type: "button", class: "link", "data-action": "maps-again", hidden: true });
    words.bind(again, "shell.retry");
    again.addEventListener("click", () => this.load());
    this.again = again;
    this.note = make("p", { class: "hint files-note" });
    this.element = make("div", { class: "files-group" },
      make("div", { class: "files-row" }, words.bind(make("label", { class: "label", for: this.menu.id }), "files.maps"), this.menu),
      make("div", { class: "files-about" }, this.note, again));
    /** @type {import("./opening.js").MapReply | null} */
    this.opened = null;
    /** @type {import("./map.js").GridMap | null} */
    this.openedMap = null;
    opening.opened = (reply) => {
      this.opened = reply;
      this.openedMap = store.state.map;
      this.show();
    };
    store.subscribe((state, before) => {
      if (state.map !== before.map) this.show();
    });
    store.watch((view, before) => {
      if (view.language !== before.language) this.list();
    });
    this.load();
  }

  async load() {
    try {
      const { maps } = await this.studio.api.get("/api/maps");
      this.offers = maps;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.list();
  }

  list() {
    const { words } = this.studio;
    const offers = this.offers ?? [];
    const groups = /** @type {const} */ (["file", "example"]).map((source) => {
      const group = make("optgroup", { label: words.text(`files.maps.${source}`) });
      group.append(...offers.filter((offer) => offer.source === source).map(({ name, title, width, height }) => {
        const known = source === "example" && words.has(`files.map.${name}`);
        return make("option", { value: name }, `${known ? words.text(`files.map.${name}`) : title} · ${width}×${height}`);
      }));
      return group;
    });
    this.menu.replaceChildren(make("option", { value: "" }, words.text("files.maps.choose")), ...groups.filter((group) => group.childElementCount > 0));
    this.menu.disabled = offers.length === 0;
    this.again.hidden = !this.failed;
    this.show();
  }

  show() {
    const { words, store } = this.studio;
    const { opened } = this;
    const untouched = opened !== null && store.state.map === this.openedMap;
    const offered = untouched && (this.offers ?? []).some(({ name }) => name === opened.name);
    this.menu.value = offered ? opened.name : "";
    say(this.note, this.failed ? words.text("files.maps.failed")
      : untouched ? words.text("files.about", { format: words.text(`files.format.${opened.format}`), n: opened.open })
      : words.text("files.maps.hint"));
  }
}

/**
 * The texts that are copied; those of export are about answers, this one is the map.
 *
 * @param {Studio} studio
 * @returns {HTMLElement}
 */
function copying(studio) {
  const { words, api, store, announce } = studio;
  const copy = make("button", { type: "button", class: "button", "data-action": "copy-ascii" });
  const label = words.bind(make("span", {}), "files.copy.ascii");
  copy.append(label);
  const state = make("p", { class: "hint copy-state", role: "status", "data-part": "copy-state" });
  copy.addEventListener("click", async () => {
    copy.disabled = true;
    try {
      const { text } = await api.post("/api/snippet", { ...store.ask(), kind: "ascii" });
      const copied = await copyText(studio, text, words.text("files.copy.what"));
      state.classList.remove("wrong");
      say(state, copied ? words.text("files.copied") : "");
    } catch (failure) {
      const { what, remedy } = problemOf(failure instanceof Error ? failure.message : String(failure));
      state.classList.add("wrong");
      state.replaceChildren(words.text("files.copy.cannot"), " ", make("span", { lang: "en" }, remedy === "" ? what : `${what} (${remedy})`));
      announce(state.textContent ?? "");
    }
    copy.disabled = false;
  });
  // What was copied is not what is on the page any more.
  store.subscribe(() => say(state, ""));
  return make("div", { class: "files-group" }, copy, state);
}
