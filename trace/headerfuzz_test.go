package trace_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/astrolabe-search/astrolabe/trace"
)

// FuzzHeader reads anything as a header, behind a right checksum. What is taken for one
// is a header that a Writer takes, and reads as the same again; the two forms agree.
func FuzzHeader(f *testing.F) {
	for _, header := range []string{
		plainHeader,
		`{"version":1,"algorithm":"astar","start":[0],"goals":[3],"options":[["moves","8"]],"map":{"name":"m","width":2,"height":2,"kinds":[{"symbol":".","weight":"1"},{"symbol":"@","blocked":true}],"weights":[1,2,-1,0],"rows":["..","@."]}}`,
		`{"map":{"rows":["é.","\u002e."],"kinds":[{"symbol":"é","weight":"0.5"},{"symbol":".","weight":"1"}],"height":2,"width":2},"algorithm":"x","version":1}`,
		`{"version":2}`, `{"version":1,"algorithm":"x","start":null}`,
	} {
		f.Add([]byte(header))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16-1 || bytes.ContainsAny(data, "\n") {
			return // plainChunk holds no more, and a line ends there
		}
		s, err := trace.NewStream(bytes.NewReader(append([]byte(prologue), plainChunk('H', data)...)))
		lines, linesErr := trace.NewJSONReader(bytes.NewReader([]byte(`{"header":` + string(data) + "}\n")))
		if err != nil {
			return
		}
		if linesErr != nil {
			t.Fatalf("JSON lines: %v", linesErr)
		}
		if !reflect.DeepEqual(lines.Header(), s.Header()) {
			t.Fatalf("as JSON lines the header is\n%+v\nwant\n%+v", lines.Header(), s.Header())
		}
		var again bytes.Buffer
		w, err := trace.NewWriter(&again, s.Header())
		if err == nil {
			err = w.Close(trace.Outcome{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := open(t, again.Bytes()).Header(), s.Header(); !equalHeaders(got, want) {
			t.Fatalf("written again\n%+v\nbecame\n%+v", want, got)
		}
	})
}

// equalHeaders does not tell an empty list from none.
func equalHeaders(a, b trace.Header) bool {
	for _, h := range []*trace.Header{&a, &b} {
		h.Start, h.Goals, h.Options = append([]int64{}, h.Start...), append([]int64{}, h.Goals...), append([]trace.Option{}, h.Options...)
	}
	return reflect.DeepEqual(a, b)
}

// FuzzTrailer reads anything as a trailer, behind a right checksum.
func FuzzTrailer(f *testing.F) {
	f.Add([]byte(emptyTrailer))
	f.Add([]byte(`{"status":"found","path":[0,1],"cost":5,"certificate":"bounded","bound":"3/2","reason":"r","events":{"end":1},"largest":5,"nearest":[2],"nearest_cost":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16-1 {
			return
		}
		file := finished(append([]byte(prologue), plainChunk('H', []byte(plainHeader))...), plainChunk('T', data), plainChunk('I', []byte{0}))
		r, err := trace.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		var again bytes.Buffer
		w, err := trace.NewWriter(&again, r.Header())
		if err == nil {
			err = w.Close(r.Outcome())
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := open(t, again.Bytes()).Outcome(); !reflect.DeepEqual(got, r.Outcome()) && !(len(got.Nearest) == 0 && len(r.Outcome().Nearest) == 0) && !(len(got.Path) == 0 && len(r.Outcome().Path) == 0) {
			t.Fatalf("written again\n%+v\nbecame\n%+v", r.Outcome(), got)
		}
	})
}
