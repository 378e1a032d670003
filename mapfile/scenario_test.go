package mapfile

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func mustReadScenario(tb testing.TB, text string) *Scenario {
	tb.Helper()
	s, err := ReadScenario(strings.NewReader(text), "test")
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestReadScenario(t *testing.T) {
	const text = "\ufeffversion 1.0\r\n" +
		"12\tmaps/dao/a b.map\t49\t48\t1\t11\t48\t47\t1.41421\r\n" +
		"\r\n" +
		" 0 a.map  3 2\t0 0 2 1 2.41421"
	want := &Scenario{Version: "1.0", Queries: []Query{
		{Bucket: 12, Map: "maps/dao/a b.map", Width: 49, Height: 48, Start: grid.Cell{X: 1, Y: 11}, Goal: grid.Cell{X: 48, Y: 47}, Optimal: "1.41421", Line: 2},
		{Bucket: 0, Map: "a.map", Width: 3, Height: 2, Goal: grid.Cell{X: 2, Y: 1}, Optimal: "2.41421", Line: 4},
	}}
	got := mustReadScenario(t, text)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Query{}, "Tolerance")); diff != "" {
		t.Fatalf("scenario (-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	if err := WriteScenario(&b, got); err != nil {
		t.Fatal(err)
	}
	const written = "version 1.0\n" +
		"12\tmaps/dao/a b.map\t49\t48\t1\t11\t48\t47\t1.41421\n" +
		"0\ta.map\t3\t2\t0\t0\t2\t1\t2.41421\n"
	if b.String() != written {
		t.Errorf("wrote\n%swant\n%s", b.String(), written)
	}
}

func TestReadScenarioErrors(t *testing.T) {
	const (
		fields = "; want bucket, map, width, height, start x and y, goal x and y, optimal length"
		whole0 = "; want a whole number from 0 to 2147483647"
		whole1 = "; want a whole number from 1 to 2147483647"
		length = "; want a decimal >= 0 such as 13.0711"
	)
	tests := []struct{ text, want string }{
		{"", `1: the file is empty; want "version 1" and then the queries`},
		{"type octile\n", `1: not a scenario of a known version: "type octile"; want "version 1"`},
		{"version 2\n", `1: not a scenario of a known version: "version 2"; want "version 1"`},
		{"version 1.\n", `1: not a scenario of a known version: "version 1."; want "version 1"`},
		{"version 1\n0 a.map 3 2 0 0 2 1\n", "2: the query has 8 fields, not 9" + fields},
		{"version 1\n0 a b 3 2 0 0 2 1 2\n", "2: the query has 10 fields, not 9" + fields},
		{"version 1\n0\t\t3\t2\t0\t0\t2\t1\t2\n", `2:3: the map is ""; ` + wantName},
		{"version 1\n0 a\x7fb 3 2 0 0 2 1 2\n", `2:3: the map is "a\x7fb"; ` + wantName},
		{"version 1\nx a 3 2 0 0 2 1 2\n", `2:1: the bucket is "x"` + whole0},
		{"version 1\n0 é 0 2 0 0 2 1 2\n", `2:5: the width is "0"` + whole1},
		{"version 1\n0 a 3 -2 0 0 2 1 2\n", `2:7: the height is "-2"` + whole1},
		{"version 1\n0 a 3 2 3 0 2 1 2\n", "2:9: the start's x is 3; want a number from 0 to 2"},
		{"version 1\n0 a 3 2 0 2 2 1 2\n", "2:11: the start's y is 2; want a number from 0 to 1"},
		{"version 1\n0 a 3 2 0 0 9 1 2\n", "2:13: the goal's x is 9; want a number from 0 to 2"},
		{"version 1\n0\ta b\t3\t2\t0\t0\t2\t 9\t2\n", "2:18: the goal's y is 9; want a number from 0 to 1"},
		{"version 1\n0 a 3 2 0 0 2 1.5 2\n", `2:15: the goal's y is "1.5"` + whole0},
		{"version 1\n0 a 3 2 0 0 2 1 2\n\n0 a 3 2 0 0 2 1 -2\n", `4:17: the optimal length is "-2"` + length},
		{"version 1\n0 a 3 2 0 0 2 1 NaN\n", `2:17: the optimal length is "NaN"` + length},
		{"version 1\n0 a 3 2 0 0 2 1 1e999\n", `2:17: the optimal length is "1e999"` + length},
		{"version 1\n0 a 3 2 0 0 2 1 1e\n", `2:17: the optimal length is "1e"` + length},
		{"version 1\n0 a 3 2 0 0 2 1 .\n", `2:17: the optimal length is "."` + length},
		{"version 1\n0 a 3 2 0 0 2 1 0x1p4\n", `2:17: the optimal length is "0x1p4"` + length},
		{"version 1\n0 \xe9 3 2 0 0 2 1 2\n", "2:3: the byte 0xE9 is not valid UTF-8: this is not a text file; want plain text in UTF-8"},
		{"version 1\n" + strings.Repeat("0 ", 5000), "2: the line is longer than 8192 bytes; want a short line here"},
	}
	for _, test := range tests {
		s, err := ReadScenario(strings.NewReader(test.text), "a.scen")
		var syntax *SyntaxError
		if s != nil || !errors.As(err, &syntax) || err.Error() != "a.scen:"+test.want {
			t.Errorf("%.60q:\n got %v\nwant a.scen:%s", test.text, err, test.want)
		}
	}
	broken := errors.New("gone")
	if _, err := ReadScenario(iotest.ErrReader(broken), "a.scen"); !errors.Is(err, broken) || err.Error() != "a.scen: gone" {
		t.Errorf("a failing reader: %v", err)
	}
}

