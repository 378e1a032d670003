package posthoc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

const (
	// maxItem bounds an event, and what comes before and after the events, in bytes.
	maxItem = 1 << 14
	// maxIndicators bounds the characters of a line that may open or nest something.
	// The parser takes time with the square of how deep a text is nested.
	maxIndicators = 100
)

// readYAML reads a document event by event: parsed as a whole, it would take some
// hundred times its size of memory. So it finds itself where an event begins: the
// events are the items of a block list under the key events, each in whatever style; in
// version 2.0.0 they are a document of their own. It gives the parser's syntax tree no
// chance to follow an alias, by which a short text can be a huge one.
func (i *importer) readYAML(r io.Reader) error {
	y := yamlReader{importer: i, lines: bufio.NewScanner(r)}
	y.lines.Buffer(nil, maxItem)
	var rest, item strings.Builder // what is outside the events; the event at hand
	indent := -1                   // of the items, once there was one
	inEvents := false
	documents := 0 // ended, if there may be several
	for y.lines.Scan() {
		y.line++
		line := y.lines.Text()
		content := strings.TrimLeft(line, " ")
		isItem := content == "-" || strings.HasPrefix(content, "- ")
		at := len(line) - len(content)
		if y.several && isDocumentStart(line) {
			if err := y.event(&item); err != nil {
				return err
			}
			inEvents, indent = false, -1
			documents++
			line, content, isItem = "", "", false
		}
		switch {
		case content == "" || content[0] == '#':
			line = "" // but it counts as a line
		case inEvents && isItem && (indent < 0 || at == indent):
			if err := y.event(&item); err != nil {
				return err
			}
			indent, y.itemLine = at, y.line
		case inEvents && at == 0:
			if err := y.event(&item); err != nil {
				return err
			}
			inEvents = false
		case !inEvents && isItem && at == 0 && documents > 0:
			inEvents, indent, y.itemLine = true, 0, y.line
		}
		if !inEvents && isKey(line, "events") {
			inEvents = true
			line = "" // what follows the key on its line can only be a comment: see isKey
		}
		y.several = y.several || documents == 0 && !inEvents && isSeveral(line)
		to := &rest
		switch {
		case inEvents && indent >= 0:
			to = &item
		case documents > 0:
			continue // views
		}
		if to.Len()+len(line) > maxItem || strings.ContainsFunc(line, indicator) && countIndicators(line) > maxIndicators {
			return fmt.Errorf("%w: line %d: what belongs together has more than %d bytes, or a line nests more than %d things",
				ErrFormat, y.line, maxItem, maxIndicators)
		}
		to.WriteString(line)
		to.WriteByte('\n')
	}
	if err := y.lines.Err(); err != nil {
		if err == bufio.ErrTooLong {
			return fmt.Errorf("%w: line %d has more than %d bytes", ErrFormat, y.line+1, maxItem)
		}
		return fmt.Errorf("posthoc: reading: %w", err)
	}
	if err := y.event(&item); err != nil {
		return err
	}
	return y.head(rest.String())
}

type yamlReader struct {
	*importer
	lines          *bufio.Scanner
	line, itemLine int
	several        bool // version 2.0.0, which has several documents
}

func isDocumentStart(line string) bool {
	return line == "---" || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "---\t")
}

// isSeveral tells whether a line says that the version is one of several documents.
func isSeveral(line string) bool {
	version, ok := strings.CutPrefix(line, "version:")
	if version, _, _ = strings.Cut(version, " #"); !ok {
		return false
	}
	return strings.Trim(version, " \t\r\"'") == "2.0.0"
}

// isKey tells whether a line begins a block under a key at the left margin.
func isKey(line, key string) bool {
	rest, ok := strings.CutPrefix(line, key+":")
	rest = strings.TrimLeft(rest, " \r")
	return ok && (rest == "" || rest[0] == '#')
}

func indicator(c rune) bool { return strings.ContainsRune("[{-?!&*:", c) }

