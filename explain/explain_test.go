package explain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/explain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

func record(t testing.TB, algorithm string, q catalog.Query) []byte {
	t.Helper()
	e, err := catalog.Lookup(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := gridtrace.Record(context.Background(), e, q, "test", &file, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func tell(t testing.TB, file []byte, cell grid.Cell, step int64) *explain.Story {
	t.Helper()
	source, err := trace.NewStream(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	story, err := explain.Cell(t.Context(), source, cell, step)
	if err != nil {
		t.Fatal(err)
	}
	return story
}

func query(t testing.TB, rule grid.Rule, rows ...string) catalog.Query {
	t.Helper()
	picture := asciigrid.Parse(t, rows...)
	costs, err := grid.NewCosts(picture.Map, rule, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
}

func TestFates(t *testing.T) {
	q := query(t, grid.Rule{}, "S..#...", "...#.##", "...#.#.", "....#.#", "......#", "......#", "G......")
	file := record(t, "astar", q)
	for _, test := range []struct {
		cell grid.Cell
		fate explain.Fate
		why  string
	}{
		{grid.Cell{X: 0, Y: 0}, explain.Expanded, "at step 1 "},
		{grid.Cell{X: 0, Y: 6}, explain.Expanded, "exact distance from the start"},
		{grid.Cell{X: 3, Y: 0}, explain.Blocked, "blocked"},
		{grid.Cell{X: 4, Y: 0}, explain.Cut, "no path leads"},
		{grid.Cell{X: 1, Y: 3}, explain.Open, "exceeds 6, the cost of the path"},
		{grid.Cell{X: 6, Y: 6}, explain.Unmet, "even by the shortest way its f would be"},
	} {
		story := tell(t, file, test.cell, -1)
		if story.Fate != test.fate || !strings.Contains(story.Why, test.why) {
			t.Errorf("%v: %v: %s; want %v: …%s…", test.cell, story.Fate, story.Why, test.fate, test.why)
		}
	}
	if story := tell(t, file, grid.Cell{X: 0, Y: 3}, -1); !story.OnPath || story.FromStart != 3*root2.Q || story.ToGoal != 3*root2.Q {
		t.Errorf("%+v", story)
	}
	if story := tell(t, file, grid.Cell{X: 0, Y: 6}, 2); story.Ended || story.Fate != explain.Unmet || story.Step != 2 || !strings.Contains(story.Why, "yet") {
		t.Errorf("after two steps: %+v", story)
	}
	if story := tell(t, file, grid.Cell{X: 1, Y: 1}, 1); story.Fate != explain.Open || !strings.Contains(story.Why, "it waits on OPEN") {
		t.Errorf("after one step: %+v", story)
	}
}

func TestTiesAndLimits(t *testing.T) {
	q := query(t, grid.Rule{Moves: grid.Moves4}, "S....", ".....", ".....", "....G")
	ties := 0
	file := record(t, "astar", q)
	for y := range int32(4) {
		for x := range int32(5) {
			if story := tell(t, file, grid.Cell{X: x, Y: y}, -1); story.Fate == explain.Open {
				switch f := story.Sides[0].Moments[0].F; {
				case f > 7*root2.Q:
				case !strings.Contains(story.Why, "ties with "):
					t.Errorf("%d,%d: %s", x, y, story.Why)
				default:
					ties++
				}
			}
		}
	}
	if ties == 0 {
		t.Error("no cell was left on OPEN by a tie")
	}
	q.MaxExpanded = 2
	if story := tell(t, record(t, "astar", q), grid.Cell{X: 4, Y: 3}, -1); story.Fate != explain.Unmet || !strings.Contains(story.Why, "reached a limit") {
		t.Errorf("%+v", story)
	}
}

// Whatever the algorithm, a cell's story is that of the events: what is expanded is
// said to be expanded, with the exact distances of a plain search.
func TestStoriesAgreeWithTheEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 60 {
		rows := make([]string, 5)
		for y := range rows {
			for range 7 {
				rows[y] += []string{".", ".", "#"}[r.IntN(3)]
			}
		}
		rows[0] = "S" + rows[0][1:]
		rows[4] = rows[4][:6] + "G"
		q := query(t, grid.Rule{Corners: grid.CornerRule(r.IntN(3))}, rows...)
		e := catalog.Entries()[r.IntN(len(catalog.Entries()))]
		expanded := map[grid.Cell]bool{}
		watched := q
		watched.Watcher = &gridsearch.Watcher{Observer: gridsearch.Observer{Expand: func(e gridsearch.Event) { expanded[e.State] = true }}}
		if _, err := e.Solve(context.Background(), watched, nil); err != nil {
			t.Fatal(err)
		}
		file := record(t, e.Name, q)
		m := q.Costs.Map()
		for y := range int32(m.Height()) {
			for x := range int32(m.Width()) {
				c := grid.Cell{X: x, Y: y}
				story := tell(t, file, c, -1)
				if got := story.Fate == explain.Expanded; got != expanded[c] && !(expanded[c] && story.Fate == explain.Open) {
					t.Fatalf("%s: %v: %v, but it was expanded: %v", e.Name, c, story.Fate, expanded[c])
				}
				if story.Why == "" {
					t.Fatalf("%s: %v: no reason", e.Name, c)
				}
			}
		}
	}
}

func TestOutsideTheMap(t *testing.T) {
	source, err := trace.NewStream(bytes.NewReader(record(t, "astar", query(t, grid.Rule{}, "S.G"))))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explain.Cell(t.Context(), source, grid.Cell{X: 3}, -1); !errors.Is(err, explain.ErrCell) {
		t.Errorf("got %v", err)
	}
}

// Measuring the distances ends with the context, and says why.
func TestMeasuringEndsWithTheContext(t *testing.T) {
	source, err := trace.NewStream(bytes.NewReader(record(t, "astar", query(t, grid.Rule{}, "S.G"))))
	if err != nil {
		t.Fatal(err)
	}
	errLeft := errors.New("the user left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errLeft)
	if story, err := explain.Cell(ctx, source, grid.Cell{X: 1}, -1); !errors.Is(err, errLeft) {
		t.Errorf("%+v, %v; want %v", story, err, errLeft)
	}
}

func ExampleCell() {
	kinds := []grid.Kind{{Symbol: '.'}}
	m, err := grid.FromKinds(4, 3, kinds, make([]uint8, 12))
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	astar, err := catalog.Lookup("astar")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	q := catalog.Query{Costs: costs, From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 0}}
	if _, err := gridtrace.Record(context.Background(), astar, q, "plain", &file, nil); err != nil {
		fmt.Println(err)
		return
	}
	source, err := trace.NewStream(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	story, err := explain.Cell(context.Background(), source, grid.Cell{X: 0, Y: 1}, -1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(story.Fate, "-", story.Why)
	// Output: open - its f = 3+√2 exceeds 3, the cost of the path, so nothing better could come of it
}
