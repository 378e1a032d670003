package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a screen changes is tried on that screen, and no more: colors and where cells are, on all of
// them, by TestOpens; drawing with a mouse where a pixel of the page is not one of the screen;
// what is done by hand, with a mouse and with a finger.
var (
	screens = map[string]browsertest.Screen{"phone": phone, "desk": desk, "sharp": sharp}
	hands   = map[string]browsertest.Screen{"phone": phone, "desk": desk}
)

// colorOf fails the test unless a cell has the color of a role on the screen. It
// looks beside the cell's middle, which may have a line.
func (b *tab) colorOf(x, y int, role string) {
	b.Helper()
	at := eval[browsertest.Point](b, fmt.Sprintf(`const [x, y] = spot(%d, %d), { board } = pane(), off = 0.3 * board.cell / board.ratio;
		return [x - off, y - off];`, x, y))
	b.colorAt(at, role, fmt.Sprintf("the cell (%d,%d)", x, y))
}

// colorAt fails the test unless a point of the page has the color of a role.
func (b *tab) colorAt(at browsertest.Point, role, what string) {
	b.Helper()
	const side = 4
	scroll := eval[browsertest.Point](b, "return [scrollX, scrollY];")
	around := b.PictureOf(browsertest.Point{at[0] + scroll[0] - side/2, at[1] + scroll[1] - side/2}, side, side)
	got := browsertest.HexAt(around, around.Bounds().Dx()/2, around.Bounds().Dy()/2)
	if wanted := eval[string](b, fmt.Sprintf("return player.colors.css(%q);", role)); got != wanted {
		b.Errorf("%s is %s on the screen, want %s (%s)", what, got, wanted, role)
	}
}

func open30(t testing.TB, s browsertest.Screen) *tab {
	t.Helper()
	return open(t, s, studio.Options{})
}

// TestOpens looks at what there is before anybody does anything.
func TestOpens(t *testing.T) {
	t.Parallel()
	for name, s := range screens {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			want(b, "`${store.state.map.width}×${store.state.map.height}`", "30×20")
			want(b, "runner.answers[0].ok.status + ' ' + runner.answers[0].ok.certificate", "found optimal")
			want(b, "player.at === player.timeline.length && player.at === runner.answers[0].ok.expanded", true)
			want(b, "part('cost').textContent.includes(runner.answers[0].ok.cost.text)", true)
			want(b, "document.documentElement.scrollWidth <= innerWidth", true)
			b.colorOf(0, 0, "ground0")
			// The disks of start and goal have the colors of their roles at the rim.
			for _, end := range []string{"from", "to"} {
				at := eval[browsertest.Point](b, fmt.Sprintf(`const [x, y] = spot(...store.state.%s), { board } = pane();
					const radius = Math.max(5.5, Math.min(board.cell / board.ratio * 0.36, 13));
					return [x - radius * 0.75, y];`, end))
				b.colorAt(at, map[string]string{"from": "start", "to": "goal"}[end], end)
			}
		})
	}
}

