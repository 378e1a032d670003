package browsertest

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Point is a place on the page, in CSS pixels from its corner.
type Point [2]float64

// Drag presses the left button of the mouse at the first point, moves over the
// others and lets go at the last.
func (b *Tab) Drag(points ...Point) {
	b.Helper()
	b.Hold(points[0])
	for _, p := range points[1:] {
		b.Pull(p)
	}
	b.LetGo(points[len(points)-1])
}

// Hold moves the mouse to a point and presses its left button there, or what the
// options name.
func (b *Tab) Hold(at Point, options ...chromedp.MouseOption) {
	b.Helper()
	b.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	b.mouse(input.DispatchMouseEventTypeMousePressed, at, options)
}

// Pull moves the mouse to a point with the button down.
func (b *Tab) Pull(at Point, options ...chromedp.MouseOption) {
	b.Helper()
	b.mouse(input.DispatchMouseEventTypeMouseMoved, at, options)
}

// LetGo lets go of the button, and waits for the next drawing.
func (b *Tab) LetGo(at Point, options ...chromedp.MouseOption) {
	b.Helper()
	b.mouse(input.DispatchMouseEventTypeMouseReleased, at, options)
	b.Run("")
}

// Click presses the button at a point and lets go, and waits for the next drawing.
func (b *Tab) Click(at Point, options ...chromedp.MouseOption) {
	b.Helper()
	b.Hold(at, options...)
	b.LetGo(at, options...)
}

func (b *Tab) mouse(kind input.DispatchMouseEventType, at Point, options []chromedp.MouseOption) {
	b.Helper()
	with := append([]chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ClickCount(1)}, options...)
	b.Do(chromedp.MouseEvent(kind, at[0], at[1], with...))
}

// Wheel turns the wheel of the mouse at a point, by CSS pixels: a negative number
// is away from the reader.
func (b *Tab) Wheel(at Point, pixels float64) {
	b.Helper()
	// A wheel that moves in one direction alone is not sent on without a window.
	const aside = 1
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseWheel, X: at[0], Y: at[1], DeltaX: aside, DeltaY: pixels,
		})
		return err
	}))
}

// Fingers puts fingers on the screen, moves them along points of the same number,
// and takes them off.
func (b *Tab) Fingers(moves ...[]Point) {
	b.Helper()
	b.Touch(moves[0]...)
	for _, points := range moves[1:] {
		b.Slide(points...)
	}
	b.Lift()
}

// Touch puts fingers on the screen; those that are there already come first.
func (b *Tab) Touch(points ...Point) {
	b.Helper()
	b.touch(input.DispatchTouchEventTypeTouchStart, points)
}

// Slide moves the fingers that are on the screen.
func (b *Tab) Slide(points ...Point) {
	b.Helper()
	b.touch(input.DispatchTouchEventTypeTouchMove, points)
	b.sliding = points
}

// still is how long fingers that have moved are held still before they leave the
// screen. Otherwise they fling what they moved, and to the browser a touch that
// comes while that goes on is no tap.
const still = 120 * time.Millisecond

// Lift takes all fingers off, and waits for the next drawing.
func (b *Tab) Lift() {
	b.Helper()
	if b.sliding != nil {
		time.Sleep(still)
		b.Slide(b.sliding...)
		b.sliding = nil
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd, nil)
	b.Run("")
}

func (b *Tab) touch(kind input.DispatchTouchEventType, points []Point) {
	b.Helper()
	touches := []*input.TouchPoint{}
	for i, p := range points {
		id := float64(i)
		touches = append(touches, &input.TouchPoint{X: p[0], Y: p[1], ID: &id})
	}
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: touches})
		return err
	}))
}
