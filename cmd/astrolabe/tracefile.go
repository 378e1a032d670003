package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
	"github.com/spf13/cobra"
)

// recordTrace runs a search that has been answered once more and writes what it does:
// recorded the first time, it would have seemed slower than it is.
func (a *app) recordTrace(ctx context.Context, answer catalog.Answer, mapName, name string) error {
	recording := finishing(ctx)
	again, q := answer.Again(recording)
	return a.writeFile(ctx, name, func(w io.Writer) error {
		_, err := gridtrace.Record(again, answer.Entry, q, mapName, w, nil)
		return cutShort(recording, name, err)
	})
}

const exportLong = `Export writes a trace that solve --trace recorded in another form, by the ending
of OUT: .jsonl, one JSON object an event; .trace.json or .trace.yaml, the format
search-trace 1.4.0 of the Posthoc visualizer; .trace, the binary form. TRACE may
be in any of these forms, one that another program wrote for Posthoc included.

A search trace for Posthoc of a large map takes a while to load there: --only
expanded leaves out what is put on OPEN, and --every N keeps one expansion of N.`

func (a *app) exportCommand() *cobra.Command {
	var short posthoc.Options
	var only string
	cmd := &cobra.Command{
		Use:   "export TRACE OUT [flags]",
		Short: "Write a recorded search for other tools",
		Long:  exportLong,
		Example: `  astrolabe solve examples/harbor.txt --trace run.trace
  astrolabe export run.trace run.jsonl
  astrolabe export run.trace run.trace.yaml
  astrolabe export run.trace short.trace.json --only expanded --every 10`,
		Args: takes("TRACE", "OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.distinct(cmd.Name(), []named{{"TRACE", args[0]}}, []named{{"OUT", args[1]}}); err != nil {
				return err
			}
			short.Expanded = only == onlyExpanded
			for _, name := range []string{"only", "every"} {
				if cmd.Flags().Changed(name) && !isPosthoc(args[1]) {
					return fmt.Errorf("export: --%s is for Posthoc; let OUT end in .trace.json or .trace.yaml", name)
				}
			}
			return a.export(cmd.Context(), args[0], args[1], short)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&choice[string]{&only, "", "KIND", parseWord(onlyExpanded)}, "only", "for Posthoc: expanded, to leave out all events but expansions and the path")
	f.Var(&choice[int64]{&short.Every, "", "N", parseEvery}, "every", "for Posthoc: keep one expansion of `N`, and no events but these and the path")
	completeWords(cmd, "only", onlyExpanded)
	return cmd
}

const onlyExpanded = "expanded"

func parseEvery(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no number of expansions; want a whole number from 1", s)
	}
	return n, nil
}

// isPosthoc tells whether a file of that name is written for Posthoc.
func isPosthoc(out string) bool {
	out = strings.ToLower(out)
	return strings.HasSuffix(out, ".trace.json") || strings.HasSuffix(out, ".trace.yaml")
}

// traceForms are how a trace can be written, by the ending of the file.
var traceForms = []struct {
	ending string
	write  func(w io.Writer, source trace.Source, short posthoc.Options) error
}{
	{".jsonl", func(w io.Writer, source trace.Source, _ posthoc.Options) error {
		sink, err := trace.NewJSONWriter(w, source.Header())
		if err != nil {
			return err
		}
		return trace.Copy(sink, source)
	}},
	{".trace.json", func(w io.Writer, source trace.Source, short posthoc.Options) error {
		return exportPosthoc(w, source, posthoc.JSON, short)
	}},
	{".trace.yaml", func(w io.Writer, source trace.Source, short posthoc.Options) error {
		return exportPosthoc(w, source, posthoc.YAML, short)
	}},
	{".trace", func(w io.Writer, source trace.Source, _ posthoc.Options) error {
		sink, err := trace.NewWriter(w, source.Header())
		if err != nil {
			return err
		}
		return trace.Copy(sink, source)
	}},
}

