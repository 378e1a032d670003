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

var csvHeader = []string{
	"map", "algorithm", "queries", "optimal", "expanded", "mean_us", "median_us", "p99_us", "ns_per_expansion", "peak_bytes", "cpu_us",
}

// WriteCSV writes a header and one line for each result: the fields of
// [WriteJSON] but repeats_us. The error is the writer's, wrapped.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	records := [][]string{csvHeader}
	for _, r := range results {
		records = append(records, []string{
			r.Map, r.Algorithm, strconv.Itoa(r.Queries), strconv.Itoa(r.Optimal), strconv.FormatInt(r.Expanded, 10),
			decimal(r.MeanUS), decimal(r.MedianUS), decimal(r.P99US), decimal(r.NSPerExpansion),
			strconv.FormatInt(r.PeakBytes, 10), decimal(r.CPUUS),
		})
	}
	if err := c.WriteAll(records); err != nil {
		return fmt.Errorf("scenario: writing results: %w", err)
	}
	return nil
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// ReadJSON reads what [WriteJSON] wrote. Blank lines are skipped, and fields that
// are not known. The name stands in errors, which say the line: of what is no
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
