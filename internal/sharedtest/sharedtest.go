// Package sharedtest finds the truths, cases and benchmark maps that tests
// compare with. The small ones are in its folder testdata, so that every clone has them: the
// reported cases, and what the articles and the games must come to. The large ones live outside
// the module: a clone without them skips the tests that need them, saying so; with CI=true a
// missing one is a failure.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of shared test material: the value of the environment
// variable ASTROLABE_SHARED, else the folder "shared" beside the module's.
// If there is none the test is skipped, or fails where CI=true.
func Dir(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("ASTROLABE_SHARED")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(ModuleRoot(tb)), "shared")
	}
	require(tb, dir)
	return dir
}

// Path returns the path of a file or folder of the module's own material, else below [Dir].
// If there is none the test is skipped, or fails where CI=true.
func Path(tb testing.TB, elements ...string) string {
	tb.Helper()
	own := filepath.Join(append([]string{OwnDir(tb)}, elements...)...)
	if _, err := os.Stat(own); err == nil {
		return own
	}
	path := filepath.Join(append([]string{Dir(tb)}, elements...)...)
	require(tb, path)
	return path
}

// OwnDir returns the folder of the material that is in the module.
func OwnDir(tb testing.TB) string {
	tb.Helper()
	return filepath.Join(ModuleRoot(tb), "internal", "sharedtest", "testdata")
}

// ModuleRoot returns the folder of the module's go.mod: the nearest one above
// the working folder, which for a test is its package's.
func ModuleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("no go.mod above the working folder")
		}
		dir = parent
	}
}

func require(tb testing.TB, path string) {
	tb.Helper()
	_, err := os.Stat(path)
	if err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		tb.Fatalf("shared test material is missing: %v", err)
	}
	tb.Skipf("skipped for want of shared test material (set ASTROLABE_SHARED): %v", err)
}
