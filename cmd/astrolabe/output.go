package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

// output is a buffered standard output that keeps its first error, so that
// printing needs no checks and Flush tells.
type output struct{ *bufio.Writer }

func newOutput(w io.Writer) *output { return &output{bufio.NewWriter(w)} }

func (o *output) printf(format string, args ...any) { fmt.Fprintf(o, format, args...) }

// fileError says which file could not be read or written, why, and what to do.
// done is "read" or "write".
func fileError(name, done string, err error) error {
	reason := err
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		reason = pathErr.Err
	}
	remedy := ""
	switch {
	case errors.Is(err, fs.ErrNotExist) && done == "read":
		remedy = "; check the name"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		remedy = fmt.Sprintf("; create the folder %s first", filepath.Dir(name))
	case errors.Is(err, syscall.ENOSPC):
		remedy = "; make room or write elsewhere"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		remedy = fmt.Sprintf("; choose one that you may %s", done)
	case errors.Is(err, syscall.EISDIR):
		remedy = "; name a file"
	}
	return fmt.Errorf("%s: cannot %s: %w%s", name, done, reason, remedy)
}

// writeFile writes a file whole or not at all, see [wholefile.Write]; "-" is standard
// output. If ctx ends in between, it is given up with the exit code of a limit; a ctx
// that has ended before stops nothing. Errors of write itself are returned as they are.
// How long it waits for somebody to read a pipe is bounded by a.wait.
func (a *app) writeFile(ctx context.Context, name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(a.stdout)
	}
	return writeError(name, wholefile.WriteWithin(ctx, name, a.wait, write))
}

// checkWritable is an error if writeFile could not write a file of that name now.
// It is for finding out before a long search.
func checkWritable(name string) error {
	return writeError(name, wholefile.Check(name))
}

// writeError puts an error of writing a file in the command's words.
func writeError(name string, err error) error {
	var failed *wholefile.Error
	switch errors.As(err, &failed); {
	case errors.Is(err, wholefile.ErrStopped):
		return &codedError{exitLimit, fmt.Errorf("%s: %w", name, failed.Err)}
	case failed != nil:
		return fileError(name, "write", failed.Err)
	}
	return err
}

// finishing returns the context of work that is still to be done when a search has
// ended, such as drawing it: a search that was interrupted is drawn as far as it got,
// and drawing one that was not can be interrupted itself.
func finishing(ctx context.Context) context.Context {
	if ctx.Err() != nil {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// cutShort is err, the outcome of work that makes the content of a file; or, if the
// work's context has ended, the error that says so.
func cutShort(ctx context.Context, name string, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return &codedError{exitLimit, fmt.Errorf("%s: %w before it was written", name, context.Cause(ctx))}
}
