package posthoc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
)

// corridor is a search along three cells as programs print it: generating, expanding and
// closing, with nulls for no parent. Ids are written as format says.
func corridor(id func(n int) string) string {
	var b strings.Builder
	b.WriteString("version: 1.4.0\nviews:\n  main:\n    - $: rect\n      x: ${{ $.x }}\npivot: { x: \"${{ $.x + 0.5 }}\", scale: 1 }\nevents:\n")
	put := func(kind string, n, parent int, costs string) {
		pid := "null"
		if parent >= 0 {
			pid = id(parent)
		}
		fmt.Fprintf(&b, "  - { type: %s, id: %s, pId: %s, %sx: %d, y: 0 }\n", kind, id(n), pid, costs, n)
	}
	cost := func(g, h int) string { return fmt.Sprintf("g: %d, h: %d, f: %d, ", g, h, g+h) }
	put("source", 0, -1, "")
	put("destination", 2, -1, "")
	put("generating", 0, -1, cost(0, 2))
	put("expanding", 0, -1, cost(0, 2))
	put("generating", 1, 0, cost(1, 1))
	put("closing", 0, -1, cost(0, 2))
	put("expanding", 1, 0, cost(1, 1))
	put("generating", 2, 1, cost(2, 0))
	put("end", 2, 1, cost(2, 0))
	return b.String()
}

