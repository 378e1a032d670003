package sharedtest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
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
	for _, prose := range []string{"source", "kind", "note"} {
		delete(object, prose)
	}
	return object
}
