package verify_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/verify"
)

// TestForgedTracesOfEngines is TestForgedTraces for the fast engines, whose own order of
// expansions is not checked.
func TestForgedTracesOfEngines(t *testing.T) {
	refused, tried := 0, 0
	accepted := map[string]map[string]int{}
	for number := range fewer(120) {
		for _, entry := range catalog.Engines() {
			q := traceQuery(t, number)
			q.MaxExpanded = 0
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
				if accepted[f.name] == nil {
					accepted[f.name] = map[string]int{}
				}
				accepted[f.name][entry.Name]++
			}
		}
	}
	t.Logf("%d of %d alterations refused; the others:", refused, tried)
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%s: %v", name, accepted[name])
	}
}
