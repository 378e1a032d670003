package examples_test

import (
	"fmt"
	"io/fs"

	"github.com/astrolabe-search/astrolabe/examples"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

func ExampleFiles() {
	names, err := fs.Glob(examples.Files(), "*")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range names {
		f, err := examples.Files().Open(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer f.Close()
		file, err := mapfile.Read(f, name, mapfile.Limits{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v, %d×%d\n", name, file.Format, file.Map.Width(), file.Map.Height())
	}
	// Output:
	// harbor.txt: plain, 72×30
	// hills.txt: terrain, 60×26
	// rooms.map: movingai, 61×25
	// swamp.map: native, 56×24
}
