// The texts that options are typed as, read as the server reads them.

const LARGEST = (1n << 63n) - 1n;

/**
 * Reads a weight: a decimal of at least 1 with at most nine digits after the
 * point, or a fraction.
 *
 * @param {string} text
 * @returns {{weight: string, problem?: undefined} | {weight?: undefined, problem: "empty" | "low" | "digits" | "large" | "odd"}}
 */
export function readWeight(text) {
  const typed = text.trim();
  if (typed === "") return { problem: "empty" };
  const parts = /^(?:(\d+)\/(\d+)|(\d*)\.?(\d*))$/.exec(typed);
  if (parts === null || typed === ".") return { problem: "odd" };
  const [, above, below, whole, digits] = parts;
  if (above === undefined && digits.length > 9) return { problem: "digits" };
  const [num, den] = above !== undefined
    ? [BigInt(above), BigInt(below)]
    : [BigInt(whole + digits), 10n ** BigInt(digits.length)];
  if (den === 0n) return { problem: "odd" };
  if (num < den) return { problem: "low" };
  if (num > LARGEST || den > LARGEST) return { problem: "large" };
  return { weight: typed.replace(/\.$/, "") };
}

/**
 * Returns a weight as a number.
 *
 * @param {string} weight that was read
 */
export function weightValue(weight) {
  const [above, below] = weight.split("/");
  return below === undefined ? Number(above) : Number(above) / Number(below);
}

/** The directions in the order that is usual. */
export const USUAL = "E,W,S,N,SE,NE,SW,NW";

/** Orders that have a name; the first is what an empty one stands for. */
export const ORDERS = Object.freeze({
  usual: USUAL,
  clockwise: "N,NE,E,SE,S,SW,W,NW",
  notebook: "S,N,E,W,SE,NE,SW,NW",
  terrain: "W,S,E,N,SW,SE,NE,NW",
});

/**
 * Reads an order of the neighbors; null if it does not name each once. The usual
 * one is "".
 *
 * @param {string} text
 * @returns {string | null}
 */
export function readOrder(text) {
  const names = text.toUpperCase().split(/[\s,、，]+/).filter((name) => name !== "");
  if (names.length === 0) return "";
  const sorted = [...names].sort().join();
  if (sorted !== USUAL.split(",").sort().join()) return null;
  const order = names.join(",");
  return order === USUAL ? "" : order;
}
