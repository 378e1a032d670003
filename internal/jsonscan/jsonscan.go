// Package jsonscan reads one JSON value from a reader, part by part, and keeps none of
// it: who reads says how long a text may be before it is read, and counts the items of
// a list as they come. Package encoding/json, for comparison, holds a whole value, and a
// list of millions of small items takes a hundred times what it is written in.
package jsonscan

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// ErrSyntax reports what is no JSON, or no JSON of the kind that was asked for.
var ErrSyntax = errors.New("not the JSON that was expected")

// ErrTooLong reports a text or a number that is longer than the caller allows.
var ErrTooLong = errors.New("too long")

const (
	bufferSize = 1 << 12
	// maxNumber bounds the bytes of a number; a float64 needs no more than 24.
	maxNumber = 64
	// maxDepth bounds how deep what is skipped may nest.
	maxDepth = 1 << 10
)

// Scanner reads a value. Its methods each read one value that must come next, white
// space before it included; after an error it must not be used further.
type Scanner struct {
	r      io.Reader
	buffer []byte // what was read of r and comes next
	space  []byte
	read   int64 // bytes of r
	err    error // of r, once it gave one
}

// New returns a Scanner that takes about 4 KiB.
func New(r io.Reader) *Scanner { return &Scanner{r: r, space: make([]byte, bufferSize)} }

// Offset returns how many bytes have been scanned.
func (s *Scanner) Offset() int64 { return s.read - int64(len(s.buffer)) }

// fill makes sure that there is a byte in the buffer.
func (s *Scanner) fill() bool {
	for range 100 { // as io.ErrNoProgress has it
		if len(s.buffer) > 0 {
			return true
		}
		if s.err != nil {
			return false
		}
		n, err := s.r.Read(s.space)
		s.read += int64(n)
		s.buffer, s.err = s.space[:n], err
	}
	if len(s.buffer) == 0 && s.err == nil {
		s.err = io.ErrNoProgress
	}
	return len(s.buffer) > 0
}

// next takes a byte.
func (s *Scanner) next() (byte, error) {
	if !s.fill() {
		return 0, s.end()
	}
	c := s.buffer[0]
	s.buffer = s.buffer[1:]
	return c, nil
}

// end returns why there is no further byte.
func (s *Scanner) end() error {
	if s.err == io.EOF {
		return fmt.Errorf("%w: it ends too soon: %w", ErrSyntax, io.ErrUnexpectedEOF)
	}
	return s.err
}

func (s *Scanner) wrong(want string, c byte) error {
	return fmt.Errorf("%w: %q after %d bytes; want %s", ErrSyntax, c, s.Offset()-1, want)
}

// Peek returns the first byte of what comes next behind white space: a brace or a
// bracket, a quotation mark, a digit or a minus, or a letter; or what may follow a value.
func (s *Scanner) Peek() (byte, error) {
	for s.fill() {
		switch c := s.buffer[0]; c {
		case ' ', '\t', '\r', '\n':
			s.buffer = s.buffer[1:]
		default:
			return c, nil
		}
	}
	return 0, s.end()
}

// take reads the byte, which must come next.
func (s *Scanner) take(want byte) error {
	if _, err := s.Peek(); err != nil {
		return err
	}
	c, err := s.next()
	if err == nil && c != want {
		err = s.wrong(strconv.QuoteRune(rune(want)), c)
	}
	return err
}

// End is an error unless nothing but white space follows.
func (s *Scanner) End() error {
	c, err := s.Peek()
	switch {
	case err == nil:
		return fmt.Errorf("%w: %q follows after %d bytes; want nothing", ErrSyntax, c, s.Offset())
	case s.err == io.EOF:
		return nil
	}
	return err
}

// Object reads an object whose keys have at most longest bytes. It calls field behind
// each key, and field must read the value. A key that comes twice is the caller's matter.
func (s *Scanner) Object(longest int, field func(key string) error) error {
	return s.items('{', '}', func() error {
		key, err := s.String(longest)
		if err != nil {
			return err
		}
		if err := s.take(':'); err != nil {
			return err
		}
		return field(key)
	})
}

// List reads a list. It calls item before each item, with its number from 0, and item
// must read it.
func (s *Scanner) List(item func(i int) error) error {
	i := -1
	return s.items('[', ']', func() error {
		i++
		return item(i)
	})
}

func (s *Scanner) items(opening, closing byte, item func() error) error {
	if err := s.take(opening); err != nil {
		return err
	}
	c, err := s.Peek()
	if err == nil && c == closing {
		return s.take(closing)
	}
	for err == nil {
		if err = item(); err != nil {
			return err
		}
		if _, err = s.Peek(); err != nil {
			return err
		}
		switch c, err = s.next(); {
		case err != nil || c == closing:
			return err
		case c != ',':
			return s.wrong(fmt.Sprintf("a comma or %q", closing), c)
		}
	}
	return err
}

// String reads a text of at most longest bytes of UTF-8, as decoded. Longer ones are
// [ErrTooLong].
func (s *Scanner) String(longest int) (string, error) {
	var text []byte
	err := s.Runes(func(r rune) error {
		if len(text)+utf8.RuneLen(r) > longest {
			return fmt.Errorf("%w: a text of more than %d bytes, which begins %.20q", ErrTooLong, longest, text)
		}
		text = utf8.AppendRune(text, r)
		return nil
	})
	return string(text), err
}

