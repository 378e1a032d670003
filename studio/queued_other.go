//go:build !linux

package studio

import "net"

// unread and unsent would return how many bytes the system holds for a connection; it is unknown.
func unread(net.Conn) int { return -1 }
func unsent(net.Conn) int { return -1 }
