package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A score is what one contestant did on one course.
type score struct {
	contestant contestant
	prepare    time.Duration   // processor time that the board took
	groups     []time.Duration // processor time of all queries of a group, one round's each: the median
	queries    int             // in these groups
	wrong      int             // answers that were not right
}

// perQuery returns the mean time of a query.
func (s score) perQuery() time.Duration {
	var total time.Duration
	for _, t := range s.groups {
		total += t
	}
	return total / time.Duration(s.queries)
}

// ratio returns how many times as long the contestant took as another one on
// the groups that both answered.
func (s score) ratio(other score) float64 {
	n := min(len(s.groups), len(other.groups))
	var mine, others time.Duration
	for i := range n {
		mine += s.groups[i]
		others += other.groups[i]
	}
	return float64(mine) / float64(others)
}

// A race has contestants answer the queries of courses.
type race struct {
	contestants []contestant
	rounds      int
	nodeDir     string
	maxExplicit int // open cells of the largest map that explicit contestants get
}

// runner is a contestant during a race on one course.
type runner struct {
	*conversation
	score   score
	repeats []int             // how often each group is answered in a sample
	samples [][]time.Duration // by group
}

// run lets the contestants take turns, group by group and each time another
// one first. It returns their scores in their order, and notes on those who
// were left out or answered wrongly. Before anything is timed every answer is
// checked. Contestants that fail are left out; the error then wraps errFailed.
func (r race) run(ctx context.Context, c course) ([]score, []string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	judges, err := newJudges(c, r.contestants)
	if err != nil {
		return nil, nil, err
	}
	var notes []string
	var failed error
	var runners []*runner
	board, open := newMapMessage(c.m), c.m.OpenCount()
	drop := func(name string, err error) {
		notes = append(notes, fmt.Sprintf("%s: left out on %s: %s", name, c.name, strings.ReplaceAll(err.Error(), "\n", "; ")))
		if !errors.Is(err, errUnavailable) {
			failed = errFailed
		}
	}
	for _, entrant := range r.contestants {
		if entrant.explicit && open > r.maxExplicit {
			drop(entrant.name, fmt.Errorf("%w: %d open cells; -explicit sets the limit of %d", errUnavailable, open, r.maxExplicit))
			continue
		}
		p, err := r.enter(ctx, entrant, board)
		if err != nil {
			drop(entrant.name, err)
			continue
		}
		runners = append(runners, p)
	}
	// each calls f for every runner still in the race, from a given place on.
	each := func(first int, f func(*runner) error) {
		order := slices.Concat(runners[first:], runners[:first])
		for _, p := range order {
			if err := f(p); err != nil {
				drop(p.score.contestant.name, errors.Join(err, p.stop()))
				runners = slices.DeleteFunc(runners, func(q *runner) bool { return q == p })
			}
		}
	}
	each(0, func(p *runner) error {
		wrong, err := p.checked(c, judges[p.score.contestant.rules])
		if wrong != nil {
			notes = append(notes, fmt.Sprintf("%s: %d wrong answers on %s, first: %v", p.score.contestant.name, p.score.wrong, c.name, wrong))
			failed = errFailed
		}
		return err
	})
	each(0, func(p *runner) error { return p.calibrate(c) })
	for round := range r.rounds {
		for g, group := range c.groups {
			if len(runners) == 0 {
				break
			}
			each((round+g)%len(runners), func(p *runner) error { return p.sample(g, group) })
		}
	}
	var scores []score
	for _, p := range runners {
		if err := p.stop(); err != nil {
			drop(p.score.contestant.name, err)
			continue
		}
		for _, samples := range p.samples {
			p.score.groups = append(p.score.groups, median(samples))
		}
		scores = append(scores, p.score)
	}
	return scores, notes, failed
}

// errFailed reports that a contestant failed or answered wrongly; the notes
// say which.
var errFailed = errors.New("a peer failed or answered wrongly")

