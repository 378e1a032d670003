package main

import (
	"errors"
	"io"
	"regexp"
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
	text := string(shown)
	// How long it takes depends on how busy the machine is.
	line := regexp.MustCompile(`^\r\[#####\.{15}\] 10 of 40 queries, about \d+m?s left`).FindString(text)
	if line == "" {
		t.Fatalf("got %q, want it to begin with the bar, 10 of 40 queries and the time left", text)
	}
	if after := "\r" + strings.Repeat(" ", len(line)-1) + "\r"; !strings.HasSuffix(text, after) {
		t.Errorf("got %q, want the line taken back", text)
	}
}
