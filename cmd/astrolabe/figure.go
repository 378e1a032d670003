package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/spf13/cobra"
)

const figureLong = `Figure draws a trace that solve --trace recorded, by the ending of OUT: .svg, .pdf
or .png as the search ended, .gif step by step, and .html as a page that plays
the trace: one file, which opens from disk and asks the network for nothing.

--compare adds up to three more traces to the page, side by side and in step.`

func (a *app) figureCommand() *cobra.Command {
	var drawn searchFigure
	var page player.Options
	var others []string
	cmd := &cobra.Command{
		Use:   "figure TRACE OUT [flags]",
		Short: "Draw or play a recorded search",
		Long:  figureLong,
		Example: `  astrolabe solve examples/harbor.txt --trace run.trace
  astrolabe figure run.trace run.html
  astrolabe figure run.trace run.gif --frames 120
  astrolabe figure run.trace run.svg --show tree --theme dark`,
		Args: takes("TRACE", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			inputs := []named{{"TRACE", args[0]}}
			for _, other := range others {
				inputs = append(inputs, named{"--compare", other})
			}
			if err := a.distinct(cmd.Name(), inputs, []named{{"OUT", args[1]}}); err != nil {
				return err
			}
			if strings.EqualFold(filepath.Ext(args[1]), ".html") {
				return a.playerPage(cmd, append([]string{args[0]}, others...), args[1], page)
			}
			for _, name := range []string{"compare", "title", "language"} {
				if cmd.Flags().Changed(name) {
					return fmt.Errorf("figure: --%s is for a page; let OUT end in .html", name)
				}
			}
			if _, err := figure.FormatOf(args[1]); err != nil {
				return fmt.Errorf("figure: %s, or .html", strings.TrimPrefix(err.Error(), figure.ErrFormat.Error()+": "))
			}
			drawn.file = args[1]
			if err := drawn.check(cmd); err != nil {
				return err
			}
			return a.figureOf(cmd.Context(), args[0], &drawn)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	drawn.addTheme(cmd)
	drawn.addLook(cmd)
	f.StringSliceVar(&others, "compare", nil, "more `TRACE`s for the page, up to 3, with commas")
	f.StringVar(&page.Title, "title", "", "the page's heading (default: the map's name)")
	f.StringVar(&page.Language, "language", "", "the page's language: en, ja or zh (default: the reader's)")
	completeWords(cmd, "language", "en\tEnglish", "ja\t日本語", "zh\t中文")
	return cmd
}

// playerPage writes the page that plays traces.
func (a *app) playerPage(cmd *cobra.Command, names []string, out string, options player.Options) (err error) {
	for _, name := range []string{"style", "show", "hide", "frames"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("figure: --%s is for a picture; the page has controls of its own", name)
		}
	}
	if cmd.Flags().Changed("theme") {
		if options.Theme = cmd.Flags().Lookup("theme").Value.String(); options.Theme == "auto" {
			options.Theme = ""
		}
	}
	var traces []player.Trace
	var copies []*traceCopy
	defer func() {
		for _, c := range copies {
			c.stop()
		}
	}()
	for _, name := range names {
		f, shown, err := a.open(cmd.Context(), name)
		if err != nil {
			return err
		}
		defer f.Close()
		source, err := openTrace(f, shown)
		if err != nil {
			return ofReading(err)
		}
		c := copyTrace(source, shown)
		copies = append(copies, c)
		shownTrace := player.Trace{Data: c.data}
		if len(names) > 1 {
			shownTrace.Name = strings.TrimSuffix(filepath.Base(shown), filepath.Ext(shown))
		}
		traces = append(traces, shownTrace)
	}
	err = a.writeFile(cmd.Context(), out, func(w io.Writer) error { return player.Page(w, options, traces...) })
	for _, c := range copies {
		if c.stop(); c.failure != nil {
			return ofReading(c.failure)
		}
	}
	if errors.Is(err, player.ErrPage) {
		return fmt.Errorf("figure: %w", err)
	}
	return err
}

// traceCopy is a trace in the binary form, written as it is read. So whatever form it had,
// all of it has been checked when data end.
type traceCopy struct {
	data    *io.PipeReader
	done    chan struct{}
	failure error // once done: what is wrong with the trace
}

// copyTrace begins to copy a trace; name is for messages.
func copyTrace(source trace.Source, name string) *traceCopy {
	data, w := io.Pipe()
	c := &traceCopy{data: data, done: make(chan struct{})}
	go func() {
		defer close(c.done)
		sink, err := trace.NewWriter(w, source.Header())
		if err == nil {
			err = trace.Copy(sink, source)
		}
		if err != nil && !errors.Is(err, io.ErrClosedPipe) {
			c.failure = traceError(name, err)
		}
		w.CloseWithError(err)
	}()
	return c
}

// stop ends the copying, if it is still going on.
func (c *traceCopy) stop() {
	c.data.Close()
	<-c.done
}

// figureOf draws a trace.
func (a *app) figureOf(ctx context.Context, name string, drawn *searchFigure) error {
	steps := 0
	if drawn.animated() {
		steps = illustrate.MaxSteps
	}
	h, err := read(ctx, a, name, func(r io.Reader, name string) (*illustrate.History, error) {
		source, err := openTrace(r, name)
		if err != nil {
			return nil, err
		}
		h, err := illustrate.FromTrace(source, steps)
		if err != nil {
			return nil, traceError(name, err)
		}
		return h, nil
	})
	if err != nil {
		return err
	}
	q := h.Answer.Query
	files, err := drawn.save(ctx, a, h, drawn.styled(q.Costs.Map(), q.Costs.Model() == grid.Add))
	if err != nil {
		return err
	}
	a.sayWritten(files...)
	return nil
}
