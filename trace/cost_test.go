//go:build unix

package trace_test

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// processorTime returns what the process has used so far, in all its threads.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkRecording asks the longest query of a shared map, without a recorder and with
// one in turn, and reports how many times as long the search then takes: by the wall
// and in processor time, each from the best of all rounds, which is the one that
// other work disturbed least.
func BenchmarkRecording(b *testing.B) {
	for _, name := range []string{"astar", "dijkstra", "bidirectional", "fringe"} {
		for _, path := range []string{"sc1/Aurora.map", "mazes/maze512-32-0.map", "cities/Boston_0_1024.map", "random/random512-25-0.map"} {
			b.Run(name+"/"+path, func(b *testing.B) {
				entry, err := catalog.Lookup(name)
				if err != nil {
					b.Fatal(err)
				}
				q := benchmarkQuery(b, sharedtest.Path(b, "maps", filepath.FromSlash(path)), 1)
				ws := new(gridsearch.Workspace)
				wall, processor := [2]time.Duration{math.MaxInt64, math.MaxInt64}, [2]time.Duration{math.MaxInt64, math.MaxInt64}
				var expanded [2]int64
				for b.Loop() {
					for i := range 2 {
						beginCPU, begin := processorTime(b), time.Now()
						var answer catalog.Answer
						if i == 0 {
							answer, err = entry.Solve(context.Background(), q, ws)
						} else {
							answer, err = gridtrace.Record(context.Background(), entry, q, path, io.Discard, ws)
						}
						if err != nil {
							b.Fatal(err)
						}
						wall[i], processor[i] = min(wall[i], time.Since(begin)), min(processor[i], processorTime(b)-beginCPU)
						expanded[i] = answer.Result.Expanded
					}
				}
				if expanded[0] != expanded[1] {
					b.Fatalf("%d expansions without a recorder, %d with one", expanded[0], expanded[1])
				}
				b.ReportMetric(float64(wall[1])/float64(wall[0]), "×wall")
				b.ReportMetric(float64(processor[1])/float64(processor[0]), "×processor")
				b.ReportMetric(float64(wall[0].Nanoseconds())/float64(expanded[0]), "ns/expansion-without")
			})
		}
	}
}
