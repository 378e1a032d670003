package mapfile

import (
	"bytes"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const fuzzCells = 1 << 12

// FuzzRead checks that whatever can be read comes back from the native format
// unchanged, and from any other that holds it at the same cost.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "..", "S.#\n@ G\n159\n", ".. \n.# \n  \n", ". S \n.   \n", "...\n..\n...", "é.\n..\n..", "1 2 3 4 5 6\n",
		"type octile\nheight 2\nwidth 4\nmap\n.GST\n@OW.\n",
		"type octile\r\nwidth 2\r\nheight 1\r\nmap\r\n.@",
		"2 3 2 1 1 3\n.#\n:\n",
		nativeSample, nativeWeights,
		"astrolabe 1\nsize 2 1\nlegend U+0020 0.25\nlegend ≈ inf\ngoal 1 0\nmap\n ≈\n",
		"astrolabe 1\nsize 2 1\nweights\n-0 NaN\n",
		"\ufeff.\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(bytes.NewReader(data), "fuzz", Limits{MaxCells: fuzzCells})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		native := mustWrite(t, file, Native)
		back := mustRead(t, native)
		if diff := cmp.Diff(contentOf(file), contentOf(back), sameWeights); diff != "" {
			t.Fatalf("changed by the native format (-before +after):\n%s", diff)
		}
		if again := mustWrite(t, back, Native); again != native {
			t.Fatalf("written differently again:\n%s\n%s", native, again)
		}
		for _, format := range Formats() {
			var b bytes.Buffer
			if Write(&b, file, format) != nil {
				if format == file.Format {
					t.Fatalf("cannot be written as %v, as it was read", format)
				}
				continue
			}
			back := mustRead(t, b.String())
			if back.Format != format {
				t.Fatalf("written as %v, read as %v:\n%s", format, back.Format, b.String())
			}
			sameCosts(t, file, back)
			if again := mustWrite(t, back, format); again != b.String() {
				t.Fatalf("%v, written differently again:\n%s\n%s", format, b.String(), again)
			}
		}
	})
}

// sameCosts fails the test unless every step costs the same on both maps, each
// under its own file's cost model and both under the rule of the first.
func sameCosts(t *testing.T, f, g *File) {
	t.Helper()
	before, err := grid.NewCostsWith(f.Map, f.Rule, f.Model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return // no step has an exact cost
	}
	after, err := grid.NewCostsWith(g.Map, f.Rule, g.Model, grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before.Masks(), after.Masks()) {
		t.Fatal("the legal steps differ")
	}
	for id, mask := range before.Masks() {
		for d := grid.E; d <= grid.NW; d++ {
			if mask>>d&1 == 0 {
				continue
			}
			id := grid.ID(id)
			if x, y := before.Format(before.Step(id, d)), after.Format(after.Step(id, d)); x != y {
				t.Fatalf("the step from %v to %v costs %s and then %s", f.Map.Cell(id), d, x, y)
			}
		}
	}
}

// FuzzReadScenario checks that whatever can be read comes back unchanged.
func FuzzReadScenario(f *testing.F) {
	for _, text := range []string{
		"version 1\n",
		"version 1.0\n12 maps/a.map 49 49 1 11 1 12 1.00\n",
		"version 1\r\n0\ta b.map\t3\t2\t0\t0\t2\t1\t2.41421\r\n\r\n0 a 3 2 0 0 0 0 0",
		"version 1\n0 a 3 2 0 0 2 1 1e+06\n",
		"version 1\n0 é 0 2 0 0 2 1 2\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadScenario(bytes.NewReader(data), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		for _, q := range s.Queries {
			if !q.Agrees(q.OptimalFloat()) {
				t.Fatalf("%q does not agree with itself", q.Optimal)
			}
		}
		var b, again bytes.Buffer
		if err := WriteScenario(&b, s); err != nil {
			t.Fatal(err)
		}
		back := mustReadScenario(t, b.String())
		if diff := cmp.Diff(s, back, cmpopts.IgnoreFields(Query{}, "Line")); diff != "" {
			t.Fatalf("changed by writing (-before +after):\n%s", diff)
		}
		if err := WriteScenario(&again, back); err != nil || again.String() != b.String() {
			t.Fatalf("written differently again: %v", err)
		}
	})
}
