// Tells those who cannot see the canvas what happens on it, no more often than
// can be listened to.

import { make, say } from "./dom.js";

const PAUSE = 1000;
const WHILE_PLAYING = 4000;

export class Announcer {
  constructor() {
    this.element = make("p", { class: "unseen", "aria-live": "polite", "aria-atomic": "true" });
    this.last = 0;
    this.timer = 0;
  }

  /**
   * Says a text, at once or when the last one has been heard; of several that
   * wait, the latest.
   *
   * @param {() => string} text
   * @param {boolean} playing
   */
  tell(text, playing) {
    clearTimeout(this.timer);
    const wait = Math.max(0, this.last + (playing ? WHILE_PLAYING : PAUSE) - performance.now());
    this.timer = setTimeout(() => {
      this.last = performance.now();
      say(this.element, text());
    }, wait);
  }

  /** Falls silent. */
  destroy() {
    clearTimeout(this.timer);
  }
}
