// Field computes how far every cell is from a goal, which lets any number of units
// walk to it without a search of their own, and which cells a unit can reach with
// the movement that it has left.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
)

// Digits are weights: a 3 is slow ground.
var land = []string{
	"..3333..",
	"..3##3..",
	"..3##3..",
	"..3333..",
	"........",
}

func main() {
	m, err := grid.FromStrings(land...)
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Mul)
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	toCastle, err := finder.DistancesTo(ctx, []grid.Cell{{X: 7, Y: 0}}, gridsearch.FieldOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("to the castle:")
	show(m, toCastle.Lengths, func(length root2.Length) string { return fmt.Sprintf("%3s", costs.Format(length)) })

	fromScout, err := finder.DistancesFrom(ctx, []grid.Cell{{X: 0, Y: 2}}, gridsearch.FieldOptions{})
	if err != nil {
		log.Fatal(err)
	}
	reach := 4 * root2.One
	fmt.Println("within 4 of the scout:")
	show(m, fromScout.Lengths, func(length root2.Length) string {
		if length <= reach {
			return " +"
		}
		return " ."
	})
}

func show(m *grid.Map, lengths []root2.Length, format func(root2.Length) string) {
	for y := range m.Height() {
		for x := range m.Width() {
			if length := lengths[y*m.Width()+x]; length == gridsearch.Unreachable {
				fmt.Print(strings.Repeat(" ", len(format(0))-1), "#")
			} else {
				fmt.Print(format(length))
			}
		}
		fmt.Println()
	}
}

// Output:
// to the castle:
//  15 14 11  8  5  2  1  0
//  14 13 14  #  #  3  2  1
//  13 12 13  #  #  4  3  2
//  12 11 10  9  8  5  4  3
//  11 10  9  8  7  6  5  4
// within 4 of the scout:
//  + + . . . . . .
//  + + . # # . . .
//  + + + # # . . .
//  + + . . . . . .
//  + + + . . . . .
