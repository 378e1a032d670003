package figure_test

import (
	"bytes"
	"errors"
	"image/gif"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
)

// An animation has no more frames than its pixels allow.
func TestGIFPixelsAreBounded(t *testing.T) {
	q, j := walk(t)
	size := frames(t, q)[0].Scene
	var b bytes.Buffer
	const note = 40 // pixels for the line that says how many frames are shown
	if _, err := q.WriteGIF(&b, figure.Options{MaxPixels: 3 * int(size.Width) * int(size.Height+note)}); err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Image) != 3 || len(j.steps) < 3 {
		t.Errorf("%d frames of %d steps, want 3", len(file.Image), len(j.steps))
	}
	b.Reset()
	if _, err := q.WriteGIF(&b, figure.Options{MaxPixels: 1}); err != nil {
		t.Fatal(err)
	}
	if file, err = gif.DecodeAll(&b); err != nil || len(file.Image) != 2 {
		t.Errorf("%d frames, want the least number, 2 (%v)", len(file.Image), err)
	}
}

func TestDrawingCanBeInterrupted(t *testing.T) {
	q, _ := walk(t)
	enough := errors.New("enough")
	asked := 0
	q.Interrupt = func() error {
		if asked++; asked > 2 {
			return enough
		}
		return nil
	}
	drawn := 0
	var last error
	for _, err := range q.Frames() {
		if last = err; err == nil {
			drawn++
		}
	}
	if drawn != 2 || !errors.Is(last, enough) {
		t.Errorf("%d frames, then %v", drawn, last)
	}
	var b bytes.Buffer
	if _, err := q.WriteGIF(&b, figure.Options{}); !errors.Is(err, enough) || b.Len() > 0 {
		t.Errorf("%v, and %d bytes", err, b.Len())
	}
}
