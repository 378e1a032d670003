package graph

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/search"
)

// Domain is the name of the domain of explicit graphs.
const Domain = "graph"

// Space returns a graph as a space. A goal may be several nodes, with commas.
func Space(g *Graph) (domain.Space, error) {
	facts := []domain.Fact{
		{Name: "nodes", Text: fmt.Sprint(g.Nodes())},
		{Name: "arcs", Text: fmt.Sprint(g.Arcs())},
	}
	if g.Arcs() > 0 {
		facts = append(facts, domain.Fact{Name: "cost of an arc", Text: g.FormatCost(g.cheapest) + " to " + g.FormatCost(g.dearest)})
	}
	d := domain.Definition[Node, int64]{
		Domain: Domain, Title: fmt.Sprintf("graph of %d nodes", g.Nodes()), Facts: facts,
		ParseState:  g.Lookup,
		ParseGoals:  g.lookupAll,
		FormatState: g.Name,
		FormatCost:  g.FormatCost,
		ParseCost:   g.parseCost,
		Float64:     func(cost int64) float64 { return float64(cost) / float64(g.scale) },
		Problem:     func(goals []Node) (search.Problem[Node, int64], error) { return NewProblem(g, goals...) },
		StepCost: func(from, to Node) (int64, bool) {
			cost := g.cheapestArc(from, to)
			return max(cost, 0), cost >= 0
		},
	}
	zero := domain.HeuristicOf[Node, int64]{
		Heuristic: domain.Heuristic{Name: "zero", Title: "No estimate", Claim: search.Consistent, Reason: "an estimate of 0 is never too high"},
		Toward:    func([]Node) (func(Node) int64, error) { return func(Node) int64 { return 0 }, nil },
	}
	if g.HasCoordinates() {
		d.Heuristics = append(d.Heuristics, domain.HeuristicOf[Node, int64]{
			Heuristic: domain.Heuristic{
				Name: "straight-line", Title: "Straight line at the cheapest cost per length", Paper: "Hart, Nilsson, Raphael 1968", Claim: search.Consistent,
				Reason: "no arc of this graph costs less than its own straight line at that rate",
			},
			Toward: func(goals []Node) (func(Node) int64, error) { return g.StraightLine(goals...) },
			From:   func(start Node) (func(Node) int64, error) { return g.StraightLine(start) },
		})
	}
	d.Heuristics = append(d.Heuristics, zero)
	return domain.Bind(d)
}

// lookupAll returns the nodes of several names, with commas between them. A name that
// has a comma itself cannot be in a file.
func (g *Graph) lookupAll(text string) ([]Node, error) {
	var nodes []Node
	for _, name := range strings.Split(text, ",") {
		n, err := g.Lookup(name)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// parseCost reads what FormatCost wrote.
func (g *Graph) parseCost(text string) (int64, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	zeros := len(strconv.FormatInt(g.scale, 10)) - 1 - len(fraction)
	if zeros < 0 {
		return 0, fmt.Errorf("%q has more digits after the point than any cost of the graph", text)
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", zeros), 10, 63)
	if err != nil || g.FormatCost(int64(n)) != text {
		return 0, fmt.Errorf("%q is no cost", text)
	}
	return int64(n), nil
}

// edgeListEndings are the endings of names of files that are edge lists even if they
// could be something else.
var edgeListEndings = []string{".edges", ".edgelist", ".el"}

// otherFormats are first words of formats of maps and scenarios.
var otherFormats = []string{"type", "astrolabe", "version"}

// Detect tells whether the beginning of a file is a graph: a DIMACS file, or an edge
// list. Rows of single symbols or numbers are no edge list, since they may be a map,
// unless the name ends in .edges, .edgelist or .el.
func Detect(head []byte, name string) bool {
	if isDIMACS(head) {
		return true
	}
	byName := slices.Contains(edgeListEndings, strings.ToLower(path.Ext(name)))
	if end := bytes.LastIndexByte(head, '\n'); len(head) >= maxLine && end >= 0 {
		head = head[:end] // the last line may go on
	}
	l := newLines(bytes.NewReader(head), name)
	words := false
	arcs := 0
	for {
		more, err := l.next("#", "%", "//")
		if err != nil || !more {
			return err == nil && arcs > 0 && (byName || words)
		}
		if arcs == 0 && slices.Contains(otherFormats, strings.ToLower(l.words[0].text)) {
			return false
		}
		if len(l.words) == 3 {
			if _, err := strconv.ParseFloat(l.words[2].text, 64); err != nil {
				return false // reading says what is wrong with a number
			}
		} else if len(l.words) != 2 {
			return false
		}
		for _, w := range l.words[:2] {
			words = words || len(w.text) > 1 && strings.Trim(w.text, "0123456789.#@-+") != ""
		}
		arcs++
	}
}

// Open reads a graph and returns its space. Errors name the file.
func Open(r io.Reader, name string) (domain.Space, error) {
	g, err := Read(r, name, Limits{})
	if err != nil {
		return nil, err
	}
	return Space(g)
}
