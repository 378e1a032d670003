// The lens of ties: how many shortest paths there are, where they run, and what
// each policy of breaking ties costs.

import { make, say } from "/player/dom.js";
import { both, grouped, large, percent } from "./amounts.js";
import { Bars } from "./bars.js";
import { identity, Latest } from "./latest.js";
import { shareCells } from "./lenspaint.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * The reply of POST /api/ties.
 *
 * @typedef {object} Reply
 * @property {string} status
 * @property {import("./amounts.js").Length | null} cost
 * @property {string | null} paths
 * @property {number[][] | null} density
 * @property {string} reason
 * @property {{tie: string, status: string, certificate: string, expanded: number, generated: number}[]} policies
 */

/** A count with more digits than these is not written out whole. */
const WRITTEN_OUT = 400;

export class TiesLens {
  /**
   * @param {Studio} studio
   * @param {() => void} changed
   */
  constructor(studio, changed) {
    this.studio = studio;
    const { words, store, api } = studio;
    /** @type {Latest<Reply>} */
    this.latest = new Latest((body, signal) => api.post("/api/ties", body, { signal }), changed, { delay: 200, keep: 4 });
    this.count = make("p", { class: "ties-count", "data-part": "ties-count" });
    this.digits = make("p", { class: "hint" });
    this.bars = new Bars(words, "tie-bars", (tie) => store.change({ tie }));
    words.bind(this.bars.element, "ties.bars", "aria-label");
    this.element = make("div", {}, this.count, this.digits,
      words.bind(make("h3", {}), "ties.bars"), words.bind(make("p", { class: "hint" }), "ties.bars.hint"), this.bars.element);
    this.key = make("div", { class: "lens-key" },
      make("span", { class: "legend-entry" }, words.bind(make("span", {}), "lens.key.least"), make("span", { class: "lens-ramp share" }), words.bind(make("span", {}), "lens.key.all")),
      make("span", { class: "legend-entry" }, make("span", { class: "lens-swatch must" }), words.bind(make("span", {}), "lens.key.must")));
    /** @type {import("./lenspaint.js").LensCells | null} */
    this.painted = null;
  }

  refresh() {
    const { store } = this.studio;
    const { map, from, to, moves, corners, cost, heuristic, reopen, order } = store.state;
    const key = [identity(map), from, to, moves, corners, cost, heuristic, reopen, order].join("|");
    this.latest.want(key, () => ({ ...store.ask("astar"), max_expanded: undefined }));
  }

  drop() {
    this.latest.drop();
  }

  fresh() {
    return this.latest.fresh;
  }

  cells() {
    const rows = this.latest.value?.density ?? null;
    if (rows === null) return null;
    if (this.painted?.rows !== rows) this.painted = shareCells(rows);
    return this.painted;
  }

  show() {
    const { words, store, catalog } = this.studio;
    const { value, failure } = this.latest;
    this.showCount(value, failure);
    const policies = value?.policies ?? [];
    this.bars.show(catalog.ties.map((/** @type {string} */ tie) => {
      const policy = policies.find((one) => one.tie === tie);
      return { value: tie, name: words.text(`search.tie.${tie}`), count: policy?.expanded ?? null };
    }), store.state.tie);
  }

  /**
   * @param {Reply | null} reply
   * @param {Error | null} failure
   */
  showCount(reply, failure) {
    const { words } = this.studio;
    this.count.title = "";
    if (failure !== null) {
      say(this.count, words.text("lens.failed", { reason: failure.message }));
      say(this.digits, "");
      return;
    }
    if (reply === null) {
      say(this.count, words.text("lens.waiting"));
      say(this.digits, "");
      return;
    }
    if (reply.paths === null) {
      say(this.count, words.text("ties.uncounted"));
      say(this.digits, reply.reason);
      return;
    }
    if (reply.paths === "0" || reply.cost === null) {
      say(this.count, words.text("ties.none"));
      say(this.digits, "");
      return;
    }
    const count = large(reply.paths);
    const cost = both(reply.cost);
    if (!count.short) {
      say(this.count, words.text("ties.paths", { n: Number(reply.paths) }));
      say(this.digits, words.text("ties.cost", { cost }));
      return;
    }
    say(this.count, words.text("ties.paths.big", { count: count.text }));
    if (reply.paths.length <= WRITTEN_OUT) this.count.title = grouped(reply.paths);
    say(this.digits, words.text("ties.digits", { n: count.digits, cost }));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  read(x, y) {
    const { words } = this.studio;
    const share = this.latest.value?.density?.[y]?.[x];
    if (share === undefined) return "";
    return share > 0 ? words.text("lens.cell.share", { x, y, percent: percent(share) }) : words.text("lens.cell.share.none", { x, y });
  }
}
