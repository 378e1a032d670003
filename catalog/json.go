package catalog

import (
	"encoding/json"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Document is an answer as `astrolabe solve --json` prints it. Cost is nil where
// there is no path, LowerBound where there is nothing to bound; Nearest is there
// where no path is, or where it is not proved, except with an engine. Make one with
// [Answer.Document]. The tags "doc" are for descriptions of the object in other
// languages than Go.
type Document struct {
	Status      string           `json:"status" doc:"found, no-path, limit, start-blocked, goal-blocked or out-of-bounds."`
	Algorithm   string           `json:"algorithm" doc:"Name of the algorithm that was asked."`
	Certificate string           `json:"certificate" doc:"What is proved of the path: optimal, bounded, feasible or none."`
	Bound       string           `json:"bound,omitempty" doc:"With the certificate bounded: cost is at most this times the optimum."`
	Reason      string           `json:"reason" doc:"Why the certificate holds, or why there is none."`
	From        DocumentCell     `json:"from" doc:"Start cell."`
	To          DocumentCell     `json:"to" doc:"Goal cell."`
	Cost        *DocumentLength  `json:"cost" doc:"Cost of the path; null where there is none."`
	LowerBound  *DocumentLength  `json:"lower_bound" doc:"No path costs less; null where there is nothing to bound."`
	Path        []DocumentCell   `json:"path" doc:"Cell by cell from start to goal; empty where there is none."`
	Nearest     *DocumentNearest `json:"nearest,omitempty" doc:"The way to the state nearest to the goal, where no path is proved."`
	Expanded    int64            `json:"expanded" doc:"States taken from OPEN, the goal included."`
	Generated   int64            `json:"generated" doc:"Successors produced."`
	Reopened    int64            `json:"reopened" doc:"Closed states put back on OPEN."`
	PeakOpen    int64            `json:"peak_open" doc:"The largest size of OPEN."`
	TimeNS      int64            `json:"time_ns" doc:"Nanoseconds that the search took."`
	Options     DocumentOptions  `json:"options" doc:"What was asked, defaults filled in."`
}

// DocumentCell is a cell in a [Document]: its x and its y.
type DocumentCell [2]int32

// DocumentLength is a length in a [Document]: Straight + Diagonal·√2, both exact
// decimals. Costs are multiples of one unit on a map; a lower bound may be a finer
// decimal, see [BoundOf].
type DocumentLength struct {
	Text     string      `json:"text" doc:"The exact length, as 43+17√2."`
	Straight json.Number `json:"straight" doc:"The part without √2, an exact decimal."`
	Diagonal json.Number `json:"diagonal" doc:"The factor of √2, an exact decimal."`
	Value    float64     `json:"value" doc:"The float64 nearest to the length, for show."`
}

// DocumentNearest is a path in a [Document] that ends before the goal.
type DocumentNearest struct {
	Path []DocumentCell  `json:"path" doc:"Cell by cell from the start."`
	Cost *DocumentLength `json:"cost" doc:"Cost of that path."`
}

// DocumentOptions are the options of a query in a [Document]. Those that the
// algorithm does not take are left out; of an engine there are the one that
// searched and its heuristic.
type DocumentOptions struct {
	Moves       int    `json:"moves" doc:"4 or 8."`
	CutCorners  string `json:"cut_corners" doc:"never, one or always."`
	Cost        string `json:"cost" doc:"uniform, add, mul or mean."`
	Engine      string `json:"engine,omitempty" doc:"Which engine searched."`
	Heuristic   string `json:"heuristic,omitempty" doc:"Which estimate was followed; never auto."`
	Weight      string `json:"weight,omitempty" doc:"Factor of the estimate."`
	Tie         string `json:"tie,omitempty" doc:"Tie policy."`
	Reopen      *bool  `json:"reopen,omitempty" doc:"Whether closed states might be reopened."`
	Order       string `json:"order,omitempty" doc:"Order of the neighbors."`
	MaxExpanded int64  `json:"max_expanded,omitempty" doc:"Limit of expansions, if there was one."`
	MaxBytes    int64  `json:"max_bytes,omitempty" doc:"Limit of memory in bytes, if there was one."`
	MaxTimeNS   int64  `json:"max_time_ns,omitempty" doc:"Limit of time in nanoseconds, if there was one."`
}

// MarshalJSON writes the answer as its [Document].
func (a Answer) MarshalJSON() ([]byte, error) { return json.Marshal(a.Document()) }

// Document returns the answer as the object that `astrolabe solve --json` prints.
// It takes time and memory in proportion to the paths.
func (a *Answer) Document() Document {
	r, q := &a.Result, &a.Query
	costs := q.Costs
	d := Document{
		Status: r.Status.String(), Algorithm: a.Entry.Name, Certificate: r.Certificate.String(), Reason: r.Reason,
		From: cellOf(q.From), To: cellOf(q.To), Path: cellsOf(r.Path),
		Expanded: r.Expanded, Generated: r.Generated, Reopened: r.Reopened, PeakOpen: r.PeakOpen,
		TimeNS: a.Elapsed.Nanoseconds(),
		Options: DocumentOptions{
			Moves: 8, CutCorners: costs.Rule().Corners.String(), Cost: costs.Model().String(),
			MaxExpanded: q.MaxExpanded, MaxBytes: q.MaxBytes, MaxTimeNS: q.MaxTime.Nanoseconds(),
		},
	}
	if costs.Rule().Moves == grid.Moves4 {
		d.Options.Moves = 4
	}
	if a.Entry.Fast() {
		a.engineOptions(&d.Options)
	} else {
		d.Options.Order = grid.FormatOrder(q.order())
	}
	if a.Entry.Heuristic {
		d.Options.Heuristic = costs.Heuristic(q.Metric).Metric().String()
	}
	if a.Entry.Weight {
		d.Options.Weight = q.Weight.String()
	}
	if a.Entry.Tie {
		d.Options.Tie = q.Tie.String()
	}
	if a.Entry.Reopens {
		reopen := !q.NoReopen
		d.Options.Reopen = &reopen
	}
	if len(r.Path) > 0 {
		d.Cost = LengthOf(costs, r.Cost)
	}
	if r.Status == search.Found || r.Status == search.Limit {
		d.LowerBound = a.LowerBound()
	}
	if r.Certificate == search.Bounded {
		d.Bound = r.Bound.String()
	}
	if len(r.Nearest) > 0 {
		d.Nearest = &DocumentNearest{cellsOf(r.Nearest), LengthOf(costs, r.NearestCost)}
	}
	return d
}

// LowerBound returns the lower bound of the result as [BoundOf] gives it.
func (a *Answer) LowerBound() *DocumentLength {
	weight := search.Ratio{}
	if a.Entry.Weight {
		weight = a.Query.Weight
	}
	return BoundOf(a.Query.Costs, a.Result.LowerBound, weight)
}

// engineOptions says what an engine searched with.
func (a *Answer) engineOptions(options *DocumentOptions) {
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

func cellOf(c grid.Cell) DocumentCell { return DocumentCell{c.X, c.Y} }

func cellsOf(path []grid.Cell) []DocumentCell {
	cells := make([]DocumentCell, len(path))
	for i, c := range path {
		cells[i] = cellOf(c)
	}
	return cells
}

// LengthOf returns a length of the costs as one in a [Document].
func LengthOf(costs *grid.Costs, l root2.Length) *DocumentLength {
	a, b := l.Coefficients()
	return lengthOf(a, b, costs.Scale())
}
