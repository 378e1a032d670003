package search_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/search"
)

// reported is a line of the collection of reported mistakes.
type reported struct {
	ID, Source, Kind, Note string
	API                    bool
	Graph                  *reportedGraph
	Expect                 json.RawMessage
	Map                    []string
	Start, Goal            place
	MaxExpansions          int64 `json:"max_expansions"`
	Queries                []reportedQuery

	// What only other packages look at.
	Movement, Costs, Steps, Generator json.RawMessage
	CostModel                         json.RawMessage `json:"cost_model"`
	MapText                           json.RawMessage `json:"map_text"`
}

type reportedQuery struct {
	Start, Goal place
	Expect      struct {
		Status             string
		Cost               float64
		Straight, Diagonal json.RawMessage
		Exact              json.RawMessage `json:"exact_a_plus_b_sqrt2"`
		OptimalPaths       json.RawMessage `json:"optimal_paths"`
	}
}

type reportedGraph struct {
	Directed    bool
	Edges       []reportedEdge
	Start, Goal string
	H           map[string]int64
}

// expectation is what is expected of a graph.
type expectation struct {
	Status   string
	Cost     int64
	Path     []string
	TrueCost string `json:"true_cost"`
}

type reportedEdge namedEdge

// UnmarshalJSON reads ["from", "to", cost], where a large cost is a string.
func (e *reportedEdge) UnmarshalJSON(text []byte) error {
	var cost json.RawMessage
	parts := []any{&e.from, &e.to, &cost}
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return fmt.Errorf("an edge of %d parts; want 3", len(parts))
	}
	var err error
	e.cost, err = strconv.ParseInt(strings.Trim(string(cost), `"`), 10, 64)
	return err
}

// strictly decodes one JSON value and nothing else.
func strictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}

