package scene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sample is a scene with every kind of item and the texts given.
func sample(title, text string) *Scene {
	return &Scene{
		Width: 200, Height: 100.5, Title: title, Desc: "About " + title,
		Layers: []Layer{
			{Name: "cells", X: 10, Y: 5.25, Scale: 8, Items: []Item{
				Rects{Fill: Ground0, Rects: []Rect{{0, 0, 12, 10}}},
				Rects{Fill: Wall, Rects: []Rect{{1, 1, 3, 1}, {5, 2, 1, 1}, {0, 9, 12, 1}}},
			}},
			{Name: "marks", Items: []Item{
				Paths{Stroke: Path, Width: 2, Dash: 3, Subpaths: []Subpath{{Points: []Point{{10, 10}, {50, 10}, {50, 60.126}}}}},
				Paths{Fill: Goal, Stroke: Background, Width: 1, Subpaths: []Subpath{{Points: []Point{{60, 60}, {70, 60}, {65, 50}}, Closed: true}}},
				Circles{Fill: Accent1, Radius: 3, Centers: []Point{{80, 20}, {90, 20}}},
				Circles{Fill: Start, Stroke: Background, Width: 1, Radius: 4, Centers: []Point{{80, 40}}},
			}},
			{Name: "words", Items: []Item{
				Labels{Fill: Text, Size: 12, Halo: Ground0, HaloWidth: 2, Anchor: Middle, Texts: []Label{{100, 90, text}}},
				Labels{Fill: Muted, Size: 12, Bold: true, Anchor: Right, Texts: []Label{{190, 90, "f = 7"}}},
			}},
		},
	}
}

func svg(t testing.TB, s *Scene, theme Theme) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSVG(&b, s, theme); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// element is any element of an SVG.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e element) each(visit func(element)) {
	visit(e)
	for _, c := range e.Children {
		c.each(visit)
	}
}

func parse(t testing.TB, text string) element {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	var root element
	if err := decoder.Decode(&root); err != nil {
		t.Fatalf("not XML: %v\n%s", err, text)
	}
	if rest := text[decoder.InputOffset():]; rest != "\n" {
		t.Fatalf("%q follows the SVG", rest)
	}
	return root
}

func TestSVGIsAccessible(t *testing.T) {
	text := svg(t, sample("A & B", "x"), Light)
	root := parse(t, text)
	if root.XMLName.Space != "http://www.w3.org/2000/svg" || root.attr("role") != "img" {
		t.Errorf("the root is %v with role %q", root.XMLName, root.attr("role"))
	}
	if root.attr("viewBox") != "0 0 200 100.5" || root.attr("width") != "200" || root.attr("height") != "100.5" {
		t.Errorf("the size is wrong: %v", root.Attrs)
	}
	found := map[string]string{}
	for _, c := range root.Children[:2] {
		found[c.attr("id")] = c.XMLName.Local + " " + c.Text
	}
	var linked []string
	for id := range strings.FieldsSeq(root.attr("aria-labelledby")) {
		linked = append(linked, found[id])
	}
	if len(linked) != 2 || linked[0] != "title A & B" || linked[1] != "desc About A & B" {
		t.Errorf("aria-labelledby leads to %q", linked)
	}
	root.each(func(e element) {
		switch e.XMLName.Local {
		case "image", "script", "foreignObject", "use":
			t.Errorf("there is a <%s>", e.XMLName.Local)
		}
		if e.attr("href") != "" {
			t.Errorf("there is a reference to %q", e.attr("href"))
		}
	})
}

func TestSVGsOfDifferentContentHaveDifferentIDs(t *testing.T) {
	ids := map[string]bool{}
	for _, s := range []*Scene{sample("a", "x"), sample("a", "y"), sample("b", "x")} {
		for _, theme := range []Theme{Light, Dark, Auto} {
			ids[parse(t, svg(t, s, theme)).attr("id")] = true
		}
	}
	if len(ids) != 9 {
		t.Errorf("9 figures have %d ids", len(ids))
	}
}