// imported reads a file and returns it with its events.
func imported(t *testing.T, text string) (*posthoc.Imported, []trace.Event) {
	t.Helper()
	got, err := posthoc.Import(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return got, events(t, got)
}

// TestIDs reads ids from 1, from 0, and words, and events without ids: it is the same
// search, which leads over three cells at a cost of 2.
func TestIDs(t *testing.T) {
	var first []trace.Event
	for name, text := range map[string]string{
		"from 1":      corridor(func(n int) string { return fmt.Sprint(n + 1) }),
		"from 0":      corridor(func(n int) string { return fmt.Sprint(n) }),
		"words":       corridor(func(n int) string { return fmt.Sprintf("%q", fmt.Sprintf("n%d", n)) }),
		"spaces":      corridor(func(n int) string { return fmt.Sprintf("'the cell %d'", n) }),
		"of 1.0.5":    strings.Replace(corridor(func(n int) string { return fmt.Sprint(n) }), "version: 1.4.0", "---\nversion: 1.0.5", 1),
		"of 1.1.0":    strings.Replace(corridor(func(n int) string { return fmt.Sprint(n) }), "1.4.0", "1.1.0", 1),
		"with a mark": "\ufeff" + corridor(func(n int) string { return fmt.Sprint(n) }),
		"CRLF":        strings.ReplaceAll(corridor(func(n int) string { return fmt.Sprint(n) }), "\n", "\r\n"),
	} {
		got, all := imported(t, text)
		if first == nil {
			first = all
		}
		if !slices.Equal(all, first) || len(all) != 7 {
			t.Errorf("%s: events %v", name, all)
		}
		if o := got.Outcome(); o.Status != search.Found || !slices.Equal(o.Path, []int64{0, 1, 2}) || o.Cost != 2 {
			t.Errorf("%s: %+v", name, o)
		}
		if h := got.Header(); !slices.Equal(h.Start, []int64{0}) || !slices.Equal(h.Goals, []int64{2}) || h.Map.Width != 3 || h.Map.Height != 1 {
			t.Errorf("%s: %+v", name, h)
		}
	}
	got, all := imported(t, "version: 1.4.0\nevents:\n- {type: expand, x: 0, y: 0, g: 0, f: 1}\n- {type: generate, x: 1, y: 0, g: 1, f: 1}\n- {type: close, x: 0, y: 0}\n")
	if len(all) != 3 || all[2].Kind != trace.Generate || all[2].State != 1 || got.Ignored() != 0 {
		t.Errorf("without ids: %v", all)
	}
}

// TestPlainStyles reads the same in every style: in braces or a field a line, plain or quoted,
// and what only a parser of YAML can read.
func TestPlainStyles(t *testing.T) {
	var want []trace.Event
	for i, text := range []string{
		"- {type: expanding, id: a, g: 0, f: 0.5, x: 0, y: 0}\n- {type: generating, id: b, pId: a, g: 0.25, f: 0.5, x: 1, y: 0}\n",
		"- type: expanding\n  id: a\n  g: 0\n  f: 0.5\n  pId:\n  x: 0\n  y: 0\n\n- type: generating\n  id: \"b\"\n  pId: a\n  # h is 0.25\n  g: 2.5e-01\n  f: 0.5\n  x: 1\n  y: 0\n",
		"  -   {  type: expanding,id: a,g: 0, f: 0.5, x: 0, y: 0 }   \n  - { 'type': generating, id: b, pId: a, g: .25, f: 0.5, x: 0x1, y: 0} # b\n",
		"- type: 'expanding'\n  id: a\n  extra: {p: [1, 2]}\n  g: 0\n  f: 0.5\n  x: 0\n  y: 0\n- {type: \"generating\", \"id\": \"b\", pId: a,\n   g: 0.25, f: 0.5, x: 1, y: 0}\n",
	} {
		_, all := imported(t, "version: 1.4.0\nevents:\n"+text)
		if i == 0 {
			want = all
		}
		if len(all) != 3 || !slices.Equal(all, want) {
			t.Errorf("style %d: %v; want %v", i, all, want)
		}
	}
	// Version 2.0.0 has documents: the version, the views and the events.
	_, all := imported(t, "version: 2.0.0 # new\n---\n(expanding, generating): # a component\n  - $: rect\n    x: ${{ x }}\n---\n- {type: expanding, id: a, g: 0, f: 0.5, x: 0, y: 0}\n- {type: generating, id: b, pId: a, g: 0.25, f: 0.5, x: 1, y: 0}\n")
	if !slices.Equal(all, want) {
		t.Errorf("2.0.0: %v", all)
	}
}

// TestTwoHalves reads a search from both ends whose end names no parent: the chain of its
// id was told before. The half that comes from the destination is the backward side.
func TestTwoHalves(t *testing.T) {
	const head = `version: 1.4.0
events:
  - { type: source, id: f1, x: 0, y: 0 }
  - { type: destination, id: b3, x: 2, y: 0 }
  - { type: generating, id: f1, pId: null, g: 0, f: 2, x: 0, y: 0 }
  - { type: generating, id: b3, pId: null, g: 0, f: 2, x: 2, y: 0 }
  - { type: expanding, id: f1, pId: null, g: 0, f: 2, x: 0, y: 0 }
  - { type: generating, id: f2, pId: f1, g: 1, f: 2, x: 1, y: 0 }
  - { type: expanding, id: b3, pId: null, g: 0, f: 2, x: 2, y: 0 }
  - { type: generating, id: b2, pId: b3, g: 1, f: 2, x: 1, y: 0 }
  - { type: expanding, id: f2, pId: f1, g: 1, f: 2, x: 1, y: 0 }
`
	got, all := imported(t, head+"  - { type: generating, id: f3, pId: f2, g: 2, f: 2, x: 2, y: 0 }\n  - { type: end, id: f3, pId: null, g: 0, f: 2, x: 2, y: 0 }\n")
	if o := got.Outcome(); o.Status != search.Found || !slices.Equal(o.Path, []int64{0, 1, 2}) || o.Cost != 2 || o.Counts.Expanded != 3 {
		t.Errorf("%+v", o)
	}
	backward := 0
	for _, e := range all {
		if e.Side == search.Backward {
			backward++
		}
	}
	if backward != 3 {
		t.Errorf("%d events of the backward half in %v", backward, all)
	}
	for name, end := range map[string]string{
		"names no parent":                           "  - { type: end, id: f3, pId: null, g: 0, f: 2, x: 2, y: 0 }\n",
		"come from no source":                       "  - { type: end, id: b2, pId: b3, g: 1, f: 2, x: 1, y: 0 }\n",
		"not led to: its parents, 0 in all, come f": "  - { type: end, id: f9, g: 0, f: 2, x: 1, y: 0 }\n",
		"tells of no end":                           "",
	} {
		got, _ := imported(t, head+end)
		o := got.Outcome()
		if o.Status != 0 || o.Path != nil || o.Cost != 0 || o.Certificate != 0 {
			t.Errorf("%s: %+v", name, o)
		}
		if name != "names no parent" && !strings.Contains(o.Reason, name) {
			t.Errorf("the reason is %q; want …%s…", o.Reason, name)
		}
	}
	got, _ = imported(t, "version: 1.4.0\nevents:\n- {type: expanding, id: 1, x: 0, y: 0, g: 0}\n- {type: end, id: 2, x: 3, y: 0, g: 0}\n")
	if o := got.Outcome(); o.Status != 0 || !strings.Contains(o.Reason, "names no parent") {
		t.Errorf("without a source: %+v", o)
	}
	got, _ = imported(t, "version: 1.4.0\nevents:\n- {type: source, id: 1, x: 0, y: 0}\n- {type: end, id: 1, x: 0, y: 0, g: 0}\n")
	if o := got.Outcome(); o.Status != search.Found || !slices.Equal(o.Path, []int64{0}) {
		t.Errorf("the end is the start: %+v", o)
	}
}

// TestWorseParents: a parent that is no better is not on the path.
func TestWorseParents(t *testing.T) {
	got, _ := imported(t, `version: 1.4.0
events:
- {type: source, id: 1, x: 0, y: 0}
- {type: expanding, id: 1, x: 0, y: 0, g: 0}
- {type: generating, id: 2, pId: 1, x: 1, y: 0, g: 1}
- {type: generating, id: 3, pId: 1, x: 0, y: 1, g: 1}
- {type: generating, id: 1, pId: 3, x: 0, y: 0, g: 2}
- {type: generating, id: 2, pId: 3, x: 1, y: 0, g: 9}
- {type: generating, id: 2, pId: 3, x: 1, y: 0, g: 1}
- {type: end, id: 2, x: 1, y: 0}
`)
	if o := got.Outcome(); !slices.Equal(o.Path, []int64{0, 1}) || o.Cost != 1 || got.Ignored() != 3 {
		t.Errorf("%+v, %d ignored", o, got.Ignored())
	}
}

// TestScans opens the cells along which a search looked, if they lie in a line.
func TestScans(t *testing.T) {
	got, all := imported(t, `{"version":"1.4.0","events":[{"type":"expanding","id":1,"x":0,"y":0},{"type":"scan","x":3,"y":3,"fromX":0,"fromY":0},
{"type":"scan","x":4,"y":0,"fromX":2,"fromY":0},{"type":"scan","x":1,"y":3,"fromX":0,"fromY":1},{"type":"scan","x":1,"y":1}]}`)
	var open []int
	for cell, kind := range got.Header().Map.Cells {
		if kind == 1 {
			open = append(open, cell)
		}
	}
	if want := []int{0, 2, 3, 4, 5, 6, 12, 16, 18}; !slices.Equal(open, want) {
		t.Errorf("open are %v; want %v", open, want)
	}
	if len(all) != 5 || got.Ignored() != 1 || all[3].Kind != trace.Scan || all[3].Parent != 2 || all[3].State != 4 {
		t.Errorf("%v, %d ignored", all, got.Ignored())
	}
}

// TestSlowStyles bounds what the parser of YAML is given, and not what is plain.
func TestSlowStyles(t *testing.T) {
	const head, plain, other = "version: 1.4.0\nevents:\n", "- {type: expand, id: 1}\n", "- {'type': expand, id: 1}\n"
	if err := posthoc.ReadSlowly(head+strings.Repeat(plain, 1000)+other, 200); err != nil {
		t.Error(err)
	}
	err := posthoc.ReadSlowly(head+strings.Repeat(other, 10), 200)
	if !errors.Is(err, posthoc.ErrFormat) || !strings.Contains(err.Error(), "are not in a plain style; write it as JSON") {
		t.Error(err)
	}
}

// TestErrorsSayWhere names the event, its line, what is wrong and what would be right.
func TestErrorsSayWhere(t *testing.T) {
	text := corridor(func(n int) string { return fmt.Sprint(n + 1) })
	for _, c := range []struct{ from, to, want string }{
		{"g: 2,", "g: two,", `posthoc: test: event 8 (line 15): g is "two"; want a finite number`},
		{"id: 3, pId: 2", "id: 3, pId: 77", "posthoc: test: event 8 (line 15): no event before has the id of its parent, 77; want an event that can follow those before"},
		{"id: 3, pId: 2", "id: " + strings.Repeat("3", 300) + ", pId: 2", "an id has 300 bytes; want at most 256"},
	} {
		_, err := posthoc.Import(strings.NewReader(strings.Replace(text, c.from, c.to, 1)), "test")
		var event *posthoc.EventError
		if !errors.As(err, &event) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %s", err, c.want)
		}
	}
}

