// The options of a search, each with what it does, or why it does nothing.

import { make } from "/player/dom.js";
import { claimOf, idle, metricOf, nameOf, onlyFor, OPTIONS, weightsOf } from "./applies.js";
import { Choice, cornerPicture, Field, fillMenu, movesPicture } from "./fields.js";
import { ORDERS, readOrder, readWeight, USUAL, weightValue } from "./options.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./applies.js").Entry} Entry */
/** @typedef {import("./applies.js").Option} Option */

/** The slider's range; larger weights can be typed. */
const MOST = 5;

export class Options {
  /**
   * @param {Studio} studio
   * @param {import("./applies.js").Applies} applies
   */
  constructor(studio, applies) {
    this.studio = studio;
    this.applies = applies;
    const { words, store, catalog } = studio;
    this.moves = this.choice("moves", ["4", "8"], movesPicture, (value) => store.change({ moves: value === "4" ? 4 : 8 }));
    this.corners = this.choice("corners", catalog.corner_rules, cornerPicture, (corners) => store.change({ corners }));
    this.cost = this.menu("cost", "cost-model", (cost) => store.change({ cost }));
    this.heuristic = this.menu("heuristic", "heuristic", (heuristic) => store.change({ heuristic }));
    this.weight = this.weightField();
    this.tie = this.menu("tie", "tie", (tie) => store.change({ tie }));
    this.reopen = this.reopenField();
    this.order = this.orderField();
    const more = make("details", { class: "more" }, words.bind(make("summary", {}), "search.more"),
      this.reopen.field.element, this.order.field.element);
    this.elements = [...[this.moves, this.corners, this.cost, this.heuristic, this.weight, this.tie].map(({ field }) => field.element), more];
  }

  /**
   * @param {string} name
   * @param {string} part
   * @param {(value: any) => void} changed
   */
  menu(name, part, changed) {
    const control = make("select", {});
    control.addEventListener("change", () => changed(control.value));
    return { control, field: new Field(this.studio.words, { name, part, control }) };
  }

  /**
   * @param {string} name
   * @param {readonly string[]} values
   * @param {(value: string) => Element} picture
   * @param {(value: any) => void} changed
   */
  choice(name, values, picture, changed) {
    const { words } = this.studio;
    const control = new Choice(name, values, (value) => ({
      picture: picture(value), label: words.bind(make("span", {}), `search.${name}.${value}`),
    }), changed);
    return { control, field: new Field(words, { name, part: name, control: control.element, group: true }) };
  }

  weightField() {
    const { words, store } = this.studio;
    const slider = make("input", { type: "range", min: 1, max: MOST, step: 0.05, id: "weight-slider" });
    words.bind(slider, "search.weight", "aria-label");
    slider.addEventListener("input", () => {
      store.change({ weight: String(Number(slider.value)) }, { merge: "weight", live: true });
    });
    slider.addEventListener("change", () => store.settle());
    const exact = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", id: "weight-exact", class: "short" });
    words.bind(exact, "search.weight.exact", "aria-label");
    exact.addEventListener("input", () => {
      const { weight } = readWeight(exact.value);
      if (weight !== undefined) store.change({ weight }, { merge: "weight-text" });
      this.again();
    });
    exact.addEventListener("change", () => store.settle());
    // Who leaves gets to see what holds.
    exact.addEventListener("blur", () => this.again());
    const control = make("div", { class: "weight" }, slider, exact);
    const field = new Field(words, { name: "weight", part: "weight", control, group: true });
    for (const input of [slider, exact]) input.setAttribute("aria-describedby", field.hint.id);
    return { slider, exact, field };
  }

  reopenField() {
    const { words, store } = this.studio;
    const control = make("input", { type: "checkbox" });
    control.addEventListener("change", () => store.change({ reopen: control.checked }));
    const field = new Field(words, { name: "reopen", part: "reopen", control });
    field.element.classList.add("check");
    return { control, field };
  }

