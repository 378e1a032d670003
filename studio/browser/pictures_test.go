package browser

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/studio"
)

var pictures = flag.String("pictures", "", "write the pictures of docs/studio.md into this `directory`")

// shots are the pictures of docs/studio.md: what is done on the page before each.
var shots = []struct {
	name   string
	screen browsertest.Screen
	script string
}{
	{"studio", desk, `
		const { text } = await studio.api.post("/api/generate", { kind: "walls", width: 48, height: 28, seed: 11 });
		const { GridMap } = await import("/map.js");
		store.change({ ...GridMap.parse(text), moves: 4, from: [0, 27], to: [47, 0] });`},
	{"race", desk, `store.change({ slots: ["astar", "dijkstra"], to: [20, 14] })`},
	{"lens", browsertest.Screen{Width: 1280, Height: 800, Dark: true}, `
		store.change({ heuristic: "manhattan" });
		store.look({ lens: "heuristic" });
		await until(() => part("heuristic-bars") !== null && !part("heuristic-bars").textContent.includes("–"));
		part("lens").scrollIntoView({ block: "center" });`},
	{"lesson", desk, `
		studio.show("lessons");
		$('[data-action="lesson-begin-terrain"]').click();
		await until(() => $$(".lesson-figures li").length > 0 && $$(".lesson-figures li").every((li) => li.dataset.state === "there"));`},
	{"phone", browsertest.Screen{Width: 360, Height: 800, Scale: 2, Touch: true, Dark: true}, ``},
	{"games", desk, `studio.show("games"); await new Promise((done) => setTimeout(done, 2000))`},
}

// TestPictures makes the pictures of docs/studio.md, if it is told where to. It holds nothing
// against anything.
func TestPictures(t *testing.T) {
	dir := *pictures
	if dir == "" {
		t.Skip("no pictures are asked for: -pictures names no directory")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range shots {
		t.Run(s.name, func(t *testing.T) {
			b := open(t, s.screen, studio.Options{})
			b.Run(s.script)
			b.settled()
			f, err := os.Create(filepath.Join(dir, s.name+".png"))
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(f, b.Picture()); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
