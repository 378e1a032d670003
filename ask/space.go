// Package ask opens a file as what it holds. It has the list of domains: whoever adds
// one adds a line here.
package ask

import (
	"bufio"
	"io"

	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/graph"
	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
)

// Format is a kind of file that holds a space.
type Format struct {
	Domain string
	// Detect tells from the beginning of a file, and from its name where that does not
	// suffice, whether it is of this kind.
	Detect func(head []byte, name string) bool
	// Open reads the file. Its errors name the file and the line.
	Open func(r io.Reader, name string) (domain.Space, error)
}

// Formats returns the kinds of file, in the order in which they are tried.
func Formats() []Format {
	return []Format{
		{tiles.Domain, tiles.Detect, tiles.Open},
		{graph.Domain, graph.Detect, graph.Open},
	}
}

// headSize is how much of a file is looked at to tell its kind.
const headSize = 1 << 16

// Space opens a file that holds a space. If it is of none of the [Formats], the space
// is nil and rest delivers all of the file, for whoever can read it.
func Space(r io.Reader, name string) (space domain.Space, rest io.Reader, err error) {
	buffered := bufio.NewReaderSize(r, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	for _, f := range Formats() {
		if f.Detect(head, name) {
			space, err = f.Open(buffered, name)
			return space, nil, err
		}
	}
	return nil, buffered, nil
}
