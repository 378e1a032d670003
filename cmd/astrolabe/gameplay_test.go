package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// promptWriter keeps what is written and calls back once the player is asked.
type promptWriter struct {
	bytes.Buffer
	asked func()
}

func (w *promptWriter) Write(data []byte) (int, error) {
	n, err := w.Buffer.Write(data)
	if strings.Contains(w.String(), "Your move: ") {
		w.asked()
	}
	return n, err
}

// TestPlayLeftByCtrlC interrupts a player who types nothing: the input stays open
// and gives no line, and the command ends all the same.
func TestPlayLeftByCtrlC(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	input, typing := io.Pipe()
	defer typing.Close()
	out := &promptWriter{asked: func() { cancel(errors.New("interrupted")) }}
	var stderr bytes.Buffer
	if code := run(ctx, []string{"game", "play", "tic-tac-toe"}, input, out, &stderr); code != exitLimit {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
	if got := out.String(); !strings.Contains(got, "X to move") {
		t.Errorf("the player sees %q", got)
	}
	if got := stderr.String(); got != "astrolabe: interrupted\n" {
		t.Errorf("%q", got)
	}
}
