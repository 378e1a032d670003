package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os/exec"
	"runtime"
	"syscall"

	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/spf13/cobra"
)

const studioLong = `Studio serves a page on which maps are drawn, and searches are watched, compared
and explained, and opens the browser on it. FILEs are maps to begin with, beside
the examples. Ctrl-C ends it.

The first line of standard output is the page's address. --addr without a host
listens on 127.0.0.1, and with the port 0 on any free one. On another host the
studio can be reached from other machines, and whoever reaches it can make this
one work. Requests are bounded in size and in time; the API is described at
/api/openapi.json, and /metrics counts what the server does.`

func (a *app) studioCommand() *cobra.Command {
	var addr string
	var noOpen, verbose bool
	cmd := &cobra.Command{
		Use:   "studio [FILE...] [flags]",
		Short: "Draw maps and watch searches in the browser",
		Long:  studioLong,
		Example: `  astrolabe studio
  astrolabe studio examples/harbor.txt --addr 127.0.0.1:8181
  astrolabe studio --addr :0 --no-open --verbose`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.studio(cmd.Context(), args, addr, !noOpen, verbose)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&addr, "addr", "127.0.0.1:8080", "listen on `HOST:PORT`")
	f.BoolVar(&noOpen, "no-open", false, "do not open the browser")
	f.BoolVar(&verbose, "verbose", false, "log every request to standard error")
	completeWords(cmd, "addr")
	return cmd
}

func (a *app) studio(ctx context.Context, names []string, addr string, open, verbose bool) error {
	files, err := a.studioFiles(ctx, names)
	if err != nil {
		return err
	}
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	options := studio.Options{Files: files, Log: slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("studio: --addr: %q is not an address; want HOST:PORT such as 127.0.0.1:8080", addr)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	options.Hosts = []string{host}
	server, err := studio.New(options)
	if err != nil {
		return err
	}
	listener, err := listen(host, port)
	if err != nil {
		return listenError(host, port, err)
	}
	url := a.announce(host, listener.Addr())
	if open {
		a.openBrowser(url)
	}
	return server.Serve(ctx, listener)
}

// maxStudioFile is the greatest size of a file that studio reads: several times what a
// map that it takes can have.
const maxStudioFile = 16 << 20

// studioFiles reads the maps to begin with.
func (a *app) studioFiles(ctx context.Context, names []string) ([]studio.File, error) {
	var files []studio.File
	for _, name := range names {
		file, err := read(ctx, a, name, func(r io.Reader, shown string) (studio.File, error) {
			text, err := io.ReadAll(io.LimitReader(r, maxStudioFile+1))
			if len(text) > maxStudioFile {
				err = fmt.Errorf("%s: the file has more than %d bytes; want a smaller map", shown, maxStudioFile)
			}
			return studio.File{Name: shown, Text: string(text)}, err
		})
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// listen listens on an address as it is written: on 0.0.0.0, which is all addresses of IPv4,
// [net.Listen] would let in those of IPv6 too. On [::] it listens on both.
func listen(host, port string) (net.Listener, error) {
	network := "tcp"
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is4() {
		network = "tcp4"
	}
	return net.Listen(network, net.JoinHostPort(host, port))
}

// listenError says why an address cannot be listened on.
func listenError(host, port string, err error) error {
	var reason error = err
	var op *net.OpError
	if errors.As(err, &op) {
		reason = op.Err
	}
	where := net.JoinHostPort(host, port)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("studio: --addr: %s is in use, perhaps by another studio; choose another port, or --addr :0 for any free one", where)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("studio: --addr: %s is not allowed to you; choose a port above 1023", where)
	}
	return fmt.Errorf("studio: --addr: cannot listen on %s: %w; want HOST:PORT of this machine such as 127.0.0.1:8080", where, reason)
}

// announce prints the page's address, and warns if other machines can reach it.
func (a *app) announce(host string, addr net.Addr) string {
	shown := addr.String()
	if reached, err := netip.ParseAddrPort(shown); err == nil {
		port := fmt.Sprint(reached.Port())
		switch ip := reached.Addr().Unmap(); {
		case ip.IsUnspecified():
			shown = net.JoinHostPort("127.0.0.1", port)
		default:
			shown = net.JoinHostPort(host, port)
		}
		if !reached.Addr().Unmap().IsLoopback() {
			fmt.Fprintf(a.stderr, "astrolabe: studio: warning: other machines can reach %v and make this one work; use --addr 127.0.0.1:%s to keep them out\n", addr, port)
		}
	}
	url := "http://" + shown + "/"
	a.stdout.printf("%s\n", url)
	// Whether that can be written is found out at the end, as for all output.
	_ = a.stdout.Flush()
	return url
}

// openBrowser opens the page, or says that it could not.
func (a *app) openBrowser(url string) {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	browser := exec.Command(command[0], command[1:]...)
	if err := browser.Start(); err != nil {
		fmt.Fprintf(a.stderr, "astrolabe: studio: cannot open the browser (%v); open %s yourself\n", err, url)
		return
	}
	go func() { _ = browser.Wait() }() // it may go on after the studio
}
