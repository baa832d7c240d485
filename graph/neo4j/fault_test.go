package neo4j

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// TestKill kills the server while documents are loaded: what was acknowledged is there, each document is
// there whole or not at all, and loading goes on with the same store.
func TestKill(t *testing.T) {
	server := neo4jtest.Own(t)
	s := openAt(t, server, Options{RetryTime: time.Second})
	ctx := context.Background()
	var acknowledged atomic.Uint64
	failed := make(chan error, 1)
	var next []graph.Batch
	go func() {
		for b := range storetest.Graph(1, 100) {
			next = []graph.Batch{b}
			c, err := s.Apply(ctx, next)
			if err != nil {
				failed <- err
				return
			}
			acknowledged.Store(c.Revision)
		}
		failed <- nil
	}()
	for acknowledged.Load() < 5 {
		time.Sleep(time.Millisecond)
	}
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; graph.CodeOf(err) != graph.Unavailable {
		t.Fatalf("loading ended with %v, want Unavailable", err)
	}
	_, err := s.Revision(ctx)
	wantCode(t, "reading from a server that is down", err, graph.Unavailable)
	if err := server.Restart(ctx); err != nil {
		t.Fatal(err)
	}
	revision, err := s.Revision(ctx)
	if err != nil || revision < acknowledged.Load() || revision > acknowledged.Load()+1 {
		t.Errorf("revision %d (%v), %d was acknowledged", revision, err, acknowledged.Load())
	}
	run(t, server, "CALL db.awaitIndexes(120)") // those that were not written to disk are made again
	if found, err := s.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v", found, err)
	}
	if c, err := s.Apply(ctx, next); err != nil || c.Revision != acknowledged.Load()+1 {
		t.Errorf("loading again gives %+v, %v", c, err)
	}
	editions, err := s.History(ctx, graph.HistoryQuery{Facts: true})
	if err != nil || uint64(len(editions)) != acknowledged.Load()+1 {
		t.Fatalf("%d editions (%v), want %d", len(editions), err, acknowledged.Load()+1)
	}
	for _, e := range editions {
		found, err := s.Nodes(ctx, nodesOf(e.Batch), graph.Light)
		if err != nil || len(found) != len(nodesOf(e.Batch)) {
			t.Errorf("%s: %d nodes (%v), want %d", e.Origin.Location, len(found), err, len(nodesOf(e.Batch)))
		}
	}
}

func nodesOf(b *graph.Batch) []graph.ID {
	var out []graph.ID
	for i := range b.Contributions {
		out = append(out, b.Contributions[i].Node)
	}
	return distinct(out)
}

// A relay passes on what a store and its server say to each other, and at times cuts them off.
type relay struct {
	net.Listener
	server string
	// cutCommit cuts the next connection on which a commit is asked for, once the server has answered.
	cutCommit atomic.Bool
	// cutAnswer cuts the connection after that many bytes of answers, when it is above 0.
	cutAnswer atomic.Int64
	cuts      atomic.Int64
}

func newRelay(t *testing.T, server *neo4jserver.Server) (*relay, *Store) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: listener, server: strings.TrimPrefix(server.URI, "bolt://")}
	t.Cleanup(func() { _ = r.Close() })
	go func() {
		for {
			conn, err := r.Accept()
			if err != nil {
				return
			}
			go r.serve(conn)
		}
	}()
	through := *server
	through.URI = "bolt://" + listener.Addr().String()
	return r, openAt(t, &through, Options{})
}

// commit is the message that asks for a commit: a chunk of two bytes, and an empty one.
var commit = []byte{0, 2, 0xb0, 0x12, 0, 0}

