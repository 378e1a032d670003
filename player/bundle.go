package player

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// errBundle reports a module that the bundle cannot hold.
var errBundle = errors.New("player: module cannot be bundled")

var (
	importLine = regexp.MustCompile(`(?m)^import \{ ?([\w, ]+?) ?\} from "\./([\w-]+\.js)";$`)
	exportWord = regexp.MustCompile(`(?m)^export ((?:async )?function\*? |class |const )(\w+)`)
	leftOver   = regexp.MustCompile(`(?m)^(?:import|export)\b.*$`)
	// ends has what an inline script or style must not hold, since the parser of
	// HTML would end it, or not end it, there.
	ends = regexp.MustCompile(`(?i)<!--|</?script|</?style`)
)

// bundle joins an ES module with all that it imports to one script. See the
// package documentation for what modules may do.
func bundle(modules fs.FS, entry string) (string, error) {
	b := bundler{modules: modules}
	if err := b.add(entry, nil); err != nil {
		return "", err
	}
	return b.script.String(), nil
}

type bundler struct {
	modules fs.FS
	added   []string
	script  strings.Builder
}

// add appends a module after those that it imports, once. path leads from the
// entry to the module that imports it.
func (b *bundler) add(name string, path []string) error {
	if slices.Contains(b.added, name) {
		return nil
	}
	if slices.Contains(path, name) {
		return fmt.Errorf("%w: %s imports itself by %s; want no circle", errBundle, name, strings.Join(path, ", "))
	}
	source, err := fs.ReadFile(b.modules, name)
	if err != nil {
		return fmt.Errorf("%w: %w", errBundle, err)
	}
	code := string(source)
	if found := ends.FindString(code); found != "" {
		return fmt.Errorf("%w: %s has %q, which a page cannot hold", errBundle, name, found)
	}
	for _, match := range importLine.FindAllStringSubmatch(code, -1) {
		if err := b.add(match[2], append(slices.Clone(path), name)); err != nil {
			return err
		}
	}
	var exports []string
	for _, match := range exportWord.FindAllStringSubmatch(code, -1) {
		exports = append(exports, match[2])
	}
	code = importLine.ReplaceAllStringFunc(code, func(line string) string {
		match := importLine.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = %s;", match[1], scopeName(match[2]))
	})
	code = exportWord.ReplaceAllString(code, "$1$2")
	if found := leftOver.FindString(code); found != "" {
		return fmt.Errorf("%w: %s has the line %q; want imports by name, and exports of functions, classes and constants", errBundle, name, found)
	}
	fmt.Fprintf(&b.script, "// %s\nconst %s = (() => {\n%s\nreturn { %s };\n})();\n",
		name, scopeName(name), strings.TrimSpace(code), strings.Join(exports, ", "))
	b.added = append(b.added, name)
	return nil
}

// scopeName returns the name of the constant that holds a module's exports.
func scopeName(file string) string {
	return "module_" + strings.ReplaceAll(strings.TrimSuffix(file, ".js"), "-", "_")
}
