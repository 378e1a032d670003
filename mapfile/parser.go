package mapfile

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

// parser holds what the readers of all formats share: the lines, the name for
// messages and the limit.
type parser struct {
	*lines
	name     string
	maxCells int64
}

// errorf returns a SyntaxError for the line that was read last.
func (p *parser) errorf(column int, remedy, format string, args ...any) error {
	return p.errorAt(p.number, column, remedy, format, args...)
}

func (p *parser) errorAt(line, column int, remedy, format string, args ...any) error {
	return &SyntaxError{
		File: p.name, Line: line, Column: column,
		Msg: fmt.Sprintf(format, args...), Remedy: remedy,
	}
}

// cause returns a SyntaxError for the line read last from another package's
// error of the form "what is wrong; what would be right".
func (p *parser) cause(column int, err error) error {
	msg, remedy, _ := strings.Cut(err.Error(), "; ")
	return p.errorf(column, remedy, "%s", msg)
}

// failed gives a reader's error, which is not one of syntax, the file's name.
func (p *parser) failed(err error) error { return fmt.Errorf("%s: %w", p.name, err) }

// checkText returns an error if a line holds a NUL or is not valid UTF-8.
func (p *parser) checkText(line []byte) error {
	if at := bytes.IndexByte(line, 0); at >= 0 {
		return p.badSymbol(line, at, "")
	}
	if utf8.Valid(line) {
		return nil
	}
	at := 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return p.badSymbol(line, at, "")
}

// badSymbol returns the error for the character at a byte offset in the line
// read last, which cannot stand there. The remedy is for a character that is
// valid text.
func (p *parser) badSymbol(line []byte, at int, remedy string) error {
	column := utf8.RuneCount(line[:at]) + 1
	r, size := utf8.DecodeRune(line[at:])
	switch {
	case r == 0:
		return p.errorf(column, "want plain text in UTF-8", "a NUL byte: this is not a text file")
	case r == utf8.RuneError && size == 1:
		return p.errorf(column, "want plain text in UTF-8", "the byte 0x%02X is not valid UTF-8: this is not a text file", line[at])
	}
	return p.errorf(column, remedy, "unknown symbol %s", strconv.QuoteRune(r))
}

// header returns the next line that is not a row; the error is io.EOF if there
// is none.
func (p *parser) header() (string, error) {
	line, err := p.next(maxHeaderLine)
	switch {
	case err == io.EOF:
		return "", err
	case err == errLongLine:
		return "", p.errorf(0, "want a short line here", "the line is longer than %d bytes", maxHeaderLine)
	case err != nil:
		return "", p.failed(err)
	}
	if err := p.checkText(line); err != nil {
		return "", err
	}
	return string(line), nil
}

// number32 reads a field as an integer from least to [math.MaxInt32].
func (p *parser) number32(f field, what string, least int64) (int32, error) {
	want := fmt.Sprintf("want a whole number from %d to %d", least, math.MaxInt32)
	n, err := strconv.ParseInt(f.text, 10, 64)
	if err != nil || n < least || n > math.MaxInt32 {
		return 0, p.errorf(f.column, want, "%s is %q", what, clip(f.text))
	}
	return int32(n), nil
}

// clip shortens what a message quotes from a file.
func clip(text string) string {
	const most = 40 // characters
	for i := range text {
		if utf8.RuneCountInString(text[:i]) == most {
			return text[:i] + "…"
		}
	}
	return text
}

// checkSize returns an error at the line read last unless a map of that size,
// at least 1×1, may be read. Nothing may be allocated for a claimed size before it, nor for
// the claim alone after it.
func (p *parser) checkSize(width, height int64) error {
	if height <= p.maxCells/width && grid.CheckSize(width, height) == nil {
		return nil
	}
	return p.tooLarge(fmt.Sprintf("a map of %d×%d cells", width, height))
}

// tooLarge returns the error for a map that is over the limit of cells.
func (p *parser) tooLarge(what string) error {
	remedy := "cut the map into smaller ones: no map can have more, border included"
	if p.maxCells < grid.MaxCells {
		remedy = "raise the limit, or cut the map into smaller ones"
	}
	return &SyntaxError{
		File: p.name, Line: p.number,
		Msg:    fmt.Sprintf("%s is over the limit of %d cells", what, p.maxCells),
		Remedy: remedy,
		Err:    ErrTooLarge,
	}
}

// end returns an error unless only empty lines follow the last of the rows; lines of
// blanks are empty too, unless a blank is a cell.
func (p *parser) end(height int, blanksAreCells bool) error {
	for {
		line, err := p.next(maxHeaderLine)
		switch {
		case err == io.EOF:
			return nil
		case err == errLongLine:
		case err != nil:
			return p.failed(err)
		case len(line) == 0, !blanksAreCells && len(trimBlanks(line)) == 0:
			continue
		}
		return p.errorf(0, "remove it or correct the header's height", "a row too many: the header claims %d", height)
	}
}