// With Auto every color is a property that both schemes define, and has the
// light color beside it for viewers without CSS properties.
func TestAutoFollowsTheReader(t *testing.T) {
	text := svg(t, sample("a", "x"), Auto)
	root := parse(t, text)
	style := root.Children[2]
	if style.XMLName.Local != "style" {
		t.Fatalf("the third element is <%s>", style.XMLName.Local)
	}
	light, dark, ok := strings.Cut(style.Text, "@media(prefers-color-scheme:dark)")
	if !ok {
		t.Fatalf("no rule for dark: %s", style.Text)
	}
	used := map[string]bool{}
	root.each(func(e element) {
		for _, m := range regexp.MustCompile(`(fill|stroke):var\(--([a-z0-9-]+)\)`).FindAllStringSubmatch(e.attr("style"), -1) {
			used[m[2]] = true
			role := Role(slices.Index(roleNames[:], m[2]))
			if got, want := e.attr(m[1]), hex(Light.Color(role)); got != want {
				t.Errorf("beside %s stands %q, want %q", m[0], got, want)
			}
		}
	})
	if len(used) != 9 {
		t.Errorf("%d properties are used, want the scene's 9", len(used))
	}
	for r := Background; r < roleCount; r++ {
		name := r.String()
		inLight := strings.Contains(light, "--"+name+":"+hex(Light.Color(r)))
		inDark := strings.Contains(dark, "--"+name+":"+hex(Dark.Color(r)))
		if used[name] != inLight || used[name] != inDark {
			t.Errorf("%s: used %v, defined in light %v, in dark %v", name, used[name], inLight, inDark)
		}
	}
	for _, theme := range bothThemes {
		if fixed := svg(t, sample("a", "x"), theme); strings.Contains(fixed, "var(") || strings.Contains(fixed, "<style") {
			t.Errorf("%v needs CSS", theme)
		}
	}
}

func TestSVGOfHostileTextIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.String().Draw(t, "title")
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		theme := rapid.SampledFrom([]Theme{Light, Dark, Auto}).Draw(t, "theme")
		var b bytes.Buffer
		if err := WriteSVG(&b, sample(title, text), theme); err != nil {
			t.Fatal(err)
		}
		var root element
		if err := xml.Unmarshal(b.Bytes(), &root); err != nil {
			t.Fatalf("not XML: %v\n%s", err, b.String())
		}
		if got := root.Children[0].Text; got != clean(title) {
			t.Fatalf("the title %q became %q", title, got)
		}
		texts := 0
		root.each(func(e element) {
			if e.XMLName.Local == "text" {
				texts++
			}
		})
		if texts != 2 {
			t.Fatalf("2 texts became %d", texts)
		}
	})
}

// decode reads the path data that pathData writes back into rings of points in
// hundredths.
func decode(t rapid.TB, data string) [][][2]hundredths {
	t.Helper()
	var rings [][][2]hundredths
	var x, y, x0, y0 hundredths
	for _, m := range regexp.MustCompile(`([MmLlHhVvz])([^A-Za-z]*)`).FindAllStringSubmatch(data, -1) {
		var numbers []hundredths
		for _, s := range regexp.MustCompile(`-?[0-9]*\.?[0-9]+`).FindAllString(m[2], -1) {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatalf("%q in %q: %v", s, data, err)
			}
			numbers = append(numbers, hundredths(math.Round(v*100)))
		}
		switch m[1] {
		case "M":
			x, y = numbers[0], numbers[1]
		case "m":
			x, y = x+numbers[0], y+numbers[1]
		case "L":
			x, y = numbers[0], numbers[1]
		case "l":
			x, y = x+numbers[0], y+numbers[1]
		case "H":
			x = numbers[0]
		case "h":
			x += numbers[0]
		case "V":
			y = numbers[0]
		case "v":
			y += numbers[0]
		case "z":
			x, y = x0, y0
			continue
		}
		if m[1] == "M" || m[1] == "m" {
			x0, y0 = x, y
			rings = append(rings, nil)
		}
		rings[len(rings)-1] = append(rings[len(rings)-1], [2]hundredths{x, y})
	}
	return rings
}

