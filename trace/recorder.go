package trace

import "github.com/astrolabe-search/astrolabe/search"

// Cost is the type of costs that a trace holds exactly.
type Cost interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// Observe returns an observer that writes what a search does to w. Give it to
// the search in its options, and when the search is over call [Writer.Close]. state
// numbers the states, from 0 and densely: on a map, y·width + x.
//
// Before the first event of a state that has no parent, a start or a goal that the
// search sets out from, the trace has a [Start]. Errors are kept and returned by
// Close. The observer is for one search, and it must not be called by two
// goroutines at once.
func Observe[C Cost, S comparable](w *Writer, state func(S) int64) search.Observer[S, C] {
	r := &recorder[S, C]{w: w, state: state}
	return search.Observer[S, C]{
		Expand: func(e search.Event[S, C]) {
			if !r.began { // a search without OPEN tells of no start
				r.began = true
				first := e
				first.Step = 0
				r.add(Start, &first)
			}
			r.add(Expand, &e)
		},
		Generate: func(e search.Event[S, C]) {
			if !e.HasParent {
				r.began = true
				r.add(Start, &e)
			}
			r.add(Generate, &e)
		},
		Improve: func(e search.Event[S, C]) { r.add(Improve, &e) },
		Reopen:  func(e search.Event[S, C]) { r.add(Reopen, &e) },
		Meet:    func(e search.Event[S, C]) { r.add(Meet, &e) },
		Goal:    func(e search.Event[S, C]) { r.add(Goal, &e) },
		Prune:   func(e search.Event[S, C]) { r.add(Prune, &e) },
	}
}

// recorder is what the functions of an observer share.
type recorder[S comparable, C Cost] struct {
	w     *Writer
	state func(S) int64
	began bool

	parent int64 // the last parent told of
	of     S     // and which state it is
	known  bool
}

func (r *recorder[S, C]) add(kind Kind, e *search.Event[S, C]) {
	parent := NoState
	if e.HasParent {
		if !r.known || e.Parent != r.of {
			r.parent, r.of, r.known = r.state(e.Parent), e.Parent, true
		}
		parent = r.parent
	}
	t := r.w.next() // filled in field by field, which costs less than a copy
	t.Step, t.State, t.Parent = e.Step, r.state(e.State), parent
	t.G, t.H, t.F = int64(e.G), int64(e.H), int64(e.F)
	t.Kind, t.Side = kind, e.Side
	r.w.commit()
}
