package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
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

Exit codes: 0 all is as claimed; 1 a claim failed (the first one is named); 2
bad input.`

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
	file, err := a.readMap(ctx, mapName)
	if err != nil {
		return err
	}
	checks, err := read(ctx, a, resultName, func(r io.Reader, name string) ([]check, error) {
		return checksOf(r, name, file.Map)
	})
	if err != nil {
		return err
	}
	var failure error
	for i, d := range checks {
		report, err := d.report()
		if err != nil {
			return err
		}
		if asJSON {
			if err := a.printJSON(reportJSON(d.algorithm, report)); err != nil {
				return err
			}
		} else {
			if i > 0 {
				a.stdout.printf("\n")
			}
			a.printReport(d.algorithm, report)
		}
		if !report.OK() && failure == nil {
			failure = &codedError{exitFailed, fmt.Errorf("%s: %s", d.where, failureWords(report))}
		}
	}
	return failure
}

// check is what is rechecked, and how.
type check struct {
	algorithm string // may be empty
	where     string // for messages
	report    func() (verify.Report, error)
}

// checksOf reads answers, or a trace, which is checked as it is read.
func checksOf(r io.Reader, name string, m *grid.Map) ([]check, error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	if !isTrace(buffered) {
		documents, err := readDocuments(buffered, name)
		checks := make([]check, len(documents))
		for i, d := range documents {
			checks[i] = check{d.algorithm, d.where, func() (verify.Report, error) { return d.check(m) }}
		}
		return checks, err
	}
	source, err := openTrace(buffered, name)
	if err != nil {
		return nil, err
	}
	if _, imported := source.(*posthoc.Imported); imported {
		return nil, fmt.Errorf("%s: a search trace of Posthoc does not say which algorithm and which moves it is of; want a trace that solve --trace recorded", name)
	}
	report, err := verify.CheckTrace(m, source)
	if err != nil {
		return nil, traceError(name, err)
	}
	return []check{{source.Header().Algorithm, name, func() (verify.Report, error) { return report, nil }}}, nil
}

// document is an answer to check.
type document struct {
	*verify.Document
	algorithm string // as named in it; may be empty
	where     string // for messages
}

// readDocuments reads one answer, or one a line. Lines that say that an
// algorithm did not apply claim nothing and are skipped.
func readDocuments(r io.Reader, name string) ([]document, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxDocuments+1))
	if err != nil {
		return nil, fileError(name, "read", err)
	}
	if len(data) > maxDocuments {
		return nil, fmt.Errorf("%s: more than %d bytes; give fewer answers at once", name, maxDocuments)
	}
	lines := bytes.Split(bytes.TrimRight(data, "\r\n\t "), []byte("\n"))
	for _, l := range lines {
		if !json.Valid(l) {
			return readOne(data, name, 0)
		}
	}
	var documents []document
	for i, l := range lines {
		more, err := readOne(l, name, i)
		if err != nil {
			return nil, err
		}
		documents = append(documents, more...)
	}
	return documents, nil
}

// maxDocuments bounds the size of a file of answers, in bytes.
const maxDocuments = 4 * verify.MaxDocumentBytes

// readOne reads the answer that stands below some number of other lines.
func readOne(data []byte, name string, above int) ([]document, error) {
	var head struct{ Status, Algorithm string }
	if err := json.Unmarshal(data, &head); err == nil && head.Status == notRun {
		return nil, nil
	}
	// The blank lines make the line numbers in errors right.
	doc, err := verify.ReadDocument(io.MultiReader(bytes.NewReader(bytes.Repeat([]byte("\n"), above)), bytes.NewReader(data)), name)
	if err != nil {
		return nil, err
	}
	where := name
	if above > 0 {
		where = fmt.Sprintf("%s:%d", name, above+1)
	}
	return []document{{doc, head.Algorithm, where}}, nil
}

func (d document) check(m *grid.Map) (verify.Report, error) {
	costs, err := grid.NewCostsWith(m, d.Rule, d.Model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return verify.Report{}, fmt.Errorf("%s: %w", d.where, err)
	}
	answer, err := d.Answer(costs)
	if err != nil {
		return verify.Report{}, err
	}
	report, err := verify.Check(costs, answer)
	if err != nil {
		return verify.Report{}, fmt.Errorf("%s: %w", d.where, err)
	}
	return report, nil
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
