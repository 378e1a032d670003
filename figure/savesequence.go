package figure

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// DefaultMaxBytes bounds an animated GIF unless [Options] sets another bound:
// what most sites take.
const DefaultMaxBytes = 8 << 20

// WriteGIF writes a sequence as an animated GIF that repeats for ever. If it
// would be larger than o.MaxBytes, it is made again with half as many frames or
// fewer until it is not, and a notice says so; if two frames are too large it is
// an error. It returns the notices. It takes memory for the file and a byte for
// each pixel of each frame; there are only as many frames as o.MaxPixels allows, but
// at least two.
func (q Sequence) WriteGIF(w io.Writer, o Options) ([]string, error) {
	most := q.affordable(o)
	limit := o.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	for {
		var notices []string
		var file bytes.Buffer
		if err := scene.WriteGIF(&file, q.animation(most, &notices), o.Theme, o.scale(GIF)); err != nil {
			return nil, err
		}
		if file.Len() <= limit {
			_, err := w.Write(file.Bytes())
			return notices, err
		}
		frames := min(most, len(q.Steps)+1)
		if frames <= 2 {
			return nil, fmt.Errorf("%w: %d frames take %s bytes, and %s are allowed; want a smaller scale or more bytes",
				ErrFigure, frames, thousands(file.Len()), thousands(limit))
		}
		most = max(2, min(frames/2, int(float64(frames)*float64(limit)/float64(file.Len()))))
	}
}

// defaultMaxPixels bounds the pixels of an animation unless [Options] sets another
// bound.
const defaultMaxPixels = 1 << 28

// affordable returns the frame budget, or as many frames as the bound of pixels allows.
func (q Sequence) affordable(o Options) int {
	most := o.MaxPixels
	if most == 0 {
		most = defaultMaxPixels
	}
	scale := o.scale(GIF)
	for d, err := range q.frames(1) {
		if err == nil {
			pixels := math.Ceil(d.Scene.Width*scale) * math.Ceil(d.Scene.Height*scale)
			return max(2, int(math.Min(float64(q.budget()), float64(most)/pixels)))
		}
	}
	return q.budget()
}

// animation yields the frames with their times, and sets the notices.
func (q Sequence) animation(most int, notices *[]string) func(func(scene.Frame, error) bool) {
	count := min(most, len(q.Steps)+1)
	return func(yield func(scene.Frame, error) bool) {
		i := 0
		for d, err := range q.frames(most) {
			*notices = d.Notices
			delay := q.frameTime(count)
			if i++; i == count {
				delay += lastFrame
			}
			if !yield(scene.Frame{Scene: d.Scene, Delay: delay}, err) {
				return
			}
		}
	}
}

// FrameName returns the name of the file of a frame, counted from 1: "run.png"
// becomes "run-0001.png".
func FrameName(path string, frame int) string {
	ending := filepath.Ext(path)
	return fmt.Sprintf("%s-%04d%s", strings.TrimSuffix(path, ending), frame, ending)
}

// SaveSequence writes a sequence by the ending of path: an animated .gif, or
// files named by [FrameName], one a frame, for .png, .svg and .pdf. It returns the files written and the notices. As
// with [Save], each file is complete or not there; if a later one fails, those
// before it stay.
func SaveSequence(path string, q Sequence, o Options) (files, notices []string, err error) {
	format, err := FormatOf(path)
	if err != nil {
		return nil, nil, err
	}
	if format == GIF {
		err := replace(path, func(w io.Writer) error {
			notices, err = q.WriteGIF(w, o)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		return []string{path}, notices, nil
	}
	for d, err := range q.Frames() {
		if err != nil {
			return files, nil, err
		}
		name := FrameName(path, len(files)+1)
		if notices, err = Save(name, d, o); err != nil {
			return files, nil, err
		}
		files = append(files, name)
	}
	return files, notices, nil
}
