package figure

import (
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

// Sequence is a search step by step: a frame for the start, one after each
// expansion, and a last one with the path.
type Sequence struct {
	// Search is what all frames share: map, ends, headings, rulers, what is
	// hidden, and the path, which the last frame shows. What changes from frame
	// to frame (Explored, Open, Costs, Tree, Labels) is made from Steps and must
	// be empty.
	Search Search
	Steps  []Step
	// Tree draws the edges of the search tree.
	Tree bool
	// MaxFrames bounds the frames; 0 stands for [DefaultMaxFrames]. If there
	// would be more, the first, the last and frames at even distances between
	// them are kept.
	MaxFrames int
	// FrameTime is how long a frame of an animation stays; 0: so long that the
	// whole takes about twelve seconds, between 40 and 400 milliseconds. The last
	// frame stays for two seconds more.
	FrameTime time.Duration
	// Interrupt, if not nil, is asked before each frame; an error of its ends the
	// drawing, and is what is returned.
	Interrupt func() error
}

// Step is one expansion.
type Step struct {
	Expanded grid.Cell
	F        string // of the expanded cell, as it is to be written, if at all
	// Opened holds the cells that the expansion put on OPEN, or reached at less
	// cost than before.
	Opened []Opened
}

// Opened is a cell put on OPEN, and its f as it is to be written, if at all.
type Opened struct {
	Cell grid.Cell
	F    string
}

const (
	// DefaultMaxFrames is the number of frames unless a Sequence sets another.
	DefaultMaxFrames = 240
	// MaxFrames bounds what a Sequence may ask for.
	MaxFrames = 10_000

	wholeTime    = 12 * time.Second
	minFrameTime = 40 * time.Millisecond
	maxFrameTime = 400 * time.Millisecond
	lastFrame    = 2 * time.Second

	// minSequence is the least width of a frame, for the sake of its numbers.
	minSequence = 440.0
)

// check returns an error that names what makes no sense.
func (q Sequence) check() error {
	s := q.Search
	if len(s.Explored)+len(s.Open)+len(s.Costs)+len(s.Tree)+len(s.Labels) > 0 {
		return fmt.Errorf("%w: a sequence makes Explored, Open, Costs, Tree and Labels from its steps; want them empty", ErrFigure)
	}
	if q.MaxFrames < 0 || q.MaxFrames > MaxFrames || q.MaxFrames == 1 {
		return fmt.Errorf("%w: at most %d frames; want 0 or 2 to %d", ErrFigure, q.MaxFrames, MaxFrames)
	}
	if err := s.check(); err != nil {
		return err
	}
	for i, step := range q.Steps {
		for _, c := range append([]Opened{{Cell: step.Expanded}}, step.Opened...) {
			if !s.Map.In(c.Cell) {
				return fmt.Errorf("%w: step %d: cell %v lies outside the map of %d×%d", ErrFigure, i, c.Cell, s.Map.Width(), s.Map.Height())
			}
		}
	}
	return nil
}

// moments returns how many expansions lie before each frame that is kept.
func (q Sequence) moments(most int) []int {
	total := len(q.Steps) + 1
	kept := min(total, most)
	list := make([]int, kept)
	for i := range list {
		if kept > 1 {
			list[i] = i * (total - 1) / (kept - 1)
		}
	}
	return list
}

func (q Sequence) budget() int {
	if q.MaxFrames == 0 {
		return DefaultMaxFrames
	}
	return q.MaxFrames
}

// frameTime returns how long each of some frames stays.
func (q Sequence) frameTime(frames int) time.Duration {
	if q.FrameTime != 0 {
		return q.FrameTime
	}
	return max(minFrameTime, min(wholeTime/time.Duration(frames), maxFrameTime))
}

// Frames yields the drawing of each frame, or one error. The notices are those
// of all frames. It takes time in proportion to the map for each frame.
func (q Sequence) Frames() iter.Seq2[Drawing, error] {
	return q.frames(q.budget())
}

func (q Sequence) frames(most int) iter.Seq2[Drawing, error] {
	return func(yield func(Drawing, error) bool) {
		if err := q.check(); err != nil {
			yield(Drawing{}, err)
			return
		}
		p := newPlayer(q, most)
		for i, moment := range p.moments {
			if q.Interrupt != nil {
				if err := q.Interrupt(); err != nil {
					yield(Drawing{}, err)
					return
				}
			}
			p.advance(moment)
			if !yield(p.draw(i == len(p.moments)-1), nil) {
				return
			}
		}
	}
}

// state is what a step has made of a cell.
type state uint8

const (
	untouched state = iota
	onOpen
	explored
)

// player keeps what the steps so far have made of each cell.
type player struct {
	q       Sequence
	moments []int
	view    *view
	done    int // steps
	states  []state
	parent  []grid.ID // or −1
	label   map[grid.Cell]string
	order   []grid.Cell // as first touched
	counts  [explored + 1]int
	notices []string
}

func newPlayer(q Sequence, most int) *player {
	q.Search = q.Search.shown()
	m := q.Search.Map
	p := &player{
		q: q, moments: q.moments(most), states: make([]state, m.Len()), parent: make([]grid.ID, m.Len()),
		label: map[grid.Cell]string{},
	}
	for i := range p.parent {
		p.parent[i] = -1
	}
	if q.Search.From != nil {
		p.set(*q.Search.From, onOpen)
	}
	// Every frame has the view that holds the widest label and, if trees are
	// drawn, an edge.
	whole := q.Search
	if q.Search.Hide&LayerLabels == 0 {
		for _, step := range q.Steps {
			for _, o := range append([]Opened{{step.Expanded, step.F}}, step.Opened...) {
				if o.F != "" {
					whole.Labels = append(whole.Labels, CellLabel{Cell: o.Cell, F: o.F})
				}
			}
		}
	}
	if q.Tree && q.Search.Hide&LayerTree == 0 {
		for _, step := range q.Steps {
			for _, o := range step.Opened {
				whole.Tree = append(whole.Tree, Edge{o.Cell, step.Expanded})
			}
		}
	}
	p.view = newView(&whole, readWidth)
	p.notices = p.view.said()
	if total := len(q.Steps) + 1; len(p.moments) < total {
		p.notices = append(p.notices, fmt.Sprintf("%s of %s shown.", thousands(len(p.moments)), plural(total, "frame")))
	}
	return p
}

func (p *player) set(c grid.Cell, to state) {
	id := p.q.Search.Map.ID(c)
	if p.states[id] == untouched {
		p.order = append(p.order, c)
	}
	p.counts[p.states[id]]--
	p.counts[to]++
	p.states[id] = to
}

// advance carries out steps until moment of them are done.
func (p *player) advance(moment int) {
	m := p.q.Search.Map
	for ; p.done < moment; p.done++ {
		step := p.q.Steps[p.done]
		p.set(step.Expanded, explored)
		if step.F != "" {
			p.label[step.Expanded] = step.F
		}
		for _, o := range step.Opened {
			p.set(o.Cell, onOpen)
			p.parent[m.ID(o.Cell)] = m.ID(step.Expanded)
			if o.F != "" {
				p.label[o.Cell] = o.F
			}
		}
	}
}

// draw draws the frame of this moment.
func (p *player) draw(last bool) Drawing {
	s := p.q.Search
	m := s.Map
	for _, c := range p.order {
		id := m.ID(c)
		switch {
		case p.states[id] == explored && s.Hide&LayerExplored == 0:
			s.Explored = append(s.Explored, c)
		case p.states[id] == onOpen && s.Hide&LayerOpen == 0:
			s.Open = append(s.Open, c)
		}
		if p.view.tree && p.parent[id] >= 0 {
			s.Tree = append(s.Tree, Edge{c, m.Cell(p.parent[id])})
		}
		if text := p.label[c]; p.view.labels && text != "" {
			s.Labels = append(s.Labels, CellLabel{Cell: c, F: text})
		}
	}
	outcome := ""
	switch {
	case !last:
		s.Path, s.Nearest = nil, nil
	case len(s.Path) > 0:
		outcome = "path: " + plural(len(s.Path), "cell")
	case len(s.Nearest) > 1:
		outcome = nearestWords + ": " + plural(len(s.Nearest)-1, "step")
	}
	sh := newSheet(max(minSequence, p.view.outerWidth()))
	sh.title(s.Title)
	p.status(sh, outcome)
	v := *p.view
	v.y = sh.y + v.rulerHeight()
	painting := newPainting(&s, &v)
	painting.paint(sh)
	if p.done > 0 && !last {
		current := v.pixels(p.q.Steps[p.done-1].Expanded)
		outline(sh, current, max(v.cell, 5*v.unit))
	}
	if s.Hide&LayerLegend == 0 {
		sh.legend(p.legend(painting))
	}
	sh.notes(s.Note, p.notices)
	return sh.finish(orElse(s.Title, s.name()), orElse(s.Desc, s.describe()), p.notices)
}

// status writes the numbers of the moment, always one line.
func (p *player) status(sh *sheet, outcome string) {
	text := fmt.Sprintf("%s of %s · OPEN: %s · explored: %s", thousands(p.done), plural(len(p.q.Steps), "expansion"),
		thousands(p.counts[onOpen]), thousands(p.counts[explored]))
	if outcome != "" {
		text += " · " + outcome
	}
	sh.lines("status", scene.Muted, textSize, false, []string{scene.Ellipsize(text, sh.inner(), sh.px(textSize), false)})
	sh.y += sh.px(4)
}

// legend names what any frame shows, so that it is the same in all.
func (p *player) legend(painting *painting) []entry {
	full := *painting.s
	whole := *painting
	whole.used = map[scene.Role]bool{}
	for i := range scene.Shades {
		whole.used[scene.Ground(i)], whole.used[scene.Explored(i)] = true, painting.ground.names()[i] != ""
	}
	at := grid.Cell{}
	if full.Hide&LayerExplored == 0 {
		full.Explored = []grid.Cell{at}
	}
	if full.Hide&LayerOpen == 0 {
		full.Open = []grid.Cell{at}
	}
	full.Path, full.Nearest = p.q.Search.Path, p.q.Search.Nearest
	whole.s = &full
	return whole.legend(false)
}

// outline draws a square around the cell that has just been expanded.
func outline(sh *sheet, at scene.Point, side float64) {
	h := side / 2
	box := scene.Subpath{Closed: true, Points: []scene.Point{
		{X: at.X - h, Y: at.Y - h}, {X: at.X + h, Y: at.Y - h}, {X: at.X + h, Y: at.Y + h}, {X: at.X - h, Y: at.Y + h},
	}}
	width := math.Max(sh.px(1.25), math.Min(side*0.12, sh.px(2.5)))
	sh.add("current", scene.Paths{Stroke: scene.Text, Width: width, Subpaths: []scene.Subpath{box}})
}
