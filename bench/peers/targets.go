package main

import (
	"fmt"
	"io"
	"strings"
)

// A target is something that our engines are to reach against the prototypes,
// over all maps together or on each of some maps.
type target struct {
	what   string
	atMost bool // the numbers are to be at most what is wanted rather than at least
	each   bool // on each map, rather than in the mean
	values []value
}

// A value is a number that a target is about.
type value struct {
	where     string // the map; empty for a mean
	got, want float64
}

// The targets' numbers.
const (
	wantAStarByBucket = 1.4  // geometric mean
	wantJPSByAuto     = 1.6  // geometric mean
	wantOnEachMap     = 1.2  // prototype JPS, or the better prototype, by auto
	wantOnSomeMaps    = 1.6  // the same on strongMaps
	wantAutoByBest    = 1.1  // on each map, at most
	wantNanoseconds   = 25.0 // an expansion of bucket A*, at most
)

// strongMaps are those on which the prototypes are behind the best programs
// written in C++.
var strongMaps = map[string]bool{"arena2": true, "Boston_0_1024": true}

// mayWalk tells whether the prototype A* may be faster than the one that jumps,
// so that the better of the two is the one to beat: on random obstacles and in
// mazes, which are known by the names that MovingAI gives them.
func mayWalk(name string) bool {
	return strings.HasPrefix(name, "random") || strings.HasPrefix(name, "maze")
}

// targets returns the targets that laps can be held against. cache is the size
// of a core's second-level cache in bytes.
func targets(laps []lap, cache int64) []target {
	mean := func(of func(lap) float64, want float64) []value {
		return []value{{got: meanRatio(ratios(laps, of)), want: want}}
	}
	jumping := target{what: fmt.Sprintf("JPS/auto on each map at least %.2f, %.2f on arena2 and Boston_0_1024", wantOnEachMap, wantOnSomeMaps), each: true}
	walking := target{what: fmt.Sprintf("better/auto on each map of random obstacles and each maze at least %.2f", wantOnEachMap), each: true}
	choice := target{what: fmt.Sprintf("auto/best on each map at most %.2f", wantAutoByBest), each: true, atMost: true}
	expansion := target{what: fmt.Sprintf("bucket ns on each map that fits in %d KiB at most %.0f", cache>>10, wantNanoseconds), each: true, atMost: true}
	for _, l := range laps {
		want := wantOnEachMap
		if strongMaps[l.name] {
			want = wantOnSomeMaps
		}
		if mayWalk(l.name) {
			walking.values = append(walking.values, value{l.name, l.betterByAuto(), want})
		} else {
			jumping.values = append(jumping.values, value{l.name, l.jpsByAuto(), want})
		}
		choice.values = append(choice.values, value{l.name, l.autoByBest(), wantAutoByBest})
		if l.by[bucketName].bytes <= cache {
			expansion.values = append(expansion.values, value{l.name, l.nsPerExpansion(bucketName), wantNanoseconds})
		}
	}
	return []target{
		{what: fmt.Sprintf("A*/bucket in geometric mean at least %.2f", wantAStarByBucket), values: mean(lap.aStarByBucket, wantAStarByBucket)},
		expansion,
		{what: fmt.Sprintf("JPS/auto in geometric mean at least %.2f", wantJPSByAuto), values: mean(lap.jpsByAuto, wantJPSByAuto)},
		jumping,
		walking,
		choice,
	}
}

// spare tells by which share of what is wanted a value is better than that;
// below 0 the target is missed.
func (t target) spare(v value) float64 {
	if t.atMost {
		return 1 - v.got/v.want
	}
	return v.got/v.want - 1
}

// verdict says in a line whether the target is met, and by how much it is not,
// or else how much there is to spare where that is least.
func (t target) verdict() string {
	if len(t.values) == 0 {
		return fmt.Sprintf("not judged: %s: no such map", t.what)
	}
	worst := t.values[0]
	var missed []string
	for _, v := range t.values {
		if t.spare(v) < t.spare(worst) {
			worst = v
		}
		if t.spare(v) < 0 {
			missed = append(missed, fmt.Sprintf("%s %.2f (%.1f %%)", v.where, v.got, -100*t.spare(v)))
		}
	}
	switch {
	case !t.each && len(missed) > 0:
		return fmt.Sprintf("missed by %.1f %%: %s: %.2f", -100*t.spare(worst), t.what, worst.got)
	case !t.each:
		return fmt.Sprintf("met with %.1f %% to spare: %s: %.2f", 100*t.spare(worst), t.what, worst.got)
	case len(missed) > 0:
		return fmt.Sprintf("missed by up to %.1f %%: %s: not on %d of %d: %s", -100*t.spare(worst), t.what, len(missed), len(t.values), strings.Join(missed, ", "))
	}
	return fmt.Sprintf("met with %.1f %% to spare: %s: tightest on %s, %.2f", 100*t.spare(worst), t.what, worst.where, worst.got)
}

// printVerdicts writes a line for each target.
func printVerdicts(w io.Writer, list []target) error {
	if _, err := fmt.Fprintf(w, "\ntargets\n"); err != nil {
		return err
	}
	for _, t := range list {
		if _, err := fmt.Fprintln(w, t.verdict()); err != nil {
			return err
		}
	}
	return nil
}
