package player_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// host is a page of somebody else's that has a player in it, with a policy that
// forbids inline scripts.
const host = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/player.css"><link rel="stylesheet" href="/panels.css"></head>
<body><div id="player"></div><script type="module" src="/host.js"></script></body></html>`

const hostScript = `
import { mountPlayer } from "./player.js";
const root = document.getElementById("player");
const { body } = await fetch("/trace");
root.player = mountPlayer(root, { traces: [{ source: body, name: "live" }], language: "en" });
`

// TestModulesPlayStreams serves the modules as they are and a trace that pauses in
// the middle: what has come is drawn, and the rest when it comes.
func TestModulesPlayStreams(t *testing.T) {
	t.Parallel()
	data := largeTrace(t)
	rest := make(chan struct{})
	mux := http.NewServeMux()
	modules := http.FileServerFS(player.Assets())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:; object-src 'none'")
		switch r.URL.Path {
		case "/":
			io.WriteString(w, host)
		case "/host.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, hostScript)
		default:
			modules.ServeHTTP(w, r)
		}
	})
	mux.HandleFunc("/trace", func(w http.ResponseWriter, r *http.Request) {
		w.Write(data[:len(data)/2])
		w.(http.Flusher).Flush()
		select {
		case <-rest:
			w.Write(data[len(data)/2:])
		case <-r.Context().Done():
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()

	b := openURL(t, browsertest.Screen{}, server.URL)
	eval[bool](b, `await until(() => root.player?.panes[0].trace.count > 100000); return true;`)
	want(b, "pane.loading && pane.board !== null", true)
	want(b, "pane.trace.end === null", true)
	b.Run("player.seek(player.timeline.length)")
	half := eval[int](b, "return player.at;")
	state := eval[int](b, "return pane.trace.state[pane.trace.expansion[100]];")
	b.Run(fmt.Sprintf("player.zoomBy(pane, 30); player.view = { ...player.view, x: %d, y: %d }; player.invalidate()", state%1024, state/1024))
	b.colorsAre(map[int]string{state: "closed"})
	close(rest)
	b.Run("await player.ready")
	want(b, fmt.Sprintf("pane.failure === null && pane.trace.end.status === 'found' && player.timeline.length > %d", half), true)
	want(b, "player.at", half)
	// It goes without a trace.
	b.Run("player.destroy()")
	want(b, "root.childNodes.length + root.className", "0")
}

// TestScansAreShown draws the lines along which a jumping search looked.
func TestScansAreShown(t *testing.T) {
	t.Parallel()
	const width = 8
	b := openPage(t, browsertest.Screen{}, player.Options{}, traceOf(jumping(t, width), "jumps"))
	b.Run("player.seek(1)")
	want(b, `[...document.querySelectorAll(".layer")].find((e) => e.textContent.startsWith("Scans")).hidden`, false)
	scans := func() int {
		t.Helper()
		at := eval[[2][2]float64](b, fmt.Sprintf("return [spot(pane, %d), spot(pane, %d)];", 3*width+1, 4*width+width-2))
		// Between start and goal, whose marks have colors of their own.
		color := eval[string](b, `return player.colors.css("scan");`)
		img, found := b.Picture(), 0
		for y := int(at[0][1]); y < int(at[1][1]); y++ {
			for x := int(at[0][0]); x < int(at[1][0]); x++ {
				if browsertest.HexAt(img, x, y) == color {
					found++
				}
			}
		}
		return found
	}
	if n := scans(); n < 100 {
		t.Errorf("the scan along the fourth row has %d pixels", n)
	}
	b.Press("6")
	if n := scans(); n != 0 {
		t.Errorf("without its layer, the scan has %d pixels", n)
	}
	// A cell between jump points is told to be one.
	b.Run(fmt.Sprintf("player.act('last'); player.select(%d)", 3*width+2))
	want(b, `$(".inspector").innerText.includes("Jumping searches pass over cells")`, true)
}

// jumping returns the trace of a search that jumps along the fourth row.
func jumping(t *testing.T, width int64) []byte {
	t.Helper()
	var out writeBuffer
	cells := make([]uint8, width*width)
	start, goal := 3*width, 3*width+width-1
	w, err := trace.NewWriter(&out, trace.Header{
		Algorithm: "jump-point", Start: []int64{start}, Goals: []int64{goal},
		Map: trace.Map{Name: "jumps.map", Width: int(width), Height: int(width), Kinds: []trace.CellKind{{Symbol: '.', Weight: "1"}}, Cells: cells},
	})
	if err != nil {
		t.Fatal(err)
	}
	const one = 543339720
	far := (width - 1) * one
	for _, e := range []trace.Event{
		{Kind: trace.Generate, State: start, Parent: trace.NoState, H: far, F: far},
		{Kind: trace.Expand, Step: 1, State: start, Parent: trace.NoState, H: far, F: far},
		{Kind: trace.Scan, Step: 1, State: goal, Parent: start},
		{Kind: trace.Generate, Step: 1, State: goal, Parent: start, G: far, F: far},
		{Kind: trace.Expand, Step: 2, State: goal, Parent: start, G: far, F: far},
		{Kind: trace.Goal, Step: 2, State: goal, Parent: start, G: far, F: far},
	} {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.Outcome{Status: search.Found, Path: []int64{start, goal}, Cost: far, Certificate: search.Optimal}); err != nil {
		t.Fatal(err)
	}
	return out
}

// writeBuffer is the bytes written to it.
type writeBuffer []byte

func (b *writeBuffer) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}
