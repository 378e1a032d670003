package main

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressLineOnATerminal(t *testing.T) {
	screenEnd, programEnd := openTerminal(t, 80, 24)
	synctest.Test(t, func(*testing.T) {
		p := newProgressLine(programEnd)
		p.set(10, 40)
		time.Sleep(progressInterval)
		synctest.Wait()
		p.stop()
	})
	programEnd.Close()
	shown, err := io.ReadAll(screenEnd)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	text := string(shown)
	line := "\r[#####...............] 10 of 40 queries, about 1s left" // a quarter of a second for 10
	if want := line + "\r" + strings.Repeat(" ", len(line)-1) + "\r"; text != want {
		t.Errorf("got %q, want %q: the line, and that it is taken back", text, want)
	}
}
