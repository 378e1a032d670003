package figure_test

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

// Report: a search that found no path was drawn with a red line and the words "path: 2
// cells". The way to the nearest cell has a line, a color and words of its own, in
// pictures, panels and frames alike.
func TestTheWayToTheNearestCellIsNoPath(t *testing.T) {
	m, err := grid.FromWeights(6, 1, []grid.Weight{{}, {}, {}, grid.Blocked, {}, {}})
	if err != nil {
		t.Fatal(err)
	}
	from, to := grid.Cell{}, grid.Cell{X: 5}
	way := []grid.Cell{{}, {X: 1}, {X: 2}}
	s := figure.Search{Map: m, From: &from, To: &to, Explored: way, Nearest: way}
	steps := []figure.Step{{Expanded: way[0]}, {Expanded: way[1]}, {Expanded: way[2]}}
	moving := frames(t, figure.Sequence{Search: figure.Search{Map: m, From: &from, To: &to, Nearest: way}, Steps: steps})
	last := len(moving) - 1
	for name, d := range map[string]figure.Drawing{
		"picture": draw(t, s),
		"panel":   draw(t, figure.Panels{Searches: []figure.Search{s}}),
		"frame":   moving[last],
	} {
		if n := len(layers(d, "path")); n != 0 {
			t.Errorf("%s: there is a path", name)
		}
		lines := layers(d, "nearest")
		if len(lines) != 1 {
			t.Fatalf("%s: the way is drawn %d times", name, len(lines))
		}
		for _, item := range lines[0].Items {
			if line := item.(scene.Paths); line.Stroke == scene.Path || line.Stroke != scene.Background && line.Dash == 0 {
				t.Errorf("%s: the way looks like a path: %+v", name, line)
			}
		}
		legend := texts(d, "legend")
		if !strings.Contains(legend, "way to the nearest cell") || strings.Contains(strings.ReplaceAll(legend, "nearest", ""), "path") {
			t.Errorf("%s: the legend says %q", name, legend)
		}
	}
	if got := texts(moving[last], "status"); !strings.HasSuffix(got, " · way to the nearest cell: 2 steps") {
		t.Errorf("the last frame says %q", got)
	}
	if n := len(layers(moving[0], "nearest")); n != 0 {
		t.Error("the first frame knows how the search ends")
	}
	if got := draw(t, s).Scene.Desc; strings.Contains(got, "A path of") || !strings.Contains(got, "a way of 2 steps leads from 0,0 to 2,0") {
		t.Errorf("the description says %q", got)
	}
	// No way where the start itself is the nearest, and none where paths are hidden.
	s.Nearest = way[:1]
	if n := len(layers(draw(t, s), "nearest")); n != 0 {
		t.Error("a way of no step is drawn")
	}
	s.Nearest, s.Hide = way, figure.LayerPath
	if d := draw(t, s); len(layers(d, "nearest")) != 0 || strings.Contains(texts(d, "legend"), "nearest") {
		t.Error("the way is drawn though paths are hidden")
	}
	s.Nearest, s.Hide = []grid.Cell{{X: 6}}, 0
	if _, err := s.Draw(); err == nil || !strings.Contains(err.Error(), "nearest: cell 6,0 lies outside") {
		t.Errorf("a way off the map: %v", err)
	}
}
