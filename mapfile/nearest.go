package mapfile

// nearest returns the word that the fewest edits (a character put in, taken
// out or changed) make of text, the first of them if several do; "" if that
// takes more than two or as many as text has characters. O(len(text)) for
// words of fixed length.
func nearest(text string, words []string) string {
	const mostEdits = 2
	best, least := "", min(mostEdits+1, len(text))
	for _, word := range words {
		if d := editDistance(text, word); d < least {
			best, least = word, d
		}
	}
	return best
}

// editDistance is Levenshtein's, on bytes, by the row-wise recurrence of
// Wagner and Fischer (1974).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