// TestDrawsWalls clicks and drags, takes back and does again.
func TestDrawsWalls(t *testing.T) {
	t.Parallel()
	b := open30(t, sharp)
	at := b.cell(2, 2)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.settled()
	want(b, "store.state.map.isOpen(2, 2)", false)
	b.colorOf(2, 2, "wall")
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.settled()
	want(b, "store.state.map.isOpen(2, 2)", true)
	// Far apart, two points of a drag leave no gap.
	b.Drag(b.cell(14, 1), b.cell(14, 9), b.cell(14, 18))
	b.settled()
	want(b, "Array.from({ length: 18 }, (_, i) => store.state.map.isOpen(14, i + 1)).includes(true)", false)
	b.colorOf(14, 5, "wall")
	want(b, "runner.answers[0].ok.path.some(([x, y]) => x === 14 && y >= 1 && y <= 18)", false)
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="undo"]`)))
	b.settled()
	want(b, "store.state.map.isOpen(14, 5) && store.state.map.isOpen(14, 18)", true)
	b.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift))
	b.settled()
	want(b, "store.state.map.isOpen(14, 5)", false)
	// From a wall, a drag erases.
	b.Drag(b.cell(14, 3), b.cell(14, 6))
	b.settled()
	want(b, "store.state.map.isOpen(14, 4) && !store.state.map.isOpen(14, 8)", true)
}

// TestDrawsWeights paints terrain, which costs nothing until costs count it.
func TestDrawsWeights(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	b.Do(chromedp.Click(chromedp.CSS(`[data-tool="weight4"]`)))
	b.Drag(b.cell(12, 0), b.cell(12, 19))
	b.settled()
	want(b, "store.state.map.at(12, 3).weight", "4")
	want(b, "store.state.cost", "uniform")
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="count-add"]`)))
	b.settled()
	want(b, "store.state.cost", "add")
	want(b, "runner.answers[0].ok.options.cost", "add")
	// A weight of one's own, and one that is none.
	b.Run(`$("#draw-weight").focus(); $("#draw-weight").select()`)
	b.Press("2.125")
	b.Press(kb.Enter)
	b.Drag(b.cell(3, 15), b.cell(5, 15))
	b.settled()
	want(b, "store.state.map.at(4, 15).weight", "2.125")
	b.Run(`$("#draw-weight").focus(); $("#draw-weight").select()`)
	b.Press("-3")
	b.Press(kb.Enter)
	want(b, `$("#draw-weight-wrong").hidden`, false)
	want(b, "store.view.brush", "2.125")
}

// TestDragsEnds drags the goal: the search follows before it is let go of.
func TestDragsEnds(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	from := eval[browsertest.Point](b, "return spot(...store.state.to);")
	to, past := b.cell(25, 17), b.cell(2, 17)
	b.Do(
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from[0], from[1]),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, from[0], from[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, to[0], to[1], chromedp.ButtonLeft),
	)
	b.Until("runner.answers[0]?.ok?.to.join() === '25,17'")
	want(b, "store.live", true)
	b.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, past[0], past[1], chromedp.ButtonLeft))
	b.Until("runner.answers[0]?.ok?.to.join() === '2,17'")
	b.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, past[0], past[1], chromedp.ButtonLeft))
	b.settled()
	want(b, "store.live", false)
	want(b, "store.state.to.join()", "2,17")
	b.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	b.settled()
	want(b, "store.state.to.join() !== '2,17' && store.state.to.join() !== '25,17'", true)
}

