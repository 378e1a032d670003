import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { dictionaries, Words } from "../assets/words.js";

const languages = ["en", "ja", "zh"];

/** The facts and the forms of a text, which all languages must agree in. */
const facts = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

test("every text is there in three languages, with the same facts", () => {
  const keys = Object.keys(dictionaries.en);
  assert.ok(keys.length > 400, `${keys.length} texts`);
  for (const language of languages) {
    assert.deepEqual(Object.keys(dictionaries[language]).filter((key) => !(key in dictionaries.en)), []);
    for (const key of keys) {
      const text = dictionaries[language][key];
      assert.equal(typeof text, "string", `${language} ${key}`);
      // What stands between others, or after a number, may be empty in a language.
      for (const form of text.split("|")) assert.equal(facts(form), facts(dictionaries.en[key].split("|")[0]), `${language} ${key}`);
    }
  }
});

test("no area takes the words of another", async () => {
  const seen = new Map();
  const files = readdirSync(new URL("../assets/", import.meta.url)).filter((name) => /^words-[a-z]+\.js$/.test(name));
  assert.ok(files.length >= 6);
  for (const file of files) {
    for (const area of Object.values(await import(`../assets/${file}`))) {
      for (const key of Object.keys(area.en ?? {})) {
        assert.ok(!seen.has(key) || file === "words-algorithms.js" || seen.get(key) === "words-algorithms.js", `${key} in ${file} and ${seen.get(key)}`);
        seen.set(key, file);
      }
    }
  }
});

test("texts that are missing are told in English, and unknown ones by their key", () => {
  const words = new Words("ja");
  dictionaries.en["test.only"] = "{n} cell|{n} cells";
  assert.equal(words.text("test.only", { n: 2 }), "2 cells");
  delete dictionaries.en["test.only"];
  assert.equal(words.text("test.only"), "test.only");
  assert.deepEqual([words.has("shell.retry"), words.has("test.only")], [true, false]);
});

test("what is bound changes with the language", () => {
  const words = new Words("en");
  const element = { textContent: "", attributes: {}, setAttribute(name, value) { this.attributes[name] = value; } };
  words.bind(element, "shell.retry");
  words.bind(element, "shell.help", "title");
  assert.deepEqual([element.textContent, element.attributes.title], ["Try again", "Keys and pointers"]);
  words.change("zh");
  assert.deepEqual([element.textContent, element.attributes.title], ["重试", "按键与指针"]);
});
