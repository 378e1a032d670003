// The lenses: one looks at the map through what a heuristic gets wrong, the
// other through all shortest paths. At most one is on. What is drawn over the
// cells goes through here, the best path so far of a limited search too.

import { make, say } from "/player/dom.js";
import { Choice } from "./fields.js";
import { identity } from "./latest.js";
import { HeuristicLens } from "./lensheuristic.js";
import { LensImage, paletteOf } from "./lenspaint.js";
import { TiesLens } from "./ties.js";
import { drawTrail, trailOf } from "./trail.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * What a lens has to say, and to paint.
 *
 * @typedef {object} Lens
 * @property {HTMLElement} element what it says beside the map
 * @property {HTMLElement} key what its colors mean
 * @property {() => void} refresh asks for what the present state needs
 * @property {() => void} drop asks for nothing any more
 * @property {() => void} show
 * @property {() => boolean} fresh whether what it paints is of the present state
 * @property {() => import("./lenspaint.js").LensCells | null} cells what it paints, if anything
 * @property {(x: number, y: number) => string} read says what is at a cell
 */

const LENSES = ["off", "heuristic", "ties"];

/** On larger maps nothing is asked for during a drag, nor painted that is out of date. */
const QUICK_CELLS = 96 * 96;

/**
 * @param {HTMLElement} element
 * @param {Studio} studio
 */
export function mountLenses(element, studio) {
  new LensPanel(element, studio);
}

class LensPanel {
  /**
   * @param {HTMLElement} element
   * @param {Studio} studio
   */
  constructor(element, studio) {
    this.studio = studio;
    this.element = element;
    const { words, store, runner, stage } = studio;
    const changed = () => this.show();
    /** @type {Record<string, Lens>} */
    this.lenses = { heuristic: new HeuristicLens(studio, changed), ties: new TiesLens(studio, changed) };
    this.choice = new Choice("lens", LENSES, (value) => ({ picture: null, label: words.bind(make("span", {}), `lens.${value}`) }),
      (value) => store.look({ lens: value === "off" ? "" : value }));
    this.choice.element.setAttribute("role", "group");
    words.bind(this.choice.element, "lens.choose", "aria-label");
    this.hint = make("p", { class: "hint" });
    this.body = make("div", { class: "lens-body" });
    this.reading = make("p", { class: "lens-reading" });
    this.strip = make("div", { class: "lens-strip" });
    /** @type {LensImage | null} */
    this.image = null;
    this.painted = "";
    this.readAt = "";
    element.append(make("div", { class: "lens", "data-part": "lens" },
      words.bind(make("h2", {}), "lens.title"), this.choice.element, this.hint, this.body));
    store.subscribe((state, _, { live }) => {
      if (this.lens === null) return;
      if (!live || state.map.size <= QUICK_CELLS) this.lens.refresh();
      this.show();
    });
    store.watch((view, before) => {
      if (view.lens !== before.lens) this.turn();
      else if (view.language !== before.language || view.theme !== before.theme) this.show();
    });
    /** @type {import("./stage.js").Overlay} */
    this.overlay = (context, board, pane) => this.draw(context, board, pane);
    runner.subscribe(() => {
      // A lesson may have drawn something else for a while.
      if (stage.overlay === null) stage.setOverlay(this.overlay);
      else stage.redraw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    this.turn();
  }

  /** The lens that is on. */
  get lens() {
    return this.lenses[this.studio.store.view.lens] ?? null;
  }

  /** Puts a lens on, or takes it off. */
  turn() {
    const { stage, store } = this.studio;
    const { lens } = this;
    for (const other of Object.values(this.lenses)) {
      if (other !== lens) other.drop();
    }
    this.body.replaceChildren(...(lens === null ? [] : [lens.element]));
    this.strip.replaceChildren(...(lens === null ? [] : [lens.key, this.reading]));
    stage.setKey(lens === null ? null : this.strip);
    stage.setOverlay(this.overlay);
    this.choice.show(lens === null ? "off" : store.view.lens);
    lens?.refresh();
    this.show();
  }

  show() {
    const { words, store, stage } = this.studio;
    const { lens } = this;
    say(this.hint, words.text(`lens.${lens === null ? "off" : store.view.lens}.hint`));
    if (lens === null) return;
    lens.show();
    this.body.toggleAttribute("data-stale", !lens.fresh());
    this.paint(lens);
    stage.redraw();
  }

  /**
   * Paints the lens, if there is something else to paint.
   *
   * @param {Lens} lens
   */
  paint(lens) {
    const { map } = this.studio.store.state;
    const cells = lens.cells();
    const fits = cells !== null && cells.rows.length === map.height && cells.rows[0].length === map.width;
    if (cells === null || !fits || (!lens.fresh() && map.size > QUICK_CELLS)) {
      this.image = null;
      this.painted = "";
      return;
    }
    const palette = paletteOf(this.element);
    const painted = [identity(cells.rows), identity(map), palette.ink, palette.exact].join("|");
    if (painted === this.painted) return;
    this.painted = painted;
    this.image = new LensImage(map, cells, palette);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {import("/player/board.js").Board} board
   * @param {number} pane
   */
  draw(context, board, pane) {
    if (this.lens !== null) {
      this.image?.draw(context, board);
      this.read();
    }
    const { runner, player, store } = this.studio;
    const ended = player.at >= player.timeline.length;
    if (ended) drawTrail(context, board, trailOf(runner.answers[pane], store.state.map.width), player.colors);
  }

  /** Says what is at the cell that is pointed at. */
  read() {
    const { player, store: { state: { map } }, words } = this.studio;
    const cell = player.hovered >= 0 ? player.hovered : player.selected;
    const at = `${words.language} ${cell} ${this.painted}`;
    if (at === this.readAt) return;
    this.readAt = at;
    const x = cell % map.width;
    const y = (cell - x) / map.width;
    const told = cell >= 0 && this.image !== null && map.isOpen(x, y) ? this.lens?.read(x, y) ?? "" : "";
    say(this.reading, told === "" ? words.text("lens.cell.point") : told);
  }
}
