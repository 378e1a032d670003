package search_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestResultOutlivesWorkspace keeps the result of one search while another one
// uses its workspace.
func TestResultOutlivesWorkspace(t *testing.T) {
	long, short := openMap(12, place{11, 11}), openMap(3, place{0, 0})
	for _, a := range algorithms[place, int64]() {
		for _, budget := range []int64{0, 4} {
			var ws search.Workspace[place, int64]
			opts := long.options(a)
			opts.Workspace, opts.MaxExpanded = &ws, budget
			first, err := a.run(context.Background(), long, place{0, 0}, opts)
			if err != nil {
				t.Fatal(err)
			}
			kept := first
			kept.Path, kept.Nearest = slices.Clone(first.Path), slices.Clone(first.Nearest)
			opts = short.options(a)
			opts.Workspace, opts.MaxExpanded = &ws, 2
			if _, err := a.run(context.Background(), short, place{2, 2}, opts); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(first, kept) {
				t.Errorf("%s: the next search made of %+v %+v", a.name, kept, first)
			}
		}
	}
}

// TestPathBuffer checks that a path is written where the caller said, if it fits.
func TestPathBuffer(t *testing.T) {
	m := openMap(4, place{3, 3})
	for _, a := range algorithms[place, int64]() {
		want, err := a.run(context.Background(), m, place{0, 0}, m.options(a))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{0, 3, 7, 50} {
			buffer := make([]place, size)
			opts := m.options(a)
			opts.PathBuffer = buffer
			got, err := a.run(context.Background(), m, place{0, 0}, opts)
			if err != nil || !slices.Equal(got.Path, want.Path) {
				t.Errorf("%s, buffer of %d: path %v, %v; want %v", a.name, size, got.Path, err, want.Path)
			}
			if fits := size >= len(want.Path); fits && &got.Path[0] != &buffer[0] {
				t.Errorf("%s: the path is not in the buffer of %d", a.name, size)
			}
		}
	}
}

// panicOf returns what a call panics with, as text, or "".
func panicOf(call func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	call()
	return ""
}

// TestWorkspaceOfTwo uses a workspace for two searches in every way that cannot
// come out right: each panics, and says what would be right.
func TestWorkspaceOfTwo(t *testing.T) {
	m := openMap(12, place{11, 11})
	const atOnce, later = "used by two searches at once; give each goroutine its own", "another search has begun in this search's Workspace"
	for _, a := range algorithms[place, int64]() {
		for _, b := range algorithms[place, int64]() {
			var ws search.Workspace[place, int64]
			first, second := m.options(a), m.options(b)
			first.Workspace, second.Workspace = &ws, &ws

			var within string
			first.Observer.Expand = func(e search.Event[place, int64]) {
				if e.Step == 2 {
					within = panicOf(func() { _, _ = b.run(context.Background(), m, place{3, 0}, second) })
				}
			}
			want, err := a.run(context.Background(), m, place{0, 0}, m.options(a))
			if err != nil {
				t.Fatal(err)
			}
			got, err := a.run(context.Background(), m, place{0, 0}, first)
			if err != nil || !strings.Contains(within, atOnce) {
				t.Errorf("%s within %s: %q, %v", b.name, a.name, within, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s disturbed by %s: %+v; alone %+v", a.name, b.name, got, want)
			}
			first.Observer.Expand = nil

			one, err := a.stepper(m, place{0, 0}, first)
			if err != nil {
				t.Fatal(err)
			}
			one.Step()
			two, err := b.stepper(m, place{3, 0}, second)
			if err != nil {
				t.Fatal(err)
			}
			for name, call := range map[string]func(){
				"Step": func() { one.Step() }, "Peek": func() { _, _ = one.Peek() }, "Result": func() { _, _ = one.Result() },
				"Run": func() { _, _ = one.Run(context.Background()) }, "Lookup": func() { one.Lookup(place{0, 0}) },
			} {
				if text := panicOf(call); !strings.Contains(text, later) {
					t.Errorf("%s of %s after %s has begun: panic %q", name, a.name, b.name, text)
				}
			}
			if r, err := two.Run(context.Background()); err != nil || r.Status != search.Found {
				t.Errorf("%s after an abandoned %s: %+v, %v", b.name, a.name, r, err)
			}
		}
	}
}

// TestWorkspaceOfTwoGoroutines begins a search while one in another goroutine is
// halfway through. AllOptimal is such a search too.
func TestWorkspaceOfTwoGoroutines(t *testing.T) {
	m := openMap(12, place{11, 11})
	for name, run := range map[string]func(search.Options[place, int64]) error{
		"AStar": func(opts search.Options[place, int64]) error {
			_, err := search.AStar(context.Background(), m, place{0, 0}, opts)
			return err
		},
		"AllOptimal": func(opts search.Options[place, int64]) error {
			_, err := search.AllOptimal(context.Background(), m, place{0, 0}, opts)
			return err
		},
	} {
		var ws search.Workspace[place, int64]
		halfway, goOn, ended := make(chan bool), make(chan bool), make(chan error)
		opts := search.Options[place, int64]{Workspace: &ws}
		go func() {
			opts := opts
			opts.Observer.Expand = func(e search.Event[place, int64]) {
				if e.Step == 5 {
					halfway <- true
					<-goOn
				}
			}
			ended <- run(opts)
		}()
		<-halfway
		if text := panicOf(func() { _ = run(opts) }); !strings.Contains(text, "two searches at once") {
			t.Errorf("%s: panic %q", name, text)
		}
		goOn <- true
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := run(opts); err != nil {
			t.Errorf("%s afterward: %v", name, err)
		}
	}
}

// TestWorkspaceAfterPanic uses a workspace again after a problem, or a heuristic,
// panicked in the middle of a search.
func TestWorkspaceAfterPanic(t *testing.T) {
	m := openMap(6, place{5, 5})
	for _, a := range algorithms[place, int64]() {
		for _, calls := range []int{0, 2} {
			var ws search.Workspace[place, int64]
			opts := m.options(a)
			opts.Workspace = &ws
			opts.Heuristic = func(s place) int64 {
				if calls--; calls < 0 {
					panic("no estimate")
				}
				return m.manhattan(s)
			}
			opts.BackwardHeuristic = opts.Heuristic
			if text := panicOf(func() { _, _ = a.run(context.Background(), m, place{0, 0}, opts) }); text != "no estimate" {
				t.Errorf("%s: panic %q", a.name, text)
			}
			opts.Heuristic, opts.BackwardHeuristic = m.manhattan, nil
			if r, err := a.run(context.Background(), m, place{0, 0}, opts); err != nil || r.Status != search.Found {
				t.Errorf("%s afterward: %v, %v", a.name, r.Status, err)
			}
		}
	}
}

// TestWorkspaceOfASecondTry gives AllOptimal a workspace and a claim that does not
// hold, so that it searches again without the heuristic.
func TestWorkspaceOfASecondTry(t *testing.T) {
	m := openMap(4, place{3, 3})
	all, err := search.AllOptimal(context.Background(), m, place{0, 0}, search.Options[place, int64]{
		Heuristic: func(s place) int64 { return 3 * m.manhattan(s) }, Claim: search.Consistent, Workspace: new(search.Workspace[place, int64]),
	})
	if err != nil || all.Result.Cost != 6 || all.Result.Certificate != search.Optimal {
		t.Errorf("%+v, %v", all, err)
	}
}
