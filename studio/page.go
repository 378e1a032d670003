package studio

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/astrolabe-search/astrolabe/player"
)

//go:embed assets
var embedded embed.FS

// assets returns the files of the page.
func (s *Server) assets() fs.FS {
	if s.options.Assets != nil {
		return s.options.Assets
	}
	sub, err := fs.Sub(embedded, "assets")
	if err != nil {
		panic("studio: " + err.Error()) // the directory is embedded
	}
	return sub
}

// addPage serves the page's files and the player's. Whatever no other route is for
// ends up here.
func (s *Server) addPage() {
	page := s.files(s.assets())
	s.handle("GET /{$}", s.compress(page))
	s.handle("GET /{file...}", s.compress(page))
	s.handle("GET /player/{file...}", s.compress(s.files(player.Assets())))
	s.handle("POST /{file...}", http.HandlerFunc(s.missing))
}

// fileTypes are the media types of files, by their endings. There are no others: what
// the system says of endings differs between machines.
var fileTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": jsonType,
	".png":  "image/png",
	".svg":  "image/svg+xml",
}

// files serves files by the route's wildcard, and index.html without one. It lists
// no directories.
func (s *Server) files(fsys fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("file")
		if name == "" && r.URL.Path == "/" {
			name = "index.html"
		}
		media, known := fileTypes[path.Ext(name)]
		if !known || !fs.ValidPath(name) {
			s.missing(w, r)
			return
		}
		content, err := fs.ReadFile(fsys, name)
		if err != nil {
			s.missing(w, r)
			return
		}
		sum := sha256.Sum256(content)
		h := w.Header()
		h.Set("Content-Type", media)
		h.Set("Cache-Control", "no-cache")                                      // that is, ask each time whether it is still the same
		h.Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`) // weak, since compressed it is the same
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	})
}
