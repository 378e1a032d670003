package mapfile

import (
	"errors"
	"strconv"
	"strings"
)

// ErrTooLarge is what a [SyntaxError] wraps if a map has, or claims to have,
// more cells than the limit.
var ErrTooLarge = errors.New("mapfile: map is too large")

// SyntaxError says what is wrong with a file, where, and what would be right.
type SyntaxError struct {
	File   string // the name given by the caller
	Line   int    // from 1
	Column int    // in characters, from 1; 0: the line as a whole
	Msg    string // what is wrong
	Remedy string // what would be right; may be empty
	Err    error  // [ErrTooLarge], or nil
}

// Error returns "FILE:LINE:COLUMN: what is wrong; what would be right", without
// the column if that is 0.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	b.WriteString(":" + strconv.Itoa(e.Line))
	if e.Column > 0 {
		b.WriteString(":" + strconv.Itoa(e.Column))
	}
	b.WriteString(": " + e.Msg)
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }
