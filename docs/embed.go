// Package docs holds the pages that the command shows as well.
package docs

import _ "embed"

// Formats is formats.md: what map files may look like.
//
//go:embed formats.md
var Formats string
