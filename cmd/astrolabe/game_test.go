package main

import "testing"

// TestGamesDocument runs every command of docs/games.md.
func TestGamesDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the empty board of Connect Four has 86 million nodes")
	}
	runDocument(t, "games.md")
}
