package player_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/chromedp/chromedp"
)

// TestSizesAndScales shows the same moment on screens of all sorts, one after the
// other, so that each is a resize: the cells have their colors afterward, the
// canvas has a pixel for each of the screen's, and the page is no wider than the
// screen.
func TestSizesAndScales(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run("player.seek(9)")
	expanded := eval[[]int](b, "return [2, 3, 4].map((step) => pane.trace.state[pane.trace.expansion[step]]);")
	cells := map[int]string{stateOf(yard, "#"): "wall", len(yard[0])*6 + 1: "ground0"}
	for _, state := range expanded {
		cells[state] = "closed"
	}
	for _, s := range []browsertest.Screen{
		{Width: 1280, Height: 800, Scale: 1},
		{Width: 1280, Height: 800, Scale: 2},
		{Width: 900, Height: 700, Scale: 1.5},
		{Width: 360, Height: 800, Scale: 3, Touch: true},
		{Width: 360, Height: 800, Scale: 1},
		{Width: 1920, Height: 1080, Scale: 1},
		{Width: 640, Height: 400, Scale: 2},
	} {
		b.Show(s)
		b.Run("scrollTo(0, 0)")
		b.colorsAre(cells)
		want(b, "document.documentElement.scrollWidth <= innerWidth", true)
		want(b, `(() => {
			const box = pane.canvas.getBoundingClientRect();
			return Math.abs(pane.canvas.width - box.width * devicePixelRatio) <= 1 && Math.abs(pane.canvas.height - box.height * devicePixelRatio) <= 1;
		})()`, true)
		sharpEdge(b, len(yard[0])*6+9)
	}
}

// sharpEdge fails the test unless the left edge of a wall is one: ground, at most
// a grid line of its own color, then wall.
func sharpEdge(b *tab, state int) {
	b.Helper()
	scale := eval[float64](b, "return devicePixelRatio;")
	at := eval[[2]float64](b, fmt.Sprintf("return spot(pane, %d);", state))
	img := b.Picture()
	x, y := int(at[0]*scale), int(at[1]*scale)
	ground := eval[string](b, `return player.colors.css("ground0");`)
	line := eval[string](b, `return player.colors.css("grid-line");`)
	wall := browsertest.HexAt(img, x, y)
	for ; browsertest.HexAt(img, x, y) == wall; x-- {
	}
	between := 0
	for ; browsertest.HexAt(img, x, y) == line; x-- {
		between++
	}
	if got := browsertest.HexAt(img, x, y); got != ground || between > int(math.Ceil(scale)) {
		b.Errorf("at scale %v, left of the wall there are %d pixels of line, then %s; want %s", scale, between, got, ground)
	}
}

// TestTargetsAreLargeEnough measures everything that can be clicked or tapped.
func TestTargetsAreLargeEnough(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run("player.select(2)")
	small := `[...document.querySelectorAll("button, select, input, label.layer")].filter((e) => {
		const r = e.getBoundingClientRect();
		return e.checkVisibility() && e.type !== "checkbox" && (r.width < size || r.height < size);
	}).map((e) => e.outerHTML).join("\n")`
	want(b, strings.ReplaceAll(small, "size", "24"), "")
	b.Show(browsertest.Screen{Width: 360, Height: 800, Scale: 2, Touch: true})
	want(b, "matchMedia('(pointer: coarse)').matches", true)
	want(b, strings.ReplaceAll(small, "size", "43.5"), "")
}

// TestDarkAndLight follows the reader's system, and can be told otherwise.
func TestDarkAndLight(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{Dark: true})
	want(b, "root.dataset.theme", "dark")
	b.colorsAre(map[int]string{stateOf(yard, "#"): "wall"})
	want(b, "player.colors.css('wall')", hex(scene.Dark, scene.Wall))
	readable(b)
	b.Show(browsertest.Screen{})
	b.Run("")
	want(b, "root.dataset.theme", "light")
	readable(b)
	b.Do(chromedp.Click(chromedp.CSS(`[data-action="theme"]`)))
	b.Run("")
	want(b, "root.dataset.theme", "dark")
	b.colorsAre(map[int]string{stateOf(yard, "#"): "wall"})
}

