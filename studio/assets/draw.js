// The panel of tools: what is painted, how broad, in which shape; and what
// changes all of the map at once.

import { make, say } from "/player/dom.js";
import { BRUSHES, SIZES } from "./editor.js";
import { icon } from "./icons.js";
import { decimalOf, SIDES } from "./map.js";

/** The tools in the order of the panel, with their keys. */
export const TOOLS = [
  ...BRUSHES.map((name, i) => ({ name: /** @type {string} */ (name), key: String(i + 1) })),
  { name: "erase", key: "e" },
  { name: "hand", key: "v" },
];

const SHAPES = /** @type {const} */ (["free", "line", "box"]);

// Which share of the new room comes before the map, to the left and above.
const CORNERS = /** @type {const} */ ({
  "top-left": [0, 0], "top-right": [1, 0], "bottom-left": [0, 1], "bottom-right": [1, 1], middle: [0.5, 0.5],
});

/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountDraw(element, studio) {
  const { store, words } = studio;

  /**
   * A button with an icon that says what it is to whoever cannot see it.
   *
   * @param {string} picture
   * @param {string} key
   * @param {() => void} pressed
   * @param {string} [action]
   */
  const tool = (picture, key, pressed, action = picture) => {
    const button = make("button", { type: "button", class: "tool", "data-action": action }, icon(picture));
    words.bind(button, key, "aria-label");
    words.bind(button, key, "title");
    button.addEventListener("click", pressed);
    return button;
  };

  // What is painted.
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @param {{name: string, key: string}} tool */
  const tile = ({ name, key }) => {
    const number = /^weight(\d)$/.exec(name)?.[1];
    const picture = number === undefined ? icon(name) : make("span", { class: "number" }, number);
    const label = name.startsWith("weight") ? null : words.bind(make("span", { class: "label" }), `draw.tool.${name}`);
    const button = make("button", {
      type: "button", class: "tile", "data-tool": name, "data-key": key.toUpperCase(), "aria-pressed": "false", "aria-keyshortcuts": key,
    }, picture, label);
    if (label === null) {
      words.bind(button, `draw.tool.${name}`, "aria-label");
      words.bind(button, `draw.tool.${name}`, "title");
    }
    button.addEventListener("click", () => store.look({ tool: name }));
    buttons.set(name, button);
    return button;
  };
  /** @param {string[]} names @param {string} key */
  const group = (names, key) => {
    const tiles = make("div", { class: "tiles", role: "group" }, ...TOOLS.filter(({ name }) => names.includes(name)).map(tile));
    words.bind(tiles, key, "aria-label");
    return tiles;
  };
  const weights = BRUSHES.filter((name) => name !== "wall");
  const tools = group(["wall", "erase", "hand"], "draw.tools");
  const terrain = group(weights, "draw.weight");
  // What the last of them paints is written on it.
  const chosen = make("span", { class: "number own" });
  const freely = buttons.get("weight");
  freely?.replaceChildren(chosen);

  const weight = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: 6, id: "draw-weight", "data-part": "brush-weight" });
  const wrong = make("p", { class: "field-error", id: "draw-weight-wrong", role: "alert", hidden: true });
  weight.setAttribute("aria-describedby", wrong.id);
  const takeWeight = () => {
    const brush = decimalOf(weight.value);
    weight.setAttribute("aria-invalid", String(brush === null));
    wrong.hidden = brush !== null;
    say(wrong, brush === null ? words.text("draw.weight.wrong") : "");
    if (brush !== null) store.look({ brush, tool: "weight" });
  };
  weight.addEventListener("input", takeWeight);
  weight.addEventListener("blur", () => {
    if (decimalOf(weight.value) !== null) weight.value = store.view.brush;
  });
  const own = make("div", { class: "draw-row" },
    words.bind(make("label", { for: weight.id }), "draw.tool.weight"), weight);
  const about = make("p", { class: "quiet draw-about" });
  const add = make("button", { type: "button", class: "link", "data-action": "count-add" });
  const mul = make("button", { type: "button", class: "link", "data-action": "count-mul" });
  words.bind(add, "draw.hint.add");
  words.bind(mul, "draw.hint.mul");
  add.addEventListener("click", () => store.change({ cost: "add" }));
  mul.addEventListener("click", () => store.change({ cost: "mul" }));
  const counting = make("p", { class: "draw-counting" }, add, mul);

  // How broad, in which shape.
  const size = make("select", { "data-part": "brush-size", id: "draw-size" });
  for (const cells of SIZES) size.append(make("option", { value: cells }, String(cells)));
  size.addEventListener("change", () => store.look({ size: Number(size.value) }));
  const shapes = make("div", { class: "segments", role: "group" });
  words.bind(shapes, "draw.shape", "aria-label");
  /** @type {Map<string, HTMLButtonElement>} */
  const shapeButtons = new Map();
  for (const shape of SHAPES) {
    const button = tool(shape, `draw.shape.${shape}`, () => store.look({ shape }), `shape-${shape}`);
    shapeButtons.set(shape, button);
    shapes.append(button);
  }
  const broad = make("div", { class: "draw-row" },
    words.bind(make("label", { for: size.id }), "draw.size"), size, shapes);

  // All at once.
  /**
   * @param {string} key
   * @param {string} action
   * @param {() => void} pressed
   */
  const plain = (key, action, pressed) => {
    const button = words.bind(make("button", { type: "button", class: "button", "data-action": action }), key);
    button.addEventListener("click", pressed);
    return button;
  };
  const clearing = make("div", { class: "draw-row" },
    plain("draw.clear-walls", "clear-walls", () => store.change({ map: store.state.map.withoutWalls() })),
    plain("draw.clear", "clear", () => store.change({ map: store.state.map.cleared() })));

  const undo = tool("undo", "draw.undo", () => store.undo());
  const redo = tool("redo", "draw.redo", () => store.redo());
  undo.setAttribute("aria-keyshortcuts", "Control+Z");
  redo.setAttribute("aria-keyshortcuts", "Control+Shift+Z Control+Y");

  element.replaceChildren(
    make("div", { class: "panel-head" }, words.bind(make("h2", {}), "draw.title"), make("div", { class: "panel-tools" }, undo, redo)),
    tools, words.bind(make("h3", {}), "draw.weight"), terrain, own, wrong,
    make("div", { class: "draw-notes" }, about, counting), broad, clearing, resizing(studio));

  const show = () => {
    const { view, state } = store;
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", String(view.tool === name));
    for (const [shape, button] of shapeButtons) button.setAttribute("aria-pressed", String(view.shape === shape));
    size.value = String(view.size);
    if (document.activeElement !== weight) weight.value = view.brush;
    say(chosen, view.brush);
    freely?.setAttribute("aria-label", `${words.text("draw.tool.weight")} ${view.brush}`);
    const weighs = /^weight(\d)$/.exec(view.tool)?.[1] ?? view.brush;
    const paintsWeight = view.tool.startsWith("weight");
    const uniform = paintsWeight && state.cost === "uniform";
    const ground = state.map.kinds[state.map.ground].weight ?? "";
    say(about, uniform ? words.text("draw.hint.uniform")
      : paintsWeight ? words.text("draw.about.weight", { weight: weighs })
      : words.text(`draw.about.${view.tool}`, { weight: ground }));
    counting.classList.toggle("off", !uniform);
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
  };
  store.watch(show);
  store.subscribe((_state, _before, { live }) => {
    // While something is dragged there is nothing to show but that it can be undone.
    if (!live || undo.disabled === store.canUndo) show();
  });
  show();
}

