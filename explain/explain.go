// Package explain tells the story of one cell in a recorded search: when it was
// generated and by whom, how it was improved, when it was expanded, or why it
// never was.
package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// Story is what a search knew and did about a cell, up to some step.
type Story struct {
	Cell  grid.Cell
	Step  int64 // the story ends after so many expansions
	Ended bool  // that is the whole search
	Sides []Side
	// Fate is what became of the cell, and Why says more, in one sentence.
	Fate Fate
	Why  string

	// Measured tells whether there are the three below: of a trace that was imported
	// from elsewhere it is not known which moves there are and what they cost.
	Measured bool
	// FromStart and ToGoal are the exact distances, whatever the search found;
	// gridsearch.Unreachable where there is no way or no such end. Estimate is the
	// search's own estimate of ToGoal.
	FromStart, ToGoal, Estimate root2.Length
	OnPath                      bool // of the path that was found

	costs *grid.Costs
	unit  gridtrace.Unit
}

// Fate is what became of a cell.
type Fate uint8

// The fates.
const (
	Expanded  Fate = iota // it was expanded
	Open                  // it is on OPEN
	Unmet                 // it was not generated
	Blocked               // no path may enter it
	Cut                   // no path leads to it
	PassedBy              // a scan passed it, and it was no jump point
	fateCount = iota
)

var fateNames = [fateCount]string{"expanded", "open", "unmet", "blocked", "cut-off", "passed-by"}

// String returns "expanded", "open", "unmet", "blocked", "cut-off" or "passed-by".
func (f Fate) String() string {
	if int(f) < len(fateNames) {
		return fateNames[f]
	}
	return fmt.Sprintf("Fate(%d)", f)
}

// MaxMoments bounds the moments that a story has of one side.
const MaxMoments = 1000

// Side is what happened to the cell on one side of the search.
type Side struct {
	Side search.Side
	// Moments has all of them, if they are no more than [MaxMoments]; else the first half
	// of so many and the last.
	Moments []Moment
	// LeftOut is how many moments there are between these halves.
	LeftOut int64
}

// add takes a moment in. While there are too many, the second half is a ring.
func (s *Side) add(m Moment) {
	if len(s.Moments) < MaxMoments {
		s.Moments = append(s.Moments, m)
		return
	}
	s.Moments[MaxMoments/2+s.LeftOut%(MaxMoments/2)] = m
	s.LeftOut++
}

// straighten makes the ring a list.
func (s *Side) straighten() {
	if s.LeftOut > 0 {
		ring := s.Moments[MaxMoments/2:]
		oldest := s.LeftOut % int64(len(ring))
		copy(ring, slices.Concat(ring[oldest:], ring[:oldest]))
	}
}

// Moment is something that happened to the cell.
type Moment struct {
	Kind      trace.Kind
	Step      int64
	Parent    grid.Cell
	HasParent bool
	G, H, F   root2.Length
}

// Costs returns the costs of the search, in whose units the lengths are if the story is
// measured.
func (s *Story) Costs() *grid.Costs { return s.costs }

// Format returns a cost of the story as text.
func (s *Story) Format(cost root2.Length) string { return s.unit.Format(cost) }

// ErrCell reports a cell that is not on the trace's map.
var ErrCell = errors.New("explain: no such cell")

// Cell reads a trace and tells the story of a cell up to a step; a step below 0, or beyond
// the last, is the end of the search. The source must stand at its beginning, and is read
// up to the step. It takes time in proportion to the events until then and to the map,
// and memory in proportion to the map. The error is [ErrCell], that of the source, or the
// cause of the context if it ends while the distances are measured.
func Cell(ctx context.Context, source trace.Source, cell grid.Cell, step int64) (*Story, error) {
	header := source.Header()
	costs, err := gridtrace.CostsOf(header)
	if err != nil {
		return nil, err
	}
	m := costs.Map()
	if !m.In(cell) {
		return nil, fmt.Errorf("%w: %v lies outside the map of %d×%d (x from 0 to %d, y from 0 to %d)", ErrCell, cell, m.Width(), m.Height(), m.Width()-1, m.Height()-1)
	}
	unit, err := gridtrace.UnitOf(header, costs)
	if err != nil {
		return nil, err
	}
	t := teller{
		story: &Story{Cell: cell, costs: costs, unit: unit, Measured: unit.Lengths(), FromStart: gridsearch.Unreachable, ToGoal: gridsearch.Unreachable},
		width: m.Width(), state: gridtrace.State(m.Width(), cell), header: header,
	}
	if err := t.read(source, step); err != nil {
		return nil, err
	}
	if err := t.measure(ctx); err != nil {
		return nil, err
	}
	t.judge()
	return t.story, nil
}

