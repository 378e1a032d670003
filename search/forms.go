package search

import (
	"fmt"
	"reflect"
)

// Two methods of a problem can say the same in two forms: AppendSuccessors and
// AppendArcs, AppendSuccessors and AppendPredecessors, IsGoal and Goals. Where
// they disagree a search could certify what is not so. In Go that comes about
// easily: a type that embeds a problem and overrides one of them inherits the
// other. So a problem is
//
//   - taken at its word if it implements [AgreeingForms] for itself;
//   - compared at every expansion if it embeds a type with arcs: then any
//     answer is one that both forms give;
//   - refused by the bidirectional algorithms if it embeds a whole problem with
//     predecessors: an edge that these lack would show only where it starts;
//   - else compared at the first expansions and now and then, and along the
//     path that was found.

// AgreeingForms is implemented by problems whose author warrants that all of its
// forms agree: the arcs of [Dense] with AppendSuccessors, the backward ones with
// AppendPredecessors, these with each other, and Goals with IsGoal. The engines
// then need not compare them.
//
// FormsAgreeFor returns its receiver. A type that embeds such a problem inherits
// the method, but what that returns is of another type, so that nothing is
// warranted of the outer one unless it says so itself.
type AgreeingForms interface {
	FormsAgreeFor() any
}

// FormsError says where two forms of a problem differ.
type FormsError[S comparable] struct {
	Problem string // the type of the problem
	State   S      // where
	Forms   string // the two methods
	What    string // the difference
}

func (e *FormsError[S]) Error() string {
	return fmt.Sprintf("search: %s of %s differ at %v: %s; override both, or do not embed the problem but hold it in a field with a name and give the new type the methods that it needs",
		e.Forms, e.Problem, e.State, e.What)
}

// EmbeddedError says that a problem embeds another one, whose predecessors, goals
// and cheapest edge need not be its own.
type EmbeddedError struct {
	Algorithm         string // published name
	Problem, Embedded string // types
}

func (e *EmbeddedError) Error() string {
	return fmt.Sprintf("search: %s: %s embeds %s, whose predecessors and goals may not fit its own successors; if they do, add a method FormsAgreeFor() any that returns the %[2]s, else hold the problem in a field with a name",
		e.Algorithm, e.Problem, e.Embedded)
}

// embedding is what a problem's type embeds: the type of a field that has arcs,
// and of one that is a whole problem with predecessors; or nil.
type embedding struct {
	problem, arcs, whole reflect.Type
}

// embeddingOf looks at the fields of a problem's type.
func embeddingOf[S comparable, C Cost](problem reflect.Type) embedding {
	found := embedding{problem: problem}
	outer := problem
	if outer.Kind() == reflect.Pointer {
		outer = outer.Elem()
	}
	if outer.Kind() != reflect.Struct {
		return found
	}
	has := func(field, ability reflect.Type) bool {
		return field.Implements(ability) || field.Kind() != reflect.Interface && reflect.PointerTo(field).Implements(ability)
	}
	for i := range outer.NumField() {
		field := outer.Field(i)
		if !field.Anonymous {
			continue
		}
		if has(field.Type, reflect.TypeFor[arcsAppender[C]]()) {
			found.arcs = field.Type
		}
		if has(field.Type, reflect.TypeFor[Problem[S, C]]()) && has(field.Type, reflect.TypeFor[Predecessors[S, C]]()) {
			found.whole = field.Type
		}
	}
	return found
}

// arcsAppender is what makes a [Dense] problem have a second form.
type arcsAppender[C Cost] interface {
	AppendArcs(dst []Arc[C], id int32) []Arc[C]
}

// forms decides when the forms of a problem are compared in a run: never, at every
// expansion, or at the first few and then at growing distances, up to comparedApart
// expansions, at which it costs about a thousandth of a search.
type forms struct {
	compared  int  // how often so far
	countdown int  // expansions to the next time; never reaches 0 where there is none
	check     bool // whether they are compared at all
	every     bool // at every expansion
	twoSided  bool // forward and backward too
}

const comparedApart = 1024

// next sets the countdown anew when it is over.
func (f *forms) next() {
	f.compared++
	f.countdown = 1
	if !f.every && f.compared > 3 {
		f.countdown = min(1<<min(f.compared-2, 30), comparedApart)
	}
}

// beginForms looks at the problem's type. It returns an error if nothing that is
// compared could make the run safe.
func (r *run[S, C]) beginForms(problem Problem[S, C], sides int) error {
	_, isDense := problem.(Dense[S, C])
	if !isDense && sides == 1 {
		return nil
	}
	outer := reflect.TypeOf(problem)
	if f, ok := problem.(AgreeingForms); ok && reflect.TypeOf(f.FormsAgreeFor()) == outer {
		return nil
	}
	if r.ws.embedding.problem != outer {
		r.ws.embedding = embeddingOf[S, C](outer)
	}
	embedded := r.ws.embedding
	if sides == 2 && embedded.whole != nil {
		return &EmbeddedError{r.name, outer.String(), embedded.whole.String()}
	}
	r.uses.checks = sides == 2
	r.forms = forms{check: true, countdown: 1, every: isDense && embedded.arcs != nil, twoSided: sides == 2}
	return nil
}