/**
 * The size of the map, and which part of it stays.
 *
 * @param {import("./studio.js").Studio} studio
 * @returns {HTMLElement}
 */
function resizing({ store, words, announce, catalog }) {
  /** @param {"width" | "height"} side */
  const field = (side) => {
    const input = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 4, "data-part": `map-${side}` });
    words.bind(input, `draw.${side}`, "aria-label");
    return input;
  };
  const width = field("width");
  const height = field("height");
  const corner = make("select", { "data-part": "map-corner" });
  words.bind(corner, "draw.corner", "aria-label");
  for (const name of Object.keys(CORNERS)) corner.append(words.bind(make("option", { value: name }), `draw.corner.${name}`));
  const wrong = make("p", { class: "field-error", role: "alert", hidden: true });
  const submit = words.bind(make("button", { type: "submit", class: "button", "data-action": "resize" }), "draw.resize.do");
  const form = make("form", { class: "draw-resize", novalidate: true },
    make("div", { class: "draw-row" }, words.bind(make("span", { class: "label" }), "draw.resize"), width, "×", height),
    make("div", { class: "draw-row" }, words.bind(make("span", { class: "label" }), "draw.corner"), corner, submit),
    wrong);

  /** @param {HTMLInputElement} input */
  const sideOf = (input) => {
    const side = /^\d{1,4}$/.test(input.value.trim()) ? Number(input.value) : NaN;
    const good = side >= SIDES.least && side <= SIDES.most;
    input.setAttribute("aria-invalid", String(!good));
    return good ? side : NaN;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { map, from, to } = store.state;
    const [w, h] = [sideOf(width), sideOf(height)];
    const most = catalog.limits?.cells ?? SIDES.most ** 2;
    const bad = Number.isNaN(w + h) ? words.text("draw.resize.wrong", { least: SIDES.least, most: SIDES.most })
      : w * h > most ? words.text("draw.resize.cells", { n: most }) : "";
    wrong.hidden = bad === "";
    say(wrong, bad);
    if (bad !== "") return;
    const [before, above] = CORNERS[/** @type {keyof typeof CORNERS} */ (corner.value)];
    const left = Math.trunc((w - map.width) * before);
    const top = Math.trunc((h - map.height) * above);
    const resized = map.resized(w, h, left, top);
    // An end that would be cut off comes to stand on open ground beside the other.
    /** @param {[number, number]} end @param {[number, number]} other @returns {[number, number]} */
    const kept = (end, other) => (resized.has(...end) ? end : resized.nearestOpen(end, other));
    /** @param {[number, number]} cell @returns {[number, number]} */
    const moved = ([x, y]) => [x + left, y + top];
    const start = kept(moved(from), moved(to));
    store.change({ map: resized, from: start, to: kept(moved(to), start) });
    announce(words.text("draw.said.resized", { width: w, height: h }));
  });
  const show = () => {
    if (form.contains(document.activeElement)) return;
    width.value = String(store.state.map.width);
    height.value = String(store.state.map.height);
  };
  store.subscribe((state, before) => {
    if (state.map.width !== before.map.width || state.map.height !== before.map.height) show();
  });
  show();
  return form;
}
