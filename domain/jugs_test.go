package domain_test

import (
	"fmt"
	"strconv"

	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/search"
)

// jugs are two vessels without marks: fill one, empty one, or pour one into the other
// until that is full or this is empty. How does one measure so many liters?
type jugs struct{ left, right int } // what they hold

// jugsDefinition describes the space of two jugs of given sizes. A step costs 1.
func jugsDefinition(left, right int) domain.Definition[jugs, int] {
	return domain.Definition[jugs, int]{
		Domain: "jugs",
		Title:  fmt.Sprintf("jugs of %d and %d liters", left, right),
		Start:  "0 0",
		ParseState: func(text string) (j jugs, err error) {
			if _, err = fmt.Sscanf(text, "%d %d", &j.left, &j.right); err != nil || j.left < 0 || j.left > left || j.right < 0 || j.right > right {
				return j, fmt.Errorf("want two numbers, of at most %d and %d", left, right)
			}
			return j, nil
		},
		FormatState: func(j jugs) string { return fmt.Sprint(j.left, j.right) },
		FormatCost:  strconv.Itoa,
		ParseCost:   strconv.Atoi,
		Float64:     func(cost int) float64 { return float64(cost) },
		Problem: func(goals []jugs) (search.Problem[jugs, int], error) {
			return search.Problem[jugs, int](pouring{left, right, goals}), nil
		},
		Heuristics: []domain.HeuristicOf[jugs, int]{{
			Heuristic: domain.Heuristic{Name: "zero", Title: "No estimate", Claim: search.Consistent, Reason: "an estimate of 0 is never too high"},
			Toward:    func([]jugs) (func(jugs) int, error) { return func(jugs) int { return 0 }, nil },
		}},
		// The judge does not pour. It asks what a step may change: one jug to its brim
		// or its bottom, or both without a loss, one of them to its brim or bottom.
		StepCost: func(from, to jugs) (int, bool) {
			ends := func(j jugs) (l, r bool) { return j.left == 0 || j.left == left, j.right == 0 || j.right == right }
			l, r := ends(to)
			same := from.left+from.right == to.left+to.right
			switch {
			case from == to:
				return 0, false
			case from.right == to.right:
				return 1, l
			case from.left == to.left:
				return 1, r
			}
			towardEnd := to.left == 0 || to.right == right || to.right == 0 || to.left == left
			return 1, same && towardEnd
		},
	}
}

// pouring is the task of getting one of some amounts.
type pouring struct {
	left, right int
	goals       []jugs
}

func (p pouring) IsGoal(j jugs) bool {
	for _, goal := range p.goals {
		if j == goal {
			return true
		}
	}
	return false
}

func (p pouring) AppendSuccessors(dst []search.Edge[jugs, int], j jugs) []search.Edge[jugs, int] {
	toRight, toLeft := min(j.left, p.right-j.right), min(j.right, p.left-j.left)
	for _, to := range []jugs{
		{p.left, j.right},
		{j.left, p.right},
		{0, j.right},
		{j.left, 0},
		{j.left - toRight, j.right + toRight},
		{j.left + toLeft, j.right - toLeft},
	} {
		if to != j {
			dst = append(dst, search.Edge[jugs, int]{To: to, Cost: 1})
		}
	}
	return dst
}
