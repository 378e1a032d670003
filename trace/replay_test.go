package trace_test

import (
	"bytes"
	"cmp"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// TestReplayEqualsSearch holds the trace of every algorithm, event by event, against
// what the search told an observer of its own, and what comes with it against the
// result.
func TestReplayEqualsSearch(t *testing.T) {
	met := map[trace.Kind]int{}
	for i, create := range []newWriter{trace.NewWriter, small} {
		eachSearch(t, uint64(200-100*i), create, func(r *recorded) {
			reader := open(t, r.data)
			events := readAll(t, reader)
			if len(events) == 0 || events[len(events)-1].Kind != trace.End {
				t.Fatalf("%v: the last of %d events is no end", r, len(events))
			}
			var told []trace.Event
			for i, e := range events {
				met[e.Kind]++
				switch {
				case e.Kind == trace.Start:
					next := events[i+1]
					if next.Kind != trace.Generate && next.Kind != trace.Expand || next.State != e.State || next.Side != e.Side || next.Parent != trace.NoState || e.G != 0 {
						t.Fatalf("%v: %v is followed by %v", r, e, next)
					}
				case e.Kind == trace.End:
					checkEnd(t, r, e)
				default:
					told = append(told, e)
				}
			}
			if !slices.Equal(told, r.live) {
				t.Fatalf("%v: the trace\n%v\nis not what the search told\n%v", r, told, r.live)
			}
			outcome := reader.Outcome()
			if outcome.Status != r.result.Status || outcome.Counts != r.result.Counts || outcome.Cost != int64(r.result.Cost) ||
				outcome.Certificate != r.result.Certificate || outcome.Reason != r.result.Reason || len(outcome.Path) != len(r.result.Path) {
				t.Fatalf("%v: outcome %+v of %+v", r, outcome, r.result)
			}
			if reader.Steps() != r.result.Expanded || reader.Events() != int64(len(events)) {
				t.Fatalf("%v: %d steps, %d events", r, reader.Steps(), reader.Events())
			}
		})
	}
	for _, kind := range trace.Kinds() {
		if met[kind] < 20 && kind != trace.Scan && !testing.Short() {
			t.Errorf("only %d events of kind %v were met", met[kind], kind)
		}
	}
}

func checkEnd(t *testing.T, r *recorded, e trace.Event) {
	t.Helper()
	want := trace.Event{Kind: trace.End, Step: r.result.Expanded, State: trace.NoState, Parent: trace.NoState}
	if path := trace.OutcomeOf(r.result, r.state).Path; len(path) > 0 {
		want.State, want.G, want.F = path[len(path)-1], int64(r.result.Cost), int64(r.result.Cost)
		if len(path) > 1 {
			want.Parent = path[len(path)-2]
		}
	}
	if e != want {
		t.Fatalf("%v: ends with %v, want %v", r, e, want)
	}
}

// TestReadersAgree reads a trace forward, backward, from a pipe and as JSON lines, and
// writes it again.
func TestReadersAgree(t *testing.T) {
	eachSearch(t, 30, small, func(r *recorded) {
		reader := open(t, r.data)
		events := readAll(t, reader)
		var backward []trace.Event
		for {
			e, err := reader.Prev()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			backward = append(backward, e)
		}
		slices.Reverse(backward)
		if !slices.Equal(events, backward) {
			t.Fatalf("%v: backward\n%v\nforward\n%v", r, backward, events)
		}
		stream, err := trace.NewStream(bytes.NewReader(r.data))
		if err != nil {
			t.Fatal(err)
		}
		if streamed := readAll(t, stream); !slices.Equal(events, streamed) {
			t.Fatalf("%v: as a stream\n%v\nelse\n%v", r, streamed, events)
		}
		if !reflect.DeepEqual(stream.Header(), reader.Header()) || !reflect.DeepEqual(stream.Outcome(), reader.Outcome()) || stream.Totals() != reader.Totals() {
			t.Fatalf("%v: header, outcome or totals differ: %+v and %+v", r, stream, reader)
		}

		var again bytes.Buffer
		copyTo(t, small, &again, open(t, r.data))
		if !bytes.Equal(again.Bytes(), r.data) {
			t.Fatalf("%v: written again, the trace has %d other bytes; it had %d", r, again.Len(), len(r.data))
		}

		var lines, linesAgain bytes.Buffer
		copyJSON(t, &lines, open(t, r.data))
		fromJSON, err := trace.NewJSONReader(bytes.NewReader(lines.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, lines.Bytes())
		}
		if !reflect.DeepEqual(fromJSON.Header(), reader.Header()) {
			t.Fatalf("%v: header %+v; want %+v", r, fromJSON.Header(), reader.Header())
		}
		again.Reset()
		copyTo(t, small, &again, fromJSON)
		if !bytes.Equal(again.Bytes(), r.data) {
			t.Fatalf("%v: by way of JSON lines the trace changes\n%s", r, lines.Bytes())
		}
		if fromJSON, err = trace.NewJSONReader(bytes.NewReader(lines.Bytes())); err != nil {
			t.Fatal(err)
		}
		copyJSON(t, &linesAgain, fromJSON)
		if !bytes.Equal(lines.Bytes(), linesAgain.Bytes()) {
			t.Fatalf("%v: JSON lines, read and written again, change", r)
		}
	})
}

func copyTo(t *testing.T, create newWriter, w io.Writer, source trace.Source) {
	t.Helper()
	out, err := create(w, source.Header())
	if err == nil {
		err = trace.Copy(out, source)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func copyJSON(t *testing.T, w io.Writer, source trace.Source) {
	t.Helper()
	out, err := trace.NewJSONWriter(w, source.Header())
	if err == nil {
		err = trace.Copy(out, source)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// bruteState replays the first n events in the plainest way.
func bruteState(events []trace.Event) []trace.Known {
	type key struct {
		side  search.Side
		state int64
	}
	known := map[key]trace.Known{}
	for _, e := range events {
		switch e.Kind {
		case trace.Expand, trace.Generate, trace.Improve, trace.Reopen:
			known[key{e.Side, e.State}] = trace.Known{
				State: e.State, Parent: e.Parent, G: e.G, H: e.H, F: e.F, Side: e.Side, Closed: e.Kind == trace.Expand,
			}
		}
	}
	var all []trace.Known
	for _, k := range known {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b trace.Known) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(a.State, b.State))
	})
	return all
}

// TestStateAt compares states at random places, in random order, with a brute-force
// replay. Some of the Writers have no room to know all states.
func TestStateAt(t *testing.T) {
	checkpoints := 0
	poor := func(w io.Writer, h trace.Header) (*trace.Writer, error) { return trace.NewSmallWriter(w, h, 16, 40, 1) }
	for _, create := range []newWriter{small, poor} {
		eachSearch(t, 40, create, func(r *recorded) {
			reader := open(t, r.data)
			_, parts := reader.Chunks()
			checkpoints += parts
			events := readAll(t, reader)
			rng := rand.New(rand.NewPCG(uint64(len(events)), 1))
			for range 6 {
				step := rng.Int64N(reader.Steps() + 1)
				n := len(events)
				if i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Step > step }); i >= 0 {
					n = i
				}
				state, err := reader.StateAt(step)
				if err != nil {
					t.Fatal(err)
				}
				checkState(t, r, state, events[:n])
				if state.Step != step {
					t.Fatalf("%v: the state is at step %d, not %d", r, state.Step, step)
				}
				n = rng.IntN(len(events) + 1)
				if state, err = reader.StateAtEvent(int64(n)); err != nil {
					t.Fatal(err)
				}
				checkState(t, r, state, events[:n])
			}
		})
	}
	if checkpoints < 100 && !testing.Short() {
		t.Errorf("only %d checkpoints were there", checkpoints)
	}
}

