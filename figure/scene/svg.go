package scene

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// fontStack is what an SVG asks for: the reader's own interface font, which
// holds more alphabets than the Go fonts of the other formats.
const fontStack = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"

// WriteSVG writes the scene as an SVG of version 1.1 with no bitmap, script or
// reference to another file. Its size is that of the scene and shrinks with the
// room that it is given. Title and Desc are linked for screen readers; ids are
// made from the content, so several figures can share a page. The theme [Auto]
// follows the reader's color scheme by CSS; a viewer that does not know CSS
// properties shows it light. Errors are those of [Scene.Check] and of w.
func WriteSVG(w io.Writer, s *Scene, t Theme) error {
	if err := s.Check(); err != nil {
		return err
	}
	b := svgWriter{theme: t}
	b.paint("rect", Background, None)
	b.attribute("width", number(s.Width))
	b.attribute("height", number(s.Height))
	b.text.WriteString("/>\n")
	for _, l := range s.Layers {
		b.layer(l)
	}
	_, err := io.WriteString(w, b.head(s)+b.text.String()+"</svg>\n")
	return err
}

type svgWriter struct {
	theme Theme
	text  strings.Builder
	used  [roleCount]bool
}

// head returns all that stands before the first shape. It is made last, when
// the roles in use and the body that the id is made from are known.
func (b *svgWriter) head(s *Scene) string {
	title, desc := escape(s.Title), escape(s.Desc)
	hash := fnv.New32a()
	io.WriteString(hash, title+"\x00"+desc+"\x00"+b.text.String()) // a hash takes everything
	id := fmt.Sprintf("figure-%08x", hash.Sum32())
	var h strings.Builder
	fmt.Fprintf(&h, `<svg xmlns="http://www.w3.org/2000/svg" id="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s"`,
		id, number(s.Width), number(s.Height))
	fmt.Fprintf(&h, ` role="img" aria-labelledby="%s-title %[1]s-desc" font-family="%s" style="max-width:100%%;height:auto">`+"\n", id, fontStack)
	fmt.Fprintf(&h, "<title id=\"%s-title\">%s</title>\n<desc id=\"%[1]s-desc\">%[3]s</desc>\n", id, title, desc)
	if b.theme == Auto {
		fmt.Fprintf(&h, "<style>#%s{%s}@media(prefers-color-scheme:dark){#%[1]s{%[3]s}}</style>\n",
			id, b.properties(Light), b.properties(Dark))
	}
	return h.String()
}

// properties returns the CSS property of each role in use.
func (b *svgWriter) properties(t Theme) string {
	var list []string
	for r, used := range b.used {
		if used {
			list = append(list, "--"+Role(r).String()+":"+hex(t.Color(Role(r))))
		}
	}
	return strings.Join(list, ";")
}

func (b *svgWriter) attribute(name, value string) {
	b.text.WriteString(" " + name + `="` + value + `"`)
}

// paint opens an element with its colors. What is neither filled nor stroked
// would be black without a word.
func (b *svgWriter) paint(element string, fill, stroke Role) {
	b.text.WriteString("<" + element)
	var styles []string
	set := func(property string, r Role) {
		b.used[r] = true
		b.attribute(property, hex(b.theme.Color(r)))
		styles = append(styles, property+":var(--"+r.String()+")")
	}
	if fill == None {
		b.attribute("fill", "none")
	} else {
		set("fill", fill)
	}
	if stroke != None {
		set("stroke", stroke)
	}
	if b.theme == Auto && styles != nil {
		b.attribute("style", strings.Join(styles, ";"))
	}
}

func (b *svgWriter) layer(l Layer) {
	b.text.WriteString(`<g class="` + l.Name + `"`)
	var moves []string
	if l.X != 0 || l.Y != 0 {
		moves = append(moves, "translate("+number(l.X)+" "+number(l.Y)+")")
	}
	if l.scale() != 1 {
		moves = append(moves, "scale("+number(l.scale())+")")
	}
	if moves != nil {
		b.attribute("transform", strings.Join(moves, " "))
	}
	b.text.WriteString(">\n")
	for _, item := range l.Items {
		switch item := item.(type) {
		case Rects:
			b.rects(item)
		case Paths:
			b.paths(item)
		case Circles:
			b.circles(item)
		case Labels:
			b.labels(item)
		}
	}
	b.text.WriteString("</g>\n")
}

// rects writes one path: for two rectangles and more it is shorter than an
// element for each, and for one it is hardly longer.
func (b *svgWriter) rects(r Rects) {
	if len(r.Rects) == 0 || r.Fill == None {
		return
	}
	var data pathData
	for _, r := range r.Rects {
		data.rect(r)
	}
	b.paint("path", r.Fill, None)
	b.attribute("shape-rendering", "crispEdges")
	b.attribute("d", string(data.text))
	b.text.WriteString("/>\n")
}

func (b *svgWriter) paths(p Paths) {
	var data pathData
	for _, s := range p.Subpaths {
		data.subpath(s)
	}
	if len(data.text) == 0 || p.Fill == None && p.Stroke == None {
		return
	}
	b.paint("path", p.Fill, p.Stroke)
	if p.Stroke != None {
		b.attribute("stroke-width", number(p.Width))
		b.attribute("stroke-linecap", "round")
		b.attribute("stroke-linejoin", "round")
		if p.Dash > 0 {
			b.attribute("stroke-dasharray", number(p.Dash))
		}
	}
	b.attribute("d", string(data.text))
	b.text.WriteString("/>\n")
}

// circles writes plain disks as dots of one path: a fifth of the bytes of an
// element for each.
func (b *svgWriter) circles(c Circles) {
	if len(c.Centers) == 0 || c.Fill == None && c.Stroke == None {
		return
	}
	if c.Stroke == None && len(c.Centers) > 1 {
		dots := Paths{Stroke: c.Fill, Width: 2 * c.Radius}
		for _, p := range c.Centers {
			dots.Subpaths = append(dots.Subpaths, Subpath{Points: []Point{p}})
		}
		b.paths(dots)
		return
	}
	b.paint("g", c.Fill, c.Stroke)
	if c.Stroke != None {
		b.attribute("stroke-width", number(c.Width))
	}
	b.text.WriteString(">")
	for _, p := range c.Centers {
		fmt.Fprintf(&b.text, `<circle cx="%s" cy="%s" r="%s"/>`, number(p.X), number(p.Y), number(c.Radius))
	}
	b.text.WriteString("</g>\n")
}

var anchorNames = [...]string{Left: "start", Middle: "middle", Right: "end"}

func (b *svgWriter) labels(l Labels) {
	if len(l.Texts) == 0 || l.Fill == None {
		return
	}
	b.paint("g", l.Fill, l.Halo)
	if l.Halo != None {
		b.attribute("stroke-width", number(2*l.HaloWidth))
		b.attribute("stroke-linejoin", "round")
		b.attribute("paint-order", "stroke")
	}
	b.attribute("font-size", number(l.Size))
	if l.Bold {
		b.attribute("font-weight", "700")
	}
	if l.Anchor != Left && int(l.Anchor) < len(anchorNames) {
		b.attribute("text-anchor", anchorNames[l.Anchor])
	}
	b.text.WriteString(">\n")
	for _, t := range l.Texts {
		fmt.Fprintf(&b.text, "<text x=\"%s\" y=\"%s\">%s</text>\n", number(t.X), number(t.Y), escape(t.Text))
	}
	b.text.WriteString("</g>\n")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape returns text that may stand between tags.
func escape(s string) string { return escaper.Replace(clean(s)) }
