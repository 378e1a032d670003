// What files are, before a server has read them, and what its refusals mean.

/** @typedef {[number, number]} Cell */

/** The formats of maps, with what a name of such a file ends in. */
export const FORMATS = /** @type {const} */ ([
  { name: "native", extension: "map" },
  { name: "movingai", extension: "map" },
  { name: "terrain", extension: "txt" },
  { name: "plain", extension: "txt" },
]);

/** @typedef {(typeof FORMATS)[number]["name"]} Format */

/**
 * What a file is: "map" stands for every text that is nothing else.
 *
 * @typedef {"map" | "scenario" | "trace" | "trace-lines" | "answer" | "page" | "compressed" | "empty" | "binary"} Content
 */

// As package trace begins its files.
const TRACE = [0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a];
// gzip, xz, zstd, zip.
const COMPRESSED = [[0x1f, 0x8b], [0xfd, 0x37, 0x7a, 0x58, 0x5a], [0x28, 0xb5, 0x2f, 0xfd], [0x50, 0x4b, 0x03, 0x04]];

/**
 * Tells what a file is from its content, and returns its text if it is one.
 *
 * @param {Uint8Array} bytes
 * @returns {{content: Content, text: string}}
 */
export function recognize(bytes) {
  /** @param {number[]} magic */
  const begins = (magic) => bytes.length >= magic.length && magic.every((byte, i) => bytes[i] === byte);
  if (begins(TRACE)) return { content: "trace", text: "" };
  if (COMPRESSED.some(begins)) return { content: "compressed", text: "" };
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { content: "binary", text: "" };
  }
  if (text.includes("\0")) return { content: "binary", text: "" };
  return { content: contentOf(text), text };
}

/**
 * @param {string} text
 * @returns {Content}
 */
