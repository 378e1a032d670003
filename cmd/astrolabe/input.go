package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/astrolabe-search/astrolabe/mapfile"
)

// stdinName is what messages call standard input.
const stdinName = "standard input"

// open returns a file, or standard input for "-", with the name for messages.
func (a *app) open(name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return io.NopCloser(a.stdin), stdinName, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, "", fileError(name, "read", err)
	}
	if info.IsDir() {
		return nil, "", fileError(name, "read", syscall.EISDIR)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", fileError(name, "read", err)
	}
	return f, name, nil
}

// readMap reads a map file, or a map from standard input for "-".
func (a *app) readMap(ctx context.Context, name string) (*mapfile.File, error) {
	return read(ctx, a, name, func(r io.Reader, name string) (*mapfile.File, error) {
		return mapfile.Read(r, name, mapfile.Limits{})
	})
}

// read opens a file and decodes it, unless ctx ends first: whoever types a map
// and then thinks better of it is not kept waiting.
func read[T any](ctx context.Context, a *app, name string, decode func(r io.Reader, name string) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	var none T
	f, shown, err := a.open(name)
	if err != nil {
		return none, err
	}
	decoded := make(chan outcome, 1)
	go func() {
		defer f.Close()
		value, err := decode(bufio.NewReader(f), shown)
		var pathErr *os.PathError
		if errors.As(err, &pathErr) {
			err = fileError(shown, "read", err)
		}
		decoded <- outcome{value, err}
	}()
	select {
	case o := <-decoded:
		return o.value, o.err
	case <-ctx.Done():
		return none, &codedError{exitLimit, fmt.Errorf("%s: %w while it was being read", shown, context.Cause(ctx))}
	}
}
