package deps

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

const module = "github.com/astrolabe-search/astrolabe"

type allowed struct{ own, others []string }

func readPolicy(t *testing.T) map[string]allowed {
	rules := map[string]allowed{}
	for _, line := range strings.Split(policy, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		left, right, ok := strings.Cut(line, "|")
		fields := strings.Fields(left)
		if !ok || len(fields) == 0 {
			t.Fatalf("policy line %q: want \"package imports... | modules...\"", line)
		}
		rules[fields[0]] = allowed{fields[1:], strings.Fields(right)}
	}
	return rules
}

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func goList(t *testing.T, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Standard"}, args...)...)
	cmd.Dir = sharedtest.ModuleRoot(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p goPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	return packages
}

func TestImportsFollowThePolicy(t *testing.T) {
	rules := readPolicy(t)
	seen := map[string]bool{}
	for _, p := range goList(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if p.ImportPath == module {
			name = "."
		}
		rule, ok := rules[name]
		if !ok {
			t.Errorf("package %s is not in the policy", name)
			continue
		}
		seen[name] = true
		used := map[string]bool{}
		for _, imported := range p.Imports {
			if own, ok := strings.CutPrefix(imported, module+"/"); ok {
				used[own] = true
				if !slices.Contains(rule.own, own) {
					t.Errorf("%s imports %s, which the policy does not allow", name, own)
				}
				continue
			}
			if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
				continue // standard library
			}
			allowed := false
			for _, m := range rule.others {
				if imported == m || strings.HasPrefix(imported, m+"/") {
					allowed, used[m] = true, true
				}
			}
			if !allowed {
				t.Errorf("%s imports %s, which the policy does not allow", name, imported)
			}
		}
		for _, own := range slices.Concat(rule.own, rule.others) {
			if !used[own] {
				t.Errorf("the policy lets %s import %s, but it does not", name, own)
			}
		}
	}
	for name := range rules {
		if !seen[name] {
			t.Errorf("the policy names %s, which does not exist", name)
		}
	}
}

// A user of the library gets no other module: neither compiled nor in go.mod.
func TestLibraryUsersGetNothingElse(t *testing.T) {
	library := []string{"root2", "grid", "mapfile", "mapgen", "search", "gridsearch", "verify", "catalog", "scenario", "game", "game/connectfour", "game/kalah", "game/nim", "game/tictactoe"}
	var paths []string
	for _, name := range library {
		paths = append(paths, module+"/"+name)
	}
	for _, p := range goList(t, append([]string{"-deps"}, paths...)...) {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, module+"/") {
			t.Errorf("the library compiles %s", p.ImportPath)
		}
	}

	dir := t.TempDir()
	root := sharedtest.ModuleRoot(t)
	source := "package user\n\nimport (\n"
	for _, path := range paths {
		source += "\t_ \"" + path + "\"\n"
	}
	source += ")\n"
	write(t, filepath.Join(dir, "user.go"), source)
	write(t, filepath.Join(dir, "go.mod"), "module user\n\ngo 1.26\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+root+"\n")
	tidy := exec.Command("go", "mod", "tidy")
	tidy.Dir = dir
	tidy.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := tidy.CombinedOutput(); err != nil {
		t.Fatalf("go mod tidy: %v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), "v0.0.0") != 1 || strings.Contains(string(data), "indirect") {
		t.Errorf("a user of the library gets more than the library:\n%s", data)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
