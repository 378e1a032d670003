package studio

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

// inflating is the memory that inflating takes: a window of 32 KiB, tables and a buffer.
const inflating = 64 << 10

// isZipped tells whether a header declares a body to be compressed by gzip; ok is false
// if it declares anything else but none.
func isZipped(h http.Header) (zipped, ok bool) {
	switch strings.ToLower(strings.TrimSpace(strings.Join(h.Values("Content-Encoding"), ","))) {
	case "", "identity":
		return false, true
	case "gzip", "x-gzip":
		return true, true
	}
	return false, false
}

// inflated reads what is compressed by gzip. Where that is damaged the error is a
// zipError; those of the source are passed on.
type inflated struct {
	source io.Reader
	failed error // of the source
	gzip   *gzip.Reader
}

// zipError is the error of what is not as gzip makes it.
type zipError struct{ err error }

func (e *zipError) Error() string { return e.err.Error() }

// Read implements [io.Reader].
func (z *inflated) Read(p []byte) (n int, err error) {
	if z.gzip == nil {
		z.gzip, err = gzip.NewReader(sourceOf{z})
	}
	if err == nil {
		n, err = z.gzip.Read(p)
	}
	switch {
	case z.failed != nil:
		return n, z.failed
	case err == nil, err == io.EOF && z.gzip != nil:
		return n, err
	case err == io.EOF: // of nothing
		err = io.ErrUnexpectedEOF
	}
	return n, &zipError{err}
}

// sourceOf is the source of a reader, which keeps its error.
type sourceOf struct{ *inflated }

func (s sourceOf) Read(p []byte) (int, error) {
	n, err := s.source.Read(p)
	if err != nil && err != io.EOF {
		s.failed = err
	}
	return n, err
}
