package catalog

import (
	"encoding/json"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

type answerJSON struct {
	Status      string       `json:"status"`
	Algorithm   string       `json:"algorithm"`
	Certificate string       `json:"certificate"`
	Bound       string       `json:"bound,omitempty"`
	Reason      string       `json:"reason"`
	From        cellJSON     `json:"from"`
	To          cellJSON     `json:"to"`
	Cost        *lengthJSON  `json:"cost"`
	LowerBound  *lengthJSON  `json:"lower_bound"`
	Path        []cellJSON   `json:"path"`
	Nearest     *nearestJSON `json:"nearest,omitempty"`
	Expanded    int64        `json:"expanded"`
	Generated   int64        `json:"generated"`
	Reopened    int64        `json:"reopened"`
	PeakOpen    int64        `json:"peak_open"`
	TimeNS      int64        `json:"time_ns"`
	Options     optionsJSON  `json:"options"`
}

type cellJSON [2]int32

// lengthJSON is a length: Straight + Diagonal·√2, as exact decimals.
type lengthJSON struct {
	Text     string      `json:"text"`
	Straight json.Number `json:"straight"`
	Diagonal json.Number `json:"diagonal"`
	Value    float64     `json:"value"`
}

type nearestJSON struct {
	Path []cellJSON  `json:"path"`
	Cost *lengthJSON `json:"cost"`
}

type optionsJSON struct {
	Moves       int    `json:"moves"`
	CutCorners  string `json:"cut_corners"`
	Cost        string `json:"cost"`
	Engine      string `json:"engine,omitempty"`
	Heuristic   string `json:"heuristic,omitempty"`
	Weight      string `json:"weight,omitempty"`
	Tie         string `json:"tie,omitempty"`
	Reopen      *bool  `json:"reopen,omitempty"`
	Order       string `json:"order,omitempty"`
	MaxExpanded int64  `json:"max_expanded,omitempty"`
	MaxBytes    int64  `json:"max_bytes,omitempty"`
	MaxTimeNS   int64  `json:"max_time_ns,omitempty"`
}

// MarshalJSON writes the answer as the object that `astrolabe solve --json`
// prints. cost is null where there is no path, lower_bound is null where there
// is nothing to bound; nearest is there where no path is, or where it is not
// proved, except with an engine. Options that the algorithm does not take are left
// out; of an engine there are the one that searched and its heuristic.
func (a Answer) MarshalJSON() ([]byte, error) {
	r, q := &a.Result, &a.Query
	costs := q.Costs
	object := answerJSON{
		Status: r.Status.String(), Algorithm: a.Entry.Name, Certificate: r.Certificate.String(), Reason: r.Reason,
		From: cellOf(q.From), To: cellOf(q.To), Path: cellsOf(r.Path),
		Expanded: r.Expanded, Generated: r.Generated, Reopened: r.Reopened, PeakOpen: r.PeakOpen,
		TimeNS: a.Elapsed.Nanoseconds(),
		Options: optionsJSON{
			Moves: 8, CutCorners: costs.Rule().Corners.String(), Cost: costs.Model().String(),
			MaxExpanded: q.MaxExpanded, MaxBytes: q.MaxBytes, MaxTimeNS: q.MaxTime.Nanoseconds(),
		},
	}
	if costs.Rule().Moves == grid.Moves4 {
		object.Options.Moves = 4
	}
	if a.Entry.Fast() {
		a.engineOptions(&object.Options)
	} else {
		object.Options.Order = grid.FormatOrder(q.order())
	}
	if a.Entry.Heuristic {
		object.Options.Heuristic = costs.Heuristic(q.Metric).Metric().String()
	}
	if a.Entry.Weight {
		object.Options.Weight = q.Weight.String()
	}
	if a.Entry.Tie {
		object.Options.Tie = q.Tie.String()
	}
	if a.Entry.Reopen {
		reopen := !q.NoReopen
		object.Options.Reopen = &reopen
	}
	if len(r.Path) > 0 {
		object.Cost = lengthOf(costs, r.Cost)
	}
	if r.Status == search.Found || r.Status == search.Limit {
		object.LowerBound = lengthOf(costs, r.LowerBound)
	}
	if r.Certificate == search.Bounded {
		object.Bound = r.Bound.String()
	}
	if len(r.Nearest) > 0 {
		object.Nearest = &nearestJSON{cellsOf(r.Nearest), lengthOf(costs, r.NearestCost)}
	}
	return json.Marshal(object)
}

// engineOptions says what an engine searched with.
func (a *Answer) engineOptions(options *optionsJSON) {
	if a.Engine != gridsearch.EngineAuto {
		options.Engine = a.Engine.String()
	}
	if a.Engine != gridsearch.EngineBucketDijkstra {
		options.Heuristic = a.Query.Costs.Heuristic(grid.Auto).Metric().String()
	}
}

// order returns the order of successors with the zero value spelled out.
func (q *Query) order() [8]grid.Dir {
	if q.Order == [8]grid.Dir{} {
		return grid.DefaultOrder
	}
	return q.Order
}

func cellOf(c grid.Cell) cellJSON { return cellJSON{c.X, c.Y} }

func cellsOf(path []grid.Cell) []cellJSON {
	cells := make([]cellJSON, len(path))
	for i, c := range path {
		cells[i] = cellOf(c)
	}
	return cells
}

func lengthOf(costs *grid.Costs, l root2.Length) *lengthJSON {
	a, b := l.Coefficients()
	scale := costs.Scale()
	return &lengthJSON{
		Text:     costs.Format(l),
		Straight: json.Number(root2.Decimal(a, scale)),
		Diagonal: json.Number(root2.Decimal(b, scale)),
		Value:    costs.Float64(l),
	}
}
