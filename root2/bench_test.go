package root2

import "testing"

func BenchmarkNew(b *testing.B) {
	if l := mustNew(b, 43, 17); l != 43*One+17*Root2 {
		b.Fatalf("New(43, 17) = %d", l)
	}
	b.ReportAllocs()
	for i := range int64(b.N) {
		if _, err := New(i&0xffff, i&0xff); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCoefficients(b *testing.B) {
	l := mustNew(b, 43, 17)
	if straight, diagonal := l.Coefficients(); straight != 43 || diagonal != 17 {
		b.Fatalf("coefficients %d and %d", straight, diagonal)
	}
	b.ReportAllocs()
	var sum int64
	for range b.N {
		straight, diagonal := l.Coefficients()
		sum += straight + diagonal
		l += One
	}
	if sum == 0 {
		b.Fatal("the sum of the coefficients is 0")
	}
}

func BenchmarkSign(b *testing.B) {
	if Sign(46341, -32768) != 1 {
		b.Fatal("wrong sign")
	}
	sum := 0
	for i := range int64(b.N) {
		sum += Sign(46341+i&7, -32768)
	}
	if sum != b.N {
		b.Fatalf("%d of %d signs are positive", sum, b.N)
	}
}

func BenchmarkString(b *testing.B) {
	l := mustNew(b, 43, 17)
	if l.String() != "43+17√2" {
		b.Fatal(l)
	}
	b.ReportAllocs()
	for range b.N {
		_ = l.String()
	}
}

func BenchmarkParse(b *testing.B) {
	want := mustNew(b, 43, 17)
	b.ReportAllocs()
	for range b.N {
		if l, err := Parse("43+17√2"); err != nil || l != want {
			b.Fatal(l, err)
		}
	}
}