func (r *relay) serve(client net.Conn) {
	server, err := net.Dial("tcp", r.server)
	if err != nil {
		_ = client.Close()
		return
	}
	var cut atomic.Bool // the next answer ends the connection
	go func() {
		defer server.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := client.Read(buffer)
			if bytes.Contains(buffer[:n], commit) && r.cutCommit.CompareAndSwap(true, false) {
				cut.Store(true)
			}
			if _, werr := server.Write(buffer[:n]); err != nil || werr != nil {
				return
			}
		}
	}()
	defer client.Close()
	buffer := make([]byte, 4<<10)
	for {
		n, err := server.Read(buffer)
		if left := r.cutAnswer.Load(); left > 0 && r.cutAnswer.Add(-int64(n)) <= 0 {
			r.cutAnswer.Store(0)
			cut.Store(true)
		}
		if cut.Load() {
			r.cuts.Add(1)
			return
		}
		if _, werr := client.Write(buffer[:n]); err != nil || werr != nil {
			return
		}
	}
}

// TestLostCommit loses the answer to a commit. The document is loaded once and the answer is the one that
// was lost, not that the document is there already.
func TestLostCommit(t *testing.T) {
	emptyStore(t)
	r, s := newRelay(t, shared(t))
	r.cutCommit.Store(true)
	c := apply(t, s, shelf("s", "one"))
	if r.cuts.Load() != 1 {
		t.Fatalf("%d connections were cut, want 1", r.cuts.Load())
	}
	if c.Revision != 1 || len(c.Outcomes) != 1 || c.Outcomes[0].Result != graph.Added {
		t.Errorf("the answer is %+v, want ADDED at revision 1", c)
	}
	if c := apply(t, s, shelf("s", "one")); c.Revision != 1 || c.Outcomes[0].Result != graph.Unchanged {
		t.Errorf("the same again gives %+v, want UNCHANGED at revision 1", c)
	}
	editions, err := s.History(context.Background(), graph.HistoryQuery{})
	if err != nil || len(editions) != 1 {
		t.Errorf("%d editions, %v; want 1", len(editions), err)
	}
}

// TestCutRead loses the connection in the middle of an answer, which is asked for again.
func TestCutRead(t *testing.T) {
	ctx := context.Background()
	emptyStore(t)
	r, s := newRelay(t, shared(t))
	for b := range storetest.Graph(1, 1) {
		apply(t, s, b)
	}
	q := graph.Query{Limit: 1000, Want: graph.Full}
	want, err := s.Find(ctx, q)
	if err != nil || len(want.Nodes) < 150 {
		t.Fatalf("%d nodes, %v", len(want.Nodes), err)
	}
	r.cutAnswer.Store(20_000)
	got, err := s.Find(ctx, q)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d nodes (%v) after the connection was cut, want %d", len(got.Nodes), err, len(want.Nodes))
	}
	if r.cuts.Load() != 1 {
		t.Errorf("%d connections were cut, want 1", r.cuts.Load())
	}
}

// TestTwoWriters lets two stores load the same documents and documents of their own at once.
func TestTwoWriters(t *testing.T) {
	a := emptyStore(t)
	b := openAt(t, shared(t), Options{})
	var group sync.WaitGroup
	for i, s := range []*Store{a, b} {
		group.Go(func() {
			for n := range 8 {
				for _, name := range []string{fmt.Sprint("same", n), fmt.Sprint("own", i, "-", n)} {
					if _, err := s.Apply(context.Background(), []graph.Batch{sealed(t, shelf(name, "one"))}); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
	revision, err := a.Revision(context.Background())
	if err != nil || revision != 24 {
		t.Errorf("revision %d (%v) after 8 documents of both and 16 of one, want 24", revision, err)
	}
	if found, err := b.Check(context.Background()); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v", found, err)
	}
}

// TestMemory asks for more than the server gives one transaction.
func TestMemory(t *testing.T) {
	s := emptyStore(t)
	start := time.Now()
	_, err := read(context.Background(), s, func(tx *transaction) (int, error) {
		return 0, tx.each(statement{text: "UNWIND range(1, 30000000) AS i WITH collect('a text that takes up memory ' + i) AS texts RETURN size(texts)"}, nothing)
	})
	wantCode(t, "too much", err, graph.Limit)
	if took := time.Since(start); took > 25*time.Second {
		t.Errorf("it took %s; was it tried again?", took)
	}
}
