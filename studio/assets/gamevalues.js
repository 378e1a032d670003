// What a value says: who wins with how many more stones, or who is thought to
// stand better.

/** @typedef {"win" | "loss" | "draw" | "ahead" | "behind" | "even"} Verdict */

/**
 * @typedef {object} Meaning
 * @property {Verdict} verdict for whom the value is meant
 * @property {number} stones that the winner still sets; 0 where nobody is known to win
 * @property {-3 | -2 | -1 | 0 | 1 | 2 | 3} shade from a loss to a win, in steps to be colored by
 */

// Estimates from here on have the stronger of two shades. The games estimate by
// counting, and these are about half of what a good position comes to.
const STRONG = { "tic-tac-toe": 4, "connect-four": 20 };

/**
 * Returns what a value means for the player whose turn it is.
 *
 * @param {import("./gamerules.js").Rules} rules
 * @param {import("./gamerules.js").Position} position before the move that has the value
 * @param {number} value
 * @param {boolean} solved whether no estimate took part in it
 * @returns {Meaning}
 */
export function meaning(rules, position, value, solved) {
  const size = Math.abs(value);
  if (size >= rules.win) {
    return { verdict: value > 0 ? "win" : "loss", stones: rules.stonesToWin(position, value), shade: value > 0 ? 3 : -3 };
  }
  if (value === 0) return { verdict: solved ? "draw" : "even", stones: 0, shade: 0 };
  const shade = size >= STRONG[rules.name] ? 2 : 1;
  return value > 0 ? { verdict: "ahead", stones: 0, shade } : { verdict: "behind", stones: 0, shade: shade === 2 ? -2 : -1 };
}

/**
 * Writes a value with its sign: +3, −2, 0.
 *
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/**
 * Returns what is proved of a position whose moves the solver knows: the best of
 * them counts.
 *
 * @param {readonly import("./gameasks.js").Bounds[]} moves at least one
 */
export function scoreOf(moves) {
  return { lower: Math.max(...moves.map(({ lower }) => lower)), upper: Math.max(...moves.map(({ upper }) => upper)) };
}

/**
 * Returns what bounds of a score say of its outcome: empty if nothing.
 *
 * @param {{lower: number, upper: number}} bounds
 * @returns {"win" | "draw" | "loss" | ""}
 */
export function outcomeOf({ lower, upper }) {
  if (lower > 0) return "win";
  if (upper < 0) return "loss";
  return lower === 0 && upper === 0 ? "draw" : "";
}
