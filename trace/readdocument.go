package trace

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/internal/jsonscan"
	"github.com/astrolabe-search/astrolabe/search"
)

// Header and trailer are read as they come out of DEFLATE, and what they have is counted
// meanwhile: a hundred kilobytes can stand for a hundred million, and those for
// gigabytes of small values.

// maxKey bounds the name of a field.
const maxKey = 64

// readObject reads an object whose fields are among those given, each at most once.
func readObject(s *jsonscan.Scanner, fields map[string]func() error) error {
	seen := map[string]bool{}
	return s.Object(maxKey, func(key string) error {
		read, known := fields[key]
		switch {
		case !known:
			return fmt.Errorf("%w: unknown field %q", ErrHeader, key)
		case seen[key]:
			return fmt.Errorf("%w: the field %q is there twice", ErrHeader, key)
		}
		seen[key] = true
		return read()
	})
}

// into returns a function that reads a value by read and keeps it.
func into[T any](to *T, read func() (T, error)) func() error {
	return func() (err error) {
		*to, err = read()
		return err
	}
}

// intoInt is into for numbers that an int of 32 bits holds.
func intoInt(to *int, s *jsonscan.Scanner) func() error {
	return func() error {
		v, err := s.Int()
		if err == nil && v != int64(int32(v)) {
			err = fmt.Errorf("%w: the number %d; want one of 32 bits", ErrHeader, v)
		}
		*to = int(v)
		return err
	}
}

// intoText is into for texts of at most maxText bytes.
func intoText(to *string, s *jsonscan.Scanner) func() error {
	return into(to, func() (string, error) { return s.String(maxText) })
}

// intoNumbers is into for a list of at most so many integers.
func intoNumbers(to *[]int64, s *jsonscan.Scanner, name string, most int) func() error {
	return func() error {
		return s.List(func(i int) error {
			if i == most {
				return fmt.Errorf("%w: more than %d %s", ErrHeader, most, name)
			}
			v, err := s.Int()
			*to = append(*to, v)
			return err
		})
	}
}

// header returns the header that the chunk read last holds.
func (c *chunkReader) header(k chunk) (h Header, err error) {
	err = c.document(k, func(r io.Reader) (err error) {
		h, err = readHeader(r)
		return badDocument(k, err)
	})
	return h, err
}

// trailer returns what the chunk read last, a trailer, says.
func (c *chunkReader) trailer(k chunk, limit int64) (o Outcome, t Totals, err error) {
	err = c.document(k, func(r io.Reader) (err error) {
		o, t, err = readTrailer(r, limit)
		return badDocument(k, err)
	})
	return o, t, err
}

// badDocument says what is wrong with a header or a trailer, if anything is.
func badDocument(k chunk, err error) error {
	if err == nil {
		return nil
	}
	return &FormatError{Offset: k.offset, Msg: fmt.Sprintf("the %v cannot be read: %v", k.t, err), Want: fmt.Sprintf("a %v as it was written", k.t), Err: err}
}

// readHeader reads what marshalHeader made, and checks it.
func readHeader(r io.Reader) (Header, error) {
	s := jsonscan.New(r)
	var h Header
	written := 0
	err := readObject(s, map[string]func() error{
		"version": func() error {
			if err := intoInt(&written, s)(); err != nil {
				return err
			}
			return checkVersion(written)
		},
		"algorithm": intoText(&h.Algorithm, s),
		"start":     intoNumbers(&h.Start, s, "starts", maxGoals),
		"goals":     intoNumbers(&h.Goals, s, "goals", maxGoals),
		"options":   func() error { return readOptions(s, &h.Options) },
		"map":       func() error { return readMap(s, &h.Map) },
	})
	if err == nil {
		err = s.End()
	}
	if err == nil {
		err = checkVersion(written)
	}
	if err == nil {
		err = h.check()
	}
	if err != nil {
		return Header{}, err
	}
	return h, nil
}

func checkVersion(written int) error {
	switch {
	case written > version:
		return fmt.Errorf("%w: %d; this program knows %d", ErrNewerVersion, written, version)
	case written < version:
		return fmt.Errorf("%w: version %d; want %d", ErrHeader, written, version)
	}
	return nil
}

// readOptions reads pairs of a key and a value.
func readOptions(s *jsonscan.Scanner, options *[]Option) error {
	return s.List(func(i int) error {
		if i == maxOptions {
			return fmt.Errorf("%w: more than %d options", ErrHeader, maxOptions)
		}
		var pair [2]string
		n := 0
		err := s.List(func(i int) (err error) {
			if n = i + 1; n > len(pair) {
				return fmt.Errorf("%w: an option of more than a key and a value", ErrHeader)
			}
			pair[i], err = s.String(maxText)
			return err
		})
		if err == nil && n < len(pair) {
			err = fmt.Errorf("%w: an option that is no key and value", ErrHeader)
		}
		*options = append(*options, Option{pair[0], pair[1]})
		return err
	})
}

// readMap reads a map, whose fields may come in any order.
func readMap(s *jsonscan.Scanner, m *Map) error {
	rows := rowReader{s: s}
	err := readObject(s, map[string]func() error{
		"name":    intoText(&m.Name, s),
		"width":   intoInt(&m.Width, s),
		"height":  intoInt(&m.Height, s),
		"kinds":   func() error { return readKinds(s, &m.Kinds) },
		"weights": intoNumbers(&m.Weights, s, "weights", maxWeights),
		"rows":    rows.read,
	})
	if err != nil {
		return err
	}
	switch {
	case m.Width < 1 || m.Height < 1:
		return fmt.Errorf("%w: a map of %d×%d", ErrHeader, m.Width, m.Height)
	case rows.n != m.Height:
		return fmt.Errorf("%w: a map of height %d has %d rows", ErrHeader, m.Height, rows.n)
	case rows.width != m.Width:
		return fmt.Errorf("%w: row 0 of a map of width %d has %d cells", ErrHeader, m.Width, rows.width)
	}
	return rows.number(m)
}

