package browser

import (
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reach brings what a selector finds onto the screen, if it is in another tab or beyond
// the edge.
func (b *tab) reach(selector string) {
	b.Helper()
	b.Run(fmt.Sprintf(`const found = $(%q), group = found.closest("[data-group]")?.dataset.group;
		if (group !== undefined && $(".tabs").checkVisibility()) $("#tab-" + group).click();
		await frame();
		found.scrollIntoView({ block: "center" })`, selector))
}

// press clicks what a selector finds, and waits for the answer.
func (b *tab) press(selector string) {
	b.Helper()
	b.reach(selector)
	b.Do(chromedp.Click(chromedp.CSS(selector)))
	b.settled()
}

// pressAction presses the button of an action.
func (b *tab) pressAction(name string) {
	b.Helper()
	b.press(fmt.Sprintf(`[data-action="%s"]`, name))
}

// pick chooses from a menu.
func (b *tab) pick(selector, option string) {
	b.Helper()
	b.reach(selector)
	b.Run(fmt.Sprintf(`const menu = $(%q); menu.focus(); menu.value = %q; menu.dispatchEvent(new Event("change", { bubbles: true }))`, selector, option))
	b.settled()
}

// write replaces what stands in a field, with the keyboard.
func (b *tab) write(selector, text string) {
	b.Helper()
	b.reach(selector)
	b.Run(fmt.Sprintf(`const field = $(%q); field.focus(); field.select()`, selector))
	b.Press(text)
	b.Press(kb.Enter)
	b.settled()
}

// TestRacesByHand adds rivals until there are four, runs them in step, and takes one away.
func TestRacesByHand(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			for rivals := 2; rivals <= 4; rivals++ {
				b.pressAction("add-rival")
				want(b, "player.panes.length", rivals)
				want(b, "runner.answers.every((answer) => answer.ok?.status === 'found')", true)
			}
			want(b, "new Set(store.state.slots).size", 4)
			want(b, `$("[data-action=add-rival]").disabled`, true)
			want(b, "document.documentElement.scrollWidth <= innerWidth", true)
			// Whichever has more to do, all stand at the same step.
			b.pressAction("first")
			for range 5 {
				b.pressAction("forward")
			}
			b.Run("")
			want(b, "player.at + ' ' + player.panes.map((pane) => player.timeline.placeOf(pane.trace, pane.replay.position)).join()", "5 5,5,5,5")
			b.pressAction("last")
			b.Run("")
			want(b, "player.at", eval[int](b, "return Math.max(...runner.answers.map((answer) => answer.ok.expanded));"))
			// One who is chosen a second time changes places.
			before := eval[[]string](b, "return store.state.slots;")
			b.pick("#algorithm-1", before[2])
			want(b, "store.state.slots.join()", fmt.Sprintf("%s,%s,%s,%s", before[2], before[1], before[0], before[3]))
			b.press(`.slot:nth-child(2) [data-action="remove-rival"]`)
			want(b, "store.state.slots.join()", fmt.Sprintf("%s,%s,%s", before[2], before[0], before[3]))
			want(b, "player.panes.length", 3)
			want(b, `$$(".race-table tbody").length`, 3)
		})
	}
}

// TestDialByHand moves the dial with a mouse or a finger, and with keys: the map follows,
// and what is said holds.
func TestDialByHand(t *testing.T) {
	t.Parallel()
	const bound = `const answer = runner.answers[0].ok;
		return answer.status === "limit" && answer.expanded === store.state.budget && answer.lower_bound.value > 0 &&
			part("budget-said").textContent.includes(answer.lower_bound.text.replaceAll("-", "−")) ? "" : JSON.stringify([answer.status, answer.expanded, store.state.budget, answer.lower_bound, part("budget-said").textContent]);`
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			b.reach(".budget-chart")
			b.Until(`!$(".budget-chart").classList.contains("idle")`)
			at := func(share float64) browsertest.Point {
				return eval[browsertest.Point](b, fmt.Sprintf(`const box = $(".budget-chart").getBoundingClientRect();
					return [box.left + 6 + %g * (box.width - 40), box.top + 60];`, share))
			}
			if s.Touch {
				b.Touch(at(0.8))
				b.Slide(at(0.7))
				b.Slide(at(0.6))
				b.Slide(at(0.5))
			} else {
				b.Hold(at(0.8))
				b.Pull(at(0.6))
				b.Pull(at(0.5))
			}
			b.Until("store.state.budget > 1 && runner.answers[0].ok.expanded === store.state.budget")
			if s.Touch {
				b.Lift()
			} else {
				b.LetGo(at(0.5))
			}
			b.settled()
			want(b, "store.live", false)
			if wrong := eval[string](b, bound); wrong != "" {
				t.Errorf("after a drag: %s", wrong)
			}
			dragged := eval[int](b, "return store.state.budget;")
			b.Run(`$("#budget-range").focus()`)
			b.Press(kb.ArrowRight + kb.ArrowRight)
			b.settled()
			want(b, fmt.Sprintf("store.state.budget > %d", dragged), true)
			if wrong := eval[string](b, bound); wrong != "" {
				t.Errorf("after two keys: %s", wrong)
			}
			b.write("#budget-field", "7")
			want(b, "runner.answers[0].ok.expanded", 7)
			b.write("#budget-field", "a few")
			want(b, `$("#budget-field").getAttribute("aria-invalid") + store.state.budget`, "true7")
			b.pressAction("budget-unlimited")
			want(b, "store.state.budget + runner.answers[0].ok.status", "0found")
		})
	}
}

