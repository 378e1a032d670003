package gridsearch

import (
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Watcher is told what a [Finder] does, as it does it. Any function may be nil.
// Functions must not call back into the finder.
//
// An engine counts an improved state as generated again, so Generate is told where
// package search tells Improve. Goal is told each time a cheaper path to the goal is
// known. Jump point search tells of jump points, and of cells at which a diagonal
// move was suspended; Scan is told of each look along a line of open cells, from a cell
// to the last one that can be reached that way, or to the first where it has to stop.
//
// A query that is handed on to the generic engine, since it leaves the range in which
// its own engine is exact, is told of from the start again.
type Watcher struct {
	Observer
	Scan func(from, to grid.Cell)
}

// Watch makes the finder tell w of all searches to come for single paths; nil ends
// that. Without a watcher it costs one comparison for each state.
func (f *Finder) Watch(w *Watcher) {
	f.generic.observer = Observer{}
	if w != nil {
		f.generic.observer = w.Observer
	}
	if f.bucket != nil {
		f.bucket.watcher = w
	}
	if f.weights != nil {
		f.weights.watcher = w
	}
	if f.jump != nil {
		f.jump.watcher = w
	}
}

// event is what is told of a state, by positions. The start is its own parent.
func event(stats Stats, position, parent uint32, g, h root2.Length) Event {
	return Event{
		Step: int64(stats.Expanded), Side: search.Forward,
		State: cellAt(position), Parent: cellAt(parent), HasParent: parent != position,
		G: g, H: h, F: g + h,
	}
}

func tell(to func(Event), e Event) {
	if to != nil {
		to(e)
	}
}

// scanned tells of a scan by its direction and how far its stop is, which belongs to
// it if it was entered.
func (w *Watcher) scanned(x, y, dx, dy, steps uint32, entered bool) {
	if !entered {
		steps--
	}
	if w.Scan != nil && steps > 0 {
		w.Scan(cellAt(y<<16|x), cellAt((y+steps*dy)<<16|x+steps*dx))
	}
}