// teller gathers a story.
type teller struct {
	story  *Story
	width  int
	state  int64
	header trace.Header

	sides   [2]Side
	last    [2]Moment   // the last that decided whether the cell is on OPEN
	met     [2]bool     // whether there is one
	rival   trace.Event // the last expansion
	rivalAt trace.Event // the first expansion after the cell came to be on OPEN with its last f that has the same f
	passed  trace.Event // the last scan over the cell
	passes  bool
	outcome trace.Outcome
}

// read takes the events in, up to a step.
func (t *teller) read(source trace.Source, until int64) error {
	for {
		e, err := source.Next()
		if errors.Is(err, io.EOF) {
			t.story.Ended = true
			t.outcome = source.Outcome()
			return nil
		}
		if err != nil {
			return err
		}
		if until >= 0 && e.Step > until {
			return nil
		}
		t.story.Step = e.Step
		t.see(e)
	}
}

func (t *teller) see(e trace.Event) {
	switch e.Kind {
	case trace.Scan:
		if e.Parent != trace.NoState && t.between(e.Parent, e.State) {
			t.passed, t.passes = e, true
		}
		return
	case trace.Expand:
		t.rival = e
		if last := &t.last[e.Side&1]; t.met[e.Side&1] && last.Kind != trace.Expand && t.rivalAt.Kind != trace.Expand && root2.Length(e.F) == last.F && e.State != t.state {
			t.rivalAt = e
		}
	case trace.End:
		return
	}
	if e.State != t.state {
		return
	}
	side := &t.sides[e.Side&1]
	side.Side = e.Side
	moment := Moment{Kind: e.Kind, Step: e.Step, G: root2.Length(e.G), H: root2.Length(e.H), F: root2.Length(e.F)}
	if e.Parent != trace.NoState {
		moment.Parent, moment.HasParent = gridtrace.Cell(t.width, e.Parent), true
	}
	side.add(moment)
	switch e.Kind {
	case trace.Generate, trace.Improve, trace.Reopen, trace.Expand:
		t.last[e.Side&1], t.met[e.Side&1] = moment, true
		t.rivalAt = trace.Event{}
	}
}

// between tells whether the cell lies on the line from one to another.
func (t *teller) between(from, to int64) bool {
	a, b, c := gridtrace.Cell(t.width, from), gridtrace.Cell(t.width, to), t.story.Cell
	steps := max(abs(b.X-a.X), abs(b.Y-a.Y))
	if steps == 0 {
		return false
	}
	dx, dy := (b.X-a.X)/steps, (b.Y-a.Y)/steps
	n := max(abs(c.X-a.X), abs(c.Y-a.Y))
	return n > 0 && n <= steps && c == grid.Cell{X: a.X + n*dx, Y: a.Y + n*dy}
}

func abs(n int32) int32 { return max(n, -n) }

// measure finds the exact distances of the cell and the search's estimate.
func (t *teller) measure(ctx context.Context) error {
	s := t.story
	for _, state := range t.outcome.Path {
		s.OnPath = s.OnPath || state == t.state
	}
	if !s.Measured || !s.costs.Map().Open(s.Cell) {
		return nil
	}
	finder, err := gridsearch.NewContext(ctx, s.costs, gridsearch.EngineAuto)
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	shortest := func(from, to int64, down bool) (root2.Length, error) {
		a, b := gridtrace.Cell(t.width, from), s.Cell
		if !down {
			a, b = s.Cell, gridtrace.Cell(t.width, to)
		}
		found, err := finder.Find(ctx, gridsearch.Query{From: a, To: b, Form: gridsearch.LengthOnly})
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil || found.Status != search.Found {
			return gridsearch.Unreachable, err
		}
		return found.Length, nil
	}
	for _, start := range t.header.Start {
		length, err := shortest(start, 0, true)
		if err != nil {
			return fmt.Errorf("explain: %w", err)
		}
		s.FromStart = nearer(s.FromStart, length)
	}
	var goals []grid.Cell
	for _, goal := range t.header.Goals {
		length, err := shortest(0, goal, false)
		if err != nil {
			return fmt.Errorf("explain: %w", err)
		}
		s.ToGoal = nearer(s.ToGoal, length)
		goals = append(goals, gridtrace.Cell(t.width, goal))
	}
	if name, ok := t.header.Option(gridtrace.OptionHeuristic); ok {
		metric, err := grid.ParseMetric(name)
		if err != nil {
			return fmt.Errorf("explain: the trace's heuristic: %w", err)
		}
		s.Estimate = s.costs.Heuristic(metric, goals...).At(s.Cell)
	}
	return nil
}

func nearer(a, b root2.Length) root2.Length {
	if a == gridsearch.Unreachable || b != gridsearch.Unreachable && b < a {
		return b
	}
	return a
}
