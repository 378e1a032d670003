package scene

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// pointsPerPixel turns pixels, 96 to the inch, into PDF's unit, 72 to the inch.
const pointsPerPixel = 0.75

// maxPoints is the longest side of a page that viewers must show (ISO 32000-1,
// annex C.2). Longer scenes are made smaller.
const maxPoints = 14_400

// pdfDate is the date in every file, so that equal scenes give equal bytes.
var pdfDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// WritePDF writes the scene as one page of its own size, or of 200 inches a side
// if it is larger, with the fonts in it.
// Title and Desc become the document's title and subject. Errors are those of
// [Scene.Check] and of w.
func WritePDF(w io.Writer, s *Scene, t Theme) error {
	if err := s.Check(); err != nil {
		return err
	}
	scale := math.Min(pointsPerPixel, maxPoints/math.Max(s.Width, s.Height))
	doc := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt",
		Size:    fpdf.SizeType{Wd: s.Width * scale, Ht: s.Height * scale},
	})
	doc.SetCreationDate(pdfDate)
	doc.SetModificationDate(pdfDate)
	doc.SetCatalogSort(true)
	doc.SetProducer("Astrolabe", true)
	doc.SetTitle(clean(s.Title), true)
	doc.SetSubject(clean(s.Desc), true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddUTF8FontFromBytes("go", "", goregular.TTF)
	doc.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	doc.AddPage()
	doc.SetLineCapStyle("round")
	doc.SetLineJoinStyle("round")
	p := pdfWriter{doc: doc, theme: t, scale: scale}
	p.rects(Rects{Background, []Rect{{0, 0, s.Width, s.Height}}})
	for _, l := range s.Layers {
		p.scale = scale * l.scale()
		p.dx, p.dy = scale*l.X, scale*l.Y
		for _, item := range l.Items {
			switch item := item.(type) {
			case Rects:
				p.rects(item)
			case Paths:
				p.paths(item)
			case Circles:
				p.circles(item)
			case Labels:
				if err := p.labels(item); err != nil {
					return err
				}
			}
		}
	}
	if err := doc.Output(w); err != nil {
		return fmt.Errorf("scene: writing the PDF: %w", err)
	}
	return nil
}

type pdfWriter struct {
	doc           *fpdf.Fpdf
	theme         Theme
	scale, dx, dy float64 // from the layer's units to points
}

func (p *pdfWriter) at(q Point) (x, y float64) {
	return float64(q.X*p.scale) + p.dx, float64(q.Y*p.scale) + p.dy
}

// style sets the colors and returns the name of how a path is painted, or ""
// if it is not.
func (p *pdfWriter) style(fill, stroke Role) string {
	name := ""
	if stroke != None {
		p.doc.SetDrawColor(parts(p.theme.Color(stroke)))
		name = "D"
	}
	if fill != None {
		p.doc.SetFillColor(parts(p.theme.Color(fill)))
		name = "F" + name
	}
	return name
}

func parts(c color.RGBA) (r, g, b int) { return int(c.R), int(c.G), int(c.B) }

// rects paints one path, since viewers show seams between shapes that they
// smooth one by one.
func (p *pdfWriter) rects(r Rects) {
	style := p.style(r.Fill, None)
	if style == "" || len(r.Rects) == 0 {
		return
	}
	for _, r := range r.Rects {
		p.ring([]Point{{r.X, r.Y}, {r.X + r.W, r.Y}, {r.X + r.W, r.Y + r.H}, {r.X, r.Y + r.H}}, true)
	}
	p.doc.DrawPath(style)
}

func (p *pdfWriter) ring(points []Point, closed bool) {
	for i, q := range points {
		x, y := p.at(q)
		if i == 0 {
			p.doc.MoveTo(x, y)
			if len(points) == 1 {
				p.doc.LineTo(x, y)
			}
			continue
		}
		p.doc.LineTo(x, y)
	}
	if closed && len(points) > 0 {
		p.doc.ClosePath()
	}
}

func (p *pdfWriter) paths(path Paths) {
	style := p.style(path.Fill, path.Stroke)
	if style == "" || len(path.Subpaths) == 0 {
		return
	}
	p.doc.SetLineWidth(path.Width * p.scale)
	if path.Dash > 0 {
		p.doc.SetDashPattern([]float64{path.Dash * p.scale}, 0)
		defer p.doc.SetDashPattern(nil, 0)
	}
	for _, s := range path.Subpaths {
		p.ring(s.Points, s.Closed)
	}
	p.doc.DrawPath(style)
}

func (p *pdfWriter) circles(c Circles) {
	style := p.style(c.Fill, c.Stroke)
	if style == "" {
		return
	}
	p.doc.SetLineWidth(c.Width * p.scale)
	for _, q := range c.Centers {
		x, y := p.at(q)
		p.doc.Circle(x, y, c.Radius*p.scale, style)
	}
}

func (p *pdfWriter) labels(l Labels) error {
	f, err := face(l.Bold)
	if err != nil {
		return fmt.Errorf("scene: reading the font: %w", err)
	}
	if l.Fill == None {
		return nil
	}
	style := ""
	if l.Bold {
		style = "B"
	}
	p.doc.SetFont("go", style, l.Size*p.scale)
	write := func() {
		for _, t := range l.Texts {
			text := f.covered(t.Text)
			x, y := p.at(Point{t.X, t.Y})
			p.doc.Text(x-float64(l.Anchor.share()*TextWidth(text, l.Size, l.Bold)*p.scale), y, text)
		}
	}
	if l.Halo != None {
		p.doc.SetTextColor(parts(p.theme.Color(l.Halo)))
		p.doc.SetDrawColor(parts(p.theme.Color(l.Halo)))
		p.doc.SetLineWidth(2 * l.HaloWidth * p.scale)
		p.doc.SetTextRenderingMode(fillAndStroke)
		write()
		p.doc.SetTextRenderingMode(fillOnly)
	}
	p.doc.SetTextColor(parts(p.theme.Color(l.Fill)))
	write()
	return nil
}

// PDF's ways to paint letters (ISO 32000-1, table 106).
const (
	fillOnly      = 0
	fillAndStroke = 2
)

// share returns which part of a text's width lies before its point.
func (a Anchor) share() float64 {
	switch a {
	case Middle:
		return 0.5
	case Right:
		return 1
	}
	return 0
}
