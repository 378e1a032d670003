//go:build unix

package wholefile_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

// pipe makes a named pipe.
func pipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestPipeIsWrittenTo(t *testing.T) {
	name := pipe(t)
	done := make(chan error, 1)
	go func() { done <- wholefile.Write(t.Context(), name, text("through")) }()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, err := io.ReadAll(f); err != nil || string(data) != "through" {
		t.Errorf("got %q, %v", data, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Nobody opens the other end.
func TestPipeWithoutReader(t *testing.T) {
	name := pipe(t)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() { done <- wholefile.Write(ctx, name, text("in vain")) }()
	cancel(cause)
	for range 2 { // the second time it has ended before
		if err := <-done; !errors.Is(err, wholefile.ErrStopped) || !errors.Is(err, cause) {
			t.Errorf("got %v, want %v", err, cause)
		}
		done <- wholefile.Write(ctx, name, text("in vain"))
	}
	err := wholefile.WriteWithin(t.Context(), name, time.Nanosecond, text("in vain"))
	if !errors.Is(err, wholefile.ErrStopped) || !strings.HasSuffix(err.Error(), "nobody read from it for 1ns") {
		t.Errorf("got %v, want that nobody read", err)
	}
}

// Somebody opens the other end, and does not read on.
func TestPipeThatIsFull(t *testing.T) {
	more := strings.Repeat("more than a pipe holds ", 1<<20)
	for _, wait := range []time.Duration{0, time.Millisecond} {
		name := pipe(t)
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		// Opened for both, so that this waits for nobody.
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		done := make(chan error, 1)
		go func() { done <- wholefile.WriteWithin(ctx, name, wait, text(more)) }()
		if wait == 0 {
			if _, err := io.ReadFull(f, make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			cancel(cause)
		}
		err = <-done
		if wait == 0 && !errors.Is(err, cause) || wait > 0 && !strings.Contains(err.Error(), "nobody read from it") || !errors.Is(err, wholefile.ErrStopped) {
			t.Errorf("waiting for at most %v: got %v", wait, err)
		}
	}
}
