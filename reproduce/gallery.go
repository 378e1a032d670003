package reproduce

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

// Picture is a figure of an article.
type Picture struct {
	Name    string // of its files, without theme and ending
	Caption string
	Figure  figure.Figure
}

// Pictures draws the article's figures, in its order.
func (a Article) Pictures(ctx context.Context) ([]Picture, error) {
	pictures, err := a.pictures(ctx)
	if err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
	}
	return pictures, nil
}

// themes are those in which a gallery holds each picture.
var themes = []scene.Theme{scene.Light, scene.Dark}

// WriteGallery writes the article's figures to a folder, which it makes if need be,
// as SVG in light and dark, with a page index.html that shows them and the facts. Each
// file is written whole or not at all. It returns the names of the files.
func WriteGallery(ctx context.Context, dir string, a Article, facts []Fact) (files []string, err error) {
	pictures, err := a.Pictures(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
	}
	for _, p := range pictures {
		for _, theme := range themes {
			name := p.Name + "-" + theme.String() + ".svg"
			if _, err := figure.Save(filepath.Join(dir, name), p.Figure, figure.Options{Theme: theme}); err != nil {
				return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
			}
			files = append(files, name)
		}
	}
	var page bytes.Buffer
	if err := galleryPage.Execute(&page, struct {
		Article  Article
		Facts    []Fact
		Pictures []Picture
	}{a, facts, pictures}); err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
	}
	err = wholefile.Write(ctx, filepath.Join(dir, "index.html"), func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
	}
	return append(files, "index.html"), nil
}

var galleryPage = template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'">
<link rel="icon" href="data:,">
<title>{{.Article.Title}}</title>
<style>
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e8eb); --back: light-dark(#ffffff, #14171a); --line: light-dark(#d5d9de, #3a4048); --muted: light-dark(#555d66, #a5adb5); }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.5rem; line-height: 1.25; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; }
figure { margin: 2rem 0; }
img { max-width: 100%; height: auto; display: block; }
figcaption { color: var(--muted); margin-top: .5rem; }
</style>
<h1>{{.Article.Title}}</h1>
{{range .Pictures}}<figure>
<picture>
<source srcset="{{.Name}}-dark.svg" media="(prefers-color-scheme: dark)">
<img src="{{.Name}}-light.svg" alt="{{.Caption}}">
</picture>
<figcaption>{{.Caption}}</figcaption>
</figure>
{{end}}{{if .Facts}}<h2>Numbers</h2>
<table>
<tr><th scope="col">number</th><th scope="col">published</th><th scope="col">ours</th><th scope="col"></th></tr>
{{range .Facts}}<tr><td>{{.Name}}</td><td>{{.Published}}</td><td>{{.Ours}}</td><td>{{if .OK}}ok{{else}}differs{{end}}</td></tr>
{{end}}</table>
{{end}}</html>
`))

// notebookPictures are the flood, the beam, and how their cells compare.
func notebookPictures(ctx context.Context) ([]Picture, error) {
	q, err := notebookQuery()
	if err != nil {
		return nil, err
	}
	var pictures []Picture
	bars := figure.Bars{Title: "Cells explored on the same map", Unit: "expanded cells"}
	for i, run := range []struct{ name, algorithm, title string }{
		{"flood-bfs", "breadth-first", "Breadth-first search floods the map"},
		{"beam-astar", "astar", "A* heads for the goal"},
	} {
		h, err := watch(ctx, run.algorithm, q)
		if err != nil {
			return nil, err
		}
		search := h.Search(illustrate.Style{Title: run.title})
		search.Open = nil // the article draws the explored cells alone
		n := len(search.Explored)
		pictures = append(pictures, Picture{run.name, fmt.Sprintf("%s: %s of %s cells explored, a path of %d cells.",
			h.Answer.Entry.Title, thousands(n), thousands(q.Costs.Map().Width()*q.Costs.Map().Height()), len(search.Path)), search})
		bars.Bars = append(bars.Bars, figure.Bar{Name: h.Answer.Entry.Title, Value: float64(n), Text: thousands(n), Accent: i})
	}
	return append(pictures, Picture{"cells-compared", "The cells that breadth-first search and A* explored on the way to the same path length.", bars}), nil
}

func watch(ctx context.Context, algorithm string, q catalog.Query) (*illustrate.History, error) {
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		return nil, err
	}
	h, err := illustrate.Watch(ctx, entry, q)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return h, err
}

// terrainPictures are the searches of the two samples, one way and both ways.
func terrainPictures(ctx context.Context) ([]Picture, error) {
	var pictures []Picture
	for _, sample := range []struct{ name, text string }{{"sample1", terrainSample1}, {"sample2", terrainSample2}} {
		q, err := terrainQuery(sample.name, sample.text)
		if err != nil {
			return nil, err
		}
		for _, way := range []struct{ name, algorithm string }{{"one-way", "astar"}, {"both-ways", "bidirectional-first-meeting"}} {
			h, err := watch(ctx, way.algorithm, q)
			if err != nil {
				return nil, err
			}
			r := h.Answer.Result
			pictures = append(pictures, Picture{
				"terrain-" + sample.name + "-" + way.name,
				fmt.Sprintf("%s: cost %s, %d expanded. Each cell that was met has its f; lines lead to parents.",
					h.Answer.Entry.Title, q.Costs.Format(r.Cost), r.Expanded), h.Search(illustrate.Style{Terrain: true, RulerFrom: 1}),
			})
		}
	}
	return pictures, nil
}

// visualiserPictures are the 5×5 grid from corner to corner.
func visualiserPictures(ctx context.Context) ([]Picture, error) {
	var pictures []Picture
	for _, run := range []struct {
		name   string
		moves  grid.Moves
		metric grid.Metric
	}{{"four-moves", grid.Moves4, grid.Manhattan}, {"eight-moves", grid.Moves8, grid.Chebyshev}} {
		q, err := visualiserQuery(open5, grid.Rule{Moves: run.moves}, run.metric, grid.Cell{}, grid.Cell{X: 4, Y: 4})
		if err != nil {
			return nil, err
		}
		h, err := watch(ctx, "astar", q)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, Picture{
			"visualiser-" + run.name,
			fmt.Sprintf("A* on 5×5 cells with %v moves: a path of %d cells, %d expanded.", run.moves, len(h.Answer.Result.Path), h.Answer.Result.Expanded),
			h.Search(illustrate.Style{Show: figure.LayerLabels | figure.LayerTree}),
		})
	}
	return pictures, nil
}
