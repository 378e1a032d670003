package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/astrolabe-search/astrolabe/ask"
	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// stdinName is what messages call standard input.
const stdinName = "standard input"

// open returns a file, or standard input for "-", with the name for messages. A
// named pipe is waited for until somebody opens its other end, and what comes through
// it, or from a keyboard, for as long as that takes: but no longer than until ctx
// ends, nor than a.wait at a time.
func (a *app) open(ctx context.Context, name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return newPatient(ctx, a.wait, stdinName, func() (io.ReadCloser, error) { return io.NopCloser(a.stdin), nil }), stdinName, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, "", fileError(name, "read", err)
	}
	if info.IsDir() {
		return nil, "", fileError(name, "read", syscall.EISDIR)
	}
	open := func() (io.ReadCloser, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, fileError(name, "read", err)
		}
		return f, nil
	}
	if !info.Mode().IsRegular() {
		return newPatient(ctx, a.wait, name, open), name, nil
	}
	f, err := open()
	if err != nil {
		return nil, "", err
	}
	return watched{ctx, name, f}, name, nil
}

// watched is a file whose reading ends with a context.
type watched struct {
	ctx  context.Context
	name string
	io.ReadCloser
}

func (w watched) Read(p []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, unfinished(w.ctx, w.name)
	}
	return w.ReadCloser.Read(p)
}

// unfinished is the error of a file that was being read when ctx ended.
func unfinished(ctx context.Context, name string) error {
	return &codedError{exitLimit, fmt.Errorf("%s: %w while it was being read", name, context.Cause(ctx))}
}

// readMap reads a map file, or a map from standard input for "-".
func (a *app) readMap(ctx context.Context, name string) (*mapfile.File, error) {
	return read(ctx, a, name, func(r io.Reader, name string) (*mapfile.File, error) {
		return mapfile.Read(r, name, mapfile.Limits{})
	})
}

// readSubject reads a file as what it holds: a space of another domain, or a map.
func (a *app) readSubject(ctx context.Context, name string) (*mapfile.File, domain.Space, error) {
	type subject struct {
		file  *mapfile.File
		space domain.Space
	}
	s, err := read(ctx, a, name, func(r io.Reader, name string) (s subject, err error) {
		space, rest, err := ask.Space(r, name)
		if err != nil || space != nil {
			return subject{space: space}, err
		}
		s.file, err = mapfile.Read(rest, name, mapfile.Limits{})
		return s, err
	})
	return s.file, s.space, err
}

// read opens a file and decodes it, unless ctx ends first: whoever types a map
// and then thinks better of it is not kept waiting, nor is one whose file takes long to
// decode. Decode is then left to itself, so it must do nothing but read; for what
// also writes there is stream.
func read[T any](ctx context.Context, a *app, name string, decode func(r io.Reader, name string) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	decoded := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = stream(ctx, a, name, func(r io.Reader, name string) (err error) {
			o.value, err = decode(r, name)
			return err
		})
		decoded <- o
	}()
	var none T
	select {
	case o := <-decoded:
		if o.err != nil {
			return none, o.err
		}
		return o.value, nil
	case <-ctx.Done():
		shown := name
		if name == "-" {
			shown = stdinName
		}
		return none, unfinished(ctx, shown)
	}
}

// stream opens a file and works on what is read from it. Reading fails when ctx ends.
// It does not return before work does.
func stream(ctx context.Context, a *app, name string, work func(r io.Reader, name string) error) error {
	f, shown, err := a.open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	err = ofReading(work(bufio.NewReader(f), shown))
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return fileError(shown, "read", err)
	}
	return err
}

// ofReading is the error of work on a file, or that of waiting for more of it, which
// whoever worked may have wrapped: it says all that there is to say.
func ofReading(err error) error {
	if coded, ok := errors.AsType[*codedError](err); ok {
		return coded
	}
	return err
}
