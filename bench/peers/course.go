package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// A course is a map with the queries that are asked on it, in groups.
type course struct {
	name   string
	m      *grid.Map
	groups [][]query
}

// groupSize is about how many queries are asked, and timed, at a time. One
// query over and over would find every cache and every branch prediction warm.
const groupSize = 5

// findMaps returns every file that ends in ".map", in the folders given and
// below, in lexical order within each.
func findMaps(dirs []string) ([]string, error) {
	var maps []string
	for _, dir := range dirs {
		before := len(maps)
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".map") {
				maps = append(maps, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(maps) == before {
			return nil, fmt.Errorf("%s: no map in it; want files that end in .map, each with a .map.scen beside it", dir)
		}
	}
	return maps, nil
}

// readCourse reads a map and picks queries of its scenario, sample of them or
// all if there are fewer.
func readCourse(path string, sample int) (course, error) {
	file, err := readWith(path, func(f *os.File) (*mapfile.File, error) { return mapfile.Read(f, path, mapfile.Limits{}) })
	if err != nil {
		return course{}, err
	}
	scenario, err := readWith(path+".scen", func(f *os.File) (*mapfile.Scenario, error) { return mapfile.ReadScenario(f, path+".scen") })
	if err != nil {
		return course{}, err
	}
	judge, err := newJudge(file.Map, neverCut)
	if err != nil {
		return course{}, err
	}
	picked := pick(scenario.Queries, sample)
	if len(picked) == 0 {
		return course{}, fmt.Errorf("%s.scen: no query with two different ends", path)
	}
	c := course{name: mapName(path), m: file.Map}
	c.groups = make([][]query, max(1, len(picked)/groupSize))
	for i, s := range picked {
		if s.Width != file.Map.Width() || s.Height != file.Map.Height() {
			return course{}, fmt.Errorf("%s.scen:%d: for a map of %d×%d cells; want %d×%d", path, s.Line, s.Width, s.Height, file.Map.Width(), file.Map.Height())
		}
		q := query{c.name, s.Start, s.Goal}
		t, err := judge.truth(q)
		if err != nil {
			return course{}, err
		}
		if length := judge.costs.Float64(t.length); !s.Agrees(length) {
			return course{}, fmt.Errorf("%s.scen:%d: a shortest path is %v long; the file says %s", path, s.Line, length, s.Optimal)
		}
		g := &c.groups[i%len(c.groups)]
		*g = append(*g, q)
	}
	return c, nil
}

func readWith[T any](path string, read func(*os.File) (T, error)) (T, error) {
	f, err := os.Open(path)
	if err != nil {
		return *new(T), err
	}
	defer f.Close()
	return read(f)
}

// pick returns n queries, or all if there are fewer, evenly spread over those
// of the scenario, which MovingAI's have in the order of their lengths.
// Queries that end where they start are none.
func pick(queries []mapfile.Query, n int) []mapfile.Query {
	var list []mapfile.Query
	for _, q := range queries {
		if q.Start != q.Goal {
			list = append(list, q)
		}
	}
	if len(list) <= n {
		return list
	}
	picked := make([]mapfile.Query, n)
	for i := range picked {
		picked[i] = list[(2*i+1)*len(list)/(2*n)]
	}
	return picked
}
