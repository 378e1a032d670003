package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// stairs is a flight of stairs that is climbed one or two at a time.
type stairs struct{ top int }

func (s stairs) AppendSuccessors(dst []search.Edge[int, int], step int) []search.Edge[int, int] {
	for n := 1; n <= 2 && step+n <= s.top; n++ {
		dst = append(dst, search.Edge[int, int]{To: step + n, Cost: 2*n - 1})
	}
	return dst
}

func (s stairs) IsGoal(step int) bool { return step == s.top }

// Record any search of package search, go to a step of it, and ask what was known then.
func Example() {
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, trace.Header{Algorithm: "astar", Start: []int64{0}, Goals: []int64{4}})
	if err != nil {
		fmt.Println(err)
		return
	}
	number := func(step int) int64 { return int64(step) }
	result, err := search.AStar(context.Background(), stairs{4}, 0, search.Options[int, int]{Observer: trace.Observe[int](w, number)})
	if err == nil {
		err = w.Close(trace.OutcomeOf(result, number))
	}
	if err != nil {
		fmt.Println(err)
		return
	}

	r, err := trace.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := r.SeekStep(2); err != nil {
		fmt.Println(err)
		return
	}
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e)
	}
	state, err := r.StateAt(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for known := range state.All() {
		fmt.Println(known.State, "g =", known.G, "closed:", known.Closed)
	}
	// Output:
	// step 2: expand 1 from 0, g=1 h=0 f=1
	// step 2: improve 2 from 1, g=2 h=0 f=2
	// step 2: generate 3 from 1, g=4 h=0 f=4
	// step 3: expand 2 from 1, g=2 h=0 f=2
	// step 3: improve 3 from 2, g=3 h=0 f=3
	// step 3: generate 4 from 2, g=5 h=0 f=5
	// step 4: expand 3 from 2, g=3 h=0 f=3
	// step 4: improve 4 from 3, g=4 h=0 f=4
	// step 5: expand 4 from 3, g=4 h=0 f=4
	// step 5: goal 4 from 3, g=4 h=0 f=4
	// step 5: end 4 from 3, g=4 h=0 f=4
	// 0 g = 0 closed: true
	// 1 g = 1 closed: true
	// 2 g = 2 closed: false
	// 3 g = 4 closed: false
}
