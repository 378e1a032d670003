// Package reproduce runs the source articles' experiments again and compares
// every published figure with what comes out.
package reproduce

import (
	"context"
	"fmt"
	"strings"
)

// Fact is a published figure and what this program gets for it.
type Fact struct {
	Name      string
	Published string
	Ours      string
}

// OK tells whether the two agree.
func (f Fact) OK() bool { return f.Published == f.Ours }

// Article is a source article whose figures can be reproduced.
type Article struct {
	Name  string // as on the command line
	Title string

	run      func(ctx context.Context) ([]Fact, error)
	pictures func(ctx context.Context) ([]Picture, error)
}

// Articles returns the articles in the order in which they are reproduced.
func Articles() []Article {
	return []Article{
		{"notebook", "A* and heuristic search: search you can afford", notebook, notebookPictures},
		{"terrain", "Bidirectional A* on terrain maps with exact costs a+b√2", terrain, terrainPictures},
		{"visualiser", "Step-wise A* in the browser", visualiser, visualiserPictures},
	}
}

// Lookup returns the article with that name. The error of an unknown one lists
// them all.
func Lookup(name string) (Article, error) {
	var names []string
	for _, a := range Articles() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	last := len(names) - 1
	return Article{}, fmt.Errorf("unknown article %q; want all, %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Run reproduces the article's figures, in its order. A figure that differs is
// not an error (see [Fact.OK]); the error is one that kept a search from running.
func (a Article) Run(ctx context.Context) ([]Fact, error) {
	facts, err := a.run(ctx)
	if err != nil {
		return nil, fmt.Errorf("reproduce %s: %w", a.Name, err)
	}
	return facts, nil
}