// However it is shortened, path data leads through the points it was made from.
func TestPathDataIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Float64Range(-2000, 2000), rapid.Map(rapid.IntRange(-50, 50), func(i int) float64 { return float64(i) }))
		paths := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
			return Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
		}), 2, 6), 1, 5).Draw(t, "paths")
		closed := rapid.Bool().Draw(t, "closed")
		var data pathData
		for _, points := range paths {
			data.subpath(Subpath{Points: points, Closed: closed})
		}
		got := decode(t, string(data.text))
		if len(got) != len(paths) {
			t.Fatalf("%d subpaths became %d: %s", len(paths), len(got), data.text)
		}
		for i, points := range paths {
			for j, p := range points {
				if want := [2]hundredths{round(p.X), round(p.Y)}; got[i][j] != want {
					t.Fatalf("point %d of %d is %v, want %v: %s", j, i, got[i][j], want, data.text)
				}
			}
		}
	})
}

func TestNumbersAreShort(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"},
		{-0.001, "0"},
		{0.5, ".5"},
		{-0.25, "-.25"},
		{12, "12"},
		{12.3456, "12.35"},
		{100, "100"},
		{0.07, ".07"},
		{1e5, "100000"},
		{0.005, ".01"},
		{0.1 + 0.2 + 0.005, ".31"},
		{0.305, ".31"},
	} {
		if got := number(c.v); got != c.want {
			t.Errorf("%v is written %q, want %q", c.v, got, c.want)
		}
	}
	// One path for several rectangles: relative numbers where they are shorter.
	var data pathData
	for _, r := range []Rect{{0, 3, 5, 1}, {7, 3, 1, 1}, {0, 4, 2, 1}} {
		data.rect(r)
	}
	if got, want := string(data.text), "M0 3h5v1H0zm7 0h1v1H7zM0 4h2v1H0z"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBadScenesAreRefused(t *testing.T) {
	nan := math.NaN()
	item := func(i Item) *Scene {
		return &Scene{Width: 10, Height: 10, Layers: []Layer{{Name: "a", Items: []Item{i}}}}
	}
	for name, s := range map[string]*Scene{
		"no size":        {},
		"NaN width":      {Width: nan, Height: 1},
		"endless height": {Width: 1, Height: math.Inf(1)},
		"too wide":       {Width: MaxSide + 1, Height: 1},
		"layer name":     {Width: 1, Height: 1, Layers: []Layer{{Name: `a" onload="x`}}},
		"empty name":     {Width: 1, Height: 1, Layers: []Layer{{}}},
		"layer scale":    {Width: 1, Height: 1, Layers: []Layer{{Name: "a", Scale: -1}}},
		"layer place":    {Width: 1, Height: 1, Layers: []Layer{{Name: "a", X: nan}}},
		"nil item":       item(nil),
		"rect":           item(Rects{Fill: Wall, Rects: []Rect{{0, 0, nan, 1}}}),
		"point":          item(Paths{Stroke: Wall, Subpaths: []Subpath{{Points: []Point{{math.Inf(-1), 0}}}}}),
		"radius":         item(Circles{Fill: Wall, Radius: 1e9}),
		"text":           item(Labels{Fill: Wall, Size: nan}),
		"role":           item(Rects{Fill: roleCount}),
	} {
		for format, write := range map[string]func(io.Writer) error{
			"svg": func(w io.Writer) error { return WriteSVG(w, s, Light) },
			"pdf": func(w io.Writer) error { return WritePDF(w, s, Light) },
			"png": func(w io.Writer) error { return WritePNG(w, s, Light, 1) },
		} {
			var b bytes.Buffer
			if err := write(&b); !errors.Is(err, ErrScene) || b.Len() > 0 {
				t.Errorf("%s, %s: error %v and %d bytes", name, format, err, b.Len())
			}
		}
	}
}
