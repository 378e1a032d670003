package catalog_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// laterCaseTests says for every case of reported2.jsonl where it is tested: by a test in Go, or by a
// script of the command.
var laterCaseTests = map[string]string{
	"r2-c4-book-1":              "cmd/astrolabe/testdata/script/game.txtar",
	"r2-c4-sign":                "game/connectfour/reported_test.go TestScoresAreTheMovers",
	"r2-ttt-win-now":            "cmd/astrolabe/testdata/script/game.txtar",
	"r2-c4-win-now-mcts":        "game/tactics_test.go TestMCTSTactics",
	"r2-mcts-gives-up":          "game/tactics_test.go TestMCTSTactics",
	"r2-nim15-mcts":             "game/tactics_test.go TestHeapOf15",
	"r2-ttt-selfplay":           "game/match_test.go TestPerfectPlayersDraw",
	"r2-reversi-pass":           "game/passes_test.go TestPassesAreMoves",
	"r2-kalah-extra-turn":       "game/kalah/kalah_test.go TestValues",
	"r2-repetition-crash":       "game/repetition_test.go TestEndlessLines",
	"r2-repetition-draw":        "game/repetition_test.go TestRepetitionIsADraw",
	"r2-romania":                "search/reported_test.go TestReportedRoads",
	"r2-ida-early-goal":         "search/reported_test.go TestReportedRoads",
	"r2-ida-euclid":             "gridsearch/reported_test.go TestReportedWall",
	"r2-ida-wall-hang":          "gridsearch/reported_test.go TestReportedWall",
	"r2-misplaced-blank":        "search/reported_test.go TestReportedPuzzles",
	"r2-linear-conflict":        "search/reported_test.go TestReportedPuzzles",
	"r2-heuristic-check-puzzle": "domain/domain_test.go TestCheckHeuristic",
	"r2-fifteen-speed":          "puzzle/tiles/korf_test.go TestKorf",
	"r2-crucible":               "search/reported_test.go TestReportedCrucible",
	"r2-metres-for-hours":       "search/reported_test.go TestReportedHours",
	"r2-one-way":                "search/reported_test.go TestReportedRoads",
	"r2-k-shortest":             "graph/graph_test.go TestKShortest",
	"r2-fewest-turns":           "catalog/reported2_test.go TestFewestTurnsByState",
	"r2-many-goals":             "catalog/reported2_test.go TestNearestOfManyGoals",
	"r2-hex":                    "catalog/reported2_test.go TestHexagonsAsAStateSpace",
	"r2-ends-in-walls":          "catalog/reported2_test.go TestEndsInWalls",
	"r2-file-dimacs":            "graph/read_test.go TestReadDIMACS",
	"r2-mai-lenient":            "mapfile/byhand_test.go TestMovingAIMapsWrittenByHand",
	"r2-scen-blocked":           "cmd/astrolabe/testdata/script/bench-placeholders.txtar",
	"r2-posthoc-cli":            "trace/posthoc/import_test.go TestIDs",
	"r2-posthoc-two-halves":     "trace/posthoc/import_test.go TestTwoHalves",
	"r2-posthoc-errors":         "trace/posthoc/import_test.go TestErrorsSayWhere",
	"r2-vis-size":               "studio/solve_test.go TestWhatVisualizersLack",
}

// notThereYet are the cases of reported2.jsonl that ask for what there is not, and what that is. Who
// adds it tests the case, and moves it to the table above: this one must become empty.
var notThereYet = map[string]string{
	"r2-clearance":    "units larger than a cell",
	"r2-thin-walls":   "walls between cells",
	"r2-any-angle":    "straight lines at any angle",
	"r2-file-se-maze": "E for the goal in a plain map",
	"r2-file-matrix":  "matrices of 0 and 1, in several spellings",
	"r2-file-heights": "letters as heights, and a limit on the climb",
	"r2-file-ros":     "maps of ROS: .yaml with .pgm",
	"r2-file-png":     "pictures as maps",
	"r2-file-tiled":   "maps of Tiled",
	"r2-file-rogue":   "symbols of roguelike maps",
	"r2-scen-mapf":    "joint plans of many agents; each alone is in bench-placeholders.txtar",
}

// TestEveryLaterCaseHasItsPlace holds the tables against the file, both ways, and against the tests
// that there are.
func TestEveryLaterCaseHasItsPlace(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Path(t, "cases", "reported2.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	root, cases := sharedtest.ModuleRoot(t), map[string]bool{}
	for line := range bytes.Lines(data) {
		var c struct{ ID string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		cases[c.ID] = true
		place, tested := laterCaseTests[c.ID]
		missing, wanted := notThereYet[c.ID]
		switch {
		case tested == wanted:
			t.Errorf("%s: tested in %q, asks for %q; want one of the two", c.ID, place, missing)
		case wanted && missing == "":
			t.Errorf("%s: it is not said what it asks for", c.ID)
		case tested && strings.HasSuffix(place, ".txtar"):
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(place))); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		case tested && !isTest(t, root, place):
			t.Errorf("%s: there is no test %s", c.ID, place)
		}
	}
	for _, table := range []map[string]string{laterCaseTests, notThereYet} {
		for id := range table {
			if !cases[id] {
				t.Errorf("a table names %s, which reported2.jsonl does not have", id)
			}
		}
	}
	t.Logf("%d of %d cases ask for what is not there yet", len(notThereYet), len(cases))
}
