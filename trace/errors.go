package trace

import (
	"errors"
	"fmt"
)

var (
	// ErrNotTrace reports something that does not begin as a trace does.
	ErrNotTrace = errors.New("trace: not a trace")
	// ErrNewerVersion reports a trace of a version that this package does not
	// know.
	ErrNewerVersion = errors.New("trace: made by a newer version")
	// ErrTooLarge reports a part of a trace that is larger than any that this
	// package writes, or a state of a search that takes more memory than allowed.
	ErrTooLarge = errors.New("trace: too large")
)

// FormatError says where a trace is damaged, what is wrong there and what would
// be right.
type FormatError struct {
	// Offset is a byte of the file: where the damaged part begins, or where the
	// file ends too soon. For JSON lines it is −1, and Line counts from 1.
	Offset int64
	Line   int
	Msg    string // what is wrong
	Want   string // what would be right
	Err    error  // [ErrNotTrace], [ErrNewerVersion], [ErrTooLarge], [ErrEvent] or nil
}

// Error returns "trace: byte OFFSET: what is wrong; what would be right".
func (e *FormatError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("trace: line %d: %s; want %s", e.Line, e.Msg, e.Want)
	}
	return fmt.Sprintf("trace: byte %d: %s; want %s", e.Offset, e.Msg, e.Want)
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// damaged returns a FormatError at a byte.
func damaged(offset int64, want, format string, args ...any) error {
	return &FormatError{Offset: offset, Want: want, Msg: fmt.Sprintf(format, args...)}
}