func readKinds(s *jsonscan.Scanner, kinds *[]CellKind) error {
	return s.List(func(i int) error {
		if i == maxKinds {
			return fmt.Errorf("%w: more than %d kinds of cell", ErrHeader, maxKinds)
		}
		var kind CellKind
		var symbol string
		err := readObject(s, map[string]func() error{
			"symbol":  intoText(&symbol, s),
			"weight":  intoText(&kind.Weight, s),
			"blocked": into(&kind.Blocked, s.Bool),
		})
		if err != nil {
			return err
		}
		r, size := utf8.DecodeRuneInString(symbol)
		if size != len(symbol) || size == 0 {
			return fmt.Errorf("%w: a kind of cell has the symbol %q; want one character", ErrHeader, symbol)
		}
		kind.Symbol = r
		*kinds = append(*kinds, kind)
		return nil
	})
}

// rowReader reads the rows of a map. As the kinds may come later, it gives each symbol a
// number of its own at first.
type rowReader struct {
	s        *jsonscan.Scanner
	n, width int // of the rows, and cells in each
	cells    []uint8
	symbols  []rune // by their numbers
	numbers  map[rune]uint8
	ascii    [utf8.RuneSelf]int16 // the numbers of most symbols, plus one
}

func (r *rowReader) read() error {
	r.numbers = map[rune]uint8{}
	return r.s.List(func(y int) error {
		before := len(r.cells)
		if err := r.s.Runes(r.cell); err != nil {
			return err
		}
		r.n = y + 1
		switch x := len(r.cells) - before; {
		case y == 0:
			r.width = x
		case x != r.width || x == 0:
			return fmt.Errorf("%w: row %d has %d cells, and row 0 has %d", ErrHeader, y, x, r.width)
		}
		return nil
	})
}

func (r *rowReader) cell(symbol rune) error {
	if symbol < utf8.RuneSelf && r.ascii[symbol] > 0 && len(r.cells) < maxCells {
		r.cells = append(r.cells, uint8(r.ascii[symbol]-1))
		return nil
	}
	number, known := r.numbers[symbol]
	switch {
	case len(r.cells) == maxCells:
		return fmt.Errorf("%w: a map of more than %d cells", ErrHeader, maxCells)
	case !known && len(r.symbols) == maxKinds:
		return fmt.Errorf("%w: a map with more than %d symbols", ErrHeader, maxKinds)
	case !known:
		number = uint8(len(r.symbols))
		r.symbols = append(r.symbols, symbol)
		r.numbers[symbol] = number
		if symbol < utf8.RuneSelf {
			r.ascii[symbol] = int16(number) + 1
		}
	}
	r.cells = append(r.cells, number)
	return nil
}

// number gives the map its cells, numbered as its kinds are.
func (r *rowReader) number(m *Map) error {
	var kinds [maxKinds]int // by the numbers of symbols; −1: none
	for i, symbol := range r.symbols {
		kinds[i] = -1
		for k := range m.Kinds {
			if m.Kinds[k].Symbol == symbol {
				kinds[i] = k
			}
		}
	}
	for i, number := range r.cells {
		k := kinds[number]
		if k < 0 {
			return fmt.Errorf("%w: the cell %d,%d has the symbol %q, which no kind has", ErrHeader, i%r.width, i/r.width, r.symbols[number])
		}
		r.cells[i] = uint8(k)
	}
	m.Cells = r.cells
	return nil
}

// readTrailer reads what marshalTrailer made, and checks it.
func readTrailer(r io.Reader, limit int64) (Outcome, Totals, error) {
	s := jsonscan.New(r)
	var o Outcome
	var t Totals
	var status, certificate, bound string
	number := func(to *int64) func() error { return into(to, s.Int) }
	events := map[string]func() error{}
	for kind, name := range kindNames {
		events[name] = number(&t.Events[kind])
	}
	err := readObject(s, map[string]func() error{
		"status":       intoText(&status, s),
		"path":         intoNumbers(&o.Path, s, "states of a path", maxPath),
		"cost":         number(&o.Cost),
		"certificate":  intoText(&certificate, s),
		"bound":        intoText(&bound, s),
		"reason":       intoText(&o.Reason, s),
		"lower_bound":  number(&o.LowerBound),
		"nearest":      intoNumbers(&o.Nearest, s, "states of a path", maxPath),
		"nearest_cost": number(&o.NearestCost),
		"expanded":     number(&o.Counts.Expanded),
		"generated":    number(&o.Counts.Generated),
		"reopened":     number(&o.Counts.Reopened),
		"peak_open":    number(&o.Counts.PeakOpen),
		"events":       func() error { return readObject(s, events) },
		"largest":      number(&t.Largest),
	})
	if err == nil {
		err = s.End()
	}
	if err == nil && status != search.Status(0).String() {
		o.Status, err = search.ParseStatus(status)
	}
	if err == nil {
		o.Certificate, err = search.ParseCertificate(certificate)
	}
	if err == nil && bound != "" {
		o.Bound, err = parseBound(bound)
	}
	sum := int64(0)
	for i, count := range t.Events {
		if sum += count; err == nil && (count < 0 || sum < 0) {
			err = fmt.Errorf("%w: %d events of kind %v", ErrHeader, count, Kind(i))
		}
	}
	if err == nil {
		err = o.check(limit)
	}
	if err != nil {
		return Outcome{}, Totals{}, err
	}
	return o, t, nil
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
