package player_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// tab is a player's page in the browser.
type tab struct{ *browsertest.Tab }

// prelude is what scripts in tests can use: the player, its first pane, and where
// a cell of it is.
const prelude = `
	const root = document.getElementById("player"), player = root.player, pane = player?.panes[0];
	const spot = (pane, state) => {
		const { board, canvas } = pane, box = canvas.getBoundingClientRect();
		return board.center(state).map((at, i) => (at - 0.3 * board.cell) / board.ratio + [box.left, box.top][i]);
	};
`

// openPage shows the page of some traces, and returns when they have been read,
// well or not.
func openPage(t testing.TB, s browsertest.Screen, opts player.Options, traces ...player.Trace) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	var page bytes.Buffer
	if err := player.Page(&page, opts, traces...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return openFile(t, s, file)
}

func openFile(t testing.TB, s browsertest.Screen, file string) *tab {
	t.Helper()
	b := openURL(t, s, "about:blank")
	b.goTo(file)
	return b
}

func openURL(t testing.TB, s browsertest.Screen, url string) *tab {
	t.Helper()
	b := &tab{browsertest.Open(t, s, url)}
	b.Prelude = prelude
	return b
}

// goTo shows a page on disk.
func (b *tab) goTo(file string) {
	b.Helper()
	b.GoTo("file://" + filepath.ToSlash(file))
	b.Run("await player.ready")
}

func eval[T any](b *tab, body string) T {
	b.Helper()
	return browsertest.Eval[T](b.Tab, body)
}

func want[T comparable](b *tab, expression string, value T) {
	b.Helper()
	browsertest.Want(b.Tab, expression, value)
}

// colorsAre fails the test unless cells of the first pane have, on the screen, the
// color of a role. It looks beside their middle, where the tree has its edges.
func (b *tab) colorsAre(cells map[int]string) {
	b.Helper()
	img := b.Picture()
	scale := eval[float64](b, "return devicePixelRatio;")
	for state, role := range cells {
		at := eval[[2]float64](b, fmt.Sprintf("return spot(pane, %d);", state))
		got := browsertest.HexAt(img, int(at[0]*scale), int(at[1]*scale))
		if wanted := eval[string](b, fmt.Sprintf("return player.colors.css(%q);", role)); got != wanted {
			b.Errorf("cell %d at %.0f is %s on the screen, want %s (%s)", state, at, got, wanted, role)
		}
	}
}
