package trace

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sort"
)

// entry says where a chunk of events or of a checkpoint is and what it holds.
type entry struct {
	chunk   chunkType
	size    int64 // of the chunk, in bytes
	records int64
	steps   int64 // expansions in it; 0 for a checkpoint

	// Sums over the entries before it.
	offset       int64
	firstEvent   int64
	stepsBefore  int64
	eventsBefore int // event chunks
}

// index lists the chunks of a trace between the header and the trailer.
type index struct {
	entries []entry
	blocks  []int32 // those that hold events, by number
	// What follows the last entry.
	offset, events, steps int64
}

// add appends an entry; the sums are filled in.
func (x *index) add(e entry) {
	e.offset, e.firstEvent, e.stepsBefore, e.eventsBefore = x.offset, x.events, x.steps, len(x.blocks)
	x.offset += e.size
	if e.chunk == eventChunk {
		x.blocks = append(x.blocks, int32(len(x.entries)))
		x.events += e.records
		x.steps += e.steps
	}
	x.entries = append(x.entries, e)
}

// blockOf returns the number of the block that holds an event, which must be
// there.
func (x *index) blockOf(event int64) int {
	return sort.Search(len(x.blocks), func(i int) bool {
		e := &x.entries[x.blocks[i]]
		return e.firstEvent+e.records > event
	})
}

// blockOfStep returns the number of the block that holds the expansion with that
// number, which must be there.
func (x *index) blockOfStep(step int64) int {
	return sort.Search(len(x.blocks), func(i int) bool {
		e := &x.entries[x.blocks[i]]
		return e.stepsBefore+e.steps >= step
	})
}

func (x *index) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(x.entries)))
	for i := range x.entries {
		e := &x.entries[i]
		dst = append(dst, uint8(e.chunk))
		dst = binary.AppendUvarint(dst, uint64(e.size))
		dst = binary.AppendUvarint(dst, uint64(e.records))
		dst = binary.AppendUvarint(dst, uint64(e.steps))
	}
	return dst
}

// maxIndex bounds the data of an index of chunks that take so many bytes: each takes more
// than its head, and its entry is a byte and three numbers.
func maxIndex(chunks int64) int64 {
	const entry = 1 + 5 + 3 + 3 // sizes below 2³⁵, counts up to maxRecords
	return 10 + chunks/(chunkHead+1)*entry
}

// parse reads an index whose first chunk begins at offset first, and whose last
// one must end at offset end. It returns what is wrong with the data, or "".
func (x *index) parse(data []byte, first, end int64) string {
	c := cursor{data: data}
	n := c.count("chunks", uint64((end-first)/(chunkHead+1)))
	x.offset = first
	for range n {
		e := entry{chunk: chunkType(c.byte())}
		e.size = c.count("bytes in a chunk", uint64(end-x.offset))
		e.records = c.count("records in a chunk", maxRecords)
		e.steps = c.count("expansions in a chunk", uint64(e.records))
		switch {
		case c.bad != "":
			return c.bad
		case e.chunk != eventChunk && e.chunk != checkpointChunk:
			return fmt.Sprintf("it lists a %v", e.chunk)
		case e.size <= chunkHead || e.records == 0 || e.chunk == checkpointChunk && e.steps > 0:
			return fmt.Sprintf("it lists a %v of %d bytes with %d records and %d expansions", e.chunk, e.size, e.records, e.steps)
		}
		x.add(e)
	}
	switch {
	case c.bad != "":
		return c.bad
	case len(c.data) > 0:
		return fmt.Sprintf("%d bytes follow it", len(c.data))
	case x.offset != end:
		return fmt.Sprintf("its chunks end at byte %d", x.offset)
	}
	return ""
}

func appendFooter(dst []byte, trailer, index int64) []byte {
	at := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(trailer))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(index))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[at:]))
	return append(dst, footerMark...)
}

// parseFooter reads the footer at an offset, which must be footerSize bytes.
func parseFooter(b []byte, offset int64) (trailer, index int64, err error) {
	if string(b[20:]) != footerMark {
		return 0, 0, damaged(offset+20, fmt.Sprintf("the end of a trace, %q", footerMark), "the trace ends in %q; it may have been cut off", b[20:])
	}
	if got, want := crc32.ChecksumIEEE(b[:16]), binary.LittleEndian.Uint32(b[16:]); got != want {
		return 0, 0, damaged(offset, "a footer as it was written", "the footer has the checksum %08x and says %08x", got, want)
	}
	trailer, index = int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:]))
	if trailer < int64(prologue) || index <= trailer || index >= offset {
		return 0, 0, damaged(offset, "two that lie in this order before it", "the footer says that the trailer is at byte %d and the index at byte %d", trailer, index)
	}
	return trailer, index, nil
}
