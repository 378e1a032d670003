package player_test

import (
	"bytes"
	"fmt"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// known is what a page says of a state on one side.
type known struct {
	Side, State, Place, Parent int64
	G, H, F                    string
}

// knownAt is a script that returns what a pane knows of all states.
const knownAt = `
	const knownBy = ({ replay, trace }) => [0, 1].flatMap((side) =>
		[...replay.current[side].keys()].filter((state) => replay.event(side, state) >= 0).map((state) => {
			const event = replay.event(side, state);
			return {
				Side: side, State: state, Place: replay.place(side, state), Parent: trace.parent[event],
				G: String(trace.cost("g", event)), H: String(trace.cost("h", event)), F: String(trace.cost("f", event)),
			};
		}));
`

// TestPagesKnowWhatTracesSay compares, for every algorithm and engine of the catalog
// and at random steps, what the page knows of every state with what package trace says.
func TestPagesKnowWhatTracesSay(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 4))
	entries := slices.Concat(catalog.Entries(), catalog.Engines())
	for len(entries) > 0 {
		group := entries[:min(player.MaxTraces, len(entries))]
		entries = entries[len(group):]
		var traces []player.Trace
		var readers []*trace.Reader
		for _, e := range group {
			rows, model := yard, grid.Uniform
			// IDA* takes long where weights differ, and most engines take none.
			if e.Name != "ida-star" && !e.Fast() {
				rows, model = meadow, grid.Mul
			}
			data := record(t, e.Name, e.Name, model, rows...)
			traces = append(traces, traceOf(data, e.Name))
			reader, err := trace.NewReader(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			readers = append(readers, reader)
		}
		b := openPage(t, browsertest.Screen{}, player.Options{}, traces...)
		for i, reader := range readers {
			want(b, fmt.Sprintf("player.panes[%d].trace.count", i), reader.Events())
			want(b, fmt.Sprintf("player.panes[%d].trace.steps", i), reader.Steps())
			steps := []int64{0, reader.Steps()}
			for range 6 {
				steps = append(steps, random.Int64N(reader.Steps()+1))
			}
			for _, step := range steps {
				compareAt(b, group[i].Name, reader, i, step)
			}
		}
	}
}

func compareAt(b *tab, name string, reader *trace.Reader, pane int, step int64) {
	b.Helper()
	state, err := reader.StateAt(step)
	if err != nil {
		b.Fatal(err)
	}
	var expected []known
	for k := range state.All() {
		place := int64(1)
		if k.Closed {
			place = 2
		}
		expected = append(expected, known{int64(k.Side), k.State, place, k.Parent, fmt.Sprint(k.G), fmt.Sprint(k.H), fmt.Sprint(k.F)})
	}
	got := eval[[]known](b, knownAt+fmt.Sprintf(`
		const { replay, trace } = player.panes[%d];
		replay.seek(trace.endOfStep(%d));
		return knownBy(player.panes[%[1]d]);`, pane, step))
	if fmt.Sprint(got) != fmt.Sprint(expected) {
		b.Errorf("%s at step %d:\n%v\nwant\n%v", name, step, got, expected)
	}
	open := state.Open(search.Forward) + state.Open(search.Backward)
	closed := state.Closed(search.Forward) + state.Closed(search.Backward)
	want(b, fmt.Sprintf("String([player.panes[%d].replay.open, player.panes[%[1]d].replay.closed])", pane), fmt.Sprintf("%d,%d", open, closed))
}

// TestCostsAreExact compares how costs are written with package root2.
func TestCostsAreExact(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		length, err := root2.New(random.Int64N(1e6), random.Int64N(1e6))
		if err != nil {
			t.Fatal(err)
		}
		for _, scale := range []int64{1, 2, 10, 2000, 1e6} {
			script := fmt.Sprintf("new pane.trace.header.lengths.constructor(true, %dn).text(%dn)", scale, int64(length))
			want(b, script, length.Format(scale))
		}
	}
	want(b, "pane.trace.header.lengths.text(46341n * 543339720n - 32768n * 768398401n)", "46341−32768√2")
}

func TestOpensAtTheBeginning(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	want(b, "player.at", 0)
	want(b, "player.clock.playing", false)
	want(b, `$("h1").textContent`, "yard.map")
	want(b, "document.title", "yard.map · Astrolabe")
	want(b, `$(".subtitle").textContent.startsWith("astar · Path found, cost ")`, true)
	b.colorsAre(map[int]string{3: "ground0", stateOf(yard, "#"): "wall"})
}

