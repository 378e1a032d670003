package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/studio"
)

// filing is what the scripts about files use besides the prelude: to press, to fill in
// and to drop, and the state as text.
const filing = prelude + `
	const press = (action) => $('[data-action="' + action + '"]').click();
	const fill = (field, value, kind = "input") => { field.value = value; field.dispatchEvent(new Event(kind, { bubbles: true })); };
	const drag = (kind, files) => {
		const data = new DataTransfer();
		for (const [name, content] of files) data.items.add(new File([content], name));
		document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
	};
	const told = () => part("file-problem").hidden ? "" : part("file-problem").textContent;
	const size = () => store.state.map.width + "×" + store.state.map.height;
	const wallsOf = (map) => [...map.cells].filter((kind) => map.kinds[kind].weight === null).length;
	const whole = () => { const { map, from, to, moves, corners, cost } = store.state; return map.text({ from, to, moves, corners, cost }); };
	const changed = async (act) => { const { state } = store; await act(); await until(() => store.state !== state); await settled(); };
`

func openFiles(t *testing.T, s browsertest.Screen, options studio.Options) *tab {
	t.Helper()
	b := open(t, s, options)
	b.Prelude = filing
	b.Expect("422 (Unprocessable Entity)") // of refusals, which the page tells in its own way
	b.Run(catch)
	return b
}

// TestGenerates makes a map of each kind, changes it by its values, and makes that of
// the notebook.
func TestGenerates(t *testing.T) {
	t.Parallel()
	b := openFiles(t, desk, studio.Options{})
	kinds := eval[[]string](b, "return studio.catalog.generators.map(({ name }) => name);")
	if len(kinds) < 4 {
		t.Fatalf("the kinds are %v", kinds)
	}
	for i, kind := range kinds {
		b.Run(fmt.Sprintf(`await changed(() => {
			fill($("#generate-kind"), %q, "change");
			if (%d === 0) press("generate");
		})`, kind, i))
		want(b, "size() + store.state.name", "49×33"+kind+"-1")
		want(b, "store.past.length", i+1)
		want(b, "runner.answers[0].ok.status", "found")
		want(b, `wallsOf(store.state.map) > 50`, true)
		want(b, `[...$$(".generate-field")].filter((field) => !field.hidden).length`, eval[int](b,
			fmt.Sprintf("return 3 + studio.catalog.generators[%d].options.length;", i)))
	}
	// What is not made here does not change with the values; what is, does.
	b.Run(`await changed(() => press("clear")); const { state } = store;
		fill($("#generate-width"), "20"); await new Promise((done) => setTimeout(done, 400));
		if (store.state !== state) throw new Error("the reader's map was replaced")`)
	b.Run(`await changed(() => press("dice"))`)
	want(b, "size()", "20×33")
	b.Run(`await changed(() => fill($("#generate-height"), "10"))`)
	want(b, "size()", "20×10")
	b.Run(`await changed(() => press("undo"))`)
	want(b, "size()", "20×33")

	b.Run(`await changed(() => press("notebook-map"))`)
	want(b, "`${size()} ${wallsOf(store.state.map)} ${$('#generate-seed').value}`", "48×28 136 11")
	for field, value := range map[string]string{"width": "0", "gap": "1.5", "walls": "many"} {
		b.Run(fmt.Sprintf(`window.before = store.state; window.field = $("#generate-%s"); window.value = field.value;
			fill(field, %q); press("generate"); await until(() => field.getAttribute("aria-invalid") === "true")`, field, value))
		want(b, `!$("#generate-wrong").hidden && $("#generate-wrong").textContent.length > 10 && store.state === before`, true)
		b.Run(`fill(field, value); press("generate"); await until(() => $("#generate-wrong").hidden)`)
	}
}

