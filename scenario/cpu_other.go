//go:build !linux

package scenario

import "time"

// threadTime returns 0: the time of a thread cannot be had here.
func threadTime() time.Duration { return 0 }
