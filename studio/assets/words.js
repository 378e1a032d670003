// What the page says: the words of all its areas and the player's, in the
// languages that the player knows.

import { DICTIONARIES, Words as PlayerWords } from "/player/words.js";
import * as draw from "./words-draw.js";
import * as exporting from "./words-export.js";
import * as files from "./words-files.js";
import * as games from "./words-games.js";
import * as lessons from "./words-lessons.js";
import * as search from "./words-search.js";
import * as shell from "./words-shell.js";

/** @typedef {import("/player/words.js").Language} Language */
/** @typedef {Record<Language, Record<string, string>>} Dictionaries */

const AREAS = [shell, draw, search, files, exporting, lessons, games];

/** @type {Dictionaries} */
export const dictionaries = { en: { ...DICTIONARIES.en }, ja: { ...DICTIONARIES.ja }, zh: { ...DICTIONARIES.zh } };
for (const area of AREAS) {
  for (const words of Object.values(area)) {
    for (const language of /** @type {Language[]} */ (["en", "ja", "zh"])) {
      Object.assign(dictionaries[language], /** @type {Dictionaries} */ (words)[language]);
    }
  }
}

const english = new PlayerWords("en", dictionaries);

/** The words of one language at a time, and the elements that show them. */
export class Words extends PlayerWords {
  /** @param {Language} language */
  constructor(language) {
    super(language, dictionaries);
    /** Panels come and go, and are not kept for the sake of their words. */
    /** @type {{element: WeakRef<Element>, key: string, attribute: string}[]} */
    this.shown = [];
  }

  /**
   * Returns a text with its facts filled in; see the player's Words. What there
   * are no words for in a language is told in English.
   *
   * @param {string} key
   * @param {import("/player/words.js").Facts} [facts]
   * @returns {string}
   */
  text(key, facts = {}) {
    if (dictionaries[this.language][key] !== undefined) return super.text(/** @type {any} */ (key), facts);
    return dictionaries.en[key] === undefined ? key : english.text(/** @type {any} */ (key), facts);
  }

  /**
   * Tells whether there are words for a key, in this language or in English.
   *
   * @param {string} key
   */
  has(key) {
    return dictionaries[this.language][key] !== undefined || dictionaries.en[key] !== undefined;
  }

  /**
   * Makes an element, or an attribute of it, show a text in whatever language it
   * is, from now on.
   *
   * @template {Element} E
   * @param {E} element
   * @param {string} key
   * @param {string} [attribute]
   * @returns {E}
   */
  bind(element, key, attribute = "") {
    this.shown.push({ element: new WeakRef(element), key, attribute });
    this.write(element, key, attribute);
    return element;
  }

  /**
   * Changes the language of everything bound.
   *
   * @param {Language} language
   */
  change(language) {
    super.change(language);
    this.shown = this.shown.filter(({ element, key, attribute }) => {
      const there = element.deref();
      if (there !== undefined) this.write(there, key, attribute);
      return there !== undefined;
    });
  }

  /**
   * @param {Element} element
   * @param {string} key
   * @param {string} attribute
   */
  write(element, key, attribute) {
    if (attribute === "") element.textContent = this.text(key);
    else element.setAttribute(attribute, this.text(key));
  }
}
