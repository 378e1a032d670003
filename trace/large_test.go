package trace_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

const (
	largeWidth  = 2048
	largeEvents = 10_000_000
)

// sweep adds the events of a search that takes the cells of a map of largeWidth row by
// row, and begins anew whenever it is through with as many as states: each is
// expanded, and its neighbors to the east and to the south are generated or improved.
func sweep(tb testing.TB, w *trace.Writer, events, states int64) {
	tb.Helper()
	add := func(e trace.Event) {
		if err := w.Add(e); err != nil {
			tb.Fatal(err)
		}
	}
	h := func(state int64) int64 { return 5000 - state%largeWidth - state/largeWidth }
	var n, round int64
	for n < events {
		for state := int64(0); state < states && n < events; state++ {
			parent, g := state-1, 3*(state%largeWidth+state/largeWidth)-round
			if state%largeWidth == 0 {
				parent = max(trace.NoState, state-largeWidth)
			}
			kind := trace.Generate
			if round > 0 {
				kind = trace.Reopen
			}
			south := state + largeWidth
			add(trace.Event{Kind: trace.Expand, State: state, Parent: parent, G: g, H: h(state), F: g + h(state)})
			add(trace.Event{Kind: kind, State: south, Parent: state, G: g + 3, H: h(south), F: g + 3 + h(south)})
			add(trace.Event{Kind: trace.Improve, State: state + 1, Parent: state, G: g + 3, H: h(state + 1), F: g + 3 + h(state+1)})
			n += 3
		}
		round++
	}
}

// heap watches how much memory is in use.
type heap struct{ base, peak uint64 }

func (h *heap) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.peak = max(h.peak, m.HeapInuse)
	if h.base == 0 {
		h.base = h.peak
	}
}

// watch looks every millisecond until it is told to stop.
func (h *heap) watch() (stop func()) {
	runtime.GC()
	h.look()
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				h.look()
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
		h.look()
	}
}

// TestLargeTrace writes ten million events to a file, goes to random steps of it, and asks
// for states: with a growing number of states, for all of which a Writer has no
// room, and with a small number over and over. Short tests write a tenth of them.
func TestLargeTrace(t *testing.T) {
	for name, states := range map[string]int64{"new states": 1 << 40, "the same states": 100_000} {
		t.Run(name, func(t *testing.T) {
			var memory heap
			stop := memory.watch()
			path := filepath.Join(t.TempDir(), "large.trace")
			file, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			w, err := trace.NewWriter(file, trace.Header{Algorithm: "sweep"})
			if err != nil {
				t.Fatal(err)
			}
			begin, count := time.Now(), int64(largeEvents)
			if testing.Short() {
				count /= 10
			}
			sweep(t, w, count, states)
			if err := w.Close(trace.Outcome{}); err != nil {
				t.Fatal(err)
			}
			written := time.Since(begin)
			info, err := file.Stat()
			if err != nil {
				t.Fatal(err)
			}
			r, err := trace.NewReader(file, info.Size())
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			var seeks []time.Duration
			for range 50 {
				step := 1 + rng.Int64N(r.Steps())
				begin := time.Now()
				if err := r.SeekStep(step); err != nil {
					t.Fatal(err)
				}
				e, err := r.Next()
				if err != nil || e.Step != step || e.Kind != trace.Expand || e.State != (step-1)%states {
					t.Fatalf("at step %d there is %v, %v", step, e, err)
				}
				seeks = append(seeks, time.Since(begin))
			}
			slices.Sort(seeks)
			if stop(); memory.peak-memory.base > 256<<20 {
				t.Errorf("%d bytes were in use, %d before", memory.peak, memory.base)
			}
			begin = time.Now()
			state, err := r.StateAt(r.Steps() - 1)
			if err != nil {
				t.Fatal(err)
			}
			replayed := time.Since(begin)
			if states < largeEvents {
				open, closed := fromTheStart(t, r, state.Events)
				if state.Open(search.Forward) != open || state.Closed(search.Forward) != closed {
					t.Errorf("%d states are on OPEN and %d CLOSED, want %d and %d", state.Open(search.Forward), state.Closed(search.Forward), open, closed)
				}
			}
			blocks, checkpoints := r.Chunks()
			t.Logf("%d events in %v and %.2f bytes an event (%d blocks, %d parts of checkpoints); %d MiB in use; to a step in %v, at most %v; to a state in %v",
				r.Events(), written, float64(info.Size())/float64(r.Events()), blocks, checkpoints, (memory.peak-memory.base)>>20, seeks[len(seeks)/2], seeks[len(seeks)-1], replayed)
			if median := seeks[len(seeks)/2]; median > 100*time.Millisecond {
				t.Errorf("going to a step takes %v", median)
			}
		})
	}
}

// fromTheStart replays the first n events, and counts.
func fromTheStart(t *testing.T, r *trace.Reader, n int64) (open, closed int64) {
	t.Helper()
	if err := r.SeekEvent(0); err != nil {
		t.Fatal(err)
	}
	state := trace.NewState()
	for state.Events < n {
		e, err := r.Next()
		if err == nil {
			err = state.Apply(&e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return state.Open(search.Forward), state.Closed(search.Forward)
}
