package player_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/player"
)

// large is the trace of A* on a map of 1024×1024 cells, a quarter of them blocked.
var large struct {
	once sync.Once
	data []byte
}

// largeTrace records the trace once.
func largeTrace(t testing.TB) []byte {
	t.Helper()
	browsertest.Need(t) // or the test is skipped before anything is searched
	large.once.Do(func() {
		m, err := mapgen.Random(mapgen.Options{Width: 1024, Height: 1024, Seed: 7, Density: 330})
		if err != nil {
			t.Fatal(err)
		}
		costs := costsOf(t, m, grid.Uniform)
		from, to, ok := mapgen.Ends(m, costs.Rule())
		if !ok {
			t.Fatal("the large map has no two ends")
		}
		large.data = recordQuery(t, "astar", "large.map", costs, from, to)
	})
	return large.data
}

func largePage(t testing.TB) *tab {
	t.Helper()
	return openPage(t, browsertest.Screen{}, player.Options{}, traceOf(largeTrace(t), ""))
}

// timing is how long things take on a page, in milliseconds.
type timing struct {
	Events, Steps     int
	Scrub, ScrubWorst float64 // from the move of the bar until the frame after it
	Draw              float64 // what the page itself does in that
	Frame, FrameWorst float64 // between frames, while it plays all in ten seconds
}

func (m timing) String() string {
	return fmt.Sprintf("%d events, %d expansions; scrub %.1f ms (worst %.1f), of which the page takes %.1f; frames %.1f ms (worst %.1f)",
		m.Events, m.Steps, m.Scrub, m.ScrubWorst, m.Draw, m.Frame, m.FrameWorst)
}

// measured scrubs to places all over the search and plays two seconds of it.
func measured(b *tab) timing {
	b.Helper()
	return eval[timing](b, `
		const out = { Events: pane.trace.count, Steps: pane.trace.steps, Scrub: 0, ScrubWorst: 0, Draw: 0 };
		const places = [0.9, 0.1, 0.6, 0.3, 0.31, 0.32, 1, 0, 0.5, 0.7];
		await frame();
		for (const place of places) {
			const begin = performance.now();
			player.seek(place * player.timeline.length);
			player.draw();
			out.Draw += (performance.now() - begin) / places.length;
			await new Promise(requestAnimationFrame);
			const took = performance.now() - begin;
			out.Scrub += took / places.length;
			out.ScrubWorst = Math.max(out.ScrubWorst, took);
			await frame();
		}
		player.seek(0);
		await frame();
		player.clock.measured = { frames: 0, longest: 0, total: 0 };
		player.toggle();
		await new Promise((done) => setTimeout(done, 2000));
		player.toggle();
		const { frames, longest, total } = player.clock.measured;
		return { ...out, Frame: 1000 * total / frames, FrameWorst: 1000 * longest };`)
}

// BenchmarkLargeTrace measures the page on the large trace. 60 frames a second are
// 16.7 ms each; a scrub should take less than 50.
func BenchmarkLargeTrace(b *testing.B) {
	page := largePage(b)
	b.ResetTimer()
	var sum timing
	for range b.N {
		m := measured(page)
		sum.Scrub += m.Scrub
		sum.Draw += m.Draw
		sum.Frame += m.Frame
		sum.Steps = m.Steps
	}
	b.ReportMetric(float64(sum.Steps), "expansions")
	b.ReportMetric(sum.Scrub/float64(b.N), "scrub-ms")
	b.ReportMetric(sum.Draw/float64(b.N), "draw-ms")
	b.ReportMetric(sum.Frame/float64(b.N), "frame-ms")
}
