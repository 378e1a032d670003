package gridsearch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// plainDistances relaxes every step of a map until nothing changes (Bellman and Ford).
// Backward it is the distance to the roots.
func plainDistances(costs *grid.Costs, roots []grid.Cell, backward bool) []root2.Length {
	m := costs.Map()
	index := func(c grid.Cell) int { return int(c.Y)*m.Width() + int(c.X) }
	lengths := make([]root2.Length, m.Width()*m.Height())
	for i := range lengths {
		lengths[i] = gridsearch.Unreachable
	}
	for _, root := range roots {
		if m.Open(root) {
			lengths[index(root)] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range cells(m) {
			for d := grid.E; d <= grid.NW; d++ {
				next := grid.Cell{X: c.X + d.DX(), Y: c.Y + d.DY()}
				if !m.In(next) || !costs.Legal(c, next) {
					continue
				}
				known, better := index(c), index(next)
				if backward {
					known, better = better, known
				}
				if lengths[known] < 0 {
					continue
				}
				length := lengths[known] + costs.Step(m.ID(c), d)
				if lengths[better] < 0 || length < lengths[better] {
					lengths[better], changed = length, true
				}
			}
		}
	}
	return lengths
}

// Distances from some cells, and to some cells, are those of the plain reference, for
// every rule, cost model and engine; on weights the two differ.
func TestDistancesAreThoseOfPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	ctx := t.Context()
	differ := 0
	for i := range uint64(mapCount(t, 2000)) {
		costs := randomCosts(t, i, grid.Rules()[i%4], grid.Models()[i/4%4])
		m := costs.Map()
		cell := func() grid.Cell { return grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))} }
		roots := []grid.Cell{cell()}
		for range r.IntN(3) {
			roots = append(roots, cell())
		}
		anyOpen := slices.ContainsFunc(roots, m.Open)
		var some []grid.Cell
		for range r.IntN(5) {
			some = append(some, cell())
		}
		from, to := plainDistances(costs, roots, false), plainDistances(costs, roots, true)
		single := plainDistances(costs, roots[:1], false)
		if !slices.Equal(from, to) {
			if differ++; costs.Model() == grid.Uniform || costs.Model() == grid.Mean {
				t.Fatalf("cost %v: distances from %v are not those to them", costs.Model(), roots)
			}
		}
		for _, f := range finders(t, costs) {
			said := func(what string) string {
				return fmt.Sprintf("%v, %v, cost %v: %s %v\n%s", f.Engine(), costs.Rule(), costs.Model(), what, roots, asciigrid.Render(m, nil))
			}
			field, err := f.DistancesFrom(ctx, roots, gridsearch.FieldOptions{})
			if err != nil || (field.Status == search.Found) != anyOpen || !anyOpen && field.Status != search.StartBlocked || anyOpen && !slices.Equal(field.Lengths, from) {
				t.Fatalf("%v (%v), want %v: %s", field, err, from, said("from"))
			}
			field, err = f.DistancesTo(ctx, roots, gridsearch.FieldOptions{})
			if err != nil || (field.Status == search.Found) != anyOpen || !anyOpen && field.Status != search.GoalBlocked || anyOpen && !slices.Equal(field.Lengths, to) {
				t.Fatalf("%v (%v), want %v: %s", field, err, to, said("to"))
			}
			if !m.Open(roots[0]) {
				continue
			}
			found, err := f.FindLengths(ctx, roots[0], some, gridsearch.FieldOptions{})
			if err != nil || found.Status != search.Found || len(found.Lengths) != len(some) {
				t.Fatalf("%d lengths, %v, %v: %s", len(found.Lengths), found.Status, err, said("from"))
			}
			for j, to := range some {
				if want := single[int(to.Y)*m.Width()+int(to.X)]; found.Lengths[j] != want {
					t.Fatalf("to the target %v: %v, want %v: %s", to, found.Lengths[j], want, said("from"))
				}
			}
		}
	}
	if differ == 0 {
		t.Error("distances from cells were those to them on all maps")
	}
}

