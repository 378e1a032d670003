// Which part of a map is seen, and how large.

/**
 * A view: the map's point (x, y), in cells, is in the middle of a sheet, and a
 * cell is `scale` CSS pixels wide.
 *
 * @typedef {{x: number, y: number, scale: number}} View
 */

/** @typedef {{width: number, height: number}} Size */

const MAX_SCALE = 160;

// The room around a map that is shown whole, in CSS pixels.
const MARGIN = 8;

/**
 * Returns the view that shows all of a map as large as it fits.
 *
 * @param {Size} map in cells
 * @param {Size} sheet in CSS pixels
 * @returns {View}
 */
export function fit(map, sheet) {
  const scale = Math.min((sheet.width - 2 * MARGIN) / map.width, (sheet.height - 2 * MARGIN) / map.height);
  return { x: map.width / 2, y: map.height / 2, scale: Math.min(MAX_SCALE, Math.max(1e-3, scale)) };
}

/**
 * Returns the view scaled by a factor, with the point of the map at (px, py),
 * in CSS pixels from the sheet's corner, staying where it is.
 *
 * @param {View} view
 * @param {number} factor
 * @param {number} px
 * @param {number} py
 * @param {Size} map
 * @param {Size} sheet
 * @returns {View}
 */
export function zoom(view, factor, px, py, map, sheet) {
  const least = Math.min(fit(map, sheet).scale, 1);
  const scale = Math.min(MAX_SCALE, Math.max(least, view.scale * factor));
  const dx = px - sheet.width / 2;
  const dy = py - sheet.height / 2;
  const moved = { x: view.x + dx / view.scale - dx / scale, y: view.y + dy / view.scale - dy / scale, scale };
  return clamp(moved, map, sheet);
}

/**
 * Returns the view with the map moved by so many CSS pixels.
 *
 * @param {View} view
 * @param {number} dx
 * @param {number} dy
 * @param {Size} map
 * @param {Size} sheet
 * @returns {View}
 */
export function pan(view, dx, dy, map, sheet) {
  return clamp({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, map, sheet);
}

/**
 * Returns the view moved as little as it takes to show a cell.
 *
 * @param {View} view
 * @param {number} x
 * @param {number} y
 * @param {Size} map
 * @param {Size} sheet
 * @returns {View}
 */
export function reveal(view, x, y, map, sheet) {
  const halfX = Math.max(0, sheet.width / 2 / view.scale - 2);
  const halfY = Math.max(0, sheet.height / 2 / view.scale - 2);
  const moved = {
    x: Math.min(Math.max(view.x, x + 0.5 - halfX), x + 0.5 + halfX),
    y: Math.min(Math.max(view.y, y + 0.5 - halfY), y + 0.5 + halfY),
    scale: view.scale,
  };
  return clamp(moved, map, sheet);
}

/**
 * Keeps the map in sight: where it is smaller than the sheet it is in the
 * middle, else no more than the margin shows beyond its edge.
 *
 * @param {View} view
 * @param {Size} map
 * @param {Size} sheet
 * @returns {View}
 */
export function clamp(view, map, sheet) {
  /** @param {number} at @param {number} cells @param {number} pixels */
  const inside = (at, cells, pixels) => {
    const half = (pixels / 2 - MARGIN) / view.scale;
    return 2 * half >= cells ? cells / 2 : Math.min(Math.max(at, half), cells - half);
  };
  return { x: inside(view.x, map.width, sheet.width), y: inside(view.y, map.height, sheet.height), scale: view.scale };
}

/**
 * Returns the column and row at a point of the sheet, as if the map had no end.
 *
 * @param {View} view
 * @param {number} px
 * @param {number} py
 * @param {Size} sheet
 * @returns {{x: number, y: number}}
 */
export function pointAt(view, px, py, sheet) {
  return {
    x: Math.floor(view.x + (px - sheet.width / 2) / view.scale),
    y: Math.floor(view.y + (py - sheet.height / 2) / view.scale),
  };
}

/**
 * Returns the cell at a point of the sheet, or −1 beyond the map.
 *
 * @param {View} view
 * @param {number} px
 * @param {number} py
 * @param {Size} map
 * @param {Size} sheet
 * @returns {number}
 */
export function cellAt(view, px, py, map, sheet) {
  const { x, y } = pointAt(view, px, py, sheet);
  return x < 0 || y < 0 || x >= map.width || y >= map.height ? -1 : y * map.width + x;
}
