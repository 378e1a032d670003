package scene

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The signs that figures are written with are in the fonts.
func TestFontsHaveTheSigns(t *testing.T) {
	for _, bold := range []bool{false, true} {
		f, err := face(bold)
		if err != nil {
			t.Fatal(err)
		}
		const signs = "µ√≤≥→×·–−…□éñßΩαЖя0123456789%"
		if got := f.covered(signs); got != signs {
			t.Errorf("bold %v: %q became %q", bold, signs, got)
		}
		// Marks that turn the direction of writing could hide what a text says.
		if got := f.covered("a\u202eb"); got != "a\ufffdb" {
			t.Errorf("bold %v: got %q", bold, got)
		}
		if got := f.covered("路径 A\x00\t"); got != "□□ A\ufffd " {
			t.Errorf("bold %v: got %q", bold, got)
		}
	}
}

func TestTextWidth(t *testing.T) {
	if got := TextWidth("", 12, false); got != 0 {
		t.Errorf("no text is %v wide", got)
	}
	one, ten := TextWidth("8", 10, false), TextWidth("8888888888", 10, false)
	if math.Abs(ten-10*one) > 1e-9 || one < 4 || one > 7 {
		t.Errorf("a digit is %v wide and ten are %v", one, ten)
	}
	if got := TextWidth("8", 20, false); math.Abs(got-2*one) > 1e-9 {
		t.Errorf("at twice the size a digit is %v wide, not %v", got, 2*one)
	}
}

func TestEllipsize(t *testing.T) {
	if got := Ellipsize("short", 1000, 12, false); got != "short" {
		t.Errorf("got %q", got)
	}
	if got := Ellipsize("bidirectional first meeting", 90, 12, false); got != "bidirectional fi…" {
		t.Errorf("got %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		width := rapid.Float64Range(0, 300).Draw(t, "width")
		got := Ellipsize(s, width, 12, true)
		if got == s {
			if TextWidth(s, 12, true) > width {
				t.Fatalf("%q does not fit and is not cut", s)
			}
			return
		}
		kept, cut := strings.CutSuffix(got, "…")
		if !cut || !strings.HasPrefix(s, kept) {
			t.Fatalf("%q became %q", s, got)
		}
		if kept != "" && TextWidth(got, 12, true) > width {
			t.Fatalf("%q is %v wide, want at most %v", got, TextWidth(got, 12, true), width)
		}
	})
}

func TestWrap(t *testing.T) {
	got := Wrap("the quick brown  fox jumps", 80, 12, false, 3)
	if want := []string{"the quick", "brown fox", "jumps"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Wrap("  \n ", 80, 12, false, 3); len(got) != 0 {
		t.Errorf("white space makes %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(rapid.String().Draw(t, "s"), "?")
		width := rapid.Float64Range(40, 300).Draw(t, "width")
		most := rapid.IntRange(1, 5).Draw(t, "most")
		lines := Wrap(s, width, 12, false, most)
		if len(lines) > most {
			t.Fatalf("%d lines, want at most %d", len(lines), most)
		}
		joined := ""
		for _, line := range lines {
			// A single character may be wider than the line.
			if TextWidth(line, 12, false) > width && utf8.RuneCountInString(line) > 1 {
				t.Fatalf("%q is wider than %v", line, width)
			}
			if line == "" {
				t.Fatal("an empty line")
			}
			joined += strings.ReplaceAll(line, " ", "")
		}
		whole := strings.Join(strings.Fields(s), "")
		if joined != whole && !(len(lines) == most && strings.HasPrefix(whole, strings.TrimSuffix(joined, "…"))) {
			t.Fatalf("%q became %q", s, lines)
		}
	})
}
