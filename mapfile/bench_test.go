package mapfile

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// benchmarkText returns a map of 1024×1024 cells and 1 MiB of rows.
func benchmarkText(header, row string) string {
	return header + strings.Repeat(strings.Repeat(row, 1024/len(row))+"\n", 1024)
}

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"movingai", benchmarkText("type octile\nheight 1024\nwidth 1024\nmap\n", "..@T.G..")},
		{"plain", benchmarkText("", "..#.@5 .")},
		{"native", benchmarkText("astrolabe 1\nsize 1024 1024\nlegend . 1\nlegend @ blocked\nlegend ~ 2.5\nmap\n", "..@.~...")},
		{"weights", "astrolabe 1\nsize 1024 1024\nweights\n" + strings.Repeat(strings.Repeat("1 2.5 x 0.125 ", 256)+"\n", 1024)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				f, err := Read(strings.NewReader(bench.text), "benchmark", Limits{})
				if err != nil || f.Map.Width() != 1024 || f.Map.Height() != 1024 {
					b.Fatal("wrong map:", err)
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	text := benchmarkText("type octile\nheight 1024\nwidth 1024\nmap\n", "..@T.G..")
	f := mustRead(b, text)
	var out bytes.Buffer
	if err := Write(&out, f, MovingAI); err != nil || out.String() != text {
		b.Fatal("not written back:", err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := Write(io.Discard, f, MovingAI); err != nil {
			b.Fatal(err)
		}
	}
}
