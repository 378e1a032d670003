package scenario

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
)

// Case is a map with the queries on it.
type Case struct {
	Map      string // its name in results
	Source   string // the scenario's name in messages
	Scenario *mapfile.Scenario
	// LoadScenario returns the scenario where Scenario is nil. It is called as Load is,
	// and what it returns is kept no longer than the case takes. Queries says how
	// many queries it has.
	LoadScenario func() (*mapfile.Scenario, error)
	Queries      int
	// Load returns the map. It is called once, when its turn comes, perhaps from
	// another goroutine.
	Load func() (*grid.Map, error)
}

// queries returns how many queries the case has.
func (c *Case) queries() int {
	if c.Scenario == nil {
		return c.Queries
	}
	return len(c.Scenario.Queries)
}

// load returns the map, and completes the case with its scenario.
func (c *Case) load() (*grid.Map, error) {
	m, err := c.Load()
	if err != nil || c.Scenario != nil {
		return m, err
	}
	s, err := c.LoadScenario()
	if err == nil && len(s.Queries) != c.Queries {
		err = fmt.Errorf("%s: it has %d queries now, and had %d; want a file that stays as it is", c.Source, len(s.Queries), c.Queries)
	}
	c.Scenario = s
	return m, err
}

// Fits is an error if a query of the scenario is for a map of another size.
func (c *Case) Fits(m *grid.Map) error {
	for i, q := range c.Scenario.Queries {
		if q.Width != m.Width() || q.Height != m.Height() {
			return fmt.Errorf("%s:%d: query %d is for a map of %d×%d, but %s has %d×%d; want the map's own scenario",
				c.Source, q.Line, i+1, q.Width, q.Height, c.Map, m.Width(), m.Height())
		}
	}
	return nil
}

// Options say what to run. The zero value of each field but Algorithms is
// sensible.
type Options struct {
	Algorithms []Algorithm // at least one; the first is what the others are compared with
	Rule       grid.Rule   // the zero value is that of the MovingAI benchmarks
	Model      grid.Model
	Optima     Optima       // whether the answers are held against the scenario's
	Weight     search.Ratio // for algorithms that take one; the zero value is 1
	Sample     int          // queries of each map, evenly spread over the scenario; 0: all
	Repeat     int          // how often each query is timed; 0: once
	Workers    int          // maps at the same time; 0: 1. More than one makes times noisier.
	// Detail says of how many queries, at most, the report tells one by one for each
	// algorithm: evenly spread over all cases; 0: of none.
	Detail int
	// Progress, if not nil, is called after each query with how many are done, of
	// how many. It may be called from several goroutines at once, and should be
	// quick.
	Progress func(done, total int)
	// Done, if not nil, is called when a case is finished or was stopped, with what
	// came out of it: one call at a time, in the order of the cases.
	Done func(Finished)
}

// Finished is what came out of a case.
type Finished struct {
	Results []Result // by algorithm
	Wrong   []Wrong  // as they were met
	Notes   []Note   // likewise
}

// Report is what came out of a run.
type Report struct {
	Results []Result // by map in the order of the cases, then by algorithm
	Wrong   []Wrong  // by case, then as they were met; empty if all is well
	Notes   []Note   // likewise
	Details []Detail // by algorithm, if [Options.Detail] asks for them
	// Stopped is the cause if the context ended the run early, else nil. The
	// results are then those of the queries that all algorithms had answered.
	Stopped error
}

// Detail is what an algorithm did for single queries.
type Detail struct {
	Algorithm string
	Queries   []QueryResult // by case, then in the order of the scenario
}

// QueryResult is what an algorithm did for one query.
type QueryResult struct {
	// Length is that of the shortest path: as published, or, where the published
	// optima do not hold, as found. It is 0 if Found is false.
	Length   float64
	Found    bool // there is a path
	US       float64
	Expanded int64
}

