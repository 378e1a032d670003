package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// notebookTruths is what the truths file says of the article.
type notebookTruths struct {
	Facts map[string]string
	Map   []string
	Start [2]int32   `json:"start_row_col"`
	Goal  [2]int32   `json:"goal_row_col"`
	Path  [][2]int32 `json:"astar_path_row_col"`
}

func readNotebookTruths(t *testing.T) notebookTruths {
	t.Helper()
	data, err := os.ReadFile(sharedtest.Path(t, "truths", "notebook.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truths notebookTruths
	if err := json.Unmarshal(data, &truths); err != nil {
		t.Fatal(err)
	}
	return truths
}

func cell(rowCol [2]int32) grid.Cell { return grid.Cell{X: rowCol[1], Y: rowCol[0]} }

// The published figures that the package holds are those of the truths file.
func TestNotebookPublishesTheTruths(t *testing.T) {
	if testing.Short() {
		t.Skip("short: plain minimax visits 124 million nodes")
	}
	truths := readNotebookTruths(t)
	facts, err := notebook(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	published := map[string]string{}
	for _, f := range facts {
		if truth, ok := truths.Facts[f.Name]; !ok || f.Published != truth {
			t.Errorf("%s: published %q, truth %q", f.Name, f.Published, truth)
		}
		published[f.Name] = f.Published
	}
	for name := range truths.Facts {
		if _, ok := published[name]; !ok {
			t.Errorf("%s: not reproduced", name)
		}
	}
}

func TestNotebookMapAndPathAreTheTruths(t *testing.T) {
	truths := readNotebookTruths(t)
	q, err := notebookQuery()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asciigrid.Render(q.Costs.Map(), nil), strings.ReplaceAll(strings.Join(truths.Map, "\n"), "#", "@")+"\n"; got != want {
		t.Errorf("the map is\n%swant\n%s", got, want)
	}
	if q.From != cell(truths.Start) || q.To != cell(truths.Goal) {
		t.Errorf("from %v to %v, want %v to %v", q.From, q.To, cell(truths.Start), cell(truths.Goal))
	}
	astar, err := explore(context.Background(), "astar", q)
	if err != nil {
		t.Fatal(err)
	}
	var want []grid.Cell
	for _, rowCol := range truths.Path {
		want = append(want, cell(rowCol))
	}
	if got, want := asciigrid.Render(q.Costs.Map(), astar.path), asciigrid.Render(q.Costs.Map(), want); got != want || len(astar.path) != len(truths.Path) {
		t.Fatalf("the path of %d cells is\n%swant one of %d cells\n%s", len(astar.path), got, len(truths.Path), want)
	}
	for i := range want {
		if astar.path[i] != want[i] {
			t.Errorf("cell %d of the path is %v, want %v", i, astar.path[i], want[i])
		}
	}
}

func TestExploreEndsWithTheContext(t *testing.T) {
	gone := errors.New("the reader has gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(gone)
	if facts, err := notebook(ctx); facts != nil || !errors.Is(err, gone) {
		t.Errorf("got %v, %v", facts, err)
	}
}

func TestRuns(t *testing.T) {
	for _, c := range []struct {
		cells []grid.Cell
		want  int
	}{
		{nil, 0},
		{[]grid.Cell{{X: 3, Y: 2}}, 1},
		{[]grid.Cell{{X: 3, Y: 2}, {X: 1, Y: 2}, {X: 2, Y: 2}}, 1},
		{[]grid.Cell{{X: 3, Y: 2}, {X: 1, Y: 2}}, 2},
		{[]grid.Cell{{X: 3, Y: 2}, {X: 3, Y: 3}, {X: 4, Y: 3}}, 2},
		{[]grid.Cell{{X: 1, Y: 0}, {X: 0, Y: 1}, {X: 2, Y: 0}}, 2}, // one ends where the next row begins
	} {
		if got := runs(c.cells); got != c.want {
			t.Errorf("runs(%v) = %d, want %d", c.cells, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 75: "75", 999: "999", 1_207: "1,207", 53_832: "53,832", 123_959_136: "123,959,136"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}