// unevenCosts are those of a map whose weights are near each other, so that a stack of
// buckets holds many different lengths and is not gone through in their order.
func unevenCosts(t *testing.T, r *rand.Rand, rule grid.Rule, model grid.Model) *grid.Costs {
	weights := make([]grid.Weight, 36)
	for i := range weights {
		weights[i] = grid.Millionths(520_000 + r.Int64N(200_000))
	}
	m, err := grid.FromWeights(6, 6, weights)
	if err != nil {
		t.Fatal(err)
	}
	return costsOf(t, m, rule, model)
}

// What a limit leaves of a field is exact, and the rest is no nearer than it says.
func TestFieldsWithinLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	limited, unknown := 0, 0
	for i := range uint64(mapCount(t, 1500)) {
		costs := randomCosts(t, i, grid.Rules()[i%4], grid.Models()[i/4%4])
		if i/32%2 == 1 {
			costs = unevenCosts(t, r, grid.Rules()[i%4], grid.Models()[i/4%4])
		}
		m := costs.Map()
		root := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		if !m.Open(root) {
			continue
		}
		backward := i/16%2 == 1
		want := plainDistances(costs, []grid.Cell{root}, backward)
		for _, f := range finders(t, costs) {
			ask := f.DistancesFrom
			if backward {
				ask = f.DistancesTo
			}
			for most := int64(1); most <= int64(m.OpenCount()); most++ {
				field, err := ask(t.Context(), []grid.Cell{root}, gridsearch.FieldOptions{MaxExpanded: most})
				if err != nil || len(field.Lengths) != len(want) || int64(field.Expanded) > most {
					t.Fatalf("%v: %+v, %v", f.Engine(), field, err)
				}
				if field.Status == search.Limit {
					if limited++; field.Limit != gridsearch.LimitExpanded || int64(field.Expanded) != most {
						t.Fatalf("%v: %+v of at most %d expansions", f.Engine(), field, most)
					}
				}
				for k, got := range field.Lengths {
					if got == gridsearch.Unknown && field.Status == search.Limit {
						if unknown++; want[k] != gridsearch.Unreachable && want[k] < field.LowerBound {
							t.Fatalf("%v, %v, cost %v: %v, below the bound %v, is unknown", f.Engine(), costs.Rule(), costs.Model(), want[k], field.LowerBound)
						}
					} else if got != want[k] {
						t.Fatalf("%v, %v, cost %v: %v, want %v", f.Engine(), costs.Rule(), costs.Model(), got, want[k])
					}
				}
			}
		}
	}
	if limited == 0 || unknown == 0 {
		t.Errorf("%d fields were limited, and %d lengths unknown", limited, unknown)
	}
}

// A corridor of 60,000 cells leads out of the range of 32-bit lengths.
func TestDistancesBeyond32Bits(t *testing.T) {
	const length = 60_000
	m := openAndWalls(t, length, 1, func(x, _ int) bool { return false })
	f, err := gridsearch.New(uniform(t, m, grid.Rule{}), gridsearch.EngineAuto)
	if err != nil {
		t.Fatal(err)
	}
	field, err := f.DistancesFrom(t.Context(), []grid.Cell{{}}, gridsearch.FieldOptions{})
	if err != nil || field.Status != search.Found {
		t.Fatalf("%v, %v", field.Status, err)
	}
	lengths := field.Lengths
	for x, got := range lengths {
		if want := root2.Length(x) * root2.Q; got != want {
			t.Fatalf("to %d: %v, want %v", x, got, want)
		}
	}
	far := grid.Cell{X: length - 1}
	if got, err := f.FindLengths(t.Context(), grid.Cell{}, []grid.Cell{{X: 3}, far}, gridsearch.FieldOptions{}); err != nil || got.Lengths[0] != 3*root2.Q || got.Lengths[1] != lengths[length-1] {
		t.Errorf("to targets: %v, %v", got, err)
	}
	// What was expanded before the other search took over counts.
	if field.Expanded <= length {
		t.Errorf("%d expansions by two searches", field.Expanded)
	}
	tight, err := f.DistancesFrom(t.Context(), []grid.Cell{{}}, gridsearch.FieldOptions{MaxExpanded: int64(field.Expanded - length)})
	if err != nil || tight.Status != search.Limit || tight.Expanded != field.Expanded-length {
		t.Errorf("%v after %d expansions, %v; want none by the other search", tight.Status, tight.Expanded, err)
	}
}