// readable fails the test if some text has less contrast to what it stands on
// than 4.5 to 1.
func readable(b *tab) {
	b.Helper()
	b.Run("player.act('last'); player.select(0); player.setHeat('g')")
	faint := eval[[]string](b, `
		const rgb = (text) => text.match(/[\d.]+/g).map(Number);
		const luminance = ([r, g, b]) => {
			const part = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
			return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
		};
		const ground = (e) => {
			for (; e; e = e.parentElement) {
				const color = getComputedStyle(e).backgroundColor;
				if (!/rgba\(.*, 0\)|transparent|color\(|color-mix/.test(color)) return rgb(color);
			}
			return [255, 255, 255];
		};
		const faint = [];
		for (const e of document.querySelectorAll("#player *")) {
			const own = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
			if (!own || !e.checkVisibility({ visibilityProperty: true }) || e.closest(".unseen, option, :disabled")) continue;
			const [x, y] = [luminance(rgb(getComputedStyle(e).color)), luminance(ground(e))].sort((p, q) => q - p);
			const ratio = (x + 0.05) / (y + 0.05);
			if (ratio < 4.5) faint.push(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 200));
		}
		return faint;`)
	if len(faint) > 0 {
		b.Errorf("too faint, in %s:\n%s", eval[string](b, "return root.dataset.theme;"), strings.Join(faint, "\n"))
	}
}

// roles pairs the custom properties with the roles of package scene.
var roles = map[string]scene.Role{
	"background": scene.Background, "sheet": scene.Background,
	"ground0": scene.Ground0, "ground1": scene.Ground1, "ground2": scene.Ground2, "ground3": scene.Ground3, "ground4": scene.Ground4,
	"closed": scene.Explored2, "frontier": scene.Frontier, "wall": scene.Wall, "path": scene.Path, "start": scene.Start, "goal": scene.Goal,
	"on-mark": scene.OnMark, "tree-edge": scene.TreeEdge, "grid-line": scene.GridLine, "text": scene.Text, "muted": scene.Muted,
	"series1": scene.Accent1, "series2": scene.Accent2, "series3": scene.Accent3, "series4": scene.Accent4,
}

func hex(theme scene.Theme, role scene.Role) string {
	c := theme.Color(role)
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// TestColorsAreThoseOfFigures holds the custom properties against package scene.
func TestColorsAreThoseOfFigures(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		b.Run(fmt.Sprintf("player.setTheme(%q)", theme.String()))
		for name, role := range roles {
			// A color is written in three digits where they do.
			want(b, fmt.Sprintf("player.colors.css(%q).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')", name), hex(theme, role))
		}
	}
}

// TestLanguages opens the page in each language, on a phone, and looks for words
// of another one and for text that has no room.
func TestLanguages(t *testing.T) {
	t.Parallel()
	data := record(t, "astar", "yard.map", grid.Uniform, yard...)
	b := openPage(t, browsertest.Screen{Width: 360, Height: 800, Scale: 2, Touch: true}, player.Options{Language: "ja"}, traceOf(data, ""))
	texts := map[string]string{}
	for _, c := range []struct{ code, tag, layer, summary string }{
		{"ja", "ja", "探索木", "ステップ 9"},
		{"zh", "zh-Hans", "搜索树", "第 9 步"},
		{"en", "en", "Search tree", "Step 9"},
	} {
		if c.code != "ja" {
			b.Run(fmt.Sprintf(`const s = $(".language"); s.value = %q; s.dispatchEvent(new Event("change"))`, c.code))
		}
		b.Run("player.seek(9); player.selected = 0; player.invalidate()")
		want(b, "root.lang", c.tag)
		text := eval[string](b, `return root.innerText + [...document.querySelectorAll("[aria-label]")].map((e) => e.ariaLabel).join("\n");`)
		texts[c.code] = text
		for _, say := range []string{c.layer, c.summary, "OPEN"} {
			if !strings.Contains(text, say) {
				t.Errorf("%s: %q is not in\n%s", c.code, say, text)
			}
		}
		want(b, "document.documentElement.scrollWidth <= innerWidth", true)
		want(b, `[...document.querySelectorAll("button, select, input, label")].filter((e) => {
			const r = e.getBoundingClientRect();
			return e.checkVisibility() && (r.left < 0 || r.right > innerWidth);
		}).map((e) => e.outerHTML).join()`, "")
		want(b, `[...document.querySelectorAll("button, select, label, .status, dd, h2")].filter((e) =>
			e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline").map((e) => e.outerHTML).join()`, "")
	}
	for _, english := range []string{"Search tree", "expanded", "Layers", "Speed", "Cell"} {
		for _, code := range []string{"ja", "zh"} {
			if strings.Contains(texts[code], english) {
				t.Errorf("%s: %q is in\n%s", code, english, texts[code])
			}
		}
	}
}

