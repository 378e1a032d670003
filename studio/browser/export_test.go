package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/astrolabe-search/astrolabe/trace"
)

// catch keeps what the page gives the reader, instead of the browser: files, and texts
// that are copied.
const catch = `
	window.caught = { name: "", blob: null, text: "" };
	URL.createObjectURL = (blob) => { caught.blob = blob; return "#"; };
	URL.revokeObjectURL = () => {};
	HTMLAnchorElement.prototype.click = function () { caught.name = this.download; };
	Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { caught.text = text; } }, configurable: true });
`

// exported presses a button of the panel, and returns the state that it ends in.
func (b *tab) exported(action string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`caught.blob = null; caught.name = caught.text = "";
		$('[data-action="%s"]').click();
		await until(() => $("[data-action=export-cancel]").hidden);
		return $(".export-progress").dataset.state + ": " + part("export-state").textContent;`, action))
}

// file presses a button of the panel, and returns the name and the content of the file
// that comes.
func (b *tab) file(action string) (string, []byte) {
	b.Helper()
	if state := b.exported(action); !strings.HasPrefix(state, "done: ") {
		b.Fatalf("%s: %s", action, state)
	}
	encoded := eval[string](b, `if (caught.blob === null) throw new Error("no file was saved");
		let text = "";
		for (const byte of new Uint8Array(await caught.blob.arrayBuffer())) text += String.fromCharCode(byte);
		return btoa(text);`)
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		b.Fatal(err)
	}
	return eval[string](b, "return caught.name;"), data
}

// drawn makes a state in which nothing is as it was on the first page.
const drawn = `
	const walls = new Map();
	for (let y = 3; y < 16; y++) walls.set(y * 30 + 14, 1);
	store.change({
		map: store.state.map.with(walls), name: "地図 7", from: [2, 5], to: [25, 11],
		moves: 8, corners: "one", heuristic: "octile", tie: "high-h", weight: "2", order: "N,E,S,W,NE,SE,SW,NW",
		slots: ["weighted-astar", "dijkstra"], budget: 4000,
	});
	await settled();
`

