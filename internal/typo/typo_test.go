package typo_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/typo"
)

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", "abc"}: 0, {"form", "from"}: 1, {"kitten", "sitting"}: 3, {"ab", "ba"}: 1,
	} {
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			if got := typo.Distance(p[0], p[1]); got != want {
				t.Errorf("Distance(%q, %q) = %d, want %d", p[0], p[1], got, want)
			}
		}
	}
}