  orderField() {
    const { words, store } = this.studio;
    const control = make("select", {});
    const field = new Field(words, { name: "order", part: "order", control });
    const exact = make("input", { type: "text", autocomplete: "off", spellcheck: "false", id: "order-exact", "aria-describedby": field.hint.id });
    words.bind(exact, "search.order.exact", "aria-label");
    control.after(exact);
    control.addEventListener("change", () => {
      const order = /** @type {Record<string, string>} */ (ORDERS)[control.value];
      if (order !== undefined) store.change({ order: order === USUAL ? "" : order });
      else exact.focus();
    });
    exact.addEventListener("input", () => {
      const order = readOrder(exact.value);
      if (order !== null) store.change({ order }, { merge: "order-text" });
      this.again();
    });
    exact.addEventListener("change", () => store.settle());
    exact.addEventListener("blur", () => this.again());
    return { control, exact, field };
  }

  /** @param {string} algorithm */
  name(algorithm) {
    return nameOf(this.studio.words, algorithm, this.studio.catalog.algorithms);
  }

  /** Shows what was shown last, as it is by now. */
  again() {
    this.show(this.entries ?? []);
  }

  /** @param {Entry[]} entries of the chosen algorithms */
  show(entries) {
    this.entries = entries;
    this.showMoves();
    this.showCost();
    const idles = /** @type {Record<Option, string | null>} */ (Object.fromEntries(OPTIONS.map((option) => [option, this.idle(option, entries)])));
    this.showHeuristic(entries, idles.heuristic);
    this.showWeight(entries, idles.weight);
    this.showTie(entries, idles.tie);
    this.showReopen(entries, idles.reopen);
    this.showOrder(entries, idles.order);
  }

  /**
   * Says why an option has no effect; null: it has one.
   *
   * @param {Option} option
   * @param {Entry[]} entries
   */
  idle(option, entries) {
    const said = idle(option, entries);
    if (said === null) return null;
    const { name = "" } = said.facts ?? {};
    return this.studio.words.text(said.key, { name: name === "" ? "" : this.name(String(name)) });
  }

  showMoves() {
    const { words, store: { state: { moves, corners } } } = this.studio;
    this.moves.control.show(String(moves));
    this.moves.field.explain(words.text(`search.moves.${moves}.hint`));
    const straight = moves === 4;
    this.corners.control.show(corners, straight);
    this.corners.field.explain(words.text(straight ? "search.why.no-corners" : `search.corners.${corners}.hint`), { idle: straight });
  }

  showCost() {
    const { words, catalog, store: { state: { cost, map } } } = this.studio;
    fillMenu(this.cost.control, catalog.cost_models.map((/** @type {string} */ value) => ({ value, text: words.text(`search.cost.${value}`) })));
    this.cost.control.value = cost;
    const open = weightsOf(map);
    const note = cost === "uniform" ? (open.length > 1 ? words.text("search.cost.ignored") : "")
      : open.length === 1 ? words.text("search.cost.even", { weight: open[0] }) : "";
    this.cost.field.explain(join(words, words.text(`search.cost.${cost}.hint`), note));
  }

  /**
   * @param {Entry[]} entries
   * @param {string | null} why it has no effect
   */
  showHeuristic(entries, why) {
    const { words, catalog, store: { state: { heuristic, moves, reopen } } } = this.studio;
    const { reply } = this.applies;
    fillMenu(this.heuristic.control, catalog.heuristics.map((/** @type {string} */ value) => {
      const name = words.text(`search.heuristic.${value}`);
      const claim = claimOf(value, moves, reply);
      const mark = claim.consistent ? "" : claim.admissible ? "uneven" : value === "manhattan" && moves === 8 ? "over" : "over.any";
      return { value, text: mark === "" ? name : words.text(`search.mark.${mark}`, { name }) };
    }));
    this.heuristic.control.value = heuristic;
    this.heuristic.control.disabled = why !== null;
    if (why !== null) {
      this.heuristic.field.explain(why, { idle: true });
      return;
    }
    const claim = claimOf(heuristic, moves, reply);
    const uneven = claim.admissible && !claim.consistent && !reopen;
    if (!claim.admissible || uneven) {
      const key = uneven ? "uneven" : heuristic === "manhattan" && moves === 8 ? "over" : "over.any";
      this.heuristic.field.explain(words.text(`search.heuristic.${key}`), { warns: true });
      return;
    }
    const name = words.text(`search.heuristic.${metricOf(heuristic, moves)}`);
    this.heuristic.field.explain(join(words, words.text(`search.heuristic.${heuristic}.hint`, { name }), this.only("heuristic", entries)));
  }

