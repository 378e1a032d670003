package trace

import (
	"fmt"
	"io"
)

// Reader reads a trace from where it is stored, at any place of it. It holds the
// header, the trailer, the index and one block. A Reader is for one goroutine; any
// number of them may read the same file.
//
// A Reader stands between two events, at first before the first one. [Reader.Next]
// and [Reader.Prev] go over an event and return it.
type Reader struct {
	file    io.ReaderAt
	header  Header
	outcome Outcome
	totals  Totals
	index   index

	chunks  chunkReader
	decoder decoder
	block   block
	loaded  int   // the number of the block, or −1
	at      int64 // the number of events before the place where the reader stands

	state *State // the last one that StateAt replayed, or nil
}

// NewReader opens the trace of so many bytes in file. It reads the header, the trailer
// and the index; damage in events is found when they are read. The error is a
// [*FormatError], or that of file, wrapped.
func NewReader(file io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{file: file, loaded: -1}
	begin := make([]byte, min(size, int64(prologue)))
	if _, err := file.ReadAt(begin, 0); err != nil && err != io.EOF {
		return nil, fmt.Errorf("trace: reading at byte 0: %w", err)
	}
	if err := parsePrologue(begin); err != nil {
		return nil, err
	}
	footerAt := size - footerSize
	if footerAt < int64(prologue) {
		return nil, damaged(size, "a header, a trailer, an index and a footer", "the trace ends here")
	}
	var footer [footerSize]byte
	if n, err := file.ReadAt(footer[:], footerAt); n < footerSize {
		return nil, truncated(footerAt+int64(n), err, "the footer at byte %d", footerAt)
	}
	trailerAt, indexAt, err := parseFooter(footer[:], footerAt)
	if err != nil {
		return nil, err
	}

	k, err := r.chunk(headerChunk, int64(prologue), trailerAt)
	if err != nil {
		return nil, err
	}
	first := k.offset + k.size
	if r.header, err = r.chunks.header(k); err != nil {
		return nil, err
	}
	if k, err = r.chunk(trailerChunk, trailerAt, indexAt); err != nil {
		return nil, err
	}
	if r.outcome, r.totals, err = r.chunks.trailer(k, r.header.States()); err != nil {
		return nil, err
	}
	if end := k.offset + k.size; end != indexAt {
		return nil, damaged(end, fmt.Sprintf("the index, which the footer says is at byte %d", indexAt), "the trailer ends here")
	}
	if k, err = r.chunk(indexChunk, indexAt, footerAt); err != nil {
		return nil, err
	}
	if end := k.offset + k.size; end != footerAt {
		return nil, damaged(end, "the footer", "%d bytes follow the index", footerAt-end)
	}
	data, err := r.chunks.inflated(k, maxIndex(trailerAt-first))
	if err != nil {
		return nil, err
	}
	if bad := r.index.parse(data, first, trailerAt); bad != "" {
		return nil, damaged(indexAt, "an index as it was written", "the index does not fit the trace: %s", bad)
	}
	if r.index.events != r.totals.Sum() || r.index.steps != r.totals.Steps() {
		return nil, damaged(trailerAt, "the same", "the trailer tells of %d events and %d expansions, the index of %d and %d",
			r.totals.Sum(), r.totals.Steps(), r.index.events, r.index.steps)
	}
	return r, nil
}

// chunk reads a chunk that must be of a type and end before a limit.
func (r *Reader) chunk(want chunkType, offset, limit int64) (chunk, error) {
	k, err := r.chunks.read(io.NewSectionReader(r.file, offset, max(0, limit-offset)), offset, limit-offset)
	if err == nil && k.t != want {
		err = damaged(offset, fmt.Sprintf("a %v", want), "there is a %v", k.t)
	}
	return k, err
}

// Header returns the header. The caller must not change what it refers to.
func (r *Reader) Header() Header { return r.header }

// Outcome returns how the search ended. The caller must not change its paths.
func (r *Reader) Outcome() Outcome { return r.outcome }

// Totals returns what the trace holds.
func (r *Reader) Totals() Totals { return r.totals }

// Events returns the number of events.
func (r *Reader) Events() int64 { return r.index.events }

// Steps returns the number of expansions.
func (r *Reader) Steps() int64 { return r.index.steps }

// Position returns the number of events before the place where the reader stands.
func (r *Reader) Position() int64 { return r.at }

// SeekEvent goes to the place after the first n events: from there, Next returns the
// event number n, counted from 0. It reads nothing. It is an error if the trace has
// fewer than n events.
func (r *Reader) SeekEvent(n int64) error {
	if n < 0 || n > r.index.events {
		return fmt.Errorf("trace: there is no place after %d events; the trace has %d", n, r.index.events)
	}
	r.at = n
	return nil
}

// SeekStep goes to the place before the expansion with that number, counted from 1,
// so that Next returns it; 0 is the place before the first event. It reads
// one block, wherever the step is. It is an error if there is no such step.
func (r *Reader) SeekStep(step int64) error {
	if step < 0 || step > r.index.steps {
		return fmt.Errorf("trace: there is no step %d; the trace has %d", step, r.index.steps)
	}
	if step == 0 {
		r.at = 0
		return nil
	}
	if err := r.load(r.index.blockOfStep(step)); err != nil {
		return err
	}
	// Steps never fall, so the expansion is the first event with that step.
	low, high := 0, len(r.block.events)-1
	for low < high {
		middle := (low + high) / 2
		if r.block.events[middle].Step >= step {
			high = middle
		} else {
			low = middle + 1
		}
	}
	r.at = r.block.first + int64(low)
	return nil
}

