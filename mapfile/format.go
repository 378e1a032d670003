package mapfile

import (
	"bytes"
	"fmt"
	"strings"
)

// Format names a map file format; the package documentation describes each.
// The zero value, [FormatUnknown], is no format.
type Format uint8

const (
	// FormatUnknown is the zero value; nothing can be written in it.
	FormatUnknown Format = iota
	// MovingAI is the benchmarks' format for octile maps.
	MovingAI
	// Terrain is the terrain article's format: weights 0, 2 and 4, and a query.
	Terrain
	// Plain is rows of symbols and nothing else.
	Plain
	// Native is the self-describing format, which holds every map.
	Native
)

var formatNames = [...]string{"unknown", "movingai", "terrain", "plain", "native"}

// String returns "movingai", "terrain", "plain", "native" or "unknown".
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", f)
}

// Formats returns every format that can be read and written.
func Formats() []Format { return []Format{MovingAI, Terrain, Plain, Native} }

// ParseFormat reads a format by its name.
func ParseFormat(s string) (Format, error) {
	for _, f := range Formats() {
		if s == f.String() {
			return f, nil
		}
	}
	return FormatUnknown, fmt.Errorf("%q is not a map format; want movingai, terrain, plain or native", s)
}

// detect tells the format from a file's first line.
func detect(first []byte) Format {
	switch {
	case len(first) > maxHeaderLine:
		return Plain
	case isMovingAIHeader(first):
		return MovingAI
	case startsWithWord(first, "astrolabe"):
		return Native
	}
	if fields := bytes.FieldsFunc(first, isBlank); len(fields) == terrainNumbers && allIntegers(fields) {
		return Terrain
	}
	return Plain
}

// isMovingAIHeader tells whether a line is the first of a MovingAI map, in whatever
// case, or one of those that follow it, should it be missing.
func isMovingAIHeader(first []byte) bool {
	words := bytes.FieldsFunc(first, isBlank)
	if len(words) == 0 || isBlank(rune(first[0])) {
		return false
	}
	for _, key := range []string{"type", "height", "width"} {
		if strings.EqualFold(string(words[0]), key) {
			return true
		}
	}
	return false
}

func startsWithWord(line []byte, word string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(word))
	return ok && (len(rest) == 0 || isBlank(rune(rest[0])))
}

func allIntegers(fields [][]byte) bool {
	for _, f := range fields {
		digits := bytes.TrimLeft(f, "+-")
		if len(f)-len(digits) > 1 || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
			return false
		}
	}
	return true
}
