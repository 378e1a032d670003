// The bar on which the search is moved through, with curves of how many cells
// were on OPEN and on CLOSED at each moment.

import { make } from "./dom.js";
import { Colors } from "./colors.js";
import { Timeline } from "./sync.js";
import { Trace } from "./trace.js";
import { Words } from "./words.js";

/**
 * What the bar shows.
 *
 * @typedef {object} Bar
 * @property {Timeline} timeline
 * @property {number} at place on the timeline
 * @property {Colors} colors
 * @property {number} differing place of the first difference, or −1
 */

export class Scrub {
  /**
   * @param {Words} words
   * @param {(at: number) => void} moved
   */
  constructor(words, moved) {
    this.words = words;
    this.canvas = make("canvas", { class: "curves", "aria-hidden": "true" });
    this.range = make("input", { type: "range", min: 0, max: 0, step: 1, value: 0 });
    words.bind(this.range, "scrub.label", "aria-label");
    this.peaks = make("p", { class: "peaks" });
    this.element = make("div", { class: "scrub" }, this.canvas, this.range, this.peaks);
    this.range.addEventListener("input", () => moved(Number(this.range.value)));
    /** The curves without the place; painted again when something else changes. */
    this.curves = document.createElement("canvas");
    this.painted = "";
    this.colors = /** @type {Colors | null} */ (null);
    this.size = { width: 0, height: 0, ratio: 1 };
    /** @type {Bar | null} */
    this.bar = null;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.element);
  }

  /** Gives the canvas the pixels of its box. */
  fit() {
    const { width, height } = this.element.getBoundingClientRect();
    const ratio = devicePixelRatio;
    if (width === this.size.width && height === this.size.height && ratio === this.size.ratio) return;
    this.size = { width, height, ratio };
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.painted = "";
    if (this.bar !== null) this.show(this.bar);
  }

  /**
   * Shows a place on the timeline.
   *
   * @param {Bar} bar
   */
  show(bar) {
    this.bar = bar;
    if (this.size.ratio !== devicePixelRatio) this.fit();
    const { timeline, at, colors } = bar;
    const pen = this.canvas.getContext("2d");
    if (pen === null || this.size.width === 0) return;
    const { width, height } = this.canvas;
    const { ratio } = this.size;
    this.paint(bar);
    pen.clearRect(0, 0, width, height);
    const x = this.x(at);
    // What is still to come is paler.
    pen.globalAlpha = 0.4;
    pen.drawImage(this.curves, 0, 0);
    pen.globalAlpha = 1;
    if (x > 0) pen.drawImage(this.curves, 0, 0, x, height, 0, 0, x, height);
    if (bar.differing >= 0) {
      const mark = this.x(bar.differing);
      pen.fillStyle = colors.css("differs");
      pen.fillRect(mark - ratio, 0, 2 * ratio, height);
      pen.beginPath();
      pen.moveTo(mark - 5 * ratio, 0);
      pen.lineTo(mark + 5 * ratio, 0);
      pen.lineTo(mark, 8 * ratio);
      pen.fill();
    }
    pen.fillStyle = colors.css("text");
    pen.fillRect(x - ratio, 0, 2 * ratio, height);
    pen.beginPath();
    pen.arc(x, height - 6 * ratio, 6 * ratio, 0, 2 * Math.PI);
    pen.fill();
    if (this.range.max !== String(timeline.length)) this.range.max = String(timeline.length);
    if (this.range.value !== String(at)) this.range.value = String(at);
  }

  /**
   * Returns where a place on the timeline is on the canvas.
   *
   * @param {number} at
   */
  x(at) {
    const length = Math.max(1, this.bar?.timeline.length ?? 1);
    const inset = 8 * this.size.ratio;
    return inset + ((this.canvas.width - 2 * inset) * Math.min(at, length)) / length;
  }

  /**
   * Paints the curves, unless they are as they were.
   *
   * @param {Bar} bar
   */
  paint({ timeline, colors }) {
    const { width, height } = this.canvas;
    const shown = [width, height, timeline.mode, timeline.length, ...timeline.traces.map((trace) => trace.count)].join();
    if (shown === this.painted && this.colors === colors) return;
    this.painted = shown;
    this.colors = colors;
    this.curves.width = width;
    this.curves.height = height;
    const pen = this.curves.getContext("2d");
    if (pen === null) return;
    const { ratio } = this.size;
    const left = this.x(0);
    const right = this.x(timeline.length);
    pen.fillStyle = colors.css("grid-line");
    pen.fillRect(left, height - 6.5 * ratio, right - left, ratio);
    const most = Math.max(0, ...timeline.traces.map((trace) => trace.peakOpen));
    const single = timeline.traces.length === 1;
    timeline.traces.forEach((trace, i) => {
      const color = colors.css(single ? "curve-open" : `series${i + 1}`);
      if (single) {
        this.curve(pen, timeline, trace, trace.closedCount, trace.closed, colors.css("curve-closed"), false);
      }
      this.curve(pen, timeline, trace, trace.openCount, most, color, single);
    });
    this.peaks.hidden = timeline.traces.every((trace) => trace.count === 0);
    const open = make("span", {}, this.words.text("scrub.open", { n: most }));
    const closed = make("span", {}, this.words.text("scrub.closed", { n: timeline.traces[0]?.closed ?? 0 }));
    const key = (/** @type {string} */ name) => make("span", { class: `key ${name}` });
    this.peaks.replaceChildren(...(single ? [key("curve-open"), open, key("curve-closed"), closed] : [open]));
  }

  /**
   * Draws a count over the timeline, the largest of each column of pixels.
   *
   * @param {CanvasRenderingContext2D} pen
   * @param {Timeline} timeline
   * @param {Trace} trace
   * @param {Int32Array} counts by step
   * @param {number} most
   * @param {string} color
   * @param {boolean} filled
   */
  curve(pen, timeline, trace, counts, most, color, filled) {
    const { ratio } = this.size;
    const left = Math.round(this.x(0));
    const right = Math.round(this.x(timeline.length));
    const bottom = this.canvas.height - 7 * ratio;
    const room = bottom - 10 * ratio;
    pen.beginPath();
    let step = 0;
    for (let x = left; x <= right; x++) {
      const at = Math.round(((x - left) / Math.max(1, right - left)) * timeline.length);
      const position = timeline.position(trace, at);
      const last = trace.stepAt(position);
      let count = counts[last];
      for (; step < last; step++) count = Math.max(count, counts[step]);
      pen.lineTo(x, bottom - (room * count) / Math.max(1, most));
      if (position >= trace.count && timeline.traces.length > 1) break; // the others may go on
    }
    pen.strokeStyle = color;
    pen.lineWidth = 1.75 * ratio;
    pen.lineJoin = "round";
    pen.stroke();
    if (!filled) return;
    pen.lineTo(right, bottom);
    pen.lineTo(left, bottom);
    pen.fillStyle = color;
    pen.globalAlpha = 0.22;
    pen.fill();
    pen.globalAlpha = 1;
  }

  /** Lets go of everything. */
  destroy() {
    this.observer.disconnect();
  }
}