func TestDistancesRefuse(t *testing.T) {
	picture := asciigrid.Parse(t, "S.#", "...")
	f, err := gridsearch.New(uniform(t, picture.Map, grid.Rule{}), gridsearch.EngineJumpPoint)
	if err != nil {
		t.Fatal(err)
	}
	wall, outside := grid.Cell{X: 2}, grid.Cell{X: 3}
	for _, test := range []struct {
		from    grid.Cell
		targets []grid.Cell
		want    search.Status
	}{
		{wall, nil, search.StartBlocked},
		{outside, nil, search.OutOfBounds},
		{picture.Start, []grid.Cell{outside}, search.OutOfBounds},
		{wall, []grid.Cell{picture.Start}, search.StartBlocked},
		{picture.Start, []grid.Cell{wall}, search.Found},
	} {
		field, err := f.FindLengths(t.Context(), test.from, test.targets, gridsearch.FieldOptions{})
		if test.targets == nil {
			field, err = f.DistancesFrom(t.Context(), []grid.Cell{test.from}, gridsearch.FieldOptions{})
		}
		if err != nil || field.Status != test.want {
			t.Errorf("from %v to %v: %v, %v; want %v", test.from, test.targets, field.Status, err, test.want)
		}
	}
	if got, err := f.FindLengths(t.Context(), picture.Start, []grid.Cell{wall, {X: 1}}, gridsearch.FieldOptions{}); err != nil || got.Lengths[0] != gridsearch.Unreachable || got.Lengths[1] != root2.Q {
		t.Errorf("to a wall and a neighbor: %v, %v", got, err)
	}
}

// The search stops when the last target is reached, and takes no new memory the
// second time.
func TestFindLengthsAffords(t *testing.T) {
	m := openAndWalls(t, 300, 300, func(_, _ int) bool { return false })
	costs := uniform(t, m, grid.Rule{})
	for _, engine := range gridsearch.Engines() {
		if engine == gridsearch.EngineGeneric {
			continue // its buckets are everybody's
		}
		f, err := gridsearch.New(costs, engine)
		if err != nil {
			t.Fatal(err)
		}
		from, targets := grid.Cell{X: 150, Y: 150}, []grid.Cell{{X: 155, Y: 150}, {X: 149, Y: 152}}
		var field gridsearch.Field
		find := func() {
			field, err = f.FindLengths(t.Context(), from, targets, gridsearch.FieldOptions{Lengths: field.Lengths})
		}
		find()
		if err != nil || field.Expanded > 150 {
			t.Errorf("%v: %d expansions for targets 5 cells away, %v", engine, field.Expanded, err)
		}
		if n := testing.AllocsPerRun(10, find); n != 0 {
			t.Errorf("%v: %v allocations", engine, n)
		}
		before := f.Bytes()
		if before < 8*302*302 {
			t.Errorf("%v: %d bytes do not count the nodes", engine, before)
		}
	}
}

func ExampleFinder_DistancesFrom() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(3, 2, kinds, []uint8{0, 1, 0, 0, 0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		fmt.Println(err)
		return
	}
	field, err := finder.DistancesFrom(context.Background(), []grid.Cell{{X: 0, Y: 0}}, gridsearch.FieldOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, length := range field.Lengths {
		if length == gridsearch.Unreachable {
			fmt.Println(i, "unreachable")
			continue
		}
		fmt.Println(i, length)
	}
	// Output:
	// 0 0
	// 1 unreachable
	// 2 4
	// 3 1
	// 4 2
	// 5 3
}
