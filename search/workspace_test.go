package search_test

import (
	"context"
	"reflect"
	"slices"
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
