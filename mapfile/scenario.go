package mapfile

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Scenario is a list of queries on maps with their known answers: a MovingAI
// scenario file of version 1.
type Scenario struct {
	Version string // as written in the file: "1", "1.0" and the like
	Queries []Query
}

// Query is one line of a scenario.
type Query struct {
	Bucket        int    // groups queries of like length: MovingAI's holds lengths from 4·Bucket on
	Map           string // the map's file name as written, with '/' or '\' between folders
	Width, Height int    // the map's size in cells
	Start, Goal   grid.Cell
	Optimal       string // the length of a shortest path, a decimal as written

	// Tolerance is how far the true length may lie from Optimal, on both sides.
	// ReadScenario sets it from how all of the file's lengths are written, see
	// [Query.Agrees]; 0 stands for what a file of this query alone would give.
	// It is not written.
	Tolerance float64
	// Line is where ReadScenario found the query. It is not written.
	Line int
}

const scenarioFields = 9

var scenarioNames = [scenarioFields]string{
	"the bucket", "the map", "the width", "the height", "the start's x", "the start's y", "the goal's x", "the goal's y", "the optimal length",
}

// ReadScenario reads a MovingAI scenario file of version 1: a line "version 1"
// and then, for each query, bucket, map, width, height, start x, start y, goal
// x, goal y and optimal length, separated by tabs or blanks. Where tabs
// separate exactly these nine, the map's name may hold blanks. Lines may end
// in CR LF, and empty ones are skipped. The name stands in error messages. The
// error is a [*SyntaxError] or the reader's own, wrapped. It takes time and
// memory in proportion to the file.
func ReadScenario(r io.Reader, name string) (*Scenario, error) {
	p := &parser{lines: newLines(r), name: name}
	first, err := p.header()
	if err == io.EOF {
		return nil, p.errorAt(1, 0, `want "version 1" and then the queries`, "the file is empty")
	}
	if err != nil {
		return nil, err
	}
	words := splitFields(first)
	if len(words) != 2 || words[0].text != "version" || !isVersion1(words[1].text) {
		return nil, p.errorf(0, `want "version 1"`, "not a scenario of a known version: %q", clip(first))
	}
	s := &Scenario{Version: words[1].text}
	for {
		line, err := p.header()
		if err == io.EOF {
			s.setTolerances()
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		if strings.Trim(line, " \t") == "" {
			continue
		}
		q, err := p.query(line)
		if err != nil {
			return nil, err
		}
		s.Queries = append(s.Queries, q)
	}
}

// isVersion1 tells whether text is 1 with at most six zeros after a point.
func isVersion1(text string) bool {
	zeros, fraction := strings.CutPrefix(text, "1.")
	return text == "1" || fraction && strings.HasPrefix("000000", zeros) && zeros != ""
}

// wantName is what the name of a map must be to stand in a scenario.
const wantName = "want one line of text, with no blank at its ends"

func isName(name string) bool {
	return name != "" && len(name) <= maxHeaderLine/2 && strings.Trim(name, " ") == name &&
		utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

// query reads one line of a scenario.
func (p *parser) query(line string) (q Query, err error) {
	f := splitFields(line)
	if byTabs := splitTabs(line); len(f) != scenarioFields && len(byTabs) == scenarioFields {
		f = byTabs
	}
	if len(f) != scenarioFields {
		return Query{}, p.errorf(0, "want bucket, map, width, height, start x and y, goal x and y, optimal length",
			"the query has %d fields, not %d", len(f), scenarioFields)
	}
	if !isName(f[1].text) {
		return Query{}, p.errorf(f[1].column, wantName, "%s is %q", scenarioNames[1], clip(f[1].text))
	}
	var n [scenarioFields - 1]int32
	for i := range n {
		least := int64(0)
		switch i {
		case 1:
			continue
		case 2, 3: // width, height
			least = 1
		}
		if n[i], err = p.number32(f[i], scenarioNames[i], least); err != nil {
			return Query{}, err
		}
	}
	for i := 4; i < len(n); i++ {
		if bound := n[2+i%2]; n[i] >= bound {
			return Query{}, p.errorf(f[i].column, fmt.Sprintf("want a number from 0 to %d", bound-1), "%s is %d", scenarioNames[i], n[i])
		}
	}
	q = Query{
		Bucket: int(n[0]), Map: f[1].text, Width: int(n[2]), Height: int(n[3]),
		Start: grid.Cell{X: n[4], Y: n[5]}, Goal: grid.Cell{X: n[6], Y: n[7]},
		Optimal: f[8].text, Line: p.number,
	}
	if _, ok := parseDecimal(q.Optimal); !ok {
		return Query{}, p.errorf(f[8].column, "want a decimal >= 0 such as 13.0711", "%s is %q", scenarioNames[8], clip(q.Optimal))
	}
	return q, nil
}

// splitTabs returns the parts of a line between tabs, without the blanks
// around them.
func splitTabs(line string) []field {
	var fields []field
	column := 1
	for part := range strings.SplitSeq(line, "\t") {
		text := strings.TrimLeft(part, " ")
		fields = append(fields, field{strings.TrimRight(text, " "), column + len(part) - len(text)})
		column += utf8.RuneCountInString(part) + 1
	}
	return fields
}

// WriteScenario writes a scenario with tabs between the fields. [ReadScenario]
// gives the same one back. It is an error, with nothing written, if the
// version is not 1 or if the file would not be readable: numbers out of range,
// a name that is empty, begins or ends with a blank or holds control
// characters, or an Optimal that is no decimal.
func WriteScenario(w io.Writer, s *Scenario) error {
	if !isVersion1(s.Version) {
		return fmt.Errorf("mapfile: scenario version %q; want 1", s.Version)
	}
	for i, q := range s.Queries {
		if what := q.unwritable(); what != "" {
			return fmt.Errorf("mapfile: query %d of the scenario: %s", i+1, what)
		}
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "version %s\n", s.Version)
	for _, q := range s.Queries {
		fmt.Fprintf(b, "%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n",
			q.Bucket, q.Map, q.Width, q.Height, q.Start.X, q.Start.Y, q.Goal.X, q.Goal.Y, q.Optimal)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("mapfile: writing a scenario: %w", err)
	}
	return nil
}

// unwritable returns what of a query could not be read back, or "".
func (q Query) unwritable() string {
	inside := func(c grid.Cell) bool {
		return 0 <= c.X && int(c.X) < q.Width && 0 <= c.Y && int(c.Y) < q.Height
	}
	_, isDecimal := parseDecimal(q.Optimal)
	switch {
	case q.Bucket < 0 || q.Bucket > math.MaxInt32:
		return fmt.Sprintf("the bucket is %d; want a number from 0 to %d", q.Bucket, math.MaxInt32)
	case q.Width < 1 || q.Width > math.MaxInt32 || q.Height < 1 || q.Height > math.MaxInt32:
		return fmt.Sprintf("the map's size is %d×%d; want numbers from 1 to %d", q.Width, q.Height, math.MaxInt32)
	case !inside(q.Start):
		return fmt.Sprintf("the start %v lies outside the map of %d×%d", q.Start, q.Width, q.Height)
	case !inside(q.Goal):
		return fmt.Sprintf("the goal %v lies outside the map of %d×%d", q.Goal, q.Width, q.Height)
	case !isName(q.Map):
		return fmt.Sprintf("the map's name is %q; %s", clip(q.Map), wantName)
	case !isDecimal:
		return fmt.Sprintf("the optimal length is %q; want a decimal >= 0", clip(q.Optimal))
	}
	return ""
}
