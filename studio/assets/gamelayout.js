// The games' page as it is seen: a board, settings, and what the search says.

import { make, say } from "/player/dom.js";
import { LIMIT } from "./gameasks.js";
import { Board } from "./gameboard.js";
import { Algorithms, Facts, Growth, Segments } from "./gamepanels.js";
import { count, winningCells } from "./gamerules.js";
import { exactSays, growthNote, outcome, searchMoves, standing } from "./gamesays.js";
import { TreeView } from "./gametreeview.js";
import { GAMES, NAMES, SIDES } from "./gameview.js";
import { icon } from "./icons.js";

/** @typedef {import("./gamesays.js").Shown} Shown */

/**
 * What the reader can do.
 *
 * @typedef {object} Actions
 * @property {(patch: Partial<import("./gameview.js").GameView>) => void} change
 * @property {(move: number) => void} move
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} restart
 * @property {() => void} best
 * @property {(text: string) => void} enter
 * @property {() => void} copy
 * @property {(wanted: boolean) => void} exact
 * @property {() => void} retry
 */

export class Layout {
  /**
   * @param {HTMLElement} element
   * @param {import("./words.js").Words} words
   * @param {Actions} act
   */
  constructor(element, words, act) {
    this.words = words;
    this.act = act;
    this.game = new Segments("game", NAMES, {
      words, legend: "games.choose", seen: false, label: (name) => `games.name.${name}`, choose: (game) => act.change({ game }),
    });
    this.boards = {
      "tic-tac-toe": new Board(GAMES["tic-tac-toe"], words, act.move),
      "connect-four": new Board(GAMES["connect-four"], words, act.move),
    };
    this.boardPlace = make("div", { class: "board-place" });
    this.keyLow = make("span");
    this.keyHigh = make("span");
    const shades = ["bad3", "bad2", "bad1", "even", "good1", "good2", "good3"].map((shade) => make("span", { class: `worth ${shade}` }));
    const key = make("div", { class: "value-scale" }, this.keyLow, make("span", { class: "value-key", "aria-hidden": "true" }, ...shades), this.keyHigh);
    this.status = make("p", { class: "game-status", "data-part": "game-status" });
    this.remedies = make("div", { class: "game-remedies" });
    this.standing = make("div", { class: "game-standing" }, this.status, this.remedies);

    this.depth = make("input", { type: "range", min: 1, step: 1, id: "games-depth", "data-action": "game-depth", "aria-describedby": "games-depth-says" });
    this.depth.addEventListener("input", () => act.change({ depth: Number(this.depth.value) }));
    this.depthNumber = make("output", { for: "games-depth", class: "depth-number" });
    this.depthSays = make("p", { class: "quiet", id: "games-depth-says" });
    const depthRow = make("div", { class: "depth-row", "data-part": "game-depth" },
      words.bind(make("label", { for: "games-depth" }), "games.depth"), this.depth, this.depthNumber, this.depthSays);

    this.undo = this.button("game-undo", "games.undo", act.undo, icon("undo"));
    this.redo = this.button("game-redo", "games.redo", act.redo, icon("redo"));
    this.restart = this.button("game-new", "games.new", act.restart);
    this.best = this.button("game-best", "games.play-best", act.best);
    const buttons = make("div", { class: "game-buttons" }, this.undo, this.redo, this.restart, this.best);

    this.position = make("input", {
      type: "text", id: "games-position", "data-action": "game-position", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-describedby": "games-position-says",
    });
    this.position.addEventListener("change", () => act.enter(this.position.value));
    this.positionSays = make("p", { class: "quiet", id: "games-position-says", "aria-live": "polite" });
    const positionRow = make("div", { class: "position-row", "data-part": "game-position" },
      words.bind(make("label", { for: "games-position" }), "games.position"), this.position,
      this.button("game-copy", "games.position.copy", act.copy), this.positionSays);

    this.who = new Segments("you", SIDES, { words, legend: "games.you", label: (side) => `games.you.${side}`, choose: (you) => act.change({ you }) });
    this.algorithms = new Algorithms(words, (algorithm) => act.change({ algorithm }));
    this.exactInput = make("input", { type: "checkbox", id: "games-exact", "data-action": "game-exact" });
    this.exactInput.addEventListener("change", () => act.exact(this.exactInput.checked));
    this.exactRow = make("div", { class: "exact-row" },
      make("label", { class: "game-check", for: "games-exact" }, this.exactInput, words.bind(make("span"), "games.exact")),
      words.bind(make("p", { class: "quiet" }), "games.exact.hint"));

    this.facts = new Facts(words);
    this.growth = new Growth(words);
    this.tree = new TreeView(words);
    const notes = ["value", "whom", "horizon", "pruning"].map((note) => make("div", {},
      words.bind(make("h3"), `games.note.${note}`), words.bind(make("p"), `games.note.${note}.text`)));
    element.classList.add("games");
    element.append(
      make("header", { class: "games-head" }, words.bind(make("h2"), "games.title"), this.game.element),
      make("div", { class: "games-body" },
        make("div", { class: "game-play game-card" }, this.boardPlace, key, this.standing, depthRow, buttons, positionRow),
        make("div", { class: "game-column" },
          make("div", { class: "game-settings game-card" }, this.who.element, this.algorithms.element, this.exactRow),
          this.growth.element),
        make("div", { class: "game-column" }, this.facts.element, make("section", { class: "game-notes" }, ...notes)),
        this.tree.element));
  }

  /**
   * @param {string} action
   * @param {string} key of the words on it
   * @param {() => void} run
   * @param {SVGSVGElement | null} [picture]
   */
  button(action, key, run, picture = null) {
    const button = make("button", { type: "button", class: "button", "data-action": action }, picture, this.words.bind(make("span"), key));
    button.addEventListener("click", run);
    return button;
  }

  /** @param {Shown} shown */
  show(shown) {
    const { words } = this;
    const { rules, history, view, answer, compared, grown, stale, wantsExact } = shown;
    const { position } = history;
    const over = history.status !== "playing";
    const reply = answer !== null && "reply" in answer ? answer.reply : null;
    this.game.show(view.game);
    this.who.show(view.you);
    this.showBoard(shown, reply, over);
    this.showStanding(shown, over);
    this.showDepth(shown, over);
    this.showPosition(shown);

    const side = view.you === "both" ? null : view.you;
    this.undo.disabled = history.before(side) < 0;
    this.redo.disabled = !history.canRedo;
    this.restart.disabled = history.positions.length === 1 && position === rules.start;
    this.best.disabled = over || reply === null || searchMoves(shown);

    const answers = new Map(compared);
    if (answer !== null && !stale.answer) answers.set(view.algorithm, answer);
    this.algorithms.show(view.algorithm, answers, { stale: stale.compared, over });
    this.exactRow.hidden = rules.name !== "connect-four";
    this.exactInput.checked = wantsExact;
    this.facts.show(rules, history, reply, { depth: view.depth, stale: stale.answer, over: over ? outcome(words, shown) : "", exact: exactSays(words, shown) });
    this.growth.show(rules.maxDepth, view.depth, over ? new Map() : grown, { note: growthNote(words, shown), stale: stale.grown });
    this.tree.show(rules.name === "tic-tac-toe" ? { position, depth: view.depth, algorithm: view.algorithm } : null);
  }

  /**
   * @param {Shown} shown
   * @param {import("./gameasks.js").Reply | null} reply
   * @param {boolean} over
   */
  showBoard(shown, reply, over) {
    const { words } = this;
    const { rules, history, fresh, wantsExact, exact, stale } = shown;
    const { position } = history;
    const waits = searchMoves(shown);
    const board = this.boards[rules.name];
    if (this.boardPlace.firstChild !== board.element) this.boardPlace.replaceChildren(board.element);
    board.show({
      position,
      values: over || waits || reply === null ? [] : reply.moves,
      best: reply === null ? -1 : reply.best,
      exact: rules.name !== "connect-four" || !wantsExact ? null : waits || exact === null || "failure" in exact ? [] : exact.reply.exact,
      legal: waits ? [] : rules.moves(position),
      last: history.lastCell,
      fresh,
      winning: winningCells(rules, position),
      stale: stale.answer,
    });
    const side = history.toMove.toUpperCase();
    say(this.keyLow, words.text("games.key.low", { side }));
    say(this.keyHigh, words.text("games.key.high", { side }));
  }

  /**
   * Says how things stand, and offers what helps.
   *
   * @param {Shown} shown
   * @param {boolean} over
   */
  showStanding(shown, over) {
    const { words, act } = this;
    const { view, answer } = shown;
    const failure = !over && answer !== null && "failure" in answer ? answer.failure : null;
    say(this.status, standing(words, shown));
    this.standing.classList.toggle("over", over);
    this.standing.classList.toggle("failed", failure !== null);
    this.restart.classList.toggle("strong", over);
    /** @type {string[]} */
    const wanted = [];
    if (failure !== null) {
      wanted.push("retry");
      if (failure.status === LIMIT) wanted.push(view.algorithm === "minimax" ? "faster" : "shallower");
    }
    if (this.remedies.dataset.shown === wanted.join()) return;
    this.remedies.dataset.shown = wanted.join();
    this.remedies.replaceChildren(...wanted.map((remedy) => {
      switch (remedy) {
        case "faster":
          return this.button("game-faster", "games.faster", () => act.change({ algorithm: "alpha-beta" }));
        case "shallower":
          return this.button("game-shallower", "games.shallower", () => act.change({ depth: Number(this.depth.value) - 1 }));
        default:
          return this.button("game-retry", "games.retry", act.retry);
      }
    }));
  }

  /**
   * @param {Shown} shown
   * @param {boolean} over
   */
  showDepth({ rules, history, view: { depth } }, over) {
    const { words } = this;
    this.depth.max = String(rules.maxDepth);
    this.depth.value = String(depth);
    say(this.depthNumber, String(depth));
    const left = count(history.position, ".");
    say(this.depthSays, depth > left && !over ? words.text("games.depth.left", { n: left }) : words.text("games.depth.says", { n: depth }));
  }

  /** @param {Shown} shown */
  showPosition({ rules, history, wrong }) {
    const { words } = this;
    if (wrong === null) this.position.value = history.text;
    say(this.positionSays, wrong === null ? words.text(`games.position.${rules.name}`) : words.text(`games.bad.${wrong.kind}`, wrong.facts));
    this.positionSays.classList.toggle("bad", wrong !== null);
    this.position.setAttribute("aria-invalid", String(wrong !== null));
  }
}