// Next returns the event after the place where the reader stands, and goes over it.
// After the last event the error is [io.EOF].
func (r *Reader) Next() (Event, error) {
	if r.at == r.index.events {
		return Event{}, io.EOF
	}
	e, err := r.event(r.at)
	if err != nil {
		return Event{}, err
	}
	r.at++
	return *e, nil
}

// Prev returns the event before the place where the reader stands, and goes back
// over it. Before the first event the error is [io.EOF].
func (r *Reader) Prev() (Event, error) {
	if r.at == 0 {
		return Event{}, io.EOF
	}
	e, err := r.event(r.at - 1)
	if err != nil {
		return Event{}, err
	}
	r.at--
	return *e, nil
}

// event returns the event with a number, which must be there.
func (r *Reader) event(number int64) (*Event, error) {
	if i := number - r.block.first; r.loaded < 0 || i < 0 || i >= int64(len(r.block.events)) {
		if err := r.load(r.index.blockOf(number)); err != nil {
			return nil, err
		}
	}
	return &r.block.events[number-r.block.first], nil
}

// load makes the block with a number the one at hand.
func (r *Reader) load(number int) error {
	if r.loaded == number {
		return nil
	}
	r.loaded = -1
	if err := r.read(&r.block, r.index.blocks[number]); err != nil {
		return err
	}
	r.loaded = number
	return nil
}

// read decodes the chunk of an entry of the index.
func (r *Reader) read(b *block, number int32) error {
	e := &r.index.entries[number]
	k, err := r.chunk(e.chunk, e.offset, e.offset+e.size)
	if err != nil {
		return err
	}
	if k.size != e.size {
		return damaged(e.offset+k.size, fmt.Sprintf("one that ends at byte %d, as the index says", e.offset+e.size), "the %v ends here", e.chunk)
	}
	data, err := r.chunks.inflated(k, maxBlockBytes)
	if err != nil {
		return err
	}
	if bad := r.decoder.decode(b, data, r.header.States(), e.chunk == checkpointChunk); bad != "" {
		return damaged(e.offset, "one as it was written", "the %v cannot be decoded: %s", e.chunk, bad)
	}
	if b.first != e.firstEvent || b.steps != e.stepsBefore || int64(len(b.events)) != e.records || b.expansions != e.steps {
		return damaged(e.offset, "what the index says", "the %v is of %d records after %d events, not %d after %d",
			e.chunk, len(b.events), b.first, e.records, e.firstEvent)
	}
	return nil
}

// StateAt returns what the search knew just before the expansion of step+1: after
// the expansion with that number and all it led to. Step 0 is before the first
// expansion.
//
// The state is valid until the next call of StateAt or [Reader.StateAtEvent]. It
// takes time in proportion to the states that are known and to the events since the
// last checkpoint, of which there are at most 4 for each of these states or
// 262,144, whichever is more, and a block; or since the last call, if that is
// nearer. (Of a search that knew more than about two million states there are no
// further checkpoints.) It is an error if there is no such step.
func (r *Reader) StateAt(step int64) (*State, error) {
	if step < 0 || step > r.index.steps {
		return nil, fmt.Errorf("trace: there is no step %d; the trace has %d", step, r.index.steps)
	}
	if step == r.index.steps {
		return r.StateAtEvent(r.index.events)
	}
	at := r.at
	defer func() { r.at = at }()
	if err := r.SeekStep(step + 1); err != nil {
		return nil, err
	}
	return r.StateAtEvent(r.at)
}

// StateAtEvent is [Reader.StateAt] for the place after the first n events.
func (r *Reader) StateAtEvent(n int64) (*State, error) {
	if n < 0 || n > r.index.events {
		return nil, fmt.Errorf("trace: there is no place after %d events; the trace has %d", n, r.index.events)
	}
	if err := r.restore(n); err != nil {
		r.state = nil
		return nil, err
	}
	for s := r.state; s.Events < n; {
		e, err := r.event(s.Events)
		if err == nil {
			err = s.Apply(e)
		}
		if err != nil {
			r.state = nil
			return nil, err
		}
	}
	return r.state, nil
}

// restore makes the state at hand the one of a checkpoint that is at most n events
// from the start, or leaves the one that is nearer.
func (r *Reader) restore(n int64) error {
	after := len(r.index.entries) // the last entry of the checkpoint, plus one
	if n < r.index.events {
		after = int(r.index.blocks[r.index.blockOf(n)])
	}
	for after > 0 && r.index.entries[after-1].chunk != checkpointChunk {
		after--
	}
	taken := int64(0)
	if after > 0 {
		taken = r.index.entries[after-1].firstEvent
	}
	if r.state != nil && r.state.Events <= n && r.state.Events >= taken {
		return nil
	}
	r.state = NewState()
	first := after
	for first > 0 && r.index.entries[first-1].chunk == checkpointChunk {
		first--
	}
	var part block
	for i := first; i < after; i++ {
		if err := r.read(&part, int32(i)); err != nil {
			return err
		}
		for j := range part.events {
			if err := r.state.see(&part.events[j]); err != nil {
				return err
			}
		}
		r.state.Events, r.state.Step = part.first, part.steps
	}
	return nil
}
