package trace

import (
	"errors"
	"fmt"
	"io"
)

// Writer writes a trace as its events come. It holds the last 32,768 events, a block
// of them encoded, the index (some 60 bytes for 65,536 events) and the last record of
// each state: 32 bytes each, and no more than 64 MiB. Where these do not suffice it
// goes on without those records, and writes no further checkpoints. So its
// memory is bounded, by some 70 MiB.
//
// Events are encoded and written by a goroutine that runs for 16,384 of them while
// the search goes on. The bytes depend on the events alone. A Writer is for one
// goroutine.
type Writer struct {
	batch []Event // checked, still to be encoded
	steps int64
	limit int64 // states are below it
	ended bool  // there was an End
	done  bool  // Close was called
	err   error

	blocks *blockWriter
	idle   chan struct{} // holds a token while blocks is not at work
	spare  []Event       // the batch that was encoded last
}

const (
	// batchSize is how many events are encoded at once: enough that the time it
	// takes to start and to end a goroutine does not count, few enough to
	// stay in a processor's cache. A Writer begins with fewer.
	batchSize  = 1 << 14
	firstBatch = 1 << 8
)

// ErrClosed reports an event for a trace that has ended.
var ErrClosed = errors.New("trace: the trace has ended")

// NewWriter begins a trace on w, which gets a few large writes, until Close returns
// also from another goroutine. The error is [ErrHeader] or [ErrTooLarge] for a
// header that no trace can have, or that of w.
func NewWriter(w io.Writer, header Header) (*Writer, error) {
	if err := header.check(); err != nil {
		return nil, err
	}
	document, err := marshalHeader(&header)
	if err != nil {
		return nil, err
	}
	blocks := newBlockWriter(w)
	if err := blocks.begin(document); err != nil {
		return nil, err
	}
	tw := &Writer{limit: header.States(), blocks: blocks, idle: make(chan struct{}, 1)}
	tw.idle <- struct{}{}
	return tw, nil
}

// Add writes an event. Step may be left 0, and is then counted here. The error is
// [ErrEvent] for an event that no trace can hold or whose Step is not the number of
// expansions so far, [ErrClosed] after an [End], or that of the file, which may
// come late. After an error, which Close returns too, the trace is of no use.
func (w *Writer) Add(e Event) error {
	if e.Step == 0 {
		e.Step = w.steps
		if e.Kind == Expand {
			e.Step++
		}
	}
	*w.next() = e
	w.commit()
	return w.err
}

// next returns the place of the event to come, for [Writer.commit] to take in.
func (w *Writer) next() *Event {
	n := len(w.batch)
	if n == cap(w.batch) {
		w.hand()
		n = 0
	}
	w.batch = w.batch[:n+1]
	return &w.batch[n]
}

// commit takes the event at next's place in, or drops it and keeps the error.
func (w *Writer) commit() {
	e := &w.batch[len(w.batch)-1]
	if e.Kind == Expand {
		w.steps++
	}
	if !e.fits(w.steps, w.limit) || w.ended || e.Kind == End {
		w.weigh(e)
	}
}

// weigh is commit for what is out of the ordinary.
func (w *Writer) weigh(e *Event) {
	err := e.check(w.steps, w.limit)
	if err == nil && w.ended {
		err = fmt.Errorf("%w: %v comes after it", ErrClosed, *e)
	}
	if err == nil {
		w.ended = e.Kind == End
		return
	}
	if w.err == nil {
		w.err = err
	}
	w.batch = w.batch[:len(w.batch)-1]
}

// hand gives the batch to the goroutine that encodes it, and makes an empty one.
func (w *Writer) hand() {
	<-w.idle
	if w.err == nil {
		w.err = w.blocks.err
	}
	batch := w.batch
	w.batch, w.spare = w.spare[:0], batch
	if n := max(firstBatch, min(4*cap(batch), batchSize)); cap(w.batch) < n {
		w.batch = make([]Event, 0, n)
	}
	go func() {
		w.blocks.encode(batch)
		w.idle <- struct{}{}
	}()
}

// Close ends the trace with the outcome of the search: if the last event is not
// an [End] it writes one, then the trailer and the index. It does not close the
// file. The error is the first there was. A trace that is never closed is cut off,
// and no reader takes it for whole.
func (w *Writer) Close(outcome Outcome) error {
	if w.done {
		return ErrClosed
	}
	w.done = true
	if w.err == nil {
		w.err = outcome.check(w.limit)
	}
	if w.err == nil && !w.ended {
		*w.next() = outcome.end(w.steps)
		w.commit()
	}
	w.ended = true
	<-w.idle
	w.blocks.encode(w.batch)
	if w.err == nil {
		w.err = w.blocks.finish(&outcome)
	}
	return w.err
}
