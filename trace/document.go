package trace

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// The header and the trailer are JSON objects in both forms of a trace.

type headerJSON struct {
	Version   int         `json:"version"`
	Algorithm string      `json:"algorithm"`
	Start     []int64     `json:"start"`
	Goals     []int64     `json:"goals"`
	Options   [][2]string `json:"options"`
	Map       *mapJSON    `json:"map,omitempty"`
}

type mapJSON struct {
	Name    string     `json:"name"`
	Width   int        `json:"width"`
	Height  int        `json:"height"`
	Kinds   []kindJSON `json:"kinds"`
	Weights []int64    `json:"weights,omitempty"`
	Rows    []string   `json:"rows,omitempty"`
}

type kindJSON struct {
	Symbol  string `json:"symbol"`
	Weight  string `json:"weight,omitempty"`
	Blocked bool   `json:"blocked,omitempty"`
}

type trailerJSON struct {
	Status      string     `json:"status"`
	Path        []int64    `json:"path"`
	Cost        int64      `json:"cost"`
	Certificate string     `json:"certificate"`
	Bound       string     `json:"bound,omitempty"`
	Reason      string     `json:"reason"`
	LowerBound  int64      `json:"lower_bound"`
	Nearest     []int64    `json:"nearest,omitempty"`
	NearestCost int64      `json:"nearest_cost,omitempty"`
	Expanded    int64      `json:"expanded"`
	Generated   int64      `json:"generated"`
	Reopened    int64      `json:"reopened"`
	PeakOpen    int64      `json:"peak_open"`
	Events      eventsJSON `json:"events"`
	Largest     int64      `json:"largest"`
}

// eventsJSON has a field for each kind of event, in the order of their numbers.
type eventsJSON struct {
	Start    int64 `json:"start"`
	Expand   int64 `json:"expand"`
	Generate int64 `json:"generate"`
	Improve  int64 `json:"improve"`
	Reopen   int64 `json:"reopen"`
	Prune    int64 `json:"prune"`
	Meet     int64 `json:"meet"`
	Goal     int64 `json:"goal"`
	Scan     int64 `json:"scan"`
	End      int64 `json:"end"`
}

func (e *eventsJSON) counts() [kinds]*int64 {
	return [kinds]*int64{&e.Start, &e.Expand, &e.Generate, &e.Improve, &e.Reopen, &e.Prune, &e.Meet, &e.Goal, &e.Scan, &e.End}
}

// marshalHeader returns the header as JSON. It must have been checked.
func marshalHeader(h *Header) ([]byte, error) {
	object := headerJSON{
		Version: version, Algorithm: h.Algorithm,
		Start: append([]int64{}, h.Start...), Goals: append([]int64{}, h.Goals...), Options: [][2]string{},
	}
	for _, o := range h.Options {
		object.Options = append(object.Options, [2]string{o.Key, o.Value})
	}
	document, err := json.Marshal(object)
	if err != nil || h.Map.Width == 0 {
		return document, err
	}
	document = append(document[:len(document)-1], `,"map":`...)
	document, err = appendMap(document, &h.Map)
	return append(document, '}'), err
}

// appendMap appends a map as JSON. The rows, which are most of it, are put together
// from the symbols' JSON; package json would look at every cell twice.
func appendMap(dst []byte, m *Map) ([]byte, error) {
	object := mapJSON{Name: m.Name, Width: m.Width, Height: m.Height, Weights: m.Weights}
	symbols := make([]string, len(m.Kinds))
	var single [maxKinds]byte // a symbol whose JSON is one byte
	isSingle := true
	for i, k := range m.Kinds {
		symbol, err := json.Marshal(string(k.Symbol))
		if err != nil {
			return nil, err
		}
		symbols[i] = string(symbol[1 : len(symbol)-1])
		single[i] = symbols[i][0]
		isSingle = isSingle && len(symbols[i]) == 1
		object.Kinds = append(object.Kinds, kindJSON{string(k.Symbol), k.Weight, k.Blocked})
	}
	document, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	dst = append(dst, document[:len(document)-1]...)
	dst = append(dst, `,"rows":[`...)
	for y := range m.Height {
		if y > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		row := m.Cells[y*m.Width:][:m.Width]
		if isSingle {
			for _, k := range row {
				dst = append(dst, single[k])
			}
		} else {
			for _, k := range row {
				dst = append(dst, symbols[k]...)
			}
		}
		dst = append(dst, '"')
	}
	return append(dst, "]}"...), nil
}

// marshalTrailer returns an outcome and totals as JSON.
func marshalTrailer(o *Outcome, t *Totals) ([]byte, error) {
	object := trailerJSON{
		Status: o.Status.String(), Path: append([]int64{}, o.Path...), Cost: o.Cost, Certificate: o.Certificate.String(), Reason: o.Reason,
		LowerBound: o.LowerBound, Nearest: o.Nearest, NearestCost: o.NearestCost,
		Expanded: o.Counts.Expanded, Generated: o.Counts.Generated, Reopened: o.Counts.Reopened, PeakOpen: o.Counts.PeakOpen,
		Largest: t.Largest,
	}
	if o.Certificate == search.Bounded {
		object.Bound = fmt.Sprintf("%d/%d", o.Bound.Num, o.Bound.Den)
	}
	for i, count := range object.Events.counts() {
		*count = t.Events[i]
	}
	return json.Marshal(object)
}

// unmarshal reads one JSON object that has no fields but those of v.
func unmarshal(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err == nil {
		return fmt.Errorf("%w: something follows the object", ErrHeader)
	}
	return nil
}
