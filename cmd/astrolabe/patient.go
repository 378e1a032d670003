package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// patient reads from what may keep it waiting, in a goroutine of its own, and gives up
// when a context ends or when it has waited too long. The goroutine then waits on
// until the program ends or something comes after all.
type patient struct {
	ctx  context.Context
	wait time.Duration // at a time; 0: for ever
	name string        // for messages
	open func() (io.ReadCloser, error)

	begin  sync.Once
	chunks chan chunk
	quit   chan struct{} // closed by Close
	rest   []byte
	err    error // what came after rest
}

// chunk is what one reading gave.
type chunk struct {
	data []byte
	err  error
}

// chunkSize is what a pipe holds on Linux.
const chunkSize = 64 << 10

func newPatient(ctx context.Context, wait time.Duration, name string, open func() (io.ReadCloser, error)) *patient {
	return &patient{ctx: ctx, wait: wait, name: name, open: open, chunks: make(chan chunk), quit: make(chan struct{})}
}

// Read reads what has come, or waits for it.
func (p *patient) Read(dst []byte) (int, error) {
	p.begin.Do(func() { go p.pump() })
	if len(p.rest) == 0 && p.err == nil {
		p.next()
	}
	n := copy(dst, p.rest)
	if p.rest = p.rest[n:]; n == 0 && len(dst) > 0 {
		return 0, p.err
	}
	return n, nil
}

// next waits for more.
func (p *patient) next() {
	var late <-chan time.Time
	if p.wait > 0 {
		timer := time.NewTimer(p.wait)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case c := <-p.chunks:
		p.rest, p.err = c.data, c.err
	case <-p.ctx.Done():
		p.err = unfinished(p.ctx, p.name)
	case <-late:
		p.err = &codedError{exitLimit, fmt.Errorf("%s: nothing came for %v", p.name, p.wait)}
	}
}

// pump reads for Read.
func (p *patient) pump() {
	f, err := p.open()
	if err == nil {
		defer f.Close()
	}
	for err == nil {
		data := make([]byte, chunkSize)
		var n int
		n, err = f.Read(data)
		if n == 0 && err == nil {
			continue
		}
		select {
		case p.chunks <- chunk{data[:n], err}:
		case <-p.quit:
			return
		}
		if err != nil {
			return
		}
	}
	select {
	case p.chunks <- chunk{nil, err}:
	case <-p.quit:
	}
}

// Close ends reading. What is being waited for is not waited for any longer.
func (p *patient) Close() error {
	close(p.quit)
	return nil
}