func TestWriteScenarioErrors(t *testing.T) {
	valid := Query{Map: "a.map", Width: 3, Height: 2, Goal: grid.Cell{X: 2, Y: 1}, Optimal: "2.41421"}
	tests := []struct {
		change func(q *Query)
		want   string
	}{
		{func(q *Query) { q.Bucket = -1 }, "the bucket is -1; want a number from 0 to 2147483647"},
		{func(q *Query) { q.Width = 0 }, "the map's size is 0×2; want numbers from 1 to 2147483647"},
		{func(q *Query) { q.Height = -1 }, "the map's size is 3×-1; want numbers from 1 to 2147483647"},
		{func(q *Query) { q.Start.X = 3 }, "the start 3,0 lies outside the map of 3×2"},
		{func(q *Query) { q.Goal.Y = -1 }, "the goal 2,-1 lies outside the map of 3×2"},
		{func(q *Query) { q.Map = "" }, `the map's name is ""; ` + wantName},
		{func(q *Query) { q.Map = "a\tb" }, `the map's name is "a\tb"; ` + wantName},
		{func(q *Query) { q.Map = " a" }, `the map's name is " a"; ` + wantName},
		{func(q *Query) { q.Map = "\xff" }, `the map's name is "\xff"; ` + wantName},
		{func(q *Query) { q.Map = strings.Repeat("a", 5000) }, `the map's name is "` + strings.Repeat("a", 40) + `…"; ` + wantName},
		{func(q *Query) { q.Optimal = "2 " }, `the optimal length is "2 "; want a decimal >= 0`},
	}
	for _, test := range tests {
		q := valid
		test.change(&q)
		var b bytes.Buffer
		err := WriteScenario(&b, &Scenario{Version: "1", Queries: []Query{valid, q}})
		if want := "mapfile: query 2 of the scenario: " + test.want; err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("got %v and %d bytes\nwant %s", err, b.Len(), want)
		}
	}
	if err := WriteScenario(&bytes.Buffer{}, &Scenario{}); err == nil || err.Error() != `mapfile: scenario version ""; want 1` {
		t.Errorf("no version: %v", err)
	}
}

func TestTolerance(t *testing.T) {
	tests := []struct {
		name    string
		lengths []string // one file
		want    []float64
	}{
		{"6 significant digits", []string{"14", "1.41421", "13.0711", "2301.8", "100", "0"}, []float64{1e-4, 1e-5, 1e-4, 1e-2, 1e-3, 1e-5}},
		{"6 significant digits, whole", []string{"4", "4784"}, []float64{1e-5, 1e-2}},
		{"6 significant digits, an exponent", []string{"4", "1.5e+06"}, []float64{1e-5, 10}},
		{"6 significant digits, below 1", []string{"0.05", "7.5"}, []float64{1e-7, 1e-5}},
		{"2 decimals", []string{"3.00", "244.95", "1000.25"}, []float64{1e-2, 1e-2, 1e-2}},
		{"2 decimals, alone", []string{"244.95"}, []float64{1e-2}},
		{"2 decimals, without a zero at any end", []string{"3.41", "244.95"}, []float64{1e-2, 1e-2}},
		{"1 decimal", []string{"3.0", "12.5"}, []float64{0.1, 0.1}},
		{"a last digit that a zero followed", []string{"2301.8"}, []float64{1e-2}},
		{"8 decimals", []string{"1.00000000", "3.82842712", "1532.92719878"}, []float64{1e-8 + 2.7e-10, 1.1e-8, 1e-8 + 1533*2.7e-10}},
		{"shortest float64", []string{"1.0", "2.414213562373095", "128.63961030678928"}, []float64{2.7e-10, 6.52e-10, 3.473e-8}},
		{"at most 4 decimals", []string{"3.8284", "1234.5678", "14"}, []float64{1e-4, 1e-4, 1e-4}},
		{"at most 9 significant digits", []string{"3.82842712", "1234.56789", "14"}, []float64{1.1e-8, 1.03e-5, 1.04e-7}},
	}
	for _, test := range tests {
		text := "version 1\n"
		for _, length := range test.lengths {
			text += "0 a.map 9 9 0 0 8 8 " + length + "\n"
		}
		for i, q := range mustReadScenario(t, text).Queries {
			want := test.want[i]
			if math.Abs(q.Tolerance-want) > 5e-3*want {
				t.Errorf("%s: the tolerance of %s is %v, want %v", test.name, q.Optimal, q.Tolerance, want)
			}
			v := q.OptimalFloat()
			for _, side := range []float64{-1, 1} {
				if !q.Agrees(v + side*0.9*want) {
					t.Errorf("%s: %s does not agree with %v", test.name, q.Optimal, v+side*0.9*want)
				}
				if q.Agrees(v + side*1.1*want) {
					t.Errorf("%s: %s agrees with %v", test.name, q.Optimal, v+side*1.1*want)
				}
			}
		}
	}
}

func TestQueryByHand(t *testing.T) {
	q := Query{Optimal: "14"}
	if !q.Agrees(14.00009) || q.Agrees(14.00011) || q.OptimalFloat() != 14 {
		t.Errorf("%q: value %v, or a wrong tolerance", q.Optimal, q.OptimalFloat())
	}
	q.Optimal = "fourteen"
	if q.Agrees(14) || !math.IsNaN(q.OptimalFloat()) {
		t.Errorf("%q is taken for the number %v", q.Optimal, q.OptimalFloat())
	}
}
