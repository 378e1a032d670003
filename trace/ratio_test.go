package trace_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// benchmarkQuery returns a query of the scenario of a shared map: the last one, which
// is the longest, if part is 1.
func benchmarkQuery(tb testing.TB, path string, part float64) catalog.Query {
	tb.Helper()
	file := parse(tb, path, func(r io.Reader) (*mapfile.File, error) { return mapfile.Read(r, path, mapfile.Limits{}) })
	scenario := parse(tb, path+".scen", func(r io.Reader) (*mapfile.Scenario, error) { return mapfile.ReadScenario(r, path) })
	costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		tb.Fatal(err)
	}
	q := scenario.Queries[int(part*float64(len(scenario.Queries)-1))]
	return catalog.Query{Costs: costs, From: q.Start, To: q.Goal}
}

func parse[T any](tb testing.TB, path string, read func(io.Reader) (T, error)) T {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	parsed, err := read(f)
	if err != nil {
		tb.Fatal(err)
	}
	return parsed
}

var expansions = flag.Int64("expansions", 5_000, "how many expansions TestBytesPerEvent lets a search have")

// TestBytesPerEvent records the longest query of every shared map with one algorithm
// after another: what follows the header, which holds the map, takes at most 3 bytes an
// event for each algorithm, over all events and in the mean over the maps whose trace
// has at least 1,000 events. (In a shorter one the trailer outweighs them: some 600
// bytes.) Short tests take four maps.
func TestBytesPerEvent(t *testing.T) {
	maps, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "maps"), "*", "*.map"))
	if err != nil || len(maps) < 20 {
		t.Fatalf("%d maps, %v", len(maps), err)
	}
	enough := 15.0 // maps with long traces
	if testing.Short() {
		maps, enough = maps[:4], 2
	}
	queries := make([]catalog.Query, len(maps))
	for i, path := range maps {
		queries[i] = benchmarkQuery(t, path, 1)
		queries[i].MaxExpanded = *expansions
	}
	ws := new(gridsearch.Workspace)
	for _, entry := range catalog.Entries() {
		var bytesOf, events, ratios, long float64
		for _, q := range queries {
			var out bytes.Buffer
			if _, err := gridtrace.Record(context.Background(), entry, q, "map", &out, ws); err != nil {
				t.Fatal(err)
			}
			r := open(t, out.Bytes())
			size := float64(int64(out.Len()) - r.HeaderSize())
			bytesOf, events = bytesOf+size, events+float64(r.Events())
			if r.Events() >= 1000 {
				ratios, long = ratios+size/float64(r.Events()), long+1
			}
		}
		ofAll, mean := bytesOf/events, ratios/long
		t.Logf("%-28s %9.0f events: %.2f bytes an event, mean over the maps %.2f", entry.Name, events, ofAll, mean)
		if long < enough || ofAll > 3 || mean > 3 {
			t.Errorf("%s: %.2f bytes an event, mean over %v maps %.2f; want at most 3", entry.Name, ofAll, long, mean)
		}
	}
}
