package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// Exit codes, the same for all verbs.
const (
	exitOK     = 0
	exitFailed = 1 // a check or a claim failed
	exitUsage  = 2 // bad usage or bad input
	exitNoPath = 3 // no path, or an end of it is blocked
	exitLimit  = 4 // a limit was reached, or the user interrupted
)

// app is one run of the command.
type app struct {
	stdin  io.Reader
	stdout *output
	stderr io.Writer
	// printed is what stdout is printed to.
	printed io.Writer

	screen screen
	paint  painter
	color  string // the flag
	// wait bounds how long it is waited at a time for the other end of a pipe, to
	// read from it or to write to it; 0: for ever.
	wait time.Duration

	code int // what to exit with if no error is returned
}

// run runs the command line and returns the exit code. It is all of the command
// but the process: signals come as the end of ctx.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: newOutput(stdout), printed: stdout, stderr: stderr, screen: detectScreen(stdout)}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(a.stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if flushErr := a.stdout.Flush(); flushErr != nil {
		if errors.Is(flushErr, syscall.EPIPE) {
			return a.code
		}
		err = fileError("standard output", "write", flushErr)
	}
	if err == nil {
		return a.code
	}
	fmt.Fprintf(stderr, "astrolabe: %s\n", oneLine(err.Error()))
	var coded *codedError
	if errors.As(err, &coded) {
		return coded.code
	}
	return exitUsage
}

// codedError is an error that asks for an exit code of its own. All others
// mean bad usage or bad input.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

const rootLong = `Astrolabe searches grid maps for paths, says what it has proved about each
answer, and lets you check it.

Costs are exact: 43+17√2 is forty-three straight steps and seventeen diagonal
ones. Every answer carries a certificate: optimal, bounded, feasible or none.

A MAP is a file in one of four formats, told apart by content (movingai,
terrain, plain or native), or - for standard input. Cells are written X,Y and
counted from 0,0 at the top left.

Exit codes: 0 found, or all is well; 1 a check or a claim failed; 2 bad usage or
bad input; 3 no path, or its start or goal is blocked; 4 a limit was reached.`

func (a *app) rootCommand() *cobra.Command {
	a.color = "auto"
	root := &cobra.Command{
		Use:   "astrolabe",
		Short: "Search maps, watch the search, trust the answer",
		Long:  rootLong,
		Example: `  astrolabe solve examples/harbor.txt
  astrolabe compare examples/hills.txt
  astrolabe algorithms`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.code = exitUsage
			cmd.SetOut(a.stderr)
			return cmd.Help()
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			var err error
			a.paint, err = a.screen.painter(a.color)
			return err
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.AddGroup(
		&cobra.Group{ID: "search", Title: "Search:"},
		&cobra.Group{ID: "trust", Title: "Check:"},
		&cobra.Group{ID: "maps", Title: "Maps:"},
	)
	root.PersistentFlags().Var(&word{&a.color, whenWords}, "color", "color the output: auto (on a terminal; not if NO_COLOR is set), always or never")
	completeWords(root, "color", whenWords...)
	for _, verb := range []struct {
		group   string
		command *cobra.Command
	}{
		{"search", a.solveCommand()},
		{"search", a.compareCommand()},
		{"search", a.benchCommand()},
		{"search", a.figureCommand()},
		{"search", a.exportCommand()},
		{"search", a.algorithmsCommand()},
		{"search", a.gameCommand()},
		{"search", a.studioCommand()},
		{"trust", a.verifyCommand()},
		{"trust", a.checkHeuristicCommand()},
		{"trust", a.explainCommand()},
		{"trust", a.reproduceCommand()},
		{"maps", a.inspectCommand()},
		{"maps", a.generateCommand()},
		{"maps", a.convertCommand()},
	} {
		verb.command.GroupID = verb.group
		verb.command.DisableFlagsInUseLine = true
		root.AddCommand(verb.command)
	}
	root.SetHelpCommand(a.helpCommand(root))
	refuseRepeats(root)
	return root
}
