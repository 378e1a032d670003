package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/spf13/cobra"
)

// choice is a flag whose text a parser turns into a T.
type choice[T any] struct {
	value *T
	text  string // as given, or the default for help
	kind  string // what help calls the value
	parse func(string) (T, error)
}

func (c *choice[T]) String() string { return c.text }
func (c *choice[T]) Type() string   { return c.kind }

func (c *choice[T]) Set(s string) error {
	v, err := c.parse(s)
	if err != nil {
		return err
	}
	*c.value, c.text = v, s
	return nil
}

// word is a flag that is one of a few words.
type word struct {
	value *string
	words []string
}

var whenWords = []string{"auto", "always", "never"}

func (w *word) String() string { return *w.value }
func (w *word) Type() string   { return "WHEN" }

func (w *word) Set(s string) error {
	if !slices.Contains(w.words, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(w.words, ", "))
	}
	*w.value = s
	return nil
}

// completeWords makes the shell offer the words as values of a flag. A word may
// be followed by a tab and a description.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("astrolabe: " + err.Error())
	}
}

// completeList makes the shell offer the words that a list with commas does not hold
// yet.
func completeList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		done := typed[:strings.LastIndexByte(typed, ',')+1]
		var lists []string
		for _, word := range words {
			if !slices.Contains(strings.Split(done, ","), word) {
				lists = append(lists, done+word)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// names returns how values print.
func names[T fmt.Stringer](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return list
}

func parseCell(s string) (grid.Cell, error) {
	bad := fmt.Errorf("%q is not a cell; want X,Y such as 4,8, counted from 0,0 at the top left", s)
	xText, yText, ok := strings.Cut(s, ",")
	if !ok {
		return grid.Cell{}, bad
	}
	x, errX := strconv.ParseInt(strings.TrimSpace(xText), 10, 32)
	y, errY := strconv.ParseInt(strings.TrimSpace(yText), 10, 32)
	if errX != nil || errY != nil {
		return grid.Cell{}, bad
	}
	return grid.Cell{X: int32(x), Y: int32(y)}, nil
}

// byteUnits are the units of parseBytes. Those with an i are powers of 1024.
var byteUnits = []struct {
	suffix string
	factor float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"b", 1},
	{"", 1},
}

func parseBytes(s string) (int64, error) {
	bad := fmt.Errorf("%q is not a number of bytes; want one such as 512MiB, 2GB or 1000000", s)
	text := strings.ToLower(strings.TrimSpace(s))
	for _, unit := range byteUnits {
		number, ok := strings.CutSuffix(text, unit.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n >= 0) || n*unit.factor >= math.MaxInt64 || strings.ContainsAny(number, "xpein") {
			return 0, bad
		}
		return int64(n * unit.factor), nil
	}
	return 0, bad
}

func parseCount(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a number of expansions; want a whole number of at least 0", s)
	}
	return n, nil
}

func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a duration; want one such as 500ms, 10s or 2m", s)
	}
	return d, nil
}
