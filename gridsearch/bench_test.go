package gridsearch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

func BenchmarkOpen512(b *testing.B) {
	m, err := grid.FromKinds(512, 512, []grid.Kind{{Symbol: '.'}}, make([]uint8, 512*512))
	if err != nil {
		b.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		b.Fatal(err)
	}
	start, goal := grid.Cell{X: 3, Y: 7}, grid.Cell{X: 500, Y: 300}
	problem, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		b.Fatal(err)
	}
	want := root2.One*root2.Length(497-293) + root2.Root2*293
	for _, tc := range []struct {
		name   string
		metric grid.Metric
		tie    search.Tie
	}{
		{"octile", grid.Octile, search.TieLowHLIFO},
		{"octile-fifo", grid.Octile, search.TieFIFO},
		{"zero", grid.Zero, search.TieLowHLIFO},
	} {
		b.Run(tc.name, func(b *testing.B) {
			var ws gridsearch.Workspace
			opts := gridsearch.WithHeuristic(gridsearch.Options{Workspace: &ws, Tie: tc.tie}, problem, tc.metric, start)
			var expanded int64
			b.ReportAllocs()
			for b.Loop() {
				result, err := search.AStar(context.Background(), problem, start, opts)
				if err != nil || result.Cost != want {
					b.Fatal(result.Status, result.Cost, err)
				}
				opts.PathBuffer = result.Path
				expanded = result.Expanded
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(expanded), "ns/expansion")
		})
	}
}

// generated makes a square map of package mapgen.
func generated(b *testing.B, kind string, opts mapgen.Options, side int) *grid.Map {
	b.Helper()
	opts.Width, opts.Height = side, side
	m, err := mapgen.Generate(kind, opts)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// weighted makes a square map from the weight of each cell.
func weighted(b *testing.B, side int, weight func(x, y int) grid.Weight) *grid.Map {
	b.Helper()
	weights := make([]grid.Weight, 0, side*side)
	for y := range side {
		for x := range side {
			weights = append(weights, weight(x, y))
		}
	}
	m, err := grid.FromWeights(side, side, weights)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// hills returns smooth terrain: random heights on a lattice, straight in between,
// in weights from 1 to 9. Peaks are blocked.
func hills() func(x, y int) grid.Weight {
	const spacing, lattice = 16, 64
	r := rand.New(rand.NewPCG(3, 14))
	var heights [lattice][lattice]int
	for y := range heights {
		for x := range heights[y] {
			heights[y][x] = r.IntN(100)
		}
	}
	return func(x, y int) grid.Weight {
		i, j, u, v := x/spacing, y/spacing, x%spacing, y%spacing
		north := heights[j][i]*(spacing-u) + heights[j][i+1]*u
		south := heights[j+1][i]*(spacing-u) + heights[j+1][i+1]*u
		height := (north*(spacing-v) + south*v) / (spacing * spacing)
		if height >= 85 {
			return grid.Blocked
		}
		return grid.WholeWeight(int64(1 + height/10))
	}
}

// A journey is a query and the length of its answer.
type journey struct {
	from, to grid.Cell
	length   root2.Length
}

// journeys draws n queries that have answers, and answers them with package
// search's A*.
func journeys(b *testing.B, costs *grid.Costs, n int) []journey {
	b.Helper()
	oracle := newFinder(b, costs, gridsearch.EngineGeneric)
	m := costs.Map()
	region, sizes := m.Regions(costs.Rule())
	r := rand.New(rand.NewPCG(5, uint64(n)))
	cell := func() grid.Cell { return grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))} }
	var list []journey
	for len(list) < n {
		j := journey{from: cell(), to: cell()}
		if !m.Open(j.from) || !m.Open(j.to) || region[m.ID(j.from)] != region[m.ID(j.to)] || sizes[region[m.ID(j.from)]] < m.OpenCount()/4 {
			continue
		}
		answer := find(b, oracle, j.from, j.to)
		if answer.Status != search.Found {
			b.Fatalf("from %v to %v: %v", j.from, j.to, answer.Status)
		}
		j.length = answer.Length
		list = append(list, j)
	}
	return list
}

