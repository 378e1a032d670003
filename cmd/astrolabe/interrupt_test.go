package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// interrupted is the script command "interrupted CODE MAP ARGUMENTS...": it runs
// astrolabe with the map as standard input, interrupts it in its search, and
// demands that exit code.
func interrupted(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 3 {
		ts.Fatalf("usage: interrupted CODE MAP ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	binary, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(binary)
	cmd.Args = append([]string{"astrolabe"}, args[2:]...)
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	code, err := interrupt(cmd, ts.ReadFile(args[1]))
	ts.Check(err)
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// interrupt runs a command that reads a map and then searches for long, sends
// it Ctrl-C and returns its exit code.
func interrupt(cmd *exec.Cmd, mapText string) (int, error) {
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	// More empty lines than a pipe holds: when they are gone, the program has
	// begun to read, and is prepared for signals.
	_, err = io.WriteString(stdin, mapText+strings.Repeat("\n", 1<<20))
	if err := errors.Join(err, stdin.Close()); err != nil {
		return 0, err
	}
	work(cmd.Process.Pid)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		return 0, err
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else if err != nil {
		return 0, err
	}
	return 0, nil
}

// work waits until a process has worked for so long that it is in its search: on Linux by the
// processor's time, whatever else the machine does.
func work(pid int) {
	const ticks = 30 // of which there are 100 a second
	for {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil { // no Linux
			time.Sleep(500 * time.Millisecond)
			return
		}
		_, after, _ := strings.Cut(string(stat), ") ") // the name of the program
		fields := strings.Fields(after)
		if len(fields) < 13 || fields[0] == "Z" {
			return
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		if user+system >= ticks {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
