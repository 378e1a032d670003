package trace

// A block of events is held as columns. A record is told by its difference from
// an earlier record of the block, its base, and the differences that are common
// have a number: a shape. On a grid nearly every record is one of some hundred
// shapes ("generate, one cell to the east of the cell expanded last, g more by a
// step, h less by a step"), so it takes one byte, which DEFLATE then makes
// smaller. What a shape leaves open stands in a column of operands.
//
// docs/trace.md has the layout byte by byte.

// The base of a record.
const (
	baseExpansion = 0 // the latest expansion in the block
	basePrevious  = 1 // the record before
	baseBack      = 2 // the record that a number of the column back says
)

// The parent of a record.
const (
	parentNone  = 0
	parentBase  = 1 // the base's state
	parentSame  = 2 // the base's parent
	parentDelta = 3 // the state plus a difference
)

// The rule for f.
const (
	ruleSum    = 0 // g + h
	ruleG      = 1
	ruleH      = 2
	ruleExcess = 3 // g + h + the base's f−g−h + a difference
)

// The fields of a record that have a difference; a shape's bits of operands and
// the columns of operands are in this order.
const (
	fieldState = iota
	fieldParent
	fieldG
	fieldH
	fieldExcess
	fields
)

// shape is a common form of a record. Differences that are operands are 0.
type shape struct {
	form  form
	delta [fields]int64
}

// form is all of a shape but its differences, laid out as its three bytes in the
// file: kind (4 bits), side (1), base (2), nothing (1); parent (2), rule (2),
// nothing (4); for each field, whether it is an operand (5).
type form uint32

const (
	sideBit     = 4
	baseBit     = 5
	parentBit   = 8
	ruleBit     = 10
	operandsBit = 16
	formBits    = 0b00011111_00001111_01111111
)

func (f form) kind() Kind       { return Kind(f & 15) }
func (f form) side() uint8      { return uint8(f >> sideBit & 1) }
func (f form) base() uint8      { return uint8(f >> baseBit & 3) }
func (f form) parent() uint8    { return uint8(f >> parentBit & 3) }
func (f form) rule() uint8      { return uint8(f >> ruleBit & 3) }
func (f form) operands() uint32 { return uint32(f >> operandsBit) }

// inline tells whether the shape says a field's difference itself.
func (f form) inline(field int) bool {
	switch field {
	case fieldParent:
		if f.parent() != parentDelta {
			return false
		}
	case fieldExcess:
		if f.rule() != ruleExcess {
			return false
		}
	}
	return f.operands()>>field&1 == 0
}

func (s *shape) equal(t *shape) bool {
	return s.form == t.form &&
		s.delta[fieldState] == t.delta[fieldState] && s.delta[fieldParent] == t.delta[fieldParent] &&
		s.delta[fieldG] == t.delta[fieldG] && s.delta[fieldH] == t.delta[fieldH] && s.delta[fieldExcess] == t.delta[fieldExcess]
}

// hash mixes the shape's parts.
func (s *shape) hash() uint64 {
	h := hashOf(s.form, s.delta[fieldState], s.delta[fieldG], s.delta[fieldH])
	if s.delta[fieldParent]|s.delta[fieldExcess] != 0 {
		h += uint64(s.delta[fieldParent])*0xA0761D6478BD642F + uint64(s.delta[fieldExcess])*0xE7037ED1A0B428DB
		h ^= h >> 32
	}
	return h
}

// hashOf is the hash of a shape that has no other differences. The products do not wait
// for each other; the factors are odd and otherwise without meaning.
func hashOf(f form, state, g, h int64) uint64 {
	sum := uint64(f)*0x9E3779B97F4A7C15 + uint64(state)*0xC2B2AE3D27D4EB4F + uint64(g)*0x165667B19E3779F9 + uint64(h)*0xD6E8FEB86659FD93
	return sum ^ sum>>32
}

// slotMask gives a hash its place in a table of four times as many slots as there
// are shapes.
const slotMask = 4*maxShapes - 1

const (
	// maxRecords bounds a block. Longer blocks need fewer references out of
	// them, shorter ones are sooner decoded.
	maxRecords = 1 << 16
	// maxShapes is what one byte tells apart. Up to inlineShapes of them say
	// differences; the rest is for shapes whose differences are operands, of
	// which a search has a dozen or two.
	maxShapes    = 256
	inlineShapes = 192
	// maxDictionary bounds the dictionary of a column, so that its numbers take
	// one byte.
	maxDictionary = 127
)

func zigzag(v int64) uint64   { return uint64(v<<1) ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }
