// Leads through a tour: sets up its steps, keeps the reader's own work, and
// works out the figures of the step that is shown.

import { linkTo, readLink, settingsOf, holds } from "./lesson-tour.js";
import { Numbers } from "./lesson-numbers.js";
import { readOwn, readProgress, writeOwn, writeProgress } from "./lesson-progress.js";
import { GridMap } from "./map.js";

/** @typedef {import("./lesson-tour.js").Tour} Tour */
/** @typedef {import("./lesson-tour.js").Step} Step */
/** @typedef {import("./lesson-tour.js").Row} Row */
/** @typedef {import("./store.js").State} State */

/**
 * A figure as it stands: being worked out, there, or not to be had.
 *
 * @typedef {{state: "waiting" | "there" | "failed", value: import("./lesson-tour.js").Value | null}} Figure
 */

/** Where a step points at; the others are parts by name. */
/** @type {Record<string, string>} */
const POINTS = {
  map: "#stage",
  step: '#stage [data-action="forward"]',
  cell: '[data-panel="cell"]',
  result: ".race-result",
  expanded: ':has(> [data-part="expanded"])',
};

/** What the stage shows of a step: which of its settings, in which state. */
/** @typedef {{show: string, state: Readonly<State>}} OnStage */

export class Guide {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.numbers = new Numbers(studio);
    /** @type {Map<string, Promise<Tour>>} */
    this.tours = new Map();
    /** @type {Map<string, Promise<{map: GridMap, reply: any}>>} */
    this.maps = new Map();
    /** @type {Tour | null} */
    this.tour = null;
    this.index = 0;
    /** @type {OnStage | null} */
    this.shown = null;
    /** What went wrong when the step was to be set up. */
    this.failure = "";
    this.progress = readProgress();
    /** The reader's work from before the tour. */
    /** @type {Readonly<State> | null} */
    this.own = readOwn();
    /** What the last tour left on the stage. */
    /** @type {Readonly<State> | null} */
    this.left = null;
    /** @type {Figure[]} */
    this.figures = [];
    /** The step that they are of. */
    /** @type {Step | null} */
    this.figured = null;
    /** Counts what is begun, so that what comes too late is not taken. */
    this.turn = 0;
    this.round = 0;
    /** What the player showed before the tour. */
    this.seen = seenIn(studio.player);
    /** @type {import("./stage.js").Overlay | null} */
    this.marks = null;
    this.placing = new AbortController();
    /** @type {Set<() => void>} */
    this.subscribers = new Set();

