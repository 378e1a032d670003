//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// namedPipe makes one in a folder.
func namedPipe(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// waiter is a call of the command that waits for the other end of a pipe, $pipe.
type waiter struct {
	ending string // of the pipe's name
	args   string
}

// whileWaiting makes a pipe for each call, starts it, lets wait find out that it waits,
// and cancels it. It must end, and say so in one line about a file.
func whileWaiting(t *testing.T, variables map[string]string, calls []waiter, wait func(t *testing.T, pipe string) io.Closer) {
	for _, call := range calls {
		t.Run(call.args, func(t *testing.T) {
			dir := t.TempDir()
			pipe := namedPipe(t, dir)
			if call.ending != "" {
				link := filepath.Join(dir, "link"+call.ending)
				if err := os.Symlink(pipe, link); err != nil {
					t.Fatal(err)
				}
				pipe = link
			}
			args := strings.Fields(call.args)
			for i := range args {
				args[i] = os.Expand(args[i], func(name string) string {
					switch name {
					case "pipe":
						return pipe
					case "dir":
						return dir
					}
					return variables[name]
				})
			}
			before := folder(t, dir)
			ctx, cancel := context.WithCancelCause(t.Context())
			done := make(chan finished, 1)
			go func() { done <- runIn(t, ctx, "", args...) }()
			other := wait(t, pipe)
			cancel(errors.New("enough"))
			got := <-done
			other.Close()
			// What is written may still be read or searched for when its reader is gone.
			want := "^astrolabe: (" + regexp.QuoteMeta(pipe) + "|.*run\\.trace): enough (while it was being (read|written)|before it was written)[^\n]*\n$"
			if got.code != exitLimit || !regexp.MustCompile(want).MatchString(got.stderr) {
				t.Errorf("exit code %d and %q, want %d and %s", got.code, got.stderr, exitLimit, want)
			}
			if after := folder(t, dir); after != before {
				t.Errorf("there is %s, and was %s", after, before)
			}
		})
	}
}

// folder lists the files of a folder.
func folder(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

// TestCancelEndsWaitingForAWriter names a pipe wherever a file can be read.
func TestCancelEndsWaitingForAWriter(t *testing.T) {
	recorded := filepath.Join(t.TempDir(), "run.trace")
	if got := runIn(t, t.Context(), "", "solve", example(t, "hills.txt"), "--trace", recorded); got.code != exitOK {
		t.Fatal(got.stderr)
	}
	variables := map[string]string{"map": example(t, "harbor.txt"), "rooms": example(t, "rooms.map"), "trace": recorded}
	whileWaiting(t, variables, []waiter{
		{"", "solve $pipe"},
		{"", "compare $pipe"},
		{"", "bench $pipe $map"},
		{"", "bench $rooms $pipe"},
		{"", "bench $rooms --compare $pipe"},
		{"", "inspect $pipe"},
		{"", "check-heuristic $pipe"},
		{"", "verify $pipe $map"},
		{"", "verify $map $pipe"},
		{"", "explain $pipe --cell 0,0"},
		{"", "figure $pipe $dir/out.svg"},
		{"", "figure $pipe $dir/out.html"},
		{"", "figure $trace $dir/out.html --compare $pipe"},
		{"", "export $pipe $dir/out.jsonl"},
		{"", "convert $pipe $dir/out.map"},
		{"", "studio $pipe"},
	}, func(t *testing.T, pipe string) io.Closer {
		for {
			// Not waiting for a reader, it fails while there is none.
			f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
			if err == nil {
				return f
			}
			if !errors.Is(err, syscall.ENXIO) {
				t.Fatal(err)
			}
			runtime.Gosched()
		}
	})
}

// TestCancelEndsWaitingForAReader names a pipe wherever a file can be written, and
// reads the first byte of more than a pipe holds.
func TestCancelEndsWaitingForAReader(t *testing.T) {
	dir := t.TempDir()
	variables := map[string]string{"maze": filepath.Join(dir, "maze.map"), "trace": filepath.Join(dir, "run.trace")}
	for _, args := range []string{
		"generate maze --size 401x401 --out $maze",
		"solve $maze --from 1,1 --to 399,399 --algorithm dijkstra --trace $trace",
	} {
		args = os.Expand(args, func(name string) string { return variables[name] })
		if got := runIn(t, t.Context(), "", strings.Fields(args)...); got.code != exitOK {
			t.Fatal(got.stderr)
		}
	}
	whileWaiting(t, variables, []waiter{
		{"", "solve $maze --from 1,1 --to 399,399 --algorithm dijkstra --trace $pipe"},
		{".svg", "solve $maze --from 1,1 --to 399,399 --figure $pipe"},
		{".svg", "compare $maze --from 1,1 --to 9,9 --figure $pipe"},
		{".svg", "figure $trace $pipe"},
		{".html", "figure $trace $pipe"},
		{".jsonl", "export $trace $pipe"},
		{"", "convert $maze $pipe --to native"},
		{"", "generate maze --size 401x401 --out $pipe"},
	}, func(t *testing.T, pipe string) io.Closer {
		f, err := os.Open(pipe)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(f, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		return f
	})
}

// TestMaxTimeEndsWaitingForPipes gives no writer and no reader the time to come.
func TestMaxTimeEndsWaitingForPipes(t *testing.T) {
	harbor := example(t, "harbor.txt")
	for _, test := range []struct{ args, want string }{
		{"solve $pipe", "nothing came for 1ms"},
		{"compare $pipe", "nothing came for 1ms"},
		{"solve " + harbor + " --trace $pipe", "nobody read from it for 1ms"},
	} {
		pipe := namedPipe(t, t.TempDir())
		got := runIn(t, t.Context(), "", append(strings.Fields(strings.ReplaceAll(test.args, "$pipe", pipe)), "--max-time", "1ms")...)
		if want := "astrolabe: " + pipe + ": " + test.want + "\n"; got.code != exitLimit || got.stderr != want {
			t.Errorf("%s: exit code %d and %q, want %d and %q", test.args, got.code, got.stderr, exitLimit, want)
		}
	}
}

// TestInterruptedExportLeavesNothing stops an export when half of its output is there.
func TestInterruptedExportLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := namedPipe(t, t.TempDir())
	recorded := filepath.Join(t.TempDir(), "run.trace")
	lines := filepath.Join(t.TempDir(), "run.jsonl")
	for _, args := range [][]string{{"solve", example(t, "harbor.txt"), "--trace", recorded}, {"export", recorded, lines}} {
		if got := runIn(t, t.Context(), "", args...); got.code != exitOK {
			t.Fatal(got.stderr)
		}
	}
	trace, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan finished, 1)
	go func() { done <- runIn(t, ctx, "", "export", pipe, filepath.Join(dir, "out.jsonl")) }()
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.Write(trace[:len(trace)/2]); err != nil {
		t.Fatal(err)
	}
	for begun := false; !begun; runtime.Gosched() {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		begun = len(files) > 0
		select {
		case got := <-done:
			t.Fatalf("it ended too soon, with exit code %d and %q", got.code, got.stderr)
		default:
		}
	}
	cancel(errors.New("enough"))
	got := <-done
	// It may have been at either end.
	if want := ": enough while it was being "; got.code != exitLimit || !strings.Contains(got.stderr, want) || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("exit code %d and %q, want %d and %q", got.code, got.stderr, exitLimit, want)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%v is left, want nothing: %v", files, err)
	}
}

// TestSignalsEndWaiting sends each signal to a process that waits for more of a map.
func TestSignalsEndWaiting(t *testing.T) {
	// Where these tests run under nohup, a process would inherit that SIGHUP is ignored;
	// of a signal that somebody waits for, it inherits nothing.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			pipe := namedPipe(t, t.TempDir())
			cmd := realCommand(t, "solve", pipe)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// When the other end is open, the process is prepared for signals.
			writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
			if _, err := io.WriteString(writer, "S."); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != exitLimit || !strings.Contains(stderr.String(), pipe+": ") || !strings.Contains(stderr.String(), "while it was being read") {
				t.Errorf("exit code %d and %q, want %d and that it was being read", code, stderr.String(), exitLimit)
			}
		})
	}
}
