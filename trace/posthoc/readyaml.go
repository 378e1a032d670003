package posthoc

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
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
// events are the items of a block list under the key events, each in whatever style.
// It gives the parser's syntax tree no chance to follow an alias, by which a short
// text can be a huge one.
func (i *importer) readYAML(r io.Reader) error {
	y := yamlReader{importer: i, lines: bufio.NewScanner(io.LimitReader(r, MaxYAML+1))}
	y.lines.Buffer(nil, maxItem)
	var rest, item strings.Builder // what is outside the events; the event at hand
	indent := -1                   // of the items, once there was one
	inEvents := false
	for y.lines.Scan() {
		y.line++
		if y.size += len(y.lines.Bytes()) + 1; y.size > MaxYAML {
			return fmt.Errorf("%w: %s has more than %d bytes; write it as JSON", ErrFormat, i.file, MaxYAML)
		}
		line := y.lines.Text()
		content := strings.TrimLeft(line, " ")
		isItem := content == "-" || strings.HasPrefix(content, "- ")
		at := len(line) - len(content)
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
		}
		if !inEvents && isKey(line, "events") {
			inEvents = true
			line = "" // what follows the key on its line can only be a comment: see isKey
		}
		to := &rest
		if inEvents && indent >= 0 {
			to = &item
		}
		if to.Len()+len(line) > maxItem || strings.ContainsFunc(line, indicator) && countIndicators(line) > maxIndicators {
			return fmt.Errorf("%w: %s: line %d: what belongs together has more than %d bytes, or a line nests more than %d things",
				ErrFormat, i.file, y.line, maxItem, maxIndicators)
		}
		to.WriteString(line)
		to.WriteByte('\n')
	}
	if err := y.lines.Err(); err != nil {
		if err == bufio.ErrTooLong {
			return fmt.Errorf("%w: %s: line %d has more than %d bytes", ErrFormat, i.file, y.line+1, maxItem)
		}
		return fmt.Errorf("posthoc: reading %s: %w", i.file, err)
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
	size           int
}

// isKey tells whether a line begins a block under a key at the left margin.
func isKey(line, key string) bool {
	rest, ok := strings.CutPrefix(line, key+":")
	rest = strings.TrimLeft(rest, " ")
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
	root, err := y.parse(text)
	if err != nil {
		return err
	}
	fields, ok := mapping(root)
	version, given := fields["version"]
	if !ok || !given {
		return fmt.Errorf("%w: %s has no version; want %q", ErrFormat, y.file, Version)
	}
	if err := y.checkVersion(yamlScalar(version)); err != nil {
		return err
	}
	if events, given := fields["events"]; given {
		if list, ok := events.(*ast.SequenceNode); !ok || len(list.Values) > 0 {
			return fmt.Errorf("%w: %s: the events are no block list; want one event after another, each behind a dash", ErrFormat, y.file)
		}
	}
	return nil
}

func (y *yamlReader) parse(text string) (root ast.Node, err error) {
	defer func() { // the parser is not ours
		if trouble := recover(); trouble != nil {
			root, err = nil, fmt.Errorf("%w: %s, at line %d: the parser fails: %v", ErrFormat, y.file, y.itemLine, trouble)
		}
	}()
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %s, at line %d: %w", ErrFormat, y.file, y.itemLine, err)
	}
	if len(file.Docs) != 1 {
		return nil, fmt.Errorf("%w: %s has %d documents; want one", ErrFormat, y.file, len(file.Docs))
	}
	return file.Docs[0].Body, nil
}

// event takes in the event at hand, if there is one, and makes room for the next.
func (y *yamlReader) event(text *strings.Builder) error {
	if text.Len() == 0 {
		return nil
	}
	defer text.Reset()
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
	return y.add(y.itemLine, func(name string) (scalar, bool) {
		v, given := object[name]
		if !given {
			return scalar{}, false
		}
		return yamlScalar(v), true
	})
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
	switch node := node.(type) {
	case *ast.NullNode:
		return scalar{null: true}
	case *ast.IntegerNode:
		return scalar{number: true, text: fmt.Sprint(node.Value)}
	case *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		return scalar{number: true, text: node.GetToken().Value}
	case *ast.StringNode:
		return scalar{text: node.Value}
	}
	return scalar{text: node.Type().String()}
}
