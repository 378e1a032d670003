package trace

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// chunkType is the first byte of a chunk.
type chunkType uint8

const (
	headerChunk     chunkType = 'H'
	eventChunk      chunkType = 'E'
	checkpointChunk chunkType = 'C'
	trailerChunk    chunkType = 'T'
	indexChunk      chunkType = 'I'
)

const (
	magic      = "\x89ATR\r\n\x1a\n"
	version    = 1
	prologue   = len(magic) + 4 // bytes before the first chunk
	chunkHead  = 16             // bytes before the data of a chunk
	footerSize = 24
	footerMark = "ATRE"

	// maxBlockBytes bounds the data of a block, inflated: for each record a
	// shape, a back reference (3 bytes) and five operands (11 each), for each
	// shape three bytes and five numbers (10 each), and the lengths.
	maxBlockBytes = maxRecords*(1+3+fields*11) + maxShapes*(3+fields*10) + 128
	// maxDocumentBytes bounds the data of the header, the trailer and the
	// index: enough for a map of 8,192×8,192 cells.
	maxDocumentBytes = 1 << 27
)

// maxRaw returns the size of the largest data that a chunk may hold.
func (t chunkType) maxRaw() int64 {
	if t == eventChunk || t == checkpointChunk {
		return maxBlockBytes
	}
	return maxDocumentBytes
}

// maxInflated bounds what so many bytes of DEFLATE can stand for: at best, 258
// bytes take two bits.
func maxInflated(stored int64) int64 { return stored * (8 * 258 / 2) }

// deflateLevel is the one that is fastest; see BenchmarkWriter for the others.
const deflateLevel = flate.BestSpeed

// compressors keeps flate.Writers that are not in use: a new one takes over a
// megabyte, and many a trace is smaller.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, deflateLevel) // the level is valid
	return w
}}

// chunkWriter writes chunks one after another.
type chunkWriter struct {
	w      io.Writer
	offset int64 // of the next byte
	stored bytes.Buffer
}

// write writes a chunk and returns its size.
func (c *chunkWriter) write(t chunkType, data []byte) (int64, error) {
	if int64(len(data)) > t.maxRaw() {
		return 0, fmt.Errorf("%w: the %v has %d bytes; at most %d can be written", ErrTooLarge, t, len(data), t.maxRaw())
	}
	c.stored.Reset()
	c.stored.Write(make([]byte, chunkHead))
	deflate := compressors.Get().(*flate.Writer)
	defer compressors.Put(deflate)
	deflate.Reset(&c.stored)
	if _, err := deflate.Write(data); err != nil {
		return 0, err
	}
	if err := deflate.Close(); err != nil {
		return 0, err
	}
	chunk := c.stored.Bytes()
	chunk[0] = uint8(t)
	binary.LittleEndian.PutUint32(chunk[4:], uint32(len(chunk)-chunkHead))
	binary.LittleEndian.PutUint32(chunk[8:], uint32(len(data)))
	binary.LittleEndian.PutUint32(chunk[12:], chunkSum(chunk[:12], chunk[chunkHead:]))
	return int64(len(chunk)), c.raw(chunk)
}

// raw writes bytes that are no chunk.
func (c *chunkWriter) raw(data []byte) error {
	n, err := c.w.Write(data)
	c.offset += int64(n)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	return err
}

func chunkSum(head, data []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, data)
}

// String returns what the chunk is, for messages.
func (t chunkType) String() string {
	switch t {
	case headerChunk:
		return "header"
	case eventChunk:
		return "block of events"
	case checkpointChunk:
		return "checkpoint"
	case trailerChunk:
		return "trailer"
	case indexChunk:
		return "index"
	}
	return fmt.Sprintf("chunk of type %#02x", uint8(t))
}

// chunkReader reads chunks, one at a time: first as it is stored, then its data. The
// buffers are reused, so that what it returns is valid until the next read.
type chunkReader struct {
	stored  []byte
	data    bytes.Buffer
	source  bytes.Reader
	inflate io.ReadCloser
}

// chunk says what was read: bytes of stored data from offset on, its head included, which
// say that they stand for raw bytes.
type chunk struct {
	t                 chunkType
	offset, size, raw int64
}

const asWritten = "a chunk as it was written"

// read reads the chunk that r delivers next, without inflating its data. offset is where
// it begins and room, if >= 0, how many bytes there are at most. Memory is taken in
// proportion to what has been read.
func (c *chunkReader) read(r io.Reader, offset, room int64) (chunk, error) {
	var head [chunkHead]byte
	if n, err := io.ReadFull(r, head[:]); err != nil {
		return chunk{}, truncated(offset+int64(n), err, "the head of a chunk, at byte %d", offset)
	}
	t := chunkType(head[0])
	stored := int64(binary.LittleEndian.Uint32(head[4:]))
	raw := int64(binary.LittleEndian.Uint32(head[8:]))
	switch t {
	case headerChunk, eventChunk, checkpointChunk, trailerChunk, indexChunk:
	default:
		return chunk{}, damaged(offset, "one of H, E, C, T and I", "there is a %v", t)
	}
	switch {
	case head[1]|head[2]|head[3] != 0:
		return chunk{}, damaged(offset+1, "three bytes of 0", "the head of the %v has other bytes after its type", t)
	case raw > t.maxRaw():
		return chunk{}, tooLarge(offset+8, t.maxRaw(), "the %v declares %d bytes", t, raw)
	case raw > maxInflated(stored):
		return chunk{}, damaged(offset+8, "no more than DEFLATE can hold", "the %v declares %d bytes in %d", t, raw, stored)
	case stored > maxStored(t):
		return chunk{}, tooLarge(offset+4, maxStored(t), "the %v declares %d stored bytes", t, stored)
	case room >= 0 && stored > room-chunkHead:
		return chunk{}, damaged(offset+4, fmt.Sprintf("at most the %d that the file has", max(0, room-chunkHead)), "the %v declares %d stored bytes", t, stored)
	}
	var err error
	if c.stored, err = readGrowing(c.stored[:0], r, stored); err != nil {
		return chunk{}, truncated(offset+chunkHead+int64(len(c.stored)), err, "the %v of %d bytes at byte %d", t, stored, offset)
	}
	if want, got := binary.LittleEndian.Uint32(head[12:]), chunkSum(head[:12], c.stored); got != want {
		return chunk{}, damaged(offset, asWritten, "the %v has the checksum %08x and says %08x", t, got, want)
	}
	return chunk{t, offset, chunkHead + stored, raw}, nil
}

