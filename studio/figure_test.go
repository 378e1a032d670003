package studio_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/gif"
	_ "image/png"
	"io"
	"mime"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/google/go-cmp/cmp"
)

// fileReader opens a file and returns what is wrong with it.
type fileReader func(data []byte) error

func readSVG(data []byte) error {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func readPDF(data []byte) error {
	if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
		return errors.New("it does not begin and end as a PDF does")
	}
	return nil
}

func readPNG(data []byte) error {
	picture, kind, err := image.Decode(bytes.NewReader(data))
	if err == nil && (kind != "png" || picture.Bounds().Dx() < 300) {
		err = fmt.Errorf("a %s of %v", kind, picture.Bounds())
	}
	return err
}

func readGIF(data []byte) error {
	animation, err := gif.DecodeAll(bytes.NewReader(data))
	if err == nil && len(animation.Image) < 3 {
		err = fmt.Errorf("%d frames", len(animation.Image))
	}
	return err
}

func readHTML(data []byte) error {
	if !bytes.HasPrefix(data, []byte("<!doctype html>")) && !bytes.HasPrefix(data, []byte("<!DOCTYPE html>")) || !bytes.Contains(data, []byte("application/octet-stream")) {
		return errors.New("it is no page with a trace")
	}
	return nil
}

func readJSONLines(data []byte) error {
	source, err := trace.NewJSONReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for {
		if _, err := source.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// figureFormats are the formats, their media types, and what opens their files.
var figureFormats = []struct {
	name, media string
	read        fileReader
}{
	{"svg", "image/svg+xml", readSVG},
	{"pdf", "application/pdf", readPDF},
	{"png", "image/png", readPNG},
	{"gif", "image/gif", readGIF},
	{"html", "text/html; charset=utf-8", readHTML},
	{"jsonl", "application/jsonl", readJSONLines},
}

// TestFiguresOfEachFormat opens the file of each format, of an algorithm and of an engine.
func TestFiguresOfEachFormat(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Minute})
	for algorithm, themes := range map[string][]string{"astar": {"", "dark"}, "jump-point": {"auto"}} {
		for _, format := range figureFormats {
			for _, theme := range themes {
				got := s.post("/api/figure", fields{
					"map": "S.......\n.####.@.\n...#..G.\n........\n", "name": "dir/rooms.map", "algorithm": algorithm, "format": format.name, "theme": theme,
				}.without(theme == "", "theme"))
				if got.code != http.StatusOK || got.header.Get("Content-Type") != format.media {
					t.Fatalf("%s, %s: status %d, %s: %.300s", algorithm, format.name, got.code, got.header.Get("Content-Type"), got.body)
				}
				if err := format.read(got.body); err != nil {
					t.Errorf("%s, %s: %v", algorithm, format.name, err)
				}
				way, parameters, err := mime.ParseMediaType(got.header.Get("Content-Disposition"))
				if want := "dir-rooms-" + algorithm + "." + format.name; err != nil || way != "attachment" || parameters["filename"] != want {
					t.Errorf("%s: %s, %v; want %s", got.header.Get("Content-Disposition"), way, err, want)
				}
			}
		}
	}
}

// without returns the fields without one, if so.
func (f fields) without(so bool, name string) fields {
	if so {
		delete(f, name)
	}
	return f
}

// TestFiguresOfAnswers holds the traces and answers that are sent as files to those that
// are not.
func TestFiguresOfAnswers(t *testing.T) {
	s := start(t, studio.Options{})
	asked := fields{"map": example(t, "swamp.map"), "algorithm": "weighted-astar", "name": "swamp"}
	file, streamed := s.post("/api/figure", asked.with(fields{"format": "trace"})), s.post("/api/trace", asked)
	if len(file.body) == 0 || !bytes.Equal(file.body, streamed.body) {
		t.Errorf("the trace of the figure has %d bytes, that of the trace %d", len(file.body), len(streamed.body))
	}
	answer, solved := s.post("/api/figure", asked.with(fields{"format": "json"})), s.post("/api/solve", asked)
	if diff := cmp.Diff(untimed(t, solved.body), untimed(t, answer.body)); diff != "" {
		t.Errorf("-solve +figure\n%s", diff)
	}
}