// formats are maps as files of each format, and what they are.
var formats = []struct{ name, text, size, rules string }{
	{"a.map", "astrolabe 1\nsize 3 2\nmoves 4\ncost add\nlegend . 1\nlegend 2 2\nlegend # blocked\nstart 0 0\ngoal 2 1\nmap\n.#.\n.2.\n", "3×2", "4 add 0,0 2,1"},
	{"b.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@T.\n....\n", "4×3", "8 uniform 0,0 3,2"},
	{"c.txt", "S..\n.#.\n..G\n", "3×3", "8 uniform 0,0 2,2"},
	{"d.txt", "3 5 1 1 3 5\n     \n .:# \n     \n", "5×3", "8 add 0,0 4,2"},
}

// TestOpensFiles drops files of each format, which is one step each.
func TestOpensFiles(t *testing.T) {
	t.Parallel()
	b := openFiles(t, desk, studio.Options{})
	for _, f := range formats {
		b.Run(fmt.Sprintf(`const files = [[%q, %q]]; drag("dragover", files); await frame();
			if (part("drop").hidden) throw new Error("nothing says that it can be dropped");
			await changed(() => drag("drop", files))`, f.name, f.text))
		want(b, "size() + ' ' + store.state.name", f.size+" "+f.name)
		want(b, "[store.state.moves, store.state.cost, store.state.from, store.state.to].join(' ')", f.rules)
		want(b, `part("drop").hidden && told() === ""`, true)
	}
	want(b, "store.past.length", len(formats))
	for _, name := range []string{"harbor", "hills", "rooms", "swamp"} {
		b.Run(fmt.Sprintf(`await changed(() => fill($("#examples"), %q, "change")); await until(() => $("#examples").value === %[1]q)`, name))
		want(b, "store.state.name", name)
	}
	b.Run(`await changed(() => press("undo"))`)
	want(b, "store.state.name + $('#examples').value", "rooms")
}

// TestBeginsWithFile opens the file that the server was started with.
func TestBeginsWithFile(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{Files: []studio.File{{Name: "dir/one.txt", Text: "S.#\n..G\n"}}})
	b.Until("store.state.name === 'one.txt'")
	want(b, "store.canUndo", false)
	want(b, `$("#examples").value`, "one.txt")
}

// TestRefusesFiles drops what is no map: it is told what to do, and nothing changes.
func TestRefusesFiles(t *testing.T) {
	t.Parallel()
	b := openFiles(t, desk, studio.Options{})
	for _, f := range []struct{ content, says string }{
		{`"..#\n.x.\n...\n"`, "Line 2, column 2"},
		{`"type octile\nheight 2\nwidth 3\nmap\n...\n..\n"`, "Line 6"},
		{`Uint8Array.of(0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a)`, "trace"},
		{`Uint8Array.of(0x1f, 0x8b, 8, 0)`, "compressed"},
		{`""`, "nothing in it"},
		{`Uint8Array.of(0xff, 0xfe, 0)`, "UTF-8"},
		{`'{"status":"found"}'`, "JSON"},
		{`"<!doctype html>"`, "page"},
		{`"version 1\n0\tother.map\t49\t49\t1\t11\t1\t12\t1\n"`, "other.map, which has 49×49"},
		{`new Uint8Array(studio.catalog.limits.body_bytes + 1)`, "MiB"},
	} {
		b.Run(`part("file-problem").replaceChildren()`)
		said := eval[string](b, fmt.Sprintf(`const { state } = store; drag("drop", [["bad file.map", %s]]);
			await until(() => part("file-problem").textContent !== "");
			if (store.state !== state) throw new Error("the map has changed");
			return told();`, f.content))
		if !strings.Contains(said, f.says) || !strings.Contains(said, "bad file.map") {
			t.Errorf("of %s it says %q, want %q", f.content, said, f.says)
		}
	}
	// A scenario of the map's size asks its queries.
	b.Run(`await changed(() => drag("drop", [["x.scen", "version 1\n0\tx.map\t30\t20\t1\t11\t1\t12\t1\n0\tx.map\t30\t20\t2\t3\t4\t5\t2.828427\n"]]))`)
	want(b, "store.state.from + ' ' + store.state.to + told()", "1,11 1,12")
	b.Run(`await changed(() => fill(part("queries"), "1", "change"))`)
	want(b, "store.state.from + ' ' + store.state.to", "2,3 4,5")
}