// TestMemory holds what an import takes, in all, to the size of the file, for files whose
// events are as short as they can be.
func TestMemory(t *testing.T) {
	const n = 1 << 15
	repeat := func(item func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(item(i))
		}
		return b.String()
	}
	whole := func(events string) string {
		return `{"version":"1.4.0","events":[` + strings.TrimSuffix(events, ",") + "]}"
	}
	for _, c := range []struct {
		format, name, file string
		most               int64 // bytes for a byte of the file
	}{
		{"JSON", "the same state", whole(strings.Repeat(`{"type":"end","id":1},`, n)), 20},
		{"JSON", "states", whole(repeat(func(i int) string { return fmt.Sprintf(`{"type":"expand","id":%d},`, i) })), 40},
		{"JSON", "cells far apart", whole(repeat(func(i int) string { return fmt.Sprintf(`{"type":"expand","x":%d,"y":%d},`, i%4096, i/8) })), 60},
		{"JSON", "other events", whole(strings.Repeat(`{},`, n)), 60},
		{"JSON", "one event of many fields", whole(`{` + strings.Repeat(`"a":[[],{}],`, n) + `"id":1}`), 1},
		{"JSON", "a long key", `{"` + strings.Repeat("k", n), 1},
		{"JSON", "a long type", whole(`{"type":"` + strings.Repeat("k", n) + `"}`), 4},
		{"JSON", "views", `{"views":` + strings.Repeat("[[],", n), 1},
		{"YAML", "states", "version: 1.4.0\nevents:\n" + repeat(func(i int) string { return fmt.Sprintf("- {type: expand, id: %d}\n", i) }), 50},
		{"YAML", "not plain", "version: 1.4.0\nevents:\n" + strings.Repeat("- {'type': expand, id: 1}\n", n/8), 400},
		{"YAML", "fields", "version: 1.4.0\nevents:\n- {type: expand, id: 1" + strings.Repeat(", a: {}", n), 2},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := posthoc.Import(strings.NewReader(c.file), "test")
		runtime.ReadMemStats(&after)
		taken := int64(after.TotalAlloc - before.TotalAlloc)
		t.Logf("%s, %-25s %8d bytes of file, %9d taken: %3d for each (%v)", c.format, c.name, len(c.file), taken, taken/int64(len(c.file)), err != nil)
		const fixed = 32 << 20 // a map of 4,096×4,096 cells, and what is taken for nothing
		if taken > c.most*int64(len(c.file))+fixed {
			t.Errorf("%s, %s: a file of %d bytes takes %d", c.format, c.name, len(c.file), taken)
		}
	}
}

