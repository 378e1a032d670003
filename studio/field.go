package studio

import (
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/danielgtaylor/huma/v2"
)

// Field is a number, or none, for each cell of a map. In JSON it is a list of rows,
// each a list of numbers with up to 4 digits after the point, or null where there is
// none. The zero value has no rows.
type Field struct {
	width  int
	values []float64 // by row; NaN: none
}

// newField returns a field of zeros.
func newField(m *grid.Map) *Field {
	return &Field{m.Width(), make([]float64, m.Width()*m.Height())}
}

// set sets the number of a cell.
func (f *Field) set(c grid.Cell, value float64) { f.values[int(c.Y)*f.width+int(c.X)] = value }

// MarshalJSON writes the rows.
func (f *Field) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 2+8*len(f.values)), '[')
	for i, value := range f.values {
		switch {
		case i%f.width != 0:
			text = append(text, ',')
		case i == 0:
			text = append(text, '[')
		default:
			text = append(text, "],["...)
		}
		if math.IsNaN(value) {
			text = append(text, "null"...)
			continue
		}
		rounded := math.Round(value*1e4) / 1e4
		text = strconv.AppendFloat(text, rounded+0, 'f', -1, 64) // +0 makes −0 a 0
	}
	if len(f.values) > 0 {
		text = append(text, ']')
	}
	return append(text, ']'), nil
}

// Schema says what the JSON is like.
func (*Field) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{
		Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeNumber, Nullable: true},
	}}
}
