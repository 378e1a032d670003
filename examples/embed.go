// Package examples holds maps to try things on: those of the README and of the
// studio's menu.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed *.txt *.map
var files embed.FS

// Files returns the map files, each in one of the formats of package mapfile, by
// their names, such as "harbor.txt".
func Files() fs.FS { return files }
