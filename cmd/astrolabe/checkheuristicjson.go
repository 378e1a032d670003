package main

import (
	"encoding/json"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// heuristicJSON is what check-heuristic --json prints; docs/algorithms.md explains it.
type heuristicJSON struct {
	Heuristic  string        `json:"heuristic"`
	From       *[2]int32     `json:"from"`
	To         [2]int32      `json:"to"`
	Options    rulesJSON     `json:"options"`
	Claim      claimJSON     `json:"claim"`
	Admissible bool          `json:"admissible"`
	Consistent bool          `json:"consistent"`
	Cells      int           `json:"cells"`
	Above      int           `json:"above"`
	WorstCell  *overJSON     `json:"worst_cell"`
	Steps      int           `json:"steps"`
	Jumps      int           `json:"jumps"`
	WorstStep  *jumpJSON     `json:"worst_step"`
	Ratio      *ratioJSON    `json:"ratio"`
	Searches   []expandsJSON `json:"searches"`
	Example    *exampleJSON  `json:"example"`
}

type rulesJSON struct {
	Moves      int    `json:"moves"`
	CutCorners string `json:"cut_corners"`
	Cost       string `json:"cost"`
}

type claimJSON struct {
	Admissible bool   `json:"admissible"`
	Consistent bool   `json:"consistent"`
	Reason     string `json:"reason"`
}

type overJSON struct {
	Cell     [2]int32    `json:"cell"`
	Estimate *lengthJSON `json:"estimate"`
	Distance *lengthJSON `json:"distance"`
	Excess   *lengthJSON `json:"excess"`
}

type jumpJSON struct {
	From   [2]int32    `json:"from"`
	To     [2]int32    `json:"to"`
	Before *lengthJSON `json:"before"`
	Cost   *lengthJSON `json:"cost"`
	After  *lengthJSON `json:"after"`
	Excess *lengthJSON `json:"excess"`
}

type ratioJSON struct {
	Mean     float64 `json:"mean"`
	Least    float64 `json:"least"`
	Greatest float64 `json:"greatest"`
}

type expandsJSON struct {
	Heuristic   string      `json:"heuristic"`
	Status      string      `json:"status"`
	Certificate string      `json:"certificate"`
	Cost        *lengthJSON `json:"cost"`
	Expanded    int64       `json:"expanded"`
	Generated   int64       `json:"generated"`
	Reopened    int64       `json:"reopened"`
}

type exampleJSON struct {
	Format string   `json:"format"`
	Map    string   `json:"map"`
	Corner [2]int32 `json:"corner"`
	From   [2]int32 `json:"from"`
	To     [2]int32 `json:"to"`
}

// lengthJSON is a length as solve --json prints it: Straight + Diagonal·√2, as
// exact decimals.
type lengthJSON struct {
	Text     string      `json:"text"`
	Straight json.Number `json:"straight"`
	Diagonal json.Number `json:"diagonal"`
	Value    float64     `json:"value"`
}

func lengthOf(costs *grid.Costs, l root2.Length) *lengthJSON {
	a, b := l.Coefficients()
	return &lengthJSON{
		Text:     costs.Format(l),
		Straight: json.Number(root2.Decimal(a, costs.Scale())),
		Diagonal: json.Number(root2.Decimal(b, costs.Scale())),
		Value:    costs.Float64(l),
	}
}

func (v *heuristicVerdict) object() heuristicJSON {
	r, rule := v.report, v.costs.Rule()
	object := heuristicJSON{
		Heuristic: v.heuristic.Metric().String(),
		From:      pair(v.start),
		To:        *pair(&v.goal),
		Options:   rulesJSON{Moves: 8, CutCorners: rule.Corners.String(), Cost: v.costs.Model().String()},
		Claim:     claimJSON(v.heuristic.Claim()),
		Cells:     r.Cells, Above: r.Above, Admissible: r.Admissible(),
		Steps: r.Steps, Jumps: r.Jumps, Consistent: r.Consistent(),
		Ratio:    (*ratioJSON)(r.Ratio),
		Searches: []expandsJSON{},
	}
	if rule.Moves == grid.Moves4 {
		object.Options.Moves = 4
	}
	length := func(l root2.Length) *lengthJSON { return lengthOf(v.costs, l) }
	if o := r.Overestimate; o != nil {
		object.WorstCell = &overJSON{*pair(&o.Cell), length(o.Estimate), length(o.Distance), length(o.Excess())}
	}
	if j := r.Jump; j != nil {
		object.WorstStep = &jumpJSON{*pair(&j.From), *pair(&j.To), length(j.Before), length(j.Cost), length(j.After), length(j.Excess())}
	}
	for _, s := range v.searches {
		e := expandsJSON{
			Heuristic: s.Query.Metric.String(), Status: s.Result.Status.String(), Certificate: s.Result.Certificate.String(),
			Expanded: s.Result.Expanded, Generated: s.Result.Generated, Reopened: s.Result.Reopened,
		}
		if len(s.Result.Path) > 0 {
			e.Cost = length(s.Result.Cost)
		}
		object.Searches = append(object.Searches, e)
	}
	if e := r.Example; e != nil {
		object.Example = &exampleJSON{v.format.String(), v.example, *pair(&e.Corner), *pair(&e.From), *pair(&e.To)}
	}
	return object
}
