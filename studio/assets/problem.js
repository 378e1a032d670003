// Shows what is wrong with a file: where, what, and what would be right.

import { icon, make } from "/player/dom.js";

/** @typedef {import("./formats.js").Problem} Problem */

/**
 * What is wrong with a file that no server has read, in the reader's language.
 *
 * @param {string} what
 * @param {string} remedy
 * @returns {Problem & {own: true}}
 */
export function ownProblem(what, remedy) {
  return { line: 0, column: 0, what, remedy, excerpt: null, field: "", own: true };
}

/**
 * @param {import("./words.js").Words} words
 * @param {Problem & {own?: boolean}} problem
 * @param {string} [name] of the file
 * @returns {HTMLElement}
 */
export function problemCard(words, { line, column, what, remedy, excerpt, own = false }, name = "") {
  // The server speaks English.
  const lang = own ? words.tag : "en";
  const place = line === 0 ? "" : words.text(column === 0 ? "files.where.line" : "files.where", { line, column });
  const where = [name, place].filter((part) => part !== "").join(" · ");
  const card = make("div", { class: "problem", "data-part": "problem" }, icon("warning"));
  const told = make("div", { class: "problem-told" });
  if (where !== "") told.append(make("p", { class: "problem-where" }, where));
  told.append(make("p", { class: "problem-what", lang }, sentence(what)));
  if (excerpt !== null) {
    told.append(make("pre", { class: "problem-line" }, excerpt.before, ...(excerpt.at === "" ? [] : [make("mark", {}, excerpt.at)]), excerpt.after));
  }
  if (remedy !== "") told.append(make("p", { class: "problem-remedy", lang }, sentence(remedy)));
  card.append(told);
  return card;
}

/**
 * The server's phrases begin small and end without a stop.
 *
 * @param {string} phrase
 */
function sentence(phrase) {
  const text = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return /[.!?。？！]$/.test(text) ? text : `${text}.`;
}
