//go:build unix

package main

import (
	"fmt"
	"syscall"
	"time"
)

// cpuTime returns the time that all threads of this process have spent on a
// processor so far, in user and in system mode. Time spent waiting while other
// programs run does not count.
func cpuTime() (time.Duration, error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, fmt.Errorf("getrusage: %w", err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), nil
}
