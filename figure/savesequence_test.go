package figure

import (
	"math"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Frames of many pixels are fewer, so that they fit the memory.
func TestGIFMemoryIsBounded(t *testing.T) {
	m, err := grid.FromWeights(5, 3, make([]grid.Weight, 15))
	if err != nil {
		t.Fatal(err)
	}
	q := Sequence{Search: Search{Map: m}, Steps: make([]Step, 50), MaxFrames: 30}
	var pixels float64
	for d, err := range q.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		pixels = d.Scene.Width * d.Scene.Height
	}
	for _, c := range []struct {
		room float64 // for so many frames
		want int
	}{{1000, 30}, {4.5, 4}, {0.1, 2}} {
		if got := q.affordable(Options{Scale: math.Sqrt(defaultMaxPixels / pixels / c.room)}); got != c.want {
			t.Errorf("with room for %v frames the budget is %d, want %d", c.room, got, c.want)
		}
	}
}
