package trace

import (
	"encoding/binary"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// cursor reads numbers from the data of a chunk. After a failure it stays failed.
type cursor struct {
	data []byte
	bad  string // what was wrong
}

func (c *cursor) fail(format string, args ...any) {
	if c.bad == "" {
		c.bad = fmt.Sprintf(format, args...)
	}
	c.data = nil
}

func (c *cursor) byte() byte {
	if len(c.data) == 0 {
		c.fail("its data end too soon")
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

func (c *cursor) uvarint() uint64 {
	if len(c.data) > 0 && c.data[0] < 0x80 {
		v := uint64(c.data[0])
		c.data = c.data[1:]
		return v
	}
	v, n := binary.Uvarint(c.data)
	if n <= 0 {
		c.fail("its data end too soon, or have a number over 64 bits")
		return 0
	}
	c.data = c.data[n:]
	return v
}

// count reads a number that may be at most most.
func (c *cursor) count(name string, most uint64) int64 {
	v := c.uvarint()
	if v > most {
		c.fail("it has %d %s, at most %d are possible", v, name, most)
		return 0
	}
	return int64(v)
}

func (c *cursor) take(n int64) []byte {
	if n > int64(len(c.data)) {
		c.fail("its data end too soon")
		return nil
	}
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

// block is a decoded block of events, or a part of a checkpoint.
type block struct {
	first, steps int64 // events and expansions before it
	events       []Event
	expansions   int64
}

// operands reads a column of operands.
type operands struct {
	cursor
	dictionary [maxDictionary]int64
	known      int
}

func (o *operands) next() int64 {
	k := o.uvarint()
	if k > 0 {
		if k > uint64(o.known) {
			o.fail("an operand is number %d of a dictionary of %d", k, o.known)
			return 0
		}
		return o.dictionary[k-1]
	}
	v := unzigzag(o.uvarint())
	if o.known < maxDictionary {
		o.dictionary[o.known] = v
		o.known++
	}
	return v
}

// decoder decodes blocks; it holds what is only needed meanwhile.
type decoder struct {
	shapes  [maxShapes]shape
	columns [fields]operands
}

// decode overwrites b with the block in data. limit bounds its states. It
// returns what is wrong with the data, or "".
func (d *decoder) decode(b *block, data []byte, limit int64, checkpoint bool) string {
	c := cursor{data: data}
	b.first, b.steps = int64(c.uvarint()), int64(c.uvarint())
	n := c.count("records", maxRecords)
	m := c.count("shapes", maxShapes)
	switch {
	case c.bad != "":
	case b.first < 0 || b.steps < 0 || b.steps > b.first:
		c.fail("it begins after %d events and %d expansions", uint64(b.first), uint64(b.steps))
	case n == 0 || m == 0:
		c.fail("it has %d records and %d shapes, and needs at least one of each", n, m)
	}
	if c.bad == "" {
		d.readShapes(&c, int(m))
	}
	codes := c.take(n)
	back := cursor{data: c.take(int64(min(c.uvarint(), maxBlockBytes)))}
	for i := range d.columns {
		d.columns[i].cursor = cursor{data: c.take(int64(min(c.uvarint(), maxBlockBytes)))}
		d.columns[i].known = 0
	}
	if c.bad == "" && len(c.data) > 0 {
		c.fail("%d bytes follow its columns", len(c.data))
	}
	if c.bad != "" {
		return c.bad
	}
	if cap(b.events) < int(n) {
		b.events = make([]Event, n)
	}
	b.events = b.events[:n]
	if bad := d.records(b, codes, &back, int(m), limit, checkpoint); bad != "" {
		return bad
	}
	if back.bad != "" || len(back.data) > 0 {
		return "its column of references does not fit its records"
	}
	for i := range d.columns {
		if o := &d.columns[i]; o.bad != "" || len(o.data) > 0 {
			return "a column of operands does not fit its records"
		}
	}
	return ""
}

func (d *decoder) readShapes(c *cursor, m int) {
	for i := range m {
		s := &d.shapes[i]
		*s = shape{form: form(c.byte()) | form(c.byte())<<8 | form(c.byte())<<16}
		if s.form&^formBits != 0 || s.form.kind() >= kinds || s.form.base() > baseBack {
			c.fail("shape %d is none that there is (%06x); its kind of event may be unknown", i, uint32(s.form))
			return
		}
		for field := range s.delta {
			if s.form.inline(field) {
				s.delta[field] = unzigzag(c.uvarint())
			}
		}
	}
}

// records fills in the events.
func (d *decoder) records(b *block, codes []byte, back *cursor, m int, limit int64, checkpoint bool) string {
	none := &Event{Parent: NoState} // the zero record
	latest := none
	steps := b.steps
	for i, code := range codes {
		if int(code) >= m {
			return fmt.Sprintf("record %d has shape %d of %d", i, code, m)
		}
		s := &d.shapes[code]
		base := latest
		switch s.form.base() {
		case basePrevious:
			if base = none; i > 0 {
				base = &b.events[i-1]
			}
		case baseBack:
			k := back.uvarint()
			if k == 0 || k > uint64(i) {
				return fmt.Sprintf("record %d refers to the one %d before it", i, k)
			}
			base = &b.events[i-int(k)]
		}
		e := &b.events[i]
		delta := s.delta
		if operands := s.form.operands(); operands != 0 {
			for field := range delta {
				if operands>>field&1 != 0 {
					delta[field] = d.columns[field].next()
				}
			}
		}
		*e = Event{
			State: base.State + delta[fieldState], Parent: NoState,
			G: base.G + delta[fieldG], H: base.H + delta[fieldH],
			Kind: s.form.kind(), Side: search.Side(s.form.side()),
		}
		switch s.form.parent() {
		case parentBase:
			e.Parent = base.State
		case parentSame:
			e.Parent = base.Parent
		case parentDelta:
			e.Parent = e.State + delta[fieldParent]
		}
		switch s.form.rule() {
		case ruleSum:
			e.F = e.G + e.H
		case ruleG:
			e.F = e.G
		case ruleH:
			e.F = e.H
		default:
			e.F = e.G + e.H + (base.F - base.G - base.H) + delta[fieldExcess]
		}
		if e.Kind == Expand {
			latest = e
			if !checkpoint {
				steps++
			}
		}
		e.Step = steps
		if err := e.check(steps, limit); err != nil {
			return fmt.Sprintf("record %d: %v", i, err)
		}
	}
	b.expansions = steps - b.steps
	return ""
}
