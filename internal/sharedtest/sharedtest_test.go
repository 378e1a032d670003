package sharedtest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
)

// TestOwnMaterialIsTheShared holds the module's files against those that they were taken from. What
// is said there of a case in words is not repeated.
func TestOwnMaterialIsTheShared(t *testing.T) {
	shared, own, files := Dir(t), OwnDir(t), 0
	err := filepath.WalkDir(own, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		name, err := filepath.Rel(own, path)
		if err != nil {
			return err
		}
		ours, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		theirs, err := os.ReadFile(filepath.Join(shared, name))
		if err != nil {
			return err
		}
		same := bytes.Equal(ours, theirs)
		switch filepath.Ext(name) {
		case ".json":
			same = reflect.DeepEqual(facts(t, ours), facts(t, theirs))
		case ".jsonl":
			a, b := bytes.Split(ours, []byte("\n")), bytes.Split(theirs, []byte("\n"))
			same = len(a) == len(b)
			for i := 0; same && i < len(a); i++ {
				same = reflect.DeepEqual(facts(t, a[i]), facts(t, b[i]))
			}
		}
		if !same {
			t.Errorf("%s differs from the shared one", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("the module has no material of its own")
	}
}

// facts reads a JSON object without its prose.
func facts(t *testing.T, text []byte) map[string]any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	for _, prose := range []string{"source", "kind", "note", "summary", "input", "command", "expected"} {
		delete(object, prose)
	}
	return object
}

// TestVariablesAreInTheDocument looks whether docs/testing.md has each variable of the environment
// that tests look at, and no other.
func TestVariablesAreInTheDocument(t *testing.T) {
	root := ModuleRoot(t)
	document, err := os.ReadFile(filepath.Join(root, "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`ASTROLABE_[A-Z0-9_]+`)
	told := map[string]bool{}
	for _, name := range variable.FindAllString(string(document), -1) {
		told[name] = false
	}
	asked := regexp.MustCompile(`os\.Getenv\("(ASTROLABE_[A-Z0-9_]+)"\)`)
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		text, err := os.ReadFile(path)
		for _, match := range asked.FindAllSubmatch(text, -1) {
			name := string(match[1])
			if _, ok := told[name]; !ok {
				t.Errorf("%s looks at %s, which docs/testing.md does not have", path, name)
			}
			told[name] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, used := range told {
		if !used {
			t.Errorf("docs/testing.md has %s, at which nothing looks", name)
		}
	}
}
