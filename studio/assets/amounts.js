// How amounts are written: lengths, times, shares and very large counts.

/**
 * A length as answers have it: straight + diagonal·√2.
 *
 * @typedef {{text: string, straight: number, diagonal: number, value: number}} Length
 */

/** Digits that are read at a glance; longer counts are shortened. */
const READABLE = 15;

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A difference of paths has few of each step; what has more is no sum of steps. */
const MOST_STEPS = 100000;

/**
 * Tells whether a length is no sum of steps, as one that was divided by a weight.
 *
 * @param {Length} length
 */
function isUneven({ straight, diagonal }) {
  return (straight < 0 || diagonal < 0) && Math.abs(diagonal) > MOST_STEPS;
}

/**
 * Returns the exact length, such as "43+17√2". One that is no sum of steps is
 * told as a decimal that goes on: "23.31…".
 *
 * @param {Length} length
 */
export function exact(length) {
  if (isUneven(length)) return (Math.floor(length.value * 100) / 100).toFixed(2) + "…";
  return length.text.replaceAll("-", "−");
}

/**
 * Returns a number with at most two digits after the point.
 *
 * @param {number} value
 */
export function rounded(value) {
  const text = value.toFixed(2);
  return text.replace(/\.?0+$/, "").replace("-", "−");
}

/**
 * Returns the rounded length, or "" where the exact one is that.
 *
 * @param {Length} length
 */
export function approximate(length) {
  return length.text.includes("√") && !isUneven(length) ? rounded(length.value) : "";
}

/**
 * Returns the exact length, and the rounded one where that says more.
 *
 * @param {Length} length
 */
export function both(length) {
  const near = approximate(length);
  return near === "" ? exact(length) : `${exact(length)} ≈ ${near}`;
}

/**
 * Returns a factor that bounds a cost, such as "1.5" or "4/3". One with more than
 * three digits after the point is rounded up, and so stays true.
 *
 * @param {string} bound
 */
export function factor(bound) {
  const value = Number(bound);
  return /\.\d{4}/.test(bound) ? (Math.ceil(value * 1000) / 1000).toFixed(3) : bound;
}

/**
 * Returns a time as people read it.
 *
 * @param {number} nanoseconds
 */
export function time(nanoseconds) {
  const [unit, name] = nanoseconds < 999.5e3 ? [1e3, "µs"] : nanoseconds < 999.5e6 ? [1e6, "ms"] : [1e9, "s"];
  const value = nanoseconds / unit;
  return `${value < 9.95 ? value.toFixed(1) : String(Math.round(value))} ${name}`;
}

/**
 * Returns a quotient of two counts, such as "0.42".
 *
 * @param {number} count
 * @param {number} of
 */
export function quotient(count, of) {
  if (of === 0) return count === 0 ? "1.00" : "–";
  const value = count / of;
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 9.995 ? 1 : 2);
}

/**
 * Returns a share as a percentage with two digits that matter.
 *
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  const value = share * 100;
  const text = value >= 10 || value === 0 ? String(Math.round(value)) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
  return (text.includes(".") ? text.replace(/\.?0+$/, "") : text) + "%";
}

/**
 * Returns a count that may have very many digits: with its digits in groups, or
 * shortened to "1.23 × 10⁴⁵" where they are too many to be read.
 *
 * @param {string} digits decimal
 * @returns {{text: string, short: boolean, digits: number}}
 */
export function large(digits) {
  if (digits.length <= READABLE) return { text: grouped(digits), short: false, digits: digits.length };
  let power = digits.length - 1;
  let lead = Math.round(Number(digits.slice(0, 5)) / 100);
  if (lead === 1000) {
    lead = 100;
    power++;
  }
  const raised = [...String(power)].map((digit) => RAISED[Number(digit)]).join("");
  return { text: `${(lead / 100).toFixed(2)} × 10${raised}`, short: true, digits: digits.length };
}

/** @param {string} digits */
export function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Returns a cell as it is read on the stage's rulers.
 *
 * @param {readonly number[]} cell
 */
export function cellText([x, y]) {
  return `(${x},\u00a0${y})`;
}
