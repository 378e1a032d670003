package gridtrace

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
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

// Unit says how the costs of a trace are to be read: as lengths a + b√2, as searches of
// this module have them, or as plain numbers, where the trace names no cost model, as one
// that was imported. The zero value has no meaning.
type Unit struct {
	costs *grid.Costs
	scale int64 // what plain numbers are to be divided by; 0: lengths
}

// UnitOf returns the unit of a trace's costs; costs are those of [CostsOf]. The option
// "scale" of plain numbers must be a power of ten.
func UnitOf(header trace.Header, costs *grid.Costs) (Unit, error) {
	if _, ok := header.Option(OptionCost); ok {
		return LengthsOf(costs), nil
	}
	text, ok := header.Option(OptionScale)
	if !ok {
		text = "1"
	}
	scale, err := strconv.ParseInt(text, 10, 64)
	if err != nil || scale < 1 || strings.Trim(text, "0") != "1" {
		return Unit{}, fmt.Errorf("gridtrace: the trace's scale is %q; want a power of ten", text)
	}
	return Unit{costs: costs, scale: scale}, nil
}

// LengthsOf returns the unit of lengths in the units of some costs.
func LengthsOf(costs *grid.Costs) Unit { return Unit{costs: costs} }

// Lengths tells whether costs are lengths, so that what the moves cost is known.
func (u Unit) Lengths() bool { return u.scale == 0 }

// Format returns a cost as text: "6+5√2", or "2.5" for plain numbers.
func (u Unit) Format(cost root2.Length) string {
	if u.Lengths() {
		return u.costs.Format(cost)
	}
	return root2.Decimal(int64(cost), u.scale)
}

// Float64 returns a cost as a number, for show.
func (u Unit) Float64(cost root2.Length) float64 {
	if u.Lengths() {
		return u.costs.Float64(cost)
	}
	return float64(cost) / float64(u.scale)
}

// Document returns a cost as answers in JSON have it. Plain numbers have no part of √2.
func (u Unit) Document(cost root2.Length) *catalog.DocumentLength {
	if u.Lengths() {
		return catalog.LengthOf(u.costs, cost)
	}
	text := u.Format(cost)
	return &catalog.DocumentLength{Text: text, Straight: json.Number(text), Diagonal: "0", Value: u.Float64(cost)}
}

// Float64 returns a function that turns a trace's costs into numbers, for show.
func Float64(costs *grid.Costs) func(int64) float64 {
	return func(cost int64) float64 { return costs.Float64(root2.Length(cost)) }
}
