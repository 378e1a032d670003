package reproduce_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/reproduce"
)

func TestEveryFigureComesOut(t *testing.T) {
	for _, article := range reproduce.Articles() {
		if article.Name == "notebook" && testing.Short() {
			t.Log("short: the notebook's 124 million nodes are left to the full run")
			continue
		}
		facts, err := article.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(facts) == 0 {
			t.Errorf("%s: no facts", article.Name)
		}
		for _, f := range facts {
			if !f.OK() {
				t.Errorf("%s: %s: published %s, ours %s", article.Name, f.Name, f.Published, f.Ours)
			}
		}
	}
}

// The published figures that the package holds are those of the truths file.
func TestTerrainPublishesTheTruths(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Path(t, "truths", "terrain.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truths struct {
		Results []struct {
			Map                string
			Bidirectional      bool
			Straight, Diagonal int
			Expanded           int
		}
	}
	if err := json.Unmarshal(data, &truths); err != nil {
		t.Fatal(err)
	}
	article, err := reproduce.Lookup("terrain")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := article.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	published := map[string]string{}
	for _, f := range facts {
		published[f.Name] = f.Published
	}
	if len(truths.Results) != 4 {
		t.Fatalf("%d results in the truths file, want 4", len(truths.Results))
	}
	for _, r := range truths.Results {
		name := "sample " + strings.TrimSuffix(strings.TrimPrefix(r.Map, "terrain-sample"), ".txt")
		way := "one way"
		if r.Bidirectional {
			way = "both ways"
		}
		if got, want := published[name+", "+way+": expanded"], fmt.Sprint(r.Expanded); got != want {
			t.Errorf("%s, %s: published expansions %q, truth %q", name, way, got, want)
		}
		if got, want := published[name+", "+way+": cost"], fmt.Sprintf("%d+%d√2", r.Straight, r.Diagonal); got != want {
			t.Errorf("%s, %s: published cost %q, truth %q", name, way, got, want)
		}
	}
}

func TestLookupNamesTheArticles(t *testing.T) {
	_, err := reproduce.Lookup("notebok")
	if err == nil || err.Error() != `unknown article "notebok"; want all, notebook, terrain or visualiser` {
		t.Errorf("got %v", err)
	}
}

// The gallery has every picture in both themes, small and well-formed, and a page
// that shows them and the facts.
func TestGallery(t *testing.T) {
	facts := []reproduce.Fact{{Name: "walls & <cells>", Published: "1", Ours: "1"}}
	pictures := 0
	for _, article := range reproduce.Articles() {
		dir := filepath.Join(t.TempDir(), "new", article.Name)
		files, err := reproduce.WriteGallery(context.Background(), dir, article, facts)
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(dir, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "walls &amp; &lt;cells&gt;") {
			t.Errorf("%s: the page lacks the fact", article.Name)
		}
		for _, name := range files[:len(files)-1] {
			pictures++
			picture, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(page), `"`+name+`"`) {
				t.Errorf("%s: the page does not show %s", article.Name, name)
			}
			if err := xml.Unmarshal(picture, new(struct{ XMLName xml.Name })); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if article.Name == "notebook" && len(picture) >= 30_000 {
				t.Errorf("%s: %d bytes", name, len(picture))
			}
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != len(files) {
			t.Errorf("%s: %d files in the folder, want %d (%v)", article.Name, len(entries), len(files), err)
		}
	}
	if pictures != 2*(3+4+2) {
		t.Errorf("%d pictures", pictures)
	}
}

func TestGalleryCannotBeWrittenIntoAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	article, err := reproduce.Lookup("visualiser")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reproduce.WriteGallery(context.Background(), name, article, nil); err == nil || !strings.Contains(err.Error(), "taken") {
		t.Errorf("got %v", err)
	}
}

// Searches that look at less play the notebook's games alike.
func TestNotebookEfforts(t *testing.T) {
	efforts, err := reproduce.NotebookEfforts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(efforts) != 4 {
		t.Fatalf("%d efforts", len(efforts))
	}
	for _, e := range efforts {
		losses, most := 6, int64(53_832)
		if e.Depth == 9 {
			losses, most = 0, 123_959_136
		}
		if e.Wins != 361 || e.Losses != losses || e.Nodes*27 > 16*most {
			t.Errorf("%+v", e)
		}
	}
}

func ExampleArticle_Run() {
	article, err := reproduce.Lookup("terrain")
	if err != nil {
		fmt.Println(err)
		return
	}
	facts, err := article.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range facts[:2] {
		fmt.Printf("%s: published %s, ours %s\n", f.Name, f.Published, f.Ours)
	}
	// Output:
	// sample 1, one way: cost: published 6+5√2, ours 6+5√2
	// sample 1, one way: expanded: published 25, ours 25
}
