// The table of a race: what became of each algorithm, and who wins.

import { make, say } from "/player/dom.js";
import { exact, quotient, time } from "./amounts.js";
import { nameOf } from "./applies.js";
import { outline } from "./icons.js";
import { rank } from "./race.js";

/** @typedef {import("./studio.js").Studio} Studio */
/** @typedef {import("./certificate.js").Solved} Solved */

const CROWN = "M5 8.5l3.5 3.5L12 6l3.5 6L19 8.5 17.5 17h-11z";

const COLUMNS = ["cost", "expanded", "ratio", "time"];

export class RaceTable {
  /**
   * @param {Studio} studio
   * @param {(slot: number) => void} choose shows the details of a slot
   */
  constructor(studio, choose) {
    this.studio = studio;
    this.choose = choose;
    const { words, player } = studio;
    this.verdict = make("p", { class: "race-verdict" });
    const caption = words.bind(make("caption", { class: "unseen" }), "race.caption");
    const heads = COLUMNS.map((name) => words.bind(make("th", { scope: "col" }), `race.${name}`));
    this.table = make("table", { class: "race-table" }, caption, make("thead", {}, make("tr", {}, ...heads)));
    this.difference = make("button", { type: "button", class: "link", "data-action": "first-difference" });
    this.difference.addEventListener("click", () => player.act("difference"));
    this.alike = make("span", { class: "hint" });
    this.element = make("div", { class: "race-result", hidden: true },
      words.bind(make("h3", {}), "race.title"), this.verdict, this.table,
      make("p", { class: "race-difference" }, this.difference, this.alike));
    this.shown = "";
  }

  /** @param {number} chosen the slot whose details are shown */
  show(chosen) {
    const { runner, store, words } = this.studio;
    const { slots } = store.state;
    this.element.hidden = slots.length < 2;
    if (slots.length < 2) return;
    const answers = slots.map((_, i) => runner.answers[i] ?? null);
    const shown = JSON.stringify([words.language, chosen, slots, answers.map((answer) => answer?.ok && [answer.ok.algorithm, answer.ok.time_ns, answer.ok.expanded]), answers.map((answer) => answer?.error)]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.fill(slots, answers, chosen);
    }
    this.showDifference();
  }

  /**
   * @param {readonly string[]} slots
   * @param {(import("./runner.js").Answer | null)[]} answers
   * @param {number} chosen
   */
  fill(slots, answers, chosen) {
    const solved = answers.map((answer) => /** @type {Solved | null} */ (answer?.ok ?? null));
    const { winners, by } = rank(solved);
    const complete = answers.every((answer) => answer !== null);
    const { words, catalog } = this.studio;
    const names = winners.map((slot) => nameOf(words, slots[slot], catalog.algorithms));
    say(this.verdict, complete
      ? words.text(`race.won.${by}`, { name: names[0] ?? "", names: names.join(words.text("search.join")) })
      : words.text("race.waiting"));
    const focused = this.table.contains(document.activeElement);
    for (const body of [...this.table.tBodies]) body.remove();
    this.table.append(...slots.map((algorithm, slot) => this.rows(algorithm, slot, answers[slot], solved, complete && winners.includes(slot), chosen)));
    if (focused) this.table.querySelectorAll("button")[chosen]?.focus();
  }

  /**
   * Returns the rows of one algorithm: its name and certificate, and its counts.
   *
   * @param {string} algorithm
   * @param {number} slot
   * @param {import("./runner.js").Answer | null} answer
   * @param {(Solved | null)[]} solved
   * @param {boolean} wins
   * @param {number} chosen
   */
  rows(algorithm, slot, answer, solved, wins, chosen) {
    const { words, catalog } = this.studio;
    const name = nameOf(words, algorithm, catalog.algorithms);
    const button = make("button", { type: "button", class: "link", "data-slot": slot }, name);
    button.setAttribute("aria-pressed", String(slot === chosen));
    button.addEventListener("click", () => this.choose(slot));
    const mine = solved[slot];
    const badge = make("span", { class: "badge small" });
    const first = solved[0];
    const none = "–";
    const cell = (/** @type {string} */ text) => make("td", {}, text);
    let cells = [cell(none), cell(none), cell(none), cell(none)];
    if (mine !== null) {
      badge.dataset.badge = mine.status === "found" ? mine.certificate : mine.status === "no-path" ? "no-path" : "none";
      say(badge, mine.cost === null ? words.text(`answer.${mine.status}`) : words.text(`proof.badge.${badge.dataset.badge}`));
      cells = [
        cell(mine.cost === null ? none : exact(mine.cost)), cell(words.number(mine.expanded)),
        cell(first === null || slot === 0 ? (slot === 0 ? "1" : none) : quotient(mine.expanded, first.expanded)), cell(time(mine.time_ns)),
      ];
    } else if (answer?.error !== undefined) {
      badge.dataset.badge = "none";
      badge.title = answer.error;
      say(badge, words.text("answer.error"));
    }
    const mark = make("span", { class: "winner", hidden: !wins }, outline(CROWN), words.text("race.winner"));
    const head = make("th", { scope: "rowgroup", colspan: COLUMNS.length },
      make("span", { class: "row-head" }, make("span", { class: `key series${slot + 1}` }), button, badge, mark));
    return make("tbody", { class: wins ? "wins" : "", "data-algorithm": algorithm }, make("tr", {}, head), make("tr", {}, ...cells));
  }

  /** Shows where the searches part, once all have been read to the end. */
  showDifference() {
    const { player, words, runner } = this.studio;
    const { panes } = player;
    // What cannot be watched cannot be compared either.
    const watched = panes.every((pane) => pane.failure === null && (pane.loading || pane.trace.count > 0));
    const whole = watched && !runner.busy && panes.length > 1 && panes.every((pane) => !pane.loading);
    const step = whole ? player.differing : -1;
    this.difference.hidden = step < 1;
    if (step >= 1) say(this.difference, words.text("race.difference", { step }));
    say(this.alike, step >= 1 || !watched ? "" : words.text(whole ? "race.alike" : "race.watching"));
  }
}
