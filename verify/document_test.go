package verify_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// encode writes an answer in the form of "astrolabe solve --json".
func encode(t rapid.TB, costs *grid.Costs, a verify.Answer) string {
	t.Helper()
	cells := func(path []grid.Cell) [][2]int32 {
		pairs := [][2]int32{}
		for _, c := range path {
			pairs = append(pairs, [2]int32{c.X, c.Y})
		}
		return pairs
	}
	distance := func(l root2.Length) map[string]any {
		straight, diagonal := l.Coefficients()
		return map[string]any{
			"text":     costs.Format(l),
			"straight": json.Number(root2.Decimal(straight, costs.Scale())),
			"diagonal": json.Number(root2.Decimal(diagonal, costs.Scale())),
			"value":    costs.Float64(l),
		}
	}
	fields := map[string]any{
		"status": a.Status.String(), "algorithm": "astar", "certificate": a.Certificate.String(), "reason": "",
		"from": cells([]grid.Cell{a.From})[0], "to": cells([]grid.Cell{a.To})[0],
		"cost": nil, "lower_bound": nil, "path": cells(a.Path), "expanded": 25, "time_ns": 1234,
		"options": map[string]any{
			"moves": json.Number(costs.Rule().Moves.String()), "cut_corners": costs.Rule().Corners.String(), "cost": costs.Model().String(),
			"heuristic": "octile", "tie": "fifo", "weight": "1.5",
		},
	}
	if a.HasCost {
		fields["cost"] = distance(a.Cost)
	}
	if a.HasLowerBound {
		fields["lower_bound"] = distance(a.LowerBound)
	}
	if a.Certificate == search.Bounded {
		fields["bound"] = a.Bound.String()
	}
	if len(a.Nearest) > 0 {
		fields["nearest"] = map[string]any{"path": cells(a.Nearest), "cost": distance(a.NearestCost)}
	}
	text, err := json.MarshalIndent(fields, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// decode reads a document and the answer in it.
func decode(costs *grid.Costs, text string) (verify.Answer, error) {
	doc, err := verify.ReadDocument(strings.NewReader(text), "answer.json")
	if err != nil {
		return verify.Answer{}, err
	}
	return doc.Answer(costs)
}

func TestDocumentsOfAllKinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs, a := drawFound(t)
		a.Status = rapid.SampledFrom([]search.Status{search.Found, search.NoPath, search.Limit, search.StartBlocked, search.GoalBlocked, search.OutOfBounds}).Draw(t, "status")
		a.LowerBound -= root2.Length(rapid.Int64Range(0, 5).Draw(t, "less"))
		a.Certificate = rapid.SampledFrom([]search.Certificate{search.Feasible, search.Bounded, search.Optimal}).Draw(t, "certificate")
		if a.Certificate == search.Bounded {
			a.Bound = search.Ratio{Num: rapid.Int64Range(7, 20).Draw(t, "num"), Den: 7}
		}
		if a.Status != search.Found && rapid.Bool().Draw(t, "nearest") {
			a.Nearest, a.NearestCost = a.Path, a.Cost+1
			a.Path, a.Cost, a.HasCost, a.Certificate, a.Bound = nil, 0, false, search.None, search.Ratio{}
		}
		if a.Bound.Num == 7 || a.Bound.Num == 14 {
			a.Bound = search.Ratio{Num: a.Bound.Num / 7, Den: 1} // as it is read
		}
		text := encode(t, costs, a)
		doc, err := verify.ReadDocument(strings.NewReader("\ufeff \n"+text+"\r\n"), "answer.json")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if doc.Model != costs.Model() || doc.Rule.String() != costs.Rule().String() {
			t.Fatalf("options %v, %v\n%s", doc.Rule, doc.Model, text)
		}
		got, err := doc.Answer(costs)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(a, got); diff != "" {
			t.Fatalf("%s\n%s", diff, text)
		}
	})
}

const goodDocument = `{
"status":"found",
"certificate":"optimal",
"from":[0,0],
"to":[2,1],
"cost":{"text":"1.5+2.25√2","straight":1.5,"diagonal":2.25,"value":4.681980515339464},
"lower_bound":{"straight":15e-1,"diagonal":0.225E+1},
"path":[[0,0],
 [1,0],
 [2, 1 ]],
"options":{"moves":8,"cut_corners":"always","cost":"mul"}
}`

