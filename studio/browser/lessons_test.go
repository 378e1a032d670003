package browser

import (
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/chromedp/chromedp"
)

// TestLessons goes through the tours from their page to their ends: at every step, and
// with each of its settings, the figures come out and are the published ones, the card
// does not cover the stage, and in the end the reader's own map is there again.
func TestLessons(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tour     string
		screen   browsertest.Screen
		language string
	}{
		{"notebook", desk, "en"},
		{"visualiser", phone, "ja"},
		{"terrain", browsertest.Screen{Width: 1280, Height: 800, Dark: true}, "zh"},
	} {
		t.Run(c.tour, func(t *testing.T) {
			b := open30(t, c.screen)
			b.Run(fmt.Sprintf("store.look({ language: %q })", c.language))
			at := b.cell(3, 3)
			b.Do(chromedp.MouseClickXY(at[0], at[1]))
			b.settled()
			own := eval[string](b, "return store.state.map.text();")
			b.Run(`studio.show("lessons")`)
			b.Run(fmt.Sprintf(`$('[data-action="lesson-begin-%s"]').click()`, c.tour))
			b.Until(`part("lesson-card") !== null`)
			steps, figures := 0, 0
			for {
				steps++
				figures += b.lessonStep(fmt.Sprintf("step %d", steps))
				if steps > 20 {
					t.Fatal("the tour has no end")
				}
				before := eval[string](b, `return part("lesson-title").textContent;`)
				b.Run(`$('[data-action="lesson-next"]').click()`)
				b.Until(fmt.Sprintf(`part("lesson-card") === null || part("lesson-title").textContent !== %q`, before))
				if eval[bool](b, `return part("lesson-card") === null;`) {
					break
				}
			}
			t.Logf("%d steps, %d figures", steps, figures)
			if steps < 10 || figures < 20 {
				t.Errorf("%d steps with %d figures; want 10 steps or more with 20 or more", steps, figures)
			}
			b.Run(`studio.show("lessons"); $('[data-action="lesson-restore"]').click()`)
			b.Until(fmt.Sprintf("store.state.map.text() === %q", own))
		})
	}
}

// lessonStep looks at a step and each of its settings, and returns the number of
// figures that were computed.
func (b *tab) lessonStep(name string) int {
	b.Helper()
	shows := eval[int](b, `return $$('[data-action="lesson-show"]').length;`)
	for i := range max(shows, 1) {
		if shows > 1 {
			b.Run(fmt.Sprintf(`$$('[data-action="lesson-show"]')[%d].click()`, i))
		}
		b.Until(`$$(".lesson-figures li").every((li) => li.dataset.state === "there")`)
		wrong := eval[string](b, `return $$('.lesson-figures li[data-same="false"]').map((li) => li.textContent).join("; ");`)
		if wrong != "" {
			b.Errorf("%s, setting %d: %s", name, i+1, wrong)
		}
	}
	want(b, `document.documentElement.scrollWidth <= innerWidth`, true)
	want(b, `(() => {
		const card = part("lesson-card").getBoundingClientRect(), stage = $("#stage").getBoundingClientRect();
		return store.view.page !== "lab" || (stage.height >= 120 && (card.bottom <= stage.top + 1 || card.top >= stage.bottom - 1));
	})()`, true)
	return eval[int](b, `return $$('.lesson-figures li[data-same="true"]').length;`)
}