// TestPlays steps, scrubs and plays the search.
func TestPlays(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			goal := eval[[2]int](b, "return store.state.to;")
			b.colorOf(goal[0]-1, goal[1], "closed")
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="first"]`)))
			b.Run("")
			want(b, "player.at", 0)
			b.colorOf(goal[0]-1, goal[1], "ground0")
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="forward"]`)))
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="forward"]`)))
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="back"]`)))
			b.Run("")
			want(b, "player.at", 1)
			b.Run(`const range = $("input[type=range][aria-valuetext]"); range.value = 7; range.dispatchEvent(new Event("input", { bubbles: true }))`)
			want(b, "player.at", 7)
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="play"]`)))
			b.Until("player.at > 9")
			b.Run("if (player.clock.playing) player.toggle()")
			b.Do(chromedp.Click(chromedp.CSS(`[data-action="last"]`)))
			b.Run("")
			b.colorOf(goal[0]-1, goal[1], "closed")
		})
	}
}

// TestResizes changes the screen under the page: the map is still there, sharp.
func TestResizes(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	for _, s := range []browsertest.Screen{
		{Width: 1920, Height: 1080}, {Width: 768, Height: 1024}, phone, {Width: 360, Height: 800}, sharp, {Width: 1280, Height: 800, Dark: true}, desk,
	} {
		b.Show(s)
		b.Run("")
		b.colorOf(0, 0, "ground0")
		b.colorOf(29, 19, "ground0")
		want(b, "document.documentElement.scrollWidth <= innerWidth", true)
		want(b, `(() => {
			const { canvas } = pane(), box = canvas.getBoundingClientRect();
			return Math.abs(canvas.width - box.width * devicePixelRatio) <= 1 && Math.abs(canvas.height - box.height * devicePixelRatio) <= 1;
		})()`, true)
	}
}

// TestFillsTheScreen shows every page and tab on screens of many sizes, with one map and with
// more, and with a lens: what is longer than the screen scrolls inside of it, and no map is too
// small to be drawn on.
func TestFillsTheScreen(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	for _, s := range []browsertest.Screen{phone, {Width: 360, Height: 640}, {Width: 740, Height: 360}, {Width: 900, Height: 700}, desk, {Width: 1920, Height: 1080}} {
		b.Show(s)
		for i, show := range []string{`slots: ["astar"]`, `slots: ["astar", "dijkstra"]`, `slots: ["astar", "dijkstra", "greedy", "bidirectional"]`} {
			for _, lens := range []string{"", "heuristic"} {
				pages := `["lab"]`
				if i == 0 && lens == "" {
					pages = `["lab", "lessons", "games"]` // the others do not change with these
				}
				wrong := eval[string](b, fmt.Sprintf(`
					store.change({ %s });
					store.look({ lens: %q });
					studio.show("lab");
					await settled();
					const wrong = [];
					for (const page of %s) {
						studio.show(page);
						for (const tab of page === "lab" ? ["draw", "search", "answer", "more"] : ["draw"]) {
							store.look({ tab });
							await frame();
							const { scrollWidth, scrollHeight } = document.documentElement;
							if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push(page + " " + tab + ": " + scrollWidth + "×" + scrollHeight);
							for (const { canvas } of page === "lab" ? player.panes : []) {
								if (canvas.getBoundingClientRect().height < 60) wrong.push(page + " " + tab + ": a map is " + canvas.getBoundingClientRect().height + " high");
							}
						}
					}
					return wrong.join("; ");`, show, lens, pages))
				if wrong != "" {
					t.Errorf("%d×%d, %s, lens %q: %s", s.Width, s.Height, show, lens, wrong)
				}
			}
		}
	}
	b.Show(phone)
	b.Run(`studio.show("lessons"); $('[data-action="lesson-begin-terrain"]').click(); await settled()`)
	for _, s := range []browsertest.Screen{phone, {Width: 740, Height: 360}, {Width: 844, Height: 390}, desk} {
		b.Show(s)
		b.Run(`store.look({ tab: "answer" }); $("[data-part=lens]").scrollIntoView()`)
		want(b, "document.documentElement.scrollHeight <= innerHeight && scrollY === 0", true)
		want(b, `$("#stage").getBoundingClientRect().height >= 120`, true)
	}
}

// TestResizesTheGrid makes the map smaller, which may cut off an end, and larger.
func TestResizesTheGrid(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	for _, size := range [][2]int{{8, 6}, {64, 40}} {
		for i, side := range []string{"width", "height"} {
			b.Run(fmt.Sprintf(`const input = part("map-%s"); input.focus(); input.select()`, side))
			b.Press(fmt.Sprint(size[i]))
		}
		b.Do(chromedp.Click(chromedp.CSS(`[data-action="resize"]`)))
		b.settled()
		want(b, "`${store.state.map.width},${store.state.map.height}`", fmt.Sprintf("%d,%d", size[0], size[1]))
		want(b, "store.state.map.has(...store.state.from) && store.state.map.has(...store.state.to)", true)
		want(b, "runner.answers[0].ok.status", "found")
	}
}

// TestTouch draws with one finger and moves the map with two.
func TestTouch(t *testing.T) {
	t.Parallel()
	b := open30(t, phone)
	b.Fingers([]browsertest.Point{b.cell(4, 2)}, []browsertest.Point{b.cell(4, 6)}, []browsertest.Point{b.cell(4, 12)})
	b.settled()
	want(b, "store.state.map.isOpen(4, 4) || store.state.map.isOpen(4, 11)", false)
	x, y := b.cell(15, 10)[0], b.cell(15, 10)[1]
	var apart [][]browsertest.Point
	for d := 20.0; d <= 90; d += 10 {
		apart = append(apart, []browsertest.Point{{x - d, y}, {x + d, y}})
	}
	walls := eval[string](b, "return store.state.map.cells.join('');")
	b.Fingers(apart...)
	want(b, "player.view !== null", true)
	want(b, "store.state.map.cells.join('')", walls)
}

// TestKeyboardAlone draws and moves the ends without a pointer.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	seen := map[string]bool{}
	for range 120 {
		b.Do(chromedp.KeyEvent(kb.Tab))
		here := eval[string](b, `const e = document.activeElement;
			return e === document.body ? "" : e.dataset.action ?? e.dataset.part ?? e.dataset.tool ?? (e.className || e.tagName);`)
		if here == "" {
			break
		}
		seen[here] = true
	}
	for _, control := range []string{"share", "language", "theme", "help", "wall", "map", "play", "resize"} {
		if !seen[control] {
			t.Errorf("Tab does not lead to %q, only to %v", control, seen)
		}
	}
	b.Run("pane().canvas.focus()")
	b.Press(kb.ArrowRight + kb.ArrowRight)
	at := eval[[2]int](b, "const s = player.selected; return [s % 30, Math.floor(s / 30)];")
	b.Press(kb.ArrowDown + kb.ArrowDown)
	b.Press(" ")
	b.settled()
	want(b, fmt.Sprintf("store.state.map.isOpen(%d, %d)", at[0], at[1]+2), false)
	b.Press(kb.ArrowDown)
	b.Press("g")
	b.settled()
	want(b, "store.state.to.join()", fmt.Sprintf("%d,%d", at[0], at[1]+3))
	b.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	b.settled()
	want(b, "store.state.to.join() !== "+fmt.Sprintf("'%d,%d'", at[0], at[1]+3), true)
	b.Press("?")
	b.Until(`$("dialog[open]") !== null`)
	b.Press(kb.Escape)
	b.Until(`$("dialog[open]") === null`)
}

// TestSearchesAsTold changes the settings, and looks at what is proved.
func TestSearchesAsTold(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	b.Run(`store.change({ heuristic: "manhattan" }); await settled()`)
	want(b, "runner.answers[0].ok.certificate", "feasible")
	b.Until(`/Manhattan/.test(part("certificate").closest("[data-panel]").textContent)`)
	b.Run(`store.change({ slots: ["dijkstra"], heuristic: "auto" }); await settled()`)
	b.Until(`part("heuristic").querySelector("select, input")?.disabled ?? part("heuristic").disabled`)
	// A race of three: three panes, and a row for each.
	b.Run(`store.change({ slots: ["astar", "dijkstra", "greedy"] }); await settled()`)
	want(b, "player.panes.length", 3)
	want(b, "new Set(runner.answers.map((a) => a.ok.algorithm)).size", 3)
	want(b, "runner.answers[0].ok.expanded < runner.answers[1].ok.expanded", true)
	// The dial: what is known after four expansions.
	b.Run(`store.change({ slots: ["astar"], budget: 4 }); await settled()`)
	want(b, "`${runner.answers[0].ok.status} ${runner.answers[0].ok.expanded}`", "limit 4")
	want(b, "runner.answers[0].ok.lower_bound.value > 0 && runner.answers[0].ok.nearest.path.length > 1", true)
	b.Run(`store.change({ budget: 0 }); await settled()`)
	want(b, "runner.answers[0].ok.status", "found")
}

// TestLenses puts on both lenses; each paints the map and says what it found.
func TestLenses(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]browsertest.Screen{"desk": desk, "dark": {Width: 1280, Height: 800, Scale: 2, Dark: true}} {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			b.Run(`store.change({ heuristic: "manhattan" }); await settled()`)
			before := b.Picture()
			for _, lens := range []string{"heuristic", "ties"} {
				b.Run(fmt.Sprintf("store.look({ lens: %q })", lens))
				said := map[string]string{"heuristic": "admissible", "ties": "ties-count"}[lens]
				b.Until(fmt.Sprintf("part(%q) !== null && part(%[1]q).textContent.trim() !== ''", said))
				b.Run("await frame()")
				painted, after := 0, b.Picture()
				for y := before.Bounds().Min.Y; y < before.Bounds().Max.Y; y += 4 {
					for x := before.Bounds().Dx() / 4; x < before.Bounds().Dx()*3/4; x += 4 {
						if browsertest.HexAt(before, x, y) != browsertest.HexAt(after, x, y) {
							painted++
						}
					}
				}
				if painted < 200 {
					t.Errorf("the %s lens changed %d of the points that were looked at", lens, painted)
				}
			}
		})
	}
}

// TestLanguages shows every page in every language: no key stands where a text should.
func TestLanguages(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			for _, language := range []string{"ja", "zh", "en"} {
				b.Run(fmt.Sprintf("store.look({ language: %q })", language))
				want(b, "document.documentElement.lang.startsWith("+fmt.Sprintf("%q", language)+") || document.body.lang.startsWith("+fmt.Sprintf("%q", language)+")", true)
				for _, page := range []string{"lab", "lessons", "games"} {
					b.Run(fmt.Sprintf("studio.show(%q)", page))
					want(b, `document.body.innerText.split("\n").filter((line) => /^[a-z]+(\.[a-z-]+)+$/.test(line.trim())).join()`, "")
					want(b, "document.documentElement.scrollWidth <= innerWidth", true)
				}
			}
		})
	}
}

// TestAxe has axe-core look at every page: no serious or critical violation.
func TestAxe(t *testing.T) {
	t.Parallel()
	browsertest.Need(t)
	source, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("axe-core is missing; npm ci in studio installs it: %v", err)
		}
		t.Skipf("axe-core is missing; npm ci in studio installs it: %v", err)
	}
	for name, s := range map[string]browsertest.Screen{
		"desk": desk, "dark": {Width: 1280, Height: 800, Dark: true}, "phone": phone, "dark phone": {Width: 360, Height: 800, Dark: true, Touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			// To look at the page without some styles, axe puts in its own, which the
			// policy forbids.
			b.Expect("Applying inline style violates")
			b.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Run(ctx, chromedp.Evaluate[any](string(source)+";0"))
				return err
			}))
			for _, page := range []string{"lab", "lessons", "games"} {
				b.Run(fmt.Sprintf("studio.show(%q); await frame()", page))
				found := eval[string](b, `
					const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false });
					return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
						.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html.slice(0, 160) + " " + node.any.map((a) => a.message).join()).join("\n  ")).join("\n");`)
				if found != "" {
					t.Errorf("%s: %s", page, found)
				}
			}
		})
	}
}

// TestServerGone takes the server away: the page says so, and is still there.
func TestServerGone(t *testing.T) {
	t.Parallel()
	b := open30(t, desk)
	b.Expect("api/")
	b.Run(`const kept = window.fetch; window.fetch = () => Promise.reject(new TypeError("gone")); window.bringBack = () => (window.fetch = kept);
		store.change({ to: [20, 15] })`)
	b.Until(`!$("#banner").hidden`)
	at := b.cell(2, 2)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.Run("")
	want(b, "store.state.map.isOpen(2, 2)", false)
	b.colorOf(2, 2, "wall")
	b.Run("bringBack()")
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="retry"]`)))
	b.settled()
	want(b, `$("#banner").hidden`, true)
	want(b, "runner.answers[0].ok.status", "found")
}

