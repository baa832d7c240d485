package neo4j

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestCheckURL(t *testing.T) {
	for address, want := range map[string]string{
		"bolt://h": "bolt://h", "neo4j://h:7687": "neo4j://h:7687", "neo4j+s://h/": "neo4j+s://h", "bolt+ssc://[::1]:7": "bolt+ssc://[::1]:7",
		"neo4j://h?policy=eu": "neo4j://h?policy=eu",
		"":                    "", "h:7687": "", "http://h": "", "bolt://": "", "bolt:h": "", "bolt://h/db": "", "bolt://u:secret@h": "", "bolt://u@h": "", "bolt://u:secret@h:x": "",
	} {
		got, err := checkURL(address)
		if got != want {
			t.Errorf("%q gives %q, %v; want %q", address, got, err, want)
		}
		if want == "" {
			wantCode(t, address, err, graph.Invalid)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error shows the password: %v", err)
			}
		}
	}
}

func TestCheckVersion(t *testing.T) {
	for agent, fine := range map[string]bool{"Neo4j/5.26.12": true, "Neo4j/5.7.0": true, "Neo4j/2025.06.0": true, "Neo4j/5.6.0": false, "Neo4j/4.4.40": false, "Memgraph/x": true} {
		if err := checkVersion(agent); (err == nil) != fine {
			t.Errorf("%s: %v", agent, err)
		} else if !fine {
			wantCode(t, agent, err, graph.Unavailable)
		}
	}
}

// TestRefusedOpen opens what cannot be opened: the error has a code, says what to do, and shows no password.
func TestRefusedOpen(t *testing.T) {
	server := shared(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	ours := strings.TrimPrefix(server.URI, "bolt://")
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	quick := Options{RetryTime: time.Second, User: server.User, Password: server.Password}
	with := func(change func(*Options)) Options {
		o := quick
		change(&o)
		return o
	}
	for _, c := range []struct {
		name, url string
		o         Options
		code      graph.Code
		says      string
	}{
		{"nobody there", "bolt://" + nobody, quick, graph.Unavailable, "cannot be reached"},
		{"no cluster there", "neo4j://" + nobody, quick, graph.Unavailable, "cannot be reached"},
		{"wrong password", server.URI, with(func(o *Options) { o.Password = "s3cret-wrong" }), graph.Unavailable, `the user "neo4j"`},
		{"no such database", server.URI, with(func(o *Options) { o.Database = "nowhere" }), graph.Unavailable, `no database "nowhere"`},
		{"no TLS there", "bolt+s://" + ours, quick, graph.Unavailable, "TLS"},
		{"CA file without TLS", server.URI, with(func(o *Options) { o.CAFile = ca }), graph.Invalid, "does not check certificates"},
		{"bad CA file", "bolt+s://" + ours, with(func(o *Options) { o.CAFile = ca }), graph.Invalid, "no certificate"},
		{"no CA file", "bolt+s://" + ours, with(func(o *Options) { o.CAFile = ca + "x" }), graph.Invalid, "cannot be read"},
	} {
		s, err := Open(context.Background(), c.url, c.o)
		if err == nil {
			_ = s.Close()
		}
		wantCode(t, c.name, err, c.code)
		if err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), c.o.Password)) {
			t.Errorf("%s: %q does not say %q, or shows the password", c.name, err, c.says)
		}
	}
}

// TestForeignNodes finds somebody else's data in the database.
func TestForeignNodes(t *testing.T) {
	server := shared(t)
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"))
	run(t, server, "CREATE (:Route {id: 7, label: 'not ours'})<-[:FEEDS]-(:Person)")
	run(t, server, "MATCH (c:Component {handle: 'one'}), (p:Person) CREATE (p)-[:LIKES]->(c), (c)-[:PART_OF]->(p)")
	t.Cleanup(func() { run(t, server, "MATCH (n) DETACH DELETE n") })
	o := Options{User: server.User, Password: server.Password}
	_, err := Open(context.Background(), server.URI, o)
	wantCode(t, "foreign nodes", err, graph.Unavailable)
	o.AllowOthers = true
	s = openAt(t, server, o)
	ctx := context.Background()
	page, err := s.Find(ctx, graph.Query{Kinds: []graph.Kind{graph.Route}, Order: []graph.Order{{Prop: "label"}}, Limit: 5})
	if err != nil || len(page.Nodes) != 0 {
		t.Errorf("found %v, %v; want nothing", page.Nodes, err)
	}
	links, err := s.Walk(ctx, graph.StepQuery{Near: []graph.ID{"component:QS-s/one"}, Steps: []graph.Step{{Direction: graph.Both}}})
	if err != nil || len(links) != 1 || len(links[0].Links) != 1 {
		t.Errorf("links %v, %v; want one", links, err)
	}
	counts, err := s.Count(ctx, graph.CountQuery{GroupBy: []string{"kind"}})
	if err != nil || len(counts) != 3 {
		t.Errorf("kinds %v, %v; want component, document, run", counts, err)
	}
	info, err := s.Info(ctx)
	if err != nil || info.Others != 2 || info.Nodes != 4 || info.Editions != 1 || info.Contents != 1 || info.Schema != schemaVersion || info.Version == "" || info.Database != "neo4j" {
		t.Errorf("Info is %+v, %v", info, err)
	}
	// What is taken back goes, whoever points at it.
	if _, err := s.Apply(ctx, []graph.Batch{{Origin: graph.Origin{Location: "study:s.md"}}}); err != nil {
		t.Fatal(err)
	}
	if n := run(t, server, "MATCH (n:Crosswalk) RETURN n"); len(n) != 0 {
		t.Errorf("%d nodes are left", len(n))
	}
}

