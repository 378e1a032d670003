package mapfile

import "github.com/astrolabe-search/astrolabe/internal/typo"

// nearest returns the word that the fewest edits (see typo.Distance) make of text, the first of them if several do; "" if that
// takes more than two or as many as text has characters. O(len(text)) for
// words of fixed length.
func nearest(text string, words []string) string {
	const mostEdits = 2
	best, least := "", min(mostEdits+1, len(text))
	for _, word := range words {
		if d := typo.Distance(text, word); d < least {
			best, least = word, d
		}
	}
	return best
}