// Run answers the queries of every case with every algorithm and checks the
// answers. Everything in the report but times is the same in every run. The error
// is that of a map that cannot be loaded or has not the size that its scenario
// says, of an algorithm that cannot search on it, or of a cost too large to be
// exact; it names the case.
func Run(ctx context.Context, cases []Case, opts Options) (Report, error) {
	if len(opts.Algorithms) == 0 {
		return Report{}, fmt.Errorf("scenario: no algorithm to run; want at least one")
	}
	if opts.Sample < 0 || opts.Repeat < 0 || opts.Workers < 0 || opts.Detail < 0 {
		return Report{}, fmt.Errorf("scenario: sample %d, repeat %d, workers %d, detail %d; want numbers of at least 0",
			opts.Sample, opts.Repeat, opts.Workers, opts.Detail)
	}
	opts.Repeat, opts.Workers = max(opts.Repeat, 1), min(max(opts.Workers, 1), max(len(cases), 1))
	r := &run{opts: opts}
	queries := 0
	before := make([]int, len(cases)) // queries of the cases before
	for i, c := range cases {
		before[i] = queries
		queries += len(sample(c.queries(), opts.Sample))
	}
	r.total = queries * opts.Repeat
	if opts.Detail > 0 {
		r.every = max(1, (queries+opts.Detail-1)/opts.Detail)
	}

	outcomes := make([]outcome, len(cases))
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var workers sync.WaitGroup
	tell := teller{done: opts.Done, waiting: make([]*Finished, len(cases))}
	for range opts.Workers {
		workers.Go(func() {
			clock, release := newCPUClock()
			defer release()
			for i := next.Add(1) - 1; i < int64(len(cases)) && working.Err() == nil; i = next.Add(1) - 1 {
				outcomes[i] = r.runCase(working, clock, cases[i], before[i])
				if outcomes[i].err != nil {
					cancel()
				} else if outcomes[i].results != nil {
					tell.finished(int(i), outcomes[i].finished())
				}
			}
		})
	}
	workers.Wait()

	var report Report
	if opts.Detail > 0 {
		for _, a := range opts.Algorithms {
			report.Details = append(report.Details, Detail{Algorithm: a.Name})
		}
	}
	for _, o := range outcomes {
		if o.err != nil {
			return Report{}, o.err
		}
		report.Results = append(report.Results, o.results...)
		report.Wrong = append(report.Wrong, o.wrong...)
		report.Notes = append(report.Notes, o.notes...)
		for i, queries := range o.details {
			report.Details[i].Queries = append(report.Details[i].Queries, queries...)
		}
	}
	if int(r.done.Load()) < r.total {
		report.Stopped = context.Cause(ctx)
	}
	return report, nil
}

// run is what the workers of a run share.
type run struct {
	opts  Options
	total int
	every int // one of so many queries is told of by itself; 0: none
	done  atomic.Int64
}

type outcome struct {
	results []Result
	wrong   []Wrong
	notes   []Note
	details [][]QueryResult // by algorithm
	err     error
}

func (o *outcome) finished() Finished { return Finished{o.results, o.wrong, o.notes} }

// teller calls Done in the order of the cases.
type teller struct {
	done    func(Finished)
	lock    sync.Mutex
	waiting []*Finished // by case: those that an earlier one is not finished for
	next    int
}