// goodCosts are on a map of weights with two digits, on which goodDocument is right.
func goodCosts(t testing.TB) *grid.Costs {
	t.Helper()
	quarters := func(n int64) grid.Weight { return grid.Millionths(n * 250_000) }
	m, err := grid.FromWeights(3, 2, []grid.Weight{quarters(4), quarters(6), quarters(40), quarters(40), quarters(40), quarters(9)})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Corners: grid.CornersAlways}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

func TestDocument(t *testing.T) {
	costs := goodCosts(t)
	a, err := decode(costs, goodDocument)
	if err != nil {
		t.Fatal(err)
	}
	want := verify.Answer{
		Status: search.Found, To: grid.Cell{X: 2, Y: 1}, Path: cellsOf(0, 0, 1, 0, 2, 1), Cost: length(t, 150, 225), HasCost: true,
		Certificate: search.Optimal, LowerBound: length(t, 150, 225), HasLowerBound: true,
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Fatal(diff)
	}
	wantOK(t, costs, a)
}

// Each change to goodDocument gives the error that says so.
func TestDocumentErrors(t *testing.T) {
	costs := goodCosts(t)
	cost := `"cost":{"text":"1.5+2.25√2","straight":1.5,"diagonal":2.25,"value":4.681980515339464}`
	options := `"options":{"moves":8,"cut_corners":"always","cost":"mul"}`
	for _, tc := range []struct{ old, new, want string }{
		{goodDocument, ``, `answer.json:1: the file is empty; want the JSON object of an answer`},
		{goodDocument, `[1]`, `answer.json:1: is a list; want an object`},
		{goodDocument, `3`, `answer.json:1: is 3; want an object`},
		{goodDocument, `{}`, `answer.json:1: "options" is missing; want "options":{"moves":8,"cut_corners":"never","cost":"uniform"}`},
		{"\n}", "\n}\n{}", `answer.json:13: this is not JSON: invalid character '{' after top-level value; want one JSON object`},
		{"always", "al\nways", `answer.json:12: this is not JSON: invalid character '\n' in string literal; want one JSON object`},
		{"\n}", "", `answer.json:11: this is not JSON: unexpected end of JSON input; want one JSON object`},
		{`"to":[2,1]`, `"from":[2,1]`, `answer.json:5: from: there is another field of this name before it; want one`},
		{`"to":[2,1]`, `"To":[2,1]`, `answer.json:1: "to" is missing; want "to":[4,8], or another cell`},
		{`"status":"found"`, `"status":"find"`, `answer.json:2: status: is "find"; want found, no-path, limit, start-blocked, goal-blocked or out-of-bounds`},
		{`"status":"found"`, `"status":"unfinished"`, `answer.json:2: status: is "unfinished"; want found, no-path, limit, start-blocked, goal-blocked or out-of-bounds`},
		{`"status":"found"`, `"status":["found"]`, `answer.json:2: status: is a list; want a string`},
		{`"status":"found"`, `"status":null`, `answer.json:1: "status" is missing; want "status":"found", or another`},
		{`"certificate":"optimal",`, ``, `answer.json:1: "certificate" is missing; want "certificate":"feasible", or another, as there is a path`},
		{`"optimal"`, `"perfect"`, `answer.json:3: certificate: is "perfect"; want none, feasible, bounded or optimal`},
		{`"optimal"`, `"bounded"`, `answer.json:1: "bound" is missing; want "bound":"1.5", or another, as the certificate is "bounded"`},
		{`"optimal"`, `"optimal","bound":"1.5"`, `answer.json:3: bound: is given, but the certificate is optimal; want none, or the certificate "bounded"`},
		{`"optimal"`, `"bounded","bound":1.5`, `answer.json:3: bound: is 1.5; want a string`},
		{`"optimal"`, `"bounded","bound":"0.5"`, `answer.json:3: bound: is "0.5"; want a ratio of at least 1 as a string, such as "1.5"`},
		{`[0,0],` + "\n" + `"to"`, `[0],` + "\n" + `"to"`, `answer.json:4: from: is [0]; want two whole numbers x and y such as [4,8]`},
		{`"from":[0,0]`, `"from":{"x":0,"y":0}`, `answer.json:4: from: is {"x":0,"y":0}; want two whole numbers x and y such as [4,8]`},
		{`[2, 1 ]`, `[2,1,0]`, `answer.json:10: path[2]: is [2,1,0]; want two whole numbers x and y such as [4,8]`},
		{`[2, 1 ]`, "[2,\n\n1.0]", `answer.json:10: path[2]: is [2,  1.0]; want two whole numbers x and y such as [4,8]`},
		{`[2, 1 ]`, `[2147483648,0]`, `answer.json:10: path[2]: is [2147483648,0]; want two whole numbers x and y such as [4,8]`},
		{`[2, 1 ]`, `["2","1"]`, `answer.json:10: path[2]: is ["2","1"]; want two whole numbers x and y such as [4,8]`},
		{`[2, 1 ]`, `[2,null]`, `answer.json:10: path[2]: is [2,null]; want two whole numbers x and y such as [4,8]`},
		{`"path":`, `"path":"A1 B2","way":`, `answer.json:8: path: is "A1 B2"; want a list of cells such as [[4,8],[5,9]]`},
		{`"path":`, `"way":`, `answer.json:1: "path" is missing; want "path":[[4,8],[5,9]], as the status is "found"`},
		{cost, `"cost":null`, `answer.json:1: "cost" is missing; want "cost":{"text":"6+5√2","straight":6,"diagonal":5}, as there is a path`},
		{cost, `"cost":4.68`, `answer.json:6: cost: is 4.68; want an object`},
		{`"straight":1.5,`, ``, `answer.json:6: cost: "straight" is missing; want {"text":"6+5√2","straight":6,"diagonal":5}`},
		{`"straight":1.5`, `"straight":"1.5"`, `answer.json:6: cost.straight: is "1.5"; want a number`},
		{`"straight":1.5`, `"straight":1.505`, `answer.json:6: cost.straight: is 1.505; want a multiple of 0.01, as all costs on this map are`},
		{`"straight":1.5`, `"straight":1.51`, `answer.json:6: cost.text: is "1.5+2.25√2", but straight and diagonal make another length; want "1.51+2.25√2"`},
		{`"text":"1.5+2.25√2","straight":1.5`, `"straight":1.51`, `answer.json:6: cost.value: is 4.681980515339464, but straight and diagonal make another length; want 4.691980515339464`},
		{`"text":"1.5+2.25√2"`, `"text":4.68`, `answer.json:6: cost.text: is 4.68; want a string`},
		{`"value":4.681980515339464`, `"value":"4.68"`, `answer.json:6: cost.value: is "4.68"; want a number`},
		{`"value":4.681980515339464`, `"value":1e999`, `answer.json:6: cost.value: is 1e999, but straight and diagonal make another length; want 4.681980515339464`},
		{`"straight":15e-1`, `"straight":1e999999999`, `answer.json:7: lower_bound.straight: is 1e999999999; want a plain decimal`},
		{`"straight":15e-1`, `"straight":1e65`, `answer.json:7: lower_bound.straight: is 1e65; want a plain decimal`},
		{`"straight":15e-1`, `"straight":1e-65`, `answer.json:7: lower_bound.straight: is 1e-65; want a plain decimal`},
		{`"straight":15e-1`, `"straight":1e30`, `answer.json:7: lower_bound.straight: is out of range; want fewer than 543339720 diagonals, and straight steps to match`},
		{`"straight":15e-1`, `"straight":1e12`, `answer.json:7: lower_bound: is out of range; want fewer than 543339720 diagonals, and straight steps to match`},
		{`"straight":15e-1`, `"straight":` + strings.Repeat("1", 65), `answer.json:7: lower_bound.straight: is too long; want a number of at most 64 characters`},
		{options, options + `,"nearest":[]`, `answer.json:11: nearest: is a list; want an object`},
		{options, options + `,"nearest":{"path":[[0,0]]}`, `answer.json:11: nearest: "cost" is missing; want "cost":{"text":"6+5√2","straight":6,"diagonal":5}`},
		{options, options + `,"nearest":{"path":[],"cost":{"straight":0,"diagonal":0}}`, `answer.json:11: nearest.path: is empty; want at least the start, or no nearest`},
		{options, `"options":"none"`, `answer.json:11: options: is "none"; want an object`},
		{`"moves":8`, `"moves":"8"`, `answer.json:11: options.moves: is "8"; want the number 4 or 8`},
		{`"moves":8,`, ``, `answer.json:11: options: "moves" is missing; want "moves":8 or "moves":4`},
		{`"cut_corners":"always",`, ``, `answer.json:11: options: "cut_corners" is missing; want "cut_corners":"never", or what the answer was found with`},
		{`"always"`, `"sometimes"`, `answer.json:11: options.cut_corners: is "sometimes"; want never, one or always`},
		{`,"cost":"mul"`, ``, `answer.json:11: options: "cost" is missing; want "cost":"uniform", or what the answer was found with`},
		{`"mul"`, `"times"`, `answer.json:11: options.cost: is "times"; want uniform, add, mul or mean`},
	} {
		if strings.Count(goodDocument, tc.old) != 1 {
			t.Fatalf("the document does not hold %q once", tc.old)
		}
		a, err := decode(costs, strings.Replace(goodDocument, tc.old, tc.new, 1))
		if err == nil {
			t.Errorf("%q: no error; want %s", tc.new, tc.want)
			continue
		}
		if err.Error() != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.new, err, tc.want)
		}
		var located *verify.DocumentError
		if !errors.As(err, &located) || located.Remedy == "" {
			t.Errorf("%q: error %#v has no place or no remedy", tc.new, err)
		}
		if errors.Is(err, root2.ErrOverflow) != strings.Contains(tc.want, "out of range") {
			t.Errorf("%q: error %v wraps %v", tc.new, err, errors.Unwrap(err))
		}
		if diff := cmp.Diff(verify.Answer{}, a); diff != "" {
			t.Errorf("%q: an answer beside the error:\n%s", tc.new, diff)
		}
	}
}

