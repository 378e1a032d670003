package reproduce_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/reproduce"
)

func TestEveryFigureComesOut(t *testing.T) {
	for _, article := range reproduce.Articles() {
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
