package gridtrace

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/trace"
)

// CostsOf returns the costs of a search on a grid from its trace's header.
func CostsOf(header trace.Header) (*grid.Costs, error) {
	m, err := ToGrid(header.Map)
	if err != nil {
		return nil, err
	}
	var rule grid.Rule
	option := func(key, fallback string) string {
		if value, ok := header.Option(key); ok {
			return value
		}
		return fallback
	}
	if rule.Moves, err = grid.ParseMoves(option(OptionMoves, "8")); err != nil {
		return nil, fmt.Errorf("gridtrace: the trace's moves: %w", err)
	}
	if rule.Corners, err = grid.ParseCornerRule(option(OptionCutCorners, grid.CornersNever.String())); err != nil {
		return nil, fmt.Errorf("gridtrace: the trace's corner rule: %w", err)
	}
	model, err := grid.ParseModel(option(OptionCost, grid.Uniform.String()))
	if err != nil {
		return nil, fmt.Errorf("gridtrace: the trace's cost model: %w", err)
	}
	costs, err := grid.NewCostsWith(m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return nil, fmt.Errorf("gridtrace: %w", err)
	}
	return costs, nil
}

// Float64 returns a function that turns a trace's costs into numbers, for show.
func Float64(costs *grid.Costs) func(int64) float64 {
	return func(cost int64) float64 { return costs.Float64(root2.Length(cost)) }
}
