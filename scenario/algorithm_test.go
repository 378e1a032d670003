package scenario

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
)

func TestAlgorithmNames(t *testing.T) {
	algorithms := Algorithms()
	if want := len(catalog.Engines()) + len(catalog.Entries()); len(algorithms) != want {
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
	for alias, name := range map[string]string{"ucs": "dijkstra", "JPS": "jump-point"} {
		if a, err := Lookup(alias); err != nil || a.Name != name {
			t.Errorf(`Lookup(%q) = %q, %v, want %s`, alias, a.Name, err, name)
		}
	}
	if _, err := Lookup("jump-pont"); err == nil || err.Error() != `unknown algorithm "jump-pont"; did you mean jump-point?` {
		t.Errorf(`Lookup("jump-pont"): %v`, err)
	}
}
