// What the page says, in the languages that it knows.

import { en } from "./words-en.js";
import { ja } from "./words-ja.js";
import { zh } from "./words-zh.js";

/** @typedef {"en" | "ja" | "zh"} Language */

/** @typedef {Record<string, string | number>} Facts */

/** @typedef {keyof typeof en} Key */

/** The languages with their own names. */
export const LANGUAGES = /** @type {{code: Language, name: string, tag: string}[]} */ ([
  { code: "en", name: "English", tag: "en" },
  { code: "ja", name: "日本語", tag: "ja" },
  { code: "zh", name: "中文", tag: "zh-Hans" },
]);

/** @type {Record<Language, Record<string, string>>} */
export const DICTIONARIES = { en, ja, zh };

/**
 * Returns the first language of the reader's that the page knows, else English.
 *
 * @param {readonly string[]} wanted such as navigator.languages
 * @returns {Language}
 */
export function chooseLanguage(wanted) {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    const known = LANGUAGES.find((language) => language.code === code);
    if (known !== undefined) return known.code;
  }
  return "en";
}

/** The words of one language at a time, and the elements that show them. */
export class Words {
  /**
   * @param {Language} language
   * @param {Record<Language, Record<string, string>>} [dictionaries] with the player's own words among them
   */
  constructor(language, dictionaries = DICTIONARIES) {
    this.language = language;
    this.dictionaries = dictionaries;
    /** @type {{element: Element, key: Key, attribute: string}[]} */
    this.bound = [];
    this.numbers = new Intl.NumberFormat(this.tag);
  }

  /** The language as a tag for the attribute lang. */
  get tag() {
    return LANGUAGES.find(({ code }) => code === this.language)?.tag ?? "en";
  }

  /**
   * Changes the language of everything bound.
   *
   * @param {Language} language
   */
  change(language) {
    this.language = language;
    this.numbers = new Intl.NumberFormat(this.tag);
    for (const binding of this.bound) this.show(binding);
  }

  /**
   * Returns a text with its facts filled in. A fact named n chooses between the
   * singular and the plural, which stand as "singular|plural".
   *
   * @param {Key} key
   * @param {Facts} [facts]
   * @returns {string}
   */
  text(key, facts = {}) {
    const forms = this.dictionaries[this.language][key].split("|");
    const text = forms.length > 1 && facts.n !== 1 ? forms[1] : forms[0];
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const fact = facts[name];
      return typeof fact === "number" ? this.number(fact) : String(fact);
    });
  }

  /**
   * Returns a word that may be unknown, such as an option of a newer program; it
   * then stands for itself.
   *
   * @param {string} group
   * @param {string} word
   */
  term(group, word) {
    return this.dictionaries[this.language][`${group}.${word}`] ?? word;
  }

  /**
   * Returns a number with its digits in groups.
   *
   * @param {number} n
   */
  number(n) {
    return this.numbers.format(n);
  }

  /**
   * Makes an element, or an attribute of it, show a text in whatever language it
   * is, from now on.
   *
   * @template {Element} E
   * @param {E} element
   * @param {Key} key
   * @param {string} [attribute]
   * @returns {E}
   */
  bind(element, key, attribute = "") {
    const binding = { element, key, attribute };
    this.bound.push(binding);
    this.show(binding);
    return element;
  }

  /** @param {{element: Element, key: Key, attribute: string}} binding */
  show({ element, key, attribute }) {
    if (attribute === "") element.textContent = this.text(key);
    else element.setAttribute(attribute, this.text(key));
  }
}
