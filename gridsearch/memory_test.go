package gridsearch

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

// openMap is a square without walls, all of whose cells weigh 2.
func openMap(t *testing.T, side int) *grid.Map {
	t.Helper()
	kinds := []grid.Kind{{Symbol: '2', Weight: 2 * grid.WeightOne}}
	m, err := grid.FromKinds(side, side, kinds, make([]uint8, side*side))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestBytes(t *testing.T) {
	const side = 100
	const padded = (side + 2) * (side + 2)
	m := openMap(t, side)
	for _, test := range []struct {
		engine      Engine
		model       grid.Model
		least, most int64 // a finder that has not searched
	}{
		{EngineBucketAStar, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineCanonicalAStar, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineBucketDijkstra, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineJumpPoint, grid.Uniform, 102 * 2 * (64 + 32), 102*2*(64+32) + 16384},
		{EngineBucketAStar, grid.Mul, 16 * padded, 16*padded + 65536},
		{EngineGeneric, grid.Uniform, 0, 0},
	} {
		costs, err := grid.NewCosts(m, grid.Rule{}, test.model)
		if err != nil {
			t.Fatal(err)
		}
		f, err := New(costs, test.engine)
		if err != nil {
			t.Fatal(err)
		}
		fresh := f.Bytes()
		if fresh < test.least || fresh > test.most {
			t.Errorf("%v, %v: %d bytes before a query, want %d to %d", test.engine, test.model, fresh, test.least, test.most)
		}
		find := func() int64 {
			if _, _, _, _, err := f.Find(nil, grid.Cell{X: 1, Y: 40}, grid.Cell{X: 98, Y: 50}); err != nil {
				t.Fatal(err)
			}
			return f.Bytes()
		}
		first := find()
		if first < fresh || test.engine == EngineGeneric && first < 24*padded/2 {
			t.Errorf("%v, %v: %d bytes after a query, %d before", test.engine, test.model, first, fresh)
		}
		if again := find(); again != first {
			t.Errorf("%v, %v: the same query again takes %d bytes, not %d", test.engine, test.model, again, first)
		}
	}
}
