package graph_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/graph"
)

const small = "c five towns\np sp 5 7\na 1 2 7\na 1 3 9\na 1 3 14\nc a comment\na 2 3 10\na 3 4 11\na 3 3 1\na 4 5 0\n"

func TestReadDIMACS(t *testing.T) {
	g := read(t, small)
	if g.Nodes() != 5 || g.Arcs() != 7 || g.Scale() != 1 || g.Name(4) != "5" || g.HasCoordinates() {
		t.Errorf("%d nodes, %d arcs, scale %d, name %s", g.Nodes(), g.Arcs(), g.Scale(), g.Name(4))
	}
	if arcs := g.Successors(node(t, g, "1")); len(arcs) != 3 || arcs[2].Cost != 14 || arcs[2].To != 2 {
		t.Errorf("from 1: %v", arcs)
	}
	if arcs := g.Predecessors(node(t, g, "3")); len(arcs) != 4 || arcs[0].To != 0 || arcs[3].To != 2 {
		t.Errorf("to 3: %v", arcs)
	}
	for _, name := range []string{"0", "6", "x", "-1", ""} {
		if n, err := g.Lookup(name); err == nil {
			t.Errorf("%q is node %d", name, n)
		}
	}
}

func TestReadEdgeList(t *testing.T) {
	g := read(t, "\ufeff# towns\r\nArad Sibiu 140\r\nArad, Zerind, 75.5\n\n// roads\nSibiu\tArad 140.25\nc Arad\nZerind Zerind 0\n")
	if g.Nodes() != 4 || g.Arcs() != 5 || g.Scale() != 100 {
		t.Errorf("%d nodes, %d arcs, scale %d", g.Nodes(), g.Arcs(), g.Scale())
	}
	var costs []string
	for n := range graph.Node(4) {
		for _, a := range g.Successors(n) {
			costs = append(costs, g.Name(n)+" "+g.Name(graph.Node(a.To))+" "+g.FormatCost(a.Cost))
		}
	}
	if got, want := strings.Join(costs, "; "), "Arad Sibiu 140; Arad Zerind 75.5; Sibiu Arad 140.25; Zerind Zerind 0; c Arad 1"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if _, err := g.Lookup("Bucharest"); err == nil {
		t.Error("Bucharest is on the map")
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "t:1: there is no arc; want lines with FROM TO or FROM TO COST, or a DIMACS file",
		"# nothing\n":                     "t:1: there is no arc; want lines with FROM TO or FROM TO COST, or a DIMACS file",
		"a\n":                             "t:1: the line has 1 words; want FROM TO or FROM TO COST",
		"a b 1\na b 1 2\n":                "t:2: the line has 4 words; want FROM TO or FROM TO COST",
		"a b 1\na  b -3\n":                "t:2:6: the cost -3 is negative; costs must be at least 0",
		"a b 1.1234567\n":                 "t:1:5: the cost 1.1234567 has 7 digits after the point; want a decimal of at least 0 with up to 6 digits after the point",
		"a b inf\n":                       `t:1:5: "inf" is no cost; want a decimal of at least 0 with up to 6 digits after the point`,
		"a b .\n":                         `t:1:5: "." is no cost; want a decimal of at least 0 with up to 6 digits after the point`,
		"a b 1.2.3\n":                     `t:1:5: "1.2.3" is no cost; want a decimal of at least 0 with up to 6 digits after the point`,
		"a b 99999999999999\n":            "t:1:5: the cost 99999999999999 is too large; want at most 9223372036854",
		"p sp 2\n":                        `t:1: want "p sp NODES ARCS"`,
		"p max 2 1\na 1 2 3\n":            `t:1: want "p sp NODES ARCS"`,
		"c x\n":                           `t:1: the file ends without the line "p sp NODES ARCS"`,
		"p sp x 1\n":                      `t:1:6: "x" is no number of nodes`,
		"p sp 999999999999 1\n":           "t:1:6: 999999999999 nodes; the limit is 67108864",
		"p sp 60000000 1\na 1 2 3\n":      "t:1: 60000000 nodes for 1 arcs; want at most 65552 nodes for so few",
		"p sp 2 1\np sp 2 1\n":            "t:2:1: a second line that begins with p; the first is on line 1",
		"p sp 2 1\na 0 1 5\n":             `t:2:3: "0" is no node; want a number from 1 to 2`,
		"p sp 2 1\na 1 3 5\n":             `t:2:5: "3" is no node; want a number from 1 to 2`,
		"p sp 2 1\na 1 2 -5\n":            "t:2:7: the cost -5 is negative; costs must be at least 0",
		"p sp 2 1\na 1 2\n":               `t:2: want "a FROM TO COST"`,
		"p sp 2 1\ne 1 2 3\n":             `t:2:1: the line begins with "e"; want c (a comment), p or a`,
		"p sp 2 2\na 1 2 3\n":             "t:2: the file ends after 1 arcs; line 1 says 2",
		"p sp 2 0\na 1 2 3\n":             "t:2: there are more arcs than the 0 that the file says",
		"c " + strings.Repeat("x", 70000): "t:1: the line is longer than 65536 bytes",
	} {
		g, err := graph.Read(strings.NewReader(text), "t", graph.Limits{})
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, %v\nwant %s", text, g, err, want)
		}
		var syntax *graph.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.40q: %T; want a SyntaxError", text, err)
		}
	}
}

