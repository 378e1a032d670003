// Exact lengths a + b√2, held as one integer a·Q + b·P as in package root2,
// whose documentation has the proof that their order is exact.

/** The integer that holds the length 1. */
export const Q = 543339720n;

/** The integer that holds √2; P² − 2Q² = 1. */
export const P = 768398401n;

// P⁻¹ modulo Q: 225058681·768398401 = 1 + 318281039·543339720.
const INVERSE = 225058681n;

// Longer texts are kept for this many lengths, so that a cell asked for again
// costs a look-up.
const REMEMBERED = 20000;

/**
 * Returns the integers a and b of a length a + b√2: those of a sum of steps if
 * it is one, else the pair with the smaller |b|.
 *
 * @param {bigint} length
 * @returns {[bigint, bigint]}
 */
export function coefficients(length) {
  let residue = length % Q;
  if (residue < 0n) residue += Q;
  const b = (residue * INVERSE) % Q;
  const a = (length - b * P) / Q;
  if (a < 0n && b > Q / 2n) return [a + P, b - Q];
  return [a, b];
}

/**
 * Returns n/scale as an exact decimal without trailing zeros, where scale is a
 * power of ten or twice one.
 *
 * @param {bigint} n
 * @param {bigint} scale
 * @returns {string}
 */
export function decimal(n, scale) {
  let ten = 1n;
  let digits = 0;
  while (ten < scale) {
    ten *= 10n;
    digits++;
  }
  const size = n < 0n ? -n : n;
  const text = ((size * ten) / scale).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, "");
  return (n < 0n ? "−" : "") + whole + (fraction === "" ? "" : "." + fraction);
}

/** Writes costs for people: exactly, and as a number. */
export class Lengths {
  /**
   * @param {boolean} root2 whether costs are lengths; if not they are plain numbers
   * @param {bigint} scale the costs' unit is 1/scale
   */
  constructor(root2, scale) {
    this.root2 = root2;
    this.scale = scale;
    /** @type {Map<bigint, string>} */
    this.texts = new Map();
    this.unit = root2 ? Number(Q) * Number(scale) : Number(scale);
  }

  /**
   * Returns the cost as a number, for scales and sorting by eye.
   *
   * @param {number} cost
   * @returns {number}
   */
  value(cost) {
    return cost / this.unit;
  }

  /**
   * Returns a cost as "6+5√2". A cost that is no sum of steps, such as an
   * estimate by straight lines, is told as a decimal that goes on: "7.071…".
   *
   * @param {bigint} cost
   * @returns {string}
   */
  text(cost) {
    if (!this.root2) return decimal(cost, this.scale);
    let text = this.texts.get(cost);
    if (text === undefined) {
      text = this.write(cost);
      if (this.texts.size >= REMEMBERED) this.texts.clear();
      this.texts.set(cost, text);
    }
    return text;
  }

  /**
   * @param {bigint} cost
   * @returns {string}
   */
  write(cost) {
    const [a, b] = coefficients(cost);
    const size = b < 0n ? -b : b;
    if (a < 0n || b < 0n) {
      // The difference of two paths has few of each; anything else is rounded.
      if (size > 100000n * this.scale) return this.short(Number(cost)) + "…";
    }
    if (b === 0n) return decimal(a, this.scale);
    const diagonal = (size === this.scale ? "" : decimal(size, this.scale)) + "√2";
    if (a === 0n) return (b < 0n ? "−" : "") + diagonal;
    return decimal(a, this.scale) + (b < 0n ? "−" : "+") + diagonal;
  }

  /**
   * Returns a cost as a number with at most three digits after the point.
   *
   * @param {number} cost
   * @returns {string}
   */
  short(cost) {
    const value = this.value(cost);
    const text = value.toFixed(Math.abs(value) < 1000 ? 3 : 1);
    return (text.includes(".") ? text.replace(/\.?0+$/, "") : text).replace("-", "−");
  }
}