// TestOptionsByHand sets each option of a search as a reader does; where one has no effect,
// it says so.
func TestOptionsByHand(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	// hint returns the line of an option.
	hint := func(name string) string {
		return eval[string](b, fmt.Sprintf(`return $("#search-%s-hint").textContent;`, name))
	}
	for _, option := range []string{"moves", "corners", "cost", "heuristic", "weight", "tie", "reopen", "order"} {
		if hint(option) == "" {
			t.Errorf("%s explains nothing", option)
		}
	}
	choose := func(name, value string) {
		b.press(fmt.Sprintf(`[data-part="%s"] label[data-value="%s"]`, name, value))
		want(b, fmt.Sprintf("String(store.state.%s)", name), value)
		want(b, fmt.Sprintf("String(runner.answers[0].ok.options.%s)", map[string]string{"moves": "moves", "corners": "cut_corners"}[name]), value)
	}
	choose("moves", "8")
	for _, rule := range eval[[]string](b, "return studio.catalog.corner_rules;") {
		choose("corners", rule)
	}
	free := hint("corners")
	choose("moves", "4")
	want(b, `$$('[data-part="corners"] input').every((input) => input.disabled)`, true)
	if hint("corners") == free {
		t.Error("the rule for corners does not say that it has no effect on four moves")
	}
	choose("moves", "8")

	b.pick("#search-heuristic", "manhattan")
	want(b, "runner.answers[0].ok.certificate", "feasible")
	b.pick("#search-heuristic", "octile")
	want(b, "runner.answers[0].ok.certificate", "optimal")
	b.pick("#search-tie", "fifo")
	want(b, "runner.answers[0].ok.options.tie", "fifo")
	want(b, `$("#weight-slider").disabled`, true)
	b.pick("#algorithm-1", "weighted-astar")
	want(b, `$("#weight-slider").disabled`, false)
	b.write("#weight-exact", "1.75")
	want(b, "runner.answers[0].ok.options.weight", "1.75")
	want(b, "/bounded|optimal/.test(runner.answers[0].ok.certificate)", true)

	b.press(".more > summary")
	reopens := eval[bool](b, "return runner.answers[0].ok.options.reopen;")
	b.press("#search-reopen")
	want(b, "runner.answers[0].ok.options.reopen", !reopens)
	b.write("#order-exact", "N,E,S,W,NE,SE,SW,NW")
	want(b, "runner.answers[0].ok.options.order", "N,E,S,W,NE,SE,SW,NW")

	// Jump point search counts steps alone: the remedy is a press away.
	b.pick("#algorithm-1", "astar")
	b.pick("#search-cost", "mul")
	b.pick("#algorithm-1", "jump-point")
	b.Until(`$('[data-action="remedy-uniform"]') !== null`)
	b.pressAction("remedy-uniform")
	want(b, "store.state.cost + runner.answers[0].ok?.status", "uniformfound")
}

// TestLensesByHand puts the lenses on with the pointer, and reads them at a cell.
func TestLensesByHand(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			b.pressAction("add-rival") // a lens is for all
			if s.Touch {
				b.press(`[data-tool="hand"]`) // a brush would paint
			}
			for _, lens := range []string{"heuristic", "ties"} {
				b.press(fmt.Sprintf(`[data-part="lens"] label[data-value="%s"]`, lens))
				b.Run("")
				want(b, "store.view.lens", lens)
				b.Until(`$(".lens-body[data-stale]") === null && $(".lens-strip") !== null`)
				unread := eval[string](b, `return $(".lens-reading").textContent;`)
				at := eval[browsertest.Point](b, `return spot(26, 17);`)
				if s.Touch {
					b.Fingers([]browsertest.Point{at})
				} else {
					b.Do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
				}
				b.Until(fmt.Sprintf(`$(".lens-reading").textContent !== %q`, unread))
				if !s.Touch {
					b.Do(chromedp.MouseEvent("mouseMoved", 2, 2))
				}
				b.Run("")
			}
			b.press(`[data-part="lens"] label[data-value="off"]`)
			want(b, `$(".lens-strip")?.isConnected ?? false`, false)
		})
	}
}

// TestClears takes away the walls, then all that was drawn; each is undone by itself.
func TestClears(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	b.press(`[data-tool="wall"]`)
	b.Drag(b.cell(14, 2), b.cell(14, 12))
	b.press(`[data-tool="weight4"]`)
	b.Drag(b.cell(18, 2), b.cell(18, 12))
	b.settled()
	const both = "store.state.map.isOpen(14, 5) + ' ' + store.state.map.at(18, 5).weight"
	want(b, both, "false 4")
	b.pressAction("clear-walls")
	want(b, both, "true 4")
	b.pressAction("clear")
	want(b, both, "true 1")
	b.pressAction("undo")
	b.pressAction("undo")
	want(b, both, "false 4")
	b.pressAction("redo")
	want(b, both, "true 4")
}

// TestTouchDragsEnds drags the goal with a finger: the search follows before it is lifted.
func TestTouchDragsEnds(t *testing.T) {
	t.Parallel()
	b := open30(t, phone)
	walls := eval[string](b, "return store.state.map.cells.join('');")
	b.Touch(eval[browsertest.Point](b, "return spot(...store.state.to);"))
	for _, cell := range [][2]int{{22, 14}, {20, 16}, {12, 18}} {
		b.Slide(b.cell(cell[0], cell[1]))
		b.Until(fmt.Sprintf("runner.answers[0]?.ok?.to.join() === '%d,%d'", cell[0], cell[1]))
		want(b, "store.live", true)
	}
	b.Lift()
	b.settled()
	want(b, "store.live + ' ' + store.state.to", "false 12,18")
	want(b, "store.state.map.cells.join('')", walls)
	b.pressAction("undo")
	want(b, "store.state.to.join() !== '12,18'", true)
}
