package verify_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/verify"
)

// leftOpen lists the alterations of engines' traces that can be accepted though they are
// no history that there is, and why.
var leftOpen = map[string]string{
	"an event deleted":                       "a scan; which ones are due is not checked",
	"an event doubled":                       "a scan, or a suspended move",
	"another parent":                         "a scan that sets out a cell further on",
	"another state":                          "a scan that ends a cell sooner",
	"two events swapped":                     "scans, or expansions, whose order is the engine's own",
	"an expansion deleted":                   "of a state that is no better than the path found, or in the last stack of Dijkstra's algorithm",
	"an expansion and all it led to deleted": "the same",
	"cut short, with all else as it was":     "stopped by a limit a scan sooner",
	"a higher lower bound":                   "of a stopped search; it does not exceed the optimum",
	"a lower lower bound":                    "of a stopped search; it holds",
	"another certificate":                    "of a stopped search; what it claims holds",
	"another cut_corners":                    "where the rule makes no difference to what was found; which moves an engine leaves out is its own",
	"another cost":                           "on a map whose weights are all 1; which successors an engine leaves out is its own",
	"another moves":                          "of a stopped search; the nearest cell it names is not derived",
	"another goal":                           "of a stopped search; the nearest cell it names is not derived",
	"one successor less":                     "suspended moves are told and not counted",
	"one successor more":                     "suspended moves are told and not counted",
}

// TestForgedTracesOfEngines is TestForgedTraces for the fast engines, whose own order of
// expansions is not checked.
func TestForgedTracesOfEngines(t *testing.T) {
	refused, noDifference, tried := 0, 0, 0
	accepted := map[string]map[string]int{}
	for number := range fewer(120) {
		for _, entry := range catalog.Engines() {
			q := traceQuery(t, number)
			if q.MaxExpanded >= 400 {
				q.MaxExpanded = 0
			}
			if entry.Applies(q) != "" {
				continue
			}
			right := traceOf(t, entry.Name, q)
			for k, f := range forgeries() {
				forged := right.changed()
				if !f.forge(forged, rand.New(rand.NewPCG(number, uint64(k)))) {
					continue
				}
				tried++
				report, err := verify.CheckTrace(q.Costs.Map(), forged)
				if err != nil || !report.OK() {
					refused++
					continue
				}
				if isTrue(t, forged, q.Costs) {
					noDifference++
					continue
				}
				if leftOpen[f.name] == "" {
					t.Errorf("query %d, %s: %s is accepted:\n%v%s", number, entry.Name, f.name, report, picture(q.Costs, nil))
				}
				if accepted[f.name] == nil {
					accepted[f.name] = map[string]int{}
				}
				accepted[f.name][entry.Name]++
			}
		}
	}
	t.Logf("%d of %d alterations refused, %d make no difference; the others:", refused, tried, noDifference)
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%s: %v: %s", name, accepted[name], leftOpen[name])
	}
}
