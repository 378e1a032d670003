package grid

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Kind is a sort of cell: what a file's symbol stands for.
type Kind struct {
	Symbol  rune   // how map files and figures show it
	Blocked bool   // true: no path may enter; Weight is ignored
	Weight  Weight // for the cost models [Add], [Mul] and [Mean]; left out: 1
}

// Map is an immutable map of cells. Make one with [FromStrings], [FromWalls],
// [FromIntWeights], [FromKinds] or [FromWeights]; the zero value has no cells.
type Map struct {
	width, height, stride int32
	kinds                 []Kind
	kind                  []uint8  // padded; index into kinds
	weight                []Weight // padded; nil: the weight of a cell is that of its kind
	masks                 [ruleCount]lazyMask
}

type lazyMask struct {
	once sync.Once
	bits []uint8
}

const (
	// MaxCells bounds the number of cells with the border, so every place fits
	// an [ID].
	MaxCells = 1<<31 - 1
	// maxKinds is the number of values that a cell's byte can tell apart, less
	// one for the border.
	maxKinds = 255
)

// ErrSize reports a width or height that no map can have.
var ErrSize = errors.New("grid: impossible map size")

// CheckSize returns [ErrSize], with the numbers, unless a map of that width
// and height (in cells) can be made: both at least 1, and at most [MaxCells]
// cells with the border.
func CheckSize(width, height int64) error {
	if width < 1 || height < 1 {
		return fmt.Errorf("%w: %d×%d; width and height must be at least 1", ErrSize, width, height)
	}
	if width > MaxCells || height > MaxCells || (width+2)*(height+2) > MaxCells {
		return fmt.Errorf("%w: %d×%d is more than %d cells with its border", ErrSize, width, height, MaxCells)
	}
	return nil
}

// FromKinds makes a map of width×height cells. cells holds, row by row, the
// index of each cell's kind in kinds. It copies what it is given. It is an
// error if the size is impossible, if len(cells) is not width·height, if there
// are more than 255 kinds, if an index is out of range or if an open kind has a
// weight that is negative or out of range.
func FromKinds(width, height int, kinds []Kind, cells []uint8) (*Map, error) {
	if err := CheckSize(int64(width), int64(height)); err != nil {
		return nil, err
	}
	if len(cells) != width*height {
		return nil, fmt.Errorf("grid: %d cells given for a map of %d×%d", len(cells), width, height)
	}
	if len(kinds) > maxKinds {
		return nil, fmt.Errorf("grid: %d kinds of cell; a map can have %d", len(kinds), maxKinds)
	}
	for _, k := range kinds {
		if problem := k.Weight.problem(); !k.Blocked && problem != "" {
			return nil, fmt.Errorf("grid: kind %q %s", k.Symbol, problem)
		}
	}
	m := newMap(width, height, kinds)
	for y := range height {
		row := m.kind[int(m.id(0, int32(y))):][:width]
		for x, k := range cells[y*width:][:width] {
			if int(k) >= len(kinds) {
				return nil, fmt.Errorf("grid: cell %d,%d has kind %d of %d; kinds are counted from 0", x, y, k, len(kinds))
			}
			row[x] = k
		}
	}
	return m, nil
}

// FromWeights makes a map of width×height cells from the weight of each cell,
// row by row, where [Blocked] marks a blocked one. The map has the kinds '.'
// (open) and '@' (blocked). It is an error if the size is impossible, if
// len(weights) is not width·height or if a weight that is not Blocked is
// negative or out of range.
func FromWeights(width, height int, weights []Weight) (*Map, error) {
	if err := CheckSize(int64(width), int64(height)); err != nil {
		return nil, err
	}
	if len(weights) != width*height {
		return nil, fmt.Errorf("grid: %d weights given for a map of %d×%d", len(weights), width, height)
	}
	m := newMap(width, height, []Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}})
	m.weight = make([]Weight, len(m.kind))
	for y := range height {
		for x, w := range weights[y*width:][:width] {
			id := m.id(int32(x), int32(y))
			switch {
			case w == Blocked:
				m.kind[id] = 1
			case w.aboveOne < -millionths:
				return nil, fmt.Errorf("grid: cell %d,%d %s", x, y, w.problem())
			default:
				m.kind[id] = 0
				m.weight[id] = w
			}
		}
	}
	return m, nil
}

