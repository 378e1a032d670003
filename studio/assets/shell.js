// The frame of the page: header, pages, columns and tabs, messages, and the keys
// that count everywhere.

import { keyIsTaken } from "/player/actions.js";
import { icon, make, say } from "/player/dom.js";
import { LANGUAGES } from "/player/words.js";
import { TOOLS } from "./draw.js";
import { SIZES } from "./editor.js";
import { Help } from "./help.js";
import { icon as own, outline } from "./icons.js";

/** The pages in the order of the header. */
export const PAGES = /** @type {const} */ (["lab", "lessons", "games"]);

/** The tabs where there is no room for both columns. */
const TABS = ["draw", "search", "answer", "more"];

/** The panels of the columns in their order, and the tab that each belongs to. */
const LEFT = [["draw", "draw"], ["generate", "more"], ["files", "more"]];
// The answer comes first, so that it is in sight while the search is changed.
const RIGHT = [["answer", "answer"], ["search", "search"], ["budget", "search"], ["lenses", "answer"], ["cell", "answer"], ["layers", "answer"], ["export", "more"]];

// How long a message stays, in milliseconds, without and with something to do about it.
const BRIEFLY = 5000;
const LONGER = 12000;

/** The mark: an astrolabe's rim and rule, with a star where it points. */
const MARK = "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 18 16.4 7.6M12 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zM17.5 3l.9 2.1 2.1.9-2.1.9-.9 2.1-.9-2.1-2.1-.9 2.1-.9z";

