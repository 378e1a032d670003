package player_test

import (
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboardAlone does everything without a pointer.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	// Tab leads to every control in turn, and shows where it is.
	seen := map[string]bool{}
	for range 60 {
		b.Do(chromedp.KeyEvent(kb.Tab))
		here := eval[string](b, `const e = document.activeElement;
			return e === document.body ? "" : (e.dataset.action ?? e.className) || e.ariaLabel || e.parentElement.className;`)
		if here == "" {
			break
		}
		seen[here] = true
		want(b, `(() => {
			const e = document.activeElement, style = getComputedStyle(e.type === "range" ? e.parentElement : e);
			return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
		})()`, true)
	}
	for _, control := range []string{"play", "forward", "back", "first", "last", "next", "previous", "zoom-in", "zoom-out", "fit", "help", "theme", "picture", "map", "language"} {
		if !seen[control] {
			t.Errorf("Tab does not lead to %q, only to %v", control, seen)
		}
	}

	b.Run(`pane.canvas.focus()`)
	b.Press("...")
	want(b, "player.at", 3)
	b.Press(",")
	want(b, "player.at", 2)
	b.Press(kb.End)
	want(b, "player.at === pane.trace.steps", true)
	b.Press(kb.Home)
	b.Press(kb.PageDown)
	want(b, "player.at === Math.round(pane.trace.steps / 10)", true)
	b.Press(kb.PageUp)
	want(b, "player.at", 0)
	// The first arrow chooses the start, the others move from it.
	b.Press(kb.ArrowDown)
	want(b, "player.selected", stateOf(yard, "S"))
	b.Press(kb.ArrowDown + kb.ArrowDown + kb.ArrowUp)
	want(b, "player.selected", len(yard[0]))
	b.Press(kb.ArrowRight)
	want(b, `$(".inspector h2").textContent`, "Cell (1, 1)")
	b.Run(`await until(() => $(".unseen").textContent.startsWith("(1, 1) blocked"))`)
	b.Press(kb.Escape)
	want(b, "player.selected", -1)
	b.Press("++")
	want(b, "player.view !== null", true)
	x := eval[float64](b, "return player.view.x;")
	b.Press(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
	want(b, fmt.Sprintf("player.view.x > %g", x), true)
	b.Press("0")
	want(b, "player.view === null", true)
	b.Press("1")
	want(b, "player.layers.open", false)
	b.Press("1h")
	want(b, "player.layers.open && player.heat", "order")
	b.Press("]")
	want(b, "player.speed", 1)
	b.Press("[")
	want(b, "player.speed", 0)
	b.Press("t")
	want(b, "root.dataset.theme", "dark")
	b.Press("l")
	want(b, "root.lang", "ja")
	b.Press("ll")
	b.Press(" ")
	want(b, "player.clock.playing", true)
	b.Press(" ")
	want(b, "player.clock.playing", false)
	// Help, which can turn single keys off.
	b.Press("?")
	want(b, `$("dialog").open`, true)
	want(b, `$("dialog").contains(document.activeElement)`, true)
	b.Run(`$("dialog input").focus()`)
	b.Press(" " + kb.Escape)
	want(b, `$("dialog").open`, false)
	at := eval[int](b, "return player.at;")
	b.Press(".")
	want(b, "player.at", at)
	b.Press("?")
	want(b, `$("dialog").open`, true)
}

// TestSaysWhatHappens reads what a screen reader is told.
func TestSaysWhatHappens(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run("player.seek(5)")
	b.Run(`await until(() => $(".unseen").textContent.startsWith("Step 5 expands ("))`)
	want(b, `$(".unseen").textContent === $(".status").textContent && $(".unseen").ariaLive`, "polite")
	// Many steps at once are told of once.
	told := eval[int](b, `
		let told = 0;
		new MutationObserver(() => told++).observe($(".unseen"), { childList: true, characterData: true, subtree: true });
		for (let step = 6; step < 20; step++) {
			player.seek(step);
			await frame();
		}
		await until(() => $(".unseen").textContent.startsWith("Step 19 "));
		return told;`)
	if told > 2 {
		t.Errorf("14 steps in a moment are told of %d times", told)
	}
}

// TestTouch taps, drags and pinches.
func TestTouch(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{Width: 360, Height: 800, Scale: 2, Touch: true})
	target := stateOf(yard, "G") - 1
	at := eval[browsertest.Point](b, fmt.Sprintf("return spot(pane, %d);", target))
	b.Fingers([]browsertest.Point{at})
	want(b, "player.selected", target)
	want(b, `$(".inspector h2").textContent`, fmt.Sprintf("Cell (%d, %d)", target%len(yard[0]), target/len(yard[0])))

	// The buttons are there for one finger, too.
	for _, action := range []string{"zoom-in", "fit"} {
		button := eval[[2]float64](b, fmt.Sprintf(`const e = $('[data-action="%s"]');
			e.scrollIntoView();
			const r = e.getBoundingClientRect();
			return [r.left + r.width / 2, r.top + r.height / 2];`, action))
		b.Do(chromedp.TapXY(button[0], button[1]))
		b.Run(fmt.Sprintf("await until(() => (player.view === null) === %t)", action == "fit"))
	}
	b.Run("scrollTo(0, 0)")

	// Two fingers that go apart.
	box := eval[[4]float64](b, "const r = pane.canvas.getBoundingClientRect(); return [r.left, r.top, r.width, r.height];")
	x, y := box[0]+box[2]/2, box[1]+box[3]/2
	var apart [][]browsertest.Point
	for d := 20.0; d <= 100; d += 10 {
		apart = append(apart, []browsertest.Point{{x - d, y}, {x + d, y}})
	}
	b.Fingers(apart...)
	want(b, "player.view !== null && player.view.scale / pane.board.size.width > 0.15", true)
	want(b, "player.selected", target)
	// One finger that drags the map to the left.
	before := eval[float64](b, "return player.view.x;")
	var left [][]browsertest.Point
	for d := 0.0; d <= 60; d += 10 {
		left = append(left, []browsertest.Point{{x - d, y}})
	}
	b.Fingers(left...)
	want(b, fmt.Sprintf("player.view.x > %g", before), true)
}

// TestMouse points, wheels and drags.
func TestMouse(t *testing.T) {
	t.Parallel()
	b := yardPage(t, browsertest.Screen{})
	b.Run("player.act('last')")
	goal := stateOf(yard, "G")
	at := eval[browsertest.Point](b, fmt.Sprintf("return spot(pane, %d);", goal))
	b.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	b.Run("")
	want(b, "player.hovered", goal)
	want(b, `$(".inspector h2").textContent`, fmt.Sprintf("Cell (%d, %d)", goal%len(yard[0]), goal/len(yard[0])))
	// The wheel brings the point nearer without moving it.
	b.Wheel(at, -300)
	b.Run("await until(() => player.view !== null)")
	want(b, "player.view.scale > 60", true)
	b.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+1, at[1]))
	b.Run("")
	want(b, "player.hovered", goal)
	before := eval[float64](b, "return player.view.x;")
	b.Drag(browsertest.Point{500, 300}, browsertest.Point{560, 300}, browsertest.Point{620, 300})
	want(b, fmt.Sprintf("player.view.x < %g", before), true)
	want(b, "player.selected", -1)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.Run("")
	want(b, "player.selected >= 0", true)
}
