package mapfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Pasteable writes a map file for people to paste: in the plain format if that holds
// all of f, else in the native one. Cells have no more symbols than they need, and none
// is a blank, which would get lost at the end of a line; so kinds of cell that weigh the
// same become one. Errors are those of [Write].
func Pasteable(f *File) (text string, format Format, err error) {
	if err := validate(f); err != nil {
		return "", FormatUnknown, err
	}
	copied := *f
	if copied.Map, err = mergeKinds(f.Map); err != nil {
		return "", FormatUnknown, err
	}
	for _, format = range []Format{Plain, Native} {
		var out bytes.Buffer
		if err = Write(&out, &copied, format); err == nil && (format == Native || len(Losses(&copied, format)) == 0) {
			return out.String(), format, nil
		}
	}
	return "", FormatUnknown, err
}

// mergeKinds returns the map with a kind for each weight and one for blocked cells, and
// another symbol for blanks.
func mergeKinds(m *grid.Map) (*grid.Map, error) {
	if m.HasWeightTable() {
		return m, nil
	}
	symbols := ""
	for _, k := range m.Kinds() {
		symbols += string(k.Symbol)
	}
	var kinds []grid.Kind
	cells := make([]uint8, 0, m.Width()*m.Height())
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			kind := m.Kinds()[m.Kind(grid.Cell{X: x, Y: y})]
			if spare := strings.TrimLeft("._,-=", symbols); kind.Symbol == ' ' && spare != "" {
				kind.Symbol = rune(spare[0])
			}
			place := slices.IndexFunc(kinds, func(k grid.Kind) bool {
				return k.Blocked == kind.Blocked && (k.Blocked || k.Weight == kind.Weight)
			})
			if place < 0 {
				place = len(kinds)
				kinds = append(kinds, kind)
			}
			cells = append(cells, uint8(place))
		}
	}
	return grid.FromKinds(m.Width(), m.Height(), kinds, cells)
}
