package trace

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// Header says what was searched, and how. Package trace knows no algorithm and
// no map; it holds what it is told.
type Header struct {
	Algorithm string
	// Start and Goals are the query. Either may be empty where there is no such
	// state, as when a query leads out of the map.
	Start, Goals []int64
	// Options are what the search was told, in the order in which they are
	// shown. Keys are distinct.
	Options []Option
	// Map is where the states lie. Without one (Width 0) they are only numbers.
	Map Map
}

// Option is a key and its value.
type Option struct{ Key, Value string }

// Option returns the value of an option, and false if there is none of that key.
func (h Header) Option(key string) (string, bool) {
	for _, o := range h.Options {
		if o.Key == key {
			return o.Value, true
		}
	}
	return "", false
}

// Map lays the states out in rows: the state y·Width + x is the cell (x, y).
type Map struct {
	Name          string // such as a file's; for show
	Width, Height int
	Kinds         []CellKind
	Cells         []uint8 // row by row; index into Kinds
	// Weights, if not nil, are those of the single cells in millionths, row by
	// row, −1 where blocked; the weights of Kinds then do not count.
	Weights []int64
}

// CellKind is a sort of cell.
type CellKind struct {
	Symbol  rune // distinct among the kinds of a map
	Blocked bool
	Weight  string // a decimal; empty if blocked
}

const (
	maxText    = 1 << 12 // bytes of a name, an option, a reason
	maxOptions = 1 << 8
	maxGoals   = 1 << 16
	maxKinds   = 1 << 8
	// maxCells is what package mapgen makes at most, and fits maxDocumentBytes.
	maxCells = 1 << 26
	// maxWeights bounds the cells of a map that has a weight for each: eight bytes each
	// fit maxDocumentBytes.
	maxWeights = 1 << 24
	// maxPath bounds the states of a path: eleven bytes each fit maxDocumentBytes.
	maxPath = 1 << 23
)

// ErrHeader reports a header or an outcome that no trace can have.
var ErrHeader = errors.New("trace: impossible header")

// States returns the number of states if the header has a map, else
// [math.MaxInt64].
func (h Header) States() int64 {
	if h.Map.Width == 0 {
		return math.MaxInt64
	}
	return int64(h.Map.Width) * int64(h.Map.Height)
}

// check returns [ErrHeader], with the reason, unless a trace can have the
// header.
func (h *Header) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrHeader, fmt.Sprintf(format, args...))
	}
	if h.Algorithm == "" {
		return bad("no algorithm is named")
	}
	texts := []string{h.Algorithm, h.Map.Name}
	for _, o := range h.Options {
		texts = append(texts, o.Key, o.Value)
	}
	for _, text := range texts {
		if len(text) > maxText || !utf8.ValidString(text) {
			return bad("the text %.20q… has %d bytes, or is not UTF-8; at most %d are possible", text, len(text), maxText)
		}
	}
	if len(h.Options) > maxOptions || len(h.Start) > maxGoals || len(h.Goals) > maxGoals {
		return bad("%d options, %d starts and %d goals; at most %d, %d and %d are possible",
			len(h.Options), len(h.Start), len(h.Goals), maxOptions, maxGoals, maxGoals)
	}
	for i, o := range h.Options {
		if slices.ContainsFunc(h.Options[:i], func(other Option) bool { return other.Key == o.Key }) || o.Key == "" {
			return bad("the option %q is there twice, or has no name", o.Key)
		}
	}
	if err := h.Map.check(); err != nil {
		return err
	}
	for _, state := range slices.Concat(h.Start, h.Goals) {
		if state < 0 || state >= h.States() {
			return bad("the query has the state %d; want one from 0 and below %d", state, h.States())
		}
	}
	return nil
}

func (m *Map) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrHeader, fmt.Sprintf(format, args...))
	}
	if m.Width == 0 && m.Height == 0 {
		if len(m.Kinds)+len(m.Cells)+len(m.Weights) > 0 || m.Name != "" {
			return bad("a map of no size has a name, kinds or cells")
		}
		return nil
	}
	if m.Width < 1 || m.Height < 1 || m.Width > maxCells || m.Height > maxCells || m.Width*m.Height > maxCells {
		return bad("a map of %d×%d; at most %d cells are possible", m.Width, m.Height, maxCells)
	}
	cells := m.Width * m.Height
	if len(m.Cells) != cells || m.Weights != nil && len(m.Weights) != cells {
		return bad("a map of %d×%d has %d cells and %d weights", m.Width, m.Height, len(m.Cells), len(m.Weights))
	}
	if len(m.Weights) > maxWeights {
		return bad("a map of %d×%d has a weight for each cell; at most %d cells can have one", m.Width, m.Height, maxWeights)
	}
	if len(m.Kinds) == 0 || len(m.Kinds) > maxKinds {
		return bad("a map has %d kinds of cell; want 1 to %d", len(m.Kinds), maxKinds)
	}
	for i, k := range m.Kinds {
		switch {
		case k.Symbol < ' ' || k.Symbol == utf8.RuneError || !utf8.ValidRune(k.Symbol):
			return bad("a kind of cell has the symbol %U; want a printable character", k.Symbol)
		case slices.ContainsFunc(m.Kinds[:i], func(other CellKind) bool { return other.Symbol == k.Symbol }):
			return bad("two kinds of cell have the symbol %q", k.Symbol)
		case k.Blocked != (k.Weight == "") || len(k.Weight) > maxText:
			return bad("the kind %q has the weight %q; want none if it is blocked, else a decimal", k.Symbol, k.Weight)
		}
	}
	for i, k := range m.Cells {
		if int(k) >= len(m.Kinds) {
			return bad("the cell %d,%d has kind %d of %d", i%m.Width, i/m.Width, k, len(m.Kinds))
		}
	}
	for i, w := range m.Weights {
		if w < -1 || (w == -1) != m.Kinds[m.Cells[i]].Blocked {
			return bad("the cell %d,%d has the weight %d; want −1 if it is blocked, else millionths", i%m.Width, i/m.Width, w)
		}
	}
	return nil
}
