package browser

import (
	"fmt"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/studio"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// tab is the studio in the browser, served by a server of its own.
type tab struct {
	*browsertest.Tab
	url string
}

// The screens on which the features are tried.
var (
	phone = browsertest.Screen{Width: 360, Height: 800, Scale: 2, Touch: true}
	desk  = browsertest.Screen{Width: 1280, Height: 800}
	sharp = browsertest.Screen{Width: 1280, Height: 800, Scale: 2}
)

// prelude is what scripts in tests can use: the parts of the studio, and where a
// cell of the map is on the page.
const prelude = `
	const { studio } = window, { store, runner, player, stage, words } = studio ?? {};
	const pane = () => player.panes[0];
	const spot = (x, y, pane = player.panes[0]) => {
		const { board, canvas } = pane, box = canvas.getBoundingClientRect();
		return board.center(y * board.map.width + x).map((at, i) => at / board.ratio + [box.left, box.top][i]);
	};
	const settled = () => until(() => !runner.busy && (runner.answered === store.state || runner.complete));
	const part = (name) => document.querySelector('[data-part="' + name + '"]');
`

// open serves a studio and shows its page.
func open(t testing.TB, s browsertest.Screen, options studio.Options) *tab {
	t.Helper()
	browsertest.Need(t)
	server, err := studio.New(options)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(server)
	t.Cleanup(listening.Close)
	return openURL(t, s, listening.URL)
}

func openURL(t testing.TB, s browsertest.Screen, url string) *tab {
	t.Helper()
	b := &tab{browsertest.Open(t, s, url), url}
	b.Prelude = prelude
	b.ready()
	return b
}

// ready waits until the page has been made and its search has been answered.
func (b *tab) ready() {
	b.Helper()
	b.Until(`"ready" in document.body.dataset`)
	b.settled()
}

// settled waits until the search of what is on the page now has been answered and drawn.
func (b *tab) settled() {
	b.Helper()
	b.Run("await settled()")
}

func eval[T any](b *tab, body string) T {
	b.Helper()
	return browsertest.Eval[T](b.Tab, body)
}

func want[T comparable](b *tab, expression string, value T) {
	b.Helper()
	browsertest.Want(b.Tab, expression, value)
}

// cell returns where the middle of a cell is on the page.
func (b *tab) cell(x, y int) browsertest.Point {
	b.Helper()
	return eval[browsertest.Point](b, fmt.Sprintf("return spot(%d, %d);", x, y))
}