// compareForms ends the search with an error if what the problem says of a state
// differs from one form to the other. The arcs of a dense problem are in r.ws.arcs;
// r.ws.edges will hold the edges.
func (r *run[S, C]) compareForms(id int32, side Side) {
	sp := &r.space
	s := sp.state(id)
	if sp.dense != nil {
		if back := sp.dense.ID(s); back != id {
			r.differ(s, "State and ID", fmt.Sprintf("State(%d) is %v, whose ID is %d", id, s, back))
			return
		}
	}
	edges := withRoom(r.ws.edges[:0], firstSlack)
	names, hasArcs := "AppendSuccessors and AppendArcs", sp.dense != nil
	if side == Forward {
		edges = sp.problem.AppendSuccessors(edges, s)
	} else {
		names, hasArcs = "AppendPredecessors and AppendBackwardArcs", sp.denseBackward != nil
		edges = sp.backward.AppendPredecessors(edges, s)
	}
	r.ws.edges, sp.edges = edges, edges
	r.slack = max(r.slack, 2*len(edges))
	if hasArcs {
		if what := r.edgesDiffer(edges, r.ws.arcs); what != "" {
			r.differ(s, names, what)
			return
		}
	}
	if r.forms.twoSided {
		r.compareSides(s, side)
	}
}

// compareArcs is compareForms where no arcs were asked for.
func (r *run[S, C]) compareArcs(id int32) {
	if r.space.dense != nil {
		r.ws.arcs = r.space.dense.AppendArcs(withRoom(r.ws.arcs[:0], firstSlack), id)
	}
	r.compareForms(id, Forward)
}

// edgesDiffer returns the first difference between edges and arcs, or "".
func (r *run[S, C]) edgesDiffer(edges []Edge[S, C], arcs []Arc[C]) string {
	if len(edges) != len(arcs) {
		return fmt.Sprintf("the one gives %d edges, the other %d", len(edges), len(arcs))
	}
	n := int32(r.space.dense.NumIDs())
	for i, arc := range arcs {
		if arc.To < 0 || arc.To >= n {
			return fmt.Sprintf("arc %d leads to the id %d; there are %d", i, arc.To, n)
		}
		edge := edges[i]
		to := r.space.state(arc.To)
		sameCost := edge.Cost == arc.Cost || edge.Cost != edge.Cost && arc.Cost != arc.Cost
		if edge.To != to || !sameCost {
			return fmt.Sprintf("edge %d leads to %v at %v in the one, to %v at %v in the other", i, edge.To, edge.Cost, to, arc.Cost)
		}
		if id := r.space.dense.ID(to); id != arc.To {
			return fmt.Sprintf("arc %d leads to the id %d, which is %v, whose ID is %d", i, arc.To, to, id)
		}
	}
	return ""
}

// compareSides checks the edges of a state, which are in r.ws.edges, against
// those of the states at their other ends, and Goals against IsGoal.
func (r *run[S, C]) compareSides(s S, side Side) {
	const names = "AppendSuccessors and AppendPredecessors"
	isGoal := r.space.problem.IsGoal(s)
	if side == Forward && isGoal {
		goals := &r.ws.halves[Backward].table
		id := r.space.id(s)
		if int(id) >= len(goals.nodes) || !goals.seen(&goals.nodes[id]) || goals.nodes[id].parent != noParent {
			r.differ(s, "IsGoal and Goals", "it is a goal that is not listed")
		}
		return // what leaves a goal is of no importance
	}
	for _, edge := range r.ws.edges {
		from, to := s, edge.To
		if r.blocked(edge.Cost) || side == Backward && r.space.problem.IsGoal(edge.To) {
			continue
		}
		r.ws.checks = withRoom(r.ws.checks[:0], firstSlack)
		if side == Forward {
			r.ws.checks = r.space.backward.AppendPredecessors(r.ws.checks, edge.To)
		} else {
			from, to = to, from
			r.ws.checks = r.space.problem.AppendSuccessors(r.ws.checks, edge.To)
		}
		r.slack = max(r.slack, 2*len(r.ws.checks))
		found := false
		for _, back := range r.ws.checks {
			found = found || back.To == s && (back.Cost == edge.Cost || edge.Cost != edge.Cost)
		}
		if !found {
			r.differ(s, names, fmt.Sprintf("only one of them has the edge from %v to %v at %v", from, to, edge.Cost))
			return
		}
	}
}

// comparePath compares the forms at every state of a path that was found, and its
// cost with that of its edges.
func (r *run[S, C]) comparePath(path []S, cost C) {
	if len(path) == 0 {
		return
	}
	var total C
	for i, s := range path[:len(path)-1] {
		if r.compareArcs(r.space.id(s)); r.err != nil {
			return
		}
		cheapest, found := C(0), false
		for _, edge := range r.ws.edges {
			if edge.To == path[i+1] && edge.Cost >= 0 && (!found || edge.Cost < cheapest) {
				cheapest, found = edge.Cost, true
			}
		}
		if !found {
			r.differ(s, "AppendSuccessors and AppendPredecessors", fmt.Sprintf("the path found goes on to %v, to which AppendSuccessors has no edge", path[i+1]))
			return
		}
		total += cheapest
	}
	if more := max(total, cost) - min(total, cost); more > 0 && !r.rounding(cost, more) {
		r.differ(path[0], "AppendSuccessors and AppendPredecessors", fmt.Sprintf("the path found costs %v by the one and %v by the other", total, cost))
	}
}

// differ ends the search with the error that says how two forms differ.
func (r *run[S, C]) differ(s S, names, what string) {
	r.fail(&FormsError[S]{reflect.TypeOf(r.space.problem).String(), s, names, what})
}