// reportedCases returns the collection by id, in its order.
func reportedCases(t *testing.T) []reported {
	t.Helper()
	text, err := os.ReadFile(sharedtest.Path(t, "cases", "reported.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []reported
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var c reported
		if err := strictly(line, &c); err != nil {
			t.Fatalf("reported.jsonl:%d: %v", i+1, err)
		}
		cases = append(cases, c)
	}
	return cases
}

func reportedCase(t *testing.T, id string) reported {
	t.Helper()
	for _, c := range reportedCases(t) {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("there is no case %q", id)
	return reported{}
}

// TestReportedGraphs runs every reported case that has a graph with every
// algorithm whose guarantee covers it.
func TestReportedGraphs(t *testing.T) {
	run := 0
	for _, c := range reportedCases(t) {
		if !c.API || c.Graph == nil {
			continue
		}
		run++
		t.Run(c.ID, func(t *testing.T) {
			var want expectation
			if err := strictly(c.Expect, &want); err != nil {
				t.Fatalf("expect: %v", err)
			}
			if !c.Graph.Directed {
				t.Fatal("the graph is not directed; these are read as directed")
			}
			var edges []namedEdge
			for _, e := range c.Graph.Edges {
				edges = append(edges, namedEdge(e))
			}
			g := namedGraph(c.Graph.Start, []string{c.Graph.Goal}, edges...)
			switch want.Status {
			case "found":
				reportedFound(t, g, reportedEstimates(g, c.Graph.H), want)
			case "no-path":
				if g.optimum() != unreachable {
					t.Errorf("there is a path of cost %d", g.optimum())
				}
				everySetting(g, func(a algorithm[string, int64], s setting) {
					reportedRun(t, g, a, s)
				})
			case "negative-edge":
				reportedNegative(t, c.Graph.Goal, edges, g)
			case "overflow":
				reportedOverflow(t, g)
			default:
				t.Fatalf("status %q", want.Status)
			}
		})
	}
	if run < 11 {
		t.Errorf("only %d cases with a graph", run)
	}
}

// everySetting calls f for every algorithm and tie policy, without heuristic.
func everySetting(g *graph, f func(a algorithm[string, int64], s setting)) {
	for _, a := range algorithms[string, int64]() {
		for _, s := range settings(a, []estimates{{name: "none"}}) {
			f(a, s)
		}
	}
}

func reportedEstimates(g *graph, h map[string]int64) []estimates {
	all := []estimates{{name: "none"}}
	if h == nil {
		return all
	}
	forward := make([]int64, len(g.names))
	for name, value := range h {
		forward[g.number(name)] = value
	}
	given := estimates{name: "given", forward: forward}
	for given.claim = search.Unknown; given.claim <= search.Consistent; given.claim++ {
		all = append(all, given)
	}
	return all
}

func reportedRun(t *testing.T, g *graph, a algorithm[string, int64], s setting) answer {
	t.Helper()
	var ws search.Workspace[string, int64]
	var rec recorder[int64]
	return runChecked(t, g, newHashed[int64](g), a, s, &rec, &ws)
}

// reportedFound expects the path of the case from every algorithm that
// promises an optimal one, and a true certificate from the others.
func reportedFound(t *testing.T, g *graph, all []estimates, want expectation) {
	if g.optimum() != want.Cost {
		t.Errorf("the reference says %d, the case %d", g.optimum(), want.Cost)
	}
	proved := 0
	for _, a := range algorithms[string, int64]() {
		for _, s := range settings(a, all) {
			r := reportedRun(t, g, a, s)
			if r.Certificate != search.Optimal {
				continue
			}
			proved++
			if r.Cost != want.Cost || !slices.Equal(r.Path, want.Path) {
				t.Errorf("%s, %v: path %v at %d; want %v at %d", a.name, s, r.Path, r.Cost, want.Path, want.Cost)
			}
		}
	}
	if proved < 30 {
		t.Errorf("only %d answers were certified optimal", proved)
	}
}

// reportedNegative expects the negative edge to be refused, by name, wherever
// a search comes across it: when it expands the state that the edge leaves (or
// enters, from behind). A search that ends before has not seen it.
func reportedNegative(t *testing.T, goal string, edges []namedEdge, g *graph) {
	var bad namedEdge
	for _, e := range edges {
		if e.cost < 0 {
			bad = e
		}
	}
	refuse := func(g *graph, a algorithm[string, int64], s setting, mustMeet bool) {
		var rec recorder[int64]
		opts := options(a, g, s)
		opts.Observer = rec.observer()
		result, err := a.run(context.Background(), newHashed[int64](g), g.names[g.start], opts)
		met := slices.Contains(rec.expansions(), sided{search.Forward, bad.from}) || slices.Contains(rec.expansions(), sided{search.Backward, bad.to})
		if mustMeet && !met {
			t.Errorf("%s, %v: the search ended without seeing all states", a.name, s)
		}
		if !met {
			return
		}
		var edge *search.EdgeError[string, int64]
		if !errors.As(err, &edge) || !errors.Is(err, search.ErrNegativeEdge) {
			t.Errorf("%s, %v: error %v, answer %+v; want the negative edge refused", a.name, s, err, result)
			return
		}
		if edge.From != bad.from || edge.To != bad.to || edge.Cost != bad.cost {
			t.Errorf("%s, %v: %v; the edge is %v", a.name, s, err, bad)
		}
		if !isZero(result) {
			t.Errorf("%s, %v: with the error comes an answer, %+v", a.name, s, result)
		}
	}
	everySetting(g, func(a algorithm[string, int64], s setting) { refuse(g, a, s, false) })
	// With the goal out of reach every search from one end must see the edge.
	edges = slices.DeleteFunc(slices.Clone(edges), func(e namedEdge) bool { return e.to == goal })
	cut := namedGraph(g.names[g.start], []string{goal}, edges...)
	everySetting(cut, func(a algorithm[string, int64], s setting) {
		if !a.bothEnds {
			refuse(cut, a, s, true)
		}
	})
}

func isZero(r search.Result[string, int64]) bool {
	return r.Status == 0 && r.Path == nil && r.Cost == 0 && r.Certificate == search.None && r.Reason == "" &&
		r.LowerBound == 0 && r.Nearest == nil && r.Counts == search.Counts{}
}

// reportedOverflow expects a named error at an edge of the graph.
func reportedOverflow(t *testing.T, g *graph) {
	everySetting(g, func(a algorithm[string, int64], s setting) {
		result, err := a.run(context.Background(), newHashed[int64](g), g.names[g.start], options(a, g, s))
		var edge *search.EdgeError[string, int64]
		if !errors.As(err, &edge) || !errors.Is(err, search.ErrOverflow) {
			t.Errorf("%s, %v: error %v, answer %+v; want an overflow", a.name, s, err, result)
			return
		}
		if cost, ok := g.edgeCost(g.number(edge.From), g.number(edge.To)); !ok || cost != edge.Cost {
			t.Errorf("%s, %v: %v; there is no such edge", a.name, s, err)
		}
		if !isZero(result) {
			t.Errorf("%s, %v: with the error comes an answer, %+v", a.name, s, result)
		}
	})
}
