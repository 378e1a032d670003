package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// Panels is several searches side by side, such as what each algorithm did for
// one query. Each has its Title above and its Note below it; they share one
// legend. Labels and rulers are for single pictures and are not drawn.
type Panels struct {
	Title    string // the heading of all; without one there is none
	Desc     string // for those who cannot see it; made from the panels if empty
	Note     string // small print below all
	Columns  int    // panels in a row; 0: as many as suit the maps
	Searches []Search
}

const (
	// MaxPanels bounds the panels of one figure.
	MaxPanels = 60

	manyPanels  = 8
	panelGap    = 16.0
	captionSize = 13.0
)

// Draw implements [Figure]. The figure is 700 pixels wide, or as much wider, up
// to [MaxSideCells], as its maps need for a pixel a cell; larger maps are drawn
// in blocks, as [Search.Draw] does. It is an error if there is no panel, or more
// than [MaxPanels], or if one of them cannot be drawn.
func (p Panels) Draw() (Drawing, error) {
	if n := len(p.Searches); n == 0 || n > MaxPanels {
		return Drawing{}, fmt.Errorf("%w: %s; want 1 to %d", ErrFigure, plural(n, "panel"), MaxPanels)
	}
	searches := make([]Search, len(p.Searches))
	widest := 0
	for i, s := range p.Searches {
		s = s.shown()
		if err := s.check(); err != nil {
			return Drawing{}, fmt.Errorf("panel %d (%q): %w", i, s.Title, err)
		}
		s.Labels, s.Ruler = nil, false
		searches[i] = s
		widest = max(widest, s.Map.Width())
	}
	columns := p.columns(searches)
	width := math.Ceil(min(MaxSideCells, max(readWidth, float64(columns*widest)+float64(columns-1)*panelGap+2*margin)))
	sh := newSheet(width)
	sh.title(p.Title)
	room := (sh.inner() - float64(columns-1)*sh.px(panelGap)) / float64(columns)
	var notices []string
	var entries []entry
	for first := 0; first < len(searches); first += columns {
		row := searches[first:min(first+columns, len(searches))]
		top, bottom := sh.y, sh.y
		for i := range row {
			sh.y = top
			x := sh.px(margin) + float64(i)*(room+sh.px(panelGap))
			painting := drawPanel(sh, &row[i], x, room)
			notices = appendNew(notices, painting.v.said(), func(a, b string) bool { return a == b })
			entries = appendNew(entries, painting.panelLegend(), func(a, b entry) bool { return a.text == b.text })
			bottom = max(bottom, sh.y)
		}
		sh.y = bottom + sh.px(8)
	}
	sh.legend(entries)
	sh.notes(p.Note, notices)
	return sh.finish(orElse(p.Title, "Searches side by side"), orElse(p.Desc, p.describe(searches)), notices), nil
}

// columns chooses how many panels lie in a row.
func (p Panels) columns(searches []Search) int {
	n := len(searches)
	if p.Columns > 0 {
		return min(p.Columns, n)
	}
	// A wide map fills a row of two; squarish maps go three or four to a row. Where
	// there are many panels, wide maps are made smaller. Then the rows are made even.
	aspect := float64(searches[0].Map.Width()) / float64(searches[0].Map.Height())
	most := 4
	switch {
	case aspect >= 2.5:
		most = 1
	case aspect >= 1.5:
		most = 2
	case aspect >= 0.8:
		most = 3
	}
	if n > manyPanels && most < 3 {
		most++
	}
	rows := (n + most - 1) / most
	return (n + rows - 1) / rows
}

// drawPanel draws one panel, from the sheet's lower edge down.
func drawPanel(sh *sheet, s *Search, x, room float64) *painting {
	caption := scene.Labels{Fill: scene.Text, Size: sh.px(captionSize), Bold: true}
	sh.y += sh.px(captionSize * lineSpacing)
	caption.Texts = append(caption.Texts, scene.Label{
		X: x, Y: sh.y - sh.px(captionSize*(lineSpacing-1)),
		Text: scene.Ellipsize(s.Title, room, sh.px(captionSize), true),
	})
	sh.add("caption", caption)
	v := panelView(s, sh.unit, room)
	v.x, v.y = x, sh.y+sh.px(3)
	p := newPainting(s, v)
	p.paint(sh)
	note := scene.Labels{Fill: scene.Muted, Size: sh.px(smallSize)}
	for _, text := range scene.Wrap(s.Note, room, sh.px(smallSize), false, 3) {
		sh.y += sh.px(smallSize * lineSpacing)
		note.Texts = append(note.Texts, scene.Label{X: x, Y: sh.y - sh.px(smallSize*(lineSpacing-1)), Text: text})
	}
	sh.add("caption", note)
	return p
}

// panelView makes the map as wide as there is room.
func panelView(s *Search, unit, room float64) *view {
	v := newView(s, room+2*margin)
	v.unit = unit
	if k := int(math.Ceil(float64(s.Map.Width()) / room)); k > v.block {
		v.divide(k)
	}
	v.cell = max(1, min(math.Floor(2*room/float64(v.cols))/2, maxCell))
	return v
}

// panelLegend holds what a panel shows, without the numbers of cells and the
// ranges of costs, which differ from panel to panel.
func (p *painting) panelLegend() []entry {
	if p.s.Hide&LayerLegend != 0 {
		return nil
	}
	alike := *p.s
	if len(alike.Costs) > 0 {
		alike.Explored, alike.Costs = alike.met(), nil
	}
	panel := *p
	panel.s = &alike
	return panel.legend(false)
}

// appendNew appends those of more that are not in list yet.
func appendNew[E any](list, more []E, same func(a, b E) bool) []E {
	for _, e := range more {
		if !slices.ContainsFunc(list, func(known E) bool { return same(known, e) }) {
			list = append(list, e)
		}
	}
	return list
}

func (p Panels) describe(searches []Search) string {
	parts := make([]string, len(searches))
	for i, s := range searches {
		parts[i] = orElse(s.Title, fmt.Sprintf("Panel %d", i+1)) + ": " + s.describe()
	}
	return strings.Join(parts, " ")
}
