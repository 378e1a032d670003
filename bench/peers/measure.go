package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// window is about the least processor time of one sample, which the system
// counts in microseconds: a call of getrusage, itself of some microseconds,
// must not be felt. A faster answer is repeated.
const window = 5 * time.Millisecond

// A measurement is what one peer did on one query.
type measurement struct {
	peer     string
	class    string
	expanded int
	samples  []time.Duration // processor time of one answer, a round each
}

// median returns the middle sample, the upper one of two.
func median(samples []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(samples))[len(samples)/2]
}

// measure has every peer answer every query in every round. It checks each
// answer before anything is timed. Within a round the peers take turns query
// by query, each time another one first, so that what else the machine does
// hits all alike. Before each sample the garbage collector finishes its work:
// no peer pays for another's leavings, nor for its own last ones. The result
// has the queries in their order and, within each, the peers in theirs.
func measure(peers []peer, queries []query, rounds int) ([]measurement, error) {
	list := make([]measurement, 0, len(queries)*len(peers))
	repeats := make([]int, 0, cap(list))
	for _, q := range queries {
		for _, p := range peers {
			a, spent, err := p.run(q, 1)
			if err != nil {
				return nil, err
			}
			if err := check(p.name(), q, a); err != nil {
				return nil, err
			}
			list = append(list, measurement{peer: p.name(), class: q.class, expanded: a.expanded})
			repeats = append(repeats, 1+int(window/max(spent, time.Microsecond)))
		}
	}
	for round := range rounds {
		for i, q := range queries {
			for turn := range peers {
				at := (round + i + turn) % len(peers)
				m, n := &list[i*len(peers)+at], repeats[i*len(peers)+at]
				runtime.GC()
				a, spent, err := peers[at].run(q, n)
				if err != nil {
					return nil, err
				}
				if a.expanded != m.expanded {
					return nil, fmt.Errorf("%s: %v: %d states expanded, but %d the first time; want a deterministic peer", m.peer, q, a.expanded, m.expanded)
				}
				m.samples = append(m.samples, spent/time.Duration(n))
			}
		}
	}
	return list, nil
}
