package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// progressLine tells on a terminal how far a long run has come, in one line that
// it takes back in the end. Elsewhere it does nothing.
type progressLine struct {
	w           io.Writer
	begin       time.Time
	done, total atomic.Int64
	printing    sync.Mutex    // over what is on the line
	drawn       int           // characters on it
	quit, ended chan struct{} // nil where there is no terminal
}

// progressInterval is how often the line is drawn: seldom enough not to disturb
// what is being timed.
const progressInterval = 250 * time.Millisecond

func newProgressLine(w io.Writer) *progressLine {
	p := &progressLine{w: w, begin: time.Now()}
	if f, ok := w.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return p
	}
	p.quit, p.ended = make(chan struct{}), make(chan struct{})
	go p.draw()
	return p
}

// set notes how far the run has come. It may be called by several goroutines.
func (p *progressLine) set(done, total int) {
	p.done.Store(int64(done))
	p.total.Store(int64(total))
}

// stop takes the line back.
func (p *progressLine) stop() {
	if p.quit == nil {
		return
	}
	close(p.quit)
	<-p.ended
}

func (p *progressLine) draw() {
	defer close(p.ended)
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			p.show(progressWords(p.done.Load(), p.total.Load(), time.Since(p.begin)))
		case <-p.quit:
			p.above(func() {})
			return
		}
	}
}

// show puts words on the line.
func (p *progressLine) show(words string) {
	p.printing.Lock()
	defer p.printing.Unlock()
	p.put(words)
}

func (p *progressLine) put(words string) {
	width := len([]rune(words))
	fmt.Fprintf(p.w, "\r%s%s", words, strings.Repeat(" ", max(p.drawn-width, 0)))
	p.drawn = width
}

// above takes the line back, lets something be printed in its place, and draws no
// sooner again.
func (p *progressLine) above(print func()) {
	p.printing.Lock()
	defer p.printing.Unlock()
	if p.drawn > 0 {
		p.put("")
		fmt.Fprint(p.w, "\r")
	}
	print()
}

// progressWords draws a bar and guesses the time left.
func progressWords(done, total int64, elapsed time.Duration) string {
	const width = 20
	if total == 0 {
		return "getting ready"
	}
	full := int(width * done / total)
	words := fmt.Sprintf("[%s%s] %s of %s queries", strings.Repeat("#", full), strings.Repeat(".", width-full), thousands(done), thousands(total))
	if done > 0 && done < total {
		left := time.Duration(float64(elapsed) / float64(done) * float64(total-done))
		words += ", about " + left.Round(time.Second).String() + " left"
	}
	return words
}
