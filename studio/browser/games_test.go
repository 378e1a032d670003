package browser

import (
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/chromedp/chromedp/kb"
)

// openGames shows the page of games, with the search that answers without a pause.
func openGames(t *testing.T, s browsertest.Screen) *tab {
	t.Helper()
	s.Calm = true
	b := open30(t, s)
	b.Run(`studio.show("games")`)
	b.answered()
	return b
}

// answered waits until the values of the position on the board are there, or the
// game is over.
func (b *tab) answered() {
	b.Helper()
	b.Until(`part("game-nodes").textContent !== "–" && part("game-board").closest(".stale") === null || $$("[data-cell].won").length > 0`)
}

// TestPlaysAGame plays tic-tac-toe to its end against the search to depth 9, which does
// not lose, by clicks on one screen and by keys on the other.
func TestPlaysAGame(t *testing.T) {
	t.Parallel()
	for name, s := range hands {
		t.Run(name, func(t *testing.T) {
			b := openGames(t, s)
			b.Run(`store.look({ game: { game: "tic-tac-toe", position: "", depth: 9, algorithm: "alpha-beta", you: "x" } })`)
			b.answered()
			stones := func() int { return eval[int](b, `return store.view.game.position.replace(/[^XO]/gi, "").length;`) }
			for range 5 {
				before := stones()
				cell := eval[string](b, `const open = $$('[data-cell][aria-disabled="false"]'); return open.length === 0 ? "" : open[0].dataset.cell;`)
				if cell == "" {
					break
				}
				if name == "phone" {
					at := eval[browsertest.Point](b, fmt.Sprintf(`const e = $('[data-cell="%s"]');
						e.scrollIntoView({ block: "center" });
						const r = e.getBoundingClientRect();
						return [r.left + r.width / 2, r.top + r.height / 2];`, cell))
					b.Fingers([]browsertest.Point{at})
				} else {
					b.Run(fmt.Sprintf(`$('[data-cell="%s"]').focus()`, cell))
					b.Press(kb.Enter)
				}
				b.Until(fmt.Sprintf(`store.view.game.position.replace(/[^XO]/gi, "").length >= Math.min(9, %d) || $$("[data-cell].won").length > 0`, before+2))
				if eval[bool](b, `return $$("[data-cell].won").length > 0;`) {
					break
				}
			}
			// Whoever takes the first free cell each time loses to it, or it is a draw.
			want(b, `$$("[data-cell].won").length === 0 || !/x/i.test([...store.view.game.position.replaceAll("/", "")][$("[data-cell].won").dataset.cell])`, true)
			want(b, `$$('[data-cell][aria-disabled="false"]').length`, 0)
			// A step back lets the game go on.
			b.Run(`$('[data-action="game-undo"]').click()`)
			b.Until(`$$('[data-cell][aria-disabled="false"]').length > 0`)
			b.Run(`$('[data-action="game-new"]').click()`)
			b.Until(`$$('[data-cell][aria-disabled="false"]').length === 9`)
		})
	}
}

// TestDepthChangesTheTree moves the slider of the depth: values and nodes are those of
// the server at that depth.
func TestDepthChangesTheTree(t *testing.T) {
	t.Parallel()
	b := openGames(t, desk)
	for _, game := range []string{"tic-tac-toe", "connect-four"} {
		b.Run(fmt.Sprintf(`store.look({ game: { game: %q, position: "", depth: 1, algorithm: "minimax", you: "both" } })`, game))
		b.answered()
		for depth := 2; depth <= 4; depth++ {
			b.Run(`$('[data-action="game-depth"]').focus()`)
			b.Press(kb.ArrowRight)
			want(b, "store.view.game.depth", depth)
			b.Until(fmt.Sprintf(`(await studio.api.post("/api/game", { game: %q, position: "", depth: %d, algorithm: "minimax" })).nodes
				=== Number(part("game-nodes").textContent.replace(/[^0-9]/g, ""))`, game, depth))
			want(b, `part("game-line").textContent.trim().split(/\s+/).length`, depth)
		}
	}
}

// TestGamesLanguages shows both games on a phone in all languages.
func TestGamesLanguages(t *testing.T) {
	t.Parallel()
	b := openGames(t, phone)
	for _, language := range []string{"ja", "zh", "en"} {
		for _, game := range []string{"tic-tac-toe", "connect-four"} {
			b.Run(fmt.Sprintf(`store.look({ language: %q, game: { game: %q, position: "", depth: 2, algorithm: "minimax", you: "x" } })`, language, game))
			b.answered()
			want(b, "document.documentElement.scrollWidth <= innerWidth", true)
		}
	}
}
