package studio_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/examples"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/google/go-cmp/cmp"
)

// written returns a map file in a format.
func written(t testing.TB, file *mapfile.File, format mapfile.Format) string {
	t.Helper()
	var out bytes.Buffer
	if err := mapfile.Write(&out, file, format); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func parsed(t testing.TB, text string) *mapfile.File {
	t.Helper()
	file, err := mapfile.Read(strings.NewReader(text), "map", mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestMapsAreOffered lists and gets them all.
func TestMapsAreOffered(t *testing.T) {
	s := start(t, studio.Options{Files: []studio.File{
		{Name: "somewhere/corner.txt", Text: "S@\n.G\n"},
		{Name: `C:\maps\corner.txt`, Text: "S.G\n"},
		{Name: "harbor", Text: "..\n"},
		{Name: "a b/ü?#%.map", Text: ".\n"},
	}})
	type list struct{ Maps []studio.Offer }
	got := decode[list](t, s.get("/api/maps").body).Maps
	want := []studio.Offer{
		{Name: "corner.txt", Title: "corner.txt", Width: 2, Height: 2, Source: "file"},
		{Name: "corner.txt-2", Title: "corner.txt", Width: 3, Height: 1, Source: "file"},
		{Name: "harbor", Title: "harbor", Width: 2, Height: 1, Source: "file"},
		{Name: "ü?#%.map", Title: "ü?#%.map", Width: 1, Height: 1, Source: "file"},
		{Name: "harbor-2", Title: "Harbor", Width: 72, Height: 30, Source: "example"},
		{Name: "hills", Title: "Hills", Width: 60, Height: 26, Source: "example"},
		{Name: "rooms", Title: "Rooms", Width: 61, Height: 25, Source: "example"},
		{Name: "swamp", Title: "Swamp", Width: 56, Height: 24, Source: "example"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	for path, want := range map[string]studio.MapReply{
		"corner.txt": {Text: "S@\n.G\n", Format: "plain", Width: 2, Height: 2, From: &[2]int32{0, 0}, To: &[2]int32{1, 1}, Moves: 8, CutCorners: "never", Cost: "uniform", Open: 3},
		"%C3%BC%3F%23%25.map": {
			Text: ".\n", Name: "ü?#%.map", Format: "plain", Width: 1, Height: 1, Moves: 8, CutCorners: "never", Cost: "uniform", Open: 1,
		},
		"hills": {
			Text: example(t, "hills.txt"), Format: "terrain", Width: 60, Height: 26, From: &[2]int32{3, 12}, To: &[2]int32{56, 15},
			Moves: 8, CutCorners: "always", Cost: "add", Open: parsed(t, example(t, "hills.txt")).Map.OpenCount(),
		},
	} {
		if want.Name == "" {
			want.Name = path
		}
		want.Text, want.Losses = written(t, parsed(t, want.Text), mapfile.Native), []string{}
		if diff := cmp.Diff(want, decode[studio.MapReply](t, s.get("/api/maps/"+path).body)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	if got := s.get("/api/maps/nowhere"); got.code != 404 || !strings.Contains(got.detail(t), "GET /api/maps lists them all") {
		t.Errorf("status %d: %s", got.code, got.body)
	}
}

// TestBadFiles starts no server.
func TestBadFiles(t *testing.T) {
	for _, c := range []struct {
		options studio.Options
		want    string
	}{
		{studio.Options{Files: []studio.File{{Name: "x.txt", Text: ""}}}, "x.txt:1: the file is empty; want a map in one of the formats"},
		{studio.Options{Files: []studio.File{{Name: "x.txt", Text: "..\n.\n"}}}, "x.txt:2:2: the row has 1 of 2 cells"},
		{studio.Options{Files: []studio.File{{Name: "x.txt", Text: "...\n"}}, MaxCells: 2}, "x.txt:1"},
		{studio.Options{Files: []studio.File{{Name: "x.txt", Text: "...\n"}}, MaxBody: 50}, "x.txt: the map takes 96 bytes, which is more than the 50 of a request; want a smaller map"},
	} {
		if _, err := studio.New(c.options); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.options, err, c.want)
		}
	}
}

// TestConvertIsMapfiles converts the examples to every format.
func TestConvertIsMapfiles(t *testing.T) {
	s := start(t, studio.Options{})
	names, err := fs.Glob(examples.Files(), "*")
	if err != nil || len(names) < 4 {
		t.Fatal(names, err)
	}
	converted := 0
	for _, name := range names {
		file := parsed(t, example(t, name))
		for _, format := range mapfile.Formats() {
			got := s.post("/api/convert", fields{"map": example(t, name), "name": name, "format": format.String()})
			var out bytes.Buffer
			if err := mapfile.Write(&out, file, format); err != nil {
				if got.code != 422 || !strings.HasSuffix("mapfile: "+strings.TrimPrefix(got.detail(t), "format: "), err.Error()) {
					t.Errorf("%s as %v: status %d, %s; want %v", name, format, got.code, got.body, err)
				}
				continue
			}
			converted++
			reply := decode[studio.MapReply](t, got.body)
			if reply.Text != out.String() || reply.Name != name || reply.Format != file.Format.String() || reply.Open != file.Map.OpenCount() {
				t.Errorf("%s as %v: %+v", name, format, reply)
			}
			if diff := cmp.Diff(append([]string{}, mapfile.Losses(file, format)...), reply.Losses); diff != "" {
				t.Errorf("%s as %v: losses %s", name, format, diff)
			}
		}
	}
	if converted < 8 {
		t.Errorf("only %d conversions", converted)
	}
}

// TestGenerateIsMapgens makes a map of each kind, with each option.
func TestGenerateIsMapgens(t *testing.T) {
	s := start(t, studio.Options{})
	for _, c := range []struct {
		fields  fields
		options mapgen.Options
	}{
		{fields{"kind": "walls"}, mapgen.Options{}},
		{fields{"kind": "walls", "width": 48, "height": 28, "seed": 11}, mapgen.Options{Width: 48, Height: 28, Seed: 11}},
		{fields{"kind": "walls", "walls": 3, "wall_width": 5, "wall_height": 6, "gap": 0.1}, mapgen.Options{Walls: 3, WallWidth: 5, WallHeight: 6, Gap: 100}},
		{fields{"kind": "walls", "walls": 0}, mapgen.Options{Walls: mapgen.None}},
		{fields{"kind": "walls", "gap": 0}, mapgen.Options{Gap: mapgen.None}},
		{fields{"kind": "random", "density": 0.333, "seed": -5}, mapgen.Options{Density: 333, Seed: -5}},
		{fields{"kind": "random", "density": 0}, mapgen.Options{Density: mapgen.None}},
		{fields{"kind": "random", "density": 1}, mapgen.Options{Density: 1000}},
		{fields{"kind": "maze", "corridor": 3}, mapgen.Options{Corridor: 3}},
		{fields{"kind": "rooms", "room_width": 4, "room_height": 3, "doors": 0.7}, mapgen.Options{RoomWidth: 4, RoomHeight: 3, Doors: 700}},
		{fields{"kind": "rooms", "doors": 0}, mapgen.Options{Doors: mapgen.None}},
	} {
		kind := fmt.Sprint(c.fields["kind"])
		m, err := mapgen.Generate(kind, c.options)
		if err != nil {
			t.Fatal(err)
		}
		file := &mapfile.File{Map: m}
		if start, goal, ok := mapgen.Ends(m, file.Rule); ok {
			file.Start, file.Goal = &start, &goal
		}
		got := s.post("/api/generate", c.fields)
		reply := decode[studio.MapReply](t, got.body)
		if want := written(t, file, mapfile.Native); reply.Text != want || reply.Format != "native" || reply.Name != kind || (reply.From == nil) != (file.Start == nil) {
			t.Errorf("%v: %s\nwant\n%s", c.fields, got.body, want)
		}
	}
}