func TestDocumentNeedsItsOwnCosts(t *testing.T) {
	costs := goodCosts(t)
	doc, err := verify.ReadDocument(strings.NewReader(goodDocument), "answer.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []struct {
		rule  grid.Rule
		model grid.Model
	}{{grid.Rule{}, grid.Mul}, {costs.Rule(), grid.Add}, {grid.Rule{Moves: grid.Moves4, Corners: grid.CornersAlways}, grid.Mul}} {
		wrong, err := grid.NewCosts(costs.Map(), other.rule, other.model)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := doc.Answer(wrong); err == nil {
			t.Errorf("costs for %v, %v: no error", other.rule, other.model)
		}
	}
	four, err := decode(straightCosts(t, costs.Map()), strings.Replace(goodDocument, `"moves":8`, `"moves":4`, 1))
	if err != nil || four.Cost != length(t, 150, 225) {
		t.Errorf("corner rules tell costs for 4 moves apart: %v", err)
	}
	if _, err := doc.Answer(nil); err == nil {
		t.Error("no costs: no error")
	}
	if _, err := new(verify.Document).Answer(costs); err == nil {
		t.Error("zero document: no error")
	}
}

// straightCosts returns costs for 4 moves, with a corner rule that has no meaning.
func straightCosts(t *testing.T, m *grid.Map) *grid.Costs {
	t.Helper()
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4, Corners: grid.CornersOne}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

