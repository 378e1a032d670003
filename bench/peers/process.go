package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A conversation is a contestant at work on one board, from our side.
type conversation struct {
	in   *json.Encoder
	out  *json.Decoder
	stop func() error // ends the contestant; what it says if it failed
}

// errUnavailable wraps the reason why a contestant cannot take part here.
var errUnavailable = errors.New("unavailable")

// heapMB lets node use as much memory as a graph of objects needs; its default
// depends on the machine.
const heapMB = 8192

// program returns the command that runs a contestant. nodeDir is the folder of
// peer.mjs.
func (c contestant) program(nodeDir string) ([]string, error) {
	if c.command != nil {
		return c.command, nil
	}
	if c.library != "" {
		node, err := exec.LookPath("node")
		if err != nil {
			return nil, fmt.Errorf("%w: %w; install Node.js 20 or newer", errUnavailable, err)
		}
		script := filepath.Join(nodeDir, "peer.mjs")
		if _, err := os.Stat(script); err != nil {
			return nil, fmt.Errorf("%w: %w; name the folder with -node", errUnavailable, err)
		}
		return []string{node, fmt.Sprintf("--max-old-space-size=%d", heapMB), script, c.library}, nil
	}
	self, err := os.Executable()
	return []string{self, "peer", c.name}, err
}

// grace is how long a contestant may take to end after its input has.
const grace = 5 * time.Second

// start runs a contestant. Canceling the context kills it.
func start(ctx context.Context, command []string) (*conversation, error) {
	ctx, kill := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		kill()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		kill()
		return nil, err
	}
	stop := func() error {
		defer kill()
		defer time.AfterFunc(grace, kill).Stop()
		in.Close() // if that fails the contestant is killed
		// What is left of its output, so that it does not block on a full pipe.
		io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%w: %s", err, bytes.TrimSpace(complaints.Bytes()))
		}
		return nil
	}
	return &conversation{json.NewEncoder(in), json.NewDecoder(out), stop}, nil
}

// prepare hands the board over and returns the time that preparing it took.
func (v *conversation) prepare(board mapMessage) (time.Duration, error) {
	var ready readyMessage
	if err := v.exchange(board, &ready); err != nil {
		return 0, err
	}
	if ready.Unavailable != "" {
		return 0, fmt.Errorf("%w: %s", errUnavailable, ready.Unavailable)
	}
	return time.Duration(ready.PrepareNS), nil
}

// ask has queries answered.
func (v *conversation) ask(ask askMessage) (replyMessage, error) {
	var reply replyMessage
	if err := v.exchange(ask, &reply); err != nil {
		return replyMessage{}, err
	}
	if reply.Error != "" {
		return replyMessage{}, errors.New(reply.Error)
	}
	if ask.Answers && len(reply.Answers) != len(ask.Queries) {
		return replyMessage{}, fmt.Errorf("%d answers to %d queries", len(reply.Answers), len(ask.Queries))
	}
	return reply, nil
}

// exchange sends a message and reads the next.
func (v *conversation) exchange(message, reply any) error {
	if err := v.in.Encode(message); err != nil {
		return err
	}
	return v.out.Decode(reply)
}
