// Package browsertest shows pages to tests in a real browser, Chromium without a
// window, and fails the test of a page that complains on its console, throws, or
// asks for anything but what it is made of.
//
// A package of tests shares one browser, which its TestMain stops:
//
//	func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }
package browsertest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds what a test waits for, so that a page that never comes to it fails one test and
// not the package. It is a hundred times what anything takes, however busy the machine may be.
const patience = 4 * time.Minute

// theBrowser is the one browser of the package under test, started by the first
// test that needs it.
var theBrowser struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// tabs is how many tests that are parallel run at once. Most of a test's time goes into waiting
// for the browser to draw, so that they are more than there are processors.
const tabs = "4"

// Run runs a package's tests and stops the browser. It returns the exit code.
func Run(m *testing.M) int {
	if err := flag.Set("test.parallel", tabs); err != nil {
		panic("browsertest: " + err.Error()) // it is a flag of every test binary
	}
	code := m.Run()
	if theBrowser.stop != nil {
		theBrowser.stop()
	}
	return code
}

// Need starts the browser, and returns its context. Without a Chromium the test is
// skipped, or fails where CI=true; with -short it is skipped.
func Need(t testing.TB) context.Context {
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

// Screen is what a page is shown on. The zero value is 1280×800, light, with one
// pixel a CSS pixel and a mouse.
type Screen struct {
	Width, Height int64
	Scale         float64
	Touch         bool
	Dark          bool
	Calm          bool // the reader wants little motion
}

// Tab is a page in the browser, which is closed when the test ends.
type Tab struct {
	testing.TB
	// Prelude is put before each script: what the scripts of a package share.
	Prelude string

	ctx      context.Context
	mu       sync.Mutex
	url      string   // requests of what begins so are allowed
	expected []string // a problem that has one of them in its text is none
	problems []string
	sliding  []Point // where fingers are that have moved on the screen
}

// Open shows a page, and returns when it has loaded. Requests of what begins with
// the URL are allowed, and no others.
func Open(t testing.TB, s Screen, url string) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(Need(t))
	b := &Tab{TB: t, ctx: ctx, url: url}
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
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, logs := cdp.Call(ctx, target, log.Enable, cdp.Empty{})
		_, requests := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return errors.Join(logs, requests)
	}))
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.Show(s)
	b.Do(chromedp.Navigate(b.url))
	return b
}

// GoTo shows another page in the tab.
func (b *Tab) GoTo(url string) {
	b.Helper()
	b.mu.Lock()
	b.url = url
	b.mu.Unlock()
	b.Do(chromedp.Navigate(url))
}

// Expect says that the browser may log problems with one of these in their text,
// such as the answer of a server that refuses.
func (b *Tab) Expect(texts ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expected = texts
}

// hear notes what a page must not do.
func (b *Tab) hear(event any) {
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
		problem = "log: " + e.Entry.Text + " " + e.Entry.URL
	case *network.EventRequestWillBeSent:
		url := e.Request.URL
		if !strings.HasPrefix(url, b.url) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			problem = "request of " + url
		}
	}
	expected := slices.ContainsFunc(b.expected, func(text string) bool { return strings.Contains(problem, text) })
	if problem != "" && !expected {
		b.problems = append(b.problems, problem)
	}
}

// Show changes the screen.
func (b *Tab) Show(s Screen) {
	b.Helper()
	if s.Width == 0 {
		s.Width, s.Height = 1280, 800
	}
	if s.Scale == 0 {
		s.Scale = 1
	}
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(s.Scale)}
	if s.Touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	features := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: either(s.Dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: either(s.Calm, "reduce", "no-preference")},
	}
	b.Do(chromedp.EmulateViewport(s.Width, s.Height, options...),
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

// Do runs actions of chromedp.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// helpers are what all scripts can use: a selector, the next frame, and waiting.
const helpers = `
	const $ = (selector) => document.querySelector(selector);
	const $$ = (selector) => [...document.querySelectorAll(selector)];
	const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const until = async (condition) => { while (!(await condition())) await new Promise((done) => setTimeout(done, 20)); };
`

// Eval runs the body of an async function and returns what it returns. Bodies
// can use $, $$, frame and until, and what the tab's prelude has.
func Eval[T any](b *Tab, body string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	script := "(async () => {" + helpers + b.Prelude + body + "\n})()"
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%v, in\n%s", err, body)
	}
	return value
}

// Run runs a script and waits for the next drawing.
func (b *Tab) Run(body string) {
	b.Helper()
	Eval[bool](b, body+"\nawait frame(); return true;")
}

// Want fails the test unless an expression has a value.
func Want[T comparable](b *Tab, expression string, value T) {
	b.Helper()
	if got := Eval[T](b, "return "+expression+";"); got != value {
		b.Errorf("%s is %v, want %v", expression, got, value)
	}
}

// Until waits until an expression is true.
func (b *Tab) Until(expression string) {
	b.Helper()
	Eval[bool](b, "await until(async () => "+expression+"); return true;")
}

// Picture returns what is on the screen, in its pixels.
func (b *Tab) Picture() image.Image {
	b.Helper()
	return b.picture(nil)
}

// PictureOf returns a part of what is on the screen, in its pixels and much sooner
// than all of it; corner and size are in CSS pixels. The picture's corner is at (0, 0).
func (b *Tab) PictureOf(corner Point, width, height float64) image.Image {
	b.Helper()
	return b.picture(&page.Viewport{X: corner[0], Y: corner[1], Width: width, Height: height, Scale: 1})
}

func (b *Tab) picture(clip *page.Viewport) image.Image {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	shot, err := chromedp.Run(ctx, func(ctx context.Context, target *chromedp.Target) (page.CaptureScreenshotResult, error) {
		return cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{Clip: clip})
	})
	if err != nil {
		b.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		b.Fatal(err)
	}
	return img
}

// HexAt returns the color of a pixel as CSS has it.
func HexAt(img image.Image, x, y int) string {
	r, g, blue, _ := img.At(x, y).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, blue>>8)
}

// Press types keys, as package kb names those that are no characters.
func (b *Tab) Press(keys string, options ...chromedp.KeyOption) {
	b.Helper()
	b.Do(chromedp.KeyEvent(keys, options...))
	b.Run("")
}
