package player_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
)

// embedding is a page that draws a map of its own, 12 cells wide and 7 high, and
// notes all that the player hands it.
const embedding = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/player.css"><link rel="stylesheet" href="/panels.css"></head>
<body class="astrolabe"><div id="player"></div><aside></aside><script type="module" src="/embedding.js"></script></body></html>`

const embeddingScript = `
import { mountPlayer } from "./player.js";
const root = document.getElementById("player");
root.style.height = "500px";
const heard = [];
const ground = (width, height, walls) => ({
	name: "", width, height, blocked: Uint8Array.from({ length: width * height }, (_, i) => Number(walls.includes(i))),
	shade: null, shadeNames: ["", "", "", "", ""], weight: () => "1", start: [0], goals: [4 * 12 + 11].filter((state) => state < width * height),
});
const player = mountPlayer(root, {
	traces: [], embedded: true, language: "en", ground: ground(12, 7, [3]),
	host: {
		claim: (at, event) => { heard.push("claim " + [at.x, at.y, event.button]); return at.x < 6; },
		drag: (at) => heard.push("drag " + [at.x, at.y]),
		drop: (kept) => heard.push("drop " + kept),
		key: (event) => event.key === "n" && heard.push("key n") > 0,
		overlay: (context, board) => {
			context.fillStyle = "#0000ff";
			context.fillRect(board.x + 5 * board.cell, board.y + 5 * board.cell, board.cell, board.cell);
		},
	},
});
document.querySelector("aside").append(player.frame.inspector.element);
const trace = async (name) => new Uint8Array(await (await fetch("/" + name)).arrayBuffer());
Object.assign(root, { player, heard, ground, trace });
`

// TestEmbedded puts the player into a page that draws the map, takes the pointer
// and exchanges the traces.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	modules := http.FileServerFS(player.Assets())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			io.WriteString(w, embedding)
		case "/embedding.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, embeddingScript)
		default:
			modules.ServeHTTP(w, r)
		}
	})
	for path, data := range map[string][]byte{
		"/astar":  record(t, "astar", "yard.map", grid.Uniform, yard...),
		"/greedy": record(t, "greedy", "yard.map", grid.Uniform, yard...),
		"/small":  record(t, "astar", "small.map", grid.Uniform, "S..", "..G"),
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.Write(data) })
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	b := openURL(t, browsertest.Screen{}, server.URL)
	b.Until(`document.getElementById("player").player !== undefined`)

	// The ground is there before any trace, and nothing but stage and controls.
	want(b, `root.querySelector("h1, .side, dialog") === null && $("aside .inspector") !== null`, true)
	b.colorsAre(map[int]string{3: "wall", 4: "ground0"})
	b.Run("player.setLayer('values', false)")

	// A trace is shown at its end, on the ground; another takes its place.
	b.Run(`await player.load([{ source: await root.trace("astar"), name: "one" }], { place: "end" })`)
	want(b, "player.at === player.timeline.length && player.at > 10 && pane.trace.end.status", "found")
	b.colorsAre(map[int]string{3: "wall", stateOf(yard, "G") - 1: "closed"})
	b.Run(`player.seek(5); player.zoomBy(pane, 2); await player.load([{ source: await root.trace("greedy") }], { place: "keep" })`)
	want(b, "player.at === 5 && player.view !== null && pane.trace.header.algorithm", "greedy")

	// Two panes and back; a path alone needs no trace.
	b.Run(`await player.load([{ source: await root.trace("astar"), name: "one" }, { path: [0, 13, 26], name: "two" }])`)
	want(b, "player.panes.length === 2 && player.at === 0 && player.panes[1].trace.count", 0)
	want(b, `$$("figcaption .name").map((e) => e.textContent).join()`, "one,two")
	b.Run(`await player.load([{ source: await root.trace("astar") }], { place: "end" })`)
	want(b, `$$("canvas.map").length`, 1)

	// Of two that are asked for, the later one wins; one that is taken away is none.
	b.Run(`const slow = new ReadableStream({ start(stream) { root.fail = () => stream.error(new DOMException("", "AbortError")); } });
		player.load([{ source: slow }]);
		await player.load([{ source: await root.trace("greedy") }], { place: "end" });
		root.fail();
		await frame();`)
	want(b, "pane.trace.header.algorithm", "greedy")
	want(b, "player.panes[0].failure === null && $('.notice').hidden", true)

	// Other walls leave the search, another size does not, and keeps out what does not fit.
	b.Run(`player.view = null; player.setGround(root.ground(12, 7, [7]))`)
	want(b, "pane.trace.count > 0", true)
	b.colorsAre(map[int]string{7: "wall"})
	b.Run(`player.setGround(root.ground(5, 4, [])); await player.load([{ source: await root.trace("small") }])`)
	want(b, "player.panes[0].trace.count === 0 && player.panes[0].board.map.width", 5)
	b.Run(`player.setGround(root.ground(12, 7, [3])); await frame()`)

	// The page takes what it wants of pointers and keys; the rest is the player's.
	spot := func(x, y int) browsertest.Point {
		return eval[browsertest.Point](b, fmt.Sprintf("return spot(player.panes[0], %d);", 12*y+x))
	}
	b.Run("root.heard.length = 0")
	b.Drag(spot(1, 2), spot(4, 2))
	want(b, `root.heard.join("; ")`, "claim 1,2,0; drag 4,2; drop true")
	want(b, "player.selected", -1)
	b.Drag(spot(8, 3))
	want(b, "player.selected", 3*12+8)
	b.Run(`root.heard.length = 0; player.panes[0].canvas.focus()`)
	b.Press("ns")
	want(b, `root.heard.join("; ")`, "key n")

	// What the page draws is above the cells.
	at := eval[[2]int](b, `const { board, canvas } = player.panes[0], box = canvas.getBoundingClientRect();
		return board.center(5 * 12 + 5).map((at, i) => Math.round(at / board.ratio + [box.left, box.top][i]));`)
	if color := browsertest.HexAt(b.Picture(), at[0]+4, at[1]+4); color != "#0000ff" {
		t.Errorf("where the page drew blue is %s", color)
	}
	b.Run("player.destroy()")
	want(b, "root.childNodes.length + root.className", "0")
}
