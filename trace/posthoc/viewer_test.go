package posthoc_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// viewer draws a search trace by the rules that Posthoc documents: which components a step has,
// what is in the expressions of their fields, how long each stays, and where
// the path leads.
type viewer struct {
	t      testing.TB
	views  []any
	pivot  map[string]any
	events []map[string]any
}

// shape is a component as it is drawn.
type shape struct {
	kind   string
	step   int
	fields map[string]any
}

// colors are those that the viewer gives the types that it knows.
var colors = map[string]any{
	"source": "teal", "destination": "pink", "expanding": "orange", "updating": "amber", "generating": "yellow", "closing": "gray", "end": "red",
}

func newViewer(t testing.TB, document map[string]any) *viewer {
	v := &viewer{t: t}
	views, _ := document["views"].(map[string]any)
	v.views, _ = views["main"].([]any)
	v.pivot, _ = document["pivot"].(map[string]any)
	for _, e := range document["events"].([]any) {
		v.events = append(v.events, e.(map[string]any))
	}
	return v
}

// at returns what is drawn at a step, from the bottom to the top: what stays for
// good, then what stays until an event clears it, which lies above.
func (v *viewer) at(step int) []shape {
	var persistent []shape
	type key struct{ id, until string }
	var special []shape
	var keys []key
	for i, e := range v.events[:step+1] {
		for k := range keys { // an event takes away what waited for one of its id and type
			if keys[k] == (key{fmt.Sprint(e["id"]), fmt.Sprint(e["type"])}) {
				special, keys = append(special[:k:k], special[k+1:]...), append(keys[:k:k], keys[k+1:]...)
				break
			}
		}
		for _, component := range v.views {
			s, ok := v.compile(component.(map[string]any), e, i)
			if !ok {
				continue
			}
			switch until := s.fields["clear"].(type) {
			case nil:
				persistent = append(persistent, s)
			case string:
				special, keys = append(special, s), append(keys, key{fmt.Sprint(e["id"]), until})
			default:
				v.t.Fatalf("clear is %v", until)
			}
		}
	}
	return append(persistent, special...)
}

// compile evaluates a component for an event, and returns false if it is not drawn.
func (v *viewer) compile(component, event map[string]any, step int) (shape, bool) {
	if condition, given := component["$if"]; given && !truthy(v.value(condition, event)) {
		return shape{}, false
	}
	s := shape{kind: component["$"].(string), step: step, fields: map[string]any{}}
	for name, field := range component {
		if !strings.HasPrefix(name, "$") {
			s.fields[name] = v.value(field, event)
		}
	}
	return s, true
}

