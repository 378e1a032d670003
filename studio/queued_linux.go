package studio

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// unread returns how many bytes have come that were not yet read, and -1 if that is unknown.
func unread(c net.Conn) int { return queued(c, unix.SIOCINQ) }

// unsent returns how many bytes of what was written the other side has not yet
// acknowledged, and -1 if that is unknown.
func unsent(c net.Conn) int { return queued(c, unix.SIOCOUTQ) }

func queued(c net.Conn, request uint) int {
	inner, ok := c.(syscall.Conn)
	if !ok {
		return -1
	}
	raw, err := inner.SyscallConn()
	if err != nil {
		return -1
	}
	n := -1
	err = raw.Control(func(fd uintptr) {
		if held, err := unix.IoctlGetInt(int(fd), request); err == nil {
			n = held
		}
	})
	if err != nil {
		return -1
	}
	return n
}
