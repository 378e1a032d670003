package trace_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/trace"
)

// smallTrace returns the trace of a search with several blocks and checkpoints.
func smallTrace(tb testing.TB) []byte {
	tb.Helper()
	weights := slices.Repeat([]grid.Weight{grid.WholeWeight(1), grid.WholeWeight(2), grid.WholeWeight(1)}, 16)
	m, err := grid.FromWeights(8, 6, weights)
	if err != nil {
		tb.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Mul)
	if err != nil {
		tb.Fatal(err)
	}
	entry, err := catalog.Lookup("bidirectional")
	if err != nil {
		tb.Fatal(err)
	}
	q := catalog.Query{Costs: costs, To: grid.Cell{X: 7, Y: 5}}
	data := record(tb, entry, q, func(w io.Writer, h trace.Header) (*trace.Writer, error) {
		return trace.NewSmallWriter(w, h, 32, 32, 1<<20)
	}).data
	if blocks, checkpoints := open(tb, data).Chunks(); blocks < 3 || checkpoints < 1 {
		tb.Fatalf("%d blocks and %d checkpoints", blocks, checkpoints)
	}
	return data
}

// readEverything reads all of a trace in both ways and returns the events and the
// first error of each way.
func readEverything(data []byte) (random, streamed []trace.Event, randomErr, streamErr error) {
	random, randomErr = readRandomly(data)
	stream, err := trace.NewStream(bytes.NewReader(data))
	for err == nil {
		var e trace.Event
		if e, err = stream.Next(); err == nil {
			streamed = append(streamed, e)
		}
	}
	if err != io.EOF {
		streamErr = err
	}
	return random, streamed, randomErr, streamErr
}

func readRandomly(data []byte) ([]trace.Event, error) {
	r, err := trace.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var events []trace.Event
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	for step := r.Steps(); step >= 0; step-- { // backward, so that no state is reached by going on
		if _, err := r.StateAt(step); err != nil {
			return events, err
		}
	}
	return events, nil
}

// TestEveryByteCounts flips each byte of a trace, in all bits and in one: both readers
// give an error that names a byte of the file and says what is wrong, and until then
// nothing but events that were written.
func TestEveryByteCounts(t *testing.T) {
	data := smallTrace(t)
	right, _, _, _ := readEverything(data)
	for i := range data {
		for _, mask := range []byte{0xff, 0x01} {
			damaged := slices.Clone(data)
			damaged[i] ^= mask
			random, streamed, randomErr, streamErr := readEverything(damaged)
			for way, err := range map[string]error{"Reader": randomErr, "Stream": streamErr} {
				checkFormatError(t, way, i, err, len(data))
			}
			if len(random) > len(right) || !slices.Equal(random, right[:len(random)]) {
				t.Errorf("byte %d: a Reader gives wrong events", i)
			}
			if len(streamed) > len(right) || !slices.Equal(streamed, right[:len(streamed)]) {
				t.Errorf("byte %d: a Stream gives wrong events", i)
			}
		}
	}
}

func checkFormatError(t *testing.T, way string, i int, err error, size int) {
	t.Helper()
	var format *trace.FormatError
	if !errors.As(err, &format) || format.Offset < 0 || format.Offset > int64(size) || format.Msg == "" || format.Want == "" {
		t.Errorf("byte %d: a %s says %v", i, way, err)
	}
}

// TestTruncated cuts a trace off at every byte, and lets it go on after its end.
func TestTruncated(t *testing.T) {
	data := smallTrace(t)
	for n := range data {
		_, _, randomErr, streamErr := readEverything(data[:n])
		checkFormatError(t, "Reader", n, randomErr, n)
		checkFormatError(t, "Stream", n, streamErr, n)
	}
	longer := append(slices.Clone(data), 0)
	_, _, randomErr, streamErr := readEverything(longer)
	checkFormatError(t, "Reader", len(data), randomErr, len(longer))
	checkFormatError(t, "Stream", len(data), streamErr, len(longer))
}

