package posthoc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
)

// everything is all algorithms and engines.
func everything() []*catalog.Entry { return append(catalog.Entries(), catalog.Engines()...) }

// query returns the query that a picture of a map asks.
func query(tb testing.TB, rows ...string) catalog.Query {
	tb.Helper()
	picture := asciigrid.Parse(tb, rows...)
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		tb.Fatal(err)
	}
	return catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
}

// TestViewerDrawsTheSearch draws what is exported of every algorithm as Posthoc does:
// each event in the color of its type where it belongs, the ends of the query on top, and
// at the end the path that was found.
func TestViewerDrawsTheSearch(t *testing.T) {
	for _, rows := range [][]string{
		{"S....G", "......"}, // jump points only at the ends
		{"S.#....", "..#.#..", "....#.G"},
	} {
		for _, entry := range everything() {
			q := query(t, rows...)
			if entry.Applies(q) != "" {
				continue
			}
			r := recordQuery(t, entry, q)
			for _, opts := range []posthoc.Options{{}, {Expanded: true}, {Every: 3}} {
				for _, format := range []posthoc.Format{posthoc.YAML, posthoc.JSON} {
					name := fmt.Sprintf("%s, %v, %+v", entry.Name, format, opts)
					v := newViewer(t, decode(t, format, export(t, r, format, opts)))
					checkCells(t, name, v)
					checkPath(t, name, v, r)
				}
			}
		}
	}
}

// checkCells holds what is drawn to the events.
func checkCells(t *testing.T, name string, v *viewer) {
	t.Helper()
	last := len(v.events) - 1
	drawn := map[int]shape{}
	top := map[string]any{} // the color of a cell
	for _, s := range v.at(last) {
		if _, twice := drawn[s.step]; twice {
			t.Fatalf("%s: event %d is drawn twice", name, s.step)
		}
		drawn[s.step] = s
		if s.kind == "rect" {
			top[fmt.Sprint(s.fields["x"], ",", s.fields["y"])] = s.fields["fill"]
		}
	}
	for i, e := range v.events {
		s, ok := drawn[i]
		kind := e["type"].(string)
		want := map[string]string{"meet": "circle", "scan": "path"}[kind]
		if want == "" {
			want = "rect"
		}
		if !ok || s.kind != want {
			t.Fatalf("%s: event %d, %v, is drawn as %q; want a %s", name, i, e, s.kind, want)
		}
		if x, _ := number(e["x"]); want == "rect" && (s.fields["fill"] != colors[kind] || s.fields["x"] != x || s.fields["width"] != 1.0 || s.fields["height"] != 1.0) {
			t.Fatalf("%s: event %d, %v, is drawn as %v", name, i, e, s.fields)
		}
		if want == "path" {
			ends := s.fields["points"].([]any)
			fromX, _ := number(e["fromX"])
			y, _ := number(e["y"])
			if len(ends) != 2 || ends[0].(map[string]any)["x"] != fromX+0.5 || ends[1].(map[string]any)["y"] != y+0.5 {
				t.Fatalf("%s: event %d, %v, is drawn along %v", name, i, e, ends)
			}
		}
		if kind == "source" || kind == "destination" {
			x, _ := number(e["x"])
			y, _ := number(e["y"])
			if cell := fmt.Sprint(x, ",", y); top[cell] != colors[kind] && e["x"] != nil {
				t.Fatalf("%s: the %s at %s has the color %v at the end", name, kind, cell, top[cell])
			}
		}
	}
}

// checkPath holds the path that is drawn at the last step to the one that was found.
func checkPath(t *testing.T, name string, v *viewer, r *trace.Reader) {
	t.Helper()
	width := int64(r.Header().Map.Width)
	_, points := v.path(len(v.events) - 1)
	slices.Reverse(points)
	var want [][2]float64
	for _, state := range r.Outcome().Path {
		want = append(want, [2]float64{float64(state%width) + 0.5, float64(state/width) + 0.5})
	}
	if !slices.Equal(points, want) {
		t.Fatalf("%s: the path is drawn over %v; want %v", name, points, want)
	}
}

// TestViewerSeesTheRest: a color of the event's own is not seen, and without a pivot
// there is no path. So it was in what was exported before; the tests above would tell.
func TestViewerSeesTheRest(t *testing.T) {
	const file = `{"version":"1.4.0","views":{"main":[{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ $.fill }}"}]},
"events":[{"type":"expanding","id":1,"x":0,"y":0,"fill":"#f57c00"},{"type":"end","id":2,"pId":1,"x":1,"y":0,"fill":"#d81b60"}]}`
	v := newViewer(t, decode(t, posthoc.JSON, []byte(file)))
	if fill := v.at(1)[0].fields["fill"]; fill == "#f57c00" {
		t.Errorf("the fill is %v", fill)
	}
	if steps, _ := v.path(1); steps != nil {
		t.Errorf("the path is %v", steps)
	}
}

// TestShortExports: what is exported has no field that is not needed, and the short forms
// have the expansions that they say.
func TestShortExports(t *testing.T) {
	entry, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	r := recordQuery(t, entry, query(t, "S.#.....", "..#.###.", "....#..G"))
	count := func(text, part string) int { return strings.Count(text, part) }
	whole := string(export(t, r, posthoc.JSON, posthoc.Options{}))
	if longest := len(whole) / count(whole, "\n"); longest > 100 {
		t.Errorf("%d bytes a line", longest)
	}
	shown := string(export(t, r, posthoc.JSON, posthoc.Options{Cost: func(v int64) float64 { return float64(v%7) / 7 }}))
	if !strings.Contains(shown, `"f":0.142857,`) && !strings.Contains(shown, `"g":0.142857`) && !strings.Contains(shown, `0.428571`) {
		t.Errorf("no cost has six digits: %.2000s", shown)
	}
	expansions := int(r.Steps())
	if n := count(whole, `"type":"expanding"`); n != expansions {
		t.Errorf("%d expansions became %d", expansions, n)
	}
	for _, c := range []struct {
		opts posthoc.Options
		want int
	}{{posthoc.Options{Expanded: true}, expansions}, {posthoc.Options{Every: 1, Expanded: true}, expansions}, {posthoc.Options{Every: 4}, (expansions + 3) / 4}} {
		short := string(export(t, r, posthoc.JSON, c.opts))
		if n := count(short, `"type":"expanding"`); n != c.want {
			t.Errorf("%+v: %d of %d expansions; want %d", c.opts, n, expansions, c.want)
		}
		for _, kind := range []string{"generating", "updating", "closing"} {
			if count(short, `"type":"`+kind+`"`) > 0 {
				t.Errorf("%+v: there is %s", c.opts, kind)
			}
		}
		imported, err := posthoc.Import(strings.NewReader(short), "short")
		if err != nil {
			t.Fatalf("%+v: %v", c.opts, err)
		}
		if path := imported.Outcome().Path; len(path) != len(r.Outcome().Path) {
			t.Errorf("%+v: the path is %v", c.opts, path)
		}
	}
}
