package studio

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// socket asks the system about a connection. The zero value, of one that is no socket, knows
// nothing.
type socket struct{ raw syscall.RawConn }

func socketOf(c net.Conn) socket {
	inner, ok := c.(syscall.Conn)
	if !ok {
		return socket{}
	}
	raw, err := inner.SyscallConn()
	if err != nil {
		return socket{}
	}
	return socket{raw}
}

// wait waits until something can be read, and leaves it where it is. It is false where that
// cannot be told.
func (s socket) wait() bool {
	if s.raw == nil {
		return false
	}
	_ = s.raw.Read(canRead) // an error, as of a deadline, comes again when it is read
	return true
}

// readable tells whether something is known to have come that was not yet read.
func (s socket) readable() bool { return s.ask(canRead) }

// writable tells whether there is known to be room for something to be sent.
func (s socket) writable() bool { return s.ask(canWrite) }

func (s socket) ask(question func(fd uintptr) bool) (yes bool) {
	if s.raw == nil {
		return false
	}
	err := s.raw.Control(func(fd uintptr) { yes = question(fd) })
	return yes && err == nil
}

// canRead is true at the end of what is sent, too.
func canRead(fd uintptr) bool {
	var first [1]byte
	for {
		if _, _, err := unix.Recvfrom(int(fd), first[:], unix.MSG_PEEK|unix.MSG_DONTWAIT); err != unix.EINTR {
			return err != unix.EAGAIN
		}
	}
}

func canWrite(fd uintptr) bool {
	for {
		ready, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, 0)
		if err != unix.EINTR {
			return ready > 0
		}
	}
}
