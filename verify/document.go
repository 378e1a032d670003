package verify

import (
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// MaxDocumentBytes is the size of the largest file that [ReadDocument] reads:
// room for a path of more than two million steps.
const MaxDocumentBytes = 64 << 20

// Document is the JSON object in which "astrolabe solve --json" prints an
// answer. The options in it come first, for they say what costs the answer is
// to be checked with:
//
//	doc, err := verify.ReadDocument(file, "answer.json")
//	costs, err := grid.NewCosts(m, doc.Rule, doc.Model)
//	answer, err := doc.Answer(costs)
//	report, err := verify.Check(costs, answer)
//
// [Document.Check] does all that and more. Make one with [ReadDocument] or [Documents];
// the zero value holds no answer.
type Document struct {
	Algorithm string // as named in it, or ""
	Line      int    // of the file, where it begins; from 1

	// NotRun: it is not an answer but says, by the status "not-run" or "error", that an algorithm
	// was not asked. It has no rule and no model.
	NotRun bool

	Rule  grid.Rule  // "moves" and "cut_corners" of "options"
	Model grid.Model // "cost" of "options"

	fields  object
	options object
}

// DocumentError says what is wrong with a document, where, and what would be
// right.
type DocumentError struct {
	File   string // the name given by the caller
	Line   int    // from 1
	Field  string // such as "cost.straight" or "path[3]"; empty: the document as a whole
	Msg    string // what is wrong
	Remedy string // what would be right
	Err    error  // [root2.ErrOverflow], or nil
}

// Error returns "FILE:LINE: FIELD: what is wrong; what would be right".
func (e *DocumentError) Error() string {
	where := fmt.Sprintf("%s:%d: ", e.File, e.Line)
	if e.Field != "" {
		where += e.Field + ": "
	}
	return where + e.Msg + "; " + e.Remedy
}

// Unwrap returns Err.
func (e *DocumentError) Unwrap() error { return e.Err }

// ReadDocument reads a document up to its options; [Document.Answer] reads the
// rest. The name stands in error messages and has no other use. Fields that no
// check needs are not looked at, so that documents may hold more of them. Two
// fields of the same name are an error, and so is anything after the object.
// The error is a [*DocumentError] for whatever is wrong with the content, or
// the reader's own, wrapped. Time and memory are proportional to the file,
// which may have [MaxDocumentBytes].
func ReadDocument(r io.Reader, name string) (*Document, error) {
	return readDocument(r, name, MaxDocumentBytes)
}

// readDocument is ReadDocument with a limit of its own.
func readDocument(r io.Reader, name string, maxBytes int) (*Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(maxBytes)+1))
	if err != nil {
		return nil, fmt.Errorf("verify: reading %s: %w", name, err)
	}
	if len(data) > maxBytes {
		return nil, newValue(nil, name, 0).errorf("want the one object of one answer", "the file has more than %d bytes", maxBytes)
	}
	return newDocument(newValue(data, name, 0))
}

// newDocument reads a document up to its options.
func newDocument(whole value) (*Document, error) {
	if err := whole.checkSyntax(); err != nil {
		return nil, err
	}
	doc := &Document{Line: whole.line()}
	var err error
	if doc.fields, err = whole.object(); err != nil {
		return nil, err
	}
	if field, given := doc.fields.optional("algorithm"); given {
		if doc.Algorithm, err = field.text(); err != nil {
			return nil, err
		}
	}
	if field, given := doc.fields.optional("status"); given && (string(field.raw) == `"`+notRun+`"` || string(field.raw) == `"`+failed+`"`) {
		doc.NotRun = true
		return doc, nil
	}
	optionsField, err := doc.fields.require("options", `"options":{"moves":8,"cut_corners":"never","cost":"uniform"}`)
	if err != nil {
		return nil, err
	}
	if doc.options, err = optionsField.object(); err != nil {
		return nil, err
	}
	if doc.Rule, err = readRule(doc.options); err != nil {
		return nil, err
	}
	cost, err := doc.options.require("cost", `"cost":"uniform", or what the answer was found with`)
	if err != nil {
		return nil, err
	}
	if doc.Model, err = parseName(cost, grid.ParseModel, "uniform, add, mul or mean"); err != nil {
		return nil, err
	}
	return doc, nil
}

// readRule reads moves and, where they matter, corners.
func readRule(options object) (grid.Rule, error) {
	moves, err := options.require("moves", `"moves":8 or "moves":4`)
	if err != nil {
		return grid.Rule{}, err
	}
	switch string(moves.raw) {
	case "4":
		return grid.Rule{Moves: grid.Moves4}, nil
	case "8":
	default:
		return grid.Rule{}, moves.errorf("want the number 4 or 8", "is %s", moves.show())
	}
	corners, err := options.require("cut_corners", `"cut_corners":"never", or what the answer was found with`)
	if err != nil {
		return grid.Rule{}, err
	}
	rule := grid.Rule{Moves: grid.Moves8}
	rule.Corners, err = parseName(corners, grid.ParseCornerRule, "never, one or always")
	return rule, err
}