func TestDocumentReader(t *testing.T) {
	broken := errors.New("broken")
	if _, err := verify.ReadDocument(iotest.ErrReader(broken), "answer.json"); !errors.Is(err, broken) {
		t.Errorf("got %v; want the reader's error", err)
	}
	if _, err := verify.ReadDocumentLimited(strings.NewReader(goodDocument), "answer.json", len(goodDocument)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	endless := io.MultiReader(strings.NewReader(goodDocument), blanks{})
	_, err := verify.ReadDocumentLimited(endless, "answer.json", 1000)
	const want = "answer.json:1: the file has more than 1000 bytes; want the one object of one answer"
	if err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

// blanks is an endless file of them.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) { return copy(p, " "), nil }

// Whatever the document, reading and checking it end without a panic, and what
// can be read can be written and read again.
func FuzzDocument(f *testing.F) {
	f.Add(goodDocument)
	f.Add(`{"status":"limit","from":[0,0],"to":[2,1],"lower_bound":{"straight":-318281039,"diagonal":225058681},` +
		`"nearest":{"path":[[0,0],[0,1]],"cost":{"straight":10,"diagonal":0}},"options":{"moves":8,"cut_corners":"always","cost":"mul"}}`)
	f.Add(`{"status":"found","certificate":"bounded","bound":"3/2","path":[[-1,0]],"cost":{"straight":-1.25,"diagonal":1e3},` +
		`"from":[-1,0],"to":[2147483647,-2147483648],"options":{"moves":8,"cut_corners":"always","cost":"mul"}}`)
	f.Add(`{"status":"no-path","from":[2,0],"to":[0,0],"options":{"moves":4,"cost":"mean"}}`)
	f.Add(`{"options":{"options":[{"\u0000":"\ud800"}]},"options":null}`)
	costs := goodCosts(f)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := decode(costs, text)
		if err != nil {
			return
		}
		if _, err := verify.Check(costs, a); err != nil && !errors.Is(err, root2.ErrOverflow) {
			t.Fatal(err)
		}
		again, err := decode(costs, encode(t, costs, a))
		if err != nil {
			t.Fatalf("%+v: %v", a, err)
		}
		if diff := cmp.Diff(a, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
