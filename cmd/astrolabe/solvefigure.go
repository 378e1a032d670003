package main

import (
	"context"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/spf13/cobra"
)

// The words of --style.
const (
	styleAuto    = "auto"
	stylePlain   = "plain"
	styleTerrain = "terrain"
)

// searchFigure is the figure of a search.
type searchFigure struct {
	figureFlags
	style      string
	show, hide figure.Layers
	frames     int // at most; 0: not given
}

func (f *searchFigure) add(cmd *cobra.Command) {
	f.figureFlags.add(cmd, "draw the search: .svg, .pdf or .png its end, .gif every step")
	f.addLook(cmd)
}

// addLook gives the command the flags that say what the figure shows.
func (f *searchFigure) addLook(cmd *cobra.Command) {
	f.style = styleAuto
	f.addChoice(cmd, &choice[string]{&f.style, styleAuto, "STYLE", parseWord(styleAuto, stylePlain, styleTerrain)},
		"style", "of the figure: plain, terrain (rulers, lines, tree and f), or auto: terrain for small terrain maps",
		styleAuto, stylePlain, styleTerrain)
	f.addLayers(cmd, &f.show, "show", "what to draw besides: tree, labels, costs, ruler, lines, with commas")
	f.addLayers(cmd, &f.hide, "hide", "what not to draw: legend, open, explored, path, ...")
	f.addChoice(cmd, &choice[int]{&f.frames, "", "N", parseFrames},
		"frames", fmt.Sprintf("at most N frames of a .gif (default %d); else numbered files, one a step", figure.DefaultMaxFrames))
}

// addLayers gives the command a flag that is a list of layers.
func (f *searchFigure) addLayers(cmd *cobra.Command, layers *figure.Layers, name, usage string) {
	f.addDependent(cmd, &choice[figure.Layers]{layers, "", "LAYERS", figure.ParseLayers}, name, usage)
	if err := cmd.RegisterFlagCompletionFunc(name, completeList(figure.LayerNames())); err != nil {
		panic("astrolabe: " + err.Error())
	}
}

// output is the file that is written, or the first of them.
func (f *searchFigure) output() named {
	if f.file != "" && f.frames > 0 && f.format() != figure.GIF {
		return named{"--figure", figure.FrameName(f.file, 1)}
	}
	return named{"--figure", f.file}
}

// animated tells whether the figure is of the steps of the search.
func (f *searchFigure) animated() bool { return f.format() == figure.GIF || f.frames > 0 }

func (f *searchFigure) check(cmd *cobra.Command) error {
	if both := f.show & f.hide; both != 0 {
		return fmt.Errorf("%s: %v is both in --show and in --hide; drop it from one", cmd.Name(), both)
	}
	if f.file != "" && f.animated() && f.show&figure.LayerCosts != 0 {
		return fmt.Errorf("%s: --show costs is for a picture of the end; drop it, or --frames and .gif", cmd.Name())
	}
	// With --frames the file itself is not written, but those beside it are.
	written := f.figureFlags
	written.file = f.output().file
	return written.check(cmd)
}

// drawing is the style in which the map's searches are drawn. Cells are numbered as all
// verbs number them.
func (f *searchFigure) drawing(file *mapfile.File, model grid.Model) illustrate.Style {
	return f.styled(file.Map, file.Format == mapfile.Terrain || model == grid.Add)
}

func (f *searchFigure) styled(m *grid.Map, terrain bool) illustrate.Style {
	small := m.Width()*m.Height() <= figure.MaxLabeledCells
	return illustrate.Style{
		Terrain: f.style == styleTerrain || f.style == styleAuto && terrain && small,
		Show:    f.show, Hide: f.hide,
	}
}

// draw runs the search again and draws it: watching the first run would falsify its
// time. It returns the files written.
func (f *searchFigure) draw(ctx context.Context, a *app, file *mapfile.File, answer catalog.Answer) ([]string, error) {
	steps := 0
	if f.animated() {
		steps = illustrate.MaxSteps
	}
	// A search that was interrupted is drawn as far as it got.
	drawing := finishing(ctx)
	h, err := illustrate.Replay(drawing, answer, steps)
	if err := cutShort(drawing, f.file, err); err != nil {
		return nil, err
	}
	return f.save(ctx, a, h, f.drawing(file, answer.Query.Costs.Model()))
}

// save writes the figure of a search and returns the files written.
func (f *searchFigure) save(ctx context.Context, a *app, h *illustrate.History, style illustrate.Style) ([]string, error) {
	if !f.animated() {
		return []string{f.file}, a.saveFigure(ctx, &f.figureFlags, h.Search(style))
	}
	q := h.Sequence(style, f.frames)
	if f.format() != figure.GIF {
		return f.saveFrames(ctx, a, q)
	}
	return []string{f.file}, a.saveNoticed(ctx, &f.figureFlags, func(w io.Writer, o figure.Options) ([]string, error) { return q.WriteGIF(w, o) })
}

// saveFrames writes a file a frame and returns their names.
func (f *searchFigure) saveFrames(ctx context.Context, a *app, q figure.Sequence) ([]string, error) {
	var files, notices []string
	for d, err := range q.Frames() {
		if err != nil {
			return nil, err
		}
		name := figure.FrameName(f.file, len(files)+1)
		err := a.writeFile(ctx, name, func(w io.Writer) error {
			_, err := figure.Write(w, f.format(), d, figure.Options{Theme: f.theme})
			return err
		})
		if err != nil {
			return nil, err
		}
		files, notices = append(files, name), d.Notices
	}
	a.figureNotices(&f.figureFlags, notices)
	return files, nil
}
