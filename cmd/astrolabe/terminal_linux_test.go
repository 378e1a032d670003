package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// openTerminal opens a pseudo-terminal of some size and returns both its ends:
// what is written to the one can be read from the other.
func openTerminal(t *testing.T, columns, lines uint16) (screenEnd, programEnd *os.File) {
	t.Helper()
	screenEnd, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screenEnd.Close() })
	control := func(request uintptr, argument unsafe.Pointer) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screenEnd.Fd(), request, uintptr(argument)); errno != 0 {
			t.Fatal(errno)
		}
	}
	var unlocked, number int32
	control(syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	control(syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{lines, columns}
	control(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	programEnd, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return screenEnd, programEnd
}

// onTerminal runs the command with a terminal as standard output and returns
// what it shows.
func onTerminal(t *testing.T, columns, lines uint16, environment []string, args ...string) string {
	t.Helper()
	screenEnd, programEnd := openTerminal(t, columns, lines)
	cmd := realCommand(t, args...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "NO_COLOR=") || strings.HasPrefix(v, "COLORTERM=")
	}), environment...)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = programEnd, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	programEnd.Close()
	// Reading ends with EIO when the last program has closed its end.
	shown, err := io.ReadAll(screenEnd)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return strings.ReplaceAll(string(shown), "\r\n", "\n")
}

func TestTerminalShowsColoredPicture(t *testing.T) {
	for _, test := range []struct {
		environment []string
		has, lacks  string
	}{
		{[]string{"TERM=xterm"}, "\x1b[", "38;5;"},
		{[]string{"TERM=xterm-256color"}, "\x1b[48;5;", "48;2;"},
		{[]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, "\x1b[48;2;", "48;5;"},
		{[]string{"TERM=xterm-256color", "NO_COLOR=1"}, "│", "\x1b"},
		{[]string{"TERM=dumb"}, "│", "\x1b"},
	} {
		shown := onTerminal(t, 80, 40, test.environment, "solve", example(t, "harbor.txt"))
		if !strings.Contains(shown, test.has) || strings.Contains(shown, test.lacks) {
			t.Errorf("with %v: want %q and no %q in\n%q", test.environment, test.has, test.lacks, shown)
		}
		if !strings.Contains(shown, "78+16√2 ≈ 100.6274") {
			t.Errorf("with %v: no cost in\n%s", test.environment, shown)
		}
	}
	plain := onTerminal(t, 80, 40, []string{"TERM=xterm"}, "solve", example(t, "harbor.txt"), "--color", "never", "--draw", "never")
	if strings.Contains(plain, "\x1b") || !strings.HasPrefix(plain, "status ") {
		t.Errorf("with --color never --draw never: got\n%q", plain)
	}
}

// TestPictureThatFitsTheWidthIsWhole draws a map of 72×30 cells, in a frame, on screens
// that are too low for it and the answer: too low by little, and by much.
func TestPictureThatFitsTheWidthIsWhole(t *testing.T) {
	for lines, whole := range map[uint16]bool{40: true, 24: true, 16: true, 15: false} {
		shown := onTerminal(t, 80, lines, []string{"NO_COLOR=1"}, "solve", example(t, "harbor.txt"))
		if got := strings.HasPrefix(shown, "┌"+strings.Repeat("─", 72)+"┐\n") && strings.Count(shown, "│\n") == 30; got != whole {
			t.Errorf("80×%d: whole is %v, want %v:\n%s", lines, got, whole, shown)
		}
	}
}

// TestOutputFitsTerminal draws a map that is larger than the terminal.
func TestOutputFitsTerminal(t *testing.T) {
	for _, columns := range []int{40, 80, 132} {
		const lines = 30
		for _, verb := range []string{"solve", "compare"} {
			shown := onTerminal(t, uint16(columns), lines, []string{"NO_COLOR=1"}, verb, example(t, "harbor.txt"))
			rows := strings.Split(strings.TrimSuffix(shown, "\n"), "\n")
			if verb == "solve" && columns < 74 && len(rows) >= lines {
				t.Errorf("%s takes %d rows of a terminal of %d lines:\n%s", verb, len(rows), lines, shown)
			}
			for _, row := range rows {
				if n := len([]rune(row)); n > columns && columns >= 80 {
					t.Errorf("%s: a row of %d characters on a terminal of %d columns:\n%s", verb, n, columns, row)
				}
			}
		}
	}
}
