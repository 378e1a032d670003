package player_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/player"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds what a test waits for. It is long, since the machine may be busy.
const patience = time.Minute

// theBrowser is the one browser of the package's tests, started by the first
// that needs it.
var theBrowser struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if theBrowser.stop != nil {
		theBrowser.stop()
	}
	os.Exit(code)
}

// browser returns the context of the browser. Without a Chromium the test is
// skipped, or fails where CI=true.
func browser(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is tried in a browser, which takes a minute")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium, chromium-browser or google-chrome on the path")
		}
		t.Skip("there is no chromium, chromium-browser or google-chrome on the path")
	}
	theBrowser.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
		for _, flag := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync"} {
			options = append(options, chromedp.Flag(flag, true))
		}
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stopBrowser := chromedp.NewContext(allocator)
		theBrowser.ctx = ctx
		theBrowser.stop = func() {
			stopBrowser()
			stopAllocator()
		}
		theBrowser.err = chromedp.Do(ctx)
	})
	if theBrowser.err != nil {
		t.Fatalf("starting %s: %v", path, theBrowser.err)
	}
	return theBrowser.ctx
}

// screen is what a page is shown on. The zero value is 1280×800, light.
type screen struct {
	width, height int64
	scale         float64
	touch         bool
	dark          bool
	calm          bool // the reader wants little motion
}

// tab is a page in the browser. The test fails if the page says anything on its
// console, throws, or asks for anything but its own file.
type tab struct {
	testing.TB
	ctx context.Context

	mu       sync.Mutex
	url      string // requests of what begins so are allowed
	problems []string
}

// openPage shows the page of some traces, and returns when they have been read,
// well or not.
func openPage(t testing.TB, s screen, opts player.Options, traces ...player.Trace) *tab {
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

func openFile(t testing.TB, s screen, file string) *tab {
	t.Helper()
	b := openURL(t, s, "about:blank")
	b.goTo(file)
	return b
}

// goTo shows a page on disk.
func (b *tab) goTo(file string) {
	b.Helper()
	b.mu.Lock()
	b.url = "file://" + filepath.ToSlash(file)
	b.mu.Unlock()
	b.do(chromedp.Navigate(b.url))
	b.run("await player.ready")
}

func openURL(t testing.TB, s screen, url string) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser(t))
	b := &tab{TB: t, ctx: ctx, url: url}
	t.Cleanup(func() {
		closeTab()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, problem := range b.problems {
			t.Error(problem)
		}
	})
	// The first call makes the tab, which lives as long as that call's context.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, logs := cdp.Call(ctx, target, log.Enable, cdp.Empty{})
		_, requests := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return errors.Join(logs, requests)
	}))
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.show(s)
	b.do(chromedp.Navigate(b.url))
	return b
}

// hear notes what a page must not do.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			problem += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		problem = fmt.Sprintf("console.%s", e.Type)
		for _, argument := range e.Args {
			problem += " " + string(argument.Value)
		}
	case *log.EventEntryAdded:
		problem = "log: " + e.Entry.Text
	case *network.EventRequestWillBeSent:
		url := e.Request.URL
		if !strings.HasPrefix(url, b.url) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			problem = "request of " + url
		}
	}
	if problem != "" {
		b.problems = append(b.problems, problem)
	}
}

// show changes the screen.
func (b *tab) show(s screen) {
	b.Helper()
	if s.width == 0 {
		s.width, s.height = 1280, 800
	}
	if s.scale == 0 {
		s.scale = 1
	}
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(s.scale)}
	if s.touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	features := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: either(s.dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: either(s.calm, "reduce", "no-preference")},
	}
	b.do(chromedp.EmulateViewport(s.width, s.height, options...),
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
			return err
		}))
}

func either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// prelude is what scripts in tests can use: the player, its first pane, and frames.
const prelude = `
	const root = document.getElementById("player"), player = root.player, pane = player?.panes[0];
	const $ = (selector) => document.querySelector(selector);
	const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const until = async (condition) => { while (!condition()) await new Promise((done) => setTimeout(done, 20)); };
	const spot = (pane, state) => {
		const { board, canvas } = pane, box = canvas.getBoundingClientRect();
		return board.center(state).map((at, i) => (at - 0.3 * board.cell) / board.ratio + [box.left, box.top][i]);
	};
`

// eval runs the body of an async function and returns what it returns.
func eval[T any](b *tab, body string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	script := "(async () => {" + prelude + body + "\n})()"
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%v, in\n%s", err, body)
	}
	return value
}

// run runs a script and waits for the next drawing.
func (b *tab) run(body string) {
	b.Helper()
	eval[bool](b, body+"\nawait frame(); return true;")
}

// want fails the test unless an expression has a value.
func want[T comparable](b *tab, expression string, value T) {
	b.Helper()
	if got := eval[T](b, "return "+expression+";"); got != value {
		b.Errorf("%s is %v, want %v", expression, got, value)
	}
}

// picture returns what is on the screen.
func (b *tab) picture() image.Image {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	return img
}

// colorsAre fails the test unless cells of the first pane have, on the screen, the
// color of a role. It looks beside their middle, where the tree has its edges.
func (b *tab) colorsAre(cells map[int]string) {
	b.Helper()
	img := b.picture()
	scale := eval[float64](b, "return devicePixelRatio;")
	for state, role := range cells {
		at := eval[[2]float64](b, fmt.Sprintf("return spot(pane, %d);", state))
		got := hexAt(img, int(at[0]*scale), int(at[1]*scale))
		if wanted := eval[string](b, fmt.Sprintf("return player.colors.css(%q);", role)); got != wanted {
			b.Errorf("cell %d at %.0f is %s on the screen, want %s (%s)", state, at, got, wanted, role)
		}
	}
}

// hexAt returns the color of a pixel as CSS has it.
func hexAt(img image.Image, x, y int) string {
	r, g, blue, _ := img.At(x, y).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, blue>>8)
}

// press types keys, as kb names those that are no characters.
func (b *tab) press(keys string, options ...chromedp.KeyOption) {
	b.Helper()
	b.do(chromedp.KeyEvent(keys, options...))
	b.run("")
}
