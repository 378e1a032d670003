// Paints a value for each cell over the map: as an image of one pixel a cell,
// and as marks where cells have room for them.

import { parseColor } from "/player/colors.js";

/** Sizes of cells, in pixels of the canvas, from which on there is room. */
const ROOM_FOR_FRAME = 12;
const ROOM_FOR_MARKS = 7;

/** Errors smaller than this are none: replies have four digits after the point. */
export const NOTHING = 5e-5;

/** How much a lens hides of what the search has painted. */
const VEIL = 0.66;

/** Shares are shown over so many powers of ten. */
const DECADES = 4;

/** The levels of a ramp. */
const LEVELS = 64;

/** What stands on a cell besides its color. */
export const MARK = Object.freeze({ none: 0, stroke: 1, dot: 2, cross: 3 });

/** @typedef {import("/player/colors.js").Rgb} Rgb */

/**
 * The colors of a lens, as the pixels of an image hold them (little-endian RGBA):
 * ramps from little to much, and single ones.
 *
 * @typedef {object} Palette
 * @property {Uint32Array} under
 * @property {Uint32Array} over
 * @property {Uint32Array} share
 * @property {number} exact
 * @property {number} none
 * @property {number} veil which lets through some of what is below it
 * @property {string} ink of the marks, as CSS has it
 */

/**
 * Reads the colors of a lens from an element's custom properties.
 *
 * @param {Element} element
 * @returns {Palette}
 */
export function paletteOf(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const css = (name) => style.getPropertyValue(`--lens-${name}`).trim();
  /** @param {string} name */
  const rgb = (name) => parseColor(css(name));
  /** @param {string} name */
  const ramp = (name) => rampOf([rgb(`${name}0`), rgb(`${name}1`), rgb(`${name}2`)]);
  return {
    under: ramp("under"), over: ramp("over"), share: ramp("share"),
    exact: pixelOf(rgb("exact")), none: pixelOf(rgb("none")), veil: pixelOf(rgb("veil"), VEIL), ink: css("mark"),
  };
}

/**
 * @param {Rgb} color
 * @param {number} [opacity]
 */
