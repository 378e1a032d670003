package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/rogpeppe/go-internal/testscript"
)

// raceOptions spares programs under the race detector the second that they
// would sleep before they exit.
const raceOptions = "atexit_sleep_ms=0"

// TestMain makes the test binary, called by the name astrolabe, the command.
func TestMain(m *testing.M) {
	if err := os.Setenv("GORACE", raceOptions); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"astrolabe": main})
}

// TestScripts runs testdata/script, one behavior each. $EXAMPLES is the folder
// of example maps.
func TestScripts(t *testing.T) {
	testscript.Run(t, scripts(t, "script", map[string]string{
		"EXAMPLES": filepath.Join(sharedtest.ModuleRoot(t), "examples"),
	}))
}

// TestSharedScripts runs testdata/sharedscript, which needs the shared test
// material; $SHARED is its folder.
func TestSharedScripts(t *testing.T) {
	testscript.Run(t, scripts(t, "sharedscript", map[string]string{
		"SHARED": sharedtest.Dir(t),
	}))
}

// scriptCommands are the commands of the scripts beside the usual ones.
var scriptCommands = map[string]func(ts *testscript.TestScript, negated bool, args []string){
	"bytes":       writeBytes,
	"exits":       exits,
	"interrupted": interrupted,
	"serves":      serves,
}

func scripts(t *testing.T, folder string, variables map[string]string) testscript.Params {
	return testscript.Params{
		Dir:                 filepath.Join("testdata", folder),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", raceOptions)
			for name, value := range variables {
				absolute, err := filepath.Abs(value)
				if err != nil {
					return err
				}
				env.Setenv(name, absolute)
			}
			return nil
		},
		Cmds: scriptCommands,
	}
}

// exits is the script command "exits CODE PROGRAM ARGUMENTS...": the program
// must end with that code.
func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// writeBytes is the script command "bytes FILE TEXT": it writes a file with any
// bytes, given as in a Go string.
func writeBytes(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	data, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(data), 0o666))
}

// finished is what a run of the command left behind.
type finished struct {
	code           int
	stdout, stderr string
}

// runIn runs the command in this process.
func runIn(t *testing.T, ctx context.Context, stdin string, args ...string) finished {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &stdout, &stderr)
	return finished{code, stdout.String(), stderr.String()}
}

// realCommand returns the command as a process of its own.
func realCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary)
	cmd.Args = append([]string{"astrolabe"}, args...)
	return cmd
}

// example returns the path of an example map.
func example(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(sharedtest.ModuleRoot(t), "examples", name)
}
