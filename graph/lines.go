package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// SyntaxError says what is wrong with a file, where, and what would be right.
type SyntaxError struct {
	Name         string // of the file
	Line, Column int    // counted from 1; a column of 0 is the whole line
	Message      string
}

func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// maxLine is the length of the longest line, in bytes.
const maxLine = 1 << 16

// lines reads a file line by line.
type lines struct {
	name    string
	scanner *bufio.Scanner
	number  int
	words   []field // of the line
}

// field is a word of a line, and the column of its first byte.
type field struct {
	text   string
	column int
}

func newLines(r io.Reader, name string) *lines {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 4096), maxLine)
	return &lines{name: name, scanner: scanner}
}

// next reads the next line that has words and does not begin with a comment, and
// tells whether there is one.
func (l *lines) next(comments ...string) (bool, error) {
	for l.scanner.Scan() {
		l.number++
		text := l.scanner.Text()
		if l.number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		l.split(text)
		if len(l.words) > 0 && !beginsWithOne(l.words[0].text, comments) {
			return true, nil
		}
	}
	if err := l.scanner.Err(); err == bufio.ErrTooLong {
		l.number++
		return false, l.errorf(0, "the line is longer than %d bytes", maxLine)
	} else if err != nil {
		return false, fmt.Errorf("%s:%d: %w", l.name, l.number+1, err)
	}
	return false, nil
}

func beginsWithOne(word string, comments []string) bool {
	for _, c := range comments {
		if strings.HasPrefix(word, c) {
			return true
		}
	}
	return false
}

// split finds the words of a line: what stands between blanks, tabs and commas.
func (l *lines) split(text string) {
	l.words = l.words[:0]
	for i := 0; i < len(text); {
		if isSeparator(text[i]) {
			i++
			continue
		}
		begin := i
		for i < len(text) && !isSeparator(text[i]) {
			i++
		}
		l.words = append(l.words, field{text[begin:i], begin + 1})
	}
}

func isSeparator(b byte) bool { return b == ' ' || b == '\t' || b == ',' || b == '\r' || b == ';' }

func (l *lines) errorf(column int, format string, args ...any) error {
	return &SyntaxError{l.name, l.number, column, fmt.Sprintf(format, args...)}
}

// clip shortens a word for a message.
func clip(word string) string {
	if len(word) > 40 {
		return word[:40] + "..."
	}
	return word
}
