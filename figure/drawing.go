package figure

import (
	"math"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// Figure is what can be drawn: [Search], [Panels], [Bars], [Plot],
// [ECDF], and a [Drawing] itself.
type Figure interface {
	// Draw returns the picture. It is an error if the figure makes no sense,
	// such as a cell outside its map; then the Drawing is empty.
	Draw() (Drawing, error)
}

// Drawing is a picture and what there is to say about it.
type Drawing struct {
	Scene *scene.Scene
	// Notices says, a sentence each, what the picture does not show as asked.
	Notices []string
}

// Draw implements [Figure]: a drawing is drawn already.
func (d Drawing) Draw() (Drawing, error) { return d, nil }

// Sizes in pixels of a figure that is at most readWidth wide. In a wider one
// all of them grow with the width; see sheet.unit.
const (
	readWidth   = 700
	margin      = 14.0
	titleSize   = 16.0
	textSize    = 12.0
	smallSize   = 11.0 // labels in cells, rulers, notes
	lineSpacing = 1.35 // from baseline to baseline, in sizes
	// middle is how far below its center a line's baseline is, in sizes: about
	// half the height of a capital.
	middle = 0.36
)

// sheet is a figure in the making: it grows downward.
type sheet struct {
	width  float64
	unit   float64 // how much larger than at readWidth everything is
	y      float64 // the lower edge of what has been drawn
	layers []scene.Layer
}

func newSheet(width float64) *sheet {
	return &sheet{width: width, unit: unitOf(width), y: margin * unitOf(width)}
}

// unitOf returns by how much text grows in a figure of a width.
func unitOf(width float64) float64 { return max(1, width/readWidth) }

// px returns a length in pixels that is n at readWidth.
func (s *sheet) px(n float64) float64 { return float64(n * s.unit) }

// inner returns the width between the margins.
func (s *sheet) inner() float64 { return s.width - 2*s.px(margin) }

func (s *sheet) add(name string, items ...scene.Item) {
	s.layers = append(s.layers, scene.Layer{Name: name, Items: items})
}

// lines writes lines of text below each other, from the left margin.
func (s *sheet) lines(name string, role scene.Role, size float64, bold bool, lines []string) {
	if len(lines) == 0 {
		return
	}
	labels := scene.Labels{Fill: role, Size: s.px(size), Bold: bold}
	for _, line := range lines {
		s.y += s.px(size * lineSpacing)
		labels.Texts = append(labels.Texts, scene.Label{X: s.px(margin), Y: s.y - s.px(size*(lineSpacing-1)), Text: line})
	}
	s.add(name, labels)
}

// title writes the heading, if there is one, in at most two lines.
func (s *sheet) title(text string) {
	if text == "" {
		return
	}
	s.lines("title", scene.Text, titleSize, true, scene.Wrap(text, s.inner(), s.px(titleSize), true, 2))
	s.y += s.px(6)
}

// notes writes the caller's note and the notices below the figure.
func (s *sheet) notes(note string, notices []string) {
	var lines []string
	for _, text := range append([]string{note}, notices...) {
		lines = append(lines, scene.Wrap(text, s.inner(), s.px(smallSize), false, 4)...)
	}
	if len(lines) > 0 {
		s.y += s.px(4)
	}
	s.lines("note", scene.Muted, smallSize, false, lines)
}

// finish returns the drawing.
func (s *sheet) finish(title, desc string, notices []string) Drawing {
	return Drawing{
		Scene: &scene.Scene{
			Width: s.width, Height: math.Ceil(s.y + s.px(margin/2)),
			Title: title, Desc: strings.Join(append([]string{desc}, notices...), " "),
			Layers: s.layers,
		},
		Notices: notices,
	}
}

// thousands writes a number with commas: 1,234,567.
func thousands(n int) string {
	text := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, text = "−", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// plural is "1 cell" and "2 cells".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}
