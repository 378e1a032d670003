package scenario

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
)

func TestAlgorithmNames(t *testing.T) {
	algorithms := Algorithms()
	if want := 1 + len(gridsearch.Engines()) + len(catalog.Entries()); len(algorithms) != want {
		t.Errorf("%d algorithms, want %d", len(algorithms), want)
	}
	seen := map[string]bool{}
	for _, a := range algorithms {
		if seen[a.Name] {
			t.Errorf("two algorithms are called %s", a.Name)
		}
		seen[a.Name] = true
		found, err := Lookup(a.Name)
		if err != nil || found.Name != a.Name {
			t.Errorf("Lookup(%q) = %q, %v", a.Name, found.Name, err)
		}
	}
	if algorithms[0].Name != "auto" {
		t.Errorf("the first is %s, want auto", algorithms[0].Name)
	}
	if a, err := Lookup("ucs"); err != nil || a.Name != "dijkstra" {
		t.Errorf(`Lookup("ucs") = %q, %v, want dijkstra`, a.Name, err)
	}
	if _, err := Lookup("jump"); err == nil || !strings.HasPrefix(err.Error(), `unknown algorithm "jump"; want one of auto, `) {
		t.Errorf(`Lookup("jump"): %v`, err)
	}
}