func checkState(t *testing.T, r *recorded, state *trace.State, events []trace.Event) {
	t.Helper()
	want := bruteState(events)
	got := slices.Collect(state.All())
	if !slices.Equal(got, want) {
		t.Fatalf("%v: after %d events\n%+v\nwant\n%+v", r, len(events), got, want)
	}
	var counts [2][2]int64
	for _, k := range want {
		place := 0
		if k.Closed {
			place = 1
		}
		counts[k.Side][place]++
		if found, known := state.Find(k.State, k.Side); !known || found != k {
			t.Fatalf("%v: of state %d is known %+v, %v; want %+v", r, k.State, found, known, k)
		}
	}
	for _, side := range []search.Side{search.Forward, search.Backward} {
		if got := [2]int64{state.Open(side), state.Closed(side)}; got != counts[side] {
			t.Fatalf("%v: after %d events, OPEN and CLOSED %v have %v states; want %v", r, len(events), side, got, counts[side])
		}
		for _, never := range []int64{-1, 1 << 40} {
			if found, known := state.Find(never, side); known {
				t.Fatalf("%v: of state %d is known %+v", r, never, found)
			}
		}
	}
	if state.Events != int64(len(events)) {
		t.Fatalf("%v: the state is after %d events, not %d", r, state.Events, len(events))
	}
}

// TestSeek goes to every step and every event, in random order.
func TestSeek(t *testing.T) {
	eachSearch(t, 20, small, func(r *recorded) {
		reader := open(t, r.data)
		events := readAll(t, reader)
		rng := rand.New(rand.NewPCG(3, uint64(len(events))))
		for _, n := range rng.Perm(len(events) + 1) {
			if err := reader.SeekEvent(int64(n)); err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				if e, err := reader.Prev(); err != nil || e != events[n-1] {
					t.Fatalf("%v: before place %d there is %v, %v; want %v", r, n, e, err, events[n-1])
				}
				reader.SeekEvent(int64(n))
			}
			if n < len(events) {
				if e, err := reader.Next(); err != nil || e != events[n] {
					t.Fatalf("%v: event %d is %v, %v; want %v", r, n, e, err, events[n])
				}
			}
		}
		for _, step := range rng.Perm(int(reader.Steps()) + 1) {
			if err := reader.SeekStep(int64(step)); err != nil {
				t.Fatal(err)
			}
			want := 0
			if step > 0 {
				want = slices.IndexFunc(events, func(e trace.Event) bool { return e.Step == int64(step) })
			}
			if reader.Position() != int64(want) {
				t.Fatalf("%v: step %d is at event %d; want %d", r, step, reader.Position(), want)
			}
			if step > 0 {
				if e, err := reader.Next(); err != nil || e.Kind != trace.Expand || e.Step != int64(step) {
					t.Fatalf("%v: at step %d there is %v, %v", r, step, e, err)
				}
			}
		}
		for _, err := range []error{
			reader.SeekStep(-1), reader.SeekStep(reader.Steps() + 1), reader.SeekEvent(-1), reader.SeekEvent(reader.Events() + 1),
			second(reader.StateAt(-1)), second(reader.StateAt(reader.Steps() + 1)), second(reader.StateAtEvent(reader.Events() + 1)),
		} {
			if err == nil {
				t.Fatalf("%v: a place that is not there is no error", r)
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }
