package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/danielgtaylor/huma/v2"
)

// GenerateRequest says what map to make. Each option but size and seed counts for one
// kind of map; absent, it is as in astrolabe generate.
type GenerateRequest struct {
	Kind   string `json:"kind" maxLength:"100" doc:"Kind of map, see GET /api/algorithms." example:"rooms"`
	Width  int    `json:"width,omitempty" minimum:"0" maximum:"2147483647" doc:"Columns; 0 is 49."`
	Height int    `json:"height,omitempty" minimum:"0" maximum:"2147483647" doc:"Rows; 0 is 33."`
	Seed   int64  `json:"seed,omitempty" minimum:"-9007199254740991" maximum:"9007199254740991" doc:"What the random numbers start from."`

	Walls      *int     `json:"walls,omitempty" minimum:"0" maximum:"2147483647" doc:"walls: number of segments."`
	WallWidth  *int     `json:"wall_width,omitempty" minimum:"1" maximum:"2147483647" doc:"walls: columns of a horizontal one."`
	WallHeight *int     `json:"wall_height,omitempty" minimum:"1" maximum:"2147483647" doc:"walls: rows of a vertical one."`
	Gap        *float64 `json:"gap,omitempty" minimum:"0" maximum:"1" doc:"walls: share of a segment that is open, in thousandths."`
	Density    *float64 `json:"density,omitempty" minimum:"0" maximum:"1" doc:"random: share of the cells that are blocked, in thousandths."`
	Corridor   *int     `json:"corridor,omitempty" minimum:"1" maximum:"2147483647" doc:"maze: width of the corridors."`
	RoomWidth  *int     `json:"room_width,omitempty" minimum:"1" maximum:"2147483647" doc:"rooms: columns of a room."`
	RoomHeight *int     `json:"room_height,omitempty" minimum:"1" maximum:"2147483647" doc:"rooms: rows of a room."`
	Doors      *float64 `json:"doors,omitempty" minimum:"0" maximum:"1" doc:"rooms: share of the walls with a door that need none, in thousandths."`
}

// options returns the request in the terms of package mapgen. The error is one of huma's.
func (g *GenerateRequest) options() (mapgen.Options, error) {
	o := mapgen.Options{Width: g.Width, Height: g.Height, Seed: g.Seed}
	for _, f := range []struct {
		given *int
		field *int
	}{
		{g.Walls, &o.Walls},
		{g.WallWidth, &o.WallWidth},
		{g.WallHeight, &o.WallHeight},
		{g.Corridor, &o.Corridor},
		{g.RoomWidth, &o.RoomWidth},
		{g.RoomHeight, &o.RoomHeight},
	} {
		if f.given != nil {
			*f.field = cmp.Or(*f.given, mapgen.None)
		}
	}
	for _, f := range []struct {
		name  string
		given *float64
		field *mapgen.PerMille
	}{
		{"gap", g.Gap, &o.Gap},
		{"density", g.Density, &o.Density},
		{"doors", g.Doors, &o.Doors},
	} {
		if f.given == nil {
			continue
		}
		share, err := mapgen.ParsePerMille(strconv.FormatFloat(*f.given, 'f', -1, 64))
		if err != nil {
			return o, wrong(f.name, err)
		}
		*f.field = share
	}
	return o, nil
}

// maxDrawn bounds the cells that the segments of a map of walls have together, since
// they may lie on each other: a second of work.
const maxDrawn = 1 << 25

// checkWork is an error if a map would be too large, or take too long to make.
func (s *Server) checkWork(o mapgen.Options) error {
	// The defaults of mapgen.
	width, height := int64(cmp.Or(o.Width, 49)), int64(cmp.Or(o.Height, 33))
	if width > s.options.MaxCells || height > s.options.MaxCells/width {
		return wrong("width", fmt.Errorf("%d×%d is more than %d cells; want a smaller map", width, height, s.options.MaxCells))
	}
	longest := max(min(width, int64(cmp.Or(o.WallWidth, 13))), min(height, int64(cmp.Or(o.WallHeight, 10))))
	if int64(o.Walls) > maxDrawn/longest {
		return wrong("walls", fmt.Errorf("%d segments of up to %d cells are more than %d cells; want fewer or shorter ones", o.Walls, longest, maxDrawn))
	}
	return nil
}

func (s *Server) addGenerate(api huma.API) {
	type request struct{ Body GenerateRequest }
	type response struct{ Body *MapReply }
	huma.Register(api, huma.Operation{
		OperationID: "generate", Method: http.MethodPost, Path: "/api/generate",
		Summary:     "Make a map from a seed",
		Description: "The same options make the same map. Start and goal are the first and the last cell of the largest connected region.",
	}, func(_ context.Context, in *request) (*response, error) {
		o, err := in.Body.options()
		if err != nil {
			return nil, err
		}
		if err := s.checkWork(o); err != nil {
			return nil, err
		}
		m, err := mapgen.Generate(in.Body.Kind, o)
		if err != nil {
			return nil, wrong(fieldOf(err, in.Body.Kind), errors.New(fieldWords.Replace(plainText(err))))
		}
		file := &mapfile.File{Map: m, Format: mapfile.Native}
		if start, goal, ok := mapgen.Ends(m, file.Rule); ok {
			file.Start, file.Goal = &start, &goal
		}
		reply, err := newReply(file, in.Body.Kind, mapfile.Native)
		if err != nil {
			return nil, wrong("kind", err)
		}
		return &response{reply}, nil
	})
}

// fieldOf returns the field that an error of mapgen is about, as far as that can be
// told: the size, or else the kind or what it does not take.
func fieldOf(err error, kind string) string {
	known := slices.ContainsFunc(mapgen.Kinds(), func(k mapgen.Kind) bool { return k.Name == kind })
	if known && errors.Is(err, grid.ErrSize) {
		return "width"
	}
	return "kind"
}

// fieldWords puts the names of fields in place of those of flags.
var fieldWords = strings.NewReplacer("wall-", "wall_", "room-", "room_")

// fieldName returns the name of a field from that of a flag.
func fieldName(flag string) string { return strings.ReplaceAll(flag, "-", "_") }
