package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// figureFlags are the flags that all verbs share that can draw what they did.
type figureFlags struct {
	file  string // "": no figure
	theme scene.Theme
	// dependent are the flags that say what the figure is like, and mean nothing
	// without it.
	dependent []string
}

// add gives the command the flags. What says what the figure shows.
func (f *figureFlags) add(cmd *cobra.Command, what string) {
	cmd.Flags().Var(&choice[string]{&f.file, "", "FILE", parseFigureFile}, "figure", what)
	f.addTheme(cmd)
	if err := cmd.MarkFlagFilename("figure", figure.Formats()...); err != nil {
		panic("astrolabe: " + err.Error())
	}
}

func (f *figureFlags) addTheme(cmd *cobra.Command) {
	f.addChoice(cmd, &choice[scene.Theme]{&f.theme, scene.Light.String(), "THEME", scene.ParseTheme},
		"theme", "of the figure: light, dark, or auto (an SVG that is as its reader's system is)",
		scene.Light.String(), scene.Dark.String(), scene.Auto.String())
}

// addChart gives the command the flag --chart, of which the first word is the default.
func (f *figureFlags) addChart(cmd *cobra.Command, chart *string, usage string, words ...string) {
	*chart = words[0]
	f.addChoice(cmd, &choice[string]{chart, words[0], "CHART", parseWord(words...)}, "chart", usage, words...)
}

// addChoice gives the command a flag that means nothing without --figure and is one of
// a few words.
func (f *figureFlags) addChoice(cmd *cobra.Command, value pflag.Value, name, usage string, words ...string) {
	f.addDependent(cmd, value, name, usage)
	completeWords(cmd, name, words...)
}

// addDependent gives the command a flag that means nothing without --figure.
func (f *figureFlags) addDependent(cmd *cobra.Command, value pflag.Value, name, usage string) {
	cmd.Flags().Var(value, name, usage)
	f.dependent = append(f.dependent, name)
}

// parseFigureFile refuses a file whose ending names no format.
func parseFigureFile(s string) (string, error) {
	if _, err := figure.FormatOf(s); err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), figure.ErrFormat.Error()+": "))
	}
	return s, nil
}

func parseWord(words ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", fmt.Errorf("%q is none of %s", s, strings.Join(words, ", "))
		}
		return s, nil
	}
}

// format is that of the file, whose ending is known to name one.
func (f *figureFlags) format() figure.Format {
	format, err := figure.FormatOf(f.file)
	if err != nil {
		panic("astrolabe: " + err.Error())
	}
	return format
}

// check is an error if there is no figure that the other flags are about, or if it could
// not be written: that is better known before the search.
func (f *figureFlags) check(cmd *cobra.Command) error {
	if f.file == "" {
		for _, name := range f.dependent {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("%s: --%s is about a figure; name its file with --figure", cmd.Name(), name)
			}
		}
		return nil
	}
	return checkWritable(f.file)
}

// saveFigure writes a figure.
func (a *app) saveFigure(ctx context.Context, f *figureFlags, fig figure.Figure) error {
	return a.saveNoticed(ctx, f, func(w io.Writer, o figure.Options) ([]string, error) {
		return figure.Write(w, f.format(), fig, o)
	})
}

// saveNoticed writes the file of a figure, and passes on what is said of it.
func (a *app) saveNoticed(ctx context.Context, f *figureFlags, write func(io.Writer, figure.Options) ([]string, error)) error {
	var notices []string
	err := a.writeFile(ctx, f.file, func(w io.Writer) (err error) {
		notices, err = write(w, figure.Options{Theme: f.theme})
		return err
	})
	if err != nil {
		return err
	}
	a.figureNotices(f, notices)
	return nil
}

// figureNotices says on standard error what the figure does not show as asked.
func (a *app) figureNotices(f *figureFlags, notices []string) {
	if format := f.format(); f.theme == scene.Auto && format != figure.SVG {
		notices = append(notices, fmt.Sprintf("A %s cannot follow its reader's system: it is light.", strings.ToUpper(format.String())))
	}
	for _, notice := range notices {
		fmt.Fprintf(a.stderr, "astrolabe: note: %s\n", notice)
	}
}

// sayWritten says which files there are now.
func (a *app) sayWritten(files ...string) {
	if n := len(files); n > 1 {
		a.stdout.printf("\nwrote %s: %s to %s\n", plural(int64(n), "file"), files[0], files[n-1])
		return
	}
	a.stdout.printf("\nwrote %s\n", files[0])
}

func parseFrames(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 2 || n > figure.MaxFrames {
		return 0, fmt.Errorf("%q is not a number of frames; want a whole number from 2 to %d", s, figure.MaxFrames)
	}
	return n, nil
}
