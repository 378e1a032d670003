// The cells of a map as a picture of one pixel each, which is scaled when it is
// drawn. Only cells that changed are painted again. It is cut into tiles, since
// no canvas may be a million pixels wide.

import { Colors } from "./colors.js";
import { CLOSED, NONE, OPEN, PLACE } from "./trace.js";
import { Replay } from "./replay.js";
import { heatShare } from "./sync.js";

const TILE = 1024;

/**
 * What the cells show.
 *
 * @typedef {object} Look
 * @property {boolean} open
 * @property {boolean} closed
 * @property {boolean} terrain
 * @property {"none" | "g" | "h" | "f" | "order"} heat what shades the expanded cells
 * @property {import("./sync.js").Extent} extent of the shading
 */

/**
 * @typedef {object} Tile
 * @property {number} x
 * @property {number} y
 * @property {HTMLCanvasElement} canvas
 * @property {ImageData} image
 * @property {Uint32Array} pixels of the image
 * @property {number} top first row that changed
 * @property {number} bottom the row after the last that changed
 */

/** The picture of one replay's cells. */
export class Cells {
  /**
   * @param {import("./documents.js").GridMap} map
   * @param {Replay} replay
   * @param {Colors} colors
   * @param {Look} look
   */
  constructor(map, replay, colors, look) {
    this.map = map;
    this.replay = replay;
    this.colors = colors;
    this.look = look;
    this.columns = Math.ceil(map.width / TILE);
    /** @type {Tile[]} */
    this.tiles = [];
    for (let y = 0; y < map.height; y += TILE) {
      for (let x = 0; x < map.width; x += TILE) this.tiles.push(this.makeTile(x, y));
    }
    /** Whether all cells are to be painted before the next drawing. */
    this.stale = true;
    replay.touched = (state) => {
      if (!this.stale) this.paint(state);
    };
    replay.replaced = () => {
      this.stale = true;
    };
  }

  /**
   * Changes what the cells show, and in which colors.
   *
   * @param {Colors} colors
   * @param {Look} look
   */
  change(colors, look) {
    this.colors = colors;
    this.look = look;
    this.stale = true;
  }

  /**
   * Shows another map of the same size.
   *
   * @param {import("./documents.js").GridMap} map
   */
  setMap(map) {
    this.map = map;
    this.stale = true;
  }

  /**
   * Draws the cells, with the map's corner at (x, y) and cells of a size, all
   * in pixels of the canvas.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  draw(context, x, y, size) {
    if (this.stale) this.paintAll();
    context.imageSmoothingEnabled = size < 1;
    context.imageSmoothingQuality = "medium";
    for (const tile of this.tiles) {
      const { canvas } = tile;
      // Whole pixels, so that tiles neither overlap nor leave a gap.
      const left = Math.round(x + tile.x * size);
      const top = Math.round(y + tile.y * size);
      const right = Math.round(x + (tile.x + canvas.width) * size);
      const bottom = Math.round(y + (tile.y + canvas.height) * size);
      if (right < 0 || bottom < 0 || left > context.canvas.width || top > context.canvas.height) continue;
      if (tile.top < tile.bottom) {
        const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        pen.putImageData(tile.image, 0, 0, 0, tile.top, canvas.width, tile.bottom - tile.top);
        tile.top = canvas.height;
        tile.bottom = 0;
      }
      context.drawImage(canvas, left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    }
  }

  /**
   * Paints every cell. Where the color hangs on nothing but place and shade it is
   * looked up, which takes a quarter of the time.
   */
  paintAll() {
    this.stale = false;
    const plain = this.replay.trace.sides === 1 && (this.look.heat === "none" || !this.look.closed);
    for (const tile of this.tiles) {
      if (plain) this.paintPlain(tile);
      else this.paintTile(tile);
      tile.top = 0;
      tile.bottom = tile.canvas.height;
    }
  }

  /** @param {Tile} tile */
  paintTile(tile) {
    const { width, height } = tile.canvas;
    let at = 0;
    for (let y = 0; y < height; y++) {
      const first = (tile.y + y) * this.map.width + tile.x;
      for (let x = 0; x < width; x++) tile.pixels[at++] = this.color(first + x);
    }
  }

  /** @param {Tile} tile */
  paintPlain(tile) {
    const { width, height } = tile.canvas;
    const { blocked, width: mapWidth } = this.map;
    const { colors, look, replay } = this;
    const { kind } = replay.trace;
    const current = replay.current[0];
    const shade = look.terrain ? this.map.shade : null;
    const flat = colors.ground[0];
    // By place, then shade of the ground plus 1.
    const ground = [flat, ...colors.ground];
    const table = Uint32Array.from([
      ...ground, ...(look.open ? colors.open : ground), ...(look.closed ? colors.closed[0] : ground),
    ]);
    const { pixels } = tile;
    let at = 0;
    for (let y = 0; y < height; y++) {
      const first = (tile.y + y) * mapWidth + tile.x;
      for (let state = first; state < first + width; state++) {
        if (blocked[state] !== 0) {
          pixels[at++] = colors.wall;
          continue;
        }
        const event = current[state]; // beyond its end nothing has been met
        const place = event >= 0 ? PLACE[kind[event] & 15] : NONE;
        pixels[at++] = table[place * 6 + (shade === null ? 0 : shade[state] + 1)];
      }
    }
  }

  /**
   * Paints one cell.
   *
   * @param {number} state
   */
  paint(state) {
    const { width } = this.map;
    const x = state % width;
    const y = (state - x) / width;
    const tile = this.tiles[Math.floor(y / TILE) * this.columns + Math.floor(x / TILE)];
    const row = y - tile.y;
    tile.pixels[row * tile.canvas.width + x - tile.x] = this.color(state);
    if (row < tile.top) tile.top = row;
    if (row >= tile.bottom) tile.bottom = row + 1;
  }

  /**
   * Returns the color of a cell.
   *
   * @param {number} state
   * @returns {import("./colors.js").Pixel}
   */
  color(state) {
    const { colors, map, look, replay } = this;
    if (map.blocked[state]) return colors.wall;
    const shade = look.terrain && map.shade !== null ? map.shade[state] + 1 : 0;
    const forward = this.seen(replay.place(0, state));
    const backward = replay.trace.sides === 2 ? this.seen(replay.place(1, state)) : NONE;
    if (forward === CLOSED && backward === CLOSED) return colors.both[shade];
    if (forward === CLOSED) return this.closed(0, state, shade);
    if (backward === CLOSED) return this.closed(1, state, shade);
    if (forward === OPEN || backward === OPEN) return colors.open[shade];
    return colors.ground[shade === 0 ? 0 : shade - 1];
  }

  /**
   * Returns a place as far as the layers show it.
   *
   * @param {number} place
   */
  seen(place) {
    return (place === OPEN && !this.look.open) || (place === CLOSED && !this.look.closed) ? NONE : place;
  }

  /**
   * @param {number} side
   * @param {number} state
   * @param {number} shade
   */
  closed(side, state, shade) {
    const { heat } = this.look;
    if (heat === "none") return this.colors.closed[side][shade];
    const { trace } = this.replay;
    return this.colors.heatOf(side, shade, heatShare(trace, heat, this.replay.event(side, state), this.look.extent));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Tile}
   */
  makeTile(x, y) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.min(TILE, this.map.width - x);
    canvas.height = Math.min(TILE, this.map.height - y);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const image = pen.createImageData(canvas.width, canvas.height);
    return { x, y, canvas, image, pixels: new Uint32Array(image.data.buffer), top: canvas.height, bottom: 0 };
  }
}
