package catalog_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// everyMap is where the cases that are a map with two ends are run, all of
// them by the same loop.
const everyMap = "catalog/cases_test.go TestReportedMaps"

// caseTests says for every case of reported.jsonl that is not a plain map
// (api is true) where it is tested, or, after "none:", why it is not.
var caseTests = map[string]string{
	"second-search-same-grid":   "catalog/cases_api_test.go TestSearchesLeaveNothingBehind",
	"moving-agent-replan":       "catalog/cases_api_test.go TestMapsMayBeEditedBetweenSearches",
	"long-serpentine":           "catalog/cases_api_test.go TestLongSerpentine",
	"compressed-path":           "catalog/cases_api_test.go TestPathsCompressAndExpand",
	"limit-is-not-no-path":      "catalog/cases_api_test.go TestALimitIsNotNoPath",
	"ambiguous-empty":           "catalog/cases_api_test.go TestStatusesAreTold",
	"cancel":                    "catalog/cases_api_test.go TestSearchesCanBeCanceled",
	"cleanup-cost":              "catalog/resources_test.go TestShortSearchesDoNotTouchTheWholeMap",
	"quadratic-memory":          "catalog/resources_test.go TestMemoryGrowsWithTheMap",
	"inconsistent-h":            "search/cases_test.go TestReportedGraphs",
	"long-way-cheaper":          "search/cases_test.go TestReportedGraphs",
	"edges-match-path":          "search/cases_test.go TestReportedGraphs",
	"parallel-edges":            "search/cases_test.go TestReportedGraphs",
	"zero-loop":                 "search/cases_test.go TestReportedGraphs",
	"zero-cycle":                "search/cases_test.go TestReportedGraphs",
	"negative-edge":             "search/cases_test.go TestReportedGraphs",
	"negative-cycle":            "search/cases_test.go TestReportedGraphs",
	"unreachable-graph":         "search/cases_test.go TestReportedGraphs",
	"int64-overflow":            "search/cases_test.go TestReportedGraphs",
	"path-order":                "search/cases_test.go TestReportedGraphs",
	"wraparound":                "search/contract_test.go TestWraparound",
	"exact-compare-overflow":    "root2/root2_test.go TestSignIsExactForAnyCoefficients",
	"smoothing-through-corner":  "grid/visible_test.go TestVisibleCases",
	"nan-cost":                  "mapfile/shared_test.go TestReportedCases",
	"non-ascii-map":             "mapfile/shared_test.go TestReportedCases",
	"ragged-map":                "mapfile/shared_test.go TestReportedCases",
	"preprocess-time":           "none: it asks for published times, not for an answer",
	"astar-slower-with-jumping": "none: it asks for published times, not for an answer",
}

// alsoTested says where plain maps are tested besides.
var alsoTested = map[string]string{
	"tie-break-effort": "catalog/cases_test.go TestTieRulesDecideTheEffort",
	"one-row":          "catalog/cases_api_test.go TestOneRowOfAMillion",
	"bi-terrain-seed":  "catalog/exhaustive_test.go TestEveryTinyTerrain",
}

// TestEveryReportedCaseHasItsTest holds the tables against the file, both ways,
// and against the tests that there are.
func TestEveryReportedCaseHasItsTest(t *testing.T) {
	var maps, others []string
	for _, c := range reportedCases(t) {
		if c.API {
			others = append(others, c.ID)
		} else {
			maps = append(maps, c.ID)
		}
	}
	for _, id := range others {
		if caseTests[id] == "" {
			t.Errorf("case %s is tested nowhere", id)
		}
	}
	for id := range caseTests {
		if !slices.Contains(others, id) {
			t.Errorf("the table names %s, which reported.jsonl does not have as an api case", id)
		}
	}
	for id := range alsoTested {
		if !slices.Contains(maps, id) {
			t.Errorf("the table names %s, which reported.jsonl does not have as a map", id)
		}
	}
	root := sharedtest.ModuleRoot(t)
	checked := map[string]bool{}
	check := func(place string) {
		if reason, ok := strings.CutPrefix(place, "none:"); ok {
			if strings.TrimSpace(reason) == "" {
				t.Errorf("%q gives no reason", place)
			}
			return
		}
		if !checked[place] && !isTest(t, root, place) {
			t.Errorf("there is no test %s", place)
		}
		checked[place] = true
	}
	check(everyMap)
	for _, table := range []map[string]string{caseTests, alsoTested} {
		for _, place := range table {
			check(place)
		}
	}
}

// isTest tells whether a file, from the module's root, declares a test.
func isTest(t *testing.T, root, place string) bool {
	t.Helper()
	file, name, _ := strings.Cut(place, " ")
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(file)), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return true // said already
	}
	for _, declaration := range parsed.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == name {
			return true
		}
	}
	return false
}
