// Package wholefile writes files whole or not at all.
//
// A file is written under a name of its own in the folder where it belongs, and
// takes its place when it is complete. What fails or is stopped leaves the older
// file as it was, and nothing beside it. A symbolic link is followed: its target is
// replaced, or made where there is none, and the link stays. What is no regular
// file, such as a device or a pipe, is written to directly.
package wholefile

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Error says that a file could not be written. Errors of whoever makes the
// content are not of this type.
type Error struct {
	Name string // as given
	Err  error  // the system's reason, or [ErrStopped]
}

func (e *Error) Error() string { return fmt.Sprintf("cannot write %s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// ErrStopped reports that the context ended before the file was complete, or that
// nobody read the pipe in time.
var ErrStopped = errors.New("stopped while it was being written")

// stop is an [ErrStopped] that also wraps the cause, whose text it has.
type stop struct{ cause error }

func (s *stop) Error() string   { return s.cause.Error() }
func (s *stop) Unwrap() []error { return []error{ErrStopped, s.cause} }

func stopped(ctx context.Context, name string) error {
	return &Error{name, &stop{fmt.Errorf("%w while it was being written", context.Cause(ctx))}}
}

func unread(name string, wait time.Duration) error {
	return &Error{name, &stop{fmt.Errorf("nobody read from it for %v", wait)}}
}

// Write makes the file of that name hold what write writes, or leaves it as it is.
// The permissions of a file that is replaced stay.
//
// If ctx ends in between, the next write fails and so does Write, even where nobody
// reads the pipe that is written to. A context that has ended before stops nothing:
// what is left of work that was interrupted can still be saved; but then nobody is
// waited for who might read a pipe. The error is an [*Error], or that of write.
func Write(ctx context.Context, name string, write func(io.Writer) error) error {
	return WriteWithin(ctx, name, 0, write)
}

// WriteWithin is [Write] with a bound on how long it waits at a time for somebody to
// read a pipe; 0: none. Then the error wraps [ErrStopped] too.
func WriteWithin(ctx context.Context, name string, wait time.Duration, write func(io.Writer) error) error {
	p, err := placeOf(name)
	if err != nil {
		return &Error{name, err}
	}
	if !p.regular {
		return writeDirectly(ctx, name, p.mode, wait, write)
	}
	if ctx.Err() != nil {
		ctx = context.WithoutCancel(ctx)
	}
	f, err := createBeside(p.target)
	if err != nil {
		return &Error{name, reason(err)}
	}
	err = fill(ctx, f, name, 0, write)
	if err == nil && p.exists {
		if chmodErr := os.Chmod(f.Name(), p.mode.Perm()); chmodErr != nil {
			err = &Error{name, reason(chmodErr)}
		}
	}
	if err == nil {
		renameErr := os.Rename(f.Name(), p.target)
		if renameErr == nil {
			return nil
		}
		err = &Error{name, reason(renameErr)}
	}
	if removeErr := os.Remove(f.Name()); removeErr != nil {
		err = fmt.Errorf("%w (and %s is left over: %v)", err, f.Name(), reason(removeErr))
	}
	return err
}

// Check is an error, an [*Error], if a file of that name could not be written now.
// It is for finding out before long work, and leaves everything as it is.
func Check(name string) error {
	p, err := placeOf(name)
	if err != nil {
		return &Error{name, err}
	}
	if !p.regular {
		return nil
	}
	f, err := createBeside(p.target)
	if err != nil {
		return &Error{name, reason(err)}
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return &Error{name, reason(err)}
	}
	return nil
}

// Same tells whether two names are, or would be, one file on disk: the same path, a
// link to the other, or two links to a third. Devices and pipes are never the
// same, since each write to them stands by itself.
func Same(a, b string) bool {
	placeA, errA := placeOf(a)
	placeB, errB := placeOf(b)
	if errA != nil || errB != nil || !placeA.regular || !placeB.regular {
		return false
	}
	if placeA.exists && placeB.exists {
		return os.SameFile(placeA.info, placeB.info)
	}
	return placeA.exists == placeB.exists && placeA.target == placeB.target
}

// place is where a file is written.
type place struct {
	regular bool        // or to become a regular file; else it is written to by its name
	exists  bool        //
	target  string      // absolute and without links, if regular
	mode    fs.FileMode // if it exists
	info    fs.FileInfo // if it exists
}

func placeOf(name string) (place, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return place{}, syscall.EISDIR
	case err == nil && !info.Mode().IsRegular():
		return place{exists: true, mode: info.Mode(), info: info}, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return place{}, reason(err)
	}
	target, linkErr := follow(name)
	if linkErr != nil {
		return place{}, reason(linkErr)
	}
	p := place{regular: true, exists: err == nil, target: target, info: info}
	if p.exists {
		p.mode = info.Mode()
	}
	return p, nil
}

// maxLinks is how many links Linux follows before it calls them a circle.
const maxLinks = 40

// follow returns where a name leads, absolute and without links. The last part of
// it need not exist.
func follow(name string) (string, error) {
	for range maxLinks {
		folder, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return "", err
		}
		if folder, err = filepath.Abs(folder); err != nil {
			return "", err
		}
		name = filepath.Join(folder, filepath.Base(name))
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		next, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(folder, next)
		}
		name = next
	}
	return "", syscall.ELOOP
}

