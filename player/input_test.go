package player_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboardAlone does everything without a pointer.
func TestKeyboardAlone(t *testing.T) {
	b := yardPage(t, screen{})
	// Tab leads to every control in turn, and shows where it is.
	seen := map[string]bool{}
	for range 60 {
		b.do(chromedp.KeyEvent(kb.Tab))
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

	b.run(`pane.canvas.focus()`)
	b.press("...")
	want(b, "player.at", 3)
	b.press(",")
	want(b, "player.at", 2)
	b.press(kb.End)
	want(b, "player.at === pane.trace.steps", true)
	b.press(kb.Home)
	b.press(kb.PageDown)
	want(b, "player.at === Math.round(pane.trace.steps / 10)", true)
	b.press(kb.PageUp)
	want(b, "player.at", 0)
	// The first arrow chooses the start, the others move from it.
	b.press(kb.ArrowDown)
	want(b, "player.selected", stateOf(yard, "S"))
	b.press(kb.ArrowDown + kb.ArrowDown + kb.ArrowUp)
	want(b, "player.selected", len(yard[0]))
	b.press(kb.ArrowRight)
	want(b, `$(".inspector h2").textContent`, "Cell (1, 1)")
	b.run(`await until(() => $(".unseen").textContent.startsWith("(1, 1) blocked"))`)
	b.press(kb.Escape)
	want(b, "player.selected", -1)
	b.press("++")
	want(b, "player.view !== null", true)
	x := eval[float64](b, "return player.view.x;")
	b.press(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
	want(b, fmt.Sprintf("player.view.x > %g", x), true)
	b.press("0")
	want(b, "player.view === null", true)
	b.press("1")
	want(b, "player.layers.open", false)
	b.press("1h")
	want(b, "player.layers.open && player.heat", "order")
	b.press("]")
	want(b, "player.speed", 1)
	b.press("[")
	want(b, "player.speed", 0)
	b.press("t")
	want(b, "root.dataset.theme", "dark")
	b.press("l")
	want(b, "root.lang", "ja")
	b.press("ll")
	b.press(" ")
	want(b, "player.clock.playing", true)
	b.press(" ")
	want(b, "player.clock.playing", false)
	// Help, which can turn single keys off.
	b.press("?")
	want(b, `$("dialog").open`, true)
	want(b, `$("dialog").contains(document.activeElement)`, true)
	b.run(`$("dialog input").focus()`)
	b.press(" " + kb.Escape)
	want(b, `$("dialog").open`, false)
	at := eval[int](b, "return player.at;")
	b.press(".")
	want(b, "player.at", at)
	b.press("?")
	want(b, `$("dialog").open`, true)
}

// TestSaysWhatHappens reads what a screen reader is told.
func TestSaysWhatHappens(t *testing.T) {
	b := yardPage(t, screen{})
	b.run("player.seek(5)")
	b.run(`await until(() => $(".unseen").textContent.startsWith("Step 5 expands ("))`)
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
	b := yardPage(t, screen{width: 360, height: 800, scale: 2, touch: true})
	target := stateOf(yard, "G") - 1
	at := eval[[2]float64](b, fmt.Sprintf("return spot(pane, %d);", target))
	b.touch(input.DispatchTouchEventTypeTouchStart, at)
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.run("")
	want(b, "player.selected", target)
	want(b, `$(".inspector h2").textContent`, fmt.Sprintf("Cell (%d, %d)", target%len(yard[0]), target/len(yard[0])))

	// The buttons are there for one finger, too.
	for _, action := range []string{"zoom-in", "fit"} {
		button := eval[[2]float64](b, fmt.Sprintf(`const e = $('[data-action="%s"]');
			e.scrollIntoView();
			const r = e.getBoundingClientRect();
			return [r.left + r.width / 2, r.top + r.height / 2];`, action))
		b.do(chromedp.TapXY(button[0], button[1]))
		b.run(fmt.Sprintf("await until(() => (player.view === null) === %t)", action == "fit"))
	}
	b.run("scrollTo(0, 0)")

	// Two fingers that go apart.
	box := eval[[4]float64](b, "const r = pane.canvas.getBoundingClientRect(); return [r.left, r.top, r.width, r.height];")
	x, y := box[0]+box[2]/2, box[1]+box[3]/2
	b.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x - 20, y}, [2]float64{x + 20, y})
	for d := 30.0; d <= 100; d += 10 {
		b.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x - d, y}, [2]float64{x + d, y})
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.run("")
	want(b, "player.view !== null && player.view.scale / pane.board.size.width > 0.15", true)
	want(b, "player.selected", target)
	// One finger that drags the map to the left.
	before := eval[float64](b, "return player.view.x;")
	b.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x, y})
	for d := 10.0; d <= 60; d += 10 {
		b.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x - d, y})
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.run("")
	want(b, fmt.Sprintf("player.view.x > %g", before), true)
}

// touch sends one event of fingers.
func (b *tab) touch(kind input.DispatchTouchEventType, points ...[2]float64) {
	b.Helper()
	touches := []*input.TouchPoint{}
	for i, p := range points {
		id := float64(i)
		touches = append(touches, &input.TouchPoint{X: p[0], Y: p[1], ID: &id})
	}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: touches})
		return err
	}))
}

// TestMouse points, wheels and drags.
func TestMouse(t *testing.T) {
	b := yardPage(t, screen{})
	b.run("player.act('last')")
	goal := stateOf(yard, "G")
	at := eval[[2]float64](b, fmt.Sprintf("return spot(pane, %d);", goal))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	b.run("")
	want(b, "player.hovered", goal)
	want(b, `$(".inspector h2").textContent`, fmt.Sprintf("Cell (%d, %d)", goal%len(yard[0]), goal/len(yard[0])))
	// The wheel brings the point nearer without moving it.
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: at[0], Y: at[1], DeltaX: 1, DeltaY: -300})
		return err
	}))
	b.run("await until(() => player.view !== null)")
	want(b, "player.view.scale > 60", true)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+1, at[1]))
	b.run("")
	want(b, "player.hovered", goal)
	before := eval[float64](b, "return player.view.x;")
	b.do(
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, 500, 300, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 560, 300, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 620, 300, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, 620, 300, chromedp.ButtonLeft),
	)
	b.run("")
	want(b, fmt.Sprintf("player.view.x < %g", before), true)
	want(b, "player.selected", -1)
	b.do(chromedp.MouseClickXY(at[0], at[1]))
	b.run("")
	want(b, "player.selected >= 0", true)
}
