package posthoc_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/astrolabe-search/astrolabe/trace/posthoc"
)

// Read a search trace, and write it in the other form.
func Example() {
	imported, err := posthoc.Import(strings.NewReader(`version: 1.4.0
events:
  - {type: source, id: 1, x: 0, y: 0}
  - {type: expanding, id: 1, x: 0, y: 0, g: 0, f: 1}
  - {type: generating, id: 2, pId: 1, x: 1, y: 0, g: 1, f: 1}
  - {type: end, id: 2, pId: 1, x: 1, y: 0, g: 1, f: 1}
`), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := posthoc.Export(os.Stdout, imported, posthoc.JSON, posthoc.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"version":"1.4.0","views":{"main":[{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ $.fill }}"}]},
	// "events":[
	// {"type": "source", "id": 1, "x": 0, "y": 0, "fill": "#1b9e77"},
	// {"type": "expanding", "id": 1, "x": 0, "y": 0, "f": 1, "g": 0, "h": 1, "fill": "#f57c00"},
	// {"type": "generating", "id": 2, "pId": 1, "x": 1, "y": 0, "f": 1, "g": 1, "h": 0, "fill": "#ffd54f"},
	// {"type": "closing", "id": 1, "x": 0, "y": 0, "f": 1, "g": 0, "h": 1, "fill": "#64b5f6"},
	// {"type": "end", "id": 2, "pId": 1, "x": 1, "y": 0, "f": 1, "g": 1, "h": 0, "fill": "#d81b60"}
	// ]}
}
