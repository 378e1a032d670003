package trace

import "encoding/binary"

// encoder turns events into the data of one block after another. It chooses
// bases and shapes by what it saw in the same block only, so equal events make
// equal bytes.
type encoder struct {
	first, steps int64 // events and expansions before the block
	n            int   // records in the block
	most         int   // records that a block may have: maxRecords, but for tests
	expansions   int64 // in the block
	latest       base  // the latest expansion in the block
	before       base  // the record before
	earlier      base  // the one that a back reference is to
	checkpoint   bool  // the records are those of a checkpoint

	// known has the last record of each state, or as many as it has room for.
	known *book
	whole bool   // known has every state
	block uint32 // number of the block of events, modulo blockNumbers
	// generates tells that there was a Generate. Then all states have one, so that
	// others need not be looked up to be counted.
	generates bool

	codes  [maxRecords]byte // the shape of each record
	shapes []shape
	inline int // how many of them say differences
	// slots finds a shape by its hash: its number plus one.
	slots [slotMask + 1]uint16
	// seen has the hashes of records whose shape was not known; at its second
	// appearance a record gets one.
	seen [1024]uint64

	back    []byte
	columns [fields]column
}

// base is what a record is told by: an earlier one, or the zero record.
type base struct {
	state, parent, g, h, f int64
	is                     bool // not the zero record
}

// column is a column of operands.
type column struct {
	bytes      []byte
	dictionary []int64
	slots      [256]uint8 // place in the dictionary plus one, by hash
}

func (c *column) reset() {
	c.bytes, c.dictionary = c.bytes[:0], c.dictionary[:0]
	clear(c.slots[:])
}

func (c *column) put(v int64) {
	slot := uint64(v) * 0x9E3779B97F4A7C15 >> 56
	for ; c.slots[slot] != 0; slot = (slot + 1) & 255 {
		if k := c.slots[slot]; c.dictionary[k-1] == v {
			c.bytes = append(c.bytes, k)
			return
		}
	}
	c.bytes = append(c.bytes, 0)
	c.bytes = binary.AppendUvarint(c.bytes, zigzag(v))
	if len(c.dictionary) < maxDictionary {
		c.dictionary = append(c.dictionary, v)
		c.slots[slot] = uint8(len(c.dictionary))
	}
}

func newEncoder(bookBytes int64) *encoder {
	e := &encoder{known: newBook(bookBytes), whole: true, most: maxRecords}
	e.begin(0, 0)
	return e
}

// begin starts a block after that many events and expansions.
func (e *encoder) begin(first, steps int64) {
	e.first, e.steps, e.n, e.expansions = first, steps, 0, 0
	e.latest, e.before = zero, zero
	if !e.checkpoint {
		if e.block = (e.block + 1) % blockNumbers; e.block == 0 {
			e.known.age()
			e.block = 1
		}
	}
	e.back = e.back[:0]
	e.shapes, e.inline = e.shapes[:0], 0
	clear(e.slots[:])
	clear(e.seen[:])
	for i := range e.columns {
		e.columns[i].reset()
	}
}

// zero is the base of a record that has none.
var zero = base{parent: NoState}

// full tells whether the block can take no further record.
func (e *encoder) full() bool { return e.n == e.most || len(e.shapes) == maxShapes }

// add takes an event into the block, which must not be full.
func (e *encoder) add(ev *Event) {
	var s shape
	if e.checkpoint {
		s.form = basePrevious<<baseBit | parentDelta<<parentBit
		if ev.Parent == NoState {
			s.form = basePrevious << baseBit
		}
		e.code(&s, &e.before, ev)
		return
	}
	place := placeAfter[ev.Kind]
	if place == unknown {
		e.code(&s, e.relate(&s, ev, nil), ev)
		return
	}
	n := (*node)(nil)
	if pages := e.known.sides[ev.Side].low; ev.State/pageStates < int64(len(pages)) && pages[ev.State/pageStates] != nil {
		n = &pages[ev.State/pageStates][ev.State%pageStates] // at, without the call
	} else {
		n = e.known.at(ev.State, ev.Side)
	}
	if n == nil {
		// Go on without those known so far, and without checkpoints.
		e.known.empty()
		e.whole = false
		n = e.known.at(ev.State, ev.Side)
	}
	switch {
	case ev.Kind == Generate:
		e.known.size++
		e.generates = true
	case !e.generates && n.mark == 0:
		e.known.size++
	}
	if !e.addChild(ev) {
		e.code(&s, e.relate(&s, ev, n), ev)
	}
	e.whole = n.write(ev, place, e.block, uint32(e.n-1)) && e.whole
	if ev.Kind == Expand {
		e.latest = e.before
		e.expansions++
	}
}

// addChild is relate and code for what most events are: a successor of the latest
// expansion, of a shape that is known, with f = g + h. It returns false for others.
func (e *encoder) addChild(ev *Event) bool {
	if ev.Parent != e.latest.state || ev.F != ev.G+ev.H || !e.latest.is {
		return false
	}
	f := form(ev.Kind) | form(ev.Side)<<sideBit | baseExpansion<<baseBit | parentBase<<parentBit | ruleSum<<ruleBit
	state, g, h := ev.State-e.latest.state, ev.G-e.latest.g, ev.H-e.latest.h
	for slot := hashOf(f, state, g, h) & slotMask; e.slots[slot] != 0; slot = (slot + 1) & slotMask {
		number := e.slots[slot] - 1
		if s := &e.shapes[number]; s.form == f && s.delta[fieldState] == state && s.delta[fieldG] == g && s.delta[fieldH] == h {
			e.codes[e.n] = byte(number)
			e.n++
			e.before.set(ev.State, ev.Parent, ev.G, ev.H, ev.F)
			return true
		}
	}
	return false
}

