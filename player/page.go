package player

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"strings"
	"sync"
)

//go:embed assets/*.js assets/*.css assets/page.html
var assets embed.FS

// Assets returns the player's modules and styles, for a server of its own:
// player.js and what it imports, player.css and panels.css. page.js, page.css and
// page.html are those of [Page].
func Assets() fs.FS {
	sub, err := fs.Sub(assets, "assets")
	if err != nil {
		panic("player: " + err.Error()) // the directory is embedded
	}
	return sub
}

// MaxTraces is the greatest number of traces on one page.
const MaxTraces = 4

// ErrPage reports a page that cannot be made.
var ErrPage = errors.New("player: no such page")

// Options say what a page looks like when it opens. The zero value leaves that
// to the traces and to the reader's own settings.
type Options struct {
	// Title is the heading. Without one it is the map's name.
	Title string
	// Language is "en", "ja" or "zh". Without one it is the first of the reader's
	// that the page knows.
	Language string
	// Theme is "light" or "dark". Without one it is the reader's.
	Theme string
}

// Trace is a trace to show.
type Trace struct {
	// Name tells the traces of a comparison apart. Without one it is the name of
	// the trace's map.
	Name string
	// Data delivers the trace in its binary form. It is read once, to its end.
	Data io.Reader
}

// The first and the last bytes of a trace.
const (
	traceMagic = "\x89ATR\r\n\x1a\n"
	traceEnd   = "ATRE"
)

// Page writes the page that plays one trace, or compares up to [MaxTraces]. It is
// one HTML file of about 200 KB and four thirds of the traces' size, which opens
// from disk. Traces are copied as they are read, and never held as a whole; equal
// traces and options give the same bytes.
//
// The error is [ErrPage] if the number of traces, the language or the theme is
// not one that there is, or if the data do not begin or end as a trace does. The
// beginnings are looked at before anything is written. What is between is not:
// the page itself says so if that is damaged.
func Page(w io.Writer, opts Options, traces ...Trace) error {
	if len(traces) < 1 || len(traces) > MaxTraces {
		return fmt.Errorf("%w: it has %d traces; want 1 to %d", ErrPage, len(traces), MaxTraces)
	}
	switch opts.Language {
	case "", "en", "ja", "zh":
	default:
		return fmt.Errorf("%w: the language %q is unknown; want en, ja or zh", ErrPage, opts.Language)
	}
	switch opts.Theme {
	case "", "light", "dark":
	default:
		return fmt.Errorf("%w: the theme %q is unknown; want light or dark", ErrPage, opts.Theme)
	}
	readers := make([]*bufio.Reader, len(traces))
	for i, t := range traces {
		readers[i] = bufio.NewReader(t.Data)
		head, err := readers[i].Peek(len(traceMagic))
		if err != nil && err != io.EOF {
			return fmt.Errorf("player: reading %s: %w", named(traces, i), err)
		}
		if string(head) != traceMagic {
			return fmt.Errorf("%w: %s is no trace; want data that begin with %q", ErrPage, named(traces, i), traceMagic)
		}
	}
	frame, err := pageFrame()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	title := opts.Title
	if title == "" {
		title = "Astrolabe"
	}
	out.WriteString(frame.toTitle + html.EscapeString(title))
	out.WriteString(frame.toPlayer + attributes("title", opts.Title, "language", opts.Language, "theme", opts.Theme))
	out.WriteString(frame.toTraces)
	for i, t := range traces {
		fmt.Fprintf(out, "<script type=\"application/octet-stream\"%s>", attributes("name", t.Name))
		if err := writeBase64(out, readers[i]); err != nil {
			return fmt.Errorf("%w, in %s", err, named(traces, i))
		}
		out.WriteString("</script>\n")
	}
	out.WriteString(frame.toEnd)
	return out.Flush()
}

// writeBase64 copies a trace and looks at how it ends.
func writeBase64(w io.Writer, r io.Reader) error {
	encoder := base64.NewEncoder(base64.StdEncoding, w)
	var tail [len(traceEnd)]byte
	if _, err := io.Copy(encoder, io.TeeReader(r, (*tailWriter)(&tail))); err != nil {
		return fmt.Errorf("player: copying a trace: %w", err)
	}
	if string(tail[:]) != traceEnd {
		return fmt.Errorf("%w: the trace does not end with %q; want all of it", ErrPage, traceEnd)
	}
	return encoder.Close()
}

// tailWriter keeps the last bytes that are written to it.
type tailWriter [len(traceEnd)]byte

func (t *tailWriter) Write(p []byte) (int, error) {
	last := append(t[:], p[max(0, len(p)-len(t)):]...)
	copy(t[:], last[len(last)-len(t):])
	return len(p), nil
}

// named says which trace is meant.
func named(traces []Trace, i int) string {
	if traces[i].Name != "" {
		return fmt.Sprintf("trace %d (%q)", i+1, traces[i].Name)
	}
	return fmt.Sprintf("trace %d", i+1)
}

// attributes returns data attributes by name and value, without those that have none.
func attributes(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(&b, " data-%s=\"%s\"", pairs[i], html.EscapeString(pairs[i+1]))
		}
	}
	return b.String()
}

// frame is what all pages have in common: the text up to the title, from there up
// to the attributes of the player, and so on.
type frame struct{ toTitle, toPlayer, toTraces, toEnd string }

// pageFrame fills in the frame, which never changes.
var pageFrame = sync.OnceValues(func() (frame, error) {
	modules := Assets()
	script, err := bundle(modules, "page.js")
	if err != nil {
		return frame{}, err
	}
	var sheets []string
	for _, name := range []string{"player.css", "panels.css", "page.css"} {
		sheet, err := fs.ReadFile(modules, name)
		if err != nil {
			return frame{}, err
		}
		sheets = append(sheets, string(sheet))
	}
	style := strings.Join(sheets, "\n")
	if found := ends.FindString(style); found != "" {
		return frame{}, fmt.Errorf("%w: the style has %q, which a page cannot hold", errBundle, found)
	}
	page, err := fs.ReadFile(modules, "page.html")
	if err != nil {
		return frame{}, err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'",
		sourceHash(script), sourceHash(style))
	fill := strings.NewReplacer("{policy}", policy, "{style}", style, "{script}", script)
	var f frame
	rest := string(page)
	f.toTitle, rest, _ = strings.Cut(rest, "{title}")
	f.toPlayer, rest, _ = strings.Cut(rest, "{attributes}")
	f.toTraces, f.toEnd, _ = strings.Cut(rest, "{traces}\n")
	return frame{fill.Replace(f.toTitle), fill.Replace(f.toPlayer), fill.Replace(f.toTraces), fill.Replace(f.toEnd)}, nil
})

// sourceHash returns the hash by which a policy allows an inline script or style.
func sourceHash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