// chunk makes a chunk with a right checksum, whatever it says.
func chunk(kind byte, raw int64, stored []byte) []byte {
	head := []byte{kind, 0, 0, 0}
	head = binary.LittleEndian.AppendUint32(head, uint32(len(stored)))
	head = binary.LittleEndian.AppendUint32(head, uint32(raw))
	sum := crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, stored)
	return append(binary.LittleEndian.AppendUint32(head, sum), stored...)
}

// plainChunk makes a chunk whose data are in one block of DEFLATE without
// compression.
func plainChunk(kind byte, data []byte) []byte {
	stored := []byte{1}
	stored = binary.LittleEndian.AppendUint16(stored, uint16(len(data)))
	stored = binary.LittleEndian.AppendUint16(stored, ^uint16(len(data)))
	return chunk(kind, int64(len(data)), append(stored, data...))
}

const (
	prologue    = "\x89ATR\r\n\x1a\n\x01\x00\x00\x00"
	plainHeader = `{"version":1,"algorithm":"x","start":[],"goals":[],"options":[]}`
)

// stream puts chunks together as the beginning of a trace.
func stream(header string, chunks ...[]byte) []byte {
	return append([]byte(prologue), slices.Concat(append([][]byte{plainChunk('H', []byte(header))}, chunks...)...)...)
}

