// Package neo4jserver runs a real Neo4j on this machine from its Maven artifacts, with nothing but Java
// and Maven installed: for tests, which want a server that nobody else uses, and for trying Crosswalk
// with Neo4j where there is no container engine.
//
// It knows nothing of Crosswalk: what the database is used for is the caller's affair. It is no way to
// run Neo4j in production: the heap is small and the page cache smaller.
package neo4jserver

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// A Server is a Neo4j that Start started. It ends when Stop or Kill is called and when the process that
// started it ends, however that ends. Its methods must not be called at the same time.
type Server struct {
	URI      string // such as bolt://127.0.0.1:50123; only this machine can reach it
	User     string
	Password string

	home    string
	scratch bool // home was made by Start, to be thrown away
	run     *run // nil while the server is down
}

// Options of Start. The zero value is a server for one test.
type Options struct {
	// Dir is the folder for configuration, data and logs, made if need be; started again with the same
	// folder, the server has the same data. Empty means a temporary one, which Stop removes.
	Dir string
	// BoltPort is the port to listen on; 0 takes a free one.
	BoltPort int
}

const (
	startTime = 2 * time.Minute  // most that a start may take, fetching apart
	stopTime  = 30 * time.Second // most that an orderly stop may take
	user      = "neo4j"
	scheme    = "bolt://"
)

// ErrUnavailable is wrapped by the errors of Start that say that this machine cannot have a server: Java
// is not installed, or Neo4j is not in the cache and cannot be fetched.
var ErrUnavailable = errors.New("no local Neo4j to be had")

// Start runs a server and returns once it answers. The first start on a machine fetches Neo4j, which
// takes half a minute or more; later ones take about five seconds. The error of a server that did not
// start shows the end of its log.
func Start(ctx context.Context, o Options) (_ *Server, err error) {
	for _, program := range []string{"java", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	if err := fetch(ctx); err != nil {
		return nil, fmt.Errorf("%w: Neo4j %s: %w", ErrUnavailable, Version(), err)
	}
	address, err := free(o.BoltPort)
	if err != nil {
		return nil, err
	}
	s := &Server{URI: scheme + address, User: user, scratch: o.Dir == ""}
	if s.scratch {
		s.home, err = os.MkdirTemp("", "crosswalk-neo4j-")
	} else {
		s.home, err = filepath.Abs(o.Dir)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Stop())
		}
	}()
	if s.Password, err = configure(s.home, address); err != nil {
		return nil, fmt.Errorf("cannot configure Neo4j in %s: %w", s.home, err)
	}
	return s, s.launch(ctx)
}

// PasswordFile is the path of a file, readable by its owner alone, that holds the password.
func (s *Server) PasswordFile() string { return filepath.Join(s.home, passwordFile) }

// Stop ends the server in good order, if it runs; a temporary one ends at once and its folder goes.
func (s *Server) Stop() error {
	if s.scratch {
		return errors.Join(s.Kill(), os.RemoveAll(s.home))
	}
	return s.end("TERM")
}

// Kill ends the server without warning, as a crash would, and returns when it is gone.
func (s *Server) Kill() error { return s.end("KILL") }

// Done is closed when the server, which must be running, has ended, for whatever reason.
func (s *Server) Done() <-chan struct{} { return s.run.ended }

// Restart runs the server again with the same data on the same port, ending it in good order before that
// if it runs. It returns once the server answers.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.end("TERM"); err != nil {
		return err
	}
	return s.launch(ctx)
}

// end sends the server a signal, if it runs, and waits for its end.
func (s *Server) end(signal string) error {
	if s.home == "" {
		return errors.New("this Neo4j was not started here, and so cannot be ended")
	}
	if s.run == nil {
		return nil
	}
	err := s.run.end(signal)
	s.run = nil
	return err
}

// launch runs the server and waits until it answers.
func (s *Server) launch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	scratch := ""
	if s.scratch {
		scratch = s.home
	}
	var err error
	if s.run, err = newRun(s.home, scratch); err != nil {
		return err
	}
	if err := s.await(ctx); err != nil {
		return errors.Join(fmt.Errorf("Neo4j did not start: %w\n%s", err, lastLines(s.home)), s.Kill())
	}
	return nil
}

// await returns once the server lets our user in, or cannot any more.
func (s *Server) await(ctx context.Context) error {
	address := strings.TrimPrefix(s.URI, scheme)
	for {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			if err := c.Close(); err != nil {
				return err
			}
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.run.ended:
			return errors.New("the process ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
	driver, err := neo4j.NewDriverWithContext(s.URI, neo4j.BasicAuth(s.User, s.Password, ""))
	if err != nil {
		return err
	}
	return errors.Join(driver.VerifyConnectivity(ctx), driver.Close(ctx))
}

// machine is how the virtual machine runs: a start and the few queries of a test take less than half the
// processor time without the optimizing compiler and the parallel collector.
var machine = []string{"-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"}

// A run is one life of a server: a Java virtual machine and the shell that guards it.
type run struct {
	orders io.WriteCloser // names of signals for the virtual machine; closing it kills that
	ended  chan struct{}  // closed when both processes are gone
}

// guard runs a command and passes signals on to it, as its input names them. When that input ends, the
// command is killed: the process that held the other end of the pipe is gone, and a SIGKILL of that
// process cannot prevent this. Then the scratch folder, its first argument unless empty, goes too.
//
//go:embed guard.sh
var guard string

func newRun(home, scratch string) (*run, error) {
	classes, err := classPath()
	if err != nil {
		return nil, err
	}
	console, err := os.Create(filepath.Join(home, consoleLog))
	if err != nil {
		return nil, err
	}
	defer func() { _ = console.Close() }() // the processes have it open themselves
	args := append([]string{"-c", guard, "guard", scratch, "java"}, machine...)
	for _, name := range []string{"java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang"} {
		args = append(args, "--add-opens=java.base/"+name+"=ALL-UNNAMED")
	}
	args = append(args, "-cp", classes,
		"org.neo4j.server.CommunityEntryPoint", "--home-dir="+home, "--config-dir="+home)
	cmd := exec.Command("sh", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = home, console, console
	orders, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := &run{orders: orders, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is in the log
		close(r.ended)
	}()
	return r, nil
}

// end sends a signal and waits for the end, which it forces when that takes too long.
func (r *run) end(signal string) error {
	_, err := io.WriteString(r.orders, signal+"\n")
	select {
	case <-r.ended:
		err = nil // it may have ended before it was told to
	case <-time.After(stopTime):
		err = errors.Join(err, fmt.Errorf("Neo4j did not end within %v of SIG%s and was killed", stopTime, signal))
	}
	_ = r.orders.Close() // closed already when the process ended
	<-r.ended
	return err
}

// free returns the address of a port of this machine that was free a moment ago: the one given, or any
// when that is 0.
func free(port int) (string, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
