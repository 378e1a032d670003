package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

// Document is an answer as `astrolabe solve --json` prints it for a space that is no
// grid. Make one with [Answer.Document] and read one with [ParseDocument].
type Document struct {
	Status      string          `json:"status"`
	Domain      string          `json:"domain"`
	Algorithm   string          `json:"algorithm"`
	Certificate string          `json:"certificate"`
	Bound       string          `json:"bound,omitempty"`
	Reason      string          `json:"reason"`
	From        string          `json:"from"`
	To          string          `json:"to"`
	Cost        *Cost           `json:"cost"`
	LowerBound  *Cost           `json:"lower_bound"`
	Path        []string        `json:"path"`
	Moves       []string        `json:"moves,omitempty"`
	Nearest     []string        `json:"nearest,omitempty"`
	Expanded    int64           `json:"expanded"`
	Generated   int64           `json:"generated"`
	Reopened    int64           `json:"reopened"`
	PeakOpen    int64           `json:"peak_open"`
	TimeNS      int64           `json:"time_ns"`
	Options     DocumentOptions `json:"options"`
}

// DocumentOptions are the options of a question in a [Document]. Those that the
// algorithm does not take are left out.
type DocumentOptions struct {
	Heuristic   string `json:"heuristic,omitempty"`
	Weight      string `json:"weight,omitempty"`
	Tie         string `json:"tie,omitempty"`
	Reopen      *bool  `json:"reopen,omitempty"`
	PathOnly    bool   `json:"path_only,omitempty"`
	MaxExpanded int64  `json:"max_expanded,omitempty"`
	MaxBytes    int64  `json:"max_bytes,omitempty"`
	MaxTimeNS   int64  `json:"max_time_ns,omitempty"`
}

// Document returns the answer as the object that `astrolabe solve --json` prints.
func (a *Answer) Document() Document {
	d := Document{
		Status: a.Status.String(), Domain: a.Domain, Algorithm: a.Method.Name, Certificate: a.Certificate.String(), Reason: a.Reason,
		From: a.Question.From, To: a.Question.To, Cost: a.Cost, LowerBound: a.LowerBound,
		Path: states(a.Path), Nearest: states(a.Nearest),
		Expanded: a.Counts.Expanded, Generated: a.Counts.Generated, Reopened: a.Counts.Reopened, PeakOpen: a.Counts.PeakOpen,
		TimeNS: a.Elapsed.Nanoseconds(),
		Options: DocumentOptions{
			MaxExpanded: a.Question.MaxExpanded, MaxBytes: a.Question.MaxBytes, MaxTimeNS: a.Question.MaxTime.Nanoseconds(),
		},
	}
	if d.Path == nil {
		d.Path = []string{}
	}
	for i, step := range a.Path {
		if i > 0 && step.Label != "" {
			d.Moves = append(d.Moves, step.Label)
		}
	}
	if a.Certificate == search.Bounded {
		d.Bound = a.Bound.String()
	}
	if a.Method.Heuristic {
		d.Options.Heuristic = a.Question.Heuristic
	}
	if a.Method.Weight {
		d.Options.Weight = a.Question.Weight.String()
	}
	if a.Method.Tie {
		d.Options.Tie = a.Question.Tie.String()
	}
	if a.Method.Reopens {
		reopen := !a.Question.NoReopen
		d.Options.Reopen = &reopen
	}
	if a.Method.PathOnly {
		d.Options.PathOnly = a.Question.PathOnly
	}
	return d
}

func states(path []Step) []string {
	var texts []string
	for _, step := range path {
		texts = append(texts, step.State)
	}
	return texts
}

// ParseDocument reads one object, as [Answer.Document] makes it. Fields that it does
// not know, and fields that are there twice, are refused.
func ParseDocument(r io.Reader) (Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Document{}, err
	}
	if name := doubled(text); name != "" {
		return Document{}, fmt.Errorf("the answer has the field %q twice; want each once", name)
	}
	r = bytes.NewReader(text)
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	var d Document
	if err := decoder.Decode(&d); err != nil {
		return Document{}, fmt.Errorf("the answer cannot be read: %w; want what solve --json prints", err)
	}
	rest, err := io.ReadAll(io.MultiReader(decoder.Buffered(), r))
	if err != nil {
		return Document{}, err
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		return Document{}, errors.New("the answer goes on after its end; want one object")
	}
	return d, nil
}

// doubled returns a field that an object of a JSON text has twice, in whatever case, or
// "". What is wrong with the text otherwise is for the decoder to say.
func doubled(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	var open []map[string]bool // the fields of each object that is open; nil for a list
	key := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		inObject := len(open) > 0 && open[len(open)-1] != nil
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				open, key = append(open, map[string]bool{}), true
				continue
			case '[':
				open = append(open, nil)
				continue
			}
			open = open[:len(open)-1]
			key = len(open) > 0 && open[len(open)-1] != nil
		case string:
			if inObject && key {
				name := strings.ToLower(token)
				if open[len(open)-1][name] {
					return token
				}
				open[len(open)-1][name] = true
				key = false
				continue
			}
			key = inObject
		default:
			key = inObject
		}
	}
}
