package posthoc

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// ReadSlowly reads YAML of which so many bytes may be in other styles than the plain ones.
func ReadSlowly(text string, most int) error {
	i := newImporter("test")
	i.slow = most
	return i.readYAML(strings.NewReader(text))
}

// PlainItem returns the fields that are read of an item in a plain style, and false if it
// is left to the parser.
func PlainItem(text string) (string, bool) {
	var fields item
	if !plainItem([]byte(text), &fields) {
		return "", false
	}
	return fmt.Sprint(fields), true
}

// ParsedItem returns the fields that the parser of YAML finds in an item.
func ParsedItem(text string) (string, error) {
	y := yamlReader{importer: newImporter(""), lines: bufio.NewScanner(strings.NewReader(""))}
	root, err := y.parse(text)
	if err != nil {
		return "", err
	}
	var fields item
	list, ok := root.(*ast.SequenceNode)
	if !ok || len(list.Values) != 1 {
		return "", fmt.Errorf("no list of one item: %T", root)
	}
	object, ok := mapping(list.Values[0])
	if !ok {
		return "", fmt.Errorf("no mapping")
	}
	for field, name := range fieldNames {
		if v, given := object[name]; given {
			fields[field] = yamlScalar(v)
		}
	}
	return fmt.Sprint(fields), nil
}
