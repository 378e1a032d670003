package studio

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestGateTakesBackItsTokens has requests give up, or be refused, at each place where they may
// wait, and looks whether those that come later find all the room that there was.
func TestGateTakesBackItsTokens(t *testing.T) {
	for _, c := range []struct {
		name          string
		inside        []bool // who is in the gate: requests that stream, and others
		stream        bool   // the one that waits
		holdsStreams  int    // tokens taken while it waits
		gives, leaves error  // what it is told; nil: it waits for too long
	}{
		{"any, for a place", []bool{false, false}, false, 0, context.Canceled, context.Canceled},
		{"a trace, for a place", []bool{false, false}, true, 1, context.Canceled, context.Canceled},
		{"a trace, for the right to stream", []bool{true}, true, 1, context.Canceled, context.Canceled},
		{"any, for a place, for too long", []bool{false, false}, false, 0, nil, errBusy},
		{"a trace, for a place, for too long", []bool{false, false}, true, 1, nil, errBusy},
		{"a trace, for the right to stream, for too long", []bool{true}, true, 1, nil, errBusy},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				refused := 0
				g := newGate(2, func() { refused++ })
				var passes []*pass
				for _, stream := range c.inside {
					p, err := g.enter(t.Context(), stream)
					if err != nil {
						t.Fatal(err)
					}
					passes = append(passes, p)
				}
				ctx, cancel := context.WithCancelCause(t.Context())
				ended := make(chan error)
				go func() {
					_, err := g.enter(ctx, c.stream)
					ended <- err
				}()
				synctest.Wait()
				if g.waiting.Load() != 1 || len(g.streams) != c.holdsStreams {
					t.Errorf("%d wait, %d have the right to stream; want 1 and %d", g.waiting.Load(), len(g.streams), c.holdsStreams)
				}
				if c.gives != nil {
					cancel(c.gives)
				}
				if err := <-ended; !errors.Is(err, c.leaves) {
					t.Errorf("the error is %v, want %v", err, c.leaves)
				}
				cancel(nil)
				if want := map[bool]int{true: 1}[c.leaves == errBusy]; refused != want {
					t.Errorf("%d are counted as refused, want %d", refused, want)
				}
				for _, p := range passes {
					p.leave()
				}
				g.isEmpty(t)
			})
		})
	}
}

func (g *gate) isEmpty(t *testing.T) {
	t.Helper()
	if len(g.slots) != 0 || len(g.streams) != 0 || len(g.sending) != 0 || g.waiting.Load() != 0 {
		t.Errorf("the gate has %d inside, %d that stream, %d that send, %d that wait; want none",
			len(g.slots), len(g.streams), len(g.sending), g.waiting.Load())
	}
}

// TestGateLetsNext has requests leave in each way there is, while others wait for their places.
func TestGateLetsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, func() { t.Error("one is refused") })
		enter := func(stream bool) *pass {
			p, err := g.enter(t.Context(), stream)
			if err != nil {
				t.Error(err)
			}
			return p
		}
		first := enter(true)
		second, third := make(chan *pass, 1), make(chan *pass, 1)
		go func() { second <- enter(true) }()
		synctest.Wait()
		go func() { third <- enter(false) }()
		synctest.Wait()
		first.leave()
		// The trace had to wait for the right to stream, and then behind the other one.
		(<-third).leave()
		(<-second).leave()
		g.isEmpty(t)

		// Who sends makes room, as long as there is room for senders.
		var sending []*pass
		for range sendersPerSearch {
			p := enter(false)
			p.send()
			sending = append(sending, p)
		}
		last := enter(false)
		last.send()
		if len(g.slots) != 1 || len(g.sending) != sendersPerSearch {
			t.Errorf("%d are inside and %d send, want 1 and %d", len(g.slots), len(g.sending), sendersPerSearch)
		}
		for _, p := range append(sending, last) {
			p.leave()
		}
		g.isEmpty(t)
	})
}
