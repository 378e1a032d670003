// What the games' page says in sentences.

import { LIMIT } from "./gameasks.js";
import { opponent } from "./gamerules.js";
import { meaning, outcomeOf, scoreOf, signed } from "./gamevalues.js";

/** @typedef {import("./words.js").Words} Words */

/**
 * Everything that the page shows, at one moment.
 *
 * @typedef {object} Shown
 * @property {import("./gamerules.js").Rules} rules
 * @property {import("./gamehistory.js").GameHistory} history
 * @property {import("./gameview.js").GameView} view
 * @property {import("./gamerules.js").Side | null} searchSide the side that the search plays
 * @property {number} replied the move that the search has just played, −1: none
 * @property {boolean} fresh whether the last move has just been made
 * @property {boolean} slow whether the answer takes its time
 * @property {boolean} wantsExact
 * @property {import("./gamerules.js").PositionError | null} wrong what is wrong with the position that was typed
 * @property {import("./gameasks.js").Answer | null} answer
 * @property {ReadonlyMap<string, import("./gameasks.js").Answer>} compared by algorithm
 * @property {ReadonlyMap<number, number>} grown nodes by depth
 * @property {Growth} growth
 * @property {import("./gameasks.js").Answer | null} exact
 * @property {{answer: boolean, compared: boolean, grown: boolean}} stale which of them are to an earlier question
 */

/**
 * @typedef {object} Growth
 * @property {import("./gameasks.js").GrowthState} state
 * @property {number} depth the last one that was searched
 * @property {number} milliseconds that it took
 * @property {import("./api.js").ApiError | null} failure of the next one
 */

/**
 * Tells whether it is the search's turn.
 *
 * @param {Shown} shown
 */
export function searchMoves({ history, searchSide }) {
  return history.status === "playing" && history.toMove === searchSide;
}

/**
 * Says how the game has ended.
 *
 * @param {Words} words
 * @param {Shown} shown
 */
export function outcome(words, { history, searchSide }) {
  const { status } = history;
  if (status === "draw") return words.text("games.over.draw");
  const winner = status === "x-wins" ? "x" : "o";
  const who = searchSide === null ? "won" : winner === searchSide ? "search" : "you";
  return words.text(`games.over.${who}`, { side: winner.toUpperCase() });
}

/**
 * Says whose turn it is.
 *
 * @param {Words} words
 * @param {Shown} shown
 */
export function turn(words, { history, view, searchSide, replied }) {
  const side = history.toMove.toUpperCase();
  if (searchSide === null) return words.text("games.turn.both", { side });
  const now = words.text("games.turn.you", { side });
  if (replied < 0) return now;
  return [words.text(`games.replied.${view.game}`, { move: replied + 1 }), now].join(words.text("games.space"));
}

/**
 * Says how things stand.
 *
 * @param {Words} words
 * @param {Shown} shown
 */
export function standing(words, shown) {
  const { history, answer, slow } = shown;
  if (history.status !== "playing") return outcome(words, shown);
  if (answer !== null && "failure" in answer) return trouble(words, answer.failure);
  if (searchMoves(shown)) return words.text("games.turn.search", { side: history.toMove.toUpperCase() });
  return slow ? words.text("games.turn.slow") : turn(words, shown);
}

/**
 * Says why there is no answer.
 *
 * @param {Words} words
 * @param {import("./api.js").ApiError} failure
 */
export function trouble(words, { status, message }) {
  if (status === 0) return words.text("games.trouble.gone");
  if (status === 429 || status === 503) return words.text("games.trouble.busy");
  if (status === LIMIT && message.includes("the search was stopped")) return words.text("games.trouble.limit");
  return words.text("games.trouble.failed", { detail: message });
}

/**
 * Says in a sentence what a value means.
 *
 * @param {Words} words
 * @param {import("./gamerules.js").Rules} rules
 * @param {import("./gamehistory.js").GameHistory} history
 * @param {{value: number, solved: boolean}} reply
 * @param {number} depth
 */
export function verdict(words, rules, { position, toMove }, { value, solved }, depth) {
  const { verdict: word, stones } = meaning(rules, position, value, solved);
  const [side, other] = [toMove.toUpperCase(), opponent(toMove).toUpperCase()];
  if (word === "win" || word === "loss") return words.text("games.says.wins", { side: word === "win" ? side : other, n: stones });
  return words.text(`games.says.${word}`, { side, other, value: signed(value), n: depth });
}

/**
 * Says how far the depths have been searched.
 *
 * @param {Words} words
 * @param {Shown} shown
 */
export function growthNote(words, { history, answer, grown, growth }) {
  const { state, depth, milliseconds, failure } = growth;
  if (history.status !== "playing" || (answer !== null && "failure" in answer && grown.size === 0)) return "";
  if (failure !== null) return words.text("games.growth.failed", { depth, reason: trouble(words, failure) });
  return words.text(`games.growth.${state}`, { depth, time: timeText(words, milliseconds) });
}

/**
 * Says what the solver has found out.
 *
 * @param {Words} words
 * @param {Shown} shown
 */
export function exactSays(words, { rules, history, wantsExact, exact }) {
  if (rules.name !== "connect-four" || !wantsExact || history.status !== "playing") return "";
  if (exact === null) return words.text("games.exact.solving");
  if ("failure" in exact) return trouble(words, exact.failure);
  const { lower, upper } = scoreOf(exact.reply.exact);
  if (lower === upper) {
    const value = lower * rules.win;
    return words.text("games.exact.says", { verdict: verdict(words, rules, history, { value, solved: true }, 0), score: signed(lower) });
  }
  const known = outcomeOf({ lower, upper });
  if (known === "") return words.text("games.exact.limit");
  const winner = known === "win" ? history.toMove : opponent(history.toMove);
  return words.text("games.exact.wins", { side: winner.toUpperCase() });
}

/**
 * Writes how long something took.
 *
 * @param {Words} words
 * @param {number} milliseconds
 */
export function timeText(words, milliseconds) {
  if (milliseconds < 1) return words.text("games.time.less");
  if (milliseconds < 1000) return words.text("games.time.ms", { time: Math.round(milliseconds) });
  return words.text("games.time.s", { time: Math.round(milliseconds / 100) / 10 });
}
