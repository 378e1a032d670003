package trace_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/trace"
)

// FuzzBinary reads anything as a binary trace. What both readers take for whole they
// agree about, and it can be written and read again.
func FuzzBinary(f *testing.F) {
	data := smallTrace(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(stream(plainHeader, plainChunk('E', []byte{0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})))
	f.Fuzz(func(t *testing.T, data []byte) {
		random, streamed, randomErr, streamErr := readEverything(data)
		if streamErr != nil {
			return
		}
		if randomErr != nil || !slices.Equal(random, streamed) {
			t.Fatalf("a Stream reads %d events, a Reader %d: %v", len(streamed), len(random), randomErr)
		}
		source, err := trace.NewStream(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		w, err := trace.NewWriter(&again, source.Header())
		if err == nil {
			err = trace.Copy(w, source)
		}
		if err != nil {
			if slices.ContainsFunc(streamed[:max(0, len(streamed)-1)], func(e trace.Event) bool { return e.Kind == trace.End }) {
				return // an end in the midst is none that a Writer takes
			}
			t.Fatal(err)
		}
		if rest := readAll(t, open(t, again.Bytes())); !slices.Equal(withoutEnd(rest), withoutEnd(streamed)) {
			t.Fatalf("written again, %v became %v", streamed, rest)
		}
	})
}

// FuzzBlock reads anything as the data of a block of events, behind a right checksum.
// What it takes for events are events that a Writer takes, and gives back.
func FuzzBlock(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{0, 0, 2, 2, 2, 0, 31, 1 | 2<<5, 2 | 3<<2, 31, 0, 1, 1, 1, 2, 0, 8, 0, 2, 0, 6, 0, 2, 0, 2, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16-1 {
			return // plainChunk holds no more
		}
		s, err := trace.NewStream(bytes.NewReader(stream(plainHeader, plainChunk('E', data))))
		if err != nil {
			t.Fatal(err)
		}
		var events []trace.Event
		for {
			e, err := s.Next()
			if err != nil {
				break // at the end there is no trailer
			}
			events = append(events, e)
		}
		if i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == trace.End }); i >= 0 {
			events = events[:i+1]
		}
		var out bytes.Buffer
		w, err := trace.NewWriter(&out, trace.Header{Algorithm: "x"})
		for i := 0; i < len(events) && err == nil; i++ {
			err = w.Add(events[i])
		}
		if err == nil {
			err = w.Close(trace.Outcome{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if again := readAll(t, open(t, out.Bytes())); !slices.Equal(withoutEnd(again), withoutEnd(events)) {
			t.Fatalf("%v became %v", events, again)
		}
	})
}

// withoutEnd leaves out the end, which a Writer adds where there is none.
func withoutEnd(events []trace.Event) []trace.Event {
	if n := len(events); n > 0 && events[n-1].Kind == trace.End {
		return events[:n-1]
	}
	return events
}

// FuzzLines reads anything as JSON lines. What is taken for whole can be written and
// read again, and is the same then.
func FuzzLines(f *testing.F) {
	var lines bytes.Buffer
	w, err := trace.NewJSONWriter(&lines, open(f, smallTrace(f)).Header())
	if err == nil {
		err = trace.Copy(w, open(f, smallTrace(f)))
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Add(lines.Bytes())
	f.Add([]byte(`{"header":` + plainHeader + "}\n" + `{"kind":"expand","step":1,"state":3,"g":0,"h":1,"f":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first := rewrite(t, data)
		if first == nil {
			return
		}
		if second := rewrite(t, first); !bytes.Equal(first, second) {
			t.Fatalf("written twice, the trace changes:\n%s\n%s", first, second)
		}
	})
}

// rewrite reads JSON lines and writes them again, or returns nil if they are no
// trace.
func rewrite(t *testing.T, data []byte) []byte {
	source, err := trace.NewJSONReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	var events []trace.Event
	for {
		e, err := source.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil
		}
		events = append(events, e)
	}
	var again bytes.Buffer
	w, err := trace.NewJSONWriter(&again, source.Header())
	for i := 0; i < len(events) && err == nil; i++ {
		err = w.Add(events[i])
	}
	if err == nil {
		err = w.Close(source.Outcome())
	}
	if err != nil {
		t.Fatal(err)
	}
	return again.Bytes()
}