// TestPastes maps into the dialog, which checks them, and onto the page.
func TestPastes(t *testing.T) {
	t.Parallel()
	b := openFiles(t, desk, studio.Options{})
	b.Run(`press("paste"); fill(part("paste-text"), "..\n.x\n"); await until(() => !part("paste-problem").hidden)`)
	want(b, `part("paste-problem").textContent.includes("Line 2, column 2") && $("[data-action=open-pasted]").disabled`, true)
	b.Run(`fill(part("paste-text"), "S..\n.#.\n..G\n"); await until(() => part("paste-state").textContent !== "")`)
	want(b, `part("paste-state").textContent`, "Plain text, 3×3, 8 open cells")
	want(b, `part("paste-problem").hidden`, true)
	b.Run(`await changed(() => press("open-pasted"))`)
	want(b, `size() + part("paste-dialog").open`, "3×3false")
	paste := `const data = new DataTransfer(); data.setData("text/plain", "S.G.\n");
		%s.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));`
	b.Run(fmt.Sprintf("await changed(() => {"+paste+"})", "pane().canvas"))
	want(b, "size()", "4×1")
	// A field keeps what is pasted into it.
	b.Run(`window.before = store.state; ` + fmt.Sprintf(paste, `$("#generate-seed")`) + ` await new Promise((done) => setTimeout(done, 200));`)
	want(b, "store.state === before", true)
}

// TestSaves a map in each format: what is read again is the same.
func TestSaves(t *testing.T) {
	t.Parallel()
	b := openFiles(t, desk, studio.Options{})
	for _, f := range []struct{ format, example, name, losses string }{
		{"native", "swamp", "swamp.map", ""},
		{"terrain", "hills", "hills.txt", ""},
		{"plain", "harbor", "harbor.txt", ""},
		{"movingai", "rooms", "rooms.map", "the start"},
	} {
		b.Run(fmt.Sprintf(`await changed(() => fill($("#examples"), %q, "change"))`, f.example))
		b.Run(fmt.Sprintf(`caught.blob = null; $("#save-format").value = %q; press("save-file");
			await until(() => caught.blob !== null || told() !== "")`, f.format))
		if said := eval[string](b, "return told();"); !strings.Contains(said, f.losses) || (said == "") != (f.losses == "") {
			t.Errorf("saved as %s it says %q, want %q", f.format, said, f.losses)
		}
		b.Run(`if ($("[data-action=save-anyway]") !== null) press("save-anyway"); await until(() => caught.blob !== null)`)
		want(b, "caught.name", f.name)
		b.Run(`const [saved, own] = await Promise.all([await caught.blob.text(), whole()].map((map) => studio.api.post("/api/convert", { map })));
			const cells = ({ text }) => { const { map } = studio.store.state.map.constructor.parse(text); return [...map.cells].map((kind) => map.kinds[kind].weight).join(); };
			if (cells(saved) !== cells(own)) throw new Error(saved.text + own.text);`)
		want(b, "told()", "")
	}
	// What would change the costs is refused.
	b.Run(`await changed(() => fill($("#examples"), "swamp", "change")); caught.blob = null;
		$("#save-format").value = "terrain"; press("save-file"); await until(() => told() !== "")`)
	want(b, `caught.blob === null && told().startsWith("The map cannot be saved as Terrain")`, true)
	b.Run(`press("copy-ascii"); await until(() => caught.text !== "")`)
	want(b, `(await studio.api.post("/api/convert", { map: caught.text })).width === store.state.map.width`, true)
}

// TestFilesOnPhone opens what is wrong where it is seen, within the screen.
func TestFilesOnPhone(t *testing.T) {
	t.Parallel()
	b := openFiles(t, phone, studio.Options{})
	b.Run(`drag("drop", [["a very long name of a file that is no map at all, and does not fit.map", "..#\n.x" + ".".repeat(500) + "\n"]]);
		await until(() => told() !== "")`)
	want(b, "store.view.tab", "more")
	want(b, "document.documentElement.scrollWidth <= innerWidth", true)
	want(b, `(() => { const box = part("file-problem").getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.top < innerHeight; })()`, true)
}
