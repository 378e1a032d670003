package studio

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"
)

// Options say what a server offers and what it may spend. The zero value is a
// server with the examples for maps and the default of each limit.
type Options struct {
	// Files are maps to offer beside the examples.
	Files []File
	// Hosts are names and addresses, without ports, by which clients may call the
	// server besides the loopback ones and the address that they reached.
	Hosts []string
	// Log is told of every request: those of the API at the level Info, others at
	// Debug. Maps never get into it. nil: nobody is told.
	Log *slog.Logger
	// Assets replaces the page's embedded files; nil: those.
	Assets fs.FS

	MaxBody        int64         // bytes of a request; 0: 4 MiB
	MaxCells       int64         // of a map; 0: 2²⁰
	MaxExpanded    int64         // expansions of a search; 0: 5,000,000
	MaxTime        time.Duration // for the searches of a request; 0: 10 s
	Searches       int           // requests worked on at once; 0: twice as many as processors
	MaxConnections int           // open at once; 0: 512
}

// Server is the studio: an [http.Handler] for its page and its API. It may be used
// by any number of goroutines. Make one with [New].
type Server struct {
	options    Options
	log        *slog.Logger
	mux        *http.ServeMux
	patterns   []string // of mux
	document   []byte   // the API's, in OpenAPI
	gzip       func(http.Handler) http.HandlerFunc
	origins    *http.CrossOriginProtection
	gate       *gate
	bodies     allowance
	metrics    *metrics
	maps       []offer
	workspaces sync.Pool // of *gridsearch.Workspace
}

// New makes a server. The error is that of a file of the options which is no map, or
// is a larger one than they allow.
func New(options Options) (*Server, error) {
	s := &Server{options: options.withDefaults(), mux: http.NewServeMux(), metrics: newMetrics(), origins: http.NewCrossOriginProtection()}
	s.log = s.options.Log
	s.gate = newGate(s.options.Searches, s.metrics.refused.Inc)
	s.metrics.watch(s.gate)
	s.bodies.give(bodiesAtOnce * s.options.MaxBody)
	s.workspaces.New = func() any { return new(gridsearch.Workspace) }
	var err error
	if s.gzip, err = newGzip(); err != nil {
		return nil, fmt.Errorf("studio: %w", err)
	}
	if s.maps, err = s.offers(); err != nil {
		return nil, err
	}
	api := s.newAPI()
	for _, add := range []func(huma.API){
		s.addSolve,
		s.addTrace,
		s.addCompare,
		s.addExplain,
		s.addCheckHeuristic,
		s.addTies,
		s.addBudget,
		s.addFigure,
		s.addSnippet,
		s.addGame,
		s.addMaps,
		s.addConvert,
		s.addGenerate,
		s.addAlgorithms,
		s.addApplies,
		s.addMetrics,
		s.addDocument,
	} {
		add(api)
	}
	s.addPage()
	if err := s.describe(api); err != nil {
		return nil, fmt.Errorf("studio: the API's document: %w", err)
	}
	return s, nil
}

func (o Options) withDefaults() Options {
	setDefault(&o.MaxBody, 4<<20)
	setDefault(&o.MaxCells, 1<<20)
	setDefault(&o.MaxExpanded, 5_000_000)
	setDefault(&o.MaxTime, 10*time.Second)
	setDefault(&o.Searches, 2*runtime.GOMAXPROCS(0))
	setDefault(&o.MaxConnections, 512)
	o.Hosts = slices.Clone(o.Hosts)
	for i, host := range o.Hosts {
		o.Hosts[i] = strings.ToLower(host)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func setDefault[T int | int64 | time.Duration](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// newGzip returns what compresses texts. Traces and pictures are already.
func newGzip() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(
		gzhttp.MinSize(1024),
		gzhttp.ZstdCompressionLevel(3), // the default makes small texts larger
		gzhttp.ContentTypes([]string{jsonType, problemType, "text/plain", "text/html", "text/css", "text/javascript", "image/svg+xml"}),
	)
}

// compress compresses what a handler answers, if it is a text of some length and the
// client takes it so.
func (s *Server) compress(h http.Handler) http.Handler { return s.gzip(h) }

// workspace lends memory for searches to f.
func (s *Server) workspace(f func(*gridsearch.Workspace) error) error {
	ws := s.workspaces.Get().(*gridsearch.Workspace)
	defer s.workspaces.Put(ws)
	return f(ws)
}
