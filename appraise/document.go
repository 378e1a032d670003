package appraise

import (
	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// VerdictDocument is a verdict as `astrolabe check-heuristic --json` prints it;
// docs/algorithms.md explains it. Make one with [Verdict.Document]. The tags "doc" are
// for descriptions of the object in other languages than Go.
type VerdictDocument struct {
	Heuristic  string                `json:"heuristic" doc:"Name of the heuristic; never auto."`
	From       *catalog.DocumentCell `json:"from" doc:"Start of the searches; null: none were made."`
	To         catalog.DocumentCell  `json:"to" doc:"The goal."`
	Options    VerdictRules          `json:"options" doc:"The rules under which it was checked."`
	Claim      VerdictClaim          `json:"claim" doc:"What the library warrants of the heuristic."`
	Admissible bool                  `json:"admissible" doc:"Whether no estimate is above the distance."`
	Consistent bool                  `json:"consistent" doc:"Whether no step lowers the estimate by more than it costs, and the goal's is 0."`
	Cells      int                   `json:"cells" doc:"Cells that can reach the goal."`
	Above      int                   `json:"above" doc:"Those whose estimate is above the distance."`
	WorstCell  *VerdictOver          `json:"worst_cell" doc:"The worst of them; null: the heuristic is admissible."`
	Steps      int                   `json:"steps" doc:"Legal steps between those cells."`
	Jumps      int                   `json:"jumps" doc:"Those that lower the estimate by more than they cost."`
	WorstStep  *VerdictJump          `json:"worst_step" doc:"The worst of them; null: the heuristic is consistent."`
	Ratio      *VerdictRatio         `json:"ratio" doc:"Of estimate and distance; null: no distance is above 0."`
	Searches   []VerdictSearch       `json:"searches" doc:"A* with this heuristic, with zero and with auto."`
	Example    *VerdictExample       `json:"example" doc:"A small part of the map on which the heuristic fails too; null: there is none."`
}

// VerdictRules are the rules of a [VerdictDocument].
type VerdictRules struct {
	Moves      int    `json:"moves" doc:"4 or 8."`
	CutCorners string `json:"cut_corners" doc:"never, one or always."`
	Cost       string `json:"cost" doc:"uniform, add, mul or mean."`
}

// VerdictClaim is what is warranted of the heuristic of a [VerdictDocument].
type VerdictClaim struct {
	Admissible bool   `json:"admissible" doc:"No estimate is above the distance."`
	Consistent bool   `json:"consistent" doc:"No step lowers the estimate by more than it costs, either."`
	Reason     string `json:"reason" doc:"Why, or why not."`
}

// VerdictOver is a cell whose estimate is too high.
type VerdictOver struct {
	Cell     catalog.DocumentCell    `json:"cell" doc:"The cell."`
	Estimate *catalog.DocumentLength `json:"estimate" doc:"Its estimate."`
	Distance *catalog.DocumentLength `json:"distance" doc:"To the goal."`
	Excess   *catalog.DocumentLength `json:"excess" doc:"Estimate minus distance."`
}

// VerdictJump is a step that lowers the estimate by more than it costs.
type VerdictJump struct {
	From   catalog.DocumentCell    `json:"from" doc:"Where it begins."`
	To     catalog.DocumentCell    `json:"to" doc:"Where it ends."`
	Before *catalog.DocumentLength `json:"before" doc:"The estimate at its beginning."`
	Cost   *catalog.DocumentLength `json:"cost" doc:"Of the step."`
	After  *catalog.DocumentLength `json:"after" doc:"The estimate at its end."`
	Excess *catalog.DocumentLength `json:"excess" doc:"Before minus after minus cost."`
}

// VerdictRatio says how close estimates come to distances; 1 is perfect.
type VerdictRatio struct {
	Mean     float64 `json:"mean" doc:"Over all cells with a distance above 0."`
	Least    float64 `json:"least" doc:"Of those cells."`
	Greatest float64 `json:"greatest" doc:"Of those cells."`
}

// VerdictSearch is what A* made of the query with a heuristic.
type VerdictSearch struct {
	Heuristic   string                  `json:"heuristic" doc:"Name of the heuristic."`
	Status      string                  `json:"status" doc:"As of solve."`
	Certificate string                  `json:"certificate" doc:"As of solve."`
	Cost        *catalog.DocumentLength `json:"cost" doc:"Of the path; null where there is none."`
	Expanded    int64                   `json:"expanded" doc:"States taken from OPEN, the goal included."`
	Generated   int64                   `json:"generated" doc:"Successors produced."`
	Reopened    int64                   `json:"reopened" doc:"Closed states put back on OPEN."`
}

// VerdictExample is a small part of a map, as a map file.
type VerdictExample struct {
	Format string               `json:"format" doc:"Of map: plain or native."`
	Map    string               `json:"map" doc:"Text of the map file."`
	Corner catalog.DocumentCell `json:"corner" doc:"Where on the whole map the part's cell [0,0] lies."`
	From   catalog.DocumentCell `json:"from" doc:"Where on the part the heuristic fails."`
	To     catalog.DocumentCell `json:"to" doc:"The goal on the part."`
}

// Document returns the verdict as the object that `astrolabe check-heuristic --json`
// prints.
func (v *Verdict) Document() VerdictDocument {
	q, r := v.Question, v.Report
	rule := q.Costs.Rule()
	d := VerdictDocument{
		Heuristic: v.Heuristic.Metric().String(),
		To:        cellOf(q.Goal),
		Options:   VerdictRules{Moves: 8, CutCorners: rule.Corners.String(), Cost: q.Costs.Model().String()},
		Claim:     VerdictClaim(v.Heuristic.Claim()),
		Cells:     r.Cells, Above: r.Above, Admissible: r.Admissible(),
		Steps: r.Steps, Jumps: r.Jumps, Consistent: r.Consistent(),
		Ratio:    (*VerdictRatio)(r.Ratio),
		Searches: []VerdictSearch{},
	}
	if rule.Moves == grid.Moves4 {
		d.Options.Moves = 4
	}
	if q.Start != nil {
		from := cellOf(*q.Start)
		d.From = &from
	}
	length := func(l root2.Length) *catalog.DocumentLength { return catalog.LengthOf(q.Costs, l) }
	if o := r.Overestimate; o != nil {
		d.WorstCell = &VerdictOver{cellOf(o.Cell), length(o.Estimate), length(o.Distance), length(o.Excess())}
	}
	if j := r.Jump; j != nil {
		d.WorstStep = &VerdictJump{cellOf(j.From), cellOf(j.To), length(j.Before), length(j.Cost), length(j.After), length(j.Excess())}
	}
	for _, s := range v.Searches {
		found := VerdictSearch{
			Heuristic: s.Query.Metric.String(), Status: s.Result.Status.String(), Certificate: s.Result.Certificate.String(),
			Expanded: s.Result.Expanded, Generated: s.Result.Generated, Reopened: s.Result.Reopened,
		}
		if len(s.Result.Path) > 0 {
			found.Cost = length(s.Result.Cost)
		}
		d.Searches = append(d.Searches, found)
	}
	if e := r.Example; e != nil {
		d.Example = &VerdictExample{v.Format.String(), v.Example, cellOf(e.Corner), cellOf(e.From), cellOf(e.To)}
	}
	return d
}

func cellOf(c grid.Cell) catalog.DocumentCell { return catalog.DocumentCell{c.X, c.Y} }
