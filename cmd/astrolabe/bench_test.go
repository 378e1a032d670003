package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

func TestProgressWords(t *testing.T) {
	for _, test := range []struct {
		done, total int64
		elapsed     time.Duration
		want        string
	}{
		{0, 0, time.Second, "getting ready"},
		{0, 4000, time.Second, "[....................] 0 of 4,000 queries"},
		{1000, 4000, 10 * time.Second, "[#####...............] 1,000 of 4,000 queries, about 30s left"},
		{3999, 4000, 40 * time.Second, "[###################.] 3,999 of 4,000 queries, about 0s left"},
		{4000, 4000, time.Second, "[####################] 4,000 of 4,000 queries"},
	} {
		if got := progressWords(test.done, test.total, test.elapsed); got != test.want {
			t.Errorf("progressWords(%d, %d, %v) = %q, want %q", test.done, test.total, test.elapsed, got, test.want)
		}
	}
}

func TestNoProgressLineInAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgressLine(&b)
		p.set(1, 2)
		time.Sleep(2 * progressInterval)
		synctest.Wait()
		p.stop()
		if b.Len() > 0 {
			t.Errorf("got %q, want nothing", b.String())
		}
	})
}

func TestThreeDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "–", 0.001: "0.00", 0.123: "0.12", 1.234: "1.23", 9.994: "9.99", 9.996: "10.0", 12.34: "12.3", 99.96: "100", 123.4: "123", 98765.4: "98765",
	} {
		if got := threeDigits(x); got != want {
			t.Errorf("threeDigits(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestMemoryWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 5 << 20: "5.0 MiB", 1 << 42: "4096.0 GiB"} {
		if got := memoryWords(n); got != want {
			t.Errorf("memoryWords(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestBenchDocument runs every command of docs/bench.md.
func TestBenchDocument(t *testing.T) { runDocument(t, "bench.md") }

// runDocument runs every command of a page of docs.
func runDocument(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedtest.ModuleRoot(t), "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "    astrolabe ") {
			commands = append(commands, line)
		}
	}
	runCommands(t, commands)
}
