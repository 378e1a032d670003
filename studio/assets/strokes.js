// Which cells a stroke goes over.

/** @typedef {{x: number, y: number}} Spot */

/**
 * Returns the cells of the straight line between two, both included, each beside
 * or diagonal to the next (Bresenham 1965).
 *
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Spot[]}
 */
export function line(from, to) {
  const dx = Math.abs(to.x - from.x);
  const dy = -Math.abs(to.y - from.y);
  const stepX = Math.sign(to.x - from.x);
  const stepY = Math.sign(to.y - from.y);
  const spots = [];
  let { x, y } = from;
  for (let error = dx + dy; ; ) {
    spots.push({ x, y });
    if (x === to.x && y === to.y) return spots;
    const twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x += stepX;
    }
    if (twice <= dx) {
      error += dx;
      y += stepY;
    }
  }
}

/**
 * Returns the cells of the rectangle between two of its corners.
 *
 * @param {Spot} from
 * @param {Spot} to
 * @param {{width: number, height: number}} map cells beyond it are left out
 * @returns {Spot[]}
 */
export function box(from, to, { width, height }) {
  const spots = [];
  for (let y = Math.max(0, Math.min(from.y, to.y)); y <= Math.min(height - 1, Math.max(from.y, to.y)); y++) {
    for (let x = Math.max(0, Math.min(from.x, to.x)); x <= Math.min(width - 1, Math.max(from.x, to.x)); x++) spots.push({ x, y });
  }
  return spots;
}

/**
 * Returns the square that a brush covers at a cell; that of an even size has one
 * cell more to the right and below.
 *
 * @param {Spot} spot
 * @param {number} size of the brush
 * @returns {{left: number, top: number, right: number, bottom: number}} right and bottom included
 */
export function brush({ x, y }, size) {
  const before = Math.floor((size - 1) / 2);
  return { left: x - before, top: y - before, right: x - before + size - 1, bottom: y - before + size - 1 };
}

/**
 * Returns the indexes of the cells of a map that a brush covers on its way.
 *
 * @param {Spot[]} spots
 * @param {number} size of the brush
 * @param {{width: number, height: number}} map
 * @returns {Set<number>}
 */
export function covered(spots, size, { width, height }) {
  /** @type {Set<number>} */
  const cells = new Set();
  for (const spot of spots) {
    const { left, top, right, bottom } = brush(spot, size);
    for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
      for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) cells.add(y * width + x);
    }
  }
  return cells;
}
