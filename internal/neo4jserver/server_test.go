package neo4jserver

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// asParent makes the test binary a process that starts a server and waits to be killed.
const asParent = "NEO4JSERVER_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(asParent) == "" {
		os.Exit(m.Run())
	}
	s, err := Start(context.Background(), Options{})
	if err != nil {
		os.Stdout.WriteString("error " + err.Error() + "\n")
		os.Exit(1)
	}
	os.Stdout.WriteString(s.URI + " " + s.home + "\n")
	select {}
}

// mustStart starts a server that ends with the test.
func mustStart(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), o)
	if errors.Is(err, ErrUnavailable) && os.Getenv("CROSSWALK_REQUIRE_NEO4J") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// ask returns the one value that a statement results in.
func ask(t *testing.T, s *Server, statement string) any {
	t.Helper()
	driver, err := neo4j.NewDriverWithContext(s.URI, neo4j.BasicAuth(s.User, s.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	result, err := neo4j.ExecuteQuery(t.Context(), driver, statement, nil, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return result.Records[0].Values[0]
}

// listening tells whether anything accepts connections at a server's address.
func listening(uri string) bool {
	c, err := net.Dial("tcp", strings.TrimPrefix(uri, scheme))
	return err == nil && c.Close() == nil
}

func TestDataOutlivesServer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "server")
	s := mustStart(t, Options{Dir: dir})
	if got := ask(t, s, "CALL dbms.components() YIELD versions RETURN versions[0]"); got != Version() {
		t.Errorf("the server is %v, not the version of pom.xml, %s", got, Version())
	}
	ask(t, s, "CREATE (t:Tank {volume: 40}) RETURN t.volume")
	if err := s.Kill(); err != nil {
		t.Fatal(err)
	}
	if listening(s.URI) {
		t.Fatal("the server listens though killed")
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	const volumes = "MATCH (t:Tank) RETURN sum(t.volume)"
	if got := ask(t, s, volumes); got != int64(40) {
		t.Errorf("after a crash the volume is %v, want 40", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	again := mustStart(t, Options{Dir: dir})
	if again.Password != s.Password {
		t.Error("another password for the same data")
	}
	if got := ask(t, again, volumes); got != int64(40) {
		t.Errorf("after a stop the volume is %v, want 40", got)
	}
	info, err := os.Stat(again.PasswordFile())
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("password file has mode %v", info.Mode())
	}
}

func TestServerEndsWithParent(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(exe)
	parent.Env = append(os.Environ(), asParent+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if killErr := parent.Process.Kill(); err != nil || killErr != nil {
		t.Fatal(err, killErr)
	}
	parent.Wait()
	uri, home, _ := strings.Cut(strings.TrimSpace(line), " ")
	if uri == "error" {
		if strings.Contains(home, ErrUnavailable.Error()) && os.Getenv("CROSSWALK_REQUIRE_NEO4J") != "1" {
			t.Skip(home)
		}
		t.Fatal(home)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		_, err := os.Stat(home)
		if !listening(uri) && errors.Is(err, fs.ErrNotExist) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("ten seconds after its parent: listening %v, folder %v", listening(uri), err)
		}
	}
}

func TestFailureShowsLog(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	// A file where the server wants a folder.
	if err := os.WriteFile(filepath.Join(dir, "data", "databases"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Start(t.Context(), Options{Dir: dir})
	if errors.Is(err, ErrUnavailable) {
		t.Skip(err)
	}
	if err == nil {
		s.Stop()
		t.Fatal("started without a place for data")
	}
	if !strings.Contains(err.Error(), filepath.Join(dir, "data", "databases")) {
		t.Errorf("the error does not show what the server said: %v", err)
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	s, err := Start(t.Context(), Options{BoltPort: port})
	if errors.Is(err, ErrUnavailable) {
		t.Skip(err)
	}
	if err == nil {
		s.Stop()
		t.Fatal("started on a port in use")
	}
	if !strings.Contains(err.Error(), strconv.Itoa(port)) {
		t.Errorf("the error does not name port %d: %v", port, err)
	}
}
