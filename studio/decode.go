package studio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// maxValues bounds the values of a body. An operation takes some twenty; each
// that there is no use for costs memory, and an error in the answer.
const maxValues = 1000

// decode is [json.Unmarshal] with errors that say where.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: %v; want one JSON object", place(data, int(syntax.Offset)-1), syntax)
	case errors.As(err, &kind) && kind.Field == "": // a value that stands in no field of ours
		number := strings.TrimPrefix(kind.Value, "number ")
		return fmt.Errorf("%s: the number %s is out of range; want one within ±1.8e308", place(data, int(kind.Offset)-1-len(number)), number)
	case errors.As(err, &kind) && strings.HasPrefix(kind.Value, "number "):
		return fmt.Errorf("%s: %s; want a whole number, without point and exponent", kind.Field, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: %s; want %v", kind.Field, kind.Value, kind.Type)
	}
	return err
}

// place says where a byte of a text stands.
func place(text []byte, offset int) string {
	before := text[:max(0, min(offset, len(text)))]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d, column %d", line, column)
}

// checkValues is an error if a JSON text has too many values, or an object in it has a
// field twice, of which decoders take one or the other. What is no JSON it may let
// pass.
func checkValues(text []byte) error {
	var open []map[string]bool // the names of each object that is open; nil for a list
	values := 0
	for at := 0; ; at++ {
		i := bytes.IndexAny(text[at:], `",[]{}`)
		if i < 0 {
			return nil
		}
		at += i
		switch text[at] {
		case '"':
			begin := at
			if at = endOfString(text, at); at < 0 {
				return nil
			}
			if len(open) == 0 || open[len(open)-1] == nil || !bytes.HasPrefix(bytes.TrimLeft(text[at+1:], " \t\r\n"), []byte(":")) {
				continue
			}
			name, names := fold(text[begin:at+1]), open[len(open)-1]
			if names[name] {
				return &bodyError{http.StatusBadRequest, place(text, begin) + ": the object has a field of this name before; want each field once"}
			}
			names[name] = true
			continue
		case ']', '}':
			open = open[:max(0, len(open)-1)]
			continue
		case '[':
			open = append(open, nil)
		case '{':
			open = append(open, map[string]bool{})
		}
		if values++; values > maxValues {
			return &bodyError{http.StatusBadRequest, fmt.Sprintf("the body has more than %d values; want one object with the operation's fields", maxValues)}
		}
	}
}

// endOfString returns where a JSON string ends that begins at an opening quote, or -1.
func endOfString(text []byte, begin int) int {
	for at := begin + 1; ; at += 2 {
		i := bytes.IndexAny(text[min(at, len(text)):], `"\`)
		if i < 0 {
			return -1
		}
		if at += i; text[at] == '"' {
			return at
		}
	}
}

// fold returns the name that a JSON string is, alike for names that differ in case alone:
// decoders take them for one.
func fold(quoted []byte) string {
	var name string
	if json.Unmarshal(quoted, &name) != nil {
		return string(quoted) // no JSON, as will be told
	}
	return strings.ToLower(strings.ToUpper(name))
}