func countIndicators(line string) int {
	n := 0
	for _, c := range line {
		if indicator(c) {
			n++
		}
	}
	return n
}

// head checks what is outside the events.
func (y *yamlReader) head(text string) error {
	y.itemLine = 1
	root, err := y.parse(text)
	if err != nil {
		return err
	}
	fields, _ := mapping(root)
	version, given := fields["version"]
	if !given {
		return y.checkVersion(scalar{})
	}
	if err := y.checkVersion(yamlScalar(version)); err != nil {
		return err
	}
	if events, given := fields["events"]; given {
		if list, ok := events.(*ast.SequenceNode); !ok || len(list.Values) > 0 {
			return fmt.Errorf("%w: the events are no block list; want one event after another, each behind a dash", ErrFormat)
		}
	}
	return nil
}

func (y *yamlReader) parse(text string) (root ast.Node, err error) {
	if y.slow -= len(text); y.slow < 0 {
		return nil, fmt.Errorf("%w: line %d: more than %d bytes are not in a plain style; write it as JSON", ErrFormat, y.line, MaxYAML)
	}
	defer func() { // the parser is not ours
		if trouble := recover(); trouble != nil {
			root, err = nil, fmt.Errorf("%w: at line %d: the parser fails: %v", ErrFormat, y.itemLine, trouble)
		}
	}()
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil, fmt.Errorf("%w: at line %d: %w", ErrFormat, y.itemLine, err)
	}
	if len(file.Docs) != 1 {
		return nil, fmt.Errorf("%w: the file has %d documents; want one", ErrFormat, len(file.Docs))
	}
	return file.Docs[0].Body, nil
}

// event takes in the event at hand, if there is one, and makes room for the next.
func (y *yamlReader) event(text *strings.Builder) error {
	if text.Len() == 0 {
		return nil
	}
	defer text.Reset()
	var fields item
	if plainItem([]byte(text.String()), &fields) {
		return y.add(y.itemLine, &fields)
	}
	root, err := y.parse(text.String())
	if err != nil {
		return err
	}
	list, ok := root.(*ast.SequenceNode)
	if !ok || len(list.Values) != 1 {
		return y.wrong(y.itemLine, "fields such as type and id", "it is no item of a list")
	}
	object, ok := mapping(list.Values[0])
	if !ok {
		return y.wrong(y.itemLine, "fields such as type and id", "it has no fields")
	}
	fields = item{}
	for field, name := range fieldNames {
		if v, given := object[name]; given {
			fields[field] = yamlScalar(v)
		}
	}
	return y.add(y.itemLine, &fields)
}

// mapping returns the fields of a node.
func mapping(node ast.Node) (map[string]ast.Node, bool) {
	var pairs []*ast.MappingValueNode
	switch node := node.(type) {
	case *ast.MappingNode:
		pairs = node.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{node}
	default:
		return nil, false
	}
	fields := make(map[string]ast.Node, len(pairs))
	for _, pair := range pairs {
		fields[pair.Key.GetToken().Value] = pair.Value
	}
	return fields, true
}

// yamlScalar returns a node as a scalar. What is neither a string nor a number is a
// text.
func yamlScalar(node ast.Node) scalar {
	v := scalar{given: true}
	switch node := node.(type) {
	case *ast.NullNode:
		v.null = true
	case *ast.IntegerNode:
		v.number, v.text = true, fmt.Sprint(node.Value)
	case *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		v.number, v.text = true, node.GetToken().Value
	case *ast.StringNode:
		v.text = node.Value
		// The parser takes 1e-05 for a word, as it has no point.
		v.number = node.GetToken().Type == token.StringType && len(v.text) > 0 && isPlainNumber([]byte(v.text))
	default:
		v.text = node.Type().String()
	}
	return v
}

