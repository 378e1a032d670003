package mapfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// maxHeaderLine is the longest line, in bytes, that is not a row of cells: room
// for any file name in a scenario.
const maxHeaderLine = 8 << 10

// errLongLine reports a line longer than the limit given to lines.next.
var errLongLine = errors.New("line too long")

// lines reads a file line by line and counts them. It holds no more than one
// line in memory.
type lines struct {
	r      *bufio.Reader
	long   []byte // a line that does not fit into r's buffer
	number int    // of the line that next returned, from 1
	bytes  int64  // read so far, up to and with that line
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line without its end, LF or CR LF, and without a byte
// order mark at the file's beginning. The line stays valid until the next
// call. The error is io.EOF after the last line, errLongLine if the line has
// more than limit bytes (the rest of the file is then lost), or the reader's.
//
// A line that holds a NUL may be cut short after it: no format allows one, and
// an endless file of them must not be held in memory.
func (l *lines) next(limit int64) ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = l.join(line, limit)
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, err
	}
	l.number++
	l.bytes += int64(len(line))
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if int64(len(line)) > limit {
		return nil, errLongLine
	}
	return line, nil
}

// join returns a line that is longer than r's buffer, from its first part on,
// or so much of it as shows that it is over the limit or holds a NUL.
func (l *lines) join(part []byte, limit int64) (line []byte, err error) {
	const around = len("\ufeff\r\n") // what does not count
	l.long = l.long[:0]
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		l.long = append(l.long, part...)
		if int64(len(l.long)-around) > limit || bytes.IndexByte(part, 0) >= 0 {
			return l.long, nil
		}
		part, err = l.r.ReadSlice('\n')
	}
	l.long = append(l.long, part...)
	return l.long, err
}

// field is a word of a line and the column, in characters from 1, where it
// begins.
type field struct {
	text   string
	column int
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// splitFields returns the words of a line, which are separated by blanks or
// tabs.
func splitFields(line string) []field {
	var fields []field
	column, begin := 0, -1
	for i, r := range line {
		column++
		switch {
		case isBlank(r):
			begin = -1
		case begin < 0:
			begin = i
			fields = append(fields, field{column: column})
			fallthrough
		default:
			fields[len(fields)-1].text = line[begin : i+utf8.RuneLen(r)]
		}
	}
	return fields
}
