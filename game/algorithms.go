package game

import (
	"context"
	"fmt"
	"strings"
)

// SearchFunc is the form that [Minimax], [AlphaBeta], [PVS] and [Deepening]
// share.
type SearchFunc[S, M comparable] func(ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Result[M], error)

// Algorithm is a search with a name to choose it by.
type Algorithm[S, M comparable] struct {
	Name    string // such as "alpha-beta"
	Summary string // one line
	Search  SearchFunc[S, M]
}

// Algorithms returns the searches to a depth, the simplest first.
func Algorithms[S, M comparable]() []Algorithm[S, M] {
	return []Algorithm[S, M]{
		{"minimax", "every line of play", Minimax[S, M]},
		{"alpha-beta", "skips what cannot matter", AlphaBeta[S, M]},
		{"pvs", "principal variation search: bets on the first move", PVS[S, M]},
		{"deepening", "depth by depth, with a transposition table and move ordering", Deepening[S, M]},
	}
}

// ParseAlgorithm returns the algorithm of a name.
func ParseAlgorithm[S, M comparable](name string) (Algorithm[S, M], error) {
	var known []string
	for _, a := range Algorithms[S, M]() {
		if a.Name == name {
			return a, nil
		}
		known = append(known, a.Name)
	}
	last := len(known) - 1
	return Algorithm[S, M]{}, fmt.Errorf("%q is not a game search; want %s or %s", name, strings.Join(known[:last], ", "), known[last])
}
