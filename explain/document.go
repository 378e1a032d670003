package explain

import (
	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
)

// StoryDocument is a story as `astrolabe explain --json` prints it. A distance is nil
// where there is no way. Make one with [Story.Document]. The tags "doc" are for
// descriptions of the object in other languages than Go.
type StoryDocument struct {
	Cell      catalog.DocumentCell    `json:"cell" doc:"The cell that is told of."`
	Step      int64                   `json:"step" doc:"The story ends after so many expansions."`
	Ended     bool                    `json:"ended" doc:"Whether that is the whole search."`
	Fate      string                  `json:"fate" doc:"What became of the cell: expanded, open, unmet, blocked, cut-off or passed-by."`
	Why       string                  `json:"why" doc:"More of that, in a sentence."`
	OnPath    bool                    `json:"on_path" doc:"Whether it is on the path that was found."`
	FromStart *catalog.DocumentLength `json:"from_start" doc:"Exact distance from the start, whatever the search found; null: no way, or not known which moves there are."`
	ToGoal    *catalog.DocumentLength `json:"to_goal" doc:"Exact distance to the goal; null: no way."`
	Estimate  *catalog.DocumentLength `json:"estimate" doc:"What the search estimates the distance to the goal at; null: not known."`
	Moments   []StoryMoment           `json:"moments" doc:"What happened to the cell, the forward side first; of a side the first 500 and the last 500 moments."`
	LeftOut   int64                   `json:"left_out" doc:"How many moments there are besides."`
}

// StoryMoment is a [Moment] in a [StoryDocument].
type StoryMoment struct {
	Step   int64                   `json:"step" doc:"After so many expansions."`
	Event  string                  `json:"event" doc:"What happened, by its name in traces."`
	Side   string                  `json:"side" doc:"forward or backward."`
	Parent *catalog.DocumentCell   `json:"parent" doc:"From where it was reached; null at a start."`
	G      *catalog.DocumentLength `json:"g" doc:"Cost from the start of this side."`
	H      *catalog.DocumentLength `json:"h" doc:"Estimate to its end."`
	F      *catalog.DocumentLength `json:"f" doc:"Priority on OPEN."`
}

// Document returns the story as the object that `astrolabe explain --json` prints.
func (s *Story) Document() StoryDocument {
	length := s.unit.Document
	distance := func(l root2.Length) *catalog.DocumentLength {
		if !s.Measured || l == gridsearch.Unreachable {
			return nil
		}
		return length(l)
	}
	d := StoryDocument{
		Cell: cellOf(s.Cell), Step: s.Step, Ended: s.Ended, Fate: s.Fate.String(), Why: s.Why, OnPath: s.OnPath,
		FromStart: distance(s.FromStart), ToGoal: distance(s.ToGoal), Estimate: distance(s.Estimate), Moments: []StoryMoment{},
	}
	for _, side := range s.Sides {
		d.LeftOut += side.LeftOut
		for _, m := range side.Moments {
			moment := StoryMoment{
				Step: m.Step, Event: m.Kind.String(), Side: side.Side.String(),
				G: length(m.G), H: length(m.H), F: length(m.F),
			}
			if m.HasParent {
				parent := cellOf(m.Parent)
				moment.Parent = &parent
			}
			d.Moments = append(d.Moments, moment)
		}
	}
	return d
}

func cellOf(c grid.Cell) catalog.DocumentCell { return catalog.DocumentCell{c.X, c.Y} }
