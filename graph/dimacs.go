package graph

import (
	"fmt"
	"io"
	"strconv"
)

// dimacs reads the lines "p sp NODES ARCS" and "a FROM TO COST" of the ninth DIMACS
// implementation challenge.
func (r *reading) dimacs() error {
	announced := -1
	problem := 0 // its line
	for {
		more, err := r.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		switch kind := r.words[0]; {
		case kind.text == "c":
		case kind.text == "p" && announced >= 0:
			return r.errorf(kind.column, "a second line that begins with p; the first is on line %d", problem)
		case kind.text == "p":
			if len(r.words) != 4 || r.words[1].text != "sp" {
				return r.errorf(0, `want "p sp NODES ARCS"`)
			}
			if r.nodes, err = r.count(r.words[2], "nodes", r.limits.nodes()); err != nil {
				return err
			}
			if announced, err = r.count(r.words[3], "arcs", r.limits.arcs()); err != nil {
				return err
			}
			problem = r.number
		case kind.text == "a" && announced < 0:
			return r.errorf(0, `an arc before the line "p sp NODES ARCS"`)
		case kind.text == "a":
			if err := r.dimacsArc(announced); err != nil {
				return err
			}
		default:
			return r.errorf(kind.column, `the line begins with %q; want c (a comment), p or a`, clip(kind.text))
		}
	}
	r.number = max(r.number, 1)
	switch {
	case announced < 0:
		return r.errorf(0, `the file ends without the line "p sp NODES ARCS"`)
	case len(r.arcs) != announced:
		return r.errorf(0, "the file ends after %d arcs; line %d says %d", len(r.arcs), problem, announced)
	case r.nodes > sparseNodes+nodesPerArc*announced:
		return &SyntaxError{r.name, problem, 0, fmt.Sprintf("%d nodes for %d arcs; want at most %d nodes for so few", r.nodes, announced, sparseNodes+nodesPerArc*announced)}
	}
	return nil
}

func (r *reading) dimacsArc(announced int) error {
	if len(r.words) != 4 {
		return r.errorf(0, `want "a FROM TO COST"`)
	}
	if len(r.arcs) == announced {
		return r.errorf(0, "there are more arcs than the %d that the file says", announced)
	}
	from, err := r.node(r.words[1], r.nodes)
	if err != nil {
		return err
	}
	to, err := r.node(r.words[2], r.nodes)
	if err != nil {
		return err
	}
	cost, err := r.cost(r.words[3])
	if err != nil {
		return err
	}
	return r.add(from, to, cost)
}

// count reads a number of things, up to a limit.
func (l *lines) count(w field, what string, limit int) (int, error) {
	n, err := strconv.ParseUint(w.text, 10, 63)
	if err != nil {
		return 0, l.errorf(w.column, "%q is no number of %s", clip(w.text), what)
	}
	if n > uint64(limit) {
		return 0, l.errorf(w.column, "%s %s; the limit is %d", w.text, what, limit)
	}
	return int(n), nil
}

// node reads a node that is numbered from 1.
func (l *lines) node(w field, nodes int) (Node, error) {
	n, err := strconv.ParseUint(w.text, 10, 31)
	if err != nil || n < 1 || n > uint64(nodes) {
		return 0, l.errorf(w.column, "%q is no node; want a number from 1 to %d", clip(w.text), nodes)
	}
	return Node(n - 1), nil
}

// ReadCoordinates returns the graph with the coordinates of a DIMACS file, which has
// the line "p aux sp co NODES" and then "v NODE X Y" for every node. Coordinates are
// whole numbers. If all of them can be millionths of a degree of longitude and
// latitude, they are taken as that, and [Graph.StraightLine] measures through the
// Earth; else they are points of a plane.
func ReadCoordinates(r io.Reader, name string, g *Graph) (*Graph, error) {
	l := newLines(r, name)
	type place struct{ x, y int64 }
	places := make([]place, g.Nodes())
	line := make([]int32, g.Nodes()) // on which a node has its coordinates
	header := 0
	for {
		more, err := l.next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		switch kind := l.words[0]; {
		case kind.text == "c":
		case kind.text == "p":
			if header > 0 {
				return nil, l.errorf(kind.column, "a second line that begins with p; the first is on line %d", header)
			}
			if len(l.words) != 5 || l.words[1].text != "aux" || l.words[2].text != "sp" || l.words[3].text != "co" {
				return nil, l.errorf(0, `want "p aux sp co NODES"`)
			}
			n, err := l.count(l.words[4], "nodes", MaxNodes)
			if err != nil {
				return nil, err
			}
			if n != g.Nodes() {
				return nil, l.errorf(l.words[4].column, "coordinates of %d nodes for a graph of %d", n, g.Nodes())
			}
			header = l.number
		case kind.text == "v" && len(l.words) == 4:
			n, err := l.node(l.words[1], g.Nodes())
			if err != nil {
				return nil, err
			}
			if line[n] != 0 {
				return nil, l.errorf(l.words[1].column, "node %s has coordinates on line %d already", l.words[1].text, line[n])
			}
			line[n] = int32(l.number)
			if places[n].x, err = l.coordinate(l.words[2]); err != nil {
				return nil, err
			}
			if places[n].y, err = l.coordinate(l.words[3]); err != nil {
				return nil, err
			}
		default:
			return nil, l.errorf(0, `want "c" (a comment), "p aux sp co NODES" or "v NODE X Y"`)
		}
	}
	l.number = max(l.number, 1)
	if header == 0 {
		return nil, l.errorf(0, `the file ends without the line "p aux sp co NODES"`)
	}
	geographic := true
	for n, p := range places {
		if line[n] == 0 {
			return nil, l.errorf(0, "the file ends without the coordinates of node %d", n+1)
		}
		geographic = geographic && max(p.x, -p.x) <= 180*microdegrees && max(p.y, -p.y) <= 90*microdegrees
	}
	placed := *g
	placed.points = make([]point, len(places))
	for n, p := range places {
		if geographic {
			placed.points[n] = onEarth(p.x, p.y)
		} else {
			placed.points[n] = point{int32(p.x), int32(p.y), 0}
		}
	}
	return &placed, nil
}

// coordinate reads a whole number of at most maxCoordinate either way.
func (l *lines) coordinate(w field) (int64, error) {
	n, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || n < -maxCoordinate || n > maxCoordinate {
		return 0, l.errorf(w.column, "%q is no coordinate; want a whole number from %d to %d", clip(w.text), -maxCoordinate, maxCoordinate)
	}
	return n, nil
}
