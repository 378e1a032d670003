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
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
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

// raced draws a wall and lets two algorithms race.
const raced = `
	const walls = new Map();
	for (let y = 3; y < 16; y++) walls.set(y * 30 + 14, 1);
	store.change({ map: store.state.map.with(walls), name: "地図 7", slots: ["astar", "dijkstra"] });
	await settled();
`

// exported presses a button of the panel, and returns what it says in the end.
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

func TestExportedFilesOpen(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + raced)
	cost := eval[string](b, "return runner.answers[0].ok.cost.text;")
	expanded := eval[int](b, "return runner.answers[0].ok.expanded;")
	for _, test := range []struct {
		format, name string
		check        func(data []byte) error
	}{
		{"png", "地図-7-compared", func(data []byte) error {
			_, err := png.Decode(bytes.NewReader(data))
			return err
		}},
		{"svg", "地図-7-compared", checkSVG},
		{"pdf", "地図-7-compared", func(data []byte) error {
			if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
				return errors.New("it is no whole PDF")
			}
			return nil
		}},
		{"gif", "地図-7-astar", func(data []byte) error {
			movie, err := gif.DecodeAll(bytes.NewReader(data))
			if err == nil && len(movie.Image) < 2 {
				err = fmt.Errorf("%d frames", len(movie.Image))
			}
			return err
		}},
		{"trace", "地図-7-astar", func(data []byte) error {
			if _, err := trace.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
				return err
			}
			stream, err := trace.NewStream(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return readAll(stream, expanded)
		}},
		{"jsonl", "地図-7-astar", func(data []byte) error {
			lines, err := trace.NewJSONReader(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return readAll(lines, expanded)
		}},
		{"json", "地図-7-astar", func(data []byte) error {
			var answer struct {
				Cost     struct{ Text string }
				Expanded int
			}
			err := json.Unmarshal(data, &answer)
			if err == nil && (answer.Cost.Text != cost || answer.Expanded != expanded) {
				err = fmt.Errorf("cost %s, %d expanded; want %s, %d", answer.Cost.Text, answer.Expanded, cost, expanded)
			}
			return err
		}},
	} {
		name, data := b.file("export-" + test.format)
		if want := test.name + "." + test.format; name != want {
			t.Errorf("the file is called %q, want %q", name, want)
		}
		if err := test.check(data); err != nil {
			t.Errorf("%s: %v", test.format, err)
		}
	}
}

func checkSVG(data []byte) error {
	root := ""
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && root == "" {
			root = start.Name.Local
		}
	}
	if root != "svg" || !bytes.Contains(data, []byte("dijkstra")) {
		return fmt.Errorf("it is a <%s>, want an <svg> with both algorithms", root)
	}
	return nil
}

// readAll reads a trace to its end. There is an event at least for each expansion.
func readAll(source trace.Source, expanded int) error {
	for n := 0; ; n++ {
		_, err := source.Next()
		if errors.Is(err, io.EOF) && n < expanded {
			return fmt.Errorf("%d events of %d expansions", n, expanded)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func TestExportedPagePlays(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + raced + `const theme = part("export-theme"); theme.value = "dark";`)
	name, page := b.file("export-html")
	if name != "地図-7-compared.html" {
		t.Errorf("the file is called %q", name)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	player := browsertest.Open(t, desk, "file://"+filepath.ToSlash(file))
	player.Until(`$$("canvas.map:not([hidden])").length === 2`)
	browsertest.Want(player, `$(".player").dataset.theme`, "dark")
}

func TestExportThatFailsOrIsCanceled(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch)
	want(b, `$("[data-action=export-cancel]").hidden`, true)
	b.Run(`window.fetched = window.fetch;
		window.fetch = (path, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		$("[data-action=export-gif]").click();`)
	want(b, `$(".export-progress").dataset.state`, "making")
	want(b, `$("[data-action=export-png]").disabled`, true)
	want(b, `document.activeElement.dataset.action`, "export-cancel")
	b.Run(`document.activeElement.click(); await until(() => $("[data-action=export-cancel]").hidden);`)
	want(b, `part("export-state").textContent`, "Canceled.")
	want(b, `document.activeElement.dataset.action`, "export-gif")
	want(b, `caught.blob === null`, true)

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
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + raced + `store.change({ slots: ["dijkstra", "astar"] }); await settled();`)
	lines := strings.Split(strings.TrimSpace(eval[string](b, `return store.state.map.text();`)), "\n")
	for _, test := range []struct{ action, want string }{
		{"copy-go-test", "func Test"},
		{"copy-command", "astrolabe solve - "},
	} {
		b.exported(test.action)
		text := eval[string](b, "return caught.text;")
		for _, line := range append([]string{test.want, "dijkstra"}, lines...) {
			if !strings.Contains(text, line) {
				t.Errorf("%s: the text lacks %q", test.action, line)
			}
		}
		b.Run(`navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));`)
		b.exported(test.action)
		want(b, `document.activeElement.matches("dialog[open] textarea")`, true)
		want(b, `document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)`, text)
		b.Run(`$("dialog[open] [data-action=close-copy]").click();` + catch)
		b.Until(`$("[data-part=copy-dialog]") === null`)
	}
}
