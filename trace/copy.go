package trace

import "io"

// Source is where a trace comes from: a [*Reader], a [*Stream] or a [*JSONReader].
type Source interface {
	Header() Header
	// Next returns the next event, and [io.EOF] after the last one.
	Next() (Event, error)
	// Outcome has a meaning once Next has returned [io.EOF].
	Outcome() Outcome
	Totals() Totals
}

// Sink is where a trace goes to: a [*Writer] or a [*JSONWriter].
type Sink interface {
	Add(Event) error
	Close(Outcome) error
}

// Copy copies the events that src still has, and the outcome, to dst, which must
// have been made with the header of src, and closes it. It returns the first error
// of either.
func Copy(dst Sink, src Source) error {
	for {
		e, err := src.Next()
		if err == io.EOF {
			return dst.Close(src.Outcome())
		}
		if err != nil {
			return err
		}
		if err := dst.Add(e); err != nil {
			return err
		}
	}
}
