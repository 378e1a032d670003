package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
)

// TestTimeIsTheBestOfThree answers after one time after the other, by a clock of its own.
func TestTimeIsTheBestOfThree(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name  string
		times []time.Duration // of the answers
		fails int             // the answer that is an error, from 1; 0: none
		ends  int             // the answer with which the context ends
		want  time.Duration
		asked int
	}{
		{"the best of three", []time.Duration{9 * ms, 5 * ms, 3 * ms, 4 * ms}, 0, 0, 3 * ms, 4},
		{"the first does not count", []time.Duration{1 * ms, 5 * ms, 3 * ms, 4 * ms}, 0, 0, 3 * ms, 4},
		{"just quick", []time.Duration{quick, 5 * ms, 3 * ms, 4 * ms}, 0, 0, 3 * ms, 4},
		{"a slow one is asked once", []time.Duration{quick + 1}, 0, 0, quick + 1, 1},
		{"a failure", []time.Duration{9 * ms}, 1, 0, 0, 1},
		{"a later failure", []time.Duration{9 * ms, 5 * ms, 3 * ms}, 3, 0, 9 * ms, 3},
		{"the end", []time.Duration{9 * ms, 5 * ms}, 0, 2, 9 * ms, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			asked := 0
			answer, err := timed(ctx, func() (catalog.Answer, error) {
				took := test.times[asked]
				time.Sleep(took)
				if asked++; asked == test.ends {
					cancel()
				}
				if asked == test.fails {
					return catalog.Answer{}, errors.New("no answer")
				}
				return catalog.Answer{Elapsed: took}, nil
			})
			if answer.Elapsed != test.want || asked != test.asked || (err != nil) != (test.fails == 1) {
				t.Errorf("%s: %v, %v after %d answers; want %v after %d", test.name, answer.Elapsed, err, asked, test.want, test.asked)
			}
		})
	}
}
