// The colors of the canvas. They are the custom properties of player.css, so
// that page and canvas cannot disagree.

const LEVELS = 64;

/** How much of the ground shows through what a search did on weighted terrain. */
const GROUND_SHARE = 0.35;

/**
 * A color as the pixels of an image hold it: little-endian RGBA.
 *
 * @typedef {number} Pixel
 */

/** The colors of one theme. */
export class Colors {
  /** @param {Element} element whose custom properties they are */
  constructor(element) {
    const style = getComputedStyle(element);
    /** @param {string} name */
    this.css = (name) => style.getPropertyValue("--" + name).trim();
    /** @param {string} name */
    const rgb = (name) => parseColor(this.css(name));
    const ground = [0, 1, 2, 3, 4].map((i) => rgb("ground" + i));
    const frontier = rgb("frontier");
    this.wall = pixel(rgb("wall"));
    this.ground = ground.map(pixel);
    /** @param {Rgb} color */
    const over = (color) => [pixel(color), ...ground.map((g) => pixel(mix(color, g, GROUND_SHARE)))];
    const closed = [rgb("closed"), rgb("closed-back")];
    /** By side and by shade of the ground plus 1; 0 is for maps of one weight. */
    this.closed = closed.map(over);
    this.open = over(frontier);
    this.both = over(mix(closed[0], closed[1], 0.5));
    /** By side, by shade of the ground plus 1, by level. */
    this.heat = ["heat", "heat-back"].map((name) => {
      const stops = [0, 1, 2, 3, 4].map((i) => rgb(name + i));
      const ramp = Array.from({ length: LEVELS }, (_, i) => between(stops, i / (LEVELS - 1)));
      return [0, 1, 2, 3, 4, 5].map((shade) =>
        Uint32Array.from(ramp, (color) => pixel(shade === 0 ? color : mix(color, ground[shade - 1], GROUND_SHARE))));
    });
  }

  /**
   * Returns the color of a level of heat.
   *
   * @param {number} side
   * @param {number} shade of the ground plus 1, or 0
   * @param {number} share from 0 to 1
   * @returns {Pixel}
   */
  heatOf(side, shade, share) {
    return this.heat[side][shade][Math.max(0, Math.min(LEVELS - 1, Math.round(share * (LEVELS - 1))))];
  }
}

/** @typedef {[number, number, number]} Rgb */

/**
 * @param {string} text such as "#fff" or "#f7b955"
 * @returns {Rgb}
 */
export function parseColor(text) {
  const digits = text.slice(1);
  const wide = digits.length === 3 ? [...digits].map((d) => d + d).join("") : digits;
  const value = parseInt(wide, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Returns the color a share of the way from one to another.
 *
 * @param {Rgb} from
 * @param {Rgb} to
 * @param {number} share
 * @returns {Rgb}
 */
function mix(from, to, share) {
  /** @param {0 | 1 | 2} i */
  const part = (i) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [part(0), part(1), part(2)];
}

/**
 * @param {Rgb[]} stops
 * @param {number} share
 * @returns {Rgb}
 */
function between(stops, share) {
  const at = share * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  return mix(stops[i], stops[i + 1], at - i);
}

/**
 * @param {Rgb} color
 * @returns {Pixel}
 */
function pixel([r, g, b]) {
  return (255 * 2 ** 24 + (b << 16) + (g << 8) + r) >>> 0;
}

/**
 * Tells whether dark ink is easier to read on a pixel than light ink: whether
 * its luminance is above the one at which both have the same contrast.
 *
 * @param {Pixel} color
 * @returns {boolean}
 */
export function wantsDarkInk(color) {
  /** @param {number} shift */
  const light = (shift) => (((color >>> shift) & 255) / 255) ** 2.2;
  return 0.2126 * light(0) + 0.7152 * light(8) + 0.0722 * light(16) > 0.18;
}

/**
 * Returns a pixel as CSS has it.
 *
 * @param {Pixel} color
 * @returns {string}
 */
export function cssColor(color) {
  return `rgb(${color & 255} ${(color >>> 8) & 255} ${(color >>> 16) & 255})`;
}
