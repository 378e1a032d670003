package scenario

import (
	"runtime"
	"slices"
	"time"
)

// cpuClock tells the processor time of the thread that it was made on. Where there
// is no such clock it tells 0.
type cpuClock struct {
	cost time.Duration // what asking takes, in its own time
}

// newCPUClock ties the goroutine to its thread until release is called, so that the
// thread's time is the goroutine's, and finds out what asking the clock costs.
func newCPUClock() (clock cpuClock, release func()) {
	runtime.LockOSThread()
	costs := make([]time.Duration, 101)
	for i := range costs {
		begin := threadTime()
		costs[i] = threadTime() - begin
	}
	slices.Sort(costs)
	return cpuClock{costs[len(costs)/2]}, runtime.UnlockOSThread
}

// between returns the time from one reading to another, without that of reading.
// It may be a little below 0 for what takes no time, so that sums are right.
func (c cpuClock) between(begin, end time.Duration) time.Duration { return end - begin - c.cost }
