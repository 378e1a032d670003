package trace

import (
	"bufio"
	"fmt"
	"io"
)

// Stream reads a trace from its first to its last byte, as from a pipe. It
// checks all of it: checkpoints, trailer, index and footer too. A Stream is for one
// goroutine.
type Stream struct {
	r       *bufio.Reader
	offset  int64
	header  Header
	outcome Outcome
	totals  Totals // that were met so far
	index   index

	chunks    chunkReader
	decoder   decoder
	block     block
	next      int // event of the block
	trailerAt int64
	err       error // from now on: io.EOF, or what went wrong
}

// NewStream reads the header of the trace that r delivers. The error is a
// [*FormatError], or that of r, wrapped.
func NewStream(r io.Reader) (*Stream, error) {
	s := &Stream{r: bufio.NewReaderSize(r, 1<<16)}
	var begin [prologue]byte
	n, err := io.ReadFull(s.r, begin[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("trace: reading at byte %d: %w", n, err)
	}
	if err := parsePrologue(begin[:n]); err != nil {
		return nil, err
	}
	s.offset = int64(n)
	k, err := s.chunk()
	if err != nil {
		return nil, err
	}
	if k.t != headerChunk {
		return nil, damaged(int64(n), "a header", "there is a %v", k.t)
	}
	if s.header, err = s.chunks.header(k); err != nil {
		return nil, err
	}
	s.index.offset = s.offset
	return s, nil
}

// chunk reads the next chunk.
func (s *Stream) chunk() (chunk, error) {
	k, err := s.chunks.read(s.r, s.offset, -1)
	s.offset += k.size
	return k, err
}

// Header returns the header. The caller must not change what it refers to.
func (s *Stream) Header() Header { return s.header }

// Next returns the next event. After the last one the error is [io.EOF], and the
// whole trace was as it was written; another error stays.
func (s *Stream) Next() (Event, error) {
	for s.err == nil && s.next == len(s.block.events) {
		s.err = s.advance()
	}
	if s.err != nil {
		return Event{}, s.err
	}
	e := &s.block.events[s.next]
	s.next++
	s.totals.Count(e)
	return *e, nil
}

// Outcome returns how the search ended, once Next has returned [io.EOF].
func (s *Stream) Outcome() Outcome { return s.outcome }

// Totals returns what was read so far.
func (s *Stream) Totals() Totals { return s.totals }

// advance reads one chunk.
func (s *Stream) advance() error {
	k, err := s.chunk()
	if err != nil {
		return err
	}
	switch at := k.offset; k.t {
	case eventChunk, checkpointChunk:
		data, err := s.chunks.inflated(k, maxBlockBytes)
		if err != nil {
			return err
		}
		return s.take(k.t, at, data)
	case trailerChunk:
		var totals Totals
		if s.outcome, totals, err = s.chunks.trailer(k, s.header.States()); err != nil {
			return err
		}
		if totals != s.totals {
			return damaged(at, "the same", "the trailer tells of %d events, of which %d expansions, and the trace has %d and %d; or other counts differ",
				totals.Sum(), totals.Steps(), s.totals.Sum(), s.totals.Steps())
		}
		s.trailerAt = at
		return s.finish()
	}
	return damaged(k.offset, "a block of events, a checkpoint or the trailer", "there is a %v", k.t)
}

// take decodes a chunk of events or of a checkpoint.
func (s *Stream) take(t chunkType, at int64, data []byte) error {
	s.block.events, s.next = s.block.events[:0], 0
	if bad := s.decoder.decode(&s.block, data, s.header.States(), t == checkpointChunk); bad != "" {
		return damaged(at, "one as it was written", "the %v cannot be decoded: %s", t, bad)
	}
	if s.block.first != s.index.events || s.block.steps != s.index.steps {
		return damaged(at, fmt.Sprintf("one after %d and %d", s.index.events, s.index.steps),
			"the %v is one after %d events and %d expansions", t, s.block.first, s.block.steps)
	}
	s.index.add(entry{chunk: t, size: s.offset - at, records: int64(len(s.block.events)), steps: s.block.expansions})
	if t == checkpointChunk {
		s.block.events = s.block.events[:0]
	}
	return nil
}

// finish reads what comes after the trailer.
func (s *Stream) finish() error {
	indexAt := s.offset
	k, err := s.chunk()
	if err != nil {
		return err
	}
	if k.t != indexChunk {
		return damaged(indexAt, "an index", "there is a %v", k.t)
	}
	data, err := s.chunks.inflated(k, maxIndex(s.trailerAt-int64(prologue)))
	if err != nil {
		return err
	}
	if string(data) != string(s.index.append(nil)) {
		return damaged(indexAt, "an index as it was written", "the index does not list the chunks of the trace")
	}
	var footer [footerSize]byte
	if n, err := io.ReadFull(s.r, footer[:]); err != nil {
		return truncated(s.offset+int64(n), err, "the footer at byte %d", s.offset)
	}
	trailer, index, err := parseFooter(footer[:], s.offset)
	if err != nil {
		return err
	}
	if trailer != s.trailerAt || index != indexAt {
		return damaged(s.offset, fmt.Sprintf("%d and %d", s.trailerAt, indexAt), "the footer says that trailer and index are at bytes %d and %d", trailer, index)
	}
	if _, err := s.r.ReadByte(); err == nil {
		return damaged(s.offset+footerSize, "nothing", "something follows the trace")
	} else if err != io.EOF {
		return fmt.Errorf("trace: reading at byte %d: %w", s.offset+footerSize, err)
	}
	return io.EOF
}