// FuzzPlain reads anything as an event of YAML: what is taken for plain is what the parser of
// YAML makes of it.
func FuzzPlain(f *testing.F) {
	for _, text := range []string{
		"{type: expanding, id: 4, g: 1}", "{ type: end, id: a-b, pId: null, x: 1, y: 2 , f: 1.5e-05}", "type: source\n  id: \"1\"\n  pId: ~\n  x: -0", "{type: y, id: 010}", "{id: 1, id: 2}", "type: a\n  id: 1e5", "id: \"", "0: \n 0:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "\r") || strings.Contains(text, "---") {
			return
		}
		plain, ok := posthoc.PlainItem("- " + text)
		if !ok {
			return
		}
		parsed, err := posthoc.ParsedItem("- " + text)
		if err != nil && strings.Contains(err.Error(), "already defined") {
			return // a field twice that has no meaning here
		}
		if err != nil {
			t.Fatalf("%q is %v, but no YAML: %v", text, plain, err)
		}
		if plain != parsed {
			t.Fatalf("%q is %v; want %v", text, plain, parsed)
		}
	})
}

// TestReaders give their errors on, and no other.
func TestReaders(t *testing.T) {
	broken := errors.New("broken")
	for _, head := range []string{"", "{", "version: 1.4.0\n"} {
		_, err := posthoc.Import(io.MultiReader(strings.NewReader(head), &failing{broken}), "test")
		if !errors.Is(err, broken) || errors.Is(err, posthoc.ErrFormat) {
			t.Errorf("%q: %v", head, err)
		}
	}
	var none bytes.Buffer
	if _, err := posthoc.Import(&none, "test"); !errors.Is(err, posthoc.ErrFormat) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
