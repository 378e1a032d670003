package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
)

// What a contestant's process reads and writes: JSON, one message a line. It
// reads one mapMessage, answers with one readyMessage, and then answers each
// askMessage with one replyMessage until its input ends.
type (
	// mapMessage is the board: in a row '.' is an open cell, '@' a blocked one.
	mapMessage struct {
		Width  int      `json:"width"`
		Height int      `json:"height"`
		Rows   []string `json:"rows"`
	}
	// readyMessage says that queries may come, or why none can.
	readyMessage struct {
		PrepareNS   int64  `json:"prepare_ns"`  // processor time that the board took
		Unavailable string `json:"unavailable"` // empty, or what is missing
	}
	// askMessage wants all queries answered in turn, and that so many times.
	askMessage struct {
		Queries [][4]int32 `json:"queries"` // x and y of the start, then of the goal
		Times   int        `json:"times"`
		Answers bool       `json:"answers"` // whether the reply must have them
	}
	// replyMessage has the processor time of all answers together and, if they
	// were asked for, the answers to the queries.
	replyMessage struct {
		CPUNS   int64           `json:"cpu_ns"`
		Answers []answerMessage `json:"answers,omitempty"`
		Error   string          `json:"error,omitempty"`
	}
	// answerMessage is one answer. A contestant may leave the path out; then
	// only the length can be checked.
	answerMessage struct {
		Found  bool       `json:"found"`
		Length float64    `json:"length"`         // no meaning unless found
		Path   [][2]int32 `json:"path,omitempty"` // cells or turning points, both ends included
	}
)

// newMapMessage describes a map.
func newMapMessage(m *grid.Map) mapMessage {
	msg := mapMessage{Width: m.Width(), Height: m.Height()}
	row := make([]byte, m.Width())
	for y := range m.Height() {
		for x := range row {
			row[x] = '@'
			if m.Open(grid.Cell{X: int32(x), Y: int32(y)}) {
				row[x] = '.'
			}
		}
		msg.Rows = append(msg.Rows, string(row))
	}
	return msg
}

// toMap makes the map that a message describes.
func (msg mapMessage) toMap() (*grid.Map, error) {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	cells := make([]uint8, 0, len(msg.Rows)*msg.Width)
	for _, row := range msg.Rows {
		for _, symbol := range []byte(row) {
			cells = append(cells, uint8(strings.IndexByte(".@", symbol)))
		}
	}
	return grid.FromKinds(msg.Width, msg.Height, kinds, cells)
}

// serve is the process of a contestant of this program: it speaks the protocol
// until the input ends.
func serve(c contestant, r io.Reader, w io.Writer) error {
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	var board mapMessage
	if err := in.Decode(&board); err != nil {
		return fmt.Errorf("first line: %w; want a map", err)
	}
	p, spent, err := prepare(c, board)
	if err != nil {
		return err
	}
	if err := out.Encode(readyMessage{PrepareNS: int64(spent)}); err != nil {
		return err
	}
	for {
		var ask askMessage
		if err := in.Decode(&ask); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("queries: %w", err)
		}
		if err := out.Encode(replyTo(p, ask)); err != nil {
			return err
		}
	}
}

// prepare makes a contestant's pathfinder and measures that.
func prepare(c contestant, msg mapMessage) (pathfinder, time.Duration, error) {
	m, err := msg.toMap()
	if err != nil {
		return nil, 0, err
	}
	before, err := cpuTime()
	if err != nil {
		return nil, 0, err
	}
	p, err := c.make(&board{m: m, rule: c.rules.rule})
	if err != nil {
		return nil, 0, err
	}
	after, err := cpuTime()
	return p, after - before, err
}

// replyTo answers queries. Where answers are wanted, that is done once more
// than the times that are counted.
func replyTo(p pathfinder, ask askMessage) replyMessage {
	var reply replyMessage
	before, err := cpuTime()
	for range ask.Times {
		for _, q := range ask.Queries {
			if _, err = findAsked(p, q); err != nil {
				return replyMessage{Error: err.Error()}
			}
		}
	}
	after, errAfter := cpuTime()
	if err := errors.Join(err, errAfter); err != nil {
		return replyMessage{Error: err.Error()}
	}
	reply.CPUNS = int64(after - before)
	if !ask.Answers {
		return reply
	}
	for _, q := range ask.Queries {
		found, err := findAsked(p, q)
		if err != nil {
			return replyMessage{Error: err.Error()}
		}
		answer := answerMessage{Found: found}
		if found {
			cells, length := p.path()
			answer.Length = length
			for _, c := range cells {
				answer.Path = append(answer.Path, [2]int32{c.X, c.Y})
			}
		}
		reply.Answers = append(reply.Answers, answer)
	}
	return reply
}

func findAsked(p pathfinder, q [4]int32) (bool, error) {
	found, err := p.find(grid.Cell{X: q[0], Y: q[1]}, grid.Cell{X: q[2], Y: q[3]})
	if err != nil {
		return false, fmt.Errorf("%d,%d to %d,%d: %w", q[0], q[1], q[2], q[3], err)
	}
	return found, nil
}
