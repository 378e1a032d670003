package scene

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// typeface is a font with a table of the widths of its characters.
type typeface struct {
	font   *opentype.Font
	widths map[rune]float64 // in ems; a character that the font lacks is not in it
}

// lastRune bounds the characters looked for in a font: the first plane of
// Unicode, which is also all that the PDF library can embed.
const lastRune = 0xffff

var typefaces = sync.OnceValues(func() ([2]typeface, error) {
	var faces [2]typeface
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := opentype.Parse(data)
		if err != nil {
			return faces, err
		}
		faces[i] = typeface{f, map[rune]float64{}}
		var buffer sfnt.Buffer
		units := fixed.I(int(f.UnitsPerEm()))
		for r := ' '; r <= lastRune; r++ {
			index, err := f.GlyphIndex(&buffer, r)
			if err != nil {
				return faces, err
			}
			if index == 0 {
				continue
			}
			advance, err := f.GlyphAdvance(&buffer, index, units, font.HintingNone)
			if err != nil {
				return faces, err
			}
			faces[i].widths[r] = float64(advance) / float64(units)
		}
	}
	return faces, nil
})

// missing stands for a character that the font lacks; it has this one.
const missing = '□'

// face returns the typeface of texts.
func face(bold bool) (typeface, error) {
	faces, err := typefaces()
	if bold {
		return faces[1], err
	}
	return faces[0], err
}

// TextWidth returns the width of a line of text in the Go font of a size, in
// the unit of the size. The fonts that SVG viewers use are mostly narrower.
func TextWidth(s string, size float64, bold bool) float64 {
	f, err := face(bold)
	if err != nil {
		return 0 // the writers report it
	}
	ems := 0.0
	for _, r := range clean(s) {
		w, ok := f.widths[r]
		if !ok {
			w = f.widths[missing]
		}
		ems += w
	}
	return ems * size
}

// Ellipsize returns s if it is at most width wide, else as much of its
// beginning as fits with "…" after it.
func Ellipsize(s string, width, size float64, bold bool) string {
	if TextWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes) // low runes fit; more than high do not
	for low < high {
		mid := (low + high + 1) / 2
		if TextWidth(string(runes[:mid])+"…", size, bold) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return strings.TrimRightFunc(string(runes[:low]), unicode.IsSpace) + "…"
}

// Wrap breaks s at spaces into lines that are at most width wide, and a word
// that is wider by itself anywhere. There are at most maxLines (1 or more)
// lines; text that is left over is cut off with "…".
func Wrap(s string, width, size float64, bold bool, maxLines int) []string {
	words := strings.Fields(s)
	var lines []string
	for len(words) > 0 {
		if len(lines) == maxLines-1 {
			return append(lines, Ellipsize(strings.Join(words, " "), width, size, bold))
		}
		line, taken := words[0], 1
		for taken < len(words) && TextWidth(line+" "+words[taken], size, bold) <= width {
			line += " " + words[taken]
			taken++
		}
		if taken == 1 && TextWidth(line, size, bold) > width {
			line = fitting(words[0], width, size, bold)
			words[0] = words[0][len(line):]
		} else {
			words = words[taken:]
		}
		lines = append(lines, line)
	}
	return lines
}

// fitting returns as many leading characters of word as fit, and at least one.
func fitting(word string, width, size float64, bold bool) string {
	_, end := utf8.DecodeRuneInString(word)
	for end < len(word) {
		_, n := utf8.DecodeRuneInString(word[end:])
		if TextWidth(word[:end+n], size, bold) > width {
			break
		}
		end += n
	}
	return word[:end]
}

// clean replaces what no format can hold: white space of any kind by a space,
// and bytes and code points that are no characters by U+FFFD.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfffe || r == 0xffff:
			return utf8.RuneError
		case unicode.In(r, unicode.Bidi_Control):
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// covered is clean text in which characters that the font lacks are replaced.
func (f typeface) covered(s string) string {
	return strings.Map(func(r rune) rune {
		if _, ok := f.widths[r]; !ok {
			return missing
		}
		return r
	}, clean(s))
}
