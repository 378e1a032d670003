package browsertest

import (
	"context"

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
	steps := []chromedp.Action[chromedp.Void]{
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, points[0][0], points[0][1]),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, points[0][0], points[0][1], chromedp.ButtonLeft),
	}
	for _, p := range points[1:] {
		steps = append(steps, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, p[0], p[1], chromedp.ButtonLeft))
	}
	last := points[len(points)-1]
	b.Do(append(steps, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, last[0], last[1], chromedp.ButtonLeft))...)
	b.Run("")
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
	for i, points := range moves {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		b.touch(kind, points)
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