// TestBadInput gives both readers what nobody writes. A Stream comes to the place
// that is wrong; a Reader may find first that there is no trailer.
func TestBadInput(t *testing.T) {
	events := func(data ...byte) []byte { return stream(plainHeader, plainChunk('E', data)) }
	for _, c := range []struct {
		name string
		data []byte
		want string
		is   error
	}{
		{"empty", nil, "byte 0: the trace ends here", nil},
		{"a map", []byte("type octile\nheight 3\n"), "byte 0: this is no trace; want it to begin with", trace.ErrNotTrace},
		{"a text-mode copy", []byte("\x89ATR\n\x1a\n\x01\x00\x00\x00....................."), "this is no trace", trace.ErrNotTrace},
		{"newer", []byte("\x89ATR\r\n\x1a\n\x02\x00\x00\x00" + strings.Repeat(".", 60)), "byte 8: the trace has version 2; want 1, or a newer program", trace.ErrNewerVersion},
		{"version 0", []byte("\x89ATR\r\n\x1a\n\x00\x00\x00\x00" + strings.Repeat(".", 60)), "byte 8: the trace has version 0; want 1", nil},
		{"newer header", stream(`{"version":2}`), "made by a newer version: 2", trace.ErrNewerVersion},
		{"unknown field", stream(`{"version":1,"color":"red"}`), `unknown field "color"`, nil},
		{"not a number", stream(`{"version":1,"start":[NaN]}`), "the header cannot be read", nil},
		{"no algorithm", stream(`{"version":1}`), "no algorithm is named", trace.ErrHeader},
		{"state outside", stream(`{"version":1,"algorithm":"x","start":[4],"map":{"name":"","width":2,"height":1,"kinds":[{"symbol":".","weight":"1"}],"rows":[".."]}}`), "the query has the state 4; want one from 0 and below 2", trace.ErrHeader},
		{"short row", stream(`{"version":1,"algorithm":"x","map":{"width":2,"height":1,"kinds":[{"symbol":".","weight":"1"}],"rows":["."]}}`), "row 0 of a map of width 2 has 1 cells", trace.ErrHeader},
		{"short second row", stream(`{"version":1,"algorithm":"x","map":{"width":2,"height":2,"kinds":[{"symbol":".","weight":"1"}],"rows":["..","."]}}`), "row 1 has 1 cells, and row 0 has 2", trace.ErrHeader},
		{"long second row", stream(`{"version":1,"algorithm":"x","map":{"width":2,"height":2,"kinds":[{"symbol":".","weight":"1"}],"rows":["..","..."]}}`), "row 1 has 3 cells, and row 0 has 2", trace.ErrHeader},
		{"field twice", stream(`{"version":1,"algorithm":"x","start":[1],"start":[2]}`), `the field "start" is there twice`, trace.ErrHeader},
		{"bytes behind the data", stream(plainHeader, chunk('E', 1, []byte{1, 1, 0, 0xfe, 0xff, 7, 9, 9})), "goes on for 2 bytes after its data", nil},
		{"unknown symbol", stream(`{"version":1,"algorithm":"x","map":{"width":2,"height":1,"kinds":[{"symbol":".","weight":"1"}],"rows":[".?"]}}`), "the cell 1,0 has the symbol '?', which no kind has", trace.ErrHeader},
		{"huge map", stream(`{"version":1,"algorithm":"x","map":{"width":4000000,"height":4000000,"kinds":[],"rows":[]}}`), "a map of height 4000000 has 0 rows", trace.ErrHeader},
		{"unknown chunk", stream(plainHeader, plainChunk('X', nil)), "there is a chunk of type 0x58; want one of H, E, C, T and I", nil},
		{"no header first", append([]byte(prologue), plainChunk('E', []byte{0})...), "there is a block of events; want a header", nil},
		{"huge raw length", stream(plainHeader, chunk('E', 1<<31, []byte{3, 0})), "the block of events declares 2147483648 bytes; want at most", trace.ErrTooLarge},
		{"more than DEFLATE can hold", stream(plainHeader, chunk('E', 1<<21, []byte{3, 0})), "declares 2097152 bytes in 2", nil},
		{"less than declared", stream(plainHeader, chunk('E', 100, []byte{3, 0})), "declares 100 bytes and does not have that many", nil},
		{"huge count of records", events(0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1), "it has 4294967295 records, at most 65536 are possible", nil},
		{"huge count of shapes", events(0, 0, 1, 0xff, 0xff, 3), "it has 65535 shapes, at most 256 are possible", nil},
		{"unknown kind of event", events(0, 0, 1, 1, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "its kind of event may be unknown", nil},
		{"negative state", events(0, 0, 1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), "impossible event: generate of state -1", nil},
		{"no records", events(0, 0, 0, 1), "it has 0 records and 1 shapes", nil},
		{"shape out of range", events(0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0), "record 0 has shape 7 of 1", nil},
		{"reference out of the block", events(0, 0, 1, 1, 2|2<<5, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0), "record 0 refers to the one 1 before it", nil},
		{"operand of no dictionary", events(0, 0, 1, 1, 2, 0, 1, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0), "a column of operands does not fit its records", nil},
		{"column left over", events(0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), "a column of operands does not fit its records", nil},
		{"bytes left over", events(0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9), "1 bytes follow its columns", nil},
		{"out of order", events(5, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "the block of events is one after 5 events and 0 expansions; want one after 0 and 0", nil},
	} {
		_, _, randomErr, err := readEverything(c.data)
		if err == nil || randomErr == nil {
			t.Errorf("%s: no error: %v from a Stream, %v from a Reader", c.name, err, randomErr)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: a Stream says\n%v\nwant\n%s", c.name, err, c.want)
		}
		if c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v is no %v", c.name, err, c.is)
		}
	}
}

// TestHugeClaimsTakeNoMemory reads tiny files that claim to be huge.
func TestHugeClaimsTakeNoMemory(t *testing.T) {
	claims := map[string][]byte{
		"raw length":    stream(plainHeader, chunk('E', 3_000_000, []byte{3, 0})),
		"stored length": append([]byte(prologue), 'H', 0, 0, 0, 0xff, 0xff, 0xff, 7, 0, 0, 0, 8, 0, 0, 0, 0),
		"records":       stream(plainHeader, plainChunk('E', []byte{0, 0, 0xff, 0xff, 3, 1})),
		"map":           stream(`{"version":1,"algorithm":"x","map":{"width":8192,"height":8192,"kinds":[{"symbol":".","weight":"1"}],"rows":["."]}}`),
	}
	for name, data := range claims {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, randomErr, streamErr := readEverything(data)
		runtime.ReadMemStats(&after)
		if randomErr == nil || streamErr == nil {
			t.Errorf("%s: no error: %v, %v", name, randomErr, streamErr)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
			t.Errorf("%s: %d bytes were taken for a file of %d", name, taken, len(data))
		}
	}
}

// TestBadLines gives the reader of JSON lines what nobody writes.
func TestBadLines(t *testing.T) {
	header := `{"header":` + plainHeader + "}\n"
	event := `{"kind":"generate","step":0,"state":3,"g":0,"h":1,"f":1}` + "\n"
	end := `{"end":{"status":"unfinished","path":[],"cost":0,"certificate":"none","reason":"","lower_bound":0,"expanded":0,"generated":0,"reopened":0,"peak_open":0,` +
		`"events":{"start":0,"expand":0,"generate":1,"improve":0,"reopen":0,"prune":0,"meet":0,"goal":0,"scan":0,"end":0},"largest":1}}` + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "line 1: there is no line"},
		{"no header", event, "line 1: there is no header"},
		{"cut off", header + event, `line 3: the trace ends here; want {"end":{…}}`},
		{"NaN", header + `{"kind":"generate","step":0,"state":3,"g":NaN,"h":1,"f":1}`, "line 2: the line cannot be read: invalid character 'N'"},
		{"a fraction", header + `{"kind":"generate","step":0,"state":3,"g":0.5,"h":1,"f":1}`, "line 2: the line cannot be read"},
		{"too large", header + `{"kind":"generate","step":0,"state":3,"g":9223372036854775808,"h":1,"f":1}`, "line 2: the line cannot be read"},
		{"no g", header + `{"kind":"generate","step":0,"state":3,"h":1,"f":1}`, "line 2: the event has no g; want an integer"},
		{"no kind", header + `{"step":0,"state":3,"g":0,"h":1,"f":1}`, "line 2: the event has no kind"},
		{"unknown kind", header + `{"kind":"teleport","step":0,"state":3,"g":0,"h":1,"f":1}`, `"teleport" is not a kind of event`},
		{"unknown field", header + `{"kind":"generate","step":0,"state":3,"g":0,"h":1,"f":1,"x":2}`, `unknown field "x"`},
		{"unknown side", header + `{"kind":"generate","side":"up","step":0,"state":3,"g":0,"h":1,"f":1}`, `the side is "up"; want forward or backward`},
		{"wrong step", header + `{"kind":"generate","step":7,"state":3,"g":0,"h":1,"f":1}`, "has step 7; the expansions so far are 0"},
		{"two headers", header + header, "line 2: there is a second header"},
		{"wrong totals", header + strings.Replace(event+end, `"largest":1`, `"largest":2`, 1), "line 3: the end tells of 1, 0 and 2"},
		{"after the end", header + event + end + event, "line 4: a line follows the end"},
		{"two objects", header + event[:len(event)-1] + event, "line 2: the line cannot be read"},
	} {
		r, err := trace.NewJSONReader(strings.NewReader(c.text))
		for err == nil {
			_, err = r.Next()
		}
		if err == io.EOF || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %s", c.name, err, c.want)
		}
		var format *trace.FormatError
		if !errors.As(err, &format) || format.Line < 1 {
			t.Errorf("%s: %v names no line", c.name, err)
		}
	}
	r, err := trace.NewJSONReader(strings.NewReader(header + event + end))
	if err != nil {
		t.Fatal(err)
	}
	if events := readAll(t, r); len(events) != 1 {
		t.Errorf("%d events", len(events))
	}
}
