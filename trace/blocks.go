package trace

import "io"

// blockWriter writes all of a trace behind the header: events as blocks, with
// checkpoints in between, then the trailer and the index. After an error it does
// nothing.
type blockWriter struct {
	chunks  chunkWriter
	encoder *encoder
	index   index
	totals  Totals
	data    []byte
	err     error

	sinceCheckpoint int64 // events
	// checkpointEvents and checkpointRatio, but for tests
	interval, ratio int64
}

const (
	// bookBytes bounds what a Writer takes to know all states.
	bookBytes = 64 << 20
	// A checkpoint is written when there were at least checkpointEvents events
	// since the last one, and at least checkpointRatio for each state that it holds:
	// then checkpoints are a small part of the file, and replaying from one
	// takes no longer than in proportion to what it holds.
	checkpointEvents = 1 << 18
	checkpointRatio  = 4
)

func newBlockWriter(w io.Writer) *blockWriter {
	return &blockWriter{chunks: chunkWriter{w: w}, encoder: newEncoder(bookBytes), interval: checkpointEvents, ratio: checkpointRatio}
}

// begin writes what comes before the events.
func (b *blockWriter) begin(header []byte) error {
	if err := b.chunks.raw(append([]byte(magic), version, 0, 0, 0)); err != nil {
		return err
	}
	if _, err := b.chunks.write(headerChunk, header); err != nil {
		return err
	}
	b.index.offset = b.chunks.offset
	return nil
}

// encode takes in events, which have been checked.
func (b *blockWriter) encode(events []Event) {
	for i := range events {
		if b.encoder.full() {
			b.flush()
		}
		if b.err != nil {
			return
		}
		b.totals.Count(&events[i])
		b.encoder.add(&events[i])
	}
}

// flush writes the block that the encoder holds, and a checkpoint if one is due.
func (b *blockWriter) flush() {
	e := b.encoder
	if e.n == 0 {
		return
	}
	b.write(eventChunk)
	b.sinceCheckpoint += int64(e.n)
	first, steps := e.first+int64(e.n), e.steps+e.expansions
	if e.whole && b.sinceCheckpoint >= max(b.interval, b.ratio*e.known.size) {
		b.checkpoint(first, steps)
		b.sinceCheckpoint = 0
	}
	e.begin(first, steps)
}

// checkpoint writes all that is known after so many events and expansions.
func (b *blockWriter) checkpoint(first, steps int64) {
	e := b.encoder
	e.checkpoint = true
	e.begin(first, steps)
	for event := range e.known.all() {
		if e.full() {
			b.write(checkpointChunk)
			e.begin(first, steps)
		}
		e.add(&event)
	}
	if e.n > 0 {
		b.write(checkpointChunk)
	}
	e.checkpoint = false
}

// write writes what the encoder holds.
func (b *blockWriter) write(t chunkType) {
	if b.err != nil {
		return
	}
	b.data = b.encoder.appendBlock(b.data[:0])
	var size int64
	size, b.err = b.chunks.write(t, b.data)
	e := entry{chunk: t, size: size, records: int64(b.encoder.n)}
	if t == eventChunk {
		e.steps = b.encoder.expansions
	}
	b.index.add(e)
}

// finish writes what comes after the events.
func (b *blockWriter) finish(outcome *Outcome) error {
	b.flush()
	if b.err != nil {
		return b.err
	}
	document, err := marshalTrailer(outcome, &b.totals)
	if err != nil {
		return err
	}
	trailerAt := b.chunks.offset
	if _, err := b.chunks.write(trailerChunk, document); err != nil {
		return err
	}
	indexAt := b.chunks.offset
	if _, err := b.chunks.write(indexChunk, b.index.append(nil)); err != nil {
		return err
	}
	return b.chunks.raw(appendFooter(nil, trailerAt, indexAt))
}
