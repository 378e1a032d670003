package connectfour_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// Known counts of small boards.
func TestCountPositions(t *testing.T) {
	f, err := os.Open(sharedtest.Path(t, "truths", "games", "connect4_positions.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	boards := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if fields[0] == "board(WxH)" {
			continue
		}
		boards++
		w, h, _ := strings.Cut(fields[0], "x")
		width, height := number(t, w), number(t, h)
		total := int64(number(t, fields[1]))
		var want []int64
		for _, field := range strings.Split(fields[2], ",") {
			want = append(want, int64(number(t, field)))
		}
		t.Run(fields[0], func(t *testing.T) {
			if total > 10_000_000 {
				heavy(t, "a minute")
			}
			got, err := connectfour.CountPositions(context.Background(), width, height, connectfour.CountOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if !got.Complete || got.Total() != total || !slices.Equal(got.Plies, want) {
				t.Errorf("%+v, total %d; want %v, total %d", got, got.Total(), want, total)
			}
		})
	}
	if err := lines.Err(); err != nil || boards != 5 {
		t.Fatalf("%d boards read; want 5; %v", boards, err)
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCountPositionsStopsInTime(t *testing.T) {
	ctx := context.Background()
	short, err := connectfour.CountPositions(ctx, 7, 6, connectfour.CountOptions{MaxPlies: 5})
	if want := []int64{1, 7, 49, 238, 1120, 4263}; err != nil || !short.Complete || !slices.Equal(short.Plies, want) {
		t.Errorf("five plies: %+v, %v; want %v", short, err, want)
	}
	small, err := connectfour.CountPositions(ctx, 7, 6, connectfour.CountOptions{MaxBytes: 1 << 20})
	if err != nil || small.Complete || small.Reason != "the budget of 1048576 bytes leaves no room for more positions" ||
		len(small.Plies) < len(short.Plies) || !slices.Equal(small.Plies[:len(short.Plies)], short.Plies) {
		t.Errorf("1 MiB: %+v, %v", small, err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	stopped, err := connectfour.CountPositions(canceled, 7, 6, connectfour.CountOptions{})
	if err != nil || stopped.Complete || stopped.Reason != "the count was stopped: context canceled" || !slices.Equal(stopped.Plies, []int64{1}) {
		t.Errorf("canceled: %+v, %v", stopped, err)
	}
	for _, size := range [][2]int{{0, 6}, {7, 0}, {-1, -1}, {8, 7}, {1, 63}, {64, 1}} {
		if _, err := connectfour.CountPositions(ctx, size[0], size[1], connectfour.CountOptions{}); !errors.Is(err, connectfour.ErrSize) {
			t.Errorf("%v: %v; want ErrSize", size, err)
		}
	}
	for _, o := range []connectfour.CountOptions{{MaxPlies: -1}, {MaxBytes: -1}} {
		if _, err := connectfour.CountPositions(ctx, 4, 4, o); !errors.Is(err, connectfour.ErrOptions) {
			t.Errorf("%+v: %v; want ErrOptions", o, err)
		}
	}
	one, err := connectfour.CountPositions(ctx, 1, 62, connectfour.CountOptions{})
	if err != nil || one.Total() != 63 { // no four: the stones alternate
		t.Errorf("one column: %+v, %v; want 63 positions", one, err)
	}
}