// value evaluates a field: a text that is an expression, or lists and objects of fields.
func (v *viewer) value(field any, event map[string]any) any {
	switch field := field.(type) {
	case string:
		inner, ok := strings.CutPrefix(field, "${{")
		if !ok {
			return field
		}
		inner, ok = strings.CutSuffix(inner, "}}")
		if !ok || strings.Contains(inner, "}}") {
			v.t.Fatalf("the expression %q", field)
		}
		p := &expression{viewer: v, text: strings.TrimSpace(inner), event: event}
		result := p.or()
		if p.text != "" {
			v.t.Fatalf("%q is left of the expression %q", p.text, field)
		}
		if _, text := result.(string); !text {
			if n, ok := number(result); ok {
				return n
			}
		}
		return result
	case []any:
		list := make([]any, len(field))
		for i := range field {
			list[i] = v.value(field[i], event)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for name, inner := range field {
			object[name] = v.value(inner, event)
		}
		return object
	}
	if n, ok := number(field); ok {
		return n
	}
	return field
}

// path returns the steps that the path drawn at a step leads over, and its points: from
// the event's id to the parent told last until then, and on; and none without a pivot.
func (v *viewer) path(step int) (steps []int, points [][2]float64) {
	if v.pivot == nil {
		return nil, nil
	}
	parentOf := func(id string, until int) string {
		parent := ""
		for _, e := range v.events[:until+1] {
			if pid := e["pId"]; pid != nil && fmt.Sprint(e["id"]) == id {
				parent = fmt.Sprint(pid)
			}
		}
		return parent
	}
	for at := step; at >= 0; {
		steps = append(steps, at)
		e := v.events[at]
		x, okX := number(v.value(v.pivot["x"], e))
		y, okY := number(v.value(v.pivot["y"], e))
		if !okX || !okY {
			v.t.Fatalf("the pivot of step %d is no point", at)
		}
		points = append(points, [2]float64{x, y})
		parent := parentOf(fmt.Sprint(e["id"]), at)
		if parent == "" || parent == "0" {
			break
		}
		next := -1
		for i, other := range v.events[:at+1] {
			if other["id"] != nil && fmt.Sprint(other["id"]) == parent {
				next = i
			}
		}
		if len(steps) > len(v.events) {
			v.t.Fatalf("the path goes round in a circle")
		}
		at = next
	}
	return steps, points
}

// expression reads and evaluates a text by the part of JavaScript that views use.
type expression struct {
	*viewer
	text  string
	event map[string]any
}

func (p *expression) take(token string) bool {
	rest, ok := strings.CutPrefix(p.text, token)
	if ok {
		p.text = strings.TrimSpace(rest)
	}
	return ok
}

func (p *expression) or() any {
	left := p.and()
	for p.take("||") {
		if right := p.and(); !truthy(left) {
			left = right
		}
	}
	return left
}

func (p *expression) and() any {
	left := p.equal()
	for p.take("&&") {
		if right := p.equal(); truthy(left) {
			left = right
		}
	}
	return left
}

func (p *expression) equal() any {
	left := p.sum()
	for {
		switch {
		case p.take("=="):
			left = fmt.Sprint(left) == fmt.Sprint(p.sum())
		case p.take("!="):
			left = fmt.Sprint(left) != fmt.Sprint(p.sum())
		default:
			return left
		}
	}
}

func (p *expression) sum() any {
	left := p.primary()
	for p.take("+") {
		a, okA := number(left)
		b, okB := number(p.primary())
		if !okA || !okB {
			p.t.Fatalf("a sum of what is no number, before %q", p.text)
		}
		left = a + b
	}
	return left
}

func (p *expression) primary() any {
	var value any
	switch {
	case p.text != "" && p.text[0] == '"':
		end := strings.IndexByte(p.text[1:], '"') + 1
		value, p.text = p.text[1:end], strings.TrimSpace(p.text[end+1:])
		return value
	case p.text != "" && p.text[0] >= '0' && p.text[0] <= '9':
		end := strings.IndexFunc(p.text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if end < 0 {
			end = len(p.text)
		}
		value, _ = strconv.ParseFloat(p.text[:end], 64)
		p.text = strings.TrimSpace(p.text[end:])
		return value
	case p.take("$"):
		// What the viewer puts before the event's own fields.
		own := map[string]any{}
		for name, field := range p.event {
			own[name] = field
		}
		own["alpha"], own["fill"], own["color"], own["theme"] = 1.0, "what the viewer puts there", nil, nil
		own["step"], own["parent"], own["events"] = nil, nil, nil
		value = own
	case p.take("color"):
		value = colors
	default:
		p.t.Fatalf("the expression goes on with %q", p.text)
	}
	for {
		switch {
		case p.take("."):
			end := strings.IndexFunc(p.text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
			if end < 0 {
				end = len(p.text)
			}
			value = value.(map[string]any)[p.text[:end]]
			p.text = strings.TrimSpace(p.text[end:])
		case p.take("["):
			value = value.(map[string]any)[fmt.Sprint(p.or())]
			if !p.take("]") {
				p.t.Fatalf("no bracket before %q", p.text)
			}
		default:
			return value
		}
	}
}

func truthy(v any) bool { return v != nil && v != false && v != "" && v != 0.0 }

// number returns a value of any of the readers as a number.
func number(v any) (float64, bool) {
	n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	return n, err == nil
}