func TestPlaysToTheEnd(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run("player.setSpeed(400)")
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="play"]`)))
	b.Run("await until(() => player.at > 3)")
	b.Run("await until(() => !player.clock.playing)")
	want(b, "player.at === pane.trace.steps && player.at > 20", true)
	want(b, "pane.replay.position === pane.trace.count", true)
	want(b, `$('[data-action="play"]').getAttribute("aria-pressed")`, "false")
	// Playing again begins anew, slowly enough not to end before it is stopped.
	b.Run("player.setSpeed(1)")
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="play"]`)))
	b.Run("await until(() => player.at < pane.trace.steps)")
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="play"]`)))
	want(b, "player.clock.playing", false)
}

func TestStepsForwardAndBack(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	click := func(action string) {
		t.Helper()
		b.Do(chromedp.Click(chromedp.CSS(`[data-action="` + action + `"]`)))
		b.Run("")
	}
	click("forward")
	click("forward")
	click("forward")
	want(b, "player.at", 3)
	want(b, "pane.replay.step", 3)
	expanded := eval[int](b, "return pane.trace.state[pane.trace.expansion[2]];")
	b.colorsAre(map[int]string{expanded: "closed"})
	click("back")
	want(b, "pane.replay.step", 2)
	click("back")
	want(b, "pane.replay.step", 1)
	b.colorsAre(map[int]string{expanded: "frontier"})
	click("last")
	want(b, "player.at === pane.trace.steps", true)
	click("first")
	want(b, "pane.replay.position === pane.trace.endOfStep(0)", true)
	// Single events, which the keys do.
	b.Press(">")
	want(b, "pane.replay.position === pane.trace.endOfStep(0) + 1", true)
	want(b, "pane.replay.step", 1)
	b.Press(">")
	b.Press("<")
	b.Press("<")
	want(b, "pane.replay.position === pane.trace.endOfStep(0)", true)
}

func TestScrubs(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	// A click in the middle of the bar, which is an input as any other.
	box := eval[[]float64](b, `const r = $(".scrub").getBoundingClientRect(); return [r.left, r.top, r.width, r.height];`)
	middle := []float64{box[0] + box[2]/2, box[1] + box[3]/2}
	b.Do(chromedp.MouseClickXY(middle[0], middle[1]))
	b.Run("")
	want(b, "Math.abs(player.at - pane.trace.steps / 2) <= 2", true)
	want(b, `$('.scrub input').getAttribute("aria-valuetext") === $(".status").textContent && $(".status").textContent.startsWith("Step ")`, true)
	b.Press(kb.ArrowRight)
	want(b, "Math.abs(player.at - pane.trace.steps / 2) <= 3", true)
	b.Press(kb.End)
	want(b, "player.at === pane.trace.steps", true)
	// The curve of OPEN, from one side of the bar to the other.
	b.Press(kb.Home)
	b.Run("player.act('last')")
	img, columns := b.Picture(), 0
	for x := int(box[0]); x < int(box[0]+box[2]); x++ {
		for y := int(box[1]); y < int(box[1]+box[3]); y++ {
			if c, ok := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA); ok && c.R > 150 && c.B < 60 && c.G > 80 {
				columns++
				break
			}
		}
	}
	if columns < int(box[2])*9/10 {
		t.Errorf("the curve of OPEN is seen in %d columns of %.0f", columns, box[2])
	}
}

func TestJumpsToStepsAndEvents(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Press("g")
	b.Press("12" + kb.Enter)
	want(b, "player.at", 12)
	b.Do(chromedp.Click(chromedp.CSS(".map")))
	b.Run(`const kinds = $(".jumps select"); kinds.value = "7"; kinds.dispatchEvent(new Event("change"))`) // goal
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="next"]`)))
	b.Run("")
	want(b, "pane.trace.kind[pane.replay.position - 1] & 15", 7)
	b.Run(`const kinds = $(".jumps select"); kinds.value = "3"; kinds.dispatchEvent(new Event("change"))`) // improve
	if eval[int](b, "return pane.trace.counts[3];") == 0 {
		t.Fatal("the yard has no improvement, by which to try jumps")
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="previous"]`)))
	b.Run("")
	want(b, "pane.trace.kind[pane.replay.position - 1] & 15", 3)
}

func TestTellsOfCells(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	text := func(state int) string {
		t.Helper()
		return eval[string](b, fmt.Sprintf(`player.selected = -1; player.select(%d); await frame(); return $(".inspector").innerText;`, state))
	}
	b.Run("player.act('last')")
	for _, c := range []struct {
		cell int
		says []string
	}{
		{stateOf(yard, "S"), []string{"Cell (0, 0)", "on CLOSED", "The search set out here.", "Expanded in step 1", "The path that was found leads over this cell."}},
		{stateOf(yard, "#"), []string{"blocked", "No path leads over this cell."}},
		{stateOf(yard, "G"), []string{"on CLOSED", "Met in step ", "√2 ≈ ", "The path that was found leads over this cell."}},
		{6*len(yard[0]) + 11, []string{"not met", "The search ended before any cell beside this one had led to it."}},
	} {
		got := text(c.cell)
		for _, say := range c.says {
			if !bytes.Contains([]byte(got), []byte(say)) {
				t.Errorf("cell %d: %q is not in\n%s", c.cell, say, got)
			}
		}
	}
	// A cell left on OPEN says why.
	left := eval[int](b, `const { replay } = pane;
		return [...replay.current[0].keys()].find((state) => replay.place(0, state) === 1) ?? -1;`)
	if left < 0 {
		t.Fatal("the yard leaves no cell on OPEN")
	}
	if got := text(left); !bytes.Contains([]byte(got), []byte("It was never expanded: ")) {
		t.Errorf("cell %d, on OPEN in the end:\n%s", left, got)
	}
	// A parent is a way to go.
	b.Run(fmt.Sprintf(`player.selected = -1; player.select(%d); await frame(); $(".inspector .link").click()`, stateOf(yard, "G")))
	want(b, fmt.Sprintf("player.selected === pane.trace.parent[pane.replay.event(0, %d)]", stateOf(yard, "G")), true)
}

func TestComparesSearches(t *testing.T) {
	t.Parallel()
	b := openPage(t, browsertest.Screen{}, player.Options{},
		traceOf(record(t, "astar", "yard.map", grid.Uniform, yard...), "A*"),
		traceOf(record(t, "dijkstra", "yard.map", grid.Uniform, yard...), "Dijkstra"))
	want(b, `$("h1").textContent`, "Searches compared")
	want(b, `[...document.querySelectorAll("figcaption .name")].map((e) => e.textContent).join()`, "A*,Dijkstra")
	// The first difference by hand.
	first := eval[int](b, `const [a, d] = player.traces;
		for (let step = 1; ; step++) if (a.state[a.expansion[step]] !== d.state[d.expansion[step]]) return step;`)
	want(b, "player.differing", first)
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="difference"]`)))
	b.Run("")
	want(b, "player.panes.map((p) => p.replay.step).join()", fmt.Sprintf("%d,%d", first, first))
	want(b, "player.panes.every((p) => player.differingState(p) === p.trace.state[p.trace.expansion[player.differing]])", true)
	// By expansion the one that ends first waits.
	b.Run("player.act('last')")
	want(b, "player.panes.every((p) => p.replay.position === p.trace.count)", true)
	b.Run("player.seek(player.traces[0].steps + 3)")
	want(b, "player.panes.map((p) => p.replay.step).join() === [player.traces[0].steps, player.traces[0].steps + 3].join()", true)
	// By cost neither has expanded an f above the other's, and both all up to it.
	b.Run("player.setMode('cost')")
	for at := range eval[int](b, "return player.timeline.length;") {
		b.Run(fmt.Sprintf("player.seek(%d)", at+1))
		want(b, `player.panes.every(({ replay, trace }) => {
			const most = player.timeline.costs[player.at - 1], front = (step) => trace.frontF[step] / trace.header.lengths.unit;
			return (replay.step === 0 || front(replay.step) <= most) && (replay.step === trace.steps || front(replay.step + 1) > most);
		})`, true)
	}
	// By time both are as far.
	b.Run("player.setMode('time'); player.seek(Math.round(player.timeline.length / 3))")
	want(b, "player.panes.every(({ replay, trace }) => Math.abs(replay.position / trace.count - 1 / 3) < 0.02)", true)
}

func TestComparesUpToFour(t *testing.T) {
	t.Parallel()
	var traces []player.Trace
	for _, name := range []string{"astar", "dijkstra", "greedy", "bidirectional"} {
		traces = append(traces, traceOf(record(t, name, "meadow.map", grid.Mul, meadow...), name))
	}
	b := openPage(t, browsertest.Screen{Width: 360, Height: 800}, player.Options{Title: "Four"}, traces...)
	b.Run("player.act('last')")
	want(b, `$("h1").textContent`, "Four")
	want(b, "player.panes.length", 4)
	want(b, "player.panes.every((p) => p.board.size.width > 100 && p.board.size.height > 60)", true)
	want(b, "player.traces.map((t) => t.sides).join()", "1,1,1,2")
	want(b, `document.querySelector(".sides").hidden`, false)
}
