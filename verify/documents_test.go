package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
)

// answerOf returns the JSON object of an answer, and what it holds.
func answerOf(t testing.TB, entry *catalog.Entry, q catalog.Query) (string, map[string]any) {
	t.Helper()
	answer, err := entry.Solve(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		t.Fatal(err)
	}
	return string(text), fields
}

// checkText reads and checks the one document of a text.
func checkText(m *grid.Map, text string) (verify.Report, error) {
	doc, err := verify.NewDocuments(strings.NewReader(text), "answer.json").Next()
	if err != nil {
		return verify.Report{}, err
	}
	return doc.Check(m)
}

// reaches tells whether there is a path.
func reaches(t *testing.T, q catalog.Query) bool {
	t.Helper()
	dijkstra, err := catalog.Lookup("dijkstra")
	if err != nil {
		t.Fatal(err)
	}
	q.MaxExpanded = 0
	answer, err := dijkstra.Solve(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Result.Status != search.NoPath
}

// TestForgedAnswers checks that genuine answers of every algorithm and engine pass, and
// that they do not with one of the changes in a table.
func TestForgedAnswers(t *testing.T) {
	number := func(fields map[string]any, name string) int64 {
		n, err := fields[name].(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	options := func(fields map[string]any) map[string]any { return fields["options"].(map[string]any) }
	path := func(fields map[string]any) []any { return fields["path"].([]any) }
	for _, c := range []struct {
		name  string
		forge func(fields map[string]any) bool // false: there is nothing to change
		tells []string                         // one of these
	}{
		{"a tie policy that is none", func(f map[string]any) bool {
			_, given := options(f)["tie"]
			options(f)["tie"] = "no-such-tie"
			return given
		}, []string{"options.tie: is"}},
		{"an order that is none", func(f map[string]any) bool {
			_, given := options(f)["order"]
			options(f)["order"] = "nonsense"
			return given
		}, []string{"options.order: is"}},
		{"an option that nobody takes", func(f map[string]any) bool { options(f)["luck"] = 1; return true }, []string{`options have "luck"`}},
		{"a tie policy that is not taken", func(f map[string]any) bool {
			_, given := options(f)["tie"]
			options(f)["tie"] = "fifo"
			return !given
		}, []string{`options have "tie", which`}},
		{"a weight that is not taken", func(f map[string]any) bool {
			_, given := options(f)["weight"]
			options(f)["weight"] = "1.5"
			return !given
		}, []string{`options have "weight", which`}},
		{"an engine that is none", func(f map[string]any) bool {
			_, given := options(f)["engine"]
			options(f)["engine"] = "steam"
			return given
		}, []string{"options.engine: is"}},
		{"a limit that was not kept", func(f map[string]any) bool {
			options(f)["max_expanded"] = number(f, "expanded") - 1
			return number(f, "expanded") > 1
		}, []string{"counts say expanded"}},
		{"a count below 0", func(f map[string]any) bool { f["generated"] = -1; return true }, []string{"generated: is -1"}},
		{"a count that is a fraction", func(f map[string]any) bool { f["expanded"] = 1.5; return true }, []string{"expanded: is 1.5"}},
		{"nothing expanded", func(f map[string]any) bool {
			f["expanded"] = 0
			return len(path(f)) > 2 || f["status"] == "no-path"
		}, []string{"counts say"}},
		{"more successors than there are", func(f map[string]any) bool {
			f["generated"] = 8*number(f, "expanded") + 1
			return f["algorithm"] != "jump-point" && f["algorithm"] != "auto"
		}, []string{"counts say generated"}},
		{"a state reopened that cannot be", func(f map[string]any) bool {
			f["reopened"] = number(f, "generated") + 1
			return true
		}, []string{"counts say reopened"}},
		{"an OPEN larger than all that was generated", func(f map[string]any) bool {
			f["peak_open"] = 8*number(f, "expanded") + number(f, "generated") + 3
			return true
		}, []string{"counts say peak_open"}},
		{"stopped, after all", func(f map[string]any) bool {
			before := f["status"]
			f["status"] = "limit"
			return before == "found" && f["certificate"] == "optimal" // else it may have stopped with that path
		}, []string{"path is given, but", "certificate is optimal", "counts say expanded"}},
		{"no path, after all", func(f map[string]any) bool {
			found := f["status"] == "found"
			f["status"], f["path"], f["cost"], f["certificate"], f["lower_bound"] = "no-path", nil, nil, nil, nil
			delete(f, "bound")
			return found
		}, []string{"status is no-path"}},
		{"proved, after all", func(f map[string]any) bool {
			limited := f["status"] == "limit"
			f["status"], f["path"], f["cost"], f["certificate"], f["lower_bound"] = "no-path", nil, nil, nil, nil
			delete(f, "bound")
			return limited
		}, []string{"status is no-path", "counts say expanded"}},
		{"failed, after all", func(f map[string]any) bool { f["status"] = "error"; return true }, []string{"status is error, but"}},
		{"not run, after all", func(f map[string]any) bool { f["status"] = "not-run"; return true }, []string{"status is not-run, but"}},
		{"blocked, after all", func(f map[string]any) bool {
			before := f["status"]
			f["status"] = "start-blocked"
			return before != "start-blocked"
		}, []string{"status is start-blocked", "path is given"}},
	} {
		tried, refused := 0, 0
		for n := range fewer(100) {
			for _, entry := range slices.Concat(catalog.Entries(), catalog.Engines()) {
				q := traceQuery(t, n)
				if entry.Applies(q) != "" {
					continue
				}
				text, fields := answerOf(t, entry, q)
				if report, err := checkText(q.Costs.Map(), text); err != nil || !report.OK() {
					t.Fatalf("query %d: a genuine answer: %v\n%v%s%s", n, err, report, text, picture(q.Costs, nil))
				}
				if !c.forge(fields) {
					continue
				}
				tried++
				forged, err := json.Marshal(fields)
				if err != nil {
					t.Fatal(err)
				}
				report, err := checkText(q.Costs.Map(), string(forged))
				if c.name == "proved, after all" && err == nil && report.OK() && !reaches(t, q) {
					tried--
					continue // it is true: no count tells that the proof was not finished
				}
				said := fmt.Sprint(err)
				if err == nil && !report.OK() {
					said = report.Failure.Error()
				}
				if err == nil && report.OK() || !slices.ContainsFunc(c.tells, func(part string) bool { return strings.Contains(said, part) }) {
					t.Errorf("query %d: %s: %s; want %q\n%s%s", n, c.name, said, c.tells, forged, picture(q.Costs, nil))
					continue
				}
				refused++
			}
		}
		t.Logf("%s: %d of %d refused", c.name, refused, tried)
		if tried == 0 {
			t.Errorf("%s: nothing was tried", c.name)
		}
	}
}

// TestCountsWithoutAPath holds a search that found no path to all that can be reached,
// and one that ran into a limit to less.
func TestCountsWithoutAPath(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform, "...@.", "...@.")
	const reachable = 6
	check := func(name string, fields map[string]any) string {
		text, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		report, err := checkText(costs.Map(), string(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if report.OK() {
			return ""
		}
		return report.Failure.Error()
	}
	for _, name := range []string{"breadth-first", "dijkstra", "greedy", "astar", "weighted-astar", "fringe", "generic"} {
		entry, err := catalog.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		q := catalog.Query{Costs: costs, To: grid.Cell{X: 4}}
		_, fields := answerOf(t, entry, q)
		if failure := check(name, fields); failure != "" || fields["status"] != "no-path" {
			t.Errorf("%s: %v: %s", name, fields["status"], failure)
		}
		for _, n := range []int{reachable - 1, reachable + 1} {
			fields["expanded"] = n
			if failure := check(name, fields); !strings.Contains(failure, fmt.Sprintf("counts say expanded = %d", n)) {
				t.Errorf("%s: no path after %d of %d expansions: %q", name, n, reachable, failure)
			}
		}
		q.MaxExpanded = reachable - 1
		_, fields = answerOf(t, entry, q)
		if failure := check(name, fields); failure != "" || fields["status"] != "limit" {
			t.Errorf("%s: %v: %s", name, fields["status"], failure)
		}
		fields["expanded"], fields["options"].(map[string]any)["max_expanded"] = reachable, reachable
		if failure := check(name, fields); !strings.Contains(failure, "else nothing was left") {
			t.Errorf("%s: stopped with nothing left: %q", name, failure)
		}
	}
}

const notRunLine = `{"status":"not-run","algorithm":"greedy","reason":"it does not apply"}`

// TestDocuments reads files of several answers, and names lines.
func TestDocuments(t *testing.T) {
	flat := strings.ReplaceAll(goodDocument, "\n", "")
	for _, c := range []struct {
		name, text string
		lines      []int
		want       string // the error at the end
	}{
		{"one", flat, []int{1}, ""},
		{"one on several lines", "\n" + goodDocument + "\n\n", []int{2}, ""},
		{"several", "\ufeff" + flat + "\r\n\n  \n" + notRunLine + "\n" + flat, []int{1, 4, 5}, ""},
		{"the second is broken", flat + "\n\n{\"status\"\n" + flat, []int{1}, "answer.json:3: this is not JSON"},
		{"the second is none", flat + "\n[]\n", []int{1}, "answer.json:2: is a list"},
		{"the third has a fault", flat + "\n" + flat + "\n" + strings.Replace(flat, `"mul"`, `"times"`, 1), []int{1, 2}, "answer.json:3: options.cost: is"},
		{"nothing", "", nil, "answer.json:1: the file is empty"},
		{"blank lines", "\n \n", nil, "answer.json:1: the file is empty"},
	} {
		documents := verify.NewDocuments(strings.NewReader(c.text), "answer.json")
		var lines []int
		for {
			doc, err := documents.Next()
			if err == io.EOF && c.want == "" {
				break
			}
			if err != nil {
				if c.want == "" || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("%s: %v; want %q", c.name, err, c.want)
				}
				if _, err := documents.Next(); err != io.EOF {
					t.Errorf("%s: %v after the error; want the end", c.name, err)
				}
				break
			}
			lines = append(lines, doc.Line)
			if (doc.Algorithm == "greedy") != doc.NotRun {
				t.Errorf("%s: line %d: %q, not run: %v", c.name, doc.Line, doc.Algorithm, doc.NotRun)
			}
		}
		if !slices.Equal(lines, c.lines) {
			t.Errorf("%s: answers on lines %v; want %v", c.name, lines, c.lines)
		}
	}
	broken := errors.New("broken")
	if _, err := verify.NewDocuments(io.MultiReader(strings.NewReader("{\n"), iotest.ErrReader(broken)), "a").Next(); !errors.Is(err, broken) {
		t.Errorf("got %v; want the reader's error", err)
	}
	if _, err := verify.NewDocumentsLimited(blanks{}, "a", 1000).Next(); err == nil || !strings.Contains(err.Error(), "the line has more than") {
		t.Errorf("a line without end: %v", err)
	}
}

// TestDocumentLimits reads as much as the limit, and not a byte more.
func TestDocumentLimits(t *testing.T) {
	pad := strings.Repeat(" ", 3*4096) // several buffers of the reader
	for _, text := range []string{strings.ReplaceAll(goodDocument, "\n", "") + pad, goodDocument + pad, "{\n" + goodDocument[1:] + pad} {
		if _, err := verify.NewDocumentsLimited(strings.NewReader(text), "a", len(text)).Next(); err != nil {
			t.Errorf("at the limit: %v", err)
		}
		if _, err := verify.NewDocumentsLimited(strings.NewReader(text), "a", len(text)-1).Next(); err == nil || !strings.Contains(err.Error(), "has more than") {
			t.Errorf("over the limit: %v", err)
		}
	}
}

// TestNotRun takes no claim from an algorithm that was not run.
func TestNotRun(t *testing.T) {
	m := goodCosts(t).Map()
	if report, err := checkText(m, notRunLine); err != nil || !report.OK() {
		t.Errorf("%v, %v", report, err)
	}
	claiming := strings.Replace(notRunLine, `"algorithm"`, `"path":[[0,0],[2,1]],"certificate":"optimal","algorithm"`, 1)
	report, err := checkText(m, claiming)
	if err != nil || report.OK() || report.Failure.Error() != `verify: status is not-run, but "certificate" is given` {
		t.Errorf("%v, %v", report, err)
	}
	doc, err := verify.ReadDocument(strings.NewReader(notRunLine), "answer.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := doc.Answer(goodCosts(t)); err == nil {
		t.Error("an answer of an algorithm that was not run")
	}
}

// manyAnswers is a file of n answers, none of which it holds.
func manyAnswers(n int) io.Reader {
	line := strings.ReplaceAll(goodDocument, "\n", "") + "\n"
	return &repeated{line: line, left: n}
}

// repeated reads a line several times over.
type repeated struct {
	line string
	left int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.rest, r.left = r.line, r.left-1
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// checkMany checks answers one after the other.
func checkMany(t testing.TB, m *grid.Map, n int) {
	documents := verify.NewDocuments(manyAnswers(n), "answers.jsonl")
	for range n {
		doc, err := documents.Next()
		if err != nil {
			t.Fatal(err)
		}
		if report, err := doc.Check(m); err != nil || !report.OK() {
			t.Fatal(report, err)
		}
	}
	if _, err := documents.Next(); err != io.EOF {
		t.Fatal(err)
	}
}

// TestMemoryOfManyAnswers compares what is allocated for each answer at the beginning and
// at the end of a long file: the lines above must not matter.
func TestMemoryOfManyAnswers(t *testing.T) {
	m := goodCosts(t).Map()
	bytesEach := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		checkMany(t, m, n)
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	few, many := bytesEach(100), bytesEach(2000)
	if many > few+few/4 {
		t.Errorf("%d bytes are allocated for each of 2000 answers, %d for each of 100", many, few)
	}
	if size := uint64(len(goodDocument)); many > 150*size {
		t.Errorf("%d bytes are allocated for an answer of %d", many, size)
	}
}

// BenchmarkManyAnswers checks 40,000 answers, one after the other.
func BenchmarkManyAnswers(b *testing.B) {
	m := goodCosts(b).Map()
	for b.Loop() {
		checkMany(b, m, 40_000)
	}
}
