package scenario

import (
	"fmt"
	"slices"
)

// Optima says whether the answers are held against the optima that a scenario gives. A
// length of 0 between different cells claims that there is no path.
type Optima uint8

const (
	// OptimaAuto holds them against it under the rule of the MovingAI benchmarks (8
	// moves, corners never cut, uniform cost), for which optima are published, and not
	// under others.
	OptimaAuto Optima = iota
	// OptimaCheck holds them against it under any rule: the scenario was made for this
	// one.
	OptimaCheck
	// OptimaIgnore does not: its lengths are placeholders, or for another rule.
	OptimaIgnore
)

var optimaNames = [...]string{"auto", "check", "ignore"}

// OptimaNames returns what [ParseOptima] takes.
func OptimaNames() []string { return slices.Clone(optimaNames[:]) }

// String returns "auto", "check" or "ignore".
func (o Optima) String() string {
	if int(o) < len(optimaNames) {
		return optimaNames[o]
	}
	return fmt.Sprintf("Optima(%d)", uint8(o))
}

// ParseOptima is the inverse of String. The error says what would be right.
func ParseOptima(s string) (Optima, error) {
	if i := slices.Index(optimaNames[:], s); i >= 0 {
		return Optima(i), nil
	}
	return 0, fmt.Errorf("%q does not say what optima are for; want auto, check or ignore", s)
}
