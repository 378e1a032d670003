package mapfile

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// TestMemoryOfTheWorstInputs reads, for every format, the file that makes the most of
// its bytes. What is allocated in all, copies that are thrown away again included,
// must stay within a stated number of bytes for each byte of the file, and a floor.
func TestMemoryOfTheWorstInputs(t *testing.T) {
	const floor = 256 << 10
	read := func(r io.Reader) error {
		_, err := Read(r, "test", Limits{})
		return err
	}
	scenario := func(r io.Reader) error {
		_, err := ReadScenario(r, "test")
		return err
	}
	const n = 1 << 15
	weights := strings.Builder{}
	for i := range n {
		fmt.Fprintf(&weights, "%d ", i%10)
	}
	var manyWeights strings.Builder
	for i := range n {
		fmt.Fprintf(&manyWeights, ".%d ", i)
	}
	for _, c := range []struct {
		format  string
		read    func(io.Reader) error
		input   string
		perByte uint64
		more    uint64 // bytes besides
	}{
		{"movingai, one column", read, fmt.Sprintf("type octile\nheight %d\nwidth 1\nmap\n", n) + strings.Repeat(".\n", n), 16, 0},
		{"movingai, one row", read, fmt.Sprintf("type octile\nheight 1\nwidth %d\nmap\n", n) + strings.Repeat(".", n), 32, 0},
		{"plain, one column", read, strings.Repeat(".\n", n), 32, 0},
		{"plain, one row", read, strings.Repeat(".", n), 32, 0},
		{"plain, blanks", read, strings.Repeat(" ", n), 32, 0},
		{"native, one column", read, fmt.Sprintf("astrolabe 1\nsize 1 %d\nlegend . 1\nmap\n", n) + strings.Repeat(".\n", n), 16, 0},
		{"native, many symbols", read, "astrolabe 1\nsize 1 1\n" + legends(255) + "map\n一", 64, 0},
		{"native, weights", read, fmt.Sprintf("astrolabe 1\nsize %d 1\nweights\n", n) + weights.String(), 48, 0},
		{"native, different weights", read, fmt.Sprintf("astrolabe 1\nsize %d 1\nweights\n", n) + manyWeights.String(), 48, 512 << 10},
		{"scenario", scenario, "version 1\n" + strings.Repeat("0 a 1 1 0 0 0 0 0\n", n/8), 128, 0},
		{"terrain, one column", read, fmt.Sprintf("%d 1 1 1 1 1\n", n) + strings.Repeat(".\n", n), 16, 0},
		{"terrain, all padding", read, "1 262144 1 1 1 1\n\n", 0, 6 * freePadding},
		{"terrain, more padding", read, fmt.Sprintf("%d 500 1 1 1 1\n", 1000) + strings.Repeat("\n", 1000), 8 * paddingPerByte, 8 * freePadding},
		{"terrain, too much padding", read, "1 16777216 1 1 1 1\n\n", 0, 0},
		{"terrain, a claim", read, "1000 1000000 1 1 1 1\n\n", 0, 0},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := c.read(strings.NewReader(c.input))
		runtime.ReadMemStats(&after)
		if refused := strings.Contains(c.format, "too much") || strings.Contains(c.format, "claim"); refused != (err != nil) {
			t.Errorf("%s: %v", c.format, err)
		}
		got, most := after.TotalAlloc-before.TotalAlloc, uint64(len(c.input))*c.perByte+c.more+floor
		if got > most {
			t.Errorf("%s: %d bytes allocated for %d bytes of input; at most %d are all right", c.format, got, len(c.input), most)
		}
	}
}
