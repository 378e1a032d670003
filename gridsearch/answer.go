package gridsearch

import (
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Query is what a [Finder] is asked. Only From and To have to be set.
type Query struct {
	From, To grid.Cell

	// Form is the form in which the path is wanted; the zero value is [FullPath].
	Form PathForm
	// Path, if not nil, is where the path is written, from index 0; it grows if it
	// is too short. Hand in the path of the last answer to find one without
	// allocating.
	Path []grid.Cell

	// MaxExpanded, if > 0, ends the search with [search.Limit] before it would
	// expand more states than that.
	MaxExpanded int64
	// MaxBytes, if > 0, ends the search with [search.Limit] before [Finder.Bytes]
	// would exceed it. The memory of Path is the caller's and does not count.
	MaxBytes int64
}

// PathForm is a form in which a path can be wanted.
type PathForm uint8

const (
	// FullPath is every cell of a path, both ends included.
	FullPath PathForm = iota
	// TurningPoints are a path's two ends and the cells at which it changes its
	// direction; [grid.ExpandPath] fills in the rest.
	TurningPoints
	// LengthOnly is no path, which saves its time. Of the way to the nearest cell
	// there is the end alone.
	LengthOnly
)

// Answer is what a [Finder] says of a [Query].
type Answer struct {
	// Status is Found, NoPath (proved), Limit, StartBlocked, GoalBlocked or
	// OutOfBounds.
	Status search.Status
	// Path leads from From to To, in the form that was asked for and in the memory
	// of Query.Path. It is empty unless the status is Found, or Limit with a path
	// that is not yet proved to be a shortest one.
	Path []grid.Cell
	// Length is that of the path, also where the path was not wanted. With Limit it
	// is [Unreachable] if no path was found so far; it has no meaning otherwise.
	Length root2.Length
	// LowerBound is a proved lower bound on the length of every path: with Found it
	// is Length, with Limit the least that was still possible. It has no meaning
	// otherwise.
	LowerBound root2.Length

	// Nearest is, with Limit and NoPath, a path to the cell nearest to the goal of
	// those that were expanded (least estimate of the way left, then least
	// length), in the form and the memory of Path, with which it agrees where
	// both are set. NearestLength is its length. The start is the nearest until
	// something was expanded. Jump point search expands few cells, and a nearer
	// one may lie among those that it scanned.
	Nearest       []grid.Cell
	NearestLength root2.Length

	// Limit says which limit was reached where the status is Limit.
	Limit Limit

	Stats
}

// Stats count what a query took.
type Stats struct {
	Expanded  int // states taken from OPEN and followed, the goal included where it was on OPEN
	Generated int // states put on OPEN, and arrivals at the goal
}

func (s Stats) plus(t Stats) Stats { return Stats{s.Expanded + t.Expanded, s.Generated + t.Generated} }

// nearest is what an engine remembers of the state nearest to the goal.
type nearest struct {
	position uint32
	parent   uint32 // of jump point search
}
