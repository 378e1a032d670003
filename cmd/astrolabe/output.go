package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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

// writeFile writes a file whole or not at all: to a temporary file in the same
// folder, which then takes the name. What exists and is no regular file, such
// as a device or a pipe, is written to directly; "-" is standard output. Errors
// of write itself are returned as they are.
func (a *app) writeFile(name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(a.stdout)
	}
	target, mode := name, fs.FileMode(0)
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		target = resolved
	}
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return fileError(name, "write", syscall.EISDIR)
		}
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(target, os.O_WRONLY, 0)
			if err != nil {
				return fileError(name, "write", err)
			}
			return fill(f, name, write)
		}
		mode = info.Mode().Perm()
	}
	f, err := createBeside(target)
	if err != nil {
		return fileError(name, "write", err)
	}
	temporary := f.Name()
	err = fill(f, name, write)
	if err == nil && mode != 0 {
		err = os.Chmod(temporary, mode)
	}
	if err == nil {
		if err = os.Rename(temporary, target); err == nil {
			return nil
		}
		err = fileError(name, "write", err)
	}
	if removeErr := os.Remove(temporary); removeErr != nil {
		err = fmt.Errorf("%w (and %s is left over: %v)", err, temporary, removeErr)
	}
	return err
}

// createBeside makes a temporary file in the folder of another.
func createBeside(target string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(target), "."+strings.TrimPrefix(filepath.Base(target), ".")+"."+rand.Text()[:8])
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// checkWritable is an error if writeFile could not write a file of that name now.
// It is for finding out before a long search.
func checkWritable(name string) error {
	target := name
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		target = resolved
	}
	if info, err := os.Stat(target); err == nil {
		switch {
		case info.IsDir():
			return fileError(name, "write", syscall.EISDIR)
		case !info.Mode().IsRegular():
			return nil
		}
	}
	f, err := createBeside(target)
	if err != nil {
		return fileError(name, "write", err)
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return fileError(name, "write", err)
	}
	return nil
}

// fill writes and closes an open file.
func fill(f *os.File, name string, write func(io.Writer) error) error {
	watched := &watchedWriter{w: f}
	buffered := bufio.NewWriter(watched)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	closeErr := f.Close()
	switch {
	case watched.err != nil:
		return fileError(name, "write", watched.err)
	case err != nil:
		return err
	case closeErr != nil:
		return fileError(name, "write", closeErr)
	}
	return nil
}

// watchedWriter remembers whether writing failed, as opposed to the one who
// wrote.
type watchedWriter struct {
	w   io.Writer
	err error
}

func (w *watchedWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}
