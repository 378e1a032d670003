package graph

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits bound what a file may ask for. A zero field is its default.
type Limits struct {
	MaxNodes int // default 1<<26
	MaxArcs  int // default 1<<28
}

func (l Limits) nodes() int { return orDefault(l.MaxNodes, 1<<26) }
func (l Limits) arcs() int  { return orDefault(l.MaxArcs, 1<<28) }

func orDefault(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

const (
	// unitsPerOne is how finely costs are read: six digits after the point.
	unitsPerOne = 1_000_000
	costDigits  = 6
	// sparseNodes and nodesPerArc bound the nodes that a header may announce against
	// the arcs that the file has, since each node takes memory.
	sparseNodes = 1 << 16
	nodesPerArc = 16
)

// reading is a graph being read.
type reading struct {
	*lines
	limits Limits
	nodes  int
	arcs   []Arc // costs in units of 1/unitsPerOne
	names  []string
	byName map[string]Node // of names
}

// Read reads a graph in any of the formats that the package documentation describes.
// name stands in errors, which are of type [*SyntaxError] where the content is wrong.
// It takes memory in proportion to what it has read.
func Read(r io.Reader, name string, limits Limits) (*Graph, error) {
	buffered := bufio.NewReaderSize(r, maxLine)
	head, err := buffered.Peek(maxLine)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g := &reading{lines: newLines(buffered, name), limits: limits}
	if isDIMACS(head) {
		err = g.dimacs()
	} else {
		err = g.edgeList()
	}
	if err != nil {
		return nil, err
	}
	return g.graph()
}

// isDIMACS tells whether the first line of a file that is no DIMACS comment begins a
// DIMACS problem, or all that can be seen are such comments.
func isDIMACS(head []byte) bool {
	comments := false
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\ufeff"))) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0:
		case string(words[0]) == "c":
			comments = true
		default:
			return string(words[0]) == "p"
		}
	}
	return comments
}

// add takes an arc whose cost is in units of 1/unitsPerOne.
func (r *reading) add(from, to Node, cost int64) error {
	if len(r.arcs) == r.limits.arcs() {
		return r.errorf(0, "there are more than %d arcs; that is the limit", r.limits.arcs())
	}
	r.arcs = append(r.arcs, Arc{from, to, cost})
	return nil
}

// cost reads a cost, in units of 1/unitsPerOne.
func (r *reading) cost(w field) (int64, error) {
	const want = "want a decimal of at least 0 with up to 6 digits after the point"
	text := w.text
	if strings.HasPrefix(text, "-") {
		return 0, r.errorf(w.column, "the cost %s is negative; costs must be at least 0", clip(text))
	}
	whole, fraction, _ := strings.Cut(text, ".")
	for strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if len(fraction) > costDigits {
		return 0, r.errorf(w.column, "the cost %s has %d digits after the point; %s", clip(text), len(fraction), want)
	}
	digits := whole + fraction + strings.Repeat("0", costDigits-len(fraction))
	if strings.Trim(digits, "0123456789") != "" || strings.Trim(text, ".") == "" {
		return 0, r.errorf(w.column, "%q is no cost; %s", clip(text), want)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, r.errorf(w.column, "the cost %s is too large; want at most %d", clip(text), int64(math.MaxInt64/unitsPerOne))
	}
	return n, err
}

// graph makes the graph, in the coarsest units that hold all costs.
func (r *reading) graph() (*Graph, error) {
	scale := int64(unitsPerOne)
	for scale > 1 && !slices.ContainsFunc(r.arcs, func(a Arc) bool { return a.Cost%10 != 0 }) {
		for i := range r.arcs {
			r.arcs[i].Cost /= 10
		}
		scale /= 10
	}
	g, err := New(r.nodes, r.arcs, r.names, scale)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	return g, nil
}
