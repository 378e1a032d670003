// The page on which games are played against a search, and the search is
// watched: what each move is worth to it, and how much work that was.

import { Asks } from "./gameasks.js";
import { Layout } from "./gamelayout.js";
import { count, opponent, PositionError } from "./gamerules.js";
import { outcome, searchMoves, turn } from "./gamesays.js";
import { GameHistory } from "./gamehistory.js";
import { FIRST, GAMES, readView, sameView } from "./gameview.js";

/** @typedef {import("./gameview.js").GameView} GameView */
/** @typedef {import("./gamerules.js").GameName} GameName */

// The reply comes no sooner than this after a move, in milliseconds, so that it
// is seen to be one.
const REPLY_PAUSE = 450;

// A search that takes longer than this is said to be at work.
const SLOW = 400;

/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountGames(element, studio) {
  new Games(element, studio);
}

class Games {
  /**
   * @param {HTMLElement} element
   * @param {import("./studio.js").Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    this.asks = new Asks(studio.api);
    /** The games that are played, each with its history. */
    this.histories = { "tic-tac-toe": new GameHistory(GAMES["tic-tac-toe"]), "connect-four": new GameHistory(GAMES["connect-four"]) };
    /** @type {Record<GameName, GameView>} */
    this.views = { ...FIRST };
    /** @type {GameName} */
    this.name = "tic-tac-toe";
    this.wantsExact = false;
    /** The move that the search has just played; −1: none. */
    this.replied = -1;
    this.fresh = false;
    this.slow = false;
    this.replyTimer = 0;
    this.slowTimer = 0;
    /** @type {PositionError | null} */
    this.wrong = null;
    this.answers = noAnswers();
    this.layout = new Layout(element, studio.words, {
      change: (patch) => this.change(patch),
      move: (move) => this.move(move),
      undo: () => this.travel("undo"),
      redo: () => this.travel("redo"),
      restart: () => this.begin(""),
      best: () => this.playBest(),
      enter: (text) => this.enter(text),
      copy: () => this.copy(),
      exact: (wanted) => {
        this.wantsExact = wanted;
        this.ask();
      },
      retry: () => this.ask(),
    });
    element.addEventListener("keydown", (event) => this.key(event));
    const { store } = studio;
    this.adopt(store.view.game);
    this.visit();
    store.watch((view, before) => {
      if (view.game !== before.game) this.adopt(view.game);
      if (view.language !== before.language) this.show();
      if (view.page !== before.page) this.visit();
    });
  }

  get rules() {
    return GAMES[this.name];
  }

  get history() {
    return this.histories[this.name];
  }

  get view() {
    return this.views[this.name];
  }

  get shown() {
    const { rules, history, view, replied, fresh, slow, wantsExact, wrong } = this;
    /** @type {import("./gamesays.js").Shown} */
    const shown = {
      rules, history, view, replied, fresh, slow, wantsExact, wrong,
      searchSide: view.you === "both" ? null : opponent(view.you), ...this.answers,
    };
    return shown;
  }

  show() {
    this.layout.show(this.shown);
  }

  // What changes.

  /**
   * Takes over what a link or another part of the page says is played.
   *
   * @param {unknown} said
   */
  adopt(said) {
    const view = readView(said);
    if (view === null || sameView(view, this.view)) return;
    const { game, position } = view;
    this.name = game;
    this.views[game] = view;
    if (position !== this.history.text) this.histories[game] = new GameHistory(this.rules, position);
    this.changed(true);
  }

  /** @param {Partial<GameView>} patch */
  change(patch) {
    const game = patch.game ?? this.name;
    const moved = game !== this.name;
    this.name = game;
    this.views[game] = { ...this.view, ...patch };
    this.changed(moved);
  }

  /** @param {number} move */
  move(move) {
    if (!searchMoves(this.shown)) this.play(move, false);
  }

  /**
   * Makes a move, and tells of it those who cannot see it.
   *
   * @param {number} move
   * @param {boolean} searched whether the search makes it
   */
  play(move, searched) {
    if (!this.history.play(move)) return;
    this.changed(true, { replied: searched ? move : -1, fresh: true });
    const { shown, studio: { words, announce } } = this;
    if (this.history.status !== "playing") announce(outcome(words, shown));
    else if (searched) announce(turn(words, shown));
  }

  playBest() {
    const { answer } = this.answers;
    if (answer !== null && "reply" in answer && answer.reply.best >= 0) this.move(answer.reply.best);
  }

  /** @param {"undo" | "redo"} way */
  travel(way) {
    const { you } = this.view;
    if (this.history[way](you === "both" ? null : you)) this.changed(true);
  }

  /**
   * Begins with a position.
   *
   * @param {string} text
   * @throws {PositionError}
   */
  begin(text) {
    this.histories[this.name] = new GameHistory(this.rules, text);
    this.changed(true);
  }

  /**
   * Goes to a position that has been typed or pasted, or says what is wrong with it.
   *
   * @param {string} text
   */
  enter(text) {
    try {
      this.begin(text);
    } catch (reason) {
      if (!(reason instanceof PositionError)) throw reason;
      this.wrong = reason;
      this.show();
    }
  }

  async copy() {
    const { words, toast } = this.studio;
    try {
      await navigator.clipboard.writeText(this.history.text);
      toast(words.text("games.position.copied"));
    } catch {
      this.layout.position.select();
      toast(words.text("games.position.select"), { bad: true });
    }
  }

  /**
   * @param {boolean} moved whether it is about another position now
   * @param {{replied?: number, fresh?: boolean}} [how]
   */
  changed(moved, { replied = -1, fresh = false } = {}) {
    this.wrong = null;
    this.fresh = fresh;
    if (moved) {
      this.replied = replied;
      this.answers = noAnswers();
    }
    this.views[this.name] = { ...this.view, position: this.history.text };
    this.studio.store.look({ game: this.view });
    this.ask();
  }

  // What is asked.

  /** The page is shown, or is not any longer. */
  visit() {
    if (this.studio.store.view.page === "games") return this.ask();
    this.quit();
    return undefined;
  }

  /** Asks no more. */
  quit() {
    clearTimeout(this.slowTimer);
    clearTimeout(this.replyTimer);
    this.slow = false;
    this.asks.stop();
  }

  ask() {
    this.quit();
    const { history, view, answers, wantsExact } = this;
    answers.stale = { answer: answers.answer !== null, compared: answers.compared.size > 0, grown: answers.grown.size > 0 };
    answers.exact = null;
    this.show();
    if (this.studio.store.view.page !== "games" || history.status !== "playing") return;
    this.slowTimer = setTimeout(() => {
      this.slow = true;
      this.show();
    }, SLOW);
    const since = performance.now();
    const question = { game: this.name, position: history.text, depth: view.depth, algorithm: view.algorithm };
    const deepest = Math.min(this.rules.maxDepth, count(history.position, "."));
    const exact = wantsExact && this.name === "connect-four";
    this.asks.run(question, { deepest, exact, listener: {
      main: (answer) => {
        clearTimeout(this.slowTimer);
        this.slow = false;
        answers.answer = answer;
        answers.stale.answer = false;
        this.show();
        if ("reply" in answer && searchMoves(this.shown)) this.replyWith(answer.reply.best, since);
      },
      compared: (algorithm, answer) => {
        if (answers.stale.compared) answers.compared = new Map();
        answers.stale.compared = false;
        answers.compared.set(algorithm, answer);
        this.show();
      },
      grown: (growth, nodes) => {
        if (answers.stale.grown) answers.grown = new Map();
        answers.stale.grown = false;
        answers.growth = growth;
        if (nodes > 0) answers.grown.set(growth.depth, nodes);
        this.show();
      },
      exact: (answer) => {
        answers.exact = answer;
        this.show();
      },
    } });
  }

  /**
   * Lets the search make its move.
   *
   * @param {number} move
   * @param {number} since when it was asked for
   */
  replyWith(move, since) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const wait = calm ? 0 : Math.max(0, REPLY_PAUSE - (performance.now() - since));
    this.replyTimer = setTimeout(() => this.play(move, true), wait);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target === this.layout.position) return;
    const name = event.key.toLowerCase();
    if (name !== "z" && name !== "y") return;
    event.preventDefault();
    this.travel(name === "y" || event.shiftKey ? "redo" : "undo");
  }
}

/** What is known of a position that nothing has been asked about. */
function noAnswers() {
  return {
    /** @type {import("./gameasks.js").Answer | null} */
    answer: null,
    /** @type {Map<string, import("./gameasks.js").Answer>} */
    compared: new Map(),
    /** @type {Map<number, number>} */
    grown: new Map(),
    /** @type {import("./gamesays.js").Growth} */
    growth: { state: "growing", depth: 0, milliseconds: 0, failure: null },
    /** @type {import("./gameasks.js").Answer | null} */
    exact: null,
    /** Which of them are to an earlier question. */
    stale: { answer: false, compared: false, grown: false },
  };
}
