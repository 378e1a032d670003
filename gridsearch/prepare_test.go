package gridsearch_test

import (
	"context"
	"errors"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// A context that is done makes no finder, and no memory for a field either; a finder
// that was not given the time searches all the same the next time.
func TestPreparationsEndWithTheContext(t *testing.T) {
	m := openAndWalls(t, 300, 300, func(x, y int) bool { return x%3 == 1 && y%3 == 1 })
	errLeft := errors.New("the user left")
	done, cancel := context.WithCancelCause(t.Context())
	cancel(errLeft)
	for _, model := range []grid.Model{grid.Uniform, grid.Add} {
		costs, err := grid.NewCosts(m, grid.Rule{}, model)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range append(gridsearch.Engines(), gridsearch.EngineAuto) {
			if e.Supports(costs) != "" {
				continue
			}
			if f, err := gridsearch.NewContext(done, costs, e); f != nil || !errors.Is(err, errLeft) {
				t.Errorf("%v, cost %v: %v", e, model, err)
			}
			f, err := gridsearch.New(costs, e)
			if err != nil {
				t.Fatal(err)
			}
			if least := e.LeastBytes(costs); f.Bytes() < least || e != gridsearch.EngineGeneric && least < int64(m.Len()) {
				t.Errorf("%v, cost %v: %d bytes, at least %d", e, model, f.Bytes(), least)
			}
			before := f.Bytes()
			field, err := f.DistancesTo(done, []grid.Cell{{}}, gridsearch.FieldOptions{})
			if err != nil || field.Status != search.Limit || field.Limit != gridsearch.LimitContext || e == gridsearch.EngineJumpPoint && f.Bytes() > before+4096 {
				t.Errorf("%v, cost %v: %v by limit %d, %d bytes after %d, %v", e, model, field.Status, field.Limit, f.Bytes(), before, err)
			}
			field, err = f.DistancesTo(t.Context(), []grid.Cell{{}}, gridsearch.FieldOptions{})
			if err != nil || field.Status != search.Found || field.Lengths[1] <= 0 {
				t.Errorf("%v, cost %v: %v, %v", e, model, field.Status, err)
			}
		}
	}
}
