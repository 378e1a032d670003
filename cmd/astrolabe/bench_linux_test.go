package main

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestProgressLineOnATerminal(t *testing.T) {
	screenEnd, programEnd := openTerminal(t, 80, 24)
	p := newProgressLine(programEnd)
	p.set(10, 40)
	time.Sleep(progressInterval + 100*time.Millisecond)
	p.stop()
	programEnd.Close()
	shown, err := io.ReadAll(screenEnd)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	const line = "\r[#####...............] 10 of 40 queries, about 1s left"
	text := string(shown)
	if !strings.HasPrefix(text, line) {
		t.Errorf("got %q, want it to begin with %q", text, line)
	}
	if after := "\r" + strings.Repeat(" ", len(line)-1) + "\r"; !strings.HasSuffix(text, after) {
		t.Errorf("got %q, want the line taken back", text)
	}
}
