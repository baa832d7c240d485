package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

func repoRoot(t testing.TB) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

var (
	buildOnce sync.Once
	built     string
	buildErr  error
)

// buildProgram builds the real program once for all tests of the package.
func buildProgram(t testing.TB) string {
	t.Helper()
	buildOnce.Do(func() {
		var dir string
		if dir, buildErr = os.MkdirTemp("", "crosswalk-test-"); buildErr != nil {
			return
		}
		built = filepath.Join(dir, "crosswalk")
		out, err := exec.Command("go", "build", "-o", built, ".").CombinedOutput()
		if buildErr = err; err != nil {
			t.Logf("%s", out)
		}
	})
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	return built
}

var listening = regexp.MustCompile(`http://((?:127\.0\.0\.1|\[::\]):\d+)`)

// startServer starts the program's server on a free port and gives its address; it is stopped when the
// test ends.
func startServer(t testing.TB, program string, env []string, store string, more ...string) string {
	t.Helper()
	cmd := exec.Command(program, append([]string{"--store", store, "serve", "--listen", "127.0.0.1:0"}, more...)...)
	cmd.Env = env
	return awaitServer(t, cmd, io.Discard)
}

// awaitServer starts a command and waits until it says on standard error where it listens. What it says
// goes to said, too.
func awaitServer(t testing.TB, cmd *exec.Cmd, said io.Writer) string {
	t.Helper()
	// A group of its own, so that an interrupt reaches all of it, as from a terminal.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	t.Cleanup(func() {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
			t.Logf("interrupt: %v", err)
		}
		select {
		case <-stopped:
		case <-time.After(15 * time.Second):
			t.Error("the server did not stop within 15 seconds of an interrupt")
			_ = cmd.Process.Kill() // it may have ended meanwhile
		}
	})
	address := make(chan string, 1)
	go func() {
		defer close(stopped)
		lines := bufio.NewScanner(io.TeeReader(stderr, said))
		for lines.Scan() {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case address <- m[1]:
				default:
				}
			}
		}
		_ = cmd.Wait() // an interrupt is how it is meant to end
	}()
	select {
	case a := <-address:
		return a
	case <-stopped:
		t.Fatal("the server ended before it listened")
	case <-time.After(5 * time.Minute):
		t.Fatal("the server does not listen")
	}
	return ""
}

// TestMain makes the program a command of the scripts, and removes the built one afterwards.
func TestMain(m *testing.M) {
	testscript.Main(cleaning{m}, map[string]func(){"crosswalk": main})
}

// cleaning runs the tests and then removes the built program.
type cleaning struct{ m *testing.M }

func (c cleaning) Run() int {
	code := neo4jtest.Main(c.m)
	if built != "" {
		_ = os.RemoveAll(filepath.Dir(built)) // a temporary folder left behind is no test failure
	}
	return code
}
