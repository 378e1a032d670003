package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// serves is the script command "serves PATH ARGUMENTS...": it runs astrolabe studio on a
// free port, gets that path, interrupts it, and demands the exit code 0. What
// the server printed and what it answered are the standard output.
func serves(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 1 {
		ts.Fatalf("usage: serves PATH [ARGUMENT...]")
	}
	binary, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(binary)
	cmd.Args = append([]string{"astrolabe", "studio", "--no-open"}, args[1:]...)
	cmd.Dir, cmd.Stderr = ts.Getenv("WORK"), ts.Stderr()
	url, err := serve(cmd, func(url string) error {
		response, err := http.Get(strings.TrimSuffix(url, "/") + args[0])
		if err != nil {
			return err
		}
		defer response.Body.Close()
		_, err = io.Copy(ts.Stdout(), response.Body)
		return err
	})
	ts.Check(err)
	_, err = io.WriteString(ts.Stdout(), "\n"+url+"\n")
	ts.Check(err)
}

// serve starts a studio, lets use have it, interrupts it, and returns its address.
func serve(cmd *exec.Cmd, use func(url string) error) (string, error) {
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewReader(stdout)
	url, err := lines.ReadString('\n')
	url = strings.TrimSpace(url)
	if err == nil {
		err = use(url)
	}
	err = errors.Join(err, cmd.Process.Signal(os.Interrupt))
	more, readErr := io.ReadAll(lines)
	if len(more) > 0 {
		err = errors.Join(err, errors.New("more than one line: "+string(more)))
	}
	return url, errors.Join(err, readErr, cmd.Wait())
}

// isStudio tells whether a command of a document is one that serves until it is
// interrupted.
func isStudio(command string) bool {
	return strings.HasPrefix(strings.TrimSpace(command), "astrolabe studio")
}

// ownPort finds the flags of a command that runStudio gives it itself.
var ownPort = regexp.MustCompile(` --no-open| --addr \S+`)

// runStudio runs a command of a document that starts a studio, but for the port, which
// may be in use, and the browser.
func runStudio(t *testing.T, shell *exec.Cmd) {
	t.Helper()
	last := len(shell.Args) - 1
	command := ownPort.ReplaceAllString(strings.TrimSpace(shell.Args[last]), "")
	shell.Args[last] = "exec " + command + " --no-open --addr 127.0.0.1:0"
	var stderr strings.Builder
	shell.Stderr = &stderr
	_, err := serve(shell, func(url string) error {
		response, err := http.Get(url)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return errors.New(response.Status)
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v\n%s", shell.Args[last], err, stderr.String())
	}
}

// TestStudioPortInUse takes a port first.
func TestStudioPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	got := runIn(t, t.Context(), "", "studio", "--no-open", "--addr", taken.Addr().String())
	want := "astrolabe: studio: --addr: " + taken.Addr().String() + " is in use, perhaps by another studio; choose another port, or --addr :0 for any free one\n"
	if got.code != exitUsage || got.stdout != "" || got.stderr != want {
		t.Errorf("exit code %d, stdout %q, stderr\n%swant\n%s", got.code, got.stdout, got.stderr, want)
	}
}

// TestStudioListensAsWritten looks at which addresses are listened on.
func TestStudioListensAsWritten(t *testing.T) {
	for host, want := range map[string]string{"0.0.0.0": "0.0.0.0", "127.0.0.1": "127.0.0.1", "::1": "::1", "::": "::"} {
		listener, err := listen(host, "0")
		if err != nil {
			if strings.Contains(host, ":") {
				t.Logf("this machine has no IPv6: %v", err)
				continue
			}
			t.Fatal(err)
		}
		defer listener.Close()
		if got := listener.Addr().(*net.TCPAddr).IP.String(); got != want {
			t.Errorf("%s listens on %s, want %s", host, got, want)
		}
	}
}

// TestStudioOpensBrowser puts a browser of its own into the path, which notes what it is
// to open.
func TestStudioOpensBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("short: starting a browser is left to the full run")
	}
	dir := t.TempDir()
	noted := dir + "/noted"
	script := "#!/bin/sh\necho \"$1\" > " + noted + ".new && mv " + noted + ".new " + noted + "\n"
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(dir+"/"+name, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := realCommand(t, "studio", "--addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	url, err := serve(cmd, func(url string) error {
		for range 200 {
			if text, err := os.ReadFile(noted); err == nil && strings.TrimSpace(string(text)) == url {
				return nil
			}
			time.Sleep(25 * time.Millisecond)
		}
		return errors.New("the browser was not opened")
	})
	if err != nil {
		t.Errorf("%s: %v", url, err)
	}
}
