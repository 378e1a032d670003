package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

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

// unmarshalHeader reads what marshalHeader made, and checks it.
func unmarshalHeader(data []byte) (Header, error) {
	var object headerJSON
	if err := unmarshal(data, &object); err != nil {
		return Header{}, err
	}
	switch {
	case object.Version > version:
		return Header{}, fmt.Errorf("%w: %d; this program knows %d", ErrNewerVersion, object.Version, version)
	case object.Version < version:
		return Header{}, fmt.Errorf("%w: version %d; want %d", ErrHeader, object.Version, version)
	}
	h := Header{Algorithm: object.Algorithm, Start: object.Start, Goals: object.Goals}
	for _, o := range object.Options {
		h.Options = append(h.Options, Option{o[0], o[1]})
	}
	if object.Map != nil {
		if err := object.Map.read(&h.Map); err != nil {
			return Header{}, err
		}
	}
	return h, h.check()
}

func (object *mapJSON) read(m *Map) error {
	if object.Width < 1 || object.Height < 1 {
		return fmt.Errorf("%w: a map of %d×%d", ErrHeader, object.Width, object.Height)
	}
	if len(object.Rows) != object.Height {
		return fmt.Errorf("%w: a map of height %d has %d rows", ErrHeader, object.Height, len(object.Rows))
	}
	*m = Map{Name: object.Name, Width: object.Width, Height: object.Height, Weights: object.Weights}
	if len(object.Kinds) > maxKinds {
		return fmt.Errorf("%w: a map has %d kinds of cell; want at most %d", ErrHeader, len(object.Kinds), maxKinds)
	}
	kinds := map[rune]uint8{}
	var ascii [utf8.RuneSelf]int16 // kinds by their symbols, plus one
	for i, k := range object.Kinds {
		symbol, size := utf8.DecodeRuneInString(k.Symbol)
		if size != len(k.Symbol) || size == 0 {
			return fmt.Errorf("%w: a kind of cell has the symbol %q; want one character", ErrHeader, k.Symbol)
		}
		m.Kinds = append(m.Kinds, CellKind{symbol, k.Blocked, k.Weight})
		kinds[symbol] = uint8(i)
		if symbol < utf8.RuneSelf {
			ascii[symbol] = int16(i + 1)
		}
	}
	for y, row := range object.Rows {
		x := 0
		for _, symbol := range row {
			var k uint8
			known := symbol < utf8.RuneSelf && ascii[symbol] > 0
			if known {
				k = uint8(ascii[symbol] - 1)
			} else if k, known = kinds[symbol]; !known {
				return fmt.Errorf("%w: the cell %d,%d has the symbol %q, which no kind has", ErrHeader, x, y, symbol)
			}
			m.Cells = append(m.Cells, k)
			x++
		}
		if x != object.Width {
			return fmt.Errorf("%w: row %d of a map of width %d has %d cells", ErrHeader, y, object.Width, x)
		}
	}
	return nil
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

// unmarshalTrailer reads what marshalTrailer made, and checks it.
func unmarshalTrailer(data []byte, limit int64) (Outcome, Totals, error) {
	var object trailerJSON
	if err := unmarshal(data, &object); err != nil {
		return Outcome{}, Totals{}, err
	}
	o := Outcome{
		Cost: object.Cost, Reason: object.Reason, LowerBound: object.LowerBound, Nearest: object.Nearest, NearestCost: object.NearestCost,
		Counts: search.Counts{Expanded: object.Expanded, Generated: object.Generated, Reopened: object.Reopened, PeakOpen: object.PeakOpen},
	}
	if len(object.Path) > 0 {
		o.Path = object.Path
	}
	var err error
	if object.Status != search.Status(0).String() {
		if o.Status, err = search.ParseStatus(object.Status); err != nil {
			return Outcome{}, Totals{}, err
		}
	}
	if o.Certificate, err = search.ParseCertificate(object.Certificate); err != nil {
		return Outcome{}, Totals{}, err
	}
	if object.Bound != "" {
		if o.Bound, err = parseBound(object.Bound); err != nil {
			return Outcome{}, Totals{}, err
		}
	}
	t := Totals{Largest: object.Largest}
	sum := int64(0)
	for i, count := range object.Events.counts() {
		t.Events[i] = *count
		if sum += *count; *count < 0 || sum < 0 {
			return Outcome{}, Totals{}, fmt.Errorf("%w: %d events of kind %v", ErrHeader, *count, Kind(i))
		}
	}
	return o, t, o.check(limit)
}

// parseBound reads a ratio as it was written, not in lowest terms.
func parseBound(s string) (search.Ratio, error) {
	num, den, _ := strings.Cut(s, "/")
	n, errNum := strconv.ParseInt(num, 10, 64)
	d, errDen := strconv.ParseInt(den, 10, 64)
	if errNum != nil || errDen != nil {
		return search.Ratio{}, fmt.Errorf("%w: the bound %q; want a fraction such as 3/2", ErrHeader, s)
	}
	return search.Ratio{Num: n, Den: d}, nil
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
