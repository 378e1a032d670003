package figure

import (
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

// painting puts a search onto a sheet.
type painting struct {
	s      *Search // checked, and without what is hidden
	v      *view
	ground groundScale
	costs  costScale
	used   map[scene.Role]bool // of the squares drawn, for the legend
}

func newPainting(s *Search, v *view) *painting {
	p := &painting{s: s, v: v, costs: newCostScale(s.Costs), used: map[scene.Role]bool{}}
	if s.Hide&LayerTerrain == 0 {
		p.ground = newGroundScale(s.Map)
	}
	return p
}

// paint draws everything on and around the map, from the view's corner down,
// and moves the sheet's lower edge below it.
func (p *painting) paint(sh *sheet) {
	p.cells(sh)
	p.gridLines(sh)
	p.ruler(sh)
	p.tree(sh)
	p.path(sh)
	p.nearest(sh)
	p.ends(sh)
	p.labels(sh)
	sh.y = p.v.y + p.v.height() + sh.px(6)
}

// marks returns for every id of the map what the search made of it: a shade of
// Explored, Frontier or None.
func (p *painting) marks() []scene.Role {
	m := p.s.Map
	marks := make([]scene.Role, m.Len())
	for _, c := range p.s.Explored {
		marks[m.ID(c)] = scene.Explored(p.shade(c))
	}
	for _, c := range p.s.Costs {
		marks[m.ID(c.Cell)] = scene.Explored(p.costs.shade(c.Cost))
	}
	for _, c := range p.s.Open {
		marks[m.ID(c)] = scene.Frontier
	}
	return marks
}

// shade returns that of a cell's weight.
func (p *painting) shade(c grid.Cell) int {
	if !p.s.Map.Open(c) {
		return 0
	}
	return p.ground.shade(p.s.Map.Weight(c))
}

// cells fills the squares of the map: all of them as open ground of the least
// weight, then those that are something else.
func (p *painting) cells(sh *sheet) {
	v := p.v
	marks := p.marks()
	found := fills{}
	var used [scene.Wall + 1]bool
	row := make([]scene.Role, v.cols)
	for y := range v.rows {
		for x := range row {
			row[x] = p.square(marks, x, y)
			used[row[x]] = true
		}
		found.addRow(y, row, scene.Ground0)
	}
	for r, is := range used {
		if is {
			p.used[scene.Role(r)] = true
		}
	}
	whole := []scene.Rect{{W: float64(v.cols), H: float64(v.rows)}}
	layer := func(name string, items []scene.Item, from, to scene.Role) {
		for r := from; r <= to; r++ {
			if len(found[r]) > 0 {
				items = append(items, scene.Rects{Fill: r, Rects: found[r]})
			}
		}
		if len(items) > 0 {
			sh.layers = append(sh.layers, v.layer(name, items...))
		}
	}
	layer("ground", []scene.Item{scene.Rects{Fill: scene.Ground0, Rects: whole}}, scene.Ground1, scene.Ground4)
	layer("explored", nil, scene.Explored0, scene.Explored4)
	layer("open", nil, scene.Frontier, scene.Frontier)
	layer("wall", nil, scene.Wall, scene.Wall)
}

// square returns how a square of the picture is filled. One of several cells is
// a wall if half of them or more are blocked. Otherwise it is explored if the
// search met half of its open cells or more, and on OPEN if as many of its
// cells are as a line across it has: OPEN is mostly one cell deep.
func (p *painting) square(marks []scene.Role, x, y int) scene.Role {
	m, k := p.s.Map, p.v.block
	if k == 1 {
		c := grid.Cell{X: int32(x), Y: int32(y)}
		switch id := m.ID(c); {
		case !m.OpenID(id):
			return scene.Wall
		case marks[id] != scene.None:
			return marks[id]
		}
		return scene.Ground(p.shade(c))
	}
	cells, open, met, frontier, ground, explored := 0, 0, 0, 0, 0, 0
	for cy := y * k; cy < min((y+1)*k, m.Height()); cy++ {
		for cx := x * k; cx < min((x+1)*k, m.Width()); cx++ {
			c := grid.Cell{X: int32(cx), Y: int32(cy)}
			cells++
			if !m.Open(c) {
				continue
			}
			open++
			ground += p.shade(c)
			switch mark := marks[m.ID(c)]; mark {
			case scene.None:
			case scene.Frontier:
				frontier++
			default:
				met++
				explored += int(mark - scene.Explored0)
			}
		}
	}
	switch {
	case 2*open <= cells:
		return scene.Wall
	case frontier >= k:
		return scene.Frontier
	case met > 0 && 2*(met+frontier) >= open:
		return scene.Explored(explored / met)
	}
	return scene.Ground(ground / open)
}

// gridLines draws a frame around the map, and lines between its cells where
// they are asked for.
func (p *painting) gridLines(sh *sheet) {
	v := p.v
	w, h := v.width(), v.height()
	lines := scene.Paths{Stroke: scene.GridLine, Width: v.unit, Subpaths: []scene.Subpath{{
		Points: []scene.Point{{X: v.x, Y: v.y}, {X: v.x + w, Y: v.y}, {X: v.x + w, Y: v.y + h}, {X: v.x, Y: v.y + h}}, Closed: true,
	}}}
	if v.lines {
		for i := 1; i < v.cols; i++ {
			x := v.x + float64(i)*v.cell
			lines.Subpaths = append(lines.Subpaths, line(x, v.y, x, v.y+h))
		}
		for i := 1; i < v.rows; i++ {
			y := v.y + float64(i)*v.cell
			lines.Subpaths = append(lines.Subpaths, line(v.x, y, v.x+w, y))
		}
	}
	sh.add("grid", lines)
}

func line(x0, y0, x1, y1 float64) scene.Subpath {
	return scene.Subpath{Points: []scene.Point{{X: x0, Y: y0}, {X: x1, Y: y1}}}
}

// ruler numbers columns and rows, as many as there is room for.
func (p *painting) ruler(sh *sheet) {
	v := p.v
	if v.ruler < 0 {
		return
	}
	size := smallSize * v.unit
	widest := scene.TextWidth(strconv.Itoa(v.m.Width()+v.ruler), size, false)
	numbers := func(count int, room float64, put func(i int, text string)) {
		step := rulerStep(room / (v.cell / float64(v.block)))
		for i := range count {
			if n := i + v.ruler; n%step == 0 {
				put(i, strconv.Itoa(n))
			}
		}
	}
	columns := scene.Labels{Fill: scene.Muted, Size: size, Anchor: scene.Middle}
	numbers(v.m.Width(), widest+4*v.unit, func(i int, text string) {
		at := v.pixels(grid.Cell{X: int32(i)})
		columns.Texts = append(columns.Texts, scene.Label{X: at.X, Y: v.y - 5*v.unit, Text: text})
	})
	rows := scene.Labels{Fill: scene.Muted, Size: size, Anchor: scene.Right}
	numbers(v.m.Height(), size*1.1, func(i int, text string) {
		at := v.pixels(grid.Cell{Y: int32(i)})
		rows.Texts = append(rows.Texts, scene.Label{X: v.x - 5*v.unit, Y: at.Y + size*middle, Text: text})
	})
	sh.add("ruler", columns, rows)
}

// rulerStep returns the least of 1, 2, 5, 10, … that is at least n.
func rulerStep(n float64) int {
	for step := 1; ; step *= 10 {
		for _, factor := range []int{1, 2, 5} {
			if float64(step*factor) >= n {
				return step * factor
			}
		}
	}
}

func (p *painting) tree(sh *sheet) {
	v := p.v
	if !v.tree || len(p.s.Tree) == 0 {
		return
	}
	width := math.Max(0.75, math.Min(v.cell*0.04, 1.5))
	edges := scene.Paths{Stroke: scene.TreeEdge, Width: width / v.cell}
	for _, e := range p.s.Tree {
		from, to := v.center(e.Child), v.center(e.Parent)
		edges.Subpaths = append(edges.Subpaths, scene.Subpath{Points: []scene.Point{from, to}})
	}
	sh.layers = append(sh.layers, v.layer("tree", edges))
}

// pathWidth returns that of the path's line, in pixels.
func (v *view) pathWidth() float64 {
	part := 0.18
	if v.labels {
		part = 0.09
	}
	return math.Max(1.75*v.unit, math.Min(part*v.cell, 4*v.unit))
}

// path draws the path over a wider line in the color of the paper, which parts
// it from whatever it crosses.
func (p *painting) path(sh *sheet) {
	v := p.v
	if len(p.s.Path) == 0 {
		return
	}
	points := make([]scene.Point, len(p.s.Path))
	for i, c := range p.s.Path {
		points[i] = v.center(c)
	}
	points = withoutStraight(points)
	width := v.pathWidth()
	under, over := width+1.5*v.unit, width
	along := []scene.Subpath{{Points: points}}
	sh.layers = append(sh.layers, v.layer("path",
		scene.Paths{Stroke: scene.Background, Width: under / v.cell, Subpaths: along},
		scene.Paths{Stroke: scene.Path, Width: over / v.cell, Subpaths: along}))
}

// How the way to the nearest cell differs from a path, and what it is called.
const (
	nearestRole  = scene.Text
	nearestDash  = 4 // pixels
	nearestWords = "way to the nearest cell"
)

// nearest draws the way to the nearest cell.
func (p *painting) nearest(sh *sheet) {
	v := p.v
	if len(p.s.Nearest) < 2 {
		return
	}
	points := make([]scene.Point, len(p.s.Nearest))
	for i, c := range p.s.Nearest {
		points[i] = v.center(c)
	}
	points = withoutStraight(points)
	width := v.pathWidth() * 0.6
	along := []scene.Subpath{{Points: points}}
	sh.layers = append(sh.layers, v.layer("nearest",
		scene.Paths{Stroke: scene.Background, Width: (width + 1.5*v.unit) / v.cell, Subpaths: along},
		scene.Paths{Stroke: nearestRole, Width: width / v.cell, Dash: nearestDash * v.unit / v.cell, Subpaths: along}))
}

// withoutStraight drops points that lie on the way between their neighbors.
func withoutStraight(points []scene.Point) []scene.Point {
	var kept []scene.Point
	for i, p := range points {
		if i > 0 && i < len(points)-1 {
			a, b := kept[len(kept)-1], points[i+1]
			ax, ay, bx, by := p.X-a.X, p.Y-a.Y, b.X-p.X, b.Y-p.Y
			const small = 1e-9
			if math.Abs(ax*by-ay*bx) < small && ax*bx+ay*by > 0 {
				continue
			}
		}
		kept = append(kept, p)
	}
	return kept
}

// endRadius returns that of the marks of start and goal, in pixels.
func (v *view) endRadius() float64 {
	if v.labels { // which lie just below
		return math.Max(4.5, 0.16*v.cell)
	}
	return math.Max(4.5*v.unit, math.Min(0.34*v.cell, 10*v.unit))
}

// ends draws the start as a disk and the goal as a diamond, so that they are
// told apart by their shape too.
func (p *painting) ends(sh *sheet) {
	var items []scene.Item
	r := p.v.endRadius()
	if p.s.From != nil {
		items = append(items, disk(p.v.pixels(*p.s.From), r, p.v.unit))
	}
	if p.s.To != nil {
		items = append(items, diamond(p.v.pixels(*p.s.To), r, p.v.unit))
	}
	if items != nil {
		sh.add("ends", items...)
	}
}

func disk(at scene.Point, r, unit float64) scene.Item {
	return scene.Circles{Fill: scene.Start, Stroke: scene.Background, Width: unit, Radius: r, Centers: []scene.Point{at}}
}

// diamond is a little larger than the disk of a radius: about its area.
func diamond(at scene.Point, r, unit float64) scene.Item {
	r *= 1.25
	return scene.Paths{Fill: scene.Goal, Stroke: scene.Background, Width: unit, Subpaths: []scene.Subpath{{
		Points: []scene.Point{{X: at.X, Y: at.Y - r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X - r, Y: at.Y}}, Closed: true,
	}}}
}

// labels writes into the cells, each text with a halo in its cell's color.
func (p *painting) labels(sh *sheet) {
	v := p.v
	if !v.labels || len(p.s.Labels) == 0 {
		return
	}
	marks := p.marks()
	type kind struct {
		halo   scene.Role
		anchor scene.Anchor
		bold   bool
	}
	texts := map[kind][]scene.Label{}
	put := func(l CellLabel, text string, anchor scene.Anchor, bold bool, dx, dy float64) {
		if text == "" {
			return
		}
		at := v.pixels(l.Cell)
		halo := p.square(marks, int(l.Cell.X), int(l.Cell.Y))
		text = scene.Ellipsize(text, v.cell-labelPad+1, smallSize, bold)
		k := kind{halo, anchor, bold}
		texts[k] = append(texts[k], scene.Label{X: at.X + dx*v.cell, Y: at.Y + dy*v.cell, Text: text})
	}
	const edge, low, high = 0.46, 0.40, -0.2 // from the middle of the cell, in sides
	for _, l := range p.s.Labels {
		if l.G == "" && l.H == "" {
			put(l, l.F, scene.Middle, true, 0, low)
			continue
		}
		put(l, l.F, scene.Middle, true, 0, high)
		put(l, l.G, scene.Left, false, -edge, low)
		put(l, l.H, scene.Right, false, edge, low)
	}
	var items []scene.Item
	for halo := scene.Background; halo <= scene.Wall; halo++ {
		for _, anchor := range []scene.Anchor{scene.Middle, scene.Left, scene.Right} {
			for _, bold := range []bool{true, false} {
				if found := texts[kind{halo, anchor, bold}]; found != nil {
					ink := scene.Text
					if halo == scene.Wall {
						ink = scene.Background
					}
					items = append(items, scene.Labels{
						Fill: ink, Size: smallSize, Bold: bold, Anchor: anchor,
						Halo: halo, HaloWidth: 2.75, Texts: found,
					})
				}
			}
		}
	}
	sh.add("labels", items...)
}