func TestExportedFilesOpen(t *testing.T) {
	b := open(t, desk, studio.Options{})
	b.Run(catch + `
		const walls = new Map();
		for (let y = 3; y < 16; y++) walls.set(y * 30 + 14, 1);
		store.change({ map: store.state.map.with(walls), name: "地図 7", slots: ["astar", "dijkstra"] });
		await settled();`)
	cost := eval[string](b, "return runner.answers[0].ok.cost.text;")
	expanded := eval[int64](b, "return runner.answers[0].ok.expanded;")
	events := func(source trace.Source) error {
		n := 0
		for ; ; n++ {
			if _, err := source.Next(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
		}
		if int64(n) < expanded {
			return fmt.Errorf("%d events of %d expansions", n, expanded)
		}
		return nil
	}
	for _, test := range []struct {
		format, name string
		check        func(data []byte) error
	}{
		{"png", "地図-7-compared.png", func(data []byte) error {
			_, err := png.Decode(bytes.NewReader(data))
			return err
		}},
		{"svg", "地図-7-compared.svg", func(data []byte) error {
			root := ""
			for d := xml.NewDecoder(bytes.NewReader(data)); ; {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					return err
				}
				if start, ok := token.(xml.StartElement); ok && root == "" {
					root = start.Name.Local
				}
			}
			if root != "svg" || !bytes.Contains(data, []byte("dijkstra")) {
				return fmt.Errorf("<%s>, want <svg> with both algorithms", root)
			}
			return nil
		}},
		{"pdf", "地図-7-compared.pdf", func(data []byte) error {
			if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.Contains(data[max(0, len(data)-32):], []byte("%%EOF")) {
				return errors.New("no whole PDF")
			}
			return nil
		}},
		{"gif", "地図-7-astar.gif", func(data []byte) error {
			movie, err := gif.DecodeAll(bytes.NewReader(data))
			if err == nil && len(movie.Image) < 2 {
				return fmt.Errorf("%d frames", len(movie.Image))
			}
			return err
		}},
		{"html", "地図-7-compared.html", func(data []byte) error {
			for _, want := range []string{"<!doctype html>", "astrolabe", "dijkstra", "</html>"} {
				if !strings.Contains(strings.ToLower(string(data)), want) {
					return fmt.Errorf("the page lacks %q", want)
				}
			}
			return nil
		}},
		{"trace", "地図-7-astar.trace", func(data []byte) error {
			if _, err := trace.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
				return err
			}
			stream, err := trace.NewStream(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return events(stream)
		}},
		{"jsonl", "地図-7-astar.jsonl", func(data []byte) error {
			lines, err := trace.NewJSONReader(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return events(lines)
		}},
		{"json", "地図-7-astar.json", func(data []byte) error {
			var answer struct {
				Cost     struct{ Text string }
				Expanded int64
			}
			if err := json.Unmarshal(data, &answer); err != nil {
				return err
			}
			if answer.Cost.Text != cost || answer.Expanded != expanded {
				return fmt.Errorf("cost %s, %d expanded; want %s, %d", answer.Cost.Text, answer.Expanded, cost, expanded)
			}
			return nil
		}},
	} {
		name, data := b.file("export-" + test.format)
		if name != test.name {
			t.Errorf("%s: the file is called %q, want %q", test.format, name, test.name)
		}
		if err := test.check(data); err != nil {
			t.Errorf("%s: %v", test.format, err)
		}
	}
}

func TestExportedPagePlays(t *testing.T) {
	b := open(t, desk, studio.Options{})
	b.Run(catch + `store.change({ slots: ["astar", "dijkstra"] }); await settled();`)
	_, page := b.file("export-html")
	player := openPlayer(t, string(page))
	player.Until(`$$("canvas.map").length === 2`)
}

func TestExportThatFailsOrIsCanceled(t *testing.T) {
	b := open(t, desk, studio.Options{})
	b.Run(catch)
	want(b, `$("[data-action=export-cancel]").hidden`, true)
	b.Run(`window.fetched = window.fetch;
		window.fetch = (path, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		$("[data-action=export-gif]").click();`)
	want(b, `$(".export-progress").dataset.state`, "making")
	want(b, `$("[data-action=export-png]").disabled`, true)
	want(b, `document.activeElement.dataset.action`, "export-cancel")
	b.Run(`$("[data-action=export-cancel]").click(); await until(() => $("[data-action=export-cancel]").hidden);`)
	want(b, `part("export-state").textContent`, "Canceled.")
	want(b, `document.activeElement.dataset.action`, "export-gif")
	want(b, `caught.blob`, "")

	b.Run(`window.fetch = async () => new Response('{"detail":"no room for that"}', { status: 422 });`)
	if got, want := b.exported("export-gif"), "failed: GIF could not be made: no room for that"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want(b, `part("export-state").getAttribute("role")`, "alert")
	b.Run(`window.fetch = window.fetched;`)
	if name, _ := b.file("export-gif"); name != "map-astar.gif" {
		t.Errorf("after a failure, the file is called %q", name)
	}
}

func TestCopiedTexts(t *testing.T) {
	b := open(t, desk, studio.Options{})
	b.Run(catch + drawn)
	rows := eval[[]string](b, `return store.state.map.text().split("\n").slice(1).filter((row) => row !== "");`)
	for _, test := range []struct{ action, want string }{
		{"copy-go-test", "func Test"},
		{"copy-command", "astrolabe solve - "},
	} {
		b.exported(test.action)
		text := eval[string](b, "return caught.text;")
		for _, line := range append(rows, test.want, "weighted-astar") {
			if !strings.Contains(text, line) {
				t.Errorf("%s: the text lacks %q", test.action, line)
			}
		}
		b.Run(`navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));`)
		b.exported(test.action)
		want(b, `document.activeElement.matches("dialog[open] textarea")`, true)
		want(b, `getSelection().toString() !== "" || document.activeElement.selectionEnd`, float64(len([]rune(text))))
		if shown := eval[string](b, `return document.activeElement.value;`); shown != text {
			t.Errorf("%s: the dialog shows another text", test.action)
		}
		b.Run(`$("dialog[open] [data-action=close-copy]").click();` + catch)
	}
}

// state is all that a link holds of the query, and what came of it.
const state = `
	const { map, ...query } = store.state;
	return JSON.stringify([query, map.text(), runner.answers.map(({ ok }) => ({ ...ok, elapsed_ns: 0, time_ns: 0 }))]);
`

