package studio

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/astrolabe-search/astrolabe/examples"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/danielgtaylor/huma/v2"
)

// File is a map file to offer.
type File struct {
	Name string // a file name, of which the last element is shown
	Text string // in any format of package mapfile
}

// MapReply is a map as clients get it.
type MapReply struct {
	Text       string    `json:"text" doc:"The map file, in the native format unless another was asked for."`
	Name       string    `json:"name" doc:"Its name, for show."`
	Format     string    `json:"format" doc:"The format that it was read from; native, if it was made."`
	Width      int       `json:"width" doc:"Columns."`
	Height     int       `json:"height" doc:"Rows."`
	From       *[2]int32 `json:"from" doc:"Start cell, [x,y]; null if the map has none."`
	To         *[2]int32 `json:"to" doc:"Goal cell, [x,y]; null if the map has none."`
	Moves      int       `json:"moves" enum:"4,8" doc:"Moves to 4 or 8 neighbors."`
	CutCorners string    `json:"cut_corners" enum:"never,one,always" doc:"Diagonal steps past walls."`
	Cost       string    `json:"cost" enum:"uniform,add,mul,mean" doc:"What a step costs."`
	Open       int       `json:"open" doc:"Cells that are not blocked."`
	Losses     []string  `json:"losses" doc:"What the text's format has no place for, and was dropped."`
}

// newReply returns a map in a format. The error is that of a format that cannot hold
// the map.
func newReply(file *mapfile.File, name string, format mapfile.Format) (*MapReply, error) {
	var text bytes.Buffer
	if err := mapfile.Write(&text, file, format); err != nil {
		return nil, err
	}
	m := file.Map
	reply := &MapReply{
		Text: text.String(), Name: name, Format: file.Format.String(), Width: m.Width(), Height: m.Height(),
		From: pair(file.Start), To: pair(file.Goal),
		Moves: 8, CutCorners: file.Rule.Corners.String(), Cost: file.Model.String(), Open: m.OpenCount(),
		Losses: append([]string{}, mapfile.Losses(file, format)...),
	}
	if file.Rule.Moves == grid.Moves4 {
		reply.Moves = 4
	}
	return reply, nil
}

// pair returns a cell as clients get it.
func pair(c *grid.Cell) *[2]int32 {
	if c == nil {
		return nil
	}
	return &[2]int32{c.X, c.Y}
}

// Offer is a map in the list of those that there are.
type Offer struct {
	Name   string `json:"name" doc:"By which to get it."`
	Title  string `json:"title" doc:"For show."`
	Width  int    `json:"width" doc:"Columns."`
	Height int    `json:"height" doc:"Rows."`
	Source string `json:"source" enum:"example,file" doc:"Whether it is an example, or a file that the server was started with."`
}

// offer is a map that the server offers.
type offer struct {
	Offer
	reply *MapReply
}

// offers reads the maps that the server offers: the files of the options, then the
// examples.
func (s *Server) offers() ([]offer, error) {
	var list []offer
	taken := map[string]bool{}
	add := func(file File, limits mapfile.Limits, name, title, source string) error {
		parsed, err := mapfile.Read(strings.NewReader(file.Text), file.Name, limits)
		if err != nil {
			return err
		}
		unique := name
		for n := 2; taken[unique]; n++ {
			unique = fmt.Sprintf("%s-%d", name, n)
		}
		taken[unique] = true
		reply, err := newReply(parsed, unique, mapfile.Native)
		if err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
		if size := int64(len(reply.Text)); size > s.options.MaxBody && source == "file" {
			return fmt.Errorf("%s: the map takes %d bytes, which is more than the %d of a request; want a smaller map", file.Name, size, s.options.MaxBody)
		}
		list = append(list, offer{Offer{unique, title, reply.Width, reply.Height, source}, reply})
		return nil
	}
	for _, file := range s.options.Files {
		name := path.Base(strings.ReplaceAll(file.Name, `\`, "/"))
		if err := add(file, mapfile.Limits{MaxCells: s.options.MaxCells}, name, name, "file"); err != nil {
			return nil, err
		}
	}
	names, err := fs.Glob(examples.Files(), "*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(examples.Files(), name)
		if err != nil {
			return nil, err
		}
		short := strings.TrimSuffix(name, path.Ext(name))
		title := strings.ToUpper(short[:1]) + short[1:]
		if err := add(File{name, string(text)}, mapfile.Limits{}, short, title, "example"); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Server) addMaps(api huma.API) {
	type mapsBody struct {
		Maps []Offer `json:"maps" doc:"Files first, then examples."`
	}
	type mapsResponse struct {
		Body mapsBody `nameHint:"Maps"`
	}
	var list mapsResponse
	for _, o := range s.maps {
		list.Body.Maps = append(list.Body.Maps, o.Offer)
	}
	huma.Register(api, huma.Operation{
		OperationID: "maps", Method: http.MethodGet, Path: "/api/maps",
		Summary:     "List the maps that there are",
		Description: "Lists the files that the server was started with, and the examples.",
	}, func(context.Context, *struct{}) (*mapsResponse, error) { return &list, nil })

	type mapRequest struct {
		Name string `path:"name" maxLength:"1000" doc:"Name of the map, as listed." example:"harbor"`
	}
	type mapResponse struct{ Body *MapReply }
	huma.Register(api, huma.Operation{
		OperationID: "map", Method: http.MethodGet, Path: "/api/maps/{name}",
		Summary:     "Get a map",
		Description: "Answers with one of the maps listed, in the native format.",
	}, func(_ context.Context, in *mapRequest) (*mapResponse, error) {
		for _, o := range s.maps {
			if o.Name == in.Name {
				return &mapResponse{o.reply}, nil
			}
		}
		return nil, huma.Error404NotFound("there is no map of that name; GET /api/maps lists them all")
	})
}

// ConvertRequest is a map, and the format that is wanted.
type ConvertRequest struct {
	Map    string `json:"map" minLength:"1" doc:"Text of a map, in any format." example:"S..\n.@.\n..G\n"`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Name of the map, for show."`
	Format string `json:"format,omitempty" enum:"native,movingai,terrain,plain" default:"native" doc:"Format of the answer's text."`
}

func (s *Server) addConvert(api huma.API) {
	type request struct{ Body ConvertRequest }
	type response struct{ Body *MapReply }
	huma.Register(api, huma.Operation{
		OperationID: "convert", Method: http.MethodPost, Path: "/api/convert",
		Summary:     "Read a map, and write it in another format",
		Description: "Tells the format from the content. What the wanted format cannot hold is an error if it would change the cost of a path, and else is listed and dropped.",
	}, func(_ context.Context, in *request) (*response, error) {
		file, err := s.readMap(in.Body.Map, in.Body.Name)
		if err != nil {
			return nil, err
		}
		format, err := parse("format", in.Body.Format, mapfile.Native, mapfile.ParseFormat)
		if err != nil {
			return nil, err
		}
		reply, err := newReply(file, in.Body.Name, format)
		if err != nil {
			return nil, wrong("format", err)
		}
		return &response{reply}, nil
	})
}