    const { store, runner } = studio;
    store.subscribe((_state, _before, { live }) => {
      if (!live) this.work();
    });
    runner.subscribe(() => this.work());
    store.watch((view, before) => {
      if (view.lesson !== before.lesson) this.follow(view.lesson);
    });
    // An address may name a step alone, too.
    const named = readLink(location.hash.slice(1));
    if (named !== null) store.look({ page: "lab", lesson: `${named.tour}/${named.step}` });
    else if (store.view.lesson !== "") this.follow(store.view.lesson);
  }

  /** @param {() => void} subscriber called after each change */
  subscribe(subscriber) {
    this.subscribers.add(subscriber);
  }

  tell() {
    for (const subscriber of this.subscribers) subscriber();
  }

  get step() {
    return this.tour === null ? null : this.tour.steps[this.index];
  }

  /** Whether the stage still shows just what the step set up. */
  get untouched() {
    return this.shown !== null && this.shown.state === this.studio.store.state;
  }

  // What there is.

  /**
   * @param {string} name
   * @returns {Promise<Tour>}
   */
  load(name) {
    return remembered(this.tours, name, () => this.studio.api.get(`lessons/${name}.json`));
  }

  /**
   * Returns a map of a tour, as the page and as the server have it.
   *
   * @param {Tour} tour
   * @param {string} name
   */
  mapOf(tour, name) {
    const { api } = this.studio;
    return remembered(this.maps, `${tour.tour}/${name}`, async () => {
      const source = tour.maps[name];
      const reply = source.generate !== undefined
        ? await api.post("/api/generate", source.generate)
        : await api.post("/api/convert", { map: source.lines.join("\n") + "\n", name: source.name, format: "native" });
      return { map: GridMap.parse(reply.text).map, reply };
    });
  }

  // Going through a tour.

  /**
   * Begins a tour, or goes on with it.
   *
   * @param {string} name
   * @param {string} [step] where to begin; without one, at the first
   */
  async begin(name, step) {
    const turn = ++this.turn;
    const { store } = this.studio;
    const tour = await this.load(name);
    if (turn !== this.turn) return;
    if (this.tour === null && (this.own === null || (this.left !== null && this.left !== store.state))) {
      this.own = store.state;
      writeOwn(this.own);
    }
    if (this.tour === null) this.seen = seenIn(this.studio.player);
    this.tour = tour;
    await this.go(Math.max(0, tour.steps.findIndex(({ id }) => id === step)), true);
  }

  /**
   * Goes to a step. It is set up at once, unless the reader has changed what the
   * last one showed.
   *
   * @param {number} index
   * @param {boolean} [show] set it up in any case
   */
  async go(index, show = this.untouched || this.step?.page === "games") {
    const { tour } = this;
    if (tour === null || tour.steps[index] === undefined) return;
    this.unmark();
    this.index = index;
    this.shown = null;
    this.failure = "";
    const step = tour.steps[index];
    const before = this.progress[tour.tour]?.seen ?? [];
    this.progress = { ...this.progress, [tour.tour]: { at: step.id, seen: [...new Set([...before, step.id])] } };
    writeProgress(this.progress);
    this.studio.store.look({ lesson: linkTo(tour, step) });
    if (show) await this.show();
    else await this.recognize();
  }

  /**
   * Sets up the step on the stage, as one change that can be undone.
   *
   * @param {string} [id] which of the settings that it compares
   */
  async show(id) {
    const { tour, step, studio: { store, player } } = this;
    if (tour === null || step === null) return;
    const turn = ++this.turn;
    this.failure = "";
    if (step.page === "games") {
      if (step.game) store.look({ page: "games", game: { ...step.game, you: "x" } });
      else store.look({ page: "games" });
      this.studio.stage.highlight(selectorOf(step));
      this.work();
      return;
    }
    let map = null;
    try {
      if (step.map !== undefined) map = (await this.mapOf(tour, step.map)).map;
    } catch (failure) {
      if (turn !== this.turn) return;
      this.failure = String(failure instanceof Error ? failure.message : failure);
      this.tell();
      return;
    }
    if (turn !== this.turn || map === null || step.map === undefined) return;
    const show = step.shows?.find((one) => one.id === id)?.id ?? step.shows?.[0].id ?? "";
    const settings = settingsOf(tour, step, show);
    // The map that is there already is kept, for what was drawn of it.
    const same = store.state.map.text() === map.text();
    store.look({ page: "lab" });
    store.change({ ...settings, map: same ? store.state.map : map, name: tour.maps[step.map].name });
    this.shown = { show, state: store.state };
    store.look({ lens: step.lens ?? "" });
    player.setHeat(step.player?.heat ?? "none");
    // Numbers would cover what a lens paints.
    player.setLayer("values", this.seen.values && step.lens === undefined);
    this.mark(step);
    this.place(step);
    this.work();
  }

  /** Takes what the stage shows for the step's, if it is just that. */
  async recognize() {
    const { tour, step, studio: { store } } = this;
    this.work();
    if (tour === null || step === null || step.map === undefined) return;
    const turn = ++this.turn;
    const { map } = await this.mapOf(tour, step.map).catch(() => ({ map: null }));
    if (turn !== this.turn || map === null || store.state.map.text() !== map.text()) return;
    const shows = step.shows?.map(({ id }) => id) ?? [""];
    const show = shows.find((id) => holds(store.state, settingsOf(tour, step, id)));
    if (show === undefined) return;
    this.shown = { show, state: store.state };
    this.mark(step);
    this.work();
  }

  /**
   * Goes to where a link leads.
   *
   * @param {string} link
   */
  async follow(link) {
    const { tour, step, studio: { store } } = this;
    if (tour !== null && step !== null && link === linkTo(tour, step)) return;
    const place = readLink(link);
    if (place === null) {
      if (tour !== null) this.end();
      return;
    }
    // Who follows a link sees what it holds; only a page that is as it was opened is set up.
    const fresh = !store.canUndo && store.state.name === "" && store.state.map.used().filter(Boolean).length === 1;
    try {
      const loaded = await this.load(place.tour);
      if (store.view.lesson !== link) return;
      if (tour === null) this.seen = seenIn(this.studio.player);
      this.tour = loaded;
      await this.go(Math.max(0, loaded.steps.findIndex(({ id }) => id === place.step)), fresh);
    } catch {
      store.look({ lesson: "" });
    }
  }

  /** Ends the tour, and leaves the stage as it is. */
  end() {
    const { store, player } = this.studio;
    this.turn++;
    this.unmark();
    this.tour = null;
    this.shown = null;
    this.left = store.state;
    player.setHeat(this.seen.heat);
    player.setLayer("values", this.seen.values);
    store.look({ lesson: "", lens: "" });
    this.tell();
  }

  /** Puts the reader's own work back. */
  restore() {
    const { own, studio: { store } } = this;
    if (own === null) return;
    if (this.tour !== null) this.end();
    store.change({ ...own });
    this.own = null;
    writeOwn(null);
    store.look({ page: "lab" });
    this.tell();
  }

  // What is pointed at.

  /** @param {Step} step */
  mark(step) {
    const { stage } = this.studio;
    stage.highlight(selectorOf(step));
    if (step.cells === undefined) return;
    const { cells } = step;
    this.marks = (context, board) => drawMarks(context, board, cells);
    stage.setOverlay(this.marks);
  }

  /** Points at nothing any more. */
  unmark() {
    const { stage } = this.studio;
    this.placing.abort();
    stage.highlight(null);
    if (this.marks !== null && stage.overlay === this.marks) stage.setOverlay(null);
    this.marks = null;
  }

  /**
   * Moves the player to where the step wants it, once the search is there.
   *
   * @param {Step} step
   */
  place({ player: wish }) {
    const { runner, player, store } = this.studio;
    this.placing.abort();
    this.placing = new AbortController();
    const { signal } = this.placing;
    if (wish === undefined) return;
    const { state } = store;
    const move = () => {
      if (store.state !== state) this.placing.abort();
      if (signal.aborted || runner.busy || runner.answered !== state) return;
      this.placing.abort();
      if (wish.select !== undefined) {
        const cell = wish.select[1] * state.map.width + wish.select[0];
        if (player.selected !== cell) player.select(cell);
      }
      if (player.clock.playing) player.toggle();
      if (wish.at === "end" || (wish.at === "play" && player.clock.calm)) {
        player.seek(player.timeline.length);
        return;
      }
      player.seek(0);
      if (wish.at === "play") player.toggle();
    };
    runner.subscribe(move, signal);
    move();
  }

  // The figures.

  /** Works out the figures of the step. */
  async work() {
    const { tour, step } = this;
    if (tour === null || step === null) return;
    const round = ++this.round;
    const figures = step.rows.map(() => /** @type {Figure} */ ({ state: "waiting", value: null }));
    // Until they come, those before stay if they are of the same step.
    if (this.figures.length !== figures.length || this.figured !== step) this.figures = figures;
    this.figured = step;
    this.tell();
    const done = await Promise.all(step.rows.map((row) => this.figure(tour, step, row)));
    if (round !== this.round) return;
    this.figures = done.map((figure, i) => (figure.state === "waiting" ? { ...figure, value: this.figures[i].value } : figure));
    this.tell();
  }

  /**
   * @param {Tour} tour
   * @param {Step} step
   * @param {Row} row
   * @returns {Promise<Figure>}
   */
  async figure(tour, step, row) {
    const { store, runner } = this.studio;
    try {
      if (row.of === "cited") return { state: "there", value: row.want };
      if (row.of === "game") return { state: "there", value: step.game ? await this.numbers.ofGame(row, step.game) : null };
      if (step.map === undefined) return { state: "failed", value: null };
      const { map, reply } = await this.mapOf(tour, step.map);
      if (row.of === "map") return { state: "there", value: this.numbers.ofMap(row, reply) };
      if (this.shown === null || (row.show !== undefined && row.show !== this.shown.show)) {
        return { state: "there", value: await this.numbers.ofState(row, { ...settingsOf(tour, step, row.show), map, name: "" }) };
      }
      // What is on the stage follows it; while something is dragged, as far as the answers are there.
      const { answered } = runner;
      const there = store.live ? this.numbers.isAnswered(row) : answered === store.state;
      if (!there || answered === null) return { state: "waiting", value: null };
      return { state: "there", value: await this.numbers.ofState(row, answered) };
    } catch {
      return { state: "failed", value: null };
    }
  }
}

/**
 * @template T
 * @param {Map<string, Promise<T>>} known
 * @param {string} key
 * @param {() => Promise<T>} make what failed is made again the next time
 * @returns {Promise<T>}
 */
function remembered(known, key, make) {
  const there = known.get(key);
  if (there !== undefined) return there;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

/** @param {import("/player/player.js").Player} player */
function seenIn({ heat, layers }) {
  return { heat, values: layers.values };
}

/** @param {Step} step */
function selectorOf({ point }) {
  return point === undefined ? null : POINTS[point] ?? `[data-part="${point}"]`;
}

/**
 * Draws a frame around parts of the map.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {import("/player/board.js").Board} board
 * @param {[number, number, number, number][]} cells
 */
function drawMarks(context, board, cells) {
  const { cell, ratio } = board;
  context.save();
  context.lineWidth = Math.max(2 * ratio, Math.min(cell / 8, 4 * ratio));
  context.strokeStyle = getComputedStyle(context.canvas).getPropertyValue("--just-met");
  for (const [x, y, width, height] of cells) {
    const rim = context.lineWidth;
    context.strokeRect(board.x + x * cell - rim / 2, board.y + y * cell - rim / 2, width * cell + rim, height * cell + rim);
  }
  context.restore();
}
