// The controls of the search's options: each with a label, and a line below it
// that explains it or says why it does not apply.

import { make, say } from "/player/dom.js";

/** @typedef {import("./words.js").Words} Words */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** A control, its label and its line. */
export class Field {
  /**
   * @param {Words} words
   * @param {object} parts
   * @param {string} parts.name of the option
   * @param {string} parts.part under which lessons and tests find it
   * @param {HTMLElement} parts.control
   * @param {boolean} [parts.group] whether the control is a group of several
   */
  constructor(words, { name, part, control, group = false }) {
    const id = `search-${name}`;
    this.control = control;
    this.hint = make("p", { class: "hint", id: `${id}-hint` });
    const label = words.bind(make(group ? "span" : "label", { class: "label", id: `${id}-label` }), `search.${name}`);
    if (group) {
      control.setAttribute("role", "group");
      control.setAttribute("aria-labelledby", label.id);
    } else {
      control.id = id;
      /** @type {HTMLLabelElement} */ (label).htmlFor = id;
    }
    control.setAttribute("aria-describedby", this.hint.id);
    this.element = make("div", { class: "field", "data-part": part }, label, control, this.hint);
  }

  /**
   * Shows what there is to say.
   *
   * @param {string} text
   * @param {{idle?: boolean, warns?: boolean}} [how] idle: the control has no effect, as
   *   the text says; warns: the choice costs the guarantee
   */
  explain(text, { idle = false, warns = false } = {}) {
    say(this.hint, text);
    this.hint.classList.toggle("warns", warns);
    this.element.classList.toggle("idle", idle);
    this.element.toggleAttribute("data-idle", idle);
  }
}

/** A choice of a few, all of them in sight, as radio buttons with pictures. */
export class Choice {
  /**
   * @param {string} name
   * @param {readonly string[]} values
   * @param {(value: string) => {picture: Element | null, label: Element}} look
   * @param {(value: string) => void} chosen
   */
  constructor(name, values, look, chosen) {
    /** @type {Map<string, HTMLInputElement>} */
    this.inputs = new Map();
    const options = values.map((value) => {
      const input = make("input", { type: "radio", name: `choice-${name}`, value, class: "unseen" });
      input.addEventListener("change", () => chosen(value));
      this.inputs.set(value, input);
      const { picture, label } = look(value);
      return make("label", { class: "choice-option", "data-value": value }, input, picture, label);
    });
    this.element = make("div", { class: "choice" }, ...options);
  }

  /**
   * @param {string} value
   * @param {boolean} [disabled]
   */
  show(value, disabled = false) {
    for (const [own, input] of this.inputs) {
      input.checked = own === value;
      input.disabled = disabled;
    }
  }
}

/**
 * An option of a menu; group is the label of the group that it is in.
 *
 * @typedef {{value: string, text: string, disabled?: boolean, group?: string}} Item
 */

/**
 * Puts options into a menu, unless they are there already.
 *
 * @param {HTMLSelectElement} select
 * @param {Item[]} items
 */
export function fillMenu(select, items) {
  const wanted = JSON.stringify(items);
  if (select.dataset.items === wanted) return;
  select.dataset.items = wanted;
  const { value } = select;
  const groups = new Map();
  for (const { value: own, text, disabled = false, group = "" } of items) {
    const list = groups.get(group) ?? [];
    list.push(make("option", { value: own, disabled }, text));
    groups.set(group, list);
  }
  select.replaceChildren(...[...groups].flatMap(([label, options]) => (label === "" ? options : [make("optgroup", { label }, ...options)])));
  select.value = value;
}

/**
 * Returns a drawing of lines and shapes.
 *
 * @param {number} width
 * @param {number} height
 * @param {...[tag: string, attributes: Record<string, string | number>]} shapes
 * @returns {SVGSVGElement}
 */
export function drawing(width, height, ...shapes) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "picture");
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(NAMESPACE, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    svg.append(shape);
  }
  return svg;
}

/**
 * Returns a picture of a rule for corners: how one comes from the lower left to
 * the upper right of four cells past the walls that it allows.
 *
 * @param {string} rule
 */
export function cornerPicture(rule) {
  const walls = rule === "always" ? [[0, 0], [1, 1]] : [[0, 0]];
  /** @type {[string, Record<string, string | number>][]} */
  const cells = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => ["rect", {
    x: 1 + 16 * x, y: 1 + 16 * y, width: 15, height: 15,
    class: walls.some(([wx, wy]) => wx === x && wy === y) ? "wall" : "ground",
  }]);
  const way = rule === "never" ? "M8.5 24.5h16v-14m-3.5 3.5 3.5-4.5 3.5 4.5" : "M8.5 24.5 23.5 9.5m-5.5 0h6v6";
  return drawing(33, 33, ...cells, ["path", { d: way, class: "way" }], ["circle", { cx: 8.5, cy: 24.5, r: 2.6, class: "from" }]);
}

/**
 * Returns a picture of the moves: lines from the middle to the neighbors.
 *
 * @param {string} moves
 */
export function movesPicture(moves) {
  const straight = "M16.5 13V4M16.5 20v9M13 16.5H4M20 16.5h9";
  const diagonal = "M14 14 6.5 6.5M19 14l7.5-7.5M14 19l-7.5 7.5M19 19l7.5 7.5";
  return drawing(33, 33, ["path", { d: moves === "8" ? straight + diagonal : straight, class: "way" }],
    ["circle", { cx: 16.5, cy: 16.5, r: 2.6, class: "from" }]);
}
