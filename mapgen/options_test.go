package mapgen

import "testing"

func TestLargestMapIsAllowed(t *testing.T) {
	// Checked without making it.
	if err := (Options{Width: 8192, Height: MaxCells / 8192}).check(random.Kind); err != nil {
		t.Error(err)
	}
}