  /**
   * @param {Entry[]} entries
   * @param {string | null} why it has no effect
   */
  showWeight(entries, why) {
    const { words, store: { state: { weight } } } = this.studio;
    const typing = document.activeElement === this.weight.exact;
    const { problem } = typing ? readWeight(this.weight.exact.value) : {};
    this.weight.slider.value = String(Math.min(MOST, weightValue(weight)));
    this.weight.slider.setAttribute("aria-valuetext", weight);
    if (!typing) this.weight.exact.value = weight;
    this.weight.slider.disabled = this.weight.exact.disabled = why !== null;
    this.weight.exact.setAttribute("aria-invalid", String(problem !== undefined));
    if (why !== null) this.weight.field.explain(why, { idle: true });
    else if (problem !== undefined) this.weight.field.explain(words.text(`search.weight.${problem}`, { text: this.weight.exact.value.trim(), weight }), { warns: true });
    else this.weight.field.explain(join(words, words.text("search.weight.hint"), this.only("weight", entries)));
  }

  /**
   * @param {Entry[]} entries
   * @param {string | null} why it has no effect
   */
  showTie(entries, why) {
    const { words, catalog, store: { state: { tie } } } = this.studio;
    fillMenu(this.tie.control, catalog.ties.map((/** @type {string} */ value) => ({ value, text: words.text(`search.tie.${value}`) })));
    this.tie.control.value = tie;
    this.tie.control.disabled = why !== null;
    this.tie.field.explain(why ?? join(words, words.text(`search.tie.${tie}.hint`), this.only("tie", entries)), { idle: why !== null });
  }

  /**
   * @param {Entry[]} entries
   * @param {string | null} why it has no effect
   */
  showReopen(entries, why) {
    const { words, store: { state: { reopen } } } = this.studio;
    this.reopen.control.checked = reopen;
    this.reopen.control.disabled = why !== null;
    const hint = words.text(reopen ? "search.reopen.hint" : "search.reopen.off");
    this.reopen.field.explain(why ?? join(words, hint, this.only("reopen", entries)), { idle: why !== null });
  }

  /**
   * @param {Entry[]} entries
   * @param {string | null} why it has no effect
   */
  showOrder(entries, why) {
    const { words, store: { state: { order } } } = this.studio;
    const typing = document.activeElement === this.order.exact;
    const names = Object.keys(ORDERS);
    fillMenu(this.order.control, [...names, "own"].map((value) => ({ value, text: words.text(`search.order.${value}`) })));
    this.order.control.value = Object.entries(ORDERS).find(([, one]) => one === (order || USUAL))?.[0] ?? "own";
    if (!typing) this.order.exact.value = order || USUAL;
    this.order.control.disabled = this.order.exact.disabled = why !== null;
    const odd = typing && readOrder(this.order.exact.value) === null;
    this.order.exact.setAttribute("aria-invalid", String(odd));
    if (why !== null) this.order.field.explain(why, { idle: true });
    else if (odd) this.order.field.explain(words.text("search.order.odd"), { warns: true });
    else this.order.field.explain(join(words, words.text("search.order.hint"), this.only("order", entries)));
  }

  /**
   * Says for which of several algorithms an option counts, if not for all.
   *
   * @param {Option} option
   * @param {Entry[]} entries
   */
  only(option, entries) {
    const { words } = this.studio;
    const names = onlyFor(option, entries);
    return names.length === 0 ? "" : words.text("search.only", { names: names.map((name) => this.name(name)).join(words.text("search.join")) });
  }
}

/**
 * Joins two sentences; Chinese and Japanese have no blank between them.
 *
 * @param {import("./words.js").Words} words
 * @param {string} first
 * @param {string} second
 */
export function join(words, first, second) {
  if (second === "") return first;
  return words.language === "en" ? `${first} ${second}` : first + second;
}
