package verify

import (
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Report says how an answer fared.
type Report struct {
	// Passed lists what was checked and holds, one sentence each, in the order
	// of the checks.
	Passed []string
	// Failure is the first check that does not hold; no check was made after
	// it. It is nil if the answer is right.
	Failure *Failure
}

// OK tells whether everything that was checked holds.
func (r Report) OK() bool { return r.Failure == nil }

// String returns the report, one line a check, each ending in a newline:
// "ok: " and what holds, at last "wrong: " and the failure, if there is one.
func (r Report) String() string {
	var b strings.Builder
	for _, passed := range r.Passed {
		fmt.Fprintf(&b, "ok: %s\n", passed)
	}
	if r.Failure != nil {
		fmt.Fprintf(&b, "wrong: %s\n", r.Failure.text())
	}
	return b.String()
}

// Subject is the part of an answer that a check is about.
type Subject string

// The parts of an answer.
const (
	SubjectStatus      Subject = "status"
	SubjectPath        Subject = "path"
	SubjectCost        Subject = "cost"
	SubjectCertificate Subject = "certificate"
	SubjectLowerBound  Subject = "lower bound"
	SubjectNearest     Subject = "path to the nearest cell"
	SubjectNearestCost Subject = "cost to the nearest cell"
)

// Failure says what is wrong with an answer.
type Failure struct {
	Subject Subject
	// Step, if > 0, is the step of the path that is wrong, counted from 1; it
	// leads from From to To. If Step is 0 the two cells have no meaning.
	Step     int
	From, To grid.Cell
	// Reason completes a sentence that begins with Subject, or with the step:
	// "is 10, but the path costs 6+5√2".
	Reason string
}

// Error returns where and what, such as "verify: path: step 3, 4,8 to 5,9,
// cuts a corner (rule: never)".
func (f *Failure) Error() string { return "verify: " + f.text() }

func (f *Failure) text() string {
	if f.Step > 0 {
		return fmt.Sprintf("%s: step %d, %v to %v, %s", f.Subject, f.Step, f.From, f.To, f.Reason)
	}
	return fmt.Sprintf("%s %s", f.Subject, f.Reason)
}

// wrong returns a failure that is not about a step.
func wrong(subject Subject, format string, args ...any) error {
	return &Failure{Subject: subject, Reason: fmt.Sprintf(format, args...)}
}
