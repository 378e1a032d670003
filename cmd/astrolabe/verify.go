package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/trace/posthoc"
	"github.com/astrolabe-search/astrolabe/verify"
	"github.com/spf13/cobra"
)

const verifyLong = `Verify rechecks an answer that solve --json or compare --json printed: that the
path is legal, that it costs what is claimed, and that what the certificate says
of the cost holds. It uses none of the search algorithms, only a plain Dijkstra.

RESULT is a file, or - for standard input, with one answer or one a line, or a
trace that solve --trace recorded: then each event is checked as well, against
the map and the algorithm's rules. The moves, the corner rule and the cost model
are those that it names.

Exit codes: 0 all is as claimed; 1 a claim failed (the first one is named), or
there was nothing to check; 2 bad input.`

func (a *app) verifyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify MAP RESULT [flags]",
		Short: "Recheck somebody's answer against the map",
		Long:  verifyLong,
		Example: `  astrolabe solve examples/harbor.txt --json > answer.json
  astrolabe verify examples/harbor.txt answer.json
  astrolabe compare examples/hills.txt --json | astrolabe verify examples/hills.txt -
  astrolabe solve examples/hills.txt --trace hills.trace
  astrolabe verify examples/hills.txt hills.trace`,
		Args: takes("MAP", "RESULT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.verify(cmd.Context(), args[0], args[1], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each answer and nothing else")
	return cmd
}

func (a *app) verify(ctx context.Context, mapName, resultName string, asJSON bool) error {
	if mapName == "-" && resultName == "-" {
		return fmt.Errorf("verify: MAP and RESULT cannot both be standard input; name a file for one")
	}
	file, space, err := a.readSubject(ctx, mapName)
	if err != nil {
		return err
	}
	if space != nil {
		return a.verifySpace(ctx, space, resultName, asJSON)
	}
	// Verdicts are shown as they come, and not kept.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	verdicts := make(chan verdict)
	ended := make(chan error, 1)
	go func() {
		_, err := read(ctx, a, resultName, func(r io.Reader, name string) (none struct{}, err error) {
			return none, check(r, name, file.Map, func(v verdict) {
				select {
				case verdicts <- v:
				case <-ctx.Done():
				}
			})
		})
		ended <- err
	}()
	var failure error
	for first := true; ; first = false {
		select {
		case v := <-verdicts:
			if err := a.printVerdict(v, first, asJSON); err != nil {
				return err
			}
			if !v.report.OK() && failure == nil {
				failure = &codedError{exitFailed, fmt.Errorf("%s: %s", v.where, failureWords(v.report))}
			}
		case err := <-ended:
			if err == nil {
				err = failure
			}
			return err
		}
	}
}

// verdict is what a check has found.
type verdict struct {
	algorithm string // may be empty
	where     string // for messages
	report    verify.Report
}

// check checks answers, or a trace, as they are read.
func check(r io.Reader, name string, m *grid.Map, tell func(verdict)) error {
	buffered := bufio.NewReaderSize(r, sniffed)
	if isTrace(buffered) {
		source, err := openTrace(buffered, name)
		if err != nil {
			return err
		}
		if _, imported := source.(*posthoc.Imported); imported {
			return fmt.Errorf("%s: a search trace of Posthoc does not say which algorithm and which moves it is of; want a trace that solve --trace recorded", name)
		}
		report, err := verify.CheckTrace(m, source)
		if err != nil {
			return traceError(name, err)
		}
		tell(verdict{algorithm: source.Header().Algorithm, where: name, report: report})
		return nil
	}
	checked := false
	for documents := verify.NewDocuments(buffered, name); ; {
		d, err := documents.Next()
		if err == io.EOF && !checked {
			return &codedError{exitFailed, fmt.Errorf("%s: nothing in it was checked: it says of no algorithm but that it was not run; give it an answer", name)}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		where := name
		if d.Line > 1 {
			where = fmt.Sprintf("%s:%d", name, d.Line)
		}
		report, err := d.Check(m)
		var located *verify.DocumentError
		if err != nil && !errors.As(err, &located) {
			err = fmt.Errorf("%s: %w", where, err)
		}
		if err != nil {
			return err
		}
		if d.NotRun && report.OK() {
			continue
		}
		checked = true
		tell(verdict{d.Algorithm, where, report})
	}
}

// printVerdict prints a verdict, the first or one after others.
func (a *app) printVerdict(v verdict, first, asJSON bool) error {
	if asJSON {
		return a.printJSON(reportJSON(v.algorithm, v.report))
	}
	if !first {
		a.stdout.printf("\n")
	}
	a.printReport(v.algorithm, v.report)
	return nil
}

func (a *app) printReport(algorithm string, report verify.Report) {
	var lines []line
	if algorithm != "" {
		lines = append(lines, line{"algorithm", a.paint.bold(algorithm)})
	}
	for _, passed := range report.Passed {
		lines = append(lines, line{"ok", passed})
	}
	if !report.OK() {
		lines = append(lines, line{"wrong", a.paint.bad(failureWords(report))})
	}
	a.printLines(lines)
}

// failureWords says what is wrong, without the package's name.
func failureWords(report verify.Report) string {
	return strings.TrimPrefix(report.Failure.Error(), "verify: ")
}

type verdictJSON struct {
	Algorithm string   `json:"algorithm,omitempty"`
	OK        bool     `json:"ok"`
	Passed    []string `json:"passed"`
	Failure   string   `json:"failure,omitempty"`
}

func reportJSON(algorithm string, report verify.Report) verdictJSON {
	v := verdictJSON{Algorithm: algorithm, OK: report.OK(), Passed: append([]string{}, report.Passed...)}
	if !report.OK() {
		v.Failure = failureWords(report)
	}
	return v
}