// enter starts a contestant and has it prepare the board.
func (r race) enter(ctx context.Context, c contestant, board mapMessage) (*runner, error) {
	command, err := c.program(r.nodeDir)
	if err != nil {
		return nil, err
	}
	v, err := start(ctx, command)
	if err != nil {
		return nil, err
	}
	spent, err := v.prepare(board)
	if err != nil {
		return nil, errors.Join(err, v.stop())
	}
	return &runner{conversation: v, score: score{contestant: c, prepare: spent}}, nil
}

// own returns the groups that the runner answers.
func (p *runner) own(c course) [][]query {
	if p.score.contestant.slow {
		return c.groups[:1]
	}
	return c.groups
}

// checked has every query answered and counts wrong answers. It returns what
// is wrong with the first.
func (p *runner) checked(c course, j judged) (wrong, err error) {
	for g, group := range p.own(c) {
		reply, err := p.ask(askMessage{Queries: asked(group), Times: 0, Answers: true})
		if err != nil {
			return wrong, err
		}
		p.score.queries += len(group)
		for i, q := range group {
			if err := j.check(p.score.contestant, q, j.truths[g][i], reply.Answers[i]); err != nil {
				p.score.wrong++
				if wrong == nil {
					wrong = fmt.Errorf("%v: %w", q, err)
				}
			}
		}
	}
	return wrong, nil
}

// warmUp is about how much processor time a contestant has before its time
// counts, so that what is compiled while it runs, as JavaScript is, has been.
const warmUp = 300 * time.Millisecond

// calibrate warms the contestant up and finds how often each group must be
// answered for a sample of about the length of the window.
func (p *runner) calibrate(c course) error {
	groups := p.own(c)
	p.samples = make([][]time.Duration, len(groups))
	p.repeats = make([]int, len(groups))
	var total time.Duration
	for times := 1; total < warmUp; times *= 2 {
		for g, group := range groups {
			reply, err := p.ask(askMessage{Queries: asked(group), Times: times})
			if err != nil {
				return err
			}
			spent := time.Duration(reply.CPUNS)
			if spent <= 0 && times >= 1024 || spent < 0 {
				return fmt.Errorf("%d answers in %v of processor time; want a clock that counts microseconds", times*len(group), spent)
			}
			p.repeats[g] = 1 + int(window*time.Duration(times)/max(spent, time.Microsecond))
			total += spent
		}
	}
	return nil
}

// sample times a group, if it is one of the runner's.
func (p *runner) sample(g int, group []query) error {
	if g >= len(p.samples) {
		return nil
	}
	reply, err := p.ask(askMessage{Queries: asked(group), Times: p.repeats[g]})
	if err != nil {
		return err
	}
	p.samples[g] = append(p.samples[g], time.Duration(reply.CPUNS)/time.Duration(p.repeats[g]))
	return nil
}

// asked puts queries into the form of a message.
func asked(group []query) [][4]int32 {
	list := make([][4]int32, len(group))
	for i, q := range group {
		list[i] = [4]int32{q.start.X, q.start.Y, q.goal.X, q.goal.Y}
	}
	return list
}

// judged is a judge with its answers to a course's groups of queries.
type judged struct {
	judge
	truths [][]truth
}

// newJudges answers the course under all the rules that contestants play by.
func newJudges(c course, contestants []contestant) (map[*rules]judged, error) {
	judges := map[*rules]judged{}
	for _, entrant := range contestants {
		if _, ok := judges[entrant.rules]; ok {
			continue
		}
		j, err := newJudge(c.m, entrant.rules)
		if err != nil {
			return nil, err
		}
		truths := make([][]truth, len(c.groups))
		for g, group := range c.groups {
			for _, q := range group {
				t, err := j.truth(q)
				if err != nil {
					return nil, err
				}
				truths[g] = append(truths[g], t)
			}
		}
		judges[entrant.rules] = judged{j, truths}
	}
	return judges, nil
}