// newMap returns a map whose every cell is of the border's kind.
func newMap(width, height int, kinds []Kind) *Map {
	m := &Map{width: int32(width), height: int32(height), stride: int32(width) + 2}
	m.kinds = append(slices.Clone(kinds), Kind{Symbol: '@', Blocked: true})
	m.kind = make([]uint8, (width+2)*(height+2))
	border := uint8(len(kinds))
	for i := range m.kind {
		m.kind[i] = border
	}
	return m
}

func (m *Map) id(x, y int32) ID { return ID((y+1)*m.stride + x + 1) }

// Width returns the number of columns.
func (m *Map) Width() int { return int(m.width) }

// Height returns the number of rows.
func (m *Map) Height() int { return int(m.height) }

// Stride returns the distance between the ids of a cell and of the one below
// it: the width and two border cells.
func (m *Map) Stride() int { return int(m.stride) }

// Len returns the number of ids, border included.
func (m *Map) Len() int { return len(m.kind) }

// In tells whether c lies on the map.
func (m *Map) In(c Cell) bool {
	return uint32(c.X) < uint32(m.width) && uint32(c.Y) < uint32(m.height)
}

// ID returns the place of c, which must lie on the map or its border.
func (m *Map) ID(c Cell) ID { return m.id(c.X, c.Y) }

// Cell returns the cell with the given id.
func (m *Map) Cell(id ID) Cell {
	return Cell{int32(id)%m.stride - 1, int32(id)/m.stride - 1}
}

// Offset returns what to add to an id for a step in direction d.
func (m *Map) Offset(d Dir) ID { return ID(d.DY()*m.stride + d.DX()) }

// Open tells whether c lies on the map and is not blocked.
func (m *Map) Open(c Cell) bool { return m.In(c) && m.OpenID(m.ID(c)) }

// OpenID tells whether the cell with the given id is not blocked. Border
// cells are blocked.
func (m *Map) OpenID(id ID) bool { return !m.kinds[m.kind[id]].Blocked }

// Kinds returns the kinds of cell that the map was made with, in their order.
// The caller must not change them.
func (m *Map) Kinds() []Kind { return m.kinds[:len(m.kinds)-1] }

// Kind returns the index in [Map.Kinds] of the kind of c, which must lie on
// the map.
func (m *Map) Kind(c Cell) int { return int(m.kind[m.ID(c)]) }

// Symbol returns the symbol of the kind of c, which must lie on the map.
func (m *Map) Symbol(c Cell) rune { return m.kinds[m.kind[m.ID(c)]].Symbol }

// Weight returns the weight of c, which must lie on the map; it has no meaning
// for a blocked cell.
func (m *Map) Weight(c Cell) Weight { return m.weightID(m.ID(c)) }

func (m *Map) weightID(id ID) Weight {
	if m.weight != nil {
		return m.weight[id]
	}
	return m.kinds[m.kind[id]].Weight
}

// HasWeightTable tells whether the map holds a weight for every single cell
// (it was made by [FromWeights]) rather than one for every kind.
func (m *Map) HasWeightTable() bool { return m.weight != nil }

// OpenCount returns the number of cells that are not blocked. It takes time in
// proportion to the map.
func (m *Map) OpenCount() int {
	count := 0
	for id := range m.kind {
		if m.OpenID(ID(id)) {
			count++
		}
	}
	return count
}

// OpenBits returns the padded map as bits, set where a cell is open: bit x%64 of
// words[y·length + x/64] stands for column x of row y, border included. It takes
// time in proportion to the map.
func (m *Map) OpenBits() (words []uint64, length int) {
	var open [maxKinds + 1]uint64
	for i, k := range m.kinds {
		if !k.Blocked {
			open[i] = 1
		}
	}
	stride := int(m.stride)
	length = (stride + 63) / 64
	words = make([]uint64, length*(int(m.height)+2))
	for y := range int(m.height) + 2 {
		row := words[y*length:][:length]
		for x, kind := range m.kind[y*stride:][:stride] {
			row[x>>6] |= open[kind] << (x & 63)
		}
	}
	return words, length
}

// MoveMasks returns, for every id, a byte in which bit d is set if a step from
// there in direction d is legal under the rule. Masks of blocked cells are 0,
// so no step leaves one. The masks of a rule are made once, on the first call,
// in time proportional to the map; the caller must not change them.
func (m *Map) MoveMasks(rule Rule) []uint8 {
	lazy := &m.masks[rule.index()]
	lazy.once.Do(func() { lazy.bits = m.makeMasks(rule) })
	return lazy.bits
}

