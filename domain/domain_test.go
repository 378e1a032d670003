package domain_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/graph"
	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
	"github.com/astrolabe-search/astrolabe/search"
)

var ctx = context.Background()

func jugsSpace(t testing.TB, left, right int) domain.Space {
	t.Helper()
	s, err := domain.Bind(jugsDefinition(left, right))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tilesSpace(t testing.TB, board string, opts tiles.Options) domain.Space {
	t.Helper()
	b, err := tiles.ParseBoard(board, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tiles.Space(b, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const towns = "p sp 6 9\na 1 2 7\na 1 3 9\na 1 3 14\na 2 3 10\na 3 4 11\na 3 3 1\na 4 5 0\na 5 3 4\na 6 1 2\n"

func graphSpace(t testing.TB, text string) domain.Space {
	t.Helper()
	s, err := graph.Open(strings.NewReader(text), "towns.gr")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// spaces are one of each domain, with a question that has an answer.
func spaces(t testing.TB) map[string]struct {
	space domain.Space
	q     domain.Question
	cost  string
} {
	return map[string]struct {
		space domain.Space
		q     domain.Question
		cost  string
	}{
		"jugs":     {jugsSpace(t, 5, 3), domain.Question{To: "4 0"}, "7"},
		"tiles":    {tilesSpace(t, "1 3 6 / 5 _ 2 / 4 7 8", tiles.Options{}), domain.Question{}, "8"},
		"weighted": {tilesSpace(t, "1 3 6 / 5 _ 2 / 4 7 8", tiles.Options{Weighted: true}), domain.Question{}, "37"},
		"graph":    {graphSpace(t, towns), domain.Question{From: "1", To: "5"}, "20"},
		"names":    {graphSpace(t, "a b 0.5\nb c 1.25\na c 2\n"), domain.Question{From: "a", To: "c"}, "1.75"},
	}
}

// TestEveryMethodInEverySpace solves, writes, reads and verifies.
func TestEveryMethodInEverySpace(t *testing.T) {
	for name, c := range spaces(t) {
		for _, m := range c.space.Methods() {
			for _, h := range c.space.Heuristics() {
				q := c.q
				q.Method, q.Heuristic, q.Weight = m.Name, h.Name, search.Ratio{Num: 3, Den: 2}
				if m.Order == search.ByDepth {
					q.MaxExpanded = 2000 // they dive
				}
				a, err := c.space.Solve(ctx, q)
				var cannot *domain.QuestionError
				if m.Predecessors && name == "jugs" {
					if !errors.As(err, &cannot) {
						t.Errorf("%s: %s without predecessors: %v", name, m.Name, err)
					}
					continue
				}
				if err == nil && a.Status == search.Limit && m.Order == search.ByDepth {
					if r := recheck(t, c.space, a); !r.OK() {
						t.Errorf("%s: %s with %s at a limit: %+v", name, m.Name, h.Name, r)
					}
					continue
				}
				if err != nil || a.Status != search.Found {
					t.Errorf("%s: %s with %s: %v, %v", name, m.Name, h.Name, a.Status, err)
					continue
				}
				if a.Certificate == search.Optimal && a.Cost.Text != c.cost {
					t.Errorf("%s: %s with %s: cost %s, want %s", name, m.Name, h.Name, a.Cost.Text, c.cost)
				}
				if a.Certificate < search.Bounded && m.Rests >= search.OnTheSearch {
					t.Errorf("%s: %s with %s: certificate %v", name, m.Name, h.Name, a.Certificate)
				}
				if r := recheck(t, c.space, a); !r.OK() || len(r.Passed) < 3 || len(r.NotChecked) > 0 {
					t.Errorf("%s: %s with %s: %+v", name, m.Name, h.Name, r)
				}
			}
		}
	}
}

func recheck(t *testing.T, s domain.Space, a domain.Answer) domain.Report {
	t.Helper()
	text, err := json.Marshal(a.Document())
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.ParseDocument(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Verify(ctx, d, domain.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestVerifyRefuses alters genuine answers, one thing at a time.
func TestVerifyRefuses(t *testing.T) {
	for name, c := range spaces(t) {
		a, err := c.space.Solve(ctx, c.q)
		if err != nil {
			t.Fatal(err)
		}
		for what, alter := range map[string]func(*domain.Document){
			"a state less":         func(d *domain.Document) { d.Path = append(d.Path[:1:1], d.Path[2:]...) },
			"no start":             func(d *domain.Document) { d.Path = d.Path[1:] },
			"no goal":              func(d *domain.Document) { d.Path = d.Path[:len(d.Path)-1] },
			"no path":              func(d *domain.Document) { d.Path = nil },
			"a state twice":        func(d *domain.Document) { d.Path = append(d.Path[:1:1], d.Path...) },
			"a state unknown":      func(d *domain.Document) { d.Path[1] = "nowhere" },
			"another cost":         func(d *domain.Document) { d.Cost = &domain.Cost{Text: "1", Value: 1} },
			"another value":        func(d *domain.Document) { d.Cost = &domain.Cost{Text: d.Cost.Text, Value: d.Cost.Value + 1e-9} },
			"no cost":              func(d *domain.Document) { d.Cost = nil },
			"a higher bound":       func(d *domain.Document) { d.LowerBound = &domain.Cost{Text: "99", Value: 99} },
			"a lower bound":        func(d *domain.Document) { d.LowerBound = &domain.Cost{Text: "1", Value: 1} },
			"a bound that is text": func(d *domain.Document) { d.LowerBound = &domain.Cost{Text: "x"} },
			"no lower bound":       func(d *domain.Document) { d.LowerBound = nil },
			"status no-path":       func(d *domain.Document) { d.Status = "no-path" },
			"status limit":         func(d *domain.Document) { d.Status = "limit" },
			"status unknown":       func(d *domain.Document) { d.Status = "not-run" },
			"no certificate":       func(d *domain.Document) { d.Certificate = "none" },
			"certificate bounded":  func(d *domain.Document) { d.Certificate = "bounded" },
			"certificate unknown":  func(d *domain.Document) { d.Certificate = "best" },
			"no path, and none": func(d *domain.Document) {
				d.Status, d.Certificate, d.Path, d.Cost, d.LowerBound = "no-path", "none", nil, nil, nil
			},
			"no expansions":      func(d *domain.Document) { d.Expanded = 0 },
			"a negative count":   func(d *domain.Document) { d.Generated = -1 },
			"another domain":     func(d *domain.Document) { d.Domain = "chess" },
			"another algorithm":  func(d *domain.Document) { d.Algorithm = "magic" },
			"no algorithm":       func(d *domain.Document) { d.Algorithm = "" },
			"another heuristic":  func(d *domain.Document) { d.Options.Heuristic = "octile" },
			"a tie that is none": func(d *domain.Document) { d.Options.Tie = "nonsense" },
			"a weight not taken": func(d *domain.Document) { d.Options.Weight = "2" },
			"empty":              func(d *domain.Document) { *d = domain.Document{} },
		} {
			altered := a.Document()
			altered.Path = append([]string(nil), altered.Path...)
			alter(&altered)
			r, err := c.space.Verify(ctx, altered, domain.VerifyOptions{})
			if err != nil || r.OK() {
				t.Errorf("%s: %s passes: %+v, %v", name, what, r, err)
			}
		}
	}
}

// TestVerifyLongWay refuses a legal path that is not optimal, and accepts it if no
// more is claimed.
func TestVerifyLongWay(t *testing.T) {
	s := graphSpace(t, "a b 1\nb c 1\na c 3\n")
	a, err := s.Solve(ctx, domain.Question{From: "a", To: "c"})
	if err != nil {
		t.Fatal(err)
	}
	d := a.Document()
	d.Path, d.Cost, d.LowerBound = []string{"a", "c"}, &domain.Cost{Text: "3", Value: 3}, &domain.Cost{Text: "3", Value: 3}
	check := func(want bool) {
		t.Helper()
		if r, err := s.Verify(ctx, d, domain.VerifyOptions{}); err != nil || r.OK() != want {
			t.Errorf("%+v, %v; want it accepted: %v", r, err, want)
		}
	}
	check(false)
	d.Certificate, d.LowerBound = "feasible", &domain.Cost{Text: "2", Value: 2}
	check(true)
	d.Certificate, d.Bound = "bounded", "1.4"
	check(false)
	d.Bound = "1.5"
	check(true)
}

// TestVerifySaysWhatItDidNotCheck where the space is too large.
func TestVerifySaysWhatItDidNotCheck(t *testing.T) {
	s := tilesSpace(t, "1 3 6 / 5 _ 2 / 4 7 8", tiles.Options{})
	a, err := s.Solve(ctx, domain.Question{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Verify(ctx, a.Document(), domain.VerifyOptions{MaxStates: 20})
	if err != nil || !r.OK() || len(r.NotChecked) != 1 || !strings.Contains(r.NotChecked[0], "20 states") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestNoPathAndLimits(t *testing.T) {
	s := graphSpace(t, towns)
	a, err := s.Solve(ctx, domain.Question{From: "1", To: "6"})
	if err != nil || a.Status != search.NoPath || a.Cost != nil {
		t.Fatalf("%+v, %v", a, err)
	}
	if r := recheck(t, s, a); !r.OK() || len(r.Passed) != 2 {
		t.Errorf("%+v", r)
	}
	a, err = s.Solve(ctx, domain.Question{From: "1", To: "5", MaxExpanded: 2, Method: "dijkstra"})
	if err != nil || a.Status != search.Limit || a.LowerBound == nil || a.LowerBound.Text != "9" {
		t.Fatalf("%+v, %v", a, err)
	}
	if r := recheck(t, s, a); !r.OK() {
		t.Errorf("%+v", r)
	}
	a, err = s.Solve(ctx, domain.Question{From: "1", To: "6,5,4", Method: "dijkstra"})
	if err != nil || a.Cost == nil || a.Cost.Text != "20" {
		t.Errorf("to one of several: %+v, %v", a, err)
	}
	if r := recheck(t, s, a); !r.OK() {
		t.Errorf("%+v", r)
	}
	unsolvable := tilesSpace(t, "1 2 3 / 4 5 6 / 8 7 _", tiles.Options{})
	a, err = unsolvable.Solve(ctx, domain.Question{})
	if err != nil || a.Status != search.NoPath || a.Counts.Expanded != 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	if r := recheck(t, unsolvable, a); !r.OK() || len(r.Passed) != 2 {
		t.Errorf("%+v", r)
	}
}

func TestQuestionsThatCannotBeAsked(t *testing.T) {
	s := graphSpace(t, towns)
	for _, q := range []domain.Question{
		{}, {From: "1"}, {From: "1", To: "7"}, {From: "x", To: "1"}, {From: "1", To: "2", Method: "magic"}, {From: "1", To: "2", Heuristic: "octile"},
	} {
		var cannot *domain.QuestionError
		if a, err := s.Solve(ctx, q); !errors.As(err, &cannot) {
			t.Errorf("%+v: %+v, %v", q, a, err)
		}
	}
}

// TestCheckHeuristic finds what is wrong with estimates that are wrong, and nothing
// wrong with ours.
func TestCheckHeuristic(t *testing.T) {
	for name, c := range spaces(t) {
		for _, h := range c.space.Heuristics() {
			r, err := c.space.CheckHeuristic(ctx, domain.HeuristicQuestion{From: c.q.From, To: c.q.To, Heuristic: h.Name, MaxStates: 5000})
			if err != nil || !r.Admissible() || !r.Consistent() || r.BreaksClaim() || r.States == 0 || r.Steps == 0 {
				t.Errorf("%s: %s: %+v, %v", name, h.Name, r, err)
			}
		}
	}
	d := jugsDefinition(5, 3)
	d.Goal = "4 0"
	d.Heuristics[0].Toward = func([]jugs) (func(jugs) int, error) {
		return func(j jugs) int {
			if j == (jugs{2, 3}) {
				return 9
			}
			return 0
		}, nil
	}
	s, err := domain.Bind(d)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CheckHeuristic(ctx, domain.HeuristicQuestion{})
	if err != nil || r.Admissible() || r.Consistent() || !r.BreaksClaim() || !r.Exhaustive || r.Above != 1 || r.WorstState.State != "2 3" || r.WorstStep.From != "2 3" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestStepCostIsTheSuccessors: for every pair of boards, jugs and nodes, the judge
// agrees with the successors, which know nothing of each other.
func TestStepCostIsTheSuccessors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	agree(t, jugsDefinition(5, 3), random)
	agree(t, jugsDefinition(4, 4), random)
}

func agree(t *testing.T, d domain.Definition[jugs, int], random *rand.Rand) {
	p, err := d.Problem([]jugs{{}})
	if err != nil {
		t.Fatal(err)
	}
	list := []jugs{{}}
	for i := 0; i < len(list); i++ {
		next := map[jugs]bool{}
		for _, e := range p.AppendSuccessors(nil, list[i]) {
			next[e.To] = true
			if _, legal := d.StepCost(list[i], e.To); !legal {
				t.Errorf("%s: the judge refuses %v to %v", d.Title, list[i], e.To)
			}
			known := false
			for _, j := range list {
				known = known || j == e.To
			}
			if !known {
				list = append(list, e.To)
			}
		}
		for range 30 {
			to := list[random.IntN(len(list))]
			if _, legal := d.StepCost(list[i], to); legal && !next[to] {
				t.Errorf("%s: the judge allows %v to %v", d.Title, list[i], to)
			}
		}
	}
}

func TestBindRefuses(t *testing.T) {
	d := jugsDefinition(5, 3)
	d.StepCost = nil
	if _, err := domain.Bind(d); err == nil || !strings.Contains(err.Error(), "StepCost") {
		t.Errorf("without a rule: %v", err)
	}
}

// TestDocumentsThatCannotBeRead: fields that are unknown or there twice, in whatever case
// and however deep, and what comes after the end.
func TestDocumentsThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		`{"status":"found","status":"limit"}`, `{"status":"found","Status":"limit"}`, `{"cost":{"text":"1","value":1,"text":"2"}}`,
		`{"path":["a","a"],"domain":"x","path":[]}`, `{"options":{"tie":"fifo","tie":"lifo"}}`, `{"colour":1}`, `{} {}`, `{`, `[]`, ``,
	} {
		if d, err := domain.ParseDocument(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read as %+v", text, d)
		}
	}
	if _, err := domain.ParseDocument(strings.NewReader(`{"path":["status","status"],"from":"status","cost":{"text":"1","value":1},"lower_bound":{"text":"1","value":1}}`)); err != nil {
		t.Error(err)
	}
}

func FuzzParseDocument(f *testing.F) {
	s := graphSpace(f, towns)
	a, err := s.Solve(ctx, domain.Question{From: "1", To: "5"})
	if err != nil {
		f.Fatal(err)
	}
	text, err := json.Marshal(a.Document())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := domain.ParseDocument(bytes.NewReader(text))
		if err != nil {
			return
		}
		if _, err := s.Verify(ctx, d, domain.VerifyOptions{}); err != nil {
			t.Fatal(err)
		}
	})
}
