package scene_test

import (
	"fmt"
	"os"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

func Example() {
	s := &scene.Scene{
		Width: 80, Height: 40, Title: "Two cells", Desc: "A wall and an explored cell.",
		Layers: []scene.Layer{{Name: "cells", X: 10, Y: 10, Scale: 20, Items: []scene.Item{
			scene.Rects{Fill: scene.Wall, Rects: []scene.Rect{{X: 0, Y: 0, W: 1, H: 1}}},
			scene.Rects{Fill: scene.Explored0, Rects: []scene.Rect{{X: 1, Y: 0, W: 2, H: 1}}},
		}}},
	}
	if err := scene.WriteSVG(os.Stdout, s, scene.Light); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" id="figure-8559fa0a" width="80" height="40" viewBox="0 0 80 40" role="img" aria-labelledby="figure-8559fa0a-title figure-8559fa0a-desc" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif" style="max-width:100%;height:auto">
	// <title id="figure-8559fa0a-title">Two cells</title>
	// <desc id="figure-8559fa0a-desc">A wall and an explored cell.</desc>
	// <rect fill="#fff" width="80" height="40"/>
	// <g class="cells" transform="translate(10 10) scale(20)">
	// <path fill="#343b48" shape-rendering="crispEdges" d="M0 0h1v1H0z"/>
	// <path fill="#a8d0f5" shape-rendering="crispEdges" d="M1 0h2v1H1z"/>
	// </g>
	// </svg>
}

func ExampleParseTheme() {
	theme, err := scene.ParseTheme("dark")
	fmt.Println(theme, err)
	_, err = scene.ParseTheme("sepia")
	fmt.Println(err)
	// Output:
	// dark <nil>
	// "sepia" is not a theme; want light, dark, auto
}