// createBeside makes a new file in the folder of another. Its name does not grow
// with the other's, which may be as long as names can be.
func createBeside(target string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(target), ".astrolabe-"+rand.Text()[:12])
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// writeDirectly writes to what is no regular file. Opening a named pipe waits for
// its reader.
func writeDirectly(ctx context.Context, name string, mode fs.FileMode, wait time.Duration, write func(io.Writer) error) error {
	if ctx.Err() != nil {
		if mode&fs.ModeNamedPipe != 0 {
			return stopped(ctx, name)
		}
		ctx = context.WithoutCancel(ctx)
	}
	type opening struct {
		file *os.File
		err  error
	}
	opened := make(chan opening, 1)
	go func() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		opened <- opening{f, err}
	}()
	var late <-chan time.Time
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		late = timer.C
	}
	var err error
	select {
	case o := <-opened:
		if o.err != nil {
			return &Error{name, reason(o.err)}
		}
		return fill(ctx, o.file, name, wait, write)
	case <-ctx.Done():
		err = stopped(ctx, name)
	case <-late:
		err = unread(name, wait)
	}
	go func() {
		if o := <-opened; o.file != nil {
			o.file.Close()
		}
	}()
	return err
}

// fill writes and closes an open file.
func fill(ctx context.Context, f *os.File, name string, wait time.Duration, write func(io.Writer) error) error {
	watched := &writer{ctx: ctx, f: f, wait: wait}
	// A deadline that has passed ends a write that waits. Regular files take none,
	// and do not wait.
	release := context.AfterFunc(ctx, func() {
		watched.deadline.Lock()
		defer watched.deadline.Unlock()
		_ = f.SetWriteDeadline(time.Unix(1, 0))
	})
	defer release()
	buffered := bufio.NewWriter(watched)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	closeErr := f.Close()
	switch {
	case watched.err != nil && ctx.Err() != nil:
		return stopped(ctx, name)
	case errors.Is(watched.err, os.ErrDeadlineExceeded):
		return unread(name, wait)
	case watched.err != nil:
		return &Error{name, reason(watched.err)}
	case err != nil:
		return err
	case closeErr != nil:
		return &Error{name, reason(closeErr)}
	}
	return nil
}

// writer fails when its context has ended, or when a write has waited too long. It
// remembers whether writing failed, as opposed to the one who wrote.
type writer struct {
	ctx      context.Context
	f        *os.File
	wait     time.Duration // 0: for ever
	deadline sync.Mutex    // over setting it, so that the end of ctx has the last word
	err      error
}

func (w *writer) Write(p []byte) (n int, err error) {
	w.deadline.Lock()
	err = w.ctx.Err()
	if err == nil && w.wait > 0 {
		_ = w.f.SetWriteDeadline(time.Now().Add(w.wait))
	}
	w.deadline.Unlock()
	if err == nil {
		n, err = w.f.Write(p)
	}
	if err != nil {
		w.err = err
	}
	return n, err
}

// reason is an error of the system without the name that it was met with, which may
// be that of the temporary file.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