// TestNothingMovesUnasked plays, points at cells and shows every kind of shading,
// while the browser watches for parts of the page that shift.
func TestNothingMovesUnasked(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run(`
		window.shifts = [];
		new PerformanceObserver((list) => shifts.push(...list.getEntries().map((e) => e.value))).observe({ type: "layout-shift" });
		for (let step = 0; step < 20; step++) {
			player.seek(step);
			player.hover(step * 3);
			player.setHeat(["none", "g", "f"][step % 3]);
			await frame();
		}
		player.act("last");
		await frame();`)
	want(b, "shifts.reduce((sum, shift) => sum + shift, 0) < 0.005", true)
}

// TestLittleMotion plays to the end in no more than four pictures a second.
func TestLittleMotion(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{Calm: true})
	moves := eval[int](b, `
		let moves = 0;
		const advance = player.clock.move;
		player.clock.move = (steps) => (moves++, advance(steps));
		player.setSpeed(100);
		player.toggle();
		await until(() => !player.clock.playing);
		return moves;`)
	if steps := eval[int](b, "return pane.trace.steps;"); moves > steps/20+2 {
		t.Errorf("%d pictures for %d steps at 100 a second", moves, steps)
	}
}

// TestTerrainIsShown looks at the ground of a map with weights, bare and under
// what the search did.
func TestTerrainIsShown(t *testing.T) {
	t.Parallel()
	b := openPage(t, browsertest.Screen{}, player.Options{}, traceOf(record(t, "dijkstra", "meadow.map", grid.Mul, meadow...), ""))
	b.Run("player.seek(1)")
	// Five different weights would have five shades; these three have the first, a middle and the last.
	shades := eval[map[string]int](b, `return Object.fromEntries(pane.trace.header.map.shadeNames.map((name, i) => [name, i]).filter(([name]) => name));`)
	for weight, symbol := range map[string]string{"2": "2", "5": "5", "9": "9", "1": "."} {
		shade, ok := shades[weight]
		if !ok {
			t.Fatalf("weight %s has no shade: %v", weight, shades)
		}
		last := strings.LastIndex(strings.Join(meadow, ""), symbol)
		b.colorsAre(map[int]string{last: fmt.Sprintf("ground%d", shade)})
	}
	want(b, `$(".inspector") && (player.select(3), true)`, true)
	b.Run("player.act('last')")
	at := eval[[2][2]float64](b, "return [spot(pane, 1), spot(pane, 5)];")
	img := b.Picture()
	light, heavy := browsertest.HexAt(img, int(at[0][0]), int(at[0][1])), browsertest.HexAt(img, int(at[1][0]), int(at[1][1]))
	if light == heavy {
		t.Errorf("expanded cells of weight 1 and of weight 9 both are %s", light)
	}
	want(b, `$(".inspector").innerText.includes("The ground weighs 2.")`, true)
}
