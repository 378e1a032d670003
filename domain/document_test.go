package domain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// TestExtendingShowsTheJugs holds docs/extending.md to the code of the jugs.
func TestExtendingShowsTheJugs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(sharedtest.ModuleRoot(t), "docs", "extending.md"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("jugs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	begin := strings.Index(string(source), "// jugs are two vessels")
	if code := string(source[begin:]); !strings.Contains(string(page), "```go\n"+code+"```") {
		t.Error("docs/extending.md does not show the jugs as jugs_test.go has them; copy them there")
	}
}
