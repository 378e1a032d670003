package scenario

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// WriteJSON writes one JSON object a line for each result, its fields in the
// order of [Result]. The error is the writer's, wrapped.
func WriteJSON(w io.Writer, results []Result) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, r := range results {
		if err := encoder.Encode(r); err != nil {
			return fmt.Errorf("scenario: writing results: %w", err)
		}
	}
	return nil
}

// WriteFindings writes one JSON object a line for each wrong answer and then for each
// note. The field wrong has the reason, and note the text; they come first, and tell
// these objects from those of [WriteJSON]. The error is the writer's, wrapped.
func WriteFindings(w io.Writer, wrong []Wrong, notes []Note) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, x := range wrong {
		if err := encoder.Encode(finding{
			Wrong: x.Reason, Map: x.Map, Algorithm: x.Algorithm, Source: x.Source, Line: x.Line, Query: x.Query, Published: x.Published, Ours: x.Ours,
		}); err != nil {
			return fmt.Errorf("scenario: writing what is wrong: %w", err)
		}
	}
	for _, n := range notes {
		if err := encoder.Encode(finding{Note: n.Text, Map: n.Map, Source: n.Source, Line: n.Line, Query: n.Query}); err != nil {
			return fmt.Errorf("scenario: writing notes: %w", err)
		}
	}
	return nil
}

// finding is a wrong answer or a note as JSON.
type finding struct {
	Wrong     string `json:"wrong,omitempty"`
	Note      string `json:"note,omitempty"`
	Map       string `json:"map"`
	Algorithm string `json:"algorithm,omitempty"`
	Source    string `json:"source"`
	Line      int    `json:"line,omitempty"`
	Query     int    `json:"query"`
	Published string `json:"published,omitempty"`
	Ours      string `json:"ours,omitempty"`
}

var csvHeader = []string{
	"map", "algorithm", "queries", "optimal", "expanded", "mean_us", "median_us", "p99_us", "ns_per_expansion", "peak_bytes", "cpu_us",
}

// WriteCSV writes a header and one line for each result: the fields of
// [WriteJSON] but repeats_us. The error is the writer's, wrapped.
func WriteCSV(w io.Writer, results []Result) error {
	return writeCSV(w, append([][]string{csvHeader}, records(results)...))
}

// WriteCSVLines is [WriteCSV] without the header: for more results.
func WriteCSVLines(w io.Writer, results []Result) error { return writeCSV(w, records(results)) }

func records(results []Result) [][]string {
	var records [][]string
	for _, r := range results {
		records = append(records, []string{
			r.Map, r.Algorithm, strconv.Itoa(r.Queries), strconv.Itoa(r.Optimal), strconv.FormatInt(r.Expanded, 10),
			decimal(r.MeanUS), decimal(r.MedianUS), decimal(r.P99US), decimal(r.NSPerExpansion),
			strconv.FormatInt(r.PeakBytes, 10), decimal(r.CPUUS),
		})
	}
	return records
}

func writeCSV(w io.Writer, records [][]string) error {
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("scenario: writing results: %w", err)
	}
	return nil
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// ReadJSON reads what [WriteJSON] wrote. Blank lines are skipped, what [WriteFindings]
// wrote, and fields that are not known. The name stands in errors, which say the line: of what is no
// such object, of one without a map or an algorithm or with a number below 0, and
// of a second one for the same map and algorithm. A reader's error is wrapped.
func ReadJSON(r io.Reader, name string) ([]Result, error) {
	const want = "want what astrolabe bench --json prints, one object a line"
	type key struct{ onMap, algorithm string }
	lines := make(map[key]int)
	var results []Result
	buffered := bufio.NewReader(r)
	for line := 1; ; line++ {
		data, readErr := buffered.ReadBytes('\n')
		if readErr != nil && !errors.Is(readErr, io.EOF) {
			return nil, fmt.Errorf("%s:%d: %w", name, line, readErr)
		}
		if data = bytes.TrimSpace(data); len(data) > 0 {
			var result Result
			var found finding
			if err := json.Unmarshal(data, &found); err == nil && found.Wrong+found.Note != "" {
				continue
			}
			if err := json.Unmarshal(data, &result); err != nil {
				return nil, fmt.Errorf("%s:%d: not a result: %w; %s", name, line, err, want)
			}
			if fault := result.fault(); fault != "" {
				return nil, fmt.Errorf("%s:%d: not a result: %s; %s", name, line, fault, want)
			}
			k := key{result.Map, result.Algorithm}
			if first := lines[k]; first > 0 {
				return nil, fmt.Errorf("%s:%d: a second result for the map %s and %s; want one, as on line %d", name, line, k.onMap, k.algorithm, first)
			}
			lines[k] = line
			results = append(results, result)
		}
		if readErr != nil {
			return results, nil
		}
	}
}

// fault returns what cannot be in a result, or "".
func (r *Result) fault() string {
	switch {
	case r.Map == "":
		return "it names no map"
	case r.Algorithm == "":
		return "it names no algorithm"
	}
	least := min(float64(r.Queries), float64(r.Optimal), float64(r.Expanded), r.MeanUS, r.MedianUS, r.P99US, r.NSPerExpansion,
		float64(r.PeakBytes), r.CPUUS)
	for _, t := range r.RepeatsUS {
		least = min(least, t)
	}
	if least < 0 {
		return fmt.Sprintf("it has the number %v", least)
	}
	return ""
}