// relate chooses the base of an event and how its parent is told. n is the node of
// the state, if it has one. A node is looked at only where nothing nearer serves:
// it is rarely in a processor's cache.
func (e *encoder) relate(s *shape, ev *Event, n *node) *base {
	if e.latest.is {
		switch {
		case ev.Parent == e.latest.state:
			s.form = baseExpansion<<baseBit | parentBase<<parentBit
			return &e.latest
		case ev.State == e.latest.state && ev.Parent == e.latest.parent:
			s.form = baseExpansion<<baseBit | parentSame<<parentBit
			return &e.latest
		}
	}
	if e.before.is && e.before.state == ev.State && e.before.parent == ev.Parent {
		s.form = basePrevious<<baseBit | parentSame<<parentBit
		return &e.before
	}
	if n != nil && e.refer(n, ev.State) && e.earlier.parent == ev.Parent {
		s.form = baseBack<<baseBit | parentSame<<parentBit
		e.back = binary.AppendUvarint(e.back, uint64(e.n-n.at()))
		return &e.earlier
	}
	if ev.Parent == NoState {
		s.form = baseExpansion<<baseBit | parentNone<<parentBit
		return &e.latest
	}
	if p := e.known.find(ev.Parent, ev.Side); p != nil && e.refer(p, ev.Parent) {
		s.form = baseBack<<baseBit | parentBase<<parentBit
		e.back = binary.AppendUvarint(e.back, uint64(e.n-p.at()))
		return &e.earlier
	}
	s.form = baseExpansion<<baseBit | parentDelta<<parentBit
	return &e.latest
}

// refer makes the last record of a state the earlier one. It returns false if
// there is none in the block.
func (e *encoder) refer(n *node, state int64) bool {
	if n.mark == 0 || n.mark>>18 != e.block || n.at() >= e.n {
		return false
	}
	n.base(&e.earlier, state)
	return true
}

// set fills the base in field by field: a literal is built on the stack and then
// copied, which stalls the processor for as long as all the rest of add takes.
func (b *base) set(state, parent, g, h, f int64) {
	b.state, b.parent, b.g, b.h, b.f = state, parent, g, h, f
	b.is = true
}

// code ends the record of an event, which s tells how to relate to a base.
func (e *encoder) code(s *shape, b *base, ev *Event) {
	s.form |= form(ev.Kind) | form(ev.Side)<<sideBit
	s.delta[fieldState] = ev.State - b.state
	s.delta[fieldG] = ev.G - b.g
	s.delta[fieldH] = ev.H - b.h
	if s.form.parent() == parentDelta {
		s.delta[fieldParent] = ev.Parent - ev.State
	}
	switch ev.F {
	case ev.G + ev.H:
	case ev.G:
		s.form |= ruleG << ruleBit
	case ev.H:
		s.form |= ruleH << ruleBit
	default:
		s.form |= ruleExcess << ruleBit
		s.delta[fieldExcess] = (ev.F - ev.G - ev.H) - (b.f - b.g - b.h)
	}
	e.codes[e.n] = e.number(s)
	e.n++
	e.before.set(ev.State, ev.Parent, ev.G, ev.H, ev.F)
}

// number returns the number of a shape, and writes the operands that it leaves
// open.
func (e *encoder) number(s *shape) byte {
	hash := s.hash()
	slot, known := e.find(s, hash)
	if known {
		return byte(e.slots[slot] - 1)
	}
	if sight := &e.seen[hash>>10&1023]; *sight != hash|1 || e.inline == inlineShapes {
		*sight = hash | 1
		for field := range s.delta {
			if v := s.delta[field]; v != 0 {
				e.columns[field].put(v)
				s.form |= 1 << (operandsBit + field)
				s.delta[field] = 0
			}
		}
		if slot, known = e.find(s, s.hash()); known {
			return byte(e.slots[slot] - 1)
		}
	}
	e.shapes = append(e.shapes, *s)
	if s.form.operands() == 0 {
		e.inline++
	}
	e.slots[slot] = uint16(len(e.shapes))
	return byte(len(e.shapes) - 1)
}

// find looks a shape up. If it is not known, its place among the slots is
// returned.
func (e *encoder) find(s *shape, hash uint64) (slot uint64, known bool) {
	for slot = hash & slotMask; e.slots[slot] != 0; slot = (slot + 1) & slotMask {
		if e.shapes[e.slots[slot]-1].equal(s) {
			return slot, true
		}
	}
	return slot, false
}

// appendBlock appends the data of the block; it must not be empty.
func (e *encoder) appendBlock(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(e.first))
	dst = binary.AppendUvarint(dst, uint64(e.steps))
	dst = binary.AppendUvarint(dst, uint64(e.n))
	dst = binary.AppendUvarint(dst, uint64(len(e.shapes)))
	for i := range e.shapes {
		s := &e.shapes[i]
		dst = append(dst, uint8(s.form), uint8(s.form>>8), uint8(s.form>>16))
		for field, v := range s.delta {
			if s.form.inline(field) {
				dst = binary.AppendUvarint(dst, zigzag(v))
			}
		}
	}
	dst = append(dst, e.codes[:e.n]...)
	dst = appendColumn(dst, e.back)
	for i := range e.columns {
		dst = appendColumn(dst, e.columns[i].bytes)
	}
	return dst
}

func appendColumn(dst, column []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(column)))
	return append(dst, column...)
}
