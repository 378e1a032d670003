package posthoc_test

import (
	"fmt"
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
	var out strings.Builder
	if err := posthoc.Export(&out, imported, posthoc.JSON, posthoc.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	events := strings.Index(out.String(), `"events"`) // behind the views
	fmt.Print(out.String()[events:])
	// Output:
	// "events":[
	// {"type":"source","id":1,"x":0,"y":0},
	// {"type":"expanding","id":1,"x":0,"y":0,"f":1,"g":0},
	// {"type":"generating","id":2,"pId":1,"x":1,"y":0,"f":1,"g":1},
	// {"type":"closing","id":1,"x":0,"y":0},
	// {"type":"end","id":2,"pId":1,"x":1,"y":0,"f":1,"g":1}
	// ]}
}
