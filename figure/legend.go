package figure

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// entry is one line of a legend: a sample and what it stands for.
type entry struct {
	sample sample
	text   string
	wide   bool // the sample is a line that needs twice the room
}

// sample draws what an entry explains, around a point and size wide.
type sample func(at scene.Point, size, unit float64) []scene.Item

const wideSample = 2.2 // times the size of others

// swatch is a filled square with a thin edge.
func swatch(r scene.Role) sample {
	return func(at scene.Point, size, unit float64) []scene.Item {
		h := size / 2
		box := []scene.Point{{X: at.X - h, Y: at.Y - h}, {X: at.X + h, Y: at.Y - h}, {X: at.X + h, Y: at.Y + h}, {X: at.X - h, Y: at.Y + h}}
		return []scene.Item{scene.Paths{Fill: r, Stroke: scene.Muted, Width: 0.5 * unit, Subpaths: []scene.Subpath{{Points: box, Closed: true}}}}
	}
}

// stripe is a short line.
func stripe(r scene.Role, width, dash float64) sample {
	return func(at scene.Point, size, unit float64) []scene.Item {
		return []scene.Item{scene.Paths{Stroke: r, Width: width * unit, Dash: dash * unit, Subpaths: []scene.Subpath{
			line(at.X-size/2, at.Y, at.X+size/2, at.Y),
		}}}
	}
}

// legend returns the entries for what the painting shows, with the numbers of
// cells if counts is set.
func (p *painting) legend(counts bool) []entry {
	var list []entry
	add := func(s sample, text string) { list = append(list, entry{sample: s, text: text}) }
	s := p.s
	named := func(name string, n int) string {
		if counts {
			return name + ": " + thousands(n)
		}
		return name
	}
	if s.From != nil {
		add(func(at scene.Point, size, unit float64) []scene.Item {
			return []scene.Item{disk(at, size*0.45, unit)}
		}, "start")
	}
	if s.To != nil {
		add(func(at scene.Point, size, unit float64) []scene.Item {
			return []scene.Item{diamond(at, size*0.45, unit)}
		}, "goal")
	}
	if len(s.Path) > 0 {
		text := "path"
		if counts {
			text += ": " + plural(len(s.Path), "cell")
		}
		add(stripe(scene.Path, 3, 0), text)
	}
	if len(s.Nearest) > 1 {
		text := nearestWords
		if counts {
			text += ": " + plural(len(s.Nearest)-1, "step")
		}
		list = append(list, entry{sample: stripe(nearestRole, 2, nearestDash), text: text, wide: true})
	}
	if len(s.Open) > 0 {
		add(swatch(scene.Frontier), named("OPEN", distinct(s.Open)))
	}
	switch {
	case len(s.Costs) > 0:
		for i := range scene.Shades {
			if i > 0 && p.costs.flat() {
				break
			}
			text := p.costs.name(i)
			if i == 0 {
				what, relation := "explored", "cost"
				if s.CostsOf != "" {
					what, relation = s.CostsOf, "by"
				}
				text = fmt.Sprintf("%s, %s %s", named(what, distinct(s.met())), relation, text)
			}
			add(swatch(scene.Explored(i)), text)
		}
	case len(s.Explored) > 0:
		add(p.exploredSwatch(), named("explored", distinct(s.Explored)))
	}
	if p.v.tree {
		add(stripe(scene.TreeEdge, 1.5, 0), "search tree")
	}
	for i, name := range p.ground.names() {
		if name != "" && p.used[scene.Ground(i)] {
			add(swatch(scene.Ground(i)), name)
		}
	}
	if s.Map.OpenCount() < s.Map.Width()*s.Map.Height() {
		add(swatch(scene.Wall), "blocked")
	}
	return list
}

// exploredSwatch shows the shades in which explored cells appear, from left to
// right.
func (p *painting) exploredSwatch() sample {
	var shades []scene.Role
	for i := range scene.Shades {
		if p.used[scene.Explored(i)] {
			shades = append(shades, scene.Explored(i))
		}
	}
	if len(shades) <= 1 {
		return swatch(scene.Explored0)
	}
	return func(at scene.Point, size, unit float64) []scene.Item {
		items := swatch(shades[0])(at, size, unit)
		for i, r := range shades[1:] {
			x := at.X - size/2 + size*float64(i+1)/float64(len(shades))
			part := scene.Rect{X: x, Y: at.Y - size/2, W: at.X + size/2 - x, H: size}
			items = append(items, scene.Rects{Fill: r, Rects: []scene.Rect{part}})
		}
		return items
	}
}

// legend writes the entries from left to right, in as many lines as they need.
// A text that is wider than the sheet is cut.
func (s *sheet) legend(entries []entry) {
	if len(entries) == 0 {
		return
	}
	size, text := s.px(12), s.px(textSize)
	between, after, height := s.px(7), s.px(22), s.px(20)
	x, right := s.px(margin), s.width-s.px(margin)
	y := s.y + height/2 + s.px(2)
	labels := scene.Labels{Fill: scene.Text, Size: text}
	var items []scene.Item
	for _, e := range entries {
		room := size
		if e.wide {
			room *= wideSample
		}
		name := scene.Ellipsize(e.text, right-s.px(margin)-room-between, text, false)
		width := room + between + scene.TextWidth(name, text, false)
		if x > s.px(margin) && x+width > right {
			x, y = s.px(margin), y+height
		}
		items = append(items, e.sample(scene.Point{X: x + room/2, Y: y}, room, s.unit)...)
		labels.Texts = append(labels.Texts, scene.Label{X: x + room + between, Y: y + text*middle, Text: name})
		x += width + after
	}
	s.add("legend", append(items, labels)...)
	s.y = y + height/2 + s.px(2)
}
