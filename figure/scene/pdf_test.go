package scene

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

func pdf(t testing.TB, s *Scene, theme Theme) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WritePDF(&b, s, theme); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// streams returns the contents of all compressed streams of a PDF.
func streams(t testing.TB, file []byte) [][]byte {
	t.Helper()
	var all [][]byte
	for rest := file; ; {
		_, after, ok := bytes.Cut(rest, []byte("stream\n"))
		if !ok {
			return all
		}
		content, next, ok := bytes.Cut(after, []byte("\nendstream"))
		if !ok {
			t.Fatal("a stream without an end")
		}
		rest = next
		if r, err := zlib.NewReader(bytes.NewReader(content)); err == nil {
			plain, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, plain)
		}
	}
}

func TestPDFIsDeterministic(t *testing.T) {
	first := pdf(t, sample("A & B", "µ√≤→ abc xyz ЖΩ"), Light)
	for range 8 {
		if !bytes.Equal(first, pdf(t, sample("A & B", "µ√≤→ abc xyz ЖΩ"), Light)) {
			t.Fatal("the same scene gives different bytes")
		}
	}
	for _, m := range regexp.MustCompile(`D:[0-9]+`).FindAllString(string(first), -1) {
		if m != "D:20000101000000" {
			t.Errorf("it holds the date %s", m)
		}
	}
	if bytes.Equal(first, pdf(t, sample("A & B", "µ√≤→ abc xyz ЖΩ"), Dark)) {
		t.Error("dark is light")
	}
	if !bytes.Equal(first, pdf(t, sample("A & B", "µ√≤→ abc xyz ЖΩ"), Auto)) {
		t.Error("auto is not light")
	}
}

func TestPDFHoldsTheScene(t *testing.T) {
	file := pdf(t, sample("Path", "µ√≤→"), Light)
	if !bytes.HasPrefix(file, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(file), []byte("%%EOF")) {
		t.Error("it does not look like a PDF")
	}
	if want := []byte("/MediaBox [0 0 150.00 75.38]"); !bytes.Contains(file, want) {
		t.Errorf("no page of 200×100.5 pixels: %q", regexp.MustCompile(`/MediaBox.*`).Find(file))
	}
	// The text stands on the page in UTF-16, and the font maps each of its
	// characters to a glyph.
	var text []byte
	for _, unit := range utf16.Encode([]rune("µ√≤→")) {
		text = append(text, byte(unit>>8), byte(unit))
	}
	shown, mapped := false, false
	for _, content := range streams(t, file) {
		if bytes.Contains(content, text) {
			shown = true
		}
		if len(content) == 2<<16 { // two bytes for each code
			mapped = true
			for _, r := range "µ√≤→" {
				if content[2*r] == 0 && content[2*r+1] == 0 {
					t.Errorf("%c has no glyph", r)
				}
			}
			break // the regular font comes first; the bold one has no such text
		}
	}
	if !shown || !mapped {
		t.Errorf("text on the page: %v; map from characters to glyphs: %v", shown, mapped)
	}
}

func TestPDFOfHostileText(t *testing.T) {
	for _, text := range []string{"\\)(", "\x00\xff", "😀 路径", strings.Repeat("long ", 500), "a\nb\u202ec"} {
		if file := pdf(t, sample(text, text), Dark); len(file) < 1000 {
			t.Errorf("%q: %d bytes", text, len(file))
		}
	}
}

// Viewers need not show pages of more than 200 inches.
func TestLargePDFIsMadeSmaller(t *testing.T) {
	file := pdf(t, &Scene{Width: 40_000, Height: 20_000}, Light)
	if want := []byte("/MediaBox [0 0 14400.00 7200.00]"); !bytes.Contains(file, want) {
		t.Errorf("the page is %q", regexp.MustCompile(`/MediaBox.*`).Find(file))
	}
}
