package player_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/chromedp/chromedp/kb"
)

// TestNamesAreText gives everything that has a name one that would run as a script
// if it were read as HTML.
func TestNamesAreText(t *testing.T) {
	t.Parallel()
	hostile := `</script></title></style><script>window.ran = 1</script><img src=x onerror="window.ran = 2">"'><b id=injected>&amp;`
	data := record(t, "astar", hostile, grid.Uniform, yard...)
	for _, opts := range []player.Options{{}, {Title: hostile}} {
		b := openPage(t, browsertest.Screen{}, opts, traceOf(data, ""))
		want(b, `$("h1").textContent`, hostile)
		want(b, `$(".facts").textContent.includes("<b id=injected>&amp; · 12×7")`, true)
		want(b, "window.ran === undefined && document.getElementById('injected') === null && document.images.length", 0)
	}
	b := openPage(t, browsertest.Screen{}, player.Options{}, traceOf(data, hostile), traceOf(data, ""))
	want(b, `[...document.querySelectorAll("figcaption .name")].every((e) => e.textContent === `+"`"+strings.ReplaceAll(hostile, `</script>`, `<\/script>`)+"`)", true)
	want(b, "window.ran === undefined && document.getElementById('injected') === null && document.images.length", 0)

	// The options and the algorithm of a trace are its writer's to choose.
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{
		Algorithm: hostile, Start: []int64{0}, Goals: []int64{1}, Options: []trace.Option{{Key: hostile, Value: hostile}, {Key: "__proto__", Value: "constructor"}},
		Map: trace.Map{Name: hostile, Width: 2, Height: 1, Kinds: []trace.CellKind{{Symbol: '<', Weight: "1"}}, Cells: []uint8{0, 0}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(trace.Outcome{Reason: hostile}); err != nil {
		t.Fatal(err)
	}
	b = openPage(t, browsertest.Screen{}, player.Options{}, traceOf(out.Bytes(), ""))
	want(b, `$(".reason").textContent`, hostile)
	want(b, "window.ran === undefined && document.getElementById('injected') === null && document.images.length", 0)
}

// TestPolicyForbidsOtherScripts adds a script to a page, as somebody would whose
// name got through after all.
func TestPolicyForbidsOtherScripts(t *testing.T) {
	t.Parallel()
	var page bytes.Buffer
	if err := player.Page(&page, player.Options{}, traceOf(record(t, "astar", "yard.map", grid.Uniform, yard...), "")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	altered := strings.Replace(page.String(), "</body>", `<script>window.ran = 1</script><style>h1 { color: rgb(1, 2, 3) !important }</style></body>`, 1)
	if err := os.WriteFile(file, []byte(altered), 0o600); err != nil {
		t.Fatal(err)
	}
	b := openURL(t, browsertest.Screen{}, "about:blank")
	// The browser says so on the console, and that is all it says.
	b.Expect("Content Security Policy")
	b.goTo(file)
	want(b, "window.ran === undefined", true)
	want(b, `getComputedStyle($("h1")).color !== "rgb(1, 2, 3)"`, true)
	want(b, `$("meta[http-equiv]").content.includes("unsafe")`, false)
}

// withData returns a page whose trace is other data than Page would take.
func withData(t *testing.T, good, data []byte) string {
	t.Helper()
	var page bytes.Buffer
	if err := player.Page(&page, player.Options{}, traceOf(good, "")); err != nil {
		t.Fatal(err)
	}
	altered := strings.Replace(page.String(), base64.StdEncoding.EncodeToString(good), base64.StdEncoding.EncodeToString(data), 1)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(altered), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestDamagedTraces shows pages whose trace is damaged: each says so in words, and
// does nothing worse.
func TestDamagedTraces(t *testing.T) {
	t.Parallel()
	good := record(t, "astar", "yard.map", grid.Uniform, yard...)
	flipped := func(at int) []byte {
		data := bytes.Clone(good)
		data[at] ^= 4
		return data
	}
	b := yardPage(t, browsertest.Screen{})
	newer := bytes.Clone(good)
	newer[8] = 9
	for _, c := range []struct {
		name, says string
		data       []byte
	}{
		{"empty", "There are no data in it.", nil},
		{"other", "The data are not a trace", []byte("a picture of a cat")},
		{"newer", "a newer version of Astrolabe (format 9)", newer},
		{"header", "The data are damaged", flipped(40)},
		{"cut early", "The data end too soon", good[:100]},
		{"cut late", "The data end too soon", good[:len(good)-30]},
		{"trailer", "The data are damaged", flipped(len(good) - 100)},
	} {
		b.goTo(withData(t, good, c.data))
		want(b, `$('[role="alert"]:not([hidden])').checkVisibility()`, true)
		text := eval[string](b, `return $('[role="alert"]:not([hidden])').innerText;`)
		if !strings.Contains(text, c.says) {
			t.Errorf("%s: the page says %q, want %q", c.name, text, c.says)
		}
		// What was read is there to be seen, and the rest of the page works.
		b.Press(kb.End)
		b.Press("l")
		want(b, "root.lang", "ja")
		if japanese := eval[string](b, `return $('[role="alert"]:not([hidden])').innerText;`); japanese == text || len(japanese) < 20 {
			t.Errorf("%s: in Japanese the page says %q", c.name, japanese)
		}
	}
}

// TestTracesWithoutAMap have counts only.
func TestTracesWithoutAMap(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Algorithm: "astar", Start: []int64{0}, Goals: []int64{9}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(5) {
		for _, e := range []trace.Event{
			{Kind: trace.Generate, Step: i, State: 1000 * i, Parent: trace.NoState, G: i, F: i},
			{Kind: trace.Expand, Step: i + 1, State: 1000 * i, Parent: trace.NoState, G: i, F: i},
		} {
			if err := w.Add(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(trace.Outcome{Status: search.NoPath}); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, browsertest.Screen{}, player.Options{}, traceOf(out.Bytes(), ""))
	want(b, `$(".card h2").textContent`, "No map")
	b.Press("..")
	want(b, `$(".status").textContent`, "Step 2 expands 1000, f = 1; 1 cell met; OPEN 1, CLOSED 2")
}

// TestRefusedQueries have no events but the last.
func TestRefusedQueries(t *testing.T) {
	t.Parallel()
	picture := asciigrid.Parse(t, "#..", "..G")
	costs := costsOf(t, picture.Map, grid.Uniform)
	b := openPage(t, browsertest.Screen{}, player.Options{}, traceOf(recordQuery(t, "astar", "blocked.map", costs, grid.Cell{}, picture.Goal), ""))
	want(b, `$(".facts").innerText.includes("The start is blocked")`, true)
	b.Press(kb.End)
	want(b, "player.timeline.length", 0)
}

// TestLargeTrace plays and scrubs a search on a map of 1024×1024 cells. It logs how
// long that takes, which BenchmarkLargeTrace measures.
func TestLargeTrace(t *testing.T) {
	t.Parallel()
	b := largePage(t)
	want(b, "pane.trace.header.map.width", 1024)
	if expanded := eval[int](b, "return pane.trace.steps;"); expanded < 250_000 {
		t.Errorf("the search expands %d cells, which is no large trace", expanded)
	}
	for _, share := range []float64{0.5, 0.1, 1, 0.3} {
		b.Run(fmt.Sprintf("player.seek(%g * player.timeline.length)", share))
		want(b, "pane.replay.closed === pane.trace.closedCount[player.at] && pane.replay.open === pane.trace.openCount[player.at]", true)
	}
	state := eval[int](b, "return pane.trace.state[pane.trace.expansion[Math.round(pane.trace.steps / 5)]];")
	b.Run(fmt.Sprintf("player.zoomBy(pane, 30); player.view = { ...player.view, x: %d, y: %d }; player.invalidate()", state%1024, state/1024))
	b.colorsAre(map[int]string{state: "closed"})
	b.Run("player.seek(0)")
	b.colorsAre(map[int]string{state: "ground0"})
	b.Run("player.act('fit'); player.toggle(); await until(() => player.at > 20000); player.toggle()")
	want(b, "player.clock.measured.frames > 0", true)
	t.Log(measured(b))
}
