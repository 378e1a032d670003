package gridsearch_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// BenchmarkLateness cancels a query in its midst, on a map of 4096×4096 cells, and tells
// how much later the answer is there, in milliseconds: the median and the worst.
func BenchmarkLateness(b *testing.B) {
	const side = 4096
	r := rand.New(rand.NewPCG(4, 96))
	scattered := openAndWalls(b, side, side, func(x, y int) bool { return r.IntN(100) < 20 && min(x, side-1-x) >= 32 })
	walls := openAndWalls(b, side, side, func(x, y int) bool { return y%64 == 63 && x%1024 != 512*(y/64%2) && y < side-1 })
	from, to := grid.Cell{}, grid.Cell{X: side - 1, Y: side - 1}
	for _, place := range []struct {
		name string
		m    *grid.Map
	}{{"scattered", scattered}, {"walls", walls}} {
		costs, err := grid.NewCosts(place.m, grid.Rule{}, grid.Uniform)
		if err != nil {
			b.Fatal(err)
		}
		for _, engine := range gridsearch.Engines() {
			if engine == gridsearch.EngineAuto {
				continue
			}
			f, err := gridsearch.New(costs, engine)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(place.name+"/"+engine.String(), func(b *testing.B) {
				late(b, func(ctx context.Context) (search.Status, error) {
					a, err := f.Find(ctx, gridsearch.Query{From: from, To: to})
					return a.Status, err
				})
			})
			b.Run(place.name+"/"+engine.String()+"/field", func(b *testing.B) {
				late(b, func(ctx context.Context) (search.Status, error) {
					field, err := f.DistancesFrom(ctx, []grid.Cell{from}, gridsearch.FieldOptions{})
					return field.Status, err
				})
			})
		}
	}
}

// late times a query to its end, then cancels it at random moments before.
func late(b *testing.B, ask func(context.Context) (search.Status, error)) {
	begin := time.Now()
	if _, err := ask(b.Context()); err != nil {
		b.Fatal(err)
	}
	whole := time.Since(begin)
	r := rand.New(rand.NewPCG(2, 5))
	var times []time.Duration
	for range b.N {
		ctx, cancel := context.WithCancel(b.Context())
		stopped := make(chan time.Time, 1)
		time.AfterFunc(whole/4+time.Duration(r.Int64N(int64(whole)/2+1)), func() {
			stopped <- time.Now()
			cancel()
		})
		status, err := ask(ctx)
		end := time.Now()
		if err != nil {
			b.Fatal(err)
		}
		if began := <-stopped; status == search.Limit {
			times = append(times, end.Sub(began))
		}
		cancel()
	}
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "worst-ms")
	b.ReportMetric(float64(len(times)), "stopped")
}