// TestServerBusy lets the server refuse for a while: the page says so, the map can be
// drawn on, and the search comes when there is room again.
func TestServerBusy(t *testing.T) {
	t.Parallel()
	b := open30(t, phone)
	b.Run(`const kept = window.fetch;
		window.fetch = () => Promise.resolve(new Response('{"status":503,"detail":"too many requests"}',
			{ status: 503, headers: { "Content-Type": "application/problem+json", "Retry-After": "1" } }));
		window.bringBack = () => (window.fetch = kept);
		store.change({ to: [20, 15] })`)
	b.Until(`!$("#banner").hidden`)
	at := b.cell(2, 2)
	b.Fingers([]browsertest.Point{at})
	want(b, "store.state.map.isOpen(2, 2)", false)
	b.Run("bringBack()")
	b.Run(`$('[data-action="retry"]').click()`)
	b.settled()
	want(b, `$("#banner").hidden`, true)
	want(b, "runner.answers[0].ok.status", "found")
}

// TestNothingJumps adds up by how much the browser says that things moved which nobody
// moved, while answers of all kinds come in.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := open30(t, s)
			shift := eval[float64](b, `
				let moved = 0;
				new PerformanceObserver((list) => list.getEntries().forEach((e) => (moved += e.value))).observe({ type: "layout-shift", buffered: true });
				for (const change of [{ moves: 4 }, { heuristic: "zero" }, { budget: 3 }, { budget: 0 }, { to: [1, 1] }, { slots: ["bucket-astar"] }, { cost: "mul" }, { slots: ["greedy"], heuristic: "manhattan", moves: 8 }]) {
					store.change(change);
					await settled();
					await frame();
				}
				await new Promise((done) => setTimeout(done, 300));
				return moved;`)
			// 0.1 is what is called good of a whole visit (Web Vitals, 2020).
			if t.Logf("%.4f", shift); shift > 0.05 {
				t.Errorf("things moved by %.3f, want at most 0.05", shift)
			}
		})
	}
}