// inflated returns the data of the chunk that was read last. most bounds them, besides
// what its type allows.
func (c *chunkReader) inflated(k chunk, most int64) ([]byte, error) {
	if k.raw > most {
		return nil, tooLarge(k.offset+8, most, "the %v declares %d bytes", k.t, k.raw)
	}
	err := c.document(k, func(r io.Reader) error {
		c.data.Reset()
		_, err := c.data.ReadFrom(r)
		return err
	})
	return c.data.Bytes(), err
}

// document calls read with a reader of the data of the chunk that was read last, which
// read must read to their end unless it gives an error. It is an error, too, if the data
// are not what the chunk declares.
func (c *chunkReader) document(k chunk, read func(io.Reader) error) error {
	c.source.Reset(c.stored)
	if c.inflate == nil {
		c.inflate = flate.NewReader(&c.source)
	} else if err := c.inflate.(flate.Resetter).Reset(&c.source, nil); err != nil {
		return err
	}
	data := inflating{r: c.inflate, left: k.raw}
	err := read(&data)
	switch {
	case data.err != nil:
		return damaged(k.offset+chunkHead, asWritten, "the %v cannot be inflated (%v)", k.t, data.err)
	case data.left < 0 || data.left > 0 && data.ended:
		return damaged(k.offset+8, asWritten, "the %v declares %d bytes and does not have that many", k.t, k.raw)
	case err != nil:
		return err
	case c.source.Len() > 0:
		return damaged(k.offset+chunkHead, asWritten, "the %v goes on for %d bytes after its data", k.t, c.source.Len())
	}
	return nil
}

// inflating reads data of a length that is known, and says what was wrong with them.
type inflating struct {
	r     io.Reader
	left  int64 // below 0: there is more
	ended bool
	err   error
}

func (r *inflating) Read(p []byte) (int, error) {
	if r.left < 0 {
		return 0, io.EOF
	}
	n, err := r.r.Read(p[:min(int64(len(p)), r.left+1)])
	r.left -= int64(n)
	if err == io.EOF {
		r.ended = true
	} else if err != nil {
		r.err = err
	}
	return n, err
}

// maxStored bounds the stored bytes of a chunk: what DEFLATE adds to data that
// it cannot compress is 5 bytes for 65,535 or fewer, and some at the end.
func maxStored(t chunkType) int64 { return t.maxRaw() + t.maxRaw()/1024 + 64 }

// readGrowing appends n bytes of r, taking memory as they come.
func readGrowing(dst []byte, r io.Reader, n int64) ([]byte, error) {
	const piece = 1 << 16
	for n > 0 {
		size := min(n, piece)
		at := len(dst)
		if cap(dst)-at >= int(size) {
			dst = dst[:at+int(size)]
		} else {
			dst = append(dst, make([]byte, size)...)
		}
		got, err := io.ReadFull(r, dst[at:])
		if err != nil {
			return dst[:at+got], err
		}
		n -= size
	}
	return dst, nil
}

// truncated explains why no more could be read at a byte.
func truncated(offset int64, err error, format string, args ...any) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return damaged(offset, "the rest of "+fmt.Sprintf(format, args...), "the trace ends here")
	}
	return fmt.Errorf("trace: reading at byte %d: %w", offset, err)
}

// tooLarge returns a FormatError that wraps [ErrTooLarge].
func tooLarge(offset, most int64, format string, args ...any) error {
	return &FormatError{Offset: offset, Msg: fmt.Sprintf(format, args...), Want: fmt.Sprintf("at most %d", most), Err: ErrTooLarge}
}

// parseDocumentHead checks the bytes before the first chunk.
func parsePrologue(b []byte) error {
	if string(b[:min(len(b), len(magic))]) != magic[:min(len(b), len(magic))] {
		return &FormatError{Offset: 0, Msg: "this is no trace", Want: fmt.Sprintf("it to begin with %q", magic), Err: ErrNotTrace}
	}
	if len(b) < prologue {
		return damaged(int64(len(b)), fmt.Sprintf("%d bytes and a header", prologue), "the trace ends here")
	}
	switch v := binary.LittleEndian.Uint32(b[len(magic):]); {
	case v > version:
		return &FormatError{Offset: int64(len(magic)), Msg: fmt.Sprintf("the trace has version %d", v), Want: fmt.Sprintf("%d, or a newer program", version), Err: ErrNewerVersion}
	case v < version:
		return damaged(int64(len(magic)), fmt.Sprint(version), "the trace has version %d", v)
	}
	return nil
}
