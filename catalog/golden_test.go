package catalog_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// goldenFiles are all of them; a file in testdata that is not named here, or
// a name without its file, fails TestGoldenFiles.
var goldenFiles = []string{"answers.jsonl", "engines.txt", "signature.txt"}

func TestGoldenFiles(t *testing.T) {
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if !slices.Equal(found, goldenFiles) {
		t.Errorf("testdata holds %v, want %v", found, goldenFiles)
	}
}

// golden compares output with a golden file, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if !slices.Contains(goldenFiles, name) {
		t.Fatalf("%s is not among the golden files", name)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range max(len(gotLines), len(wantLines)) {
		var g, w []byte
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		if !bytes.Equal(g, w) {
			t.Errorf("%s:%d:\n got %s\nwant %s", path, i+1, g, w)
		}
	}
	if t.Failed() {
		t.Logf("if the change is meant, go test -run '%s' . -update, and name it in the commit", t.Name())
	}
}
