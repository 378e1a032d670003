package main

import "testing"

func BenchmarkOpen512(b *testing.B) {
	board, err := newBoard()
	if err != nil {
		b.Fatal(err)
	}
	made, err := newSolvers(board)
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range made {
		b.Run(s.name(), func(b *testing.B) {
			list := queries()
			expanded := 0
			for _, q := range list {
				a, err := s.solve(q)
				if err != nil {
					b.Fatal(err)
				}
				if err := check(s.name(), q, a); err != nil {
					b.Fatal(err)
				}
				expanded += a.expanded
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, q := range list {
					if _, err := s.solve(q); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*expanded), "ns/expansion")
			b.ReportMetric(float64(expanded)/float64(len(list)), "expansions/query")
		})
	}
}
