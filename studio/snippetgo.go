package studio

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// goTestFile is a Go test of a query. {{.Name}} is an identifier; strings are literals
// already.
var goTestFile = template.Must(template.New("test").Parse(`package astrolabe_test

import (
	"context"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	{{if .Search}}"github.com/astrolabe-search/astrolabe/search"{{end}}
)

const map{{.Name}} = {{.Map}}

// Test{{.Name}} asks for a path from {{.From}} to {{.To}}, and checks the answer.
func Test{{.Name}}(t *testing.T) {
	file, err := mapfile.Read(strings.NewReader(map{{.Name}}), {{.FileName}}, mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(file.Map, {{.Rule}}, {{.Model}})
	if err != nil {
		t.Fatal(err)
	}
	algorithm, err := catalog.Lookup({{printf "%q" .Algorithm}})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := algorithm.Solve(context.Background(), catalog.Query{
		Costs: costs,
		From: {{.FromCell}},
		To: {{.ToCell}},
		{{range .Options}}{{.}},
		{{end}}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result := answer.Result
	if got, want := result.Status.String(), {{printf "%q" .Status}}; got != want {
		t.Fatalf("status %s, want %s", got, want)
	}
	{{if .Cost}}if got, want := costs.Format(result.Cost), {{printf "%q" .Cost}}; got != want {
		t.Errorf("cost %s, want %s", got, want)
	}
	{{end}}if got, want := result.Certificate.String(), {{printf "%q" .Certificate}}; got != want {
		t.Errorf("certificate %s, want %s", got, want)
	}
}
`))

// goTestText is what is to be filled in.
type goTestText struct {
	Name, Map, FileName       string
	Rule, Model, Algorithm    string
	From, To                  grid.Cell
	FromCell, ToCell          string
	Options                   []string
	Search                    bool // package search is needed
	Status, Cost, Certificate string
}

// goTest asks the query and writes a Go test that asks it again. The error is one of
// huma's.
func (s *Server) goTest(ctx context.Context, a *Ask, q *question) (string, error) {
	answer, err := s.solve(ctx, q, q.entry)
	if err != nil {
		return "", err
	}
	query, r := q.query, answer.Result
	rule := query.Costs.Rule()
	text := goTestText{
		Name: identifier(q.name), Map: goLiteral(a.Map), FileName: strconv.Quote(q.name),
		Rule:  fmt.Sprintf("grid.Rule{Moves: grid.Moves%v, Corners: grid.Corners%s}", rule.Moves, capital(rule.Corners.String())),
		Model: "grid." + capital(query.Costs.Model().String()), Algorithm: q.entry.Name,
		From: query.From, To: query.To, FromCell: goCell(query.From), ToCell: goCell(query.To),
		Status: r.Status.String(), Certificate: r.Certificate.String(),
	}
	if len(r.Path) > 0 {
		text.Cost = query.Costs.Format(r.Cost)
	}
	if q.name == "" {
		text.FileName = `"map"`
	}
	limit := int64(0)
	switch {
	case r.Status == search.Limit:
		limit = r.Expanded // time may have ended it, and would not at the same place again
	case a.MaxExpanded > 0:
		limit = query.MaxExpanded
	}
	text.Options = goOptions(q.entry, query, limit)
	for _, option := range text.Options {
		text.Search = text.Search || strings.Contains(option, "search.")
	}
	var out bytes.Buffer
	if err := goTestFile.Execute(&out, text); err != nil {
		return "", err
	}
	source, err := format.Source(out.Bytes())
	return string(source), err
}

// goOptions writes the fields of a query that an algorithm takes and that are not their
// zero values.
func goOptions(e *catalog.Entry, q catalog.Query, maxExpanded int64) []string {
	var fields []string
	add := func(format string, args ...any) { fields = append(fields, fmt.Sprintf(format, args...)) }
	if !e.Fast() && q.Metric != grid.Auto { // which decides what is nearest, whatever the algorithm
		add("Metric: grid.%s", capital(q.Metric.String()))
	}
	if e.Weight {
		add("Weight: search.Ratio{Num: %d, Den: %d}", q.Weight.Num, q.Weight.Den)
	}
	if e.Tie && q.Tie != search.TieLowHLIFO {
		add("Tie: search.%s", tieConstants[q.Tie])
	}
	if e.Reopens && q.NoReopen {
		add("NoReopen: true")
	}
	if !e.Fast() && q.Order != grid.DefaultOrder {
		var order []string
		for _, d := range q.Order {
			order = append(order, "grid."+d.String())
		}
		add("Order: [8]grid.Dir{%s}", strings.Join(order, ", "))
	}
	if maxExpanded > 0 {
		add("MaxExpanded: %d", maxExpanded)
	}
	return fields
}

// tieConstants are the names of the tie policies in Go.
var tieConstants = map[search.Tie]string{
	search.TieLowHLIFO: "TieLowHLIFO", search.TieLowH: "TieLowH", search.TieFIFO: "TieFIFO",
	search.TieLIFO: "TieLIFO", search.TieParentG: "TieParentG",
}

func goCell(c grid.Cell) string { return fmt.Sprintf("grid.Cell{X: %d, Y: %d}", c.X, c.Y) }

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// goLiteral writes a text as a Go literal: between backquotes, or where these cannot hold
// it line by line.
func goLiteral(text string) string {
	if utf8.ValidString(text) && !strings.ContainsAny(text, "`\r\x00\ufeff") {
		return "`" + text + "`"
	}
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strconv.Quote(line))
	}
	return strings.Join(lines, " +\n\t")
}

// identifier makes an identifier of a map's name, of its letters and digits, each word
// with a capital. It begins with a capital letter.
func identifier(name string) string {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		words[i] = capital(word)
	}
	joined := strings.Join(words, "")
	if joined == "" || unicode.IsDigit(rune(joined[0])) {
		joined = "Path" + joined
	}
	return joined
}
