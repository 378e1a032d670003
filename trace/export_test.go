package trace

import "io"

// NewSmallWriter returns a Writer whose blocks have that many records, which
// writes a checkpoint after interval events if they are at least as many as the
// states known, and which takes bookBytes to know them.
func NewSmallWriter(w io.Writer, header Header, records int, interval, bookBytes int64) (*Writer, error) {
	tw, err := NewWriter(w, header)
	if err == nil {
		tw.blocks.encoder = newEncoder(bookBytes)
		tw.blocks.encoder.most = records
		tw.blocks.interval, tw.blocks.ratio = interval, 1
	}
	return tw, err
}

// Chunks returns how many blocks and parts of checkpoints a trace has.
func (r *Reader) Chunks() (blocks, checkpoints int) {
	for i := range r.index.entries {
		if r.index.entries[i].chunk == checkpointChunk {
			checkpoints++
		}
	}
	return len(r.index.blocks), checkpoints
}

// HeaderSize returns the number of bytes before the events.
func (r *Reader) HeaderSize() int64 {
	if len(r.index.entries) > 0 {
		return r.index.entries[0].offset
	}
	return r.index.offset
}