func TestReadKeepsLimits(t *testing.T) {
	for text, limits := range map[string]graph.Limits{
		"a b\nb c\n":             {MaxNodes: 2},
		"a b\na b\n":             {MaxArcs: 1},
		"p sp 3 1\na 1 2 3\n":    {MaxNodes: 2},
		"p sp 2 2\na 1 2 3\na 1": {MaxArcs: 1},
	} {
		if g, err := graph.Read(strings.NewReader(text), "t", limits); err == nil {
			t.Errorf("%q within %+v: %v; want an error", text, limits, g)
		}
	}
}

func TestReadCoordinatesRefuses(t *testing.T) {
	g := read(t, "p sp 2 1\na 1 2 3\n")
	for text, want := range map[string]string{
		"":                                          `t:1: the file ends without the line "p aux sp co NODES"`,
		"p aux sp co 3\n":                           "t:1:13: coordinates of 3 nodes for a graph of 2",
		"p aux sp co 2\nv 1 0 0\n":                  "t:2: the file ends without the coordinates of node 2",
		"p aux sp co 2\nv 1 0 0\nv 1 0 0\n":         "t:3:3: node 1 has coordinates on line 2 already",
		"p aux sp co 2\nv 3 0 0\n":                  `t:2:3: "3" is no node; want a number from 1 to 2`,
		"p aux sp co 2\nv 1 0.5 0\n":                `t:2:5: "0.5" is no coordinate; want a whole number from -536870912 to 536870912`,
		"p aux sp co 2\nv 1 0 536870913\n":          `t:2:7: "536870913" is no coordinate; want a whole number from -536870912 to 536870912`,
		"p aux sp co 2\np aux sp co 2\n":            "t:2:1: a second line that begins with p; the first is on line 1",
		"p sp 2 1\n":                                `t:1: want "p aux sp co NODES"`,
		"p aux sp co 2\nw 1 0 0\n":                  `t:2: want "c" (a comment), "p aux sp co NODES" or "v NODE X Y"`,
		"p aux sp co 2\nv 1 -9223372036854775808 0": `t:2:5: "-9223372036854775808" is no coordinate; want a whole number from -536870912 to 536870912`,
	} {
		if _, err := graph.ReadCoordinates(strings.NewReader(text), "t", g); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	if _, err := g.StraightLine(0); !errors.Is(err, graph.ErrNoCoordinates) {
		t.Errorf("a straight line without coordinates: %v", err)
	}
}

// TestReadTakesMemoryInProportion to what it reads, not to what a header says.
func TestReadTakesMemoryInProportion(t *testing.T) {
	for _, text := range []string{
		"p sp 60000000 200000000\na 1 2 3\n",
		"p sp 65000 1\na 1 2 3\n",
		"a b 1\n",
		strings.Repeat("a b 1\n", 100_000),
		strings.Repeat("c\n", 100_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = graph.Read(strings.NewReader(text), "t", graph.Limits{})
		runtime.ReadMemStats(&after)
		if taken, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+64*len(text)); taken > most {
			t.Errorf("%.20q..., %d bytes: %d bytes taken, want at most %d", text, len(text), taken, most)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		nodes int
		arcs  []graph.Arc
		names []string
		scale int64
	}{
		{-1, nil, nil, 1},
		{2, []graph.Arc{{From: 0, To: 2}}, nil, 1},
		{2, []graph.Arc{{From: -1}}, nil, 1},
		{2, []graph.Arc{{Cost: -1}}, nil, 1},
		{2, nil, []string{"a"}, 1},
		{2, nil, []string{"a", "a"}, 1},
		{2, nil, nil, 7},
		{2, nil, nil, 0},
	} {
		if g, err := graph.New(test.nodes, test.arcs, test.names, test.scale); err == nil {
			t.Errorf("%+v: %v; want an error", test, g)
		}
	}
	if _, err := graph.NewProblem(read(t, "a b")); err == nil {
		t.Error("a problem without goals: want an error")
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{small, "Arad Sibiu 140\nSibiu Arad 1.5\n", "c d 5\n", "p sp 1 0\n", "a b 1e3\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := graph.Read(strings.NewReader(text), "t", graph.Limits{MaxNodes: 1 << 12, MaxArcs: 1 << 12})
		if err != nil {
			var syntax *graph.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		arcs := 0
		for n := range graph.Node(g.Nodes()) {
			if again, err := g.Lookup(g.Name(n)); err != nil || again != n {
				t.Fatalf("node %d is called %q, which is node %d, %v", n, g.Name(n), again, err)
			}
			arcs += len(g.Successors(n))
		}
		if arcs != g.Arcs() {
			t.Fatalf("%d arcs leave nodes, of %d", arcs, g.Arcs())
		}
	})
}

func FuzzReadCoordinates(f *testing.F) {
	f.Add("p aux sp co 2\nv 1 0 0\nv 2 5 -5\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := graph.New(2, []graph.Arc{{From: 0, To: 1, Cost: 3}}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = graph.ReadCoordinates(strings.NewReader(text), "t", g); err != nil {
			return
		}
		h, err := g.StraightLine(1)
		if err != nil || h(1) != 0 || h(0) > 3 {
			t.Fatalf("estimates %d and %d, %v", h(0), h(1), err)
		}
	})
}
