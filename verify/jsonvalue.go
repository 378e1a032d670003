package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/astrolabe-search/astrolabe/grid"
)

// value is a JSON value that knows where in which file it stands. Package
// encoding/json by itself would take any case of a name, the last of several
// fields of one name, null for 0, and numbers through float64.
type value struct {
	file   *source
	offset int    // of the value in the file
	raw    []byte // never empty once the file's syntax was checked
	name   string // such as "cost.straight"; empty: the whole file
	index  int    // in the list called name, if >= 0
}

// source is the file that values stand in.
type source struct {
	name  string
	data  []byte
	above int // lines of the file before it
}

// newValue returns the content of a file.
func newValue(data []byte, name string, above int) value {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	trimmed := bytes.TrimLeftFunc(data, unicode.IsSpace)
	return value{file: &source{name, data, above}, offset: len(data) - len(trimmed), raw: bytes.TrimSpace(trimmed), index: -1}
}

// line returns the line of the file in which the value begins, from 1.
func (v value) line() int {
	return 1 + v.file.above + bytes.Count(v.file.data[:v.offset], []byte("\n"))
}

func (v value) newError(remedy, format string, args ...any) *DocumentError {
	field := v.name
	if v.index >= 0 {
		field += fmt.Sprintf("[%d]", v.index)
	}
	return &DocumentError{
		File: v.file.name, Line: v.line(), Field: field,
		Msg: fmt.Sprintf(format, args...), Remedy: remedy,
	}
}

// errorf returns a [*DocumentError] at the value.
func (v value) errorf(remedy, format string, args ...any) error {
	return v.newError(remedy, format, args...)
}

// checkSyntax checks that the file is one JSON value and nothing else.
func (v value) checkSyntax() error {
	if len(v.raw) == 0 {
		return v.errorf("want the JSON object of an answer", "the file is empty")
	}
	err := json.Unmarshal(v.file.data, new(json.RawMessage))
	if err == nil {
		return nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		v.offset = min(int(syntax.Offset), len(v.file.data))
	}
	return v.errorf("want one JSON object", "this is not JSON: %v", err)
}

// show returns the value for an error message, on one line.
func (v value) show() string {
	switch v.raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		if text, err := v.text(); err == nil {
			return strconv.Quote(clip(text))
		}
	}
	return clip(string(v.raw))
}

// clip shortens a text to what fits into an error message and makes one line
// of it.
func clip(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), 200)])
	const most = 40
	for i := range text {
		if i >= most {
			return text[:i] + "..."
		}
	}
	return text
}

func (v value) isNull() bool { return string(v.raw) == "null" }

func (v value) isNumber() bool { return v.raw[0] == '-' || '0' <= v.raw[0] && v.raw[0] <= '9' }

// text reads a string.
func (v value) text() (string, error) {
	var text string
	if v.raw[0] != '"' {
		return "", v.errorf("want a string", "is %s", v.show())
	}
	if err := json.Unmarshal(v.raw, &text); err != nil {
		return "", v.errorf("want a string", "cannot be read: %v", err)
	}
	return text, nil
}

// object is a JSON object whose fields may be looked up.
type object struct {
	value
	fields map[string]value
}

// object reads an object.
func (v value) object() (object, error) {
	if v.raw[0] != '{' {
		return object{}, v.errorf("want an object", "is %s", v.show())
	}
	o := object{v, map[string]value{}}
	prefix := ""
	if v.name != "" {
		prefix = v.name + "."
	}
	elements := json.NewDecoder(bytes.NewReader(v.raw))
	if _, err := elements.Token(); err != nil {
		return object{}, v.errorf("want an object", "cannot be read: %v", err)
	}
	for elements.More() {
		token, err := elements.Token()
		if err != nil {
			return object{}, v.errorf("want an object", "cannot be read: %v", err)
		}
		name, _ := token.(string) // the syntax was checked: it is one
		field, err := v.next(elements, prefix+clip(name), -1)
		if err != nil {
			return object{}, err
		}
		if _, twice := o.fields[name]; twice {
			return object{}, field.errorf("want one", "there is another field of this name before it")
		}
		o.fields[name] = field
	}
	return o, nil
}

// next reads the next element of an object or a list.
func (v value) next(elements *json.Decoder, name string, index int) (value, error) {
	var raw json.RawMessage
	if err := elements.Decode(&raw); err != nil {
		return value{}, v.errorf("want JSON", "cannot be read: %v", err)
	}
	return value{v.file, v.offset + int(elements.InputOffset()) - len(raw), bytes.TrimSpace(raw), name, index}, nil
}

// optional returns a field, and false if it is missing or null.
func (o object) optional(name string) (value, bool) {
	field, ok := o.fields[name]
	return field, ok && !field.isNull()
}

// require returns a field. If it is missing or null the error shows the form
// that it should have.
func (o object) require(name, form string) (value, error) {
	field, ok := o.optional(name)
	if !ok {
		return value{}, o.errorf("want "+form, "%q is missing", name)
	}
	return field, nil
}

// find is require if the field is needed, else optional.
func (o object) find(name string, needed bool, form string) (field value, given bool, err error) {
	if needed {
		field, err = o.require(name, form)
		return field, err == nil, err
	}
	field, given = o.optional(name)
	return field, given, nil
}

// cells reads a list of cells.
func (v value) cells() ([]grid.Cell, error) {
	if v.raw[0] != '[' {
		return nil, v.errorf("want a list of cells such as [[4,8],[5,9]]", "is %s", v.show())
	}
	elements := json.NewDecoder(bytes.NewReader(v.raw))
	if _, err := elements.Token(); err != nil {
		return nil, v.errorf("want a list", "cannot be read: %v", err)
	}
	var cells []grid.Cell
	for elements.More() {
		element, err := v.next(elements, v.name, len(cells))
		if err != nil {
			return nil, err
		}
		c, err := element.cell()
		if err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// cell reads a list of two whole numbers.
func (v value) cell() (grid.Cell, error) {
	if v.raw[0] == '[' {
		x, y, _ := strings.Cut(string(v.raw[1:len(v.raw)-1]), ",")
		column, errX := strconv.ParseInt(strings.TrimSpace(x), 10, 32)
		row, errY := strconv.ParseInt(strings.TrimSpace(y), 10, 32)
		if errX == nil && errY == nil {
			return grid.Cell{X: int32(column), Y: int32(row)}, nil
		}
	}
	return grid.Cell{}, v.errorf("want two whole numbers x and y such as [4,8]", "is %s", clip(string(v.raw)))
}
