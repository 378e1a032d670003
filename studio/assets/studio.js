// The studio: puts the page together and mounts every panel.

import { icon, make } from "/player/dom.js";
import { chooseLanguage, LANGUAGES } from "/player/words.js";
import { mountAnswer } from "./answer.js";
import { Api } from "./api.js";
import { mountBudget } from "./budget.js";
import { mountDraw } from "./draw.js";
import { Editor } from "./editor.js";
import { mountExport } from "./export.js";
import { mountFiles } from "./files.js";
import { mountGames } from "./games.js";
import { mountGenerate } from "./generate.js";
import { mountLenses } from "./lenses.js";
import { mountLessons } from "./lessons.js";
import { Runner } from "./runner.js";
import { mountSearch } from "./search.js";
import { followLink, tellOfLink } from "./share.js";
import { Shell } from "./shell.js";
import { Stage } from "./stage.js";
import { firstState, Store } from "./store.js";
import { Words } from "./words.js";

/** @typedef {import("./store.js").View} View */

/**
 * What every panel is given.
 *
 * @typedef {object} Studio
 * @property {Store} store
 * @property {Runner} runner
 * @property {Api} api
 * @property {Words} words
 * @property {import("/player/player.js").Player} player
 * @property {Stage} stage
 * @property {Editor} editor
 * @property {any} catalog the reply of GET /api/algorithms
 * @property {Record<string, HTMLElement>} parts the panels, by name
 * @property {(() => void) | null} share makes a link of everything
 * @property {(page: View["page"]) => void} show
 * @property {(text: string) => void} announce
 * @property {(text: string, options?: {bad?: boolean, action?: {label: string, run: () => void}}) => void} toast
 */

// While the server is gone, it is asked again this often, in milliseconds.
const PATIENCE = 4000;

const KEPT = "astrolabe.studio";

/** What the reader chose before: language and theme. */
function kept() {
  try {
    const { language, theme } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return {
      language: LANGUAGES.find(({ code }) => code === language)?.code ?? null,
      theme: theme === "light" || theme === "dark" ? /** @type {"light" | "dark"} */ (theme) : null,
    };
  } catch {
    return { language: null, theme: null };
  }
}

/** @param {Store} store */
function keepChoices(store) {
  store.watch(({ language, theme }, before) => {
    if (language === before.language && theme === before.theme) return;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ language, theme }));
    } catch {
      // Where nothing may be kept, nothing is.
    }
  });
}

/**
 * Says what is the matter with searches, and asks again when the server may be back.
 *
 * @param {Studio} studio
 * @param {Shell} shell
 */
function watchTrouble({ runner, words, store, toast }, shell) {
  let timer = 0;
  let gone = false;
  const show = () => {
    const { trouble, answers } = runner;
    if (runner.busy) return;
    clearTimeout(timer);
    const first = answers[0];
    if (trouble === null) {
      if (gone) toast(words.text("shell.back-again"));
      gone = false;
      const refused = first?.error;
      shell.setBanner(refused === undefined ? "" : words.text("shell.trouble.refused", { detail: refused }));
      return;
    }
    gone = trouble.status === 0;
    const text = gone ? words.text("shell.trouble.gone")
      : trouble.status === 503 || trouble.status === 429 ? words.text("shell.trouble.busy")
      : words.text("shell.trouble.failed", { detail: trouble.message });
    shell.setBanner(text, () => runner.again());
    if (gone) timer = setTimeout(() => runner.again(), PATIENCE);
  };
  runner.subscribe(show);
  store.watch((view, before) => {
    if (view.language !== before.language) show();
  });
}

/**
 * Tells those who cannot see it what came of a search.
 *
 * @param {Studio} studio
 * @param {Shell} shell
 */
function announceAnswers({ runner, store, words }, shell) {
  let told = runner.answered;
  runner.subscribe(() => {
    if (runner.busy || store.live || runner.answered === told) return;
    const before = told;
    told = runner.answered;
    const answer = runner.answers[0];
    if (before === null || answer === null) return;
    shell.announceResult(answer.error !== undefined ? answer.error
      : answer.ok.status === "found" ? words.text("shell.answer.found", { cost: answer.ok.cost.text, n: answer.ok.expanded })
      : words.term("status", answer.ok.status));
  });
}

/**
 * @param {HTMLElement} root
 * @param {Words} words
 */
function failToStart(root, words) {
  const reload = words.bind(make("button", { type: "button", class: "button" }), "shell.reload");
  reload.addEventListener("click", () => location.reload());
  root.replaceChildren(make("main", { class: "no-start", role: "alert" },
    icon("warning"), words.bind(make("h1", {}), "shell.start.failed"), words.bind(make("p", {}), "shell.start.advice"), reload));
}

async function start() {
  const root = document.body;
  const { language, theme } = kept();
  const words = new Words(language ?? chooseLanguage(navigator.languages));
  const store = new Store(firstState(), {
    page: "lab", tool: "wall", brush: "1.5", size: 1, shape: "free",
    language: words.language, theme, lens: "", lesson: "", tab: "draw",
  });
  const shell = new Shell(root, store, words);
  const api = new Api();
  const stage = new Stage(shell.stage, shell.strip, store, words);
  const { player } = stage;
  shell.placePlayer(player);
  store.watch((view, before) => {
    if (view.language !== before.language) player.languageChanged();
    if (view.theme !== before.theme) player.setTheme(view.theme);
  });
  player.setTheme(theme);
  keepChoices(store);

  let catalog;
  try {
    catalog = await api.get("/api/algorithms");
  } catch {
    failToStart(root, words);
    return;
  }
  // What a link holds is there before the panels are, and before the first search.
  const wrong = await followLink(store, catalog, location.hash, { undo: false });
  /** @param {string} algorithm */
  const nameOf = (algorithm) => {
    const key = `algorithm.${algorithm}.name`;
    return words.has(key) ? words.text(key) : catalog.algorithms.find((/** @type {any} */ { name }) => name === algorithm)?.title ?? algorithm;
  };
  const runner = new Runner(store, api, player, catalog, nameOf);
  store.watch((view, before) => {
    if (view.language !== before.language) player.rename(store.state.slots.map(nameOf));
  });
  /** @type {Studio} */
  const studio = {
    store, runner, api, words, player, stage, catalog,
    parts: shell.parts,
    get share() {
      return shell.share;
    },
    set share(share) {
      shell.share = share;
    },
    editor: /** @type {any} */ (null),
    show: (page) => store.look({ page }),
    announce: (text) => shell.announce(text),
    toast: (text, options) => shell.toast(text, options),
  };
  studio.editor = new Editor(studio);
  Object.assign(window, { studio });
  watchTrouble(studio, shell);
  announceAnswers(studio, shell);

  /** @type {[string, (element: HTMLElement, studio: Studio) => void][]} */
  const panels = [
    ["draw", mountDraw], ["generate", mountGenerate], ["files", mountFiles], ["search", mountSearch], ["answer", mountAnswer],
    ["budget", mountBudget], ["lenses", mountLenses], ["export", mountExport], ["lessons", mountLessons], ["games", mountGames],
  ];
  for (const [name, mount] of panels) mount(shell.parts[name], studio);
  tellOfLink(studio, wrong);
  runner.again();
  root.dataset.ready = "";
}

start();
