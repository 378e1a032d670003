//go:build !linux

package studio

import "net"

// socket would ask the system about a connection; it knows nothing.
type socket struct{}

func socketOf(net.Conn) socket { return socket{} }

func (socket) wait() bool     { return false }
func (socket) readable() bool { return false }
func (socket) writable() bool { return false }