func newFinder(b *testing.B, costs *grid.Costs, engine gridsearch.Engine) *gridsearch.Finder {
	b.Helper()
	f, err := gridsearch.New(costs, engine)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// A traveler answers journeys, each with its path, in memory that it keeps.
type traveler struct {
	finder *gridsearch.Finder
	path   []grid.Cell
}

// travel answers all journeys, and tells how many states that expanded. A wrong
// length fails the benchmark.
func (t *traveler) travel(b *testing.B, list []journey) int {
	expanded := 0
	for _, j := range list {
		a, err := t.finder.Find(context.Background(), gridsearch.Query{From: j.from, To: j.to, Path: t.path})
		if err != nil || a.Status != search.Found || a.Length != j.length {
			b.Errorf("%v from %v to %v: length %v, %v, %v; want %v", t.finder.Engine(), j.from, j.to, a.Length, a.Status, err, j.length)
		}
		t.path = a.Path
		expanded += a.Expanded
	}
	return expanded
}

// newTraveler makes a traveler that has answered all journeys rightly: its memory has
// grown to what they need.
func newTraveler(b *testing.B, f *gridsearch.Finder, list []journey) *traveler {
	b.Helper()
	t := &traveler{finder: f}
	t.travel(b, list)
	for _, j := range list {
		if walked, err := f.Costs().PathCost(find(b, f, j.from, j.to).Path); err != nil || walked != j.length {
			b.Errorf("%v from %v to %v: the path costs %v (%v), want %v", f.Engine(), j.from, j.to, walked, err, j.length)
		}
	}
	if b.Failed() {
		b.FailNow()
	}
	return t
}

// BenchmarkWeighted has bucket A* answer the same queries on a map's weights and,
// in turn with that, at uniform costs: ×uniform is the ratio of the times an
// expansion. The other figures are those of the weights. All maps but the terrain
// have the walls of rooms, so that uniform costs need real searches too. (With
// weights of 1, mul and mean are uniform costs.)
func BenchmarkWeighted(b *testing.B) {
	const side = 512
	rooms := generated(b, "rooms", mapgen.Options{}, side)
	r := rand.New(rand.NewPCG(9, 26))
	for _, tc := range []struct {
		name   string
		walled bool
		weight func(x, y int) grid.Weight
	}{
		{"terrain", false, hills()},
		{"ones", true, func(x, y int) grid.Weight { return grid.WholeWeight(1) }},
		{"digits", true, func(x, y int) grid.Weight { return grid.WholeWeight(int64(1 + r.IntN(9))) }},
		{"roads", true, func(x, y int) grid.Weight {
			if x%8 == 4 || y%8 == 4 {
				return grid.WholeWeight(1)
			}
			return grid.Millionths(2_500_000)
		}},
		{"spread", true, func(x, y int) grid.Weight { return grid.Millionths(100_000 * int64(5+r.IntN(400))) }},
	} {
		m := weighted(b, side, func(x, y int) grid.Weight {
			if tc.walled && !rooms.Open(grid.Cell{X: int32(x), Y: int32(y)}) {
				return grid.Blocked
			}
			return tc.weight(x, y)
		})
		for _, model := range []grid.Model{grid.Add, grid.Mul, grid.Mean} {
			b.Run(fmt.Sprintf("%s/%v", tc.name, model), func(b *testing.B) {
				var list [2][]journey
				var travelers [2]*traveler
				for i, model := range []grid.Model{grid.Uniform, model} {
					costs := costsOf(b, m, grid.Rule{}, model)
					list[i] = journeys(b, costs, 6)
					travelers[i] = newTraveler(b, newFinder(b, costs, gridsearch.EngineBucketAStar), list[i])
				}
				var spent [2]time.Duration
				var expanded [2]int
				for b.Loop() {
					for i, t := range travelers {
						began := time.Now()
						expanded[i] += t.travel(b, list[i])
						spent[i] += time.Since(began)
					}
				}
				perExpansion := func(i int) float64 { return float64(spent[i]) / float64(expanded[i]) }
				b.ReportMetric(float64(spent[1])/float64(b.N), "ns/op")
				b.ReportMetric(perExpansion(1), "ns/expansion")
				b.ReportMetric(perExpansion(1)/perExpansion(0), "×uniform")
			})
		}
	}
}

// BenchmarkForks has two goroutines answer queries on two forks of a finder and, in turn
// with that, one goroutine on one fork: ×one is the ratio of the queries answered a
// second.
func BenchmarkForks(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("skipped for want of a second processor")
	}
	for _, tc := range []struct {
		name   string
		engine gridsearch.Engine
		m      *grid.Map
	}{
		{"rooms", gridsearch.EngineJumpPoint, generated(b, "rooms", mapgen.Options{}, 512)},
		{"rooms", gridsearch.EngineBucketAStar, generated(b, "rooms", mapgen.Options{}, 512)},
		{"random", gridsearch.EngineCanonicalAStar, generated(b, "random", mapgen.Options{}, 512)},
	} {
		b.Run(fmt.Sprintf("%s/%v", tc.name, tc.engine), func(b *testing.B) {
			costs := uniform(b, tc.m, grid.Rule{})
			list := journeys(b, costs, 40)
			f := newFinder(b, costs, tc.engine)
			pair := []*traveler{newTraveler(b, f.Fork(), list), newTraveler(b, f.Fork(), list)}
			together := func(travelers []*traveler) time.Duration {
				var all sync.WaitGroup
				began := time.Now()
				for _, t := range travelers {
					all.Go(func() { t.travel(b, list) })
				}
				all.Wait()
				return time.Since(began)
			}
			var one, two time.Duration
			for b.Loop() {
				one += together(pair[:1])
				two += together(pair)
			}
			queries := float64(b.N * len(list))
			b.ReportMetric(float64(two)/float64(b.N), "ns/op")
			b.ReportMetric(2*queries/two.Seconds(), "queries/s")
			b.ReportMetric(2*float64(one)/float64(two), "×one")
		})
	}
}

