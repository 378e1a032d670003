package scene

import (
	"math"
	"slices"
)

// ring is a closed outline in device pixels.
type ring []Point

// outline is a set of rings that are filled as one shape. All rings turn the
// same way, so coverage where rings overlap adds up rather than cancels.
type outline []ring

// add appends a ring, turned to go round the common way.
func (o *outline) add(r ring) {
	area := 0.0
	for i, p := range r {
		q := r[(i+1)%len(r)]
		area += p.X*q.Y - q.X*p.Y
	}
	if area < 0 {
		slices.Reverse(r)
	}
	*o = append(*o, r)
}

// disk appends a filled circle.
func (o *outline) disk(center Point, radius float64) { o.add(circle(center, radius)) }

// annulus appends a circle's edge of a width. Its inner ring turns the other
// way, which takes away what the outer one adds.
func (o *outline) annulus(center Point, radius, width float64) {
	o.disk(center, radius+width/2)
	if radius > width/2 {
		inner := circle(center, radius-width/2)
		slices.Reverse(inner)
		*o = append(*o, inner)
	}
}

// circle returns a polygon whose sides leave the circle by at most a twentieth
// of a pixel: a chord of an angle a leaves it by r(1−cos(a/2)), about r·a²/8.
func circle(center Point, radius float64) ring {
	sides := int(math.Ceil(2 * math.Pi / math.Sqrt(8*0.05/math.Max(radius, 0.5))))
	r := make(ring, sides)
	for i := range r {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
		r[i] = Point{center.X + float64(radius*cos), center.Y + float64(radius*sin)}
	}
	return r
}

// stroke appends what a round pen of a width paints along a line.
func (o *outline) stroke(points []Point, closed bool, width, dash float64) {
	if closed && len(points) > 1 {
		points = append(points[:len(points):len(points)], points[0])
	}
	if dash > 0 {
		for _, piece := range dashes(points, dash) {
			o.stroke(piece, false, width, 0)
		}
		return
	}
	for i, p := range points {
		o.disk(p, width/2)
		if i == 0 {
			continue
		}
		q := points[i-1]
		length := math.Hypot(p.X-q.X, p.Y-q.Y)
		if length == 0 {
			continue
		}
		nx, ny := (q.Y-p.Y)/length*width/2, (p.X-q.X)/length*width/2
		o.add(ring{{q.X + nx, q.Y + ny}, {p.X + nx, p.Y + ny}, {p.X - nx, p.Y - ny}, {q.X - nx, q.Y - ny}})
	}
}

// maxDashes bounds the dashes of one line; longer ones are drawn solid, as
// they would look.
const maxDashes = 100_000

// dashes cuts a line into dashes with gaps of the same length.
func dashes(points []Point, dash float64) [][]Point {
	total := 0.0
	for i := 1; i < len(points); i++ {
		total += math.Hypot(points[i].X-points[i-1].X, points[i].Y-points[i-1].Y)
	}
	if len(points) < 2 || total/dash > maxDashes {
		return [][]Point{points}
	}
	var pieces [][]Point
	piece := []Point{points[0]}
	left, drawing := dash, true
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		length := math.Hypot(q.X-p.X, q.Y-p.Y)
		at := 0.0
		for length-at > left {
			at += left
			cut := Point{p.X + (q.X-p.X)*at/length, p.Y + (q.Y-p.Y)*at/length}
			if drawing {
				pieces = append(pieces, append(piece, cut))
			}
			piece = []Point{cut}
			left, drawing = dash, !drawing
		}
		left -= length - at
		if drawing {
			piece = append(piece, q)
		}
	}
	if drawing {
		pieces = append(pieces, piece)
	}
	return pieces
}
