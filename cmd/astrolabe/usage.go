package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/docs"
	"github.com/astrolabe-search/astrolabe/internal/typo"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// version returns the version of the module as the Go tool recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// topics are pages that help shows beside those of the verbs.
var topics = map[string]string{"formats": docs.Formats}

// helpCommand is cobra's, except that it has topics, and that an unknown verb is an
// error.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB|formats]",
		Short: "Explain a verb, or what map files look like",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && topics[args[0]] != "" {
				return nil
			}
			return knownVerb(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return append(verbs(root), slices.Sorted(maps.Keys(topics))...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 && topics[args[0]] != "" {
				_, err := io.WriteString(a.stdout, topics[args[0]])
				return err
			}
			target, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return target.Help()
		},
	}
}

func verbs(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// knownVerb refuses a first argument that is no verb.
func knownVerb(cmd *cobra.Command, args []string) error {
	names := verbs(cmd.Root())
	if len(args) == 0 || slices.Contains(names, args[0]) {
		return nil
	}
	return fmt.Errorf("unknown verb %q; %s", args[0], suggest(args[0], "", names, "astrolabe --help lists them all"))
}

// takes demands exactly these arguments.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return fmt.Errorf("%s: no %s given; want %s", cmd.Name(), names[len(args)], cmd.UseLine())
		}
		if len(args) > len(names) {
			return fmt.Errorf("%s: %q is one argument too many; want %s", cmd.Name(), args[len(names)], cmd.UseLine())
		}
		return nil
	}
}

// takesAtMost allows up to n arguments.
func takesAtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("%s: %q is one argument too many; want %s", cmd.Name(), args[n], cmd.UseLine())
		}
		return nil
	}
}

// lookup is [catalog.Lookup] on behalf of a verb.
func lookup(verb, name string) (*catalog.Entry, error) {
	entry, err := catalog.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", verb, err)
	}
	return entry, nil
}

// flagError says what is wrong with a flag in the command's own form.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	where := ""
	if cmd.HasParent() {
		where = cmd.Name() + ": "
	}
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("%sunknown flag -%s; flags are written with two dashes, as --json (to name a file that begins with a dash, write ./-...)",
			where, unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		return fmt.Errorf("%sunknown flag --%s; %s", where, name, suggest(name, "--", names, cmd.CommandPath()+" --help lists them all"))
	case errors.As(err, &missing):
		return fmt.Errorf("%s--%s has no value; want --%s %s", where, missing.GetFlag().Name, missing.GetFlag().Name, missing.GetFlag().Value.Type())
	case errors.As(err, &invalid):
		return fmt.Errorf("%s--%s: %w", where, invalid.GetFlag().Name, invalid.Unwrap())
	}
	return fmt.Errorf("%s%w", where, err)
}

// suggest returns "did you mean X?" for the candidate nearest to a word, or
// otherwise if none is near.
func suggest(word, prefix string, candidates []string, otherwise string) string {
	best, nearest := typo.Near(word)+1, ""
	for _, candidate := range candidates {
		d := typo.Distance(word, candidate)
		if strings.HasPrefix(candidate, word) && len(word) > 1 {
			d = 1
		}
		if d < best {
			best, nearest = d, candidate
		}
	}
	if nearest == "" {
		return otherwise
	}
	return "did you mean " + prefix + nearest + "?"
}
