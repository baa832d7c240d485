// Command neo4j runs a Neo4j on this machine until it is told to stop, for trying things with it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
)

func main() {
	dir := flag.String("data", "bin/neo4j", "`folder` for data, logs and password; the data is there again next time")
	port := flag.Int("bolt-port", 7687, "`port` to listen on, for this machine alone")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, neo4jserver.Options{Dir: *dir, BoltPort: *port}); err != nil {
		fmt.Fprintln(os.Stderr, "neo4j:", err)
		os.Exit(1)
	}
}

// run keeps a server until the context ends.
func run(ctx context.Context, o neo4jserver.Options) error {
	fmt.Printf("Starting Neo4j %s in %s; the first time it is fetched.\n", neo4jserver.Version(), o.Dir)
	s, err := neo4jserver.Start(ctx, o)
	if err != nil {
		return err
	}
	fmt.Printf("URI       %s\nuser      %s\npassword  in %s\nStop with Ctrl-C.\n", s.URI, s.User, s.PasswordFile())
	select {
	case <-ctx.Done():
		return s.Stop()
	case <-s.Done():
		return errors.New("Neo4j ended by itself; its logs are in the data folder")
	}
}
