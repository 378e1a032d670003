package browser

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/chromedp/chromedp"
)

// asked is all that a link holds of the query, and what came of it but the times.
const asked = `
	const { map, ...query } = store.state;
	return JSON.stringify([query, map.text(), runner.answers.map(({ ok }) => ({ ...ok, time_ns: 0 }))]);
`

// shown is what a link holds of what the page shows.
const shown = `return JSON.stringify([store.view.page, store.view.lens, store.view.lesson, store.view.game ?? null]);`

// unusual makes a state in which nothing is as on the first page.
const unusual = raced + `
	store.change({
		name: "地図 <7>", from: [2, 5], to: [25, 11], corners: "one", heuristic: "octile",
		tie: "fifo", weight: "2", slots: ["weighted-astar", "dijkstra"], budget: 4000,
	});
	await settled();
`

// shared presses Share, and returns the link that is copied.
func (b *tab) shared() string {
	b.Helper()
	return eval[string](b, `caught.text = ""; $("[data-action=share]").click();
		await until(() => caught.text !== "" && $(".toast") !== null);
		return caught.text;`)
}

// follow opens a link as a page of its own.
func follow(t *testing.T, url, link string) *tab {
	t.Helper()
	_, fragment, _ := strings.Cut(link, "#")
	b := openURL(t, desk, url)
	// Only another query makes it another page.
	b.Do(chromedp.Navigate(url + "/?opened#" + fragment))
	b.ready()
	return b
}

func TestLinkOpensTheSame(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	want(b, "location.hash", "")
	b.Run(catch + unusual + `store.look({ lens: "ties" });`)
	history := eval[int](b, "return history.length;")
	link := b.shared()
	want(b, `$(".toast").textContent.startsWith("Link copied")`, true)
	b.Until(`location.href === caught.text`)
	want(b, "history.length", history)

	opened := follow(t, b.url, link)
	for _, part := range []string{asked, shown} {
		if got, want := eval[string](opened, part), eval[string](b, part); got != want {
			t.Errorf("the link opens\n%s\nwant\n%s", got, want)
		}
	}
	want(opened, "store.canUndo", false)
	want(opened, `$(".toast") === null`, true)
}

func TestLinkOpensGamesAndLessons(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + `store.look({ page: "games", game: { game: "connect-four", position: "4453", depth: 4, algorithm: "pvs", you: "both" } });`)
	opened := follow(t, b.url, b.shared())
	if got, want := eval[string](opened, shown), eval[string](b, shown); got != want {
		t.Errorf("the link opens %s, want %s", got, want)
	}
	want(opened, `document.body.dataset.page`, "games")

	b.Run(`store.look({ page: "lessons" }); await until(() => $("[data-action^=lesson-begin-]") !== null);
		$("[data-action^=lesson-begin-]").click();
		await until(() => store.view.lesson !== "" && store.view.page === "lab"); await settled();`)
	opened = follow(t, b.url, b.shared())
	opened.Until(`part("lesson-card") !== null && part("lesson-card").checkVisibility()`)
	if got, want := eval[string](opened, `return store.view.lesson;`), eval[string](b, `return store.view.lesson;`); got != want {
		t.Errorf("the link opens the lesson %q, want %q", got, want)
	}
	if got, want := eval[string](opened, asked), eval[string](b, asked); got != want {
		t.Errorf("the link opens\n%s\nwant\n%s", got, want)
	}
}

func TestAddressFollowsTheMap(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + `const { map } = store.state;
		store.change({ map: map.with(new Map([[5, 1]])) }, { merge: "stroke", live: true });
		await new Promise((done) => setTimeout(done, 800));`)
	want(b, "location.hash", "")
	b.Run(`store.settle(); await until(() => location.hash !== "");`)
	first := eval[string](b, "return location.hash;")
	b.Run(`store.undo(); await settled(); await until(() => location.hash !== "` + first + `");`)
	// Going to the address of before is a change that can be undone, too.
	b.Run(`location.hash = "` + first + `"; await until(() => !store.state.map.isOpen(5, 0)); await settled();`)
	want(b, "store.canUndo", true)
	b.Run(`store.undo();`)
	want(b, "store.state.map.isOpen(5, 0)", true)
}

func TestLinkThatCannotBeFollowed(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	b.Run(catch + unusual)
	link := b.shared()
	b.Run(`await until(() => location.href === caught.text);`)
	before := eval[string](b, asked)
	_, fragment, _ := strings.Cut(link, "#")
	for _, test := range []struct{ fragment, want string }{
		{fragment[:len(fragment)-9], "damaged"},
		{fragment[:40] + "AAAA" + fragment[44:], "damaged"},
		{"2.AAAA", "newer"},
	} {
		b.Run(`$(".toast")?.remove(); location.hash = "` + test.fragment + `"; await until(() => $(".toast") !== null);`)
		if text := eval[string](b, `return $(".toast").textContent;`); !strings.Contains(text, test.want) {
			t.Errorf("%.12s…: the page says %q, want it to say %q", test.fragment, text, test.want)
		}
		if got := eval[string](b, asked); got != before {
			t.Errorf("%.12s…: the page has changed to\n%s\nfrom\n%s", test.fragment, got, before)
		}
	}

	opened := follow(t, b.url, "#"+fragment[:len(fragment)-9])
	opened.Until(`$(".toast.bad") !== null`)
	want(opened, `store.state.map.used().filter(Boolean).length`, 1)
}

func TestLongLink(t *testing.T) {
	t.Parallel()
	b := open(t, desk, studio.Options{})
	// Noise does not become shorter.
	b.Run(catch + `const noise = new Map();
		const map = store.state.map.resized(400, 400);
		let seed = 7;
		for (let i = 0; i < map.size; i++) {
			seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
			if (seed >>> 31) noise.set(i, 1);
		}
		store.change({ map: map.with(noise), name: "noise" });
		await settled();`)
	link := b.shared()
	if len(link) <= 8192 {
		t.Fatalf("the link has %d characters, which is not long", len(link))
	}
	want(b, `$(".toast").classList.contains("bad")`, true)
	b.Run(`$(".toast .link").click();`)
	want(b, "caught.name", "noise.map")
	if got, want := eval[string](b, "return caught.blob.text();"),
		eval[string](b, `const { map, from, to, moves, corners, cost } = store.state; return map.text({ from, to, moves, corners, cost });`); got != want {
		t.Error("the file that is saved is not the map")
	}
}