func exportPosthoc(w io.Writer, source trace.Source, format posthoc.Format, options posthoc.Options) error {
	header := source.Header()
	if costs, err := gridtrace.CostsOf(header); err == nil {
		unit, err := gridtrace.UnitOf(header, costs)
		if err != nil {
			return err
		}
		options.Cost = func(cost int64) float64 { return unit.Float64(root2.Length(cost)) }
	}
	return posthoc.Export(w, source, format, options)
}

func (a *app) export(ctx context.Context, name, out string, short posthoc.Options) error {
	for _, form := range traceForms {
		if !strings.HasSuffix(strings.ToLower(out), form.ending) {
			continue
		}
		return stream(ctx, a, name, func(r io.Reader, shown string) error {
			source, err := openTrace(r, shown)
			if err != nil {
				return err
			}
			return a.writeFile(ctx, out, func(w io.Writer) error {
				if err := form.write(w, source, short); err != nil {
					return fmt.Errorf("%s: %w", shown, err)
				}
				return nil
			})
		})
	}
	return fmt.Errorf("export: %s names no form of a trace; want an ending of .jsonl, .trace.json, .trace.yaml or .trace", out)
}

// openTrace reads a trace in whatever form it is, told by how it begins: the binary one,
// JSON lines, or one of Posthoc's. name is that of the file, for messages.
func openTrace(r io.Reader, name string) (trace.Source, error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	source, err := func() (trace.Source, error) {
		switch formOf(buffered) {
		case formBinary:
			return trace.NewStream(buffered)
		case formLines:
			return trace.NewJSONReader(buffered)
		case formPosthoc:
			return posthoc.Import(buffered, name)
		}
		if _, err := buffered.Peek(1); err != nil && err != io.EOF {
			return nil, err
		}
		return nil, errors.New("this is no trace; want a file that solve --trace or export wrote, or a search trace of Posthoc")
	}()
	if err != nil {
		return nil, traceError(name, err)
	}
	return source, nil
}

// traceError says in which file something is wrong, without the packages that passed
// it on.
func traceError(name string, err error) error {
	var format *trace.FormatError
	if errors.As(err, &format) {
		err = format
	}
	var event *posthoc.EventError
	if errors.As(err, &event) {
		line := ""
		if event.Line > 0 {
			line = fmt.Sprintf(":%d", event.Line)
		}
		return fmt.Errorf("%s%s: event %d: %s; want %s", name, line, event.Event, event.Msg, event.Want)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// readRest reads what is left of a trace, which may be damaged there.
func readRest(source trace.Source) error {
	for {
		if _, err := source.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// form is one in which a trace can be read.
type form uint8

const (
	formNone form = iota
	formBinary
	formLines
	formPosthoc
)

// sniffed is how many bytes are looked at to tell in which form a trace is.
const sniffed = 1 << 12

// formOf tells in which form a trace is that r is at the beginning of.
func formOf(r *bufio.Reader) form {
	head, _ := r.Peek(sniffed) // shorter input is looked at as far as it goes
	const binary = 0x89        // with which no text begins
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case len(head) > 0 && head[0] == binary:
		return formBinary
	case posthocJSON.Match(text):
		return formPosthoc
	case len(text) > 0 && text[0] == '{':
		return formLines
	case posthocYAML.Match(text):
		return formPosthoc
	}
	return formNone
}

// A search trace of Posthoc begins with one of its fields, in YAML perhaps behind a
// line of dashes and comments.
var (
	posthocJSON = regexp.MustCompile(`^\{\s*"(version|views|render|pivot|path|events|id|type)"\s*:`)
	posthocYAML = regexp.MustCompile(`^((---|#|%)[^\n]*\s+)*"?(version|views|render|pivot|path|events)"?\s*:`)
)

// isTrace tells whether what is to be read is a trace, and no answer.
func isTrace(r *bufio.Reader) bool {
	const lines = `{"header":`
	head, _ := r.Peek(len(lines)) // shorter input is no trace
	f := formOf(r)
	return f == formBinary || f == formPosthoc || string(head) == lines
}