// Runes reads a text of any length and calls each for its characters. Half of a pair
// of UTF-16 surrogates is U+FFFD; bytes that are no UTF-8 are an error.
func (s *Scanner) Runes(each func(rune) error) error {
	if err := s.take('"'); err != nil {
		return err
	}
	for {
		c, err := s.next()
		if err != nil {
			return err
		}
		r := rune(c)
		switch {
		case c == '"':
			return nil
		case c < ' ':
			return s.wrong("a text without control characters", c)
		case c == '\\':
			if r, err = s.escaped(each); err != nil {
				return err
			}
		case c >= utf8.RuneSelf:
			if r, err = s.multibyte(c); err != nil {
				return err
			}
		}
		if err := each(r); err != nil {
			return err
		}
	}
}

// multibyte reads the rest of a character that begins with c.
func (s *Scanner) multibyte(c byte) (rune, error) {
	bytes := [utf8.UTFMax]byte{c}
	n := 1
	for !utf8.FullRune(bytes[:n]) {
		next, err := s.next()
		if err != nil {
			return 0, err
		}
		bytes[n] = next
		n++
	}
	r, size := utf8.DecodeRune(bytes[:n])
	if size != n || r == utf8.RuneError && n == 1 {
		return 0, s.wrong("UTF-8", c)
	}
	return r, nil
}

var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped reads what follows a backslash. Where two escapes are no pair, it gives the
// first to each and returns the second.
func (s *Scanner) escaped(each func(rune) error) (rune, error) {
	c, err := s.next()
	if err != nil {
		return 0, err
	}
	if c != 'u' {
		r, ok := escapes[c]
		if !ok {
			return 0, s.wrong("an escape that there is", c)
		}
		return r, nil
	}
	r, err := s.hex()
	for err == nil && utf16.IsSurrogate(r) {
		if !s.fill() || s.buffer[0] != '\\' {
			return utf8.RuneError, nil
		}
		s.buffer = s.buffer[1:]
		if !s.fill() {
			return 0, s.end()
		}
		if s.buffer[0] != 'u' {
			if err := each(utf8.RuneError); err != nil {
				return 0, err
			}
			return s.escaped(each)
		}
		s.buffer = s.buffer[1:]
		second, err := s.hex()
		if err != nil {
			return 0, err
		}
		if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
			return pair, nil
		}
		if err := each(utf8.RuneError); err != nil {
			return 0, err
		}
		r = second
	}
	return r, err
}

// hex reads four hexadecimal digits.
func (s *Scanner) hex() (rune, error) {
	r := rune(0)
	for range 4 {
		c, err := s.next()
		if err != nil {
			return 0, err
		}
		digit, err := strconv.ParseUint(string(rune(c)), 16, 4)
		if err != nil {
			return 0, s.wrong("four hexadecimal digits", c)
		}
		r = r<<4 | rune(digit)
	}
	return r, nil
}

// Number reads a number and returns it as it is written.
func (s *Scanner) Number() (string, error) {
	c, err := s.Peek()
	if err != nil {
		return "", err
	}
	var text []byte
	for s.fill() {
		c = s.buffer[0]
		if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
			break
		}
		if len(text) == maxNumber {
			return "", fmt.Errorf("%w: a number of more than %d digits, which begins %s", ErrTooLong, maxNumber, text)
		}
		text = append(text, c)
		s.buffer = s.buffer[1:]
	}
	if !isNumber(text) {
		if len(text) == 0 {
			s.buffer = s.buffer[1:] // it was peeked at
			return "", s.wrong("a number", c)
		}
		return "", fmt.Errorf("%w: %q is no number", ErrSyntax, text)
	}
	return string(text), nil
}

// isNumber tells whether a text is a number by the grammar of JSON.
func isNumber(text []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n > 0
	}
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	if len(text) > 0 && text[0] == '0' {
		text = text[1:]
	} else if !digits() {
		return false
	}
	if len(text) > 0 && text[0] == '.' {
		if text = text[1:]; !digits() {
			return false
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(text) == 0
}

// Int reads a whole number of 64 bits, written without a point and an exponent.
func (s *Scanner) Int() (int64, error) {
	text, err := s.Number()
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %s is no whole number of 64 bits", ErrSyntax, text)
	}
	return v, nil
}

// Bool reads true or false.
func (s *Scanner) Bool() (bool, error) {
	word, err := s.word()
	if err == nil && word == "null" {
		err = fmt.Errorf("%w: null; want true or false", ErrSyntax)
	}
	return word == "true", err
}

// Null reads null.
func (s *Scanner) Null() error {
	word, err := s.word()
	if err == nil && word != "null" {
		err = fmt.Errorf("%w: %s; want null", ErrSyntax, word)
	}
	return err
}

// word reads true, false or null.
func (s *Scanner) word() (string, error) {
	first, err := s.Peek()
	if err != nil {
		return "", err
	}
	for _, word := range []string{"true", "false", "null"} {
		if word[0] != first {
			continue
		}
		for i := range len(word) {
			if c, err := s.next(); err != nil {
				return "", err
			} else if c != word[i] {
				return "", s.wrong(word, c)
			}
		}
		return word, nil
	}
	s.buffer = s.buffer[1:] // it was peeked at
	return "", s.wrong("a value", first)
}

// Skip reads any value and forgets it.
func (s *Scanner) Skip() error { return s.skip(0) }

func (s *Scanner) skip(depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%w: it nests more than %d values", ErrTooLong, maxDepth)
	}
	c, err := s.Peek()
	if err != nil {
		return err
	}
	forget := func(rune) error { return nil }
	switch {
	case c == '"':
		return s.Runes(forget)
	case c == '[':
		return s.List(func(int) error { return s.skip(depth + 1) })
	case c == '{':
		return s.items('{', '}', func() error {
			if err := s.Runes(forget); err != nil {
				return err
			}
			if err := s.take(':'); err != nil {
				return err
			}
			return s.skip(depth + 1)
		})
	case c == '-' || c >= '0' && c <= '9':
		_, err := s.Number()
		return err
	}
	_, err = s.word()
	return err
}
