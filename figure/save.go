package figure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

// Format is a kind of picture file.
type Format uint8

// The formats.
const (
	SVG Format = iota
	PDF
	PNG
	GIF
)

var formatNames = [...]string{"svg", "pdf", "png", "gif"}

// Formats returns the names of all formats, which are the endings of their files.
func Formats() []string { return slices.Clone(formatNames[:]) }

// String returns "svg", "pdf", "png" or "gif".
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// ErrFormat reports an ending that names no format, or none that can hold the figure.
var ErrFormat = errors.New("figure: no such format")

// FormatOf returns the format that a file's ending names, in any case. The
// error wraps [ErrFormat] and lists those known.
func FormatOf(path string) (Format, error) {
	ending := filepath.Ext(path)
	if i := slices.Index(formatNames[:], strings.ToLower(strings.TrimPrefix(ending, "."))); i >= 0 && ending != "" {
		return Format(i), nil
	}
	known := "." + strings.Join(formatNames[:], ", .")
	if ending == "" {
		return 0, fmt.Errorf("%w: %s has no ending; want one of %s", ErrFormat, path, known)
	}
	return 0, fmt.Errorf("%w: %s ends in %s; want one of %s", ErrFormat, path, ending, known)
}

// Options says how a figure is written. The zero value is light, with two
// device pixels a pixel in a PNG and one in a GIF.
type Options struct {
	// Theme is [scene.Light], [scene.Dark] or, for SVG, [scene.Auto].
	Theme scene.Theme
	// Scale is the number of device pixels a pixel in PNG and GIF; 0 stands for
	// 2 and 1.
	Scale float64
	// MaxBytes bounds an animated GIF; 0 stands for [DefaultMaxBytes].
	MaxBytes int
	// MaxPixels bounds the device pixels of all frames of an animated GIF, which take a
	// byte each until it is written; 0 stands for 2²⁸.
	MaxPixels int
}

func (o Options) scale(f Format) float64 {
	switch {
	case o.Scale != 0:
		return o.Scale
	case f == PNG:
		return 2
	}
	return 1
}

// Write draws a figure and writes it in a format. It returns the figure's
// notices. Nothing is written if the figure cannot be drawn.
func Write(w io.Writer, f Format, fig Figure, o Options) ([]string, error) {
	d, err := fig.Draw()
	if err != nil {
		return nil, err
	}
	switch f {
	case SVG:
		err = scene.WriteSVG(w, d.Scene, o.Theme)
	case PDF:
		err = scene.WritePDF(w, d.Scene, o.Theme)
	case PNG:
		err = scene.WritePNG(w, d.Scene, o.Theme, o.scale(f))
	case GIF:
		one := func(yield func(scene.Frame, error) bool) { yield(scene.Frame{Scene: d.Scene}, nil) }
		err = scene.WriteGIF(w, one, o.Theme, o.scale(f))
	default:
		err = fmt.Errorf("%w: %v", ErrFormat, f)
	}
	if err != nil {
		return nil, err
	}
	return d.Notices, nil
}

// Save writes a figure to a file in the format that its ending names, and
// returns the figure's notices. The file is complete or not there: it is
// written beside its place under another name and then renamed, so an older one
// stays as it was if anything fails.
func Save(path string, fig Figure, o Options) ([]string, error) {
	format, err := FormatOf(path)
	if err != nil {
		return nil, err
	}
	var notices []string
	err = replace(path, func(w io.Writer) error {
		notices, err = Write(w, format, fig, o)
		return err
	})
	return notices, err
}

// replace puts what write writes in the place of a file. A link is followed.
func replace(path string, write func(io.Writer) error) error {
	err := wholefile.Write(context.Background(), path, write)
	var failed *wholefile.Error
	switch {
	case !errors.As(err, &failed):
		return err
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("figure: cannot write %s: it is a folder: %w", path, failed.Err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("figure: cannot write %s: there is no folder %s: %w", path, filepath.Dir(path), failed.Err)
	}
	return fmt.Errorf("figure: cannot write %s: %w", path, failed.Err)
}