// parseName reads a string that is one of some names.
func parseName[T any](v value, parse func(string) (T, error), names string) (T, error) {
	var zero T
	text, err := v.text()
	if err != nil {
		return zero, err
	}
	parsed, err := parse(text)
	if err != nil {
		return zero, v.errorf("want "+names, "is %s", v.show())
	}
	return parsed, nil
}

// Answer reads the answer. The costs give the unit of its lengths; they must
// be for the document's Rule and Model, and of the map that the answer is for.
//
// What must be there is "status", "from" and "to"; for a found answer "path"
// and "certificate"; with a path "cost"; and with the certificate "bounded"
// "bound". A length must have "straight" and "diagonal", exact decimals; its
// "text" and "value" must agree with them if they are there. A field that is
// null counts as missing. The error is a [*DocumentError]; it wraps
// [root2.ErrOverflow] if a length is out of range.
func (d *Document) Answer(costs *grid.Costs) (Answer, error) {
	if costs == nil {
		return Answer{}, errors.New("verify: no costs given; want those of the map that the answer is for")
	}
	if d.fields.fields == nil {
		return Answer{}, errors.New("verify: the document is empty; want one made by ReadDocument")
	}
	if d.NotRun {
		return Answer{}, d.fields.errorf("want an answer", "says that %s was not run", clip(d.Algorithm))
	}
	rule := costs.Rule()
	if rule.Moves == grid.Moves4 {
		rule.Corners = 0 // they have no meaning
	}
	if rule != d.Rule || costs.Model() != d.Model {
		return Answer{}, fmt.Errorf("verify: the costs are for %v and the model %v; want those of the answer, %v and %v",
			rule, costs.Model(), d.Rule, d.Model)
	}
	r := answerReader{fields: d.fields, scale: costs.Scale()}
	for _, read := range []func(*answerReader) error{
		(*answerReader).readQuery, (*answerReader).readPath, (*answerReader).readClaims, (*answerReader).readNearest,
	} {
		if err := read(&r); err != nil {
			return Answer{}, err
		}
	}
	return r.answer, nil
}

// answerReader fills in an answer from the fields of a document.
type answerReader struct {
	fields object
	scale  int64
	answer Answer
}

func (r *answerReader) readQuery() error {
	status, err := r.fields.require("status", `"status":"found", or another`)
	if err != nil {
		return err
	}
	r.answer.Status, err = parseName(status, search.ParseStatus, "found, no-path, limit, start-blocked, goal-blocked or out-of-bounds")
	if err != nil {
		return err
	}
	if r.answer.From, err = r.requireCell("from"); err != nil {
		return err
	}
	r.answer.To, err = r.requireCell("to")
	return err
}

func (r *answerReader) requireCell(name string) (grid.Cell, error) {
	field, err := r.fields.require(name, fmt.Sprintf(`%q:[4,8], or another cell`, name))
	if err != nil {
		return grid.Cell{}, err
	}
	return field.cell()
}

func (r *answerReader) readPath() error {
	path, given, err := r.fields.find("path", r.answer.Status == search.Found, `"path":[[4,8],[5,9]], as the status is "found"`)
	if err != nil {
		return err
	}
	if given {
		if r.answer.Path, err = path.cells(); err != nil {
			return err
		}
	}
	cost, given, err := r.fields.find("cost", len(r.answer.Path) > 0, `"cost":`+lengthForm+`, as there is a path`)
	if given {
		r.answer.Cost, err = cost.length(r.scale)
		r.answer.HasCost = true
	}
	return err
}

func (r *answerReader) readClaims() error {
	certificate, given, err := r.fields.find("certificate", len(r.answer.Path) > 0, `"certificate":"feasible", or another, as there is a path`)
	if given {
		r.answer.Certificate, err = parseName(certificate, search.ParseCertificate, "none, feasible, bounded or optimal")
	}
	if err != nil {
		return err
	}
	isBounded := r.answer.Certificate == search.Bounded
	bound, given, err := r.fields.find("bound", isBounded, `"bound":"1.5", or another, as the certificate is "bounded"`)
	switch {
	case given && !isBounded:
		err = bound.errorf(`want none, or the certificate "bounded"`, "is given, but the certificate is %v", r.answer.Certificate)
	case given:
		r.answer.Bound, err = parseName(bound, search.ParseRatio, `a ratio of at least 1 as a string, such as "1.5"`)
	}
	if err != nil {
		return err
	}
	lower, given := r.fields.optional("lower_bound")
	if given {
		r.answer.LowerBound, err = lower.lowerBound(r.scale)
		r.answer.HasLowerBound = true
	}
	return err
}

func (r *answerReader) readNearest() error {
	field, given := r.fields.optional("nearest")
	if !given {
		return nil
	}
	nearest, err := field.object()
	if err != nil {
		return err
	}
	path, err := nearest.require("path", `"path":[[4,8],[5,9]]`)
	if err != nil {
		return err
	}
	cost, err := nearest.require("cost", `"cost":`+lengthForm)
	if err != nil {
		return err
	}
	if r.answer.Nearest, err = path.cells(); err != nil {
		return err
	}
	if len(r.answer.Nearest) == 0 {
		return path.errorf("want at least the start, or no nearest", "is empty")
	}
	r.answer.NearestCost, err = cost.length(r.scale)
	return err
}
