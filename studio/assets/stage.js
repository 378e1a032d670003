// The stage: the player, on the map as it is drawn at this moment.

import { mountPlayer } from "/player/player.js";
import { groundOf } from "./ground.js";

/** @typedef {import("/player/board.js").Board} Board */

// In milliseconds; a frame has about 16.
const PATIENCE = 14;

/**
 * Draws above the cells and below path and ends; points and lengths are pixels of
 * the canvas. The pane counts from 0.
 *
 * @typedef {(context: CanvasRenderingContext2D, board: Board, pane: number) => void} Overlay
 */

export class Stage {
  /**
   * @param {HTMLElement} element that the player fills
   * @param {HTMLElement} strip for legends, below it
   * @param {import("./store.js").Store} store
   * @param {import("./words.js").Words} words
   */
  constructor(element, strip, store, words) {
    this.strip = strip;
    this.store = store;
    /** Who takes pointers and keys; the editor. */
    /** @type {import("/player/pane.js").Host} */
    this.hand = {};
    /** @type {Overlay | null} */
    this.overlay = null;
    /** What shows where a brush would paint. */
    /** @type {Overlay | null} */
    this.ghost = null;
    /** @type {Element | null} */
    this.ringed = null;
    const { map, from, to } = store.state;
    this.player = mountPlayer(element, {
      traces: [],
      words,
      embedded: true,
      ground: groundOf(map, from, to),
      host: {
        claim: (at, event) => this.hand.claim?.(at, event) ?? false,
        drag: (at, event) => this.hand.drag?.(at, event),
        drop: (kept) => this.hand.drop?.(kept),
        hover: (at) => this.hand.hover?.(at),
        // On the other pages the keys are theirs.
        key: (event) => store.view.page !== "lab" || (this.hand.key?.(event) ?? false),
        overlay: (context, board, pane) => {
          this.overlay?.(context, board, pane);
          this.ghost?.(context, board, pane);
        },
      },
    });
    this.player.setLayer("tree", false);
    this.player.opened = true;
    store.subscribe((state, before, { live }) => {
      // A dragged end is best seen together with its new path, if that comes soon.
      if (state.map !== before.map) this.lay();
      else if (state.from !== before.from || state.to !== before.to) this.lay(live ? PATIENCE : 0);
    });
  }

  /**
   * Shows the map as it is drawn now.
   *
   * @param {number} [patience] milliseconds for which that may be put off
   */
  lay(patience = 0) {
    const { map, from, to } = this.store.state;
    this.player.setGround(groundOf(map, from, to), patience);
  }

  /**
   * Draws something above the cells from now on; null: nothing.
   *
   * @param {Overlay | null} overlay
   */
  setOverlay(overlay) {
    this.overlay = overlay;
    this.redraw();
  }

  /** Draws before the next frame is shown. */
  redraw() {
    this.player.invalidate();
  }

  /**
   * Shows a legend below the stage; null: none.
   *
   * @param {Element | null} element
   */
  setKey(element) {
    this.strip.replaceChildren(...(element === null ? [] : [element]));
  }

  /**
   * Rings a part of the page, and brings it into sight; null: none.
   *
   * @param {string | null} selector
   */
  highlight(selector) {
    this.ringed?.classList.remove("ringed");
    this.ringed = selector === null ? null : document.querySelector(selector);
    if (this.ringed === null) return;
    this.ringed.classList.add("ringed");
    const panel = this.ringed.closest("[data-group]");
    if (panel instanceof HTMLElement && panel.dataset.group !== undefined) this.store.look({ tab: panel.dataset.group });
    const closed = this.ringed.closest("details:not([open])");
    if (closed instanceof HTMLDetailsElement) closed.open = true;
    this.ringed.scrollIntoView({ block: "nearest" });
  }
}