// plainItem reads an event in one of the two styles that programs print: all fields in
// braces on one line, or a field a line; with plain or double-quoted values without
// escapes. It returns false, and fields has no meaning, if the text may be anything else.
func plainItem(text []byte, fields *item) bool {
	text = bytes.TrimRight(text, " \r\n")
	length := len(text)
	text, ok := bytes.CutPrefix(bytes.TrimLeft(text, " "), []byte("- "))
	if !ok {
		return false
	}
	text = bytes.TrimLeft(text, " ")
	if inner, ok := bytes.CutPrefix(text, []byte("{")); ok {
		inner, ok = bytes.CutSuffix(inner, []byte("}"))
		if !ok || bytes.ContainsAny(inner, "\n") {
			return false
		}
		return eachPlain(inner, ',', 0, fields)
	}
	return eachPlain(text, '\n', length-len(text), fields)
}

// eachPlain reads fields between separators; lines but the first are indented.
func eachPlain(text []byte, separator byte, indent int, fields *item) bool {
	for n := 0; len(text) > 0; n++ {
		field, rest, _ := bytes.Cut(text, []byte{separator})
		text = rest
		content := bytes.TrimLeft(field, " ")
		if separator == '\n' && n > 0 && len(content) > 0 && len(field)-len(content) != indent {
			return false
		}
		if separator == '\n' && len(content) == 0 {
			continue // a comment stood there
		}
		name, value, ok := bytes.Cut(bytes.TrimRight(content, " \r"), []byte(":"))
		if !ok || len(value) > 0 && value[0] != ' ' || !isPlainName(name) {
			return false
		}
		v, ok := plainScalar(bytes.Trim(value, " "))
		if !ok {
			return false
		}
		if number := fieldOf(string(name)); number >= 0 {
			if fields[number].given {
				return false
			}
			fields[number] = v
		}
	}
	return true
}

// isPrintable tells whether a text is valid UTF-8 without characters that a parser may
// take for the end of a line, or drop.
func isPrintable(text []byte) bool {
	return utf8.Valid(text) && !bytes.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func isPlainName(name []byte) bool {
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return len(name) > 0
}

// plainScalar reads a value, and returns false for one that it is not sure of.
func plainScalar(value []byte) (scalar, bool) {
	v := scalar{given: true}
	switch {
	case len(value) == 0 || string(value) == "null" || string(value) == "~":
		v.null = true
		return v, true
	case value[0] == '"':
		inner := value[1:]
		end := bytes.IndexByte(inner, '"')
		if end < 0 || end != len(inner)-1 || bytes.IndexByte(inner, '\\') >= 0 || !isPrintable(inner) {
			return v, false
		}
		v.text = string(inner[:end])
		return v, true
	case value[0] == '-' || value[0] >= '0' && value[0] <= '9':
		v.number, v.text = true, string(value)
		return v, isPlainNumber(value)
	}
	// A word: a letter, then letters, digits, hyphens and underscores.
	first := value[0] | 0x20
	if first < 'a' || first > 'z' {
		return v, false
	}
	for _, c := range value {
		if !isPlainName([]byte{c}) && c != '-' {
			return v, false
		}
	}
	switch strings.ToLower(string(value)) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf":
		return v, false
	}
	v.text = string(value)
	return v, true
}

// isPlainNumber tells whether a text is a number in YAML as in JSON: no octal numbers, no
// signs that JSON does not have.
func isPlainNumber(text []byte) bool {
	digits := func() int {
		n := 0
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n
	}
	const most = 18 // digits, which 64 bits hold
	signed := text[0] == '-'
	if signed {
		text = text[1:]
	}
	if len(text) > 0 && text[0] == '0' && (len(text) > 1 || signed) && (len(text) == 1 || text[1] != '.') {
		return false
	}
	if n := digits(); n == 0 || n > most {
		return false
	}
	if len(text) > 0 && text[0] == '.' {
		if text = text[1:]; digits() == 0 {
			return false
		}
	}
	if len(text) > 1 && (text[0] == 'e' || text[0] == 'E') && (text[1] == '+' || text[1] == '-') {
		if text = text[2:]; digits() == 0 {
			return false
		}
	}
	return len(text) == 0
}
