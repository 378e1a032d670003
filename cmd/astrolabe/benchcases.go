package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/scenario"
)

// benchCases finds the maps and scenarios that bench was given, and reads each
// once, so that what is wrong with one is known before an hour of running. Those of
// folders are read again when their turn comes, and not kept until then.
func (a *app) benchCases(ctx context.Context, args, sets []string) ([]scenario.Case, error) {
	for _, folder := range sets {
		if info, err := os.Stat(folder); err != nil {
			return nil, fileError(folder, "read", err)
		} else if !info.IsDir() {
			return nil, fmt.Errorf("bench: --set: %s is no folder; want one that holds maps and scenarios", folder)
		}
	}
	folders := slices.Clone(sets)
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			folders = append(folders, arg)
		}
	}
	files := len(args) + len(sets) - len(folders)
	switch {
	case len(args)+len(sets) == 0:
		return nil, errors.New("bench: no MAP and no folder given; want a MAP and its SCEN, or folders that hold some")
	case len(folders) == 0:
		return a.benchPair(ctx, args)
	case files > 0:
		for _, arg := range args {
			info, err := os.Stat(arg)
			if err != nil {
				return nil, fileError(arg, "read", err)
			}
			if !info.IsDir() {
				return nil, fmt.Errorf("bench: %s is no folder, and %s is one; want a MAP and its SCEN, or folders", arg, folders[0])
			}
		}
	}
	var cases []scenario.Case
	for _, folder := range folders {
		found, err := a.benchFolder(ctx, folder, len(folders) > 1)
		if err != nil {
			return nil, err
		}
		cases = append(cases, found...)
	}
	return cases, nil
}

// benchPair makes a case of a map and its scenario, which may be left out where it
// lies beside the map.
func (a *app) benchPair(ctx context.Context, args []string) ([]scenario.Case, error) {
	mapName := args[0]
	source := ""
	switch {
	case len(args) > 2:
		return nil, fmt.Errorf("bench: %q is one argument too many; want a MAP and its SCEN, or folders", args[2])
	case len(args) == 2 && args[0] == "-" && args[1] == "-":
		return nil, errors.New("bench: MAP and SCEN cannot both be standard input; name a file for one")
	case len(args) == 2:
		source = args[1]
	default:
		if _, err := os.Stat(mapName); mapName != "-" && err != nil {
			return nil, fileError(mapName, "read", err)
		}
		if source = scenarioBeside(mapName); source == "" {
			return nil, fmt.Errorf("bench: no scenario beside %s; name it: bench MAP SCEN", mapName)
		}
	}
	file, err := a.readMap(ctx, mapName)
	if err != nil {
		return nil, err
	}
	c := scenario.Case{Map: filepath.Base(mapName), Load: func() (*grid.Map, error) { return file.Map, nil }}
	if err := a.readScenario(ctx, &c, source, file.Map); err != nil {
		return nil, err
	}
	return []scenario.Case{c}, nil
}

// benchFolder makes cases of the maps below a folder that have a scenario beside
// them, and says which have none. Their names are relative to the folder, or
// begin with it if there are several.
func (a *app) benchFolder(ctx context.Context, folder string, several bool) ([]scenario.Case, error) {
	var cases []scenario.Case
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if err != nil {
			return fileError(full, "read", err)
		}
		if entry.IsDir() || !strings.EqualFold(path.Ext(name), ".map") {
			return nil
		}
		source := scenarioBeside(full)
		if source == "" {
			fmt.Fprintf(a.stderr, "astrolabe: %s: left out, since there is no scenario beside it\n", full)
			return nil
		}
		load := func() (*grid.Map, error) {
			file, err := a.readMap(ctx, full)
			if err != nil {
				return nil, err
			}
			return file.Map, nil
		}
		m, err := load()
		if err != nil {
			return err
		}
		c := scenario.Case{Map: name, Load: load}
		if several {
			c.Map = path.Join(filepath.ToSlash(folder), name)
		}
		if err := a.readScenario(ctx, &c, source, m); err != nil {
			return err
		}
		c.Queries, c.Scenario = len(c.Scenario.Queries), nil
		c.LoadScenario = func() (*mapfile.Scenario, error) { return read(ctx, a, source, mapfile.ReadScenario) }
		cases = append(cases, c)
		return nil
	})
	if err == nil && len(cases) == 0 {
		err = fmt.Errorf("%s: no map with a scenario in it; want files such as arena.map with arena.map.scen", folder)
	}
	return cases, err
}

// scenarioBeside returns the scenario that belongs to a map by its name, or "".
func scenarioBeside(mapName string) string {
	for _, source := range []string{mapName + ".scen", strings.TrimSuffix(mapName, filepath.Ext(mapName)) + ".scen"} {
		if info, err := os.Stat(source); err == nil && !info.IsDir() {
			return source
		}
	}
	return ""
}

// readScenario completes a case with its scenario, which must fit the map.
func (a *app) readScenario(ctx context.Context, c *scenario.Case, source string, m *grid.Map) error {
	var err error
	if c.Scenario, err = read(ctx, a, source, mapfile.ReadScenario); err != nil {
		return err
	}
	c.Source = source
	if source == "-" {
		c.Source = stdinName
	}
	if len(c.Scenario.Queries) == 0 {
		return fmt.Errorf("%s: it holds no query; want at least one", c.Source)
	}
	return c.Fits(m)
}