// TestFiguresOfSeveral draws panels, and pages with several searches.
func TestFiguresOfSeveral(t *testing.T) {
	s := start(t, studio.Options{})
	asked := fields{"map": example(t, "harbor.txt"), "algorithms": []string{"astar", "dijkstra", "greedy"}, "algorithm": "nonsense"}
	panels := string(s.post("/api/figure", asked.with(fields{"name": "a <harbor>"})).body)
	for _, want := range []string{"astar", "dijkstra", "greedy", "a &lt;harbor&gt;, "} {
		if !strings.Contains(panels, want) {
			t.Errorf("%q is not in the panels", want)
		}
	}
	page := string(s.post("/api/figure", asked.with(fields{"format": "html"})).body)
	for _, want := range []string{`data-name="astar"`, `data-name="dijkstra"`, `data-name="greedy"`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	many := asked.with(fields{"algorithms": []string{"astar", "astar", "astar", "astar", "astar"}})
	if got := s.post("/api/figure", many); got.code != http.StatusOK {
		t.Errorf("five panels: status %d: %s", got.code, got.body)
	}
	if got := s.post("/api/figure", many.with(fields{"format": "html"})); got.code != 422 || !strings.Contains(got.detail(t), "at most 4 searches, not 5") {
		t.Errorf("a page of five: status %d", got.code)
	}
	// Every algorithm there is, on one picture; the map has no sense for some engines.
	var all []string
	for _, e := range quick() {
		if e.Name != "canonical-astar" && e.Name != "jump-point" {
			all = append(all, e.Name)
		}
	}
	if got := s.post("/api/figure", asked.with(fields{"algorithms": all, "map": example(t, "swamp.map"), "format": "pdf"})); got.code != http.StatusOK || readPDF(got.body) != nil {
		t.Errorf("status %d: %.300s", got.code, got.body)
	}
	if got := s.post("/api/figure", asked.with(fields{"algorithms": []string{"jump-point"}, "map": "S.9G\n"})); got.code != 422 {
		t.Errorf("an engine that does not apply: status %d", got.code)
	}
}

// TestFiguresAreBounded asks for more than there is memory or time for.
func TestFiguresAreBounded(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Hour})
	// A search that takes all its time is drawn as far as it got.
	got := s.post("/api/figure", endless(t).with(fields{"max_time_ms": 20}))
	if got.code != http.StatusOK || !bytes.Contains(got.body, []byte("limit")) {
		t.Errorf("status %d: %.200s", got.code, got.body)
	}
	large := fields{"map": strings.Repeat(strings.Repeat(".", 1000)+"\n", 1000), "from": []int{0, 0}, "to": []int{999, 999}}
	got = s.post("/api/figure", large.with(fields{"algorithms": []string{"astar", "astar", "astar", "astar", "astar"}}))
	if detail := got.detail(t); got.code != 422 || !strings.Contains(detail, "5 maps of 1000×1000 are more than 4194304 cells; want fewer algorithms, or a smaller map") {
		t.Errorf("status %d: %s", got.code, detail)
	}
	got = s.post("/api/figure", endless(t).with(fields{"format": "trace", "max_time_ms": 400}))
	if got.code == http.StatusOK && readTraceEnd(got.body) != nil || got.code != http.StatusOK && !strings.Contains(got.detail(t), "the trace is longer than 33554432 bytes") {
		t.Errorf("status %d: %.200s", got.code, got.body)
	}
}

// TestFiguresOfWhatIsHandedOn asks an engine a query that is too long for it: it can be drawn
// but not recorded.
func TestFiguresOfWhatIsHandedOn(t *testing.T) {
	s := start(t, studio.Options{})
	const side = 601
	var snake strings.Builder
	for y := range side {
		switch row := strings.Repeat(".", side); {
		case y%4 == 1:
			snake.WriteString(strings.Repeat("@", side-1) + ".\n")
		case y%4 == 3:
			snake.WriteString("." + strings.Repeat("@", side-1) + "\n")
		default:
			snake.WriteString(row + "\n")
		}
	}
	asked := fields{"map": snake.String(), "from": []int{0, 0}, "to": []int{side - 1, side - 1}, "algorithm": "bucket-astar"}
	if got := s.post("/api/figure", asked); got.code != http.StatusOK || readSVG(got.body) != nil {
		t.Errorf("status %d: %.300s", got.code, got.body)
	}
	for path, more := range map[string]fields{"/api/figure": {"format": "html"}, "/api/explain": {"cell": []int{0, 0}}} {
		got := s.post(path, asked.with(more))
		if detail := got.detail(t); got.code != 422 || !strings.HasPrefix(detail, "algorithm: bucket-astar hands this query on and cannot be recorded; ask astar in its place") {
			t.Errorf("%s: status %d: %s", path, got.code, detail)
		}
	}
}

func readTraceEnd(data []byte) error {
	source, err := trace.NewStream(bytes.NewReader(data))
	for err == nil {
		_, err = source.Next()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// TestFigureNames are made of hostile names of maps.
func TestFigureNames(t *testing.T) {
	s := start(t, studio.Options{})
	for name, want := range map[string]string{
		"":                               "map-astar.json",
		"港.map":                          "港-astar.json",
		"../../etc/passwd":               "etc-passwd-astar.json",
		"a\"b\r\nSet-Cookie: x=1\u2028c": "a-b--Set-Cookie--x-1-c-astar.json",
		"...":                            "map-astar.json",
		"a.b.c":                          "a-b-astar.json",
	} {
		got := s.post("/api/figure", fields{"map": small, "name": name, "format": "json"})
		_, parameters, err := mime.ParseMediaType(got.header.Get("Content-Disposition"))
		if err != nil || parameters["filename"] != want || got.header.Get("Set-Cookie") != "" {
			t.Errorf("%q: %v, %v; want %q", name, parameters, err, want)
		}
		if !json.Valid(got.body) {
			t.Errorf("%q: %s", name, got.body)
		}
	}
}