func TestReadOnly(t *testing.T) {
	server := shared(t)
	emptyStore(t)
	run(t, server, "MATCH (n) DETACH DELETE n")
	o := Options{ReadOnly: true, User: server.User, Password: server.Password}
	_, err := Open(context.Background(), server.URI, o)
	wantCode(t, "nothing to read", err, graph.Unavailable)
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"))
	r := openAt(t, server, o)
	if n, err := r.Revision(context.Background()); n != 1 || err != nil {
		t.Errorf("revision %d, %v", n, err)
	}
	_, err = r.Apply(context.Background(), []graph.Batch{sealed(t, shelf("t", "two"))})
	wantCode(t, "Apply", err, graph.Unavailable)
	run(t, server, "MATCH (m:CrosswalkMeta) SET m.schema = 99")
	_, err = Open(context.Background(), server.URI, Options{User: server.User, Password: server.Password})
	wantCode(t, "a newer store", err, graph.Unavailable)
}

func TestCheck(t *testing.T) {
	server := shared(t)
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"))
	if found, err := s.Check(context.Background()); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v, want nothing", found, err)
	}
	for _, c := range []struct{ damage, want string }{
		{"MATCH (:Component)-[r:PART_OF]->() DELETE r", "stub without a relationship: component:QS-s/whole"},
		{"MATCH (n:Component {handle: 'one'}) REMOVE n:Component", "do not agree: component:QS-s/one"},
		{"MATCH (n:Document) DETACH DELETE n", "not there: document:QS-s/memory"},
		{"MATCH (b:CrosswalkBatch) DELETE b", "facts are lost: study:s.md"},
	} {
		run(t, server, c.damage)
		if found, err := s.Check(context.Background()); err != nil || !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("after %s: %q %v, want %q", c.damage, found, err, c.want)
		}
	}
}

// TestTimeouts: a read that takes longer than it may is ended at the server.
func TestTimeouts(t *testing.T) {
	server := shared(t)
	emptyStore(t)
	s := openAt(t, server, Options{ReadTimeout: 300 * time.Millisecond})
	start := time.Now()
	_, err := read(context.Background(), s, func(tx *transaction) (int, error) {
		return 0, tx.each(statement{text: "UNWIND range(1, 2000000000) AS i WITH i WHERE i % 7 = 8 RETURN count(i)"}, nothing)
	})
	wantCode(t, "a long read", err, graph.Deadline)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestUntrusted meets a server whose certificate nobody signed, then trusts it by a CA file. Nothing speaks
// Bolt behind it, so what is looked at is how far Open gets.
func TestUntrusted(t *testing.T) {
	certificate, file := selfSigned(t)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				hello := make([]byte, 20)
				if n, _ := conn.Read(hello); n == 20 && bytes.HasPrefix(hello, []byte{0x60, 0x60, 0xb0, 0x17}) {
					_, _ = conn.Write([]byte{0, 0, 0, 0}) // no version of Bolt in common
				}
			}()
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	quick := Options{RetryTime: time.Second, Password: "x"}
	for _, c := range []struct {
		url, file, says string
	}{
		{"bolt+s://127.0.0.1:" + port, "", "signed by nobody known"},
		{"bolt+s://localhost:" + port, file, "another host"},
		{"bolt+s://127.0.0.1:" + port, file, "can talk to"},
		{"bolt+ssc://127.0.0.1:" + port, "", "can talk to"},
	} {
		o := quick
		o.CAFile = c.file
		_, err := Open(context.Background(), c.url, o)
		wantCode(t, c.url, err, graph.Unavailable)
		if err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.url, err, c.says)
		}
	}
}

// selfSigned makes a certificate for 127.0.0.1 and a file that trusts it.
func selfSigned(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}
