package gridsearch

import (
	"os"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

func loadForCalibration(name string) (*grid.Map, [][2]grid.Cell) {
	f, _ := os.Open(name)
	file, err := mapfile.Read(f, name, mapfile.Limits{})
	if err != nil {
		panic(err)
	}
	g, _ := os.Open(name + ".scen")
	sc, _ := mapfile.ReadScenario(g, name)
	var qs [][2]grid.Cell
	for i, q := range sc.Queries {
		if i%4 == 0 {
			qs = append(qs, [2]grid.Cell{q.Start, q.Goal})
		}
	}
	return file.Map, qs
}