function contentOf(text) {
  if (!/\S/.test(text)) return "empty";
  if (/^version[ \t]+1(\.0{1,6})?[ \t]*(\r?\n|$)/.test(text)) return "scenario";
  if (/^\{"header":/.test(text)) return "trace-lines";
  if (/^\s*\{\s*"[a-z_]+"\s*:/.test(text)) return "answer";
  if (/^\s*<(!doctype|html|svg|\?xml)/i.test(text)) return "page";
  return "map";
}

/**
 * What is wrong with a file or a field.
 *
 * @typedef {object} Problem
 * @property {number} line from 1; 0 if it is no line's
 * @property {number} column in characters, from 1; 0: the line as a whole
 * @property {string} what is wrong
 * @property {string} remedy what would be right; may be empty
 * @property {{before: string, at: string, after: string} | null} excerpt of the line
 * @property {string} field of the request; may be empty
 */

// Characters of a long line that are shown before and after the one at fault.
const AROUND = 24;

/**
 * Takes a refusal of the server apart: "FIELD: FILE:LINE:COLUMN: what is wrong;
 * what would be right", of which all but the third is not always there.
 *
 * @param {string} message
 * @param {string} [text] the file that it is about
 * @returns {Problem}
 */
export function problemOf(message, text = "") {
  // The details of a request's fields follow, which repeat it.
  const details = /^(.*?); (body\.[\w.-]+: .*)$/s.exec(message);
  let rest = details === null ? message : details[1];
  let field = /^body\.([\w-]+)/.exec(details?.[2] ?? "")?.[1] ?? "";
  if (details !== null && /^(validation failed|unprocessable)/i.test(rest)) rest = details[2].replace(/^body\.[\w.-]+: /, "");
  const named = /^([a-z_-]+): (.*)$/s.exec(rest);
  if (named !== null && (field === "" || field === named[1])) {
    field = named[1];
    rest = named[2];
  }
  let line = 0;
  let column = 0;
  const placed = /^[^\n]*?:(\d+)(?::(\d+))?: (.*)$/s.exec(rest);
  if (placed !== null) {
    line = Number(placed[1]);
    column = Number(placed[2] ?? 0);
    rest = placed[3];
  }
  const [what, ...remedies] = rest.split("; ");
  return { line, column, what, remedy: remedies.join("; "), excerpt: line === 0 ? null : excerptOf(text, line, column), field };
}

/**
 * @param {string} text
 * @param {number} line from 1
 * @param {number} column from 1, or 0
 */
function excerptOf(text, line, column) {
  const row = text.split(/\r?\n/, line)[line - 1];
  if (row === undefined || row === "") return null;
  const characters = [...row];
  /** @param {number} from @param {number} to */
  const part = (from, to) => characters.slice(from, to).join("");
  if (column < 1 || column > characters.length + 1) {
    const cut = characters.length > 2 * AROUND ? "…" : "";
    return { before: part(0, 2 * AROUND) + cut, at: "", after: "" };
  }
  const from = Math.max(0, column - 1 - AROUND);
  const to = Math.min(characters.length, column + AROUND);
  return {
    before: (from > 0 ? "…" : "") + part(from, column - 1),
    at: characters[column - 1] ?? " ",
    after: part(column, to) + (to < characters.length ? "…" : ""),
  };
}

/**
 * A query of a scenario file.
 *
 * @typedef {object} Query
 * @property {Cell} from
 * @property {Cell} to
 * @property {string} optimal the length of a shortest path, as the file has it
 */

/**
 * What a scenario file has for a map.
 *
 * @typedef {object} Scenario
 * @property {Query[]} queries the first ones that are for a map of that size
 * @property {number} fitting how many there are
 * @property {number} total how many queries the file has
 * @property {{name: string, width: number, height: number} | null} map that the first query is for
 * @property {number} wrong the number of the first line that is no query; 0: none
 */

/**
 * Reads a MovingAI scenario for a map of a size. Lines that are no queries are
 * left out.
 *
 * @param {string} text
 * @param {{width: number, height: number}} size
 * @param {number} most how many queries to return
 * @returns {Scenario}
 */
export function readScenario(text, size, most) {
  /** @type {Scenario} */
  const scenario = { queries: [], fitting: 0, total: 0, map: null, wrong: 0 };
  for (const [i, row] of text.split(/\r?\n/).entries()) {
    if (i === 0 || row.trim() === "") continue;
    let words = row.trim().split(/[ \t]+/);
    // Where tabs separate the fields, a map's name may hold blanks.
    if (words.length !== 9) words = row.split("\t").map((word) => word.trim());
    const numbers = [2, 3, 4, 5, 6, 7].map((field) => (/^\d{1,9}$/.test(words[field] ?? "") ? Number(words[field]) : NaN));
    const [width, height, ...places] = numbers;
    const inside = places.every((place, axis) => place < (axis % 2 === 0 ? width : height));
    if (words.length !== 9 || !inside || !/^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(words[8])) {
      scenario.wrong ||= i + 1;
      continue;
    }
    scenario.total++;
    scenario.map ??= { name: words[1].split(/[/\\]/).at(-1) ?? "", width, height };
    if (width !== size.width || height !== size.height) continue;
    scenario.fitting++;
    if (scenario.queries.length < most) {
      scenario.queries.push({ from: [places[0], places[1]], to: [places[2], places[3]], optimal: words[8] });
    }
  }
  return scenario;
}

/**
 * Returns a start and a goal for a map that names none: the first and the last
 * cell, row by row, of its largest region; the map's corners if no cell is open.
 *
 * @param {import("./map.js").GridMap} map
 * @returns {[Cell, Cell]}
 */
export function endsOf(map) {
  const { width, height, kinds, cells } = map;
  const open = kinds.map(({ weight }) => weight !== null);
  const seen = new Uint8Array(cells.length);
  const stack = new Int32Array(cells.length);
  let best = 0;
  let first = 0;
  let last = cells.length - 1;
  for (let begin = 0; begin < cells.length; begin++) {
    if (seen[begin] === 1 || !open[cells[begin]]) continue;
    let size = 0;
    let greatest = begin;
    let top = 0;
    /** @param {number} cell */
    const meet = (cell) => {
      if (seen[cell] === 1 || !open[cells[cell]]) return;
      seen[cell] = 1;
      stack[top++] = cell;
    };
    meet(begin);
    while (top > 0) {
      const cell = stack[--top];
      size++;
      if (cell > greatest) greatest = cell;
      const x = cell % width;
      if (x > 0) meet(cell - 1);
      if (x < width - 1) meet(cell + 1);
      if (cell >= width) meet(cell - width);
      if (cell < width * (height - 1)) meet(cell + width);
    }
    if (size > best) [best, first, last] = [size, begin, greatest];
  }
  /** @param {number} cell @returns {Cell} */
  const place = (cell) => [cell % width, Math.trunc(cell / width)];
  return [place(first), place(last)];
}

/**
 * Returns a name for a file to save, without what other systems do not take.
 *
 * @param {string} name of a map; may be empty
 * @param {string} extension without its dot
 */
export function fileNameOf(name, extension) {
  const stem = name.replace(/\.(map|txt|map\.scen)$/i, "").replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[-. ]+|[-. ]+$/g, "").slice(0, 80);
  return `${stem === "" ? "map" : stem}.${extension}`;
}

/**
 * Returns a name within the number of bytes that the server takes for one.
 *
 * @param {string} name
 */
export function shortName(name) {
  const characters = [...name];
  while (new TextEncoder().encode(characters.join("")).length > 200) characters.pop();
  return characters.join("");
}
