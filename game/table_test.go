package game

import "testing"

// stub is a hasher that puts every number in the place that its last three bits
// name.
type stub struct{}

func (stub) Hash(n int) uint64 { return uint64(n) & 7 }

func newEntry(n int, work uint32, estimated bool) *entry[int, int] {
	e := &entry[int, int]{state: n, score: int32(n), work: work, bound: Exact}
	if estimated {
		e.flags = flagEstimated
	}
	return e
}

// holds returns the positions in the place of n, the first entry first.
func holds(t *Table[int, int], n int) (states []int) {
	for _, e := range t.at(stub{}.Hash(n)) {
		if e.bound != None {
			states = append(states, e.state)
		}
	}
	return states
}

func TestTableReplacement(t *testing.T) {
	table, err := NewTable[int, int](1 << 12)
	if err != nil {
		t.Fatal(err)
	}
	if table.Bytes() > 1<<12 || table.Bytes() <= 1<<11 {
		t.Fatalf("a table of at most 4096 bytes takes %d", table.Bytes())
	}
	for i, step := range []struct {
		n          int
		work       uint32
		estimated  bool
		generation uint16
		replaced   bool
		first      int // what the place then holds
		second     int // 0: nothing
		used       int
	}{
		{8, 10, false, 1, false, 8, 0, 1},
		{16, 5, false, 1, false, 8, 16, 2},  // less work: second
		{24, 7, false, 1, true, 8, 24, 2},   // and again, in place of the other
		{32, 10, false, 1, true, 32, 8, 2},  // as much work: first
		{32, 1, false, 1, false, 32, 8, 2},  // the same position: where it is
		{40, 1, false, 1, true, 40, 32, 2},  // as much as that has now
		{40, 1, true, 1, true, 40, 40, 2},   // with estimates: apart
		{48, 0, false, 2, true, 48, 40, 2},  // a later search: first
		{48, 99, true, 2, true, 48, 48, 2},  // apart again
		{48, 1, false, 2, false, 48, 48, 2}, // each where it is
	} {
		table.generation = step.generation
		replaced := table.put(stub{}.Hash(step.n), newEntry(step.n, step.work, step.estimated))
		want := []int{step.first}
		if step.second != 0 {
			want = append(want, step.second)
		}
		got := holds(table, step.n)
		if replaced != step.replaced || len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] || table.Used() != step.used {
			t.Errorf("step %d: replaced %v, place %v, used %d; want %+v", i, replaced, got, table.Used(), step)
		}
	}
	table.Clear()
	if table.Used() != 0 || len(holds(table, 8)) != 0 {
		t.Errorf("a cleared table has %d positions", table.Used())
	}
}

// spread is a hasher by the number itself.
type spread struct{}

func (spread) Hash(n int) uint64 { return uint64(n) }

func TestTableGrowth(t *testing.T) {
	const limit = 1 << 18
	table := ownTable[int, int](limit)
	first, place := table.Bytes(), table.Bytes()/int64(len(table.places))
	const many = 3000
	for n := 1; n <= many; n++ {
		table.grow(spread{})
		table.put(spread{}.Hash(n), newEntry(n, 1, false))
	}
	if table.Used() != many {
		t.Errorf("%d of %d positions are left", table.Used(), many)
	}
	for n := 1; n <= many; n++ {
		found := false
		for _, e := range table.at(spread{}.Hash(n)) {
			found = found || e.bound != None && e.state == n
		}
		if !found {
			t.Fatalf("position %d is lost", n)
		}
	}
	if table.Bytes() <= first || table.Bytes()*3/2 > limit {
		t.Errorf("the table grew from %d to %d bytes, with a limit of %d", first, table.Bytes(), limit)
	}
	if small := ownTable[int, int](place * 2); small == nil || len(small.places) != 1 {
		t.Error("no table in room for two places")
	}
	if ownTable[int, int](place) != nil {
		t.Error("a table that could not grow to its size within its bytes")
	}
}