// large returns maps of 1024×1024 cells.
func large(b *testing.B) []namedMap {
	return []namedMap{
		{"rooms", generated(b, "rooms", mapgen.Options{RoomWidth: 31, RoomHeight: 31}, 1024)},
		{"random", generated(b, "random", mapgen.Options{}, 1024)},
	}
}

type namedMap struct {
	name string
	m    *grid.Map
}

// BenchmarkNew makes finders for 1024×1024 cells: "finder" with costs that are there
// already and move masks with them, "all" with costs and masks of a map never used.
func BenchmarkNew(b *testing.B) {
	for _, tc := range large(b) {
		for _, model := range []grid.Model{grid.Uniform, grid.Mul} {
			costs := costsOf(b, tc.m, grid.Rule{}, model)
			list := journeys(b, costs, 2)
			for _, engine := range append([]gridsearch.Engine{gridsearch.EngineAuto}, gridsearch.Engines()...) {
				if engine.Supports(costs) != "" {
					continue
				}
				name := fmt.Sprintf("%s/%v/%v", tc.name, model, engine)
				newTraveler(b, newFinder(b, costs, engine), list)
				b.Run(name+"/finder", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						newFinder(b, costs, engine)
					}
				})
				b.Run(name+"/all", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						b.StopTimer()
						unused, err := tc.m.With()
						if err != nil {
							b.Fatal(err)
						}
						b.StartTimer()
						newFinder(b, costsOf(b, unused, grid.Rule{}, model), engine)
					}
				})
			}
		}
	}
}

// BenchmarkDistancesFrom computes the distances from one cell of 1024×1024 to all.
func BenchmarkDistancesFrom(b *testing.B) {
	maps := append(large(b), namedMap{"open", weighted(b, 1024, func(x, y int) grid.Weight { return grid.WholeWeight(1) })})
	for _, tc := range maps {
		for _, model := range []grid.Model{grid.Uniform, grid.Mul} {
			b.Run(fmt.Sprintf("%s/%v", tc.name, model), func(b *testing.B) {
				costs := costsOf(b, tc.m, grid.Rule{}, model)
				f := newFinder(b, costs, gridsearch.EngineBucketDijkstra)
				oracle := newFinder(b, costs, gridsearch.EngineGeneric)
				from := journeys(b, costs, 1)[0].from
				starts := []grid.Cell{from}
				field, err := f.DistancesFrom(context.Background(), starts, gridsearch.FieldOptions{})
				if err != nil {
					b.Fatal(err)
				}
				lengths := field.Lengths
				for i := 0; i < len(lengths); i += len(lengths) / 5 {
					to := grid.Cell{X: int32(i % tc.m.Width()), Y: int32(i / tc.m.Width())}
					answer := find(b, oracle, from, to)
					want := answer.Length
					if answer.Status != search.Found {
						want = gridsearch.Unreachable
					}
					if lengths[i] != want {
						b.Fatalf("from %v to %v: %v, want %v", from, to, lengths[i], want)
					}
				}
				b.ReportAllocs()
				for b.Loop() {
					field, err = f.DistancesFrom(context.Background(), starts, gridsearch.FieldOptions{Lengths: field.Lengths})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*field.Expanded), "ns/expansion")
			})
		}
	}
}

// BenchmarkMoves4 has every engine answer the same queries by four moves.
func BenchmarkMoves4(b *testing.B) {
	for _, tc := range []namedMap{
		{"rooms", generated(b, "rooms", mapgen.Options{RoomWidth: 31, RoomHeight: 31}, 512)},
		{"random", generated(b, "random", mapgen.Options{}, 512)},
		{"maze", generated(b, "maze", mapgen.Options{}, 512)},
	} {
		costs := uniform(b, tc.m, grid.Rule{Moves: grid.Moves4})
		list := journeys(b, costs, 10)
		for _, engine := range append([]gridsearch.Engine{gridsearch.EngineAuto}, gridsearch.Engines()...) {
			b.Run(fmt.Sprintf("%s/%v", tc.name, engine), func(b *testing.B) {
				t := newTraveler(b, newFinder(b, costs, engine), list)
				expanded := 0
				b.ReportAllocs()
				for b.Loop() {
					expanded += t.travel(b, list)
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*len(list)), "µs/query")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(expanded), "ns/expansion")
			})
		}
	}
}
