package posthoc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
	"github.com/goccy/go-yaml"
)

// record returns the trace of an algorithm on a small map of rooms.
func record(tb testing.TB, algorithm string, seed int64) *trace.Reader {
	tb.Helper()
	m, err := mapgen.Generate("random", mapgen.Options{Width: 12, Height: 9, Seed: seed})
	if err != nil {
		tb.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		tb.Fatal(err)
	}
	var open []grid.Cell
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			if c := (grid.Cell{X: x, Y: y}); m.Open(c) {
				open = append(open, c)
			}
		}
	}
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		tb.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: open[0], To: open[len(open)-1], MaxExpanded: 2000}
	if entry.Applies(q) != "" {
		q.MaxExpanded = 0
	}
	return recordQuery(tb, entry, q)
}

// recordQuery returns the trace of an algorithm on a query.
func recordQuery(tb testing.TB, entry *catalog.Entry, q catalog.Query) *trace.Reader {
	tb.Helper()
	var out bytes.Buffer
	if _, err := gridtrace.Record(context.Background(), entry, q, "random", &out, nil); err != nil {
		tb.Fatal(err)
	}
	r, err := trace.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func export(tb testing.TB, r *trace.Reader, format posthoc.Format, opts posthoc.Options) []byte {
	tb.Helper()
	if err := r.SeekEvent(0); err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	if err := posthoc.Export(&out, r, format, opts); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func events(tb testing.TB, source trace.Source) []trace.Event {
	tb.Helper()
	var all []trace.Event
	for {
		e, err := source.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, e)
	}
}

// decode reads an exported file with a general reader of its format.
func decode(tb testing.TB, format posthoc.Format, data []byte) map[string]any {
	tb.Helper()
	var document map[string]any
	var err error
	if format == posthoc.JSON {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		err = d.Decode(&document)
	} else {
		err = yaml.Unmarshal(data, &document)
	}
	if err != nil {
		tb.Fatalf("%v\n%s", err, data)
	}
	return document
}

// TestRules holds exported files to the rules of the format: what fields there are, of
// which types, what ids and parents, and which expressions.
func TestRules(t *testing.T) {
	met := map[string]int{}
	for _, entry := range everything() {
		r := record(t, entry.Name, 3)
		states := r.Header().States()
		for _, format := range []posthoc.Format{posthoc.YAML, posthoc.JSON} {
			costs := posthoc.Options{Cost: func(v int64) float64 { return root2.Length(v).Float64() }}
			data := export(t, r, format, costs)
			document := decode(t, format, data)
			if keys := len(document); keys != 4 || document["version"] != "1.4.0" {
				t.Fatalf("%s: %d fields, version %v", entry.Name, keys, document["version"])
			}
			seen := map[string]bool{}
			list := document["events"].([]any)
			for i, v := range list {
				e := v.(map[string]any)
				if id := checkEvent(t, entry.Name, i, e, states, seen); id != "" {
					seen[id] = true
				}
				met[e["type"].(string)]++
			}
		}
	}
	for _, name := range []string{"source", "destination", "expanding", "generating", "updating", "closing", "end", "meet", "scan"} {
		if met[name] == 0 {
			t.Errorf("no event of type %s was checked", name)
		}
	}
	if len(met) != 9 {
		t.Errorf("types %v", met)
	}
}

func checkEvent(t *testing.T, name string, i int, e map[string]any, states int64, seen map[string]bool) (id string) {
	t.Helper()
	number := func(field string) string {
		text := fmt.Sprint(e[field])
		if !regexp.MustCompile(`^-?\d+(\.\d+)?$`).MatchString(text) {
			t.Fatalf("%s: event %d: %s is %v", name, i, field, e[field])
		}
		return text
	}
	fields := []string{"type", "id", "pId", "x", "y", "f", "g", "h", "side"}
	kind := e["type"]
	if kind == "scan" {
		fields = []string{"type", "x", "y", "fromX", "fromY", "side"}
	} else if kind == "meet" {
		fields = []string{"type", "x", "y", "f", "g", "h", "side"}
	}
	for field := range e {
		if !slices.Contains(fields, field) {
			t.Fatalf("%s: event %d has a field %s", name, i, field)
		}
	}
	number("x")
	number("y")
	if kind == "scan" || kind == "meet" {
		return ""
	}
	id = number("id")
	if id == "0" || strings.HasPrefix(id, "-") || strings.Contains(id, ".") {
		t.Fatalf("%s: event %d has the id %s", name, i, id)
	}
	if _, given := e["pId"]; given {
		if parent := number("pId"); !seen[parent] || parent == id {
			t.Fatalf("%s: event %d of id %s has the parent %s, which is not there", name, i, id, parent)
		}
	}
	if _, costs := e["g"]; costs || kind == "expanding" || kind == "generating" || kind == "updating" {
		number("f")
		number("g")
		if _, given := e["h"]; given {
			number("h")
		}
	}
	return id
}

// TestImportOfExport brings back everything that the format has a place for.
func TestImportOfExport(t *testing.T) {
	seeds := int64(5)
	if testing.Short() {
		seeds = 1
	}
	for _, entry := range everything() {
		for seed := range seeds {
			r := record(t, entry.Name, seed)
			for _, format := range []posthoc.Format{posthoc.YAML, posthoc.JSON} {
				data := export(t, r, format, posthoc.Options{})
				imported, err := posthoc.Import(bytes.NewReader(data), "test")
				if err != nil {
					t.Fatalf("%s: %v\n%s", entry.Name, err, data)
				}
				r.SeekEvent(0)
				want := slices.DeleteFunc(events(t, r), func(e trace.Event) bool {
					lost := e.Kind == trace.Start || e.Kind == trace.Prune || e.Kind == trace.Goal
					return lost || e.Kind == trace.End && e.State == trace.NoState
				})
				for i := range want {
					switch e := &want[i]; e.Kind { // what the viewer cannot draw is left out
					case trace.Meet:
						e.Parent = trace.NoState
					case trace.Scan:
						e.G, e.H, e.F = 0, 0, 0
					}
				}
				got := slices.DeleteFunc(events(t, imported), func(e trace.Event) bool { return e.Kind == trace.Start })
				compareImported(t, entry.Name, r, imported, got, want)

				again, err := posthoc.Import(bytes.NewReader(data), "test")
				if err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				w, err := trace.NewWriter(&out, again.Header())
				if err == nil {
					err = trace.Copy(w, again)
				}
				if err != nil {
					t.Fatalf("%s: what was imported is no trace: %v", entry.Name, err)
				}
			}
		}
	}
}

// compareImported compares events by the cells that they are about, since an imported
// map is only as large as it must be.
func compareImported(t *testing.T, name string, r *trace.Reader, imported *posthoc.Imported, got, want []trace.Event) {
	t.Helper()
	move := func(state int64) int64 {
		if state == trace.NoState {
			return state
		}
		width, from := int64(r.Header().Map.Width), int64(imported.Header().Map.Width)
		return state/from*width + state%from
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d events became %d", name, len(want), len(got))
	}
	for i := range got {
		e := got[i]
		e.State, e.Parent = move(e.State), move(e.Parent)
		if e != want[i] {
			t.Fatalf("%s: event %d, %v, became %v", name, i, want[i], e)
		}
	}
	if path, imported := r.Outcome().Path, imported.Outcome(); len(path) > 0 {
		for i := range imported.Path {
			imported.Path[i] = move(imported.Path[i])
		}
		if imported.Status != search.Found || imported.Cost != r.Outcome().Cost || !slices.Equal(imported.Path, path) {
			t.Fatalf("%s: the path %v became %+v", name, path, imported)
		}
	}
}

// TestForeign reads what other programs write.
func TestForeign(t *testing.T) {
	const file = `# a comment
version: 1.4.0
views:
  main:
    - $: rect
      fill: ${{ color[$.type] }}
      x: ${{ $.x }}

pivot:
  x: ${{ $.x + 0.5 }}

events:
  - { type: source, id: "a b", x: 1, y: 2 }
  - type: generating
    id: "a b"
    g: 0
    f: 0.5
    pId:
    x: 1
    y: 2
  - {type: expanding, id: a b, g: 0, f: 5.0e-01, pId: 0, x: 1, y: 2}
  - {type: generating, id: 7, g: 1.0e-05, h: 0.25, pId: a b, x: 2, y: 2}
  - {type: updating, id: 7, g: 1.0e-06, pId: "a b", x: 2, y: 2}
  - {type: updating, id: 7, g: 1.0e-05, pId: "a b", x: 2, y: 2}

  - {type: closing, id: a b, x: 1, y: 2}
  - {type: musing, id: 99, x: 0, y: 0}
  - {type: end, id: 7, g: 1.0e-06, pId: "a b", x: 2, y: 2}
`
	imported, err := posthoc.Import(strings.NewReader(file), "foreign")
	if err != nil {
		t.Fatal(err)
	}
	header := imported.Header()
	if header.Map.Width != 3 || header.Map.Height != 3 || !slices.Equal(header.Start, []int64{7}) || imported.Ignored() != 2 {
		t.Errorf("header %+v, %d ignored", header, imported.Ignored())
	}
	if scale, _ := header.Option("scale"); scale != "1000000000" {
		t.Errorf("scale %s", scale)
	}
	want := []trace.Event{
		{State: 7, Parent: -1, H: 500_000_000, F: 500_000_000, Kind: trace.Start},
		{State: 7, Parent: -1, H: 500_000_000, F: 500_000_000, Kind: trace.Generate},
		{Step: 1, State: 7, Parent: -1, H: 500_000_000, F: 500_000_000, Kind: trace.Expand},
		{Step: 1, State: 8, Parent: 7, G: 10_000, H: 250_000_000, F: 250_010_000, Kind: trace.Generate},
		{Step: 1, State: 8, Parent: 7, G: 1_000, H: 250_000_000, F: 250_001_000, Kind: trace.Improve},
		{Step: 1, State: 8, Parent: 7, G: 1_000, H: 250_000_000, F: 250_001_000, Kind: trace.End},
	}
	if got := events(t, imported); !slices.Equal(got, want) {
		t.Errorf("events\n%v\nwant\n%v", got, want)
	}
	if path := imported.Outcome().Path; !slices.Equal(path, []int64{7, 8}) {
		t.Errorf("path %v", path)
	}

	graph, err := posthoc.Import(strings.NewReader(`{"version":"1.4.0","events":[{"type":"expanding","id":"n1","g":0,"f":3},{"type":"generating","id":12,"pId":"n1","g":1,"f":3}]}`), "graph")
	if err != nil {
		t.Fatal(err)
	}
	if header := graph.Header(); header.Map.Width != 0 {
		t.Errorf("states without places got a map: %+v", header)
	}
	if got := events(t, graph); len(got) != 3 || got[2].State != 1 || got[2].Parent != 0 || got[2].H != 2 {
		t.Errorf("events %v", got)
	}
}

// TestBadFiles says what is wrong with files, and where.
func TestBadFiles(t *testing.T) {
	head := "version: 1.4.0\nevents:\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n", "the file is empty"},
		{"no version", "views: {}\nevents: []\n", "the file has no version"},
		{"older version", "version: 1.0.3\nevents: []\n", `has the version "1.0.3"; want one of 1.0.5, 1.1.0, 1.4.0, 2.0.0`},
		{"a number for a version", "version: 1.4\nevents: []\n", `has the version "1.4"; want one of`},
		{"newer version in JSON", `{"version":"3.0.0","events":[]}`, `has the version "3.0.0"; want one of 1.0.5, 1.1.0, 1.4.0, 2.0.0`},
		{"no version in JSON", `{"events":[]}`, "the file has no version"},
		{"nothing about the search", head + "- id: 4\n- {type: musing, id: 5}\n- {type: expanding}\n", "none of its events is one of a search"},
		{"nothing about the search in JSON", `{"version":"1.4.0","events":[{"type":"move","id":1,"x":1,"y":1}]}`, "none of its events is one of a search"},
		{"a field twice in JSON", `{"version":"1.4.0","events":[{"type":"source","id":1,"id":2}]}`, "event 1: id is there twice"},
		{"no object in JSON", `{"version":"1.4.0","events":[5]}`, "event 1: it has no fields"},
		{"NaN", head + "- {type: expanding, id: 4, g: .nan}\n", `event 1 (line 3): g is ".nan"; want a finite number`},
		{"infinity", head + "- {type: expanding, id: 4, f: .inf}\n", `f is ".inf"; want a finite number`},
		{"NaN in JSON", `{"version":"1.4.0","events":[{"type":"expanding","id":4,"g":NaN}]}`, "event 1, after byte 61: not the JSON that was expected: 'N'"},
		{"a text for g", head + "- {type: expanding, id: 4, g: much}\n", `g is "much"; want a finite number`},
		{"a huge cost", head + "- {type: expanding, id: 4, g: 1.5e+300}\n", "is too large to hold billionths"},
		{"unknown parent", head + "- {type: expanding, id: 4, pId: 9, g: 1}\n", "no event before has the id of its parent, 9"},
		{"after the end", head + "- {type: end, id: 4, g: 1}\n- {type: expanding, id: 4}\n", "event 2 (line 4): it comes after the end"},
		{"flow events", "version: 1.4.0\nevents: [{type: source, id: 1}]\n", "the events are no block list"},
		{"not a list", "version: 1.4.0\nevents: 5\n", "the events are no block list"},
		{"not a list in JSON", `{"version":"1.4.0","events":{}}`, "events is no list"},
		{"deep", head + "- {type: a, id: 1, x: " + strings.Repeat("[", 9000), "a line nests more than 100 things"},
		{"deep in JSON", `{"version":"1.4.0","views":` + strings.Repeat("[", 200_000), "it nests more than 1024 values"},
		{"long line", head + "- {type: " + strings.Repeat("a", 20_000), "line 3 has more than 16384 bytes"},
		{"an alias", head + "- {type: expanding, id: &a 4, g: *a}\n", "want a finite number"},
		{"cut off", `{"version":"1.4.0","events":[{"type":"source","id":1}`, "after byte 53: not the JSON that was expected: it ends too soon"},
		{"broken", "version: 1.4.0\nevents:\n- {type: source, id: 1\n", "at line 3"},
	} {
		_, err := posthoc.Import(strings.NewReader(c.text), "test")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %s", c.name, err, c.want)
			continue
		}
		if !errors.Is(err, posthoc.ErrFormat) {
			t.Errorf("%s: %v is no ErrFormat", c.name, err)
		}
	}
}

