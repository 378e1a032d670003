package game_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
)

// TestTableHoldsNoDrawOfALine solves positions by one table in games where a score
// that is a draw only on the line that led to it, if it were taken for the
// position's own, would make other positions wrong.
func TestTableHoldsNoDrawOfALine(t *testing.T) {
	for seed := range uint64(400) {
		g := withAbilities(dag{seed: seed, height: 3, width: 4, scores: 2, loops: true})["hashing"]
		scores := endless(g)
		table, err := game.NewTable[spot, uint8](1 << 14)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range spotsOf(g) {
			for _, a := range game.Algorithms[spot, uint8]()[1:3] {
				r, err := a.Search(t.Context(), g, s, game.Full, options{Table: table, DrawByRepetition: true, MaxNodes: 5000})
				if err != nil || r.Complete && r.Score != scores[s] {
					t.Errorf("seed %d: %s of %v: %v, want the score %d: %+v", seed, a.Name, s, err, scores[s], r)
				}
			}
		}
	}
}