func (t *teller) finished(i int, f Finished) {
	if t.done == nil {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.waiting[i] = &f
	for ; t.next < len(t.waiting) && t.waiting[t.next] != nil; t.next++ {
		t.done(*t.waiting[t.next])
		t.waiting[t.next] = nil
	}
}

// competitor is an algorithm on one map, with its answers so far.
type competitor struct {
	name     string
	runner   Runner
	times    [][]time.Duration // by repeat, then by query
	cpu      time.Duration
	first    []gist // of the answer to each query
	optimal  int
	expanded int64
}

// runCase runs a case that so many queries come before.
func (r *run) runCase(ctx context.Context, clock cpuClock, c Case, before int) outcome {
	m, err := c.load()
	if ctx.Err() != nil {
		return outcome{} // the error, if any, may be that of reading that was stopped
	}
	if err != nil {
		return outcome{err: err}
	}
	costs, err := grid.NewCosts(m, r.opts.Rule, r.opts.Model)
	if err != nil {
		return outcome{err: fmt.Errorf("%s: %w", c.Map, err)}
	}
	if err := c.Fits(m); err != nil {
		return outcome{err: err}
	}
	check, err := newChecker(ctx, costs, r.opts.Optima)
	if ctx.Err() != nil {
		return outcome{}
	}
	if err != nil {
		return outcome{err: fmt.Errorf("%s: %w", c.Map, err)}
	}
	b := &bench{run: r, Case: c, clock: clock, check: check, chosen: sample(c.queries(), r.opts.Sample)}
	for _, a := range r.opts.Algorithms {
		runner, err := a.New(costs, r.opts.Weight)
		if err != nil {
			return outcome{err: fmt.Errorf("%s: %w", c.Map, err)}
		}
		b.competitors = append(b.competitors, &competitor{name: a.Name, runner: runner})
	}
	if err := b.warmUp(ctx); err != nil {
		return outcome{err: err}
	}
	for pass := 0; pass < r.opts.Repeat && ctx.Err() == nil; pass++ {
		if err := b.pass(ctx, pass); err != nil {
			return outcome{err: err}
		}
	}
	return outcome{results: b.results(), wrong: b.wrong, notes: b.notes, details: b.details(before)}
}

// sample returns the indices of n queries, evenly spread over so many; of all if n is
// 0 or more than there are.
func sample(queries, n int) []int {
	if n == 0 || n > queries {
		n = queries
	}
	chosen := make([]int, n)
	for i := range chosen {
		chosen[i] = int(int64(i) * int64(queries) / int64(n))
	}
	return chosen
}

// bench is a run on one map.
type bench struct {
	*run
	Case
	clock       cpuClock
	check       *checker
	chosen      []int // indices of queries
	competitors []*competitor
	shortest    []float64 // the length of the shortest path of each query answered; below 0: there is none
	wrong       []Wrong
	notes       []Note
}

// warmUpTime bounds the warm-up of one algorithm. Some take very long for the
// longest query, and their memory has grown by then.
const warmUpTime = 100 * time.Millisecond

// warmUp lets every algorithm try the longest query.
func (b *bench) warmUp(ctx context.Context) error {
	if len(b.chosen) == 0 {
		return nil
	}
	longest := b.chosen[0]
	for _, i := range b.chosen {
		if b.Scenario.Queries[i].OptimalFloat() > b.Scenario.Queries[longest].OptimalFloat() {
			longest = i
		}
	}
	q := b.Scenario.Queries[longest]
	for _, c := range b.competitors {
		limited, cancel := context.WithTimeout(ctx, warmUpTime)
		_, err := c.runner.Find(limited, q.Start, q.Goal)
		cancel()
		if err != nil {
			return b.failed(longest, c, err)
		}
	}
	runtime.GC()
	return nil
}

// pass asks every query once. It ends early, without an error, when ctx does.
func (b *bench) pass(ctx context.Context, number int) error {
	n := len(b.competitors)
	answers := make([]Answer, n)
	times := make([]time.Duration, n)
	cpu := make([]time.Duration, n)
	for _, c := range b.competitors {
		c.times = append(c.times, make([]time.Duration, 0, len(b.chosen)))
	}
	for k, index := range b.chosen {
		q := b.Scenario.Queries[index]
		for turn := range n {
			i := (k + number + turn) % n
			c := b.competitors[i]
			cpuBegin := threadTime()
			begin := time.Now()
			answer, err := c.runner.Find(ctx, q.Start, q.Goal)
			times[i] = time.Since(begin)
			cpu[i] = b.clock.between(cpuBegin, threadTime())
			if err != nil {
				return b.failed(index, c, err)
			}
			answers[i] = answer
		}
		if ctx.Err() != nil {
			return nil // an answer may be that of a search that was stopped
		}
		if recorded, err := b.record(ctx, number, k, answers); err != nil || !recorded {
			return err
		}
		for i, c := range b.competitors {
			c.times[number] = append(c.times[number], times[i])
			c.cpu += cpu[i]
		}
		if done := int(b.done.Add(1)); b.opts.Progress != nil {
			b.opts.Progress(done, b.total)
		}
	}
	return nil
}

// record checks the answers to the k-th chosen query: on the first pass against
// the map and each other, later against those of the first. It records
// nothing if the context ends meanwhile.
func (b *bench) record(ctx context.Context, pass, k int, answers []Answer) (recorded bool, err error) {
	index := b.chosen[k]
	q := b.Scenario.Queries[index]
	if pass > 0 {
		for i, c := range b.competitors {
			if first := c.first[k]; answers[i].gist() != first {
				b.report(index, c, answers[i], fmt.Sprintf("the first time it was %s, of %d expansions, and now of %d",
					b.check.saying(Answer{Status: first.status, Length: first.length}), first.expanded, answers[i].Expanded))
			}
		}
		return true, nil
	}
	verdicts, shortest, err := b.check.judge(ctx, q, answers)
	if err != nil {
		return false, b.failed(index, b.competitors[0], err)
	}
	if ctx.Err() != nil {
		return false, nil // the reference may have been stopped
	}
	b.shortest = append(b.shortest, shortest)
	b.note(index)
	for i, c := range b.competitors {
		if verdicts[i].reason != "" {
			b.report(index, c, answers[i], verdicts[i].reason)
		}
		if verdicts[i].optimal {
			c.optimal++
		}
		c.expanded += answers[i].Expanded
		c.first = append(c.first, answers[i].gist())
	}
	return true, nil
}

func (b *bench) report(index int, c *competitor, a Answer, reason string) {
	q := b.Scenario.Queries[index]
	w := Wrong{
		Map: b.Map, Algorithm: c.name, Source: b.Source, Line: q.Line, Query: index + 1,
		Ours: b.check.saying(a), Reason: reason,
	}
	if b.check.published {
		w.Published = q.Optimal
	}
	b.wrong = append(b.wrong, w)
}

// note says why a query cannot have a path, if an end of it is blocked.
func (b *bench) note(index int) {
	q := b.Scenario.Queries[index]
	m := b.check.costs.Map()
	for _, end := range []struct {
		cell   grid.Cell
		status search.Status
	}{{q.Start, search.StartBlocked}, {q.Goal, search.GoalBlocked}} {
		if !m.Open(end.cell) {
			b.notes = append(b.notes, Note{
				Map: b.Map, Source: b.Source, Line: q.Line, Query: index + 1,
				Text: fmt.Sprintf("%v: the cell %v is blocked (%q)", end.status, end.cell, m.Symbol(end.cell)),
			})
			return
		}
	}
}

func (b *bench) failed(index int, c *competitor, err error) error {
	return fmt.Errorf("%s:%d: map %s, query %d, %s: %w", b.Source, b.Scenario.Queries[index].Line, b.Map, index+1, c.name, err)
}
