// Package deps holds the house rule of which package may import which. Its test
// compares the table with the real imports, so that a change of direction is a
// deliberate commit.
package deps

// policy lists, for each package of the module, the packages of the module that
// it may import (tests aside), and after "|" the other modules. A library
// package has nothing after the bar: whoever imports it compiles the standard
// library and Astrolabe, and no more.
const policy = `
.                  |
root2              |
grid               root2 |
mapfile            grid internal/typo |
search             |
gridsearch         root2 grid search |
mapgen             grid internal/pyrand |
verify             root2 grid search trace |
trace              search internal/jsonscan |
trace/gridtrace    root2 grid gridsearch catalog trace |
trace/posthoc      search trace internal/jsonscan | github.com/goccy/go-yaml
catalog            root2 grid search gridsearch internal/typo |
scenario           root2 grid mapfile search gridsearch catalog |
domain             search |
puzzle/tiles       search domain |
graph              search domain |
ask                domain graph puzzle/tiles |
game               |
game/connectfour   game |
game/kalah         game |
game/nim           game |
game/tictactoe     game internal/pyrand |
player             |
figure             grid figure/scene internal/wholefile |
figure/scene       | codeberg.org/go-pdf/fpdf golang.org/x/image
appraise           root2 grid mapfile gridsearch catalog verify |
explain            root2 grid search gridsearch catalog trace trace/gridtrace |
illustrate         root2 grid search gridsearch catalog figure trace trace/gridtrace |
reproduce          grid mapfile mapgen search gridsearch catalog game game/tictactoe figure figure/scene illustrate internal/wholefile |
studio             root2 grid mapfile mapgen search gridsearch catalog appraise explain examples figure figure/scene game game/connectfour game/tictactoe illustrate player trace trace/gridtrace internal/typo | github.com/danielgtaylor/huma/v2 github.com/klauspost/compress github.com/prometheus/client_golang golang.org/x/sys
studio/browser     |
examples           |
docs               |
examples/cookbook/allshortest  search |
examples/cookbook/cancel       grid gridsearch mapgen |
examples/cookbook/clearance    grid gridsearch |
examples/cookbook/field        grid gridsearch root2 |
examples/cookbook/goroutines   grid gridsearch mapgen root2 search |
examples/cookbook/heuristic    search |
examples/cookbook/hex          search |
examples/cookbook/knight       search |
examples/cookbook/nearest      grid gridsearch search |
examples/cookbook/owngame      game |
examples/cookbook/path         grid gridsearch |
examples/cookbook/portal       grid gridsearch root2 search |
examples/cookbook/queries      grid gridsearch mapgen |
examples/cookbook/stepping     search |
examples/cookbook/turns        search |
cmd/astrolabe      root2 grid search gridsearch mapfile mapgen verify catalog scenario trace trace/gridtrace trace/posthoc appraise explain figure figure/scene illustrate docs ask domain player reproduce studio game game/connectfour game/kalah game/nim game/tictactoe internal/termdraw internal/typo internal/wholefile | github.com/spf13/cobra github.com/spf13/pflag github.com/jedib0t/go-pretty/v6 golang.org/x/term

internal/asciigrid  grid |
internal/browsertest | github.com/chromedp/cdproto github.com/chromedp/chromedp
internal/deps       |
internal/jsonscan   |
internal/pyrand     |
internal/sharedtest |
internal/termdraw   grid |
internal/typo       |
internal/wholefile  |
`
