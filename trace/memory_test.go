package trace_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/trace"
)

// deflated makes a chunk of data as a Writer does.
func deflated(tb testing.TB, kind byte, data string) []byte {
	tb.Helper()
	var stored bytes.Buffer
	w, err := flate.NewWriter(&stored, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		tb.Fatal(err)
	}
	return chunk(kind, int64(len(data)), stored.Bytes())
}

const emptyTrailer = `{"status":"unfinished","certificate":"none"}`

// finished adds an index, as deflated, and the footer to a trace that ends in a trailer.
func finished(data []byte, trailer, index []byte) []byte {
	footer := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	data = append(data, trailer...)
	footer = binary.LittleEndian.AppendUint64(footer, uint64(len(data)))
	data = append(data, index...)
	footer = binary.LittleEndian.AppendUint32(footer, crc32.ChecksumIEEE(footer))
	return append(append(data, footer...), "ATRE"...)
}

// everyRune returns all characters that a JSON text may hold as they are.
func everyRune() string {
	var text strings.Builder
	for r := rune(' '); r <= utf8.MaxRune; r++ {
		if r != '"' && r != '\\' && utf8.ValidRune(r) {
			text.WriteRune(r)
		}
	}
	return text.String()
}

// readThrough reads a binary trace in both ways and keeps nothing. It returns the errors.
func readThrough(data []byte) (random, streamed error) {
	var r *trace.Reader
	for r, random = trace.NewReader(bytes.NewReader(data), int64(len(data))); random == nil; {
		_, random = r.Next()
	}
	var s *trace.Stream
	for s, streamed = trace.NewStream(bytes.NewReader(data)); streamed == nil; {
		_, streamed = s.Next()
	}
	return random, streamed
}

// allocated returns what f takes in all, given back or not.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestMemoryByInput gives every reader small files that stand for much, and says how many
// bytes it may take for them, in all. A file of the binary form is a thousandth of what
// it inflates to, so that there the bound is a number of bytes; JSON lines are what they
// are, and the bound is by the size of the file.
func TestMemoryByInput(t *testing.T) {
	const (
		begin = `{"version":1,"algorithm":"x",`
		cells = `"map":{"name":"","width":2000,"height":2000,"kinds":[{"symbol":".","weight":"1"}],`
		many  = 1 << 18 // values
		fixed = 1 << 20 // what a reader takes for nothing: buffers, tables, one block
	)
	list := func(item string) string { return "[" + strings.Repeat(item+",", many-1) + item + "]" }
	ended := func(header string, trailer, index string) []byte {
		return finished(append([]byte(prologue), deflated(t, 'H', header)...), deflated(t, 'T', trailer), deflated(t, 'I', index))
	}
	// Blocks of 65,536 events that say no more than "the state 0 once more".
	blocks := []byte(prologue)
	blocks = append(blocks, plainChunk('H', []byte(plainHeader))...)
	for i := range uint64(40) {
		events := binary.AppendUvarint(nil, i<<16)
		events = append(events, 0, 0x80, 0x80, 4, 1, 2, 0, 0, 0, 0, 0)
		blocks = append(blocks, deflated(t, 'E', string(events)+strings.Repeat("\x00", 1<<16)+"\x00\x00\x00\x00\x00\x00")...)
	}
	for _, c := range []struct {
		format, name, header string
		file                 []byte // if not the header alone
		most                 int64
	}{
		{"binary", "options", begin + `"options":` + list(`["",""]`) + `}`, nil, fixed},
		{"binary", "long options", begin + `"options":[["a","` + strings.Repeat("b", 8*many) + `"]]}`, nil, fixed},
		{"binary", "wide options", begin + `"options":[` + list(`""`) + `]}`, nil, fixed},
		{"binary", "starts", begin + `"start":` + list("0") + `}`, nil, 4 * fixed},
		{"binary", "goals", begin + `"goals":` + list("0") + `}`, nil, 4 * fixed},
		{"binary", "kinds", begin + cells + `"kinds":` + list(`{}`) + `}}`, nil, fixed},
		{"binary", "symbols", begin + cells + `"rows":["` + everyRune() + `"]}}`, nil, 14 * fixed},
		{"binary", "rows", begin + cells + `"rows":` + list(`""`) + `}}`, nil, fixed},
		{"binary", "cells", begin + cells + `"rows":` + list(`"."`) + `}}`, nil, 8*many + fixed},
		{"binary", "weights", begin + cells + `"weights":` + list(`0`) + `,"rows":["."]}}`, nil, 8*8*many + fixed},
		{"binary", "fields", `{"` + strings.Repeat(`a":0,"`, many) + `":0}`, nil, fixed},
		{"binary", "a long field", `{"` + strings.Repeat(`a`, 8*many) + `":0}`, nil, fixed},
		{"binary", "a long number", begin + `"start":[` + strings.Repeat(`1`, 8*many) + `]}`, nil, fixed},
		{"binary", "nested", begin + `"start":` + strings.Repeat(`[`, 8*many) + `}`, nil, fixed},
		{"binary", "blanks", strings.Repeat(` `, 8*many) + `[]`, nil, fixed},
		{"binary", "path", "", ended(plainHeader, `{"path":`+list("0")+`,"x":0}`, ""), 2*8*8*many + fixed},
		{"binary", "events of the trailer", "", ended(plainHeader, `{"events":{`+strings.Repeat(`"start":0,`, many)+`}}`, ""), fixed},
		{"binary", "index", "", ended(plainHeader, emptyTrailer, strings.Repeat("\xff", 8*many)), fixed},
		{"binary", "blocks", "", blocks, 14 * fixed},
		{"JSON lines", "options", "{\"header\":" + begin + `"options":` + list(`["",""]`) + "}}\n", nil, -12},
		{"JSON lines", "starts", "{\"header\":" + begin + `"start":` + list(`0`) + "}}\n", nil, -16},
		{"JSON lines", "an event", "{\"header\":" + plainHeader + "}\n" + `{"kind":"` + strings.Repeat(`\n`, many) + "\"}\n", nil, -12},
		{"JSON lines", "fields of an event", "{\"header\":" + plainHeader + "}\n{" + strings.Repeat(`"f":1,`, many) + "\"f\":1}\n", nil, -12},
		{"JSON lines", "no line", strings.Repeat("{", many), nil, -12},
	} {
		data := c.file
		switch {
		case c.format != "binary":
			data = []byte(c.header)
		case data == nil:
			data = append([]byte(prologue), deflated(t, 'H', c.header)...)
		}
		most := c.most
		if most < 0 {
			most = -most*int64(len(data)) + fixed
		}
		var err error
		taken := allocated(func() {
			if c.format == "binary" {
				var random error
				random, err = readThrough(data)
				if random == nil || random == io.EOF {
					t.Errorf("%s: a Reader has no error", c.name)
				}
				return
			}
			var r *trace.JSONReader
			for r, err = trace.NewJSONReader(bytes.NewReader(data)); err == nil; {
				_, err = r.Next()
			}
		})
		t.Logf("%-10s  %-20s %9d bytes of file, %9d taken", c.format, c.name, len(data), taken)
		if taken > most {
			t.Errorf("%s, %s: a file of %d bytes takes %d; want at most %d", c.format, c.name, len(data), taken, most)
		}
		if err == nil || err == io.EOF {
			t.Errorf("%s, %s: no error", c.format, c.name)
		}
	}
}
