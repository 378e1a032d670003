package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Documents reads the answers of a file one after the other: one object, or one a line,
// as "astrolabe compare --json" prints them. Blank lines are passed over. It keeps nothing
// of what it has read, so memory is in proportion to the longest line, and time to the
// file. Make one with [NewDocuments].
type Documents struct {
	r        *bufio.Reader
	name     string
	maxBytes int
	lines    int // read so far
	any      bool
	over     bool
}

// NewDocuments returns a reader of answers. The name stands in error messages and has no
// other use.
func NewDocuments(r io.Reader, name string) *Documents {
	return &Documents{r: bufio.NewReader(r), name: name, maxBytes: MaxDocumentBytes}
}

// Next returns the next answer, read as [ReadDocument] does, or [io.EOF] after the last.
// A file without any is an error. The errors are those of ReadDocument; after one
// there is nothing more to be read.
func (d *Documents) Next() (*Document, error) {
	for !d.over {
		above := d.lines
		line, err := d.line()
		if err != nil {
			d.over = true
			return nil, err
		}
		if len(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))) == 0 {
			continue
		}
		content := newValue(bytes.TrimRight(line, "\r\n"), d.name, above)
		if !d.any && !d.over && !json.Valid(content.raw) {
			// One object on several lines.
			rest, err := d.rest(len(line))
			if err != nil {
				d.over = true
				return nil, err
			}
			content, d.over = newValue(append(line, rest...), d.name, above), true
		}
		d.any = true
		doc, err := newDocument(content)
		d.over = d.over || err != nil
		return doc, err
	}
	if !d.any {
		d.any = true
		return nil, newValue(nil, d.name, 0).checkSyntax()
	}
	return nil, io.EOF
}

// line reads a line, with its end.
func (d *Documents) line() ([]byte, error) {
	var line []byte
	for {
		part, err := d.r.ReadSlice('\n')
		if len(line)+len(part) > d.maxBytes {
			return nil, newValue(nil, d.name, d.lines).errorf("want the one object of one answer", "the line has more than %d bytes", d.maxBytes)
		}
		line = append(line, part...)
		switch {
		case err == nil:
			d.lines++
			return line, nil
		case errors.Is(err, io.EOF):
			d.over = true
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, d.failed(err)
		}
	}
}

// rest reads what follows a number of bytes to the end of the file.
func (d *Documents) rest(before int) ([]byte, error) {
	rest, err := io.ReadAll(io.LimitReader(d.r, int64(d.maxBytes-before)+1))
	if err != nil {
		return nil, d.failed(err)
	}
	if before+len(rest) > d.maxBytes {
		return nil, newValue(nil, d.name, 0).errorf("want the one object of one answer", "the file has more than %d bytes", d.maxBytes)
	}
	return rest, nil
}

func (d *Documents) failed(err error) error { return fmt.Errorf("verify: reading %s: %w", d.name, err) }
