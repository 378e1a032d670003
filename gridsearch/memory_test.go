package gridsearch

import (
	"reflect"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

// openMap is a square without walls, all of whose cells weigh 2.
func openMap(t *testing.T, side int) *grid.Map {
	t.Helper()
	kinds := []grid.Kind{{Symbol: '2', Weight: grid.WholeWeight(2)}}
	m, err := grid.FromKinds(side, side, kinds, make([]uint8, side*side))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestBytes(t *testing.T) {
	const side = 100
	const padded = (side + 2) * (side + 2)
	m := openMap(t, side)
	for _, test := range []struct {
		engine      Engine
		model       grid.Model
		least, most int64 // a finder that has not searched
	}{
		{EngineBucketAStar, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineCanonicalAStar, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineBucketDijkstra, grid.Uniform, 8 * padded, 8*padded + 4096},
		{EngineJumpPoint, grid.Uniform, 102 * 2 * (32 + 32 + 4*16), 102*2*(32+32+4*16) + 16384},
		{EngineBucketAStar, grid.Mul, 18 * padded, 18*padded + 65536},
		{EngineGeneric, grid.Uniform, 0, 0},
	} {
		costs, err := grid.NewCosts(m, grid.Rule{}, test.model)
		if err != nil {
			t.Fatal(err)
		}
		f, err := New(costs, test.engine)
		if err != nil {
			t.Fatal(err)
		}
		fresh := f.Bytes()
		if fresh < test.least || fresh > test.most {
			t.Errorf("%v, %v: %d bytes before a query, want %d to %d", test.engine, test.model, fresh, test.least, test.most)
		}
		find := func() int64 {
			if _, err := f.Find(t.Context(), Query{From: grid.Cell{X: 1, Y: 40}, To: grid.Cell{X: 98, Y: 50}}); err != nil {
				t.Fatal(err)
			}
			return f.Bytes()
		}
		first := find()
		if first < fresh || test.engine == EngineGeneric && first < 24*padded/2 {
			t.Errorf("%v, %v: %d bytes after a query, %d before", test.engine, test.model, first, fresh)
		}
		if again := find(); again != first {
			t.Errorf("%v, %v: the same query again takes %d bytes, not %d", test.engine, test.model, again, first)
		}
	}
}

// counted adds up the slices that a structure reaches, but for what belongs to
// the map, the costs or package search.
func counted(v reflect.Value) int64 {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || strings.HasSuffix(v.Type().Elem().PkgPath(), "/grid") {
			return 0
		}
		return counted(v.Elem())
	case reflect.Array:
		total := int64(0)
		for i := range v.Len() {
			total += counted(v.Index(i))
		}
		return total
	case reflect.Slice:
		total := int64(v.Cap()) * int64(v.Type().Elem().Size())
		if v.Type().Elem().Kind() == reflect.Slice {
			for i := range v.Len() {
				total += counted(v.Index(i))
			}
		}
		return total
	case reflect.Struct:
		if strings.HasSuffix(v.Type().PkgPath(), "/search") {
			return 0
		}
		total := int64(0)
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "masks" && name != "weight" && name != "finder" {
				total += counted(v.Field(i))
			}
		}
		return total
	}
	return 0
}

// No slice of an engine is forgotten.
func TestBytesCountsEverySlice(t *testing.T) {
	m := openMap(t, 50)
	for _, model := range grid.Models() {
		costs, err := grid.NewCosts(m, grid.Rule{}, model)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range append(Engines(), EngineAuto) {
			if engine.Supports(costs) != "" {
				continue
			}
			f, err := New(costs, engine)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Find(t.Context(), Query{From: grid.Cell{X: 1, Y: 40}, To: grid.Cell{X: 48, Y: 5}}); err != nil {
				t.Fatal(err)
			}
			const fixed = 64 << 10 // tables of fixed size and the workspace's hold the rest
			slices := counted(reflect.ValueOf(f))
			got := f.Bytes() - f.generic.workspace.Bytes()
			if got < slices || got > slices+fixed {
				t.Errorf("%v, %v: %d bytes, want the %d of the slices and at most %d of tables", engine, model, got, slices, fixed)
			}
		}
	}
}
