package main

import "testing"

// TestGamesDocument runs every command of docs/games.md.
func TestGamesDocument(t *testing.T) { runDocument(t, "games.md") }