export function pixelOf([r, g, b], opacity = 1) {
  return ((Math.round(255 * opacity) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/**
 * Returns the levels between some colors.
 *
 * @param {Rgb[]} stops
 */
export function rampOf(stops) {
  return Uint32Array.from({ length: LEVELS }, (_, level) => {
    const at = (level / (LEVELS - 1)) * (stops.length - 1);
    const i = Math.min(stops.length - 2, Math.floor(at));
    /** @param {0 | 1 | 2} channel */
    const part = (channel) => Math.round(stops[i][channel] + (stops[i + 1][channel] - stops[i][channel]) * (at - i));
    return pixelOf([part(0), part(1), part(2)]);
  });
}

/**
 * @param {Uint32Array} ramp
 * @param {number} share from 0 to 1
 */
function along(ramp, share) {
  return ramp[Math.max(0, Math.min(LEVELS - 1, Math.round(share * (LEVELS - 1))))];
}

/**
 * Returns how strongly a share of the paths is shown, from 0 to 1: evenly over
 * its powers of ten, since on open ground each cell has but few of very many paths.
 *
 * @param {number} share above 0
 */
export function strength(share) {
  return Math.max(0, Math.min(1, 1 + Math.log10(share) / DECADES));
}

/**
 * What a lens paints: a value for each cell, by row, and what is shown of one. A
 * pixel of 0 shows nothing.
 *
 * @typedef {object} LensCells
 * @property {any[][]} rows
 * @property {(value: any, palette: Palette) => number} pixel
 * @property {(value: any) => number} mark
 */

/**
 * Paints the excess of an estimate; null where the goal cannot be reached.
 *
 * @param {(number | null)[][]} rows
 * @param {number} most the greatest error
 * @returns {LensCells}
 */
export function excessCells(rows, most) {
  return {
    rows,
    pixel: (excess, palette) => {
      if (excess === null) return palette.none;
      const error = Math.abs(excess);
      return error < NOTHING ? palette.exact : along(excess > 0 ? palette.over : palette.under, Math.sqrt(error / most));
    },
    mark: (excess) => (excess === null ? MARK.cross : excess >= NOTHING ? MARK.stroke : MARK.none),
  };
}

/**
 * Paints shares of all optimal paths.
 *
 * @param {number[][]} rows
 * @returns {LensCells}
 */
export function shareCells(rows) {
  return {
    rows,
    pixel: (share, palette) => (share > 0 ? along(palette.share, strength(share)) : 0),
    mark: (share) => (share >= 1 ? MARK.dot : MARK.none),
  };
}

/** @param {ImageData} pixels */
function canvasOf(pixels) {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).putImageData(pixels, 0, 0);
  return canvas;
}

/** A painted lens. */
export class LensImage {
  /**
   * @param {import("./map.js").GridMap} map
   * @param {LensCells} cells of the size of the map
   * @param {Palette} palette
   */
  constructor(map, { rows, pixel, mark }, palette) {
    const { width, height } = map;
    this.width = width;
    this.height = height;
    this.ink = palette.ink;
    this.marks = new Uint8Array(width * height);
    const colors = new ImageData(width, height);
    const veil = new ImageData(width, height);
    const colorPixels = new Uint32Array(colors.data.buffer);
    const veilPixels = new Uint32Array(veil.data.buffer);
    const open = map.kinds.map(({ weight }) => weight !== null);
    for (let y = 0, i = 0; y < height; y++) {
      const row = rows[y];
      for (let x = 0; x < width; x++, i++) {
        if (!open[map.cells[i]]) continue;
        veilPixels[i] = palette.veil;
        colorPixels[i] = pixel(row[x], palette);
        this.marks[i] = mark(row[x]);
      }
    }
    this.colors = canvasOf(colors);
    this.veil = canvasOf(veil);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{x: number, y: number, cell: number}} board in pixels of the canvas
   */
  draw(context, { x, y, cell }) {
    const { width, height } = this;
    context.save();
    context.imageSmoothingEnabled = cell < 1;
    context.drawImage(this.veil, x, y, width * cell, height * cell);
    if (cell >= ROOM_FOR_FRAME) this.clipFrames(context, x, y, cell);
    context.drawImage(this.colors, x, y, width * cell, height * cell);
    context.restore();
    if (cell < ROOM_FOR_FRAME) {
      // Where cells have no edges, the map has one: on a white page white cells are not seen.
      context.strokeStyle = this.ink;
      context.lineWidth = 1;
      context.strokeRect(x - 0.5, y - 0.5, width * cell + 1, height * cell + 1);
    }
    if (cell >= ROOM_FOR_MARKS) this.drawMarks(context, x, y, cell);
  }

  /**
   * Leaves the edge of each cell as it is, so that the ground shows there.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} cell
   */
  clipFrames(context, x, y, cell) {
    const { left, top, right, bottom } = this.visible(context, x, y, cell);
    const inset = Math.max(1, Math.round(cell / 10));
    context.beginPath();
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        context.rect(x + column * cell + inset, y + row * cell + inset, cell - 2 * inset, cell - 2 * inset);
      }
    }
    context.clip();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} cell
   */
  visible({ canvas }, x, y, cell) {
    return {
      left: Math.max(0, Math.floor(-x / cell)), right: Math.min(this.width, Math.ceil((canvas.width - x) / cell)),
      top: Math.max(0, Math.floor(-y / cell)), bottom: Math.min(this.height, Math.ceil((canvas.height - y) / cell)),
    };
  }

  /**
   * Marks what must be told without colors: strokes where estimates are too high,
   * dots where every path passes, crosses where none can.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} cell
   */
  drawMarks(context, x, y, cell) {
    const { left, top, right, bottom } = this.visible(context, x, y, cell);
    const reach = cell * 0.26;
    context.save();
    context.strokeStyle = context.fillStyle = this.ink;
    context.lineWidth = Math.max(1, cell / 12);
    context.beginPath();
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const mark = this.marks[row * this.width + column];
        if (mark === MARK.none) continue;
        const [cx, cy] = [x + (column + 0.5) * cell, y + (row + 0.5) * cell];
        if (mark === MARK.dot) {
          context.moveTo(cx + cell * 0.14, cy);
          context.arc(cx, cy, cell * 0.14, 0, 2 * Math.PI);
          continue;
        }
        context.moveTo(cx - reach, cy + reach);
        context.lineTo(cx + reach, cy - reach);
        if (mark === MARK.cross) {
          context.moveTo(cx - reach, cy - reach);
          context.lineTo(cx + reach, cy + reach);
        }
      }
    }
    context.stroke();
    context.restore();
  }
}