// makeMasks slides a window of 3×3 cells along each row. The window is nine bits,
// three to a column from the top, the oldest column lowest; it is looked up in a
// table of the rule, so a cell costs three loads and a lookup.
func (m *Map) makeMasks(rule Rule) []uint8 {
	table := windowMasks(rule)
	var open [maxKinds + 1]uint16
	for i, k := range m.kinds {
		if !k.Blocked {
			open[i] = 1
		}
	}
	masks := make([]uint8, len(m.kind))
	stride := int(m.stride)
	for y := 1; y <= int(m.height); y++ {
		above := m.kind[(y-1)*stride:][:stride]
		here := m.kind[y*stride:][:stride]
		below := m.kind[(y+1)*stride:][:stride]
		row := masks[y*stride:][:stride]
		// The border column before it is blocked, so its bits are 0.
		window := (open[above[1]] | open[here[1]]<<1 | open[below[1]]<<2) << 6
		for x := 1; x < stride-1; x++ {
			next := open[above[x+1]] | open[here[x+1]]<<1 | open[below[x+1]]<<2
			window = window>>3 | next<<6
			row[x] = table[window&511]
		}
	}
	return masks
}

// windowMasks returns the mask of legal moves for every window of makeMasks.
func windowMasks(rule Rule) (table [512]uint8) {
	for window := range table {
		isOpen := func(d Dir) bool { return window>>((d.DX()+1)*3+d.DY()+1)&1 != 0 }
		if window>>4&1 == 0 { // the cell itself is blocked
			continue
		}
		var mask uint8
		for d := E; d <= N; d++ {
			if isOpen(d) {
				mask |= 1 << d
			}
		}
		if rule.Moves != Moves4 {
			for d := SE; d <= NW; d++ {
				if isOpen(d) && rule.Corners.allows(mask, d) {
					mask |= 1 << d
				}
			}
		}
		table[window] = mask
	}
	return table
}

// sides holds, for each diagonal direction, the bits of the two straight
// directions that it lies between.
var sides = [8]uint8{
	SE: 1<<E | 1<<S,
	NE: 1<<E | 1<<N,
	SW: 1<<W | 1<<S,
	NW: 1<<W | 1<<N,
}

// allows tells whether a diagonal step in direction d may be made where
// straight has a bit for each open straight neighbor.
func (r CornerRule) allows(straight uint8, d Dir) bool {
	switch beside := straight & sides[d]; r {
	case CornersNever:
		return beside == sides[d]
	case CornersOne:
		return beside != 0
	default:
		return true
	}
}

// Legal tells whether one step leads from one cell to the other under the
// rule: both open, neighbors, and no corner cut that the rule forbids.
func (m *Map) Legal(from, to Cell, rule Rule) bool {
	d, ok := DirBetween(from, to)
	return ok && m.In(from) && m.In(to) && m.MoveMasks(rule)[m.ID(from)]>>d&1 != 0
}

// Edit gives the cell Cell the kind with the index Kind in [Map.Kinds].
type Edit struct {
	Cell Cell
	Kind int
}

// With returns a copy of the map with the edits made in their order. The map
// itself stays as it is. In a map with a table of weights a blocked cell that
// is opened weighs what its new kind weighs. It is an error if a cell lies
// outside the map or an index is out of range.
func (m *Map) With(edits ...Edit) (*Map, error) {
	edited := &Map{width: m.width, height: m.height, stride: m.stride, kinds: m.kinds}
	edited.kind = slices.Clone(m.kind)
	edited.weight = slices.Clone(m.weight)
	for _, e := range edits {
		if !m.In(e.Cell) {
			return nil, fmt.Errorf("grid: edited cell %v lies outside the map of %d×%d", e.Cell, m.width, m.height)
		}
		if e.Kind < 0 || e.Kind >= len(m.Kinds()) {
			return nil, fmt.Errorf("grid: edited cell %v is to have kind %d; the map has the kinds 0 to %d", e.Cell, e.Kind, len(m.Kinds())-1)
		}
		id := m.ID(e.Cell)
		if edited.weight != nil && !edited.OpenID(id) {
			edited.weight[id] = m.kinds[e.Kind].Weight
		}
		edited.kind[id] = uint8(e.Kind)
	}
	return edited, nil
}
