// Package typo measures how far a misspelled word is from the right ones.
package typo

// Near returns how far a word may be from the right one to be taken for a slip: one
// character, and one more for every six. With more, words of other things are near.
func Near(word string) int { return 1 + len(word)/6 }

// Distance returns how many characters (bytes) have to be inserted, deleted,
// replaced or swapped with their neighbor to make b of a: the optimal string
// alignment distance, by the recurrence of Wagner and Fischer (1974) with
// Damerau's swaps (1964). O(len(a)·len(b)) time.
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
