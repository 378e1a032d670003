// The legend, which is also where layers are put on and off.

import { make } from "./dom.js";
import { SCAN } from "./trace.js";
import { Words } from "./words.js";

/** @typedef {import("./board.js").Layers} Layers */

/** The kinds of heat, none first. */
export const HEATS = /** @type {("none" | "order" | "g" | "h" | "f")[]} */ (["none", "order", "g", "h", "f"]);

/** The layers in the order of the legend and of their number keys. */
export const LAYERS = /** @type {(keyof Layers)[]} */ (["open", "closed", "path", "tree", "values", "scans", "terrain", "grid"]);

/** The swatch before each layer. */
const SWATCHES = {
  open: "fill open", closed: "fill closed", path: "line path", tree: "line tree", values: "text f",
  scans: "line scan", terrain: "fill terrain", grid: "fill grid",
};

export class Legend {
  /**
   * @param {Words} words
   * @param {(layer: keyof Layers, on: boolean) => void} layerChanged
   * @param {(heat: "none" | "g" | "h" | "f" | "order") => void} heatChanged
   */
  constructor(words, layerChanged, heatChanged) {
    this.words = words;
    /** @type {Map<keyof Layers, {row: HTMLElement, box: HTMLInputElement}>} */
    this.rows = new Map();
    const list = make("div", { class: "layers", role: "group" });
    words.bind(list, "layers.title", "aria-label");
    for (const [i, layer] of LAYERS.entries()) {
      const box = make("input", { type: "checkbox" });
      const name = words.bind(make("span", {}), `layer.${layer}`);
      const swatch = make("span", { class: `swatch ${SWATCHES[layer]}` }, layer === "values" ? "f" : null);
      const row = make("label", { class: "layer" }, box, swatch, name, make("kbd", {}, String(i + 1)));
      box.addEventListener("change", () => layerChanged(layer, box.checked));
      this.rows.set(layer, { row, box });
      list.append(row);
    }
    /**
     * @param {string} swatch
     * @param {import("./words.js").Key} key
     * @param {string} [letter]
     */
    const entry = (swatch, key, letter) =>
      make("span", { class: "entry" }, make("span", { class: `swatch ${swatch}` }, letter ?? null), words.bind(make("span", {}), key));
    this.backward = make("p", { class: "sides" },
      entry("fill closed", "side.forward"), entry("fill closed-back", "side.backward"), entry("fill both", "side.both"));
    this.shades = make("p", { class: "sides" });
    this.heat = make("select", {});
    for (const heat of HEATS) this.heat.append(words.bind(make("option", { value: heat }), `heat.${heat}`));
    this.heat.addEventListener("change", () => heatChanged(/** @type {any} */ (this.heat.value)));
    this.scale = make("p", { class: "scale" },
      words.bind(make("span", {}), "heat.little"), make("span", { class: "ramp" }), words.bind(make("span", {}), "heat.much"));
    const heatLabel = make("label", { class: "heat" }, words.bind(make("span", {}), "heat.title"), this.heat);
    this.marks = make("p", { class: "sides" },
      entry("mark start", "mark.start", "S"), entry("mark goal", "mark.goal", "G"),
      entry("fill wall", "mark.wall"), entry("mark now", "mark.now"));
    this.note = make("p", { class: "quiet note" });
    this.element = make("section", { class: "legend" },
      words.bind(make("h2", {}), "layers.title"), list, this.backward, this.shades, this.marks, heatLabel, this.scale, this.note);
  }

  /**
   * @param {Layers} layers
   * @param {string} heat
   * @param {import("./pane.js").Pane[]} panes
   * @param {boolean} treeLeftOut
   */
  show(layers, heat, panes, treeLeftOut) {
    for (const [layer, { box }] of this.rows) box.checked = layers[layer];
    const traces = panes.map((pane) => pane.trace);
    const shaded = traces.find((trace) => trace.header?.map?.shade);
    this.hide("scans", traces.every((trace) => trace.counts[SCAN] === 0));
    this.hide("terrain", !shaded);
    this.backward.hidden = traces.every((trace) => trace.sides === 1);
    this.heat.value = heat;
    this.scale.classList.toggle("off", heat === "none");
    const names = shaded?.header?.map?.shadeNames ?? [];
    const shown = this.words.language + names.join();
    if (this.shades.dataset.shown !== shown) {
      this.shades.dataset.shown = shown;
      this.shades.replaceChildren(...names.flatMap((name, i) => name === "" ? [] :
        [make("span", { class: "entry" }, make("span", { class: `swatch fill ground${i}` }), this.words.text("mark.weight", { weight: name }))]));
    }
    this.shades.hidden = !shaded;
    const note = treeLeftOut ? this.words.text("note.tree") : "";
    if (this.note.textContent !== note) this.note.textContent = note;
  }

  /**
   * @param {keyof Layers} layer
   * @param {boolean} hidden
   */
  hide(layer, hidden) {
    const row = this.rows.get(layer);
    if (row !== undefined) row.row.hidden = hidden;
  }
}
