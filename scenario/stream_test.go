package scenario

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// TestCasesAreLoadedInTurn holds a run to having no more in memory than what it is at,
// and to telling what came of a case before the next one begins.
func TestCasesAreLoadedInTurn(t *testing.T) {
	var log []string
	var cases []Case
	for i := range 3 {
		c := wall(t)
		c.Map = fmt.Sprintf("%d", i)
		m, s := c.Load, c.Scenario
		c.Load = func() (*grid.Map, error) {
			log = append(log, "map "+c.Map)
			return m()
		}
		c.Scenario, c.Queries = nil, len(s.Queries)
		c.LoadScenario = func() (*mapfile.Scenario, error) {
			log = append(log, "queries "+c.Map)
			return s, nil
		}
		cases = append(cases, c)
	}
	opts := Options{Algorithms: lookup(t, "auto"), Sample: 2, Done: func(f Finished) {
		log = append(log, fmt.Sprintf("done %s: %d", f.Results[0].Map, f.Results[0].Queries))
	}}
	report, err := Run(t.Context(), cases, opts)
	if err != nil || len(report.Results) != 3 {
		t.Fatal(err, report.Results)
	}
	want := strings.Split("map 0,queries 0,done 0: 2,map 1,queries 1,done 1: 2,map 2,queries 2,done 2: 2", ",")
	if !slices.Equal(log, want) {
		t.Errorf("got  %q\nwant %q", log, want)
	}

	cases[1].Queries++
	if _, err := Run(t.Context(), cases, opts); err == nil || err.Error() != "wall.map.scen: it has 5 queries now, and had 6; want a file that stays as it is" {
		t.Errorf("a scenario that changes: %v", err)
	}
}

// TestDoneIsInOrder finishes the first case last.
func TestDoneIsInOrder(t *testing.T) {
	var cases []Case
	last := make(chan struct{})
	for i := range 4 {
		c := wall(t)
		c.Map = fmt.Sprint(i)
		load := c.Load
		c.Load = func() (*grid.Map, error) {
			switch i {
			case 0:
				<-last
			case 3:
				close(last)
			}
			return load()
		}
		cases = append(cases, c)
	}
	var order []string
	_, err := Run(t.Context(), cases, Options{Algorithms: lookup(t, "auto"), Workers: 2, Done: func(f Finished) {
		order = append(order, f.Results[0].Map)
	}})
	if err != nil || !slices.Equal(order, []string{"0", "1", "2", "3"}) {
		t.Errorf("%v, %v", order, err)
	}
}

func TestOptima(t *testing.T) {
	// The queries have the optima 0, 3.41, 5, 5.41 and 7.
	spoil := func(c Case) Case {
		c.Scenario.Queries[2].Optimal = "0"
		c.Scenario.Queries[4].Optimal = "8"
		return c
	}
	four := grid.Rule{Moves: grid.Moves4}
	for _, test := range []struct {
		optima Optima
		rule   grid.Rule
		wrong  []int // the numbers of the queries
	}{
		{OptimaAuto, grid.Rule{}, []int{3, 5}},
		{OptimaCheck, grid.Rule{}, []int{3, 5}},
		{OptimaIgnore, grid.Rule{}, nil},
		{OptimaAuto, four, nil},
		{OptimaCheck, four, []int{2, 3, 4, 5}},
		{OptimaIgnore, four, nil},
	} {
		report, err := Run(t.Context(), []Case{spoil(wall(t))}, Options{Algorithms: lookup(t, "auto"), Rule: test.rule, Optima: test.optima})
		if err != nil {
			t.Fatal(err)
		}
		var wrong []int
		for _, w := range report.Wrong {
			wrong = append(wrong, w.Query)
		}
		if !slices.Equal(wrong, test.wrong) || report.Results[0].Optimal != 5-len(test.wrong) {
			t.Errorf("%v, %v: the answers to %v are wrong and %d optimal, want %v", test.optima, test.rule, wrong, report.Results[0].Optimal, test.wrong)
		}
		if parsed, err := ParseOptima(test.optima.String()); err != nil || parsed != test.optima {
			t.Errorf("%v: parsed as %v, %v", test.optima, parsed, err)
		}
	}
}

func TestFindingsAreNoResults(t *testing.T) {
	var b bytes.Buffer
	wrong := []Wrong{{Map: "a.map", Algorithm: "auto", Source: "a.scen", Line: 2, Query: 1, Published: "3", Ours: "4 ≈ 4", Reason: "it is too <long>"}}
	notes := []Note{{Map: "a.map", Source: "a.scen", Line: 3, Query: 2, Text: "goal-blocked"}}
	if err := WriteFindings(&b, wrong, notes); err != nil {
		t.Fatal(err)
	}
	want := `{"wrong":"it is too <long>","map":"a.map","algorithm":"auto","source":"a.scen","line":2,"query":1,"published":"3","ours":"4 ≈ 4"}
{"note":"goal-blocked","map":"a.map","source":"a.scen","line":3,"query":2}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if results, err := ReadJSON(&b, "old.json"); err != nil || len(results) > 0 {
		t.Errorf("read as %v, %v", results, err)
	}
}