// TestExportErrors refuses states without places, and costs that are no numbers.
func TestExportErrors(t *testing.T) {
	graph, err := posthoc.Import(strings.NewReader(`{"version":"1.4.0","events":[{"type":"expanding","id":1}]}`), "graph")
	if err != nil {
		t.Fatal(err)
	}
	if err := posthoc.Export(io.Discard, graph, posthoc.YAML, posthoc.Options{}); !errors.Is(err, posthoc.ErrNoMap) {
		t.Errorf("without a map: %v", err)
	}
	r := record(t, "astar", 1)
	if err := posthoc.Export(io.Discard, r, posthoc.JSON, posthoc.Options{Cost: func(int64) float64 { return math.NaN() }}); err == nil || !strings.Contains(err.Error(), "want a finite number") {
		t.Errorf("a cost that is no number: %v", err)
	}
}

func FuzzImport(f *testing.F) {
	r := record(f, "astar", 1)
	f.Add(export(f, r, posthoc.YAML, posthoc.Options{})[:600])
	f.Add(export(f, r, posthoc.JSON, posthoc.Options{})[:900])
	f.Add([]byte("version: 1.4.0\nevents:\n- {type: expanding, id: 4, g: 1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		imported, err := posthoc.Import(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		w, err := trace.NewWriter(io.Discard, imported.Header())
		if err == nil {
			err = trace.Copy(w, imported)
		}
		if err != nil {
			t.Fatalf("what was imported is no trace: %v", err)
		}
	})
}
