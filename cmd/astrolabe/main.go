// Command astrolabe searches grid maps for paths and proves its answers.
//
// Run astrolabe --help for its verbs, and astrolabe VERB --help for examples.
// The exit code is 0 for success, 1 if a check or a claim failed, 2 for bad
// usage or input, 3 if there is no path, and 4 if a limit was reached or the
// search was interrupted.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	// Soon after the first signal the default behavior is back, so that a second
	// one ends the process at once; not sooner, since some parents send a signal
	// twice, to the process and to its group.
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