// BenchmarkDrag drags the goal and measures from the change until the search is
// drawn; beside that, the search alone, and a request that does nothing. All are medians.
func BenchmarkDrag(b *testing.B) {
	for _, size := range []int{30, 512} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			page := open30(b, desk)
			if size > 30 {
				page.Run(fmt.Sprintf(`const reply = await studio.api.post("/api/generate", { kind: "rooms", width: %d, height: %[1]d, seed: 5 });
					const { GridMap } = await import("/map.js");
					const read = GridMap.parse(reply.text);
					store.change({ map: read.map, from: read.from, to: read.to }); await settled()`, size))
			}
			var medians struct{ Drawn, Search, Expanded, Request float64 }
			for b.Loop() {
				medians = eval[struct{ Drawn, Search, Expanded, Request float64 }](page, `
					const { map, to } = store.state, drawn = [], search = [], expanded = [], request = [];
					const open = [];
					for (let x = map.width - 1; x >= 0 && open.length < 20; x--) if (map.isOpen(x, to[1]) && x !== to[0]) open.push([x, to[1]]);
					for (const cell of open) {
						store.change({ to: cell }, { merge: "drag", live: true });
						await until(() => !runner.busy && runner.answered === store.state);
						if (runner.answers[0].ok.status !== "found") throw new Error(runner.answers[0].ok.status);
						drawn.push(runner.last.drawn);
						search.push(runner.answers[0].ok.time_ns / 1e6);
						expanded.push(runner.answers[0].ok.expanded);
						const before = performance.now();
						await (await fetch("/healthz")).text();
						request.push(performance.now() - before);
					}
					store.settle();
					await settled();
					const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
					return { Drawn: median(drawn), Search: median(search), Expanded: median(expanded), Request: median(request) };`)
			}
			b.ReportMetric(medians.Drawn, "drawn-ms")
			if medians.Search > 0 { // traces, which small maps are drawn from, do not tell
				b.ReportMetric(medians.Search, "search-ms")
			}
			b.ReportMetric(medians.Expanded, "expanded")
			b.ReportMetric(medians.Request, "empty-request-ms")
		})
	}
}
