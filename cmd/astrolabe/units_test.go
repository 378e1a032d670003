package main

import (
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "1000": 1000, "12b": 12, "1kB": 1000, "1KiB": 1024, "512MiB": 512 << 20, "2 GB": 2_000_000_000,
		"1.5gib": 3 << 29, "1TiB": 1 << 40,
	} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("parseBytes(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1e3", "0x10", "inf", "NaN", "1M5", "9999999999TB", "1 2"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("parseBytes(%q) = %d, want an error", text, got)
		}
	}
}

func TestParseCell(t *testing.T) {
	for text, want := range map[string]grid.Cell{"4,8": {X: 4, Y: 8}, "-1,-20": {X: -1, Y: -20}, " 1 , 2 ": {X: 1, Y: 2}} {
		if got, err := parseCell(text); err != nil || got != want {
			t.Errorf("parseCell(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "4", "4,", ",8", "4;8", "4,8,1", "4.5,1", "3000000000,0"} {
		if got, err := parseCell(text); err == nil {
			t.Errorf("parseCell(%q) = %v, want an error", text, got)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", 1234567: "1,234,567", -123: "-123"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 7: "7ns", 1234: "1.23µs", 999_999: "1ms", 12_345_678: "12.3ms",
		1_234_567_890: "1.23s", 83 * time.Second: "1m23s", 3*time.Hour + 700*time.Millisecond: "3h0m1s",
	} {
		if got := short(d); got != want {
			t.Errorf("short(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 20, "one two three"},
		{"one two three", 7, "one two\nthree"},
		{"one two three", 3, "one\ntwo\nthree"},
		{"unbreakable", 3, "unbreakable"},
		{"\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two"},
		{"√√√ √√√", 7, "√√√ √√√"},
	} {
		if got := wrap(test.text, test.width); got != test.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
	if got, want := wrapName("bidirectional-first-meeting", 15), "bidirectional-\nfirst-meeting"; got != want {
		t.Errorf("wrapName = %q, want %q", got, want)
	}
}

func TestSuggest(t *testing.T) {
	names := []string{"solve", "compare", "algorithms", "verify"}
	for word, want := range map[string]string{
		"slove": "did you mean solve?", "verfy": "did you mean verify?", "algo": "did you mean algorithms?", "xyzzy": "no idea", "": "no idea",
	} {
		if got := suggest(word, "", names, "no idea"); got != want {
			t.Errorf("suggest(%q) = %q, want %q", word, got, want)
		}
	}
}

// A table that is wider than the terminal is wrapped, but not in a pipe.
func TestPrintTableWrapsOnNarrowTerminals(t *testing.T) {
	columns := []column{{title: "algorithm", narrow: 14}, {title: "what it says of itself"}}
	rows := [][]string{{"bidirectional-first-meeting", "nothing"}}
	for _, test := range []struct {
		screen screen
		want   string
	}{
		{screen{columns: 40}, "algorithm                    what it says of itself\nbidirectional-first-meeting  nothing\n"},
		{screen{true, 60, 20}, "algorithm                    what it says of itself\nbidirectional-first-meeting  nothing\n"},
		{screen{true, 40, 20}, "algorithm      what it says of itself\nbidirectional- nothing\nfirst-meeting\n"},
	} {
		var b strings.Builder
		a := &app{stdout: newOutput(&b), screen: test.screen}
		a.printTable(columns, rows)
		if err := a.stdout.Flush(); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("on %+v:\n%s\nwant\n%s", test.screen, b.String(), test.want)
		}
	}
}
