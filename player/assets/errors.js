/**
 * What can be wrong with a trace; words.js says it in each language.
 *
 * @typedef {"empty" | "not-a-trace" | "newer" | "truncated" | "damaged" | "order" | "too-large" |
 *   "header" | "trailer" | "block" | "count" | "memory" | "unreadable"} ErrorCode
 */

/** Says what is wrong with a trace, and at which byte. */
export class TraceError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {number} offset of the damaged part in the file
   * @param {Record<string, string | number>} [facts] what the words for it mention
   */
  constructor(code, offset, facts = {}) {
    super(`trace: byte ${offset}: ${code}`);
    this.name = "TraceError";
    this.code = code;
    this.offset = offset;
    this.facts = facts;
  }
}
