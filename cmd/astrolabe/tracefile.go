package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
	"github.com/spf13/cobra"
)

// recordTrace runs a search that has been answered once more and writes what it does:
// recorded the first time, it would have seemed slower than it is.
func (a *app) recordTrace(ctx context.Context, answer catalog.Answer, mapName, name string) error {
	q := answer.Query
	if answer.Result.Status == search.Limit && !answer.Entry.Fast() {
		q.MaxTime, q.MaxExpanded = 0, answer.Result.Expanded // it ends where it ended
	}
	return a.writeFile(name, func(w io.Writer) error {
		_, err := gridtrace.Record(context.WithoutCancel(ctx), answer.Entry, q, mapName, w, nil)
		return err
	})
}

const exportLong = `Export writes a trace that solve --trace recorded in another form, by the ending
of OUT: .jsonl, one JSON object an event; .trace.json or .trace.yaml, the format
search-trace 1.4.0 of the Posthoc visualizer; .trace, the binary form, from
.jsonl.`

func (a *app) exportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export TRACE OUT",
		Short: "Write a recorded search for other tools",
		Long:  exportLong,
		Example: `  astrolabe solve examples/harbor.txt --trace run.trace
  astrolabe export run.trace run.jsonl
  astrolabe export run.trace run.trace.yaml`,
		Args: takes("TRACE", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.export(cmd.Context(), args[0], args[1])
		},
	}
}

// traceForms are how a trace can be written, by the ending of the file.
var traceForms = []struct {
	ending string
	write  func(w io.Writer, source trace.Source) error
}{
	{".jsonl", func(w io.Writer, source trace.Source) error {
		sink, err := trace.NewJSONWriter(w, source.Header())
		if err != nil {
			return err
		}
		return trace.Copy(sink, source)
	}},
	{".trace.json", func(w io.Writer, source trace.Source) error { return exportPosthoc(w, source, posthoc.JSON) }},
	{".trace.yaml", func(w io.Writer, source trace.Source) error { return exportPosthoc(w, source, posthoc.YAML) }},
	{".trace", func(w io.Writer, source trace.Source) error {
		sink, err := trace.NewWriter(w, source.Header())
		if err != nil {
			return err
		}
		return trace.Copy(sink, source)
	}},
}

func exportPosthoc(w io.Writer, source trace.Source, format posthoc.Format) error {
	var options posthoc.Options
	if costs, err := gridtrace.CostsOf(source.Header()); err == nil {
		options.Cost = gridtrace.Float64(costs)
	}
	return posthoc.Export(w, source, format, options)
}

func (a *app) export(ctx context.Context, name, out string) error {
	for _, form := range traceForms {
		if !strings.HasSuffix(strings.ToLower(out), form.ending) {
			continue
		}
		_, err := read(ctx, a, name, func(r io.Reader, shown string) (struct{}, error) {
			source, err := openTrace(r)
			if err != nil {
				return struct{}{}, fmt.Errorf("%s: %w", shown, err)
			}
			return struct{}{}, a.writeFile(out, func(w io.Writer) error {
				if err := form.write(w, source); err != nil {
					return fmt.Errorf("%s: %w", shown, err)
				}
				return nil
			})
		})
		return err
	}
	return fmt.Errorf("export: %s names no form of a trace; want an ending of .jsonl, .trace.json, .trace.yaml or .trace", out)
}

// openTrace reads a trace in binary form or in JSON lines, told apart by its first
// byte.
func openTrace(r io.Reader) (trace.Source, error) {
	buffered := bufio.NewReader(r)
	if first, err := buffered.Peek(1); err == nil && first[0] == '{' {
		return trace.NewJSONReader(buffered)
	}
	return trace.NewStream(buffered)
}

// isTrace tells whether what is to be read begins as a trace does.
func isTrace(r *bufio.Reader) bool {
	const lines = `{"header":`
	head, _ := r.Peek(len(lines)) // shorter input is no trace
	const binary = 0x89           // with which no text begins
	return len(head) > 0 && head[0] == binary || string(head) == lines
}
