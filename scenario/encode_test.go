package scenario

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/grid"
)

func costsOf(t *testing.T, c Case) *grid.Costs {
	t.Helper()
	m, err := c.Load()
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

var someResults = []Result{
	{
		Map: "dao/<arena>, big.map", Algorithm: "auto", Queries: 160, Optimal: 159, Expanded: 1234567,
		MeanUS: 1.25, MedianUS: 0.001, P99US: 123456.789, NSPerExpansion: 30, PeakBytes: 1 << 40, CPUUS: 0, RepeatsUS: []float64{1.5, 1},
	},
	{Map: "b.map", Algorithm: "astar", RepeatsUS: []float64{}},
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, someResults); err != nil {
		t.Fatal(err)
	}
	const want = `{"map":"dao/<arena>, big.map","algorithm":"auto","queries":160,"optimal":159,"expanded":1234567,"mean_us":1.25,"median_us":0.001,"p99_us":123456.789,"ns_per_expansion":30,"peak_bytes":1099511627776,"cpu_us":0,"repeats_us":[1.5,1]}
{"map":"b.map","algorithm":"astar","queries":0,"optimal":0,"expanded":0,"mean_us":0,"median_us":0,"p99_us":0,"ns_per_expansion":0,"peak_bytes":0,"cpu_us":0,"repeats_us":[]}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	back, err := ReadJSON(strings.NewReader(b.String()), "results.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(someResults, back); diff != "" {
		t.Error(diff)
	}
}

func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	if err := WriteCSV(&b, someResults); err != nil {
		t.Fatal(err)
	}
	const want = `map,algorithm,queries,optimal,expanded,mean_us,median_us,p99_us,ns_per_expansion,peak_bytes,cpu_us
"dao/<arena>, big.map",auto,160,159,1234567,1.25,0.001,123456.789,30,1099511627776,0
b.map,astar,0,0,0,0,0,0,0,0,0
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

type fullDisk struct{}

var errFull = errors.New("the disk is full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	if err := WriteJSON(fullDisk{}, someResults); !errors.Is(err, errFull) {
		t.Errorf("JSON: %v", err)
	}
	if err := WriteCSV(fullDisk{}, someResults); !errors.Is(err, errFull) {
		t.Errorf("CSV: %v", err)
	}
}

func TestReadJSONErrors(t *testing.T) {
	const good = `{"map":"a.map","algorithm":"auto","mean_us":1,"extra":true}` + "\n"
	if results, err := ReadJSON(strings.NewReader("\n"+good+" \n"), "old.json"); err != nil || len(results) != 1 || results[0].MeanUS != 1 {
		t.Errorf("got %v, %v", results, err)
	}
	const want = "; want what astrolabe bench --json prints, one object a line"
	for text, wanted := range map[string]string{
		"map,algorithm\n":        "old.json:1: not a result: invalid character 'm' looking for beginning of value" + want,
		good + "\n{}":            "old.json:3: not a result: it names no map" + want,
		good + `{"map":"b.map"}`: "old.json:2: not a result: it names no algorithm" + want,
		good + good:              "old.json:2: a second result for the map a.map and auto; want one, as on line 1",
		`{"map":"b","algorithm":"x","mean_us":-1}`:        "old.json:1: not a result: it has the number -1" + want,
		`{"map":"b","algorithm":"x","repeats_us":[1,-2]}`: "old.json:1: not a result: it has the number -2" + want,
		`{"map":"b","algorithm":"x","queries":"many"}`:    "old.json:1: not a result: json: cannot unmarshal string into Go struct field Result.queries of type int" + want,
	} {
		if results, err := ReadJSON(strings.NewReader(text), "old.json"); err == nil || err.Error() != wanted || results != nil {
			t.Errorf("%s: got %v, %v\nwant %s", text, results, err, wanted)
		}
	}
	if _, err := ReadJSON(iotest.ErrReader(errFull), "old.json"); !errors.Is(err, errFull) {
		t.Errorf("a reader's error became %v", err)
	}
}
