package root2_test

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/root2"
)

// Two paths of six straight and five diagonal steps are equally long, in
// whatever order the steps are added. Floating-point sums need not be.
func Example() {
	var diagonalsFirst, straightsFirst root2.Length
	for range 5 {
		diagonalsFirst += root2.Root2
	}
	for range 6 {
		diagonalsFirst += root2.One
		straightsFirst += root2.One
	}
	for range 5 {
		straightsFirst += root2.Root2
	}
	fmt.Println(diagonalsFirst, diagonalsFirst == straightsFirst)
	fmt.Printf("%.6f\n", diagonalsFirst.Float64())
	// Output:
	// 6+5√2 true
	// 13.071068
}

func ExampleNew() {
	tiny, err := root2.New(46341, -32768)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tiny, "is positive:", tiny > 0)

	_, err = root2.New(0, root2.Q)
	fmt.Println(err)
	// Output:
	// 46341-32768√2 is positive: true
	// root2: length overflows its exact range: 543339720 diagonals, must be fewer than 543339720
}

func ExampleParse() {
	l, err := root2.Parse("43+17√2")
	if err != nil {
		fmt.Println(err)
		return
	}
	straight, diagonal := l.Coefficients()
	fmt.Println(straight, diagonal)
	// Output: 43 17
}

func ExampleSign() {
	// Is 7 longer than 5√2? The squares differ by one: 49 and 50.
	fmt.Println(root2.Sign(7, -5))
	// Output: -1
}

// Lengths in tenths print as decimals.
func ExampleLength_Format() {
	l := 25*root2.One + 4*root2.Root2
	fmt.Println(l.Format(10))
	// Output: 2.5+0.4√2
}
