package search_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

// recorder keeps the history of a search.
type recorder[C search.Cost] struct {
	events []recorded[C]
}

type recorded[C search.Cost] struct {
	kind string
	search.Event[string, C]
}

func (r *recorder[C]) observer() search.Observer[string, C] {
	note := func(kind string) func(search.Event[string, C]) {
		return func(e search.Event[string, C]) { r.events = append(r.events, recorded[C]{kind, e}) }
	}
	return search.Observer[string, C]{
		Expand: note("expand"), Generate: note("generate"), Improve: note("improve"),
		Reopen: note("reopen"), Meet: note("meet"), Goal: note("goal"),
	}
}

func (r *recorder[C]) String() string {
	var b strings.Builder
	for _, e := range r.events {
		fmt.Fprintf(&b, "  %d %v %s %s", e.Step, e.Side, e.kind, e.State)
		if e.HasParent {
			fmt.Fprintf(&b, " from %s", e.Parent)
		}
		fmt.Fprintf(&b, " g=%v h=%v f=%v\n", e.G, e.H, e.F)
	}
	return b.String()
}

// sameRun compares two answers and the histories behind them.
func sameRun[C search.Cost](want, got answer, wantEvents, gotEvents *recorder[C]) error {
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("answers\n%+v and\n%+v", want, got)
	}
	if !slices.Equal(wantEvents.events, gotEvents.events) {
		return fmt.Errorf("histories\n%vand\n%v", wantEvents, gotEvents)
	}
	return nil
}

// asMet returns the states in the order in which the search behind the history
// met them, which is how an interned problem numbers them: the start, the goals
// if both ends are searched, then the neighbors of each expanded state in the
// order of its edges. Those that it did not meet follow.
func (r *recorder[C]) asMet(g *graph, bothEnds bool) []int {
	var order []int
	meet := func(number int) {
		if !slices.Contains(order, number) {
			order = append(order, number)
		}
	}
	meet(g.start)
	if bothEnds {
		for _, goal := range g.goals {
			meet(goal)
		}
	}
	for _, e := range r.expansions() {
		for _, edge := range g.arcs {
			if e.side == search.Forward && g.names[edge.from] == e.state {
				meet(edge.to)
			}
			if e.side == search.Backward && g.names[edge.to] == e.state {
				meet(edge.from)
			}
		}
	}
	for number := range g.names {
		meet(number)
	}
	return order
}

// history tells which states a search expanded, in order, and the highest f
// among them.
type history interface {
	expansions() []sided
	highestF() int64
}

type sided struct {
	side  search.Side
	state string
}

func (r *recorder[C]) expansions() []sided {
	var all []sided
	for _, e := range r.events {
		if e.kind == "expand" {
			all = append(all, sided{e.Side, e.State})
		}
	}
	return all
}

func (r *recorder[C]) highestF() int64 {
	var highest C
	for _, e := range r.events {
		if e.kind == "expand" {
			highest = max(highest, e.F)
		}
	}
	return int64(highest)
}
