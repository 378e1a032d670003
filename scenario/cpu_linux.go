package scenario

import (
	"syscall"
	"time"
	"unsafe"
)

// clockThreadCPUTime is CLOCK_THREAD_CPUTIME_ID of Linux. (getrusage would need no
// unsafe, but counts in ticks of the scheduler, several milliseconds long, on some
// machines.)
const clockThreadCPUTime = 3

// threadTime returns the processor time that the calling thread has used, or 0 if
// the system does not tell.
func threadTime() time.Duration {
	var ts syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockThreadCPUTime, uintptr(unsafe.Pointer(&ts)), 0); errno != 0 {
		return 0
	}
	return time.Duration(ts.Nano())
}