export class Shell {
  /**
   * @param {HTMLElement} root filled with the page
   * @param {import("./store.js").Store} store
   * @param {import("./words.js").Words} words
   */
  constructor(root, store, words) {
    this.root = root;
    this.store = store;
    this.words = words;
    /** Set by who can make a link of everything. */
    /** @type {(() => void) | null} */
    this.share = null;
    /** @type {Record<string, HTMLElement>} */
    this.parts = {};
    this.help = new Help(words);
    this.live = make("p", { class: "unseen", role: "status", "aria-atomic": "true", id: "announcements" });
    this.results = make("p", { class: "unseen", role: "status", "aria-atomic": "true", id: "results" });
    this.toasts = make("div", { class: "toasts", role: "status" });
    this.stage = make("div", { class: "stage-frame", id: "stage" });
    this.strip = make("div", { class: "key-strip", id: "stage-key" });
    this.banner = make("div", { class: "banner", role: "alert", id: "banner", hidden: true });
    this.scheme = matchMedia("(prefers-color-scheme: dark)");

    // The second button of the mouse erases.
    this.stage.addEventListener("contextmenu", (event) => {
      if (event.target instanceof HTMLCanvasElement) event.preventDefault();
    });
    const main = make("main", { class: "pages", id: "main" }, this.lab(), this.page("lessons"), this.page("games"));
    root.replaceChildren(this.header(), main, this.toasts, this.live, this.results, this.help.dialog);
    this.scheme.addEventListener("change", () => this.applyTheme());
    store.watch((view, before) => this.look(view, before));
    this.look(store.view, null);
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  header() {
    const { store, words } = this;
    const skip = words.bind(make("a", { class: "skip", href: "#stage" }), "shell.skip");
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      store.look({ page: "lab" });
      this.stage.querySelector("canvas")?.focus();
    });
    const brand = make("h1", { class: "brand" }, outline(MARK, "mark"), words.bind(make("span", {}), "shell.name"));
    this.tabsOfPages = PAGES.map((page) => {
      const button = words.bind(make("button", { type: "button", "data-page": page }), `shell.page.${page}`);
      button.addEventListener("click", () => store.look({ page }));
      return button;
    });
    const nav = make("nav", { class: "nav" }, ...this.tabsOfPages);
    words.bind(nav, "shell.nav", "aria-label");
    this.shareButton = make("button", { type: "button", class: "button share", "data-action": "share" },
      own("share"), words.bind(make("span", { class: "label" }), "shell.share"));
    words.bind(this.shareButton, "shell.share.hint", "title");
    words.bind(this.shareButton, "shell.share", "aria-label");
    this.shareButton.addEventListener("click", () => this.share?.());
    this.language = make("select", { class: "language", "data-part": "language" },
      ...LANGUAGES.map(({ code, name, tag }) => make("option", { value: code, lang: tag }, name)));
    words.bind(this.language, "shell.language", "aria-label");
    this.language.addEventListener("change", () => {
      store.look({ language: /** @type {import("/player/words.js").Language} */ (this.language?.value) });
    });
    this.theme = this.tool("moon", "shell.theme", "theme", () => this.switchTheme());
    const settings = make("div", { class: "settings", id: "settings" }, this.language, this.theme,
      this.tool("help", "shell.help", "help", () => this.help.open()));
    const tools = make("div", { class: "bar-tools" }, this.shareButton, this.settingsButton(settings), settings);
    return make("header", { class: "bar" }, skip, brand, nav, tools);
  }

  /**
   * The button that shows the settings where there is no room for them.
   *
   * @param {HTMLElement} settings
   */
  settingsButton(settings) {
    const button = make("button", { type: "button", class: "tool settings-button", "data-action": "settings", "aria-controls": "settings" }, own("more"));
    this.words.bind(button, "shell.settings", "aria-label");
    /** @param {boolean} open */
    const show = (open) => {
      button.setAttribute("aria-expanded", String(open));
      settings.classList.toggle("open", open);
    };
    show(false);
    button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !settings.contains(target) && !button.contains(target)) show(false);
    });
    settings.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      show(false);
      button.focus();
    });
    return button;
  }

  /**
   * @param {string} picture of the player's icons
   * @param {string} key
   * @param {string} action
   * @param {() => void} pressed
   */
  tool(picture, key, action, pressed) {
    const button = make("button", { type: "button", class: "tool", "data-action": action }, icon(picture));
    this.words.bind(button, key, "aria-label");
    this.words.bind(button, key, "title");
    button.addEventListener("click", pressed);
    return button;
  }

  lab() {
    const { words } = this;
    this.parts.lesson = make("section", { class: "lesson-dock", id: "part-lesson", "data-panel": "lesson" });
    const middle = make("section", { class: "middle", "data-part": "map" },
      this.parts.lesson, make("div", { class: "stage-box" }, this.stage, this.banner), this.strip);
    words.bind(middle, "shell.stage", "aria-label");
    this.tabs = TABS.map((tab) => {
      const button = words.bind(make("button", { type: "button", role: "tab", id: `tab-${tab}`, "data-tab": tab }), `shell.tab.${tab}`);
      button.setAttribute("aria-controls", [...LEFT, ...RIGHT].filter(([, group]) => group === tab).map(([name]) => `part-${name}`).join(" "));
      button.addEventListener("click", () => this.store.look({ tab }));
      return button;
    });
    const tablist = make("div", { class: "tabs", role: "tablist" }, ...this.tabs);
    words.bind(tablist, "shell.tabs", "aria-label");
    tablist.addEventListener("keydown", (event) => this.moveTab(event));
    this.columns = make("div", { class: "columns" }, this.column("left", LEFT), this.column("right", RIGHT));
    return make("div", { class: "page lab", id: "page-lab", "data-page": "lab" }, middle, tablist, this.columns);
  }

  /**
   * @param {"left" | "right"} side
   * @param {string[][]} panels
   */
  column(side, panels) {
    const column = make("div", { class: `column ${side}`, role: "region", tabindex: -1 });
    this.words.bind(column, `shell.column.${side}`, "aria-label");
    for (const [name, group] of panels) {
      this.parts[name] = make("section", { class: "panel", id: `part-${name}`, "data-panel": name, "data-group": group });
      column.append(this.parts[name]);
    }
    return column;
  }

  /** @param {"lessons" | "games"} name */
  page(name) {
    this.parts[name] = make("section", { class: "page", id: `page-${name}`, "data-page": name, "data-panel": name });
    return this.parts[name];
  }

  /**
   * Puts the player's panels among the others, closed to a line where they are
   * not wanted.
   *
   * @param {import("/player/player.js").Player} player
   */
  placePlayer({ frame }) {
    /** @param {string} name @param {boolean} open @param {HTMLElement} title @param {HTMLElement[]} elements */
    const fold = (name, open, title, ...elements) => {
      this.parts[name].replaceChildren(make("details", { class: "fold", open }, make("summary", {}, title, own("chevron")), ...elements));
    };
    // Who wants no single keys wants none of the player's, either.
    this.help.keys.addEventListener("change", () => (frame.help.keys.checked = this.help.keys.checked));
    fold("cell", true, frame.inspector.title, frame.inspector.element);
    fold("layers", false, this.words.bind(make("h2", {}), "shell.layers"), frame.legend.element, frame.facts.element);
  }

  /**
   * @param {Readonly<import("./store.js").View>} view
   * @param {Readonly<import("./store.js").View> | null} before
   */
  look(view, before) {
    const { root } = this;
    if (view.language !== before?.language) {
      this.words.change(view.language);
      document.documentElement.lang = this.words.tag;
      root.lang = this.words.tag;
      document.title = this.words.text("shell.title");
      if (this.language) this.language.value = view.language;
    }
    if (view.theme !== before?.theme) this.applyTheme();
    root.dataset.page = view.page;
    root.dataset.tab = view.tab;
    for (const button of this.tabsOfPages ?? []) {
      if (button.dataset.page === view.page) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    for (const button of this.tabs ?? []) {
      const chosen = button.dataset.tab === view.tab;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
    if (view.tab !== before?.tab) this.columns?.scrollTo(0, 0);
  }

  /** The theme that is shown. */
  get shownTheme() {
    return this.store.view.theme ?? (this.scheme.matches ? "dark" : "light");
  }

  switchTheme() {
    this.store.look({ theme: this.shownTheme === "dark" ? "light" : "dark" });
  }

  applyTheme() {
    const { root, shownTheme } = this;
    root.dataset.theme = shownTheme;
    document.documentElement.dataset.theme = shownTheme;
    this.theme?.replaceChildren(icon(shownTheme === "dark" ? "sun" : "moon"));
  }

  /** @param {KeyboardEvent} event */
  moveTab(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = TABS[(TABS.indexOf(this.store.view.tab) + by + TABS.length) % TABS.length];
    this.store.look({ tab });
    document.getElementById(`tab-${tab}`)?.focus();
  }

  // Messages.

  /**
   * Tells those who cannot see it what has happened.
   *
   * @param {string} text
   */
  announce(text) {
    // The same text again is said again, too.
    say(this.live, this.live.textContent === text ? text + "\u00a0" : text);
  }

  /**
   * Tells the same ones what came of a search, beside what else has happened.
   *
   * @param {string} text
   */
  announceResult(text) {
    say(this.results, text);
  }

  /**
   * Shows a message for a while.
   *
   * @param {string} text
   * @param {{bad?: boolean, action?: {label: string, run: () => void}}} [options]
   */
  toast(text, { bad = false, action } = {}) {
    const toast = make("div", { class: bad ? "toast bad" : "toast" }, make("p", {}, text));
    const gone = () => toast.remove();
    if (action) {
      const button = make("button", { type: "button", class: "link" }, action.label);
      button.addEventListener("click", () => {
        action.run();
        gone();
      });
      toast.append(button);
    }
    const close = this.tool("close", "shell.close", "close-toast", gone);
    toast.append(close);
    this.toasts.replaceChildren(toast);
    let timer = 0;
    const wait = () => (timer = setTimeout(gone, action || bad ? LONGER : BRIEFLY));
    // Who reads it, or is about to press its button, is given time.
    toast.addEventListener("pointerenter", () => clearTimeout(timer));
    toast.addEventListener("pointerleave", wait);
    toast.addEventListener("focusin", () => clearTimeout(timer));
    toast.addEventListener("focusout", wait);
    wait();
  }

  /**
   * Says on the stage what is the matter; an empty text: nothing.
   *
   * @param {string} text
   * @param {(() => void) | null} [retry]
   */
  setBanner(text, retry = null) {
    const shown = text + String(retry !== null);
    if (this.banner.dataset.text === shown) return;
    this.banner.dataset.text = shown;
    this.banner.hidden = text === "";
    this.banner.replaceChildren(...(text === "" ? [] : [icon("warning"), make("p", {}, text)]));
    if (text === "" || retry === null) return;
    const button = this.words.bind(make("button", { type: "button", class: "button", "data-action": "retry" }), "shell.retry");
    button.addEventListener("click", retry);
    this.banner.append(button);
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
    const { store } = this;
    const letter = event.key.toLowerCase();
    const { target } = event;
    const writes = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (writes || store.view.page !== "lab") return;
      if (letter === "z" || letter === "y") {
        event.preventDefault();
        this.travel(letter === "y" || event.shiftKey);
      }
      return;
    }
    if (event.altKey || writes || keyIsTaken(event) || !this.help.keys.checked) return;
    if (this.act(letter)) event.preventDefault();
  }

  /** @param {boolean} forth */
  travel(forth) {
    const { store, words } = this;
    if (!(forth ? store.canRedo : store.canUndo)) {
      this.announce(words.text("draw.said.nothing"));
      return;
    }
    if (forth) store.redo();
    else store.undo();
    this.announce(words.text(forth ? "draw.said.redo" : "draw.said.undo"));
  }

  /**
   * @param {string} letter
   * @returns {boolean} whether it meant something
   */
  act(letter) {
    const { store } = this;
    switch (letter) {
      case "?":
        this.help.open();
        return true;
      case "t":
        this.switchTheme();
        return true;
      case "l": {
        const i = LANGUAGES.findIndex(({ code }) => code === store.view.language);
        store.look({ language: LANGUAGES[(i + 1) % LANGUAGES.length].code });
        return true;
      }
    }
    if (store.view.page !== "lab") return false;
    if (letter === "b") {
      const size = SIZES[(SIZES.indexOf(store.view.size) + 1) % SIZES.length];
      store.look({ size });
      this.announce(this.words.text("draw.size.cells", { n: size }));
      return true;
    }
    const tool = TOOLS.find(({ key }) => key === letter);
    if (tool === undefined) return false;
    store.look({ tool: tool.name });
    this.announce(this.words.text(`draw.tool.${tool.name}`));
    return true;
  }
}
