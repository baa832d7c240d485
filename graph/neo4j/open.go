package neo4j

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Store is a graph.Store in a Neo4j database.
type Store struct {
	driver    driver.DriverWithContext
	bookmarks driver.BookmarkManager
	address   string // the URL, for messages; it holds no secrets
	database  string
	options   Options
	gate      *gate

	statements atomic.Int64 // run so far
}

var _ graph.Store = (*Store)(nil)

// Options say how a database is reached and used. Zero fields take the values that their comments name.
type Options struct {
	User     string // "neo4j"
	Password string // without one and without a User, no authentication is tried
	Database string // the user's home database
	CAFile   string // PEM file of the authorities to trust, for URLs with +s; the system's

	ReadOnly    bool // reads a store that is there; Apply gives Unavailable
	AllowOthers bool // the database may hold nodes that are not Crosswalk's

	MaxConnections int           // to one server: 50
	ConnectTimeout time.Duration // until a connection stands: 5 s
	RetryTime      time.Duration // for which a call is tried again while the server is away: 10 s
	ReadTimeout    time.Duration // of one read: 30 s
	WriteTimeout   time.Duration // of one Apply: 10 min
}

func (o Options) orDefault() Options {
	def := func(v *time.Duration, d time.Duration) {
		if *v == 0 {
			*v = d
		}
	}
	def(&o.ConnectTimeout, 5*time.Second)
	def(&o.RetryTime, 10*time.Second)
	def(&o.ReadTimeout, 30*time.Second)
	def(&o.WriteTimeout, 10*time.Minute)
	if o.MaxConnections == 0 {
		o.MaxConnections = 50
	}
	if o.User == "" && o.Password != "" {
		o.User = "neo4j"
	}
	return o
}

// schemaVersion is raised when what is stored means something else. Constraints and indexes are made
// whenever they are missing and need no number.
const schemaVersion = 1

// leastVersion is the first Neo4j with all that statements use (uniqueness on relationships, COLLECT).
var leastVersion = [2]int{5, 7}

// Open opens the store in a database and makes what is missing: constraints, indexes, the meta node. The
// URL is bolt:// or neo4j:// (a cluster) with a host and at times a port, with +s for TLS or +ssc for
// TLS without a look at the certificate.
//
// Errors: Invalid for a URL or options that make no sense; Unavailable for a server that cannot be
// reached, is too old, refuses the user or what the user needs to do, for a database that is not there
// or holds what is not Crosswalk's (unless AllowOthers), and for a store that a newer program wrote.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	s := &Store{options: o.orDefault(), database: o.Database, gate: newGate()}
	var err error
	if s.address, err = checkURL(address); err != nil {
		return nil, err
	}
	encryption, err := o.encryption(s.address)
	if err != nil {
		return nil, err
	}
	auth := driver.NoAuth()
	if s.options.User != "" {
		auth = driver.BasicAuth(s.options.User, s.options.Password, "")
	}
	s.driver, err = driver.NewDriverWithContext(s.address, auth, func(c *config.Config) {
		c.TlsConfig = encryption
		c.MaxConnectionPoolSize = s.options.MaxConnections
		c.SocketConnectTimeout = s.options.ConnectTimeout
		c.MaxTransactionRetryTime = s.options.RetryTime
		c.TelemetryDisabled = true
		c.UserAgent = "crosswalk"
		c.NotificationsMinSeverity = notifications.DisabledLevel
	})
	if err != nil {
		return nil, graph.Errorf(graph.Invalid, "the store's URL %s cannot be used: %w", s.address, err)
	}
	s.bookmarks = driver.NewBookmarkManager(driver.BookmarkManagerConfig{})
	if err := s.prepare(ctx); err != nil {
		_ = s.Close() // the error of opening says more
		return nil, s.coded(ctx, err, "opening the store at "+s.address)
	}
	return s, nil
}

// checkURL refuses what the driver would not understand, or what would show a password in messages.
func checkURL(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		// The error would quote the URL, password included.
		return "", graph.Errorf(graph.Invalid, "the store's URL cannot be read; it is like neo4j://host:7687")
	}
	if u.User != nil {
		return "", graph.Errorf(graph.Invalid, "the store's URL must not hold a user or password; give them apart")
	}
	scheme, _, _ := strings.Cut(u.Scheme, "+")
	if scheme != "bolt" && scheme != "neo4j" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return "", graph.Errorf(graph.Invalid, "%q is no URL of a Neo4j server; one is like neo4j://host:7687 or bolt+s://host", address)
	}
	u.Path = ""
	return u.String(), nil
}

// encryption makes the settings for TLS from the CA file, nil when there is none.
func (o Options) encryption(address string) (*tls.Config, error) {
	if o.CAFile == "" {
		return nil, nil
	}
	if scheme, _, _ := strings.Cut(address, ":"); !strings.HasSuffix(scheme, "+s") {
		return nil, graph.Errorf(graph.Invalid, "a CA file is given, but %s does not check certificates; use bolt+s:// or neo4j+s://", address)
	}
	pem, err := os.ReadFile(o.CAFile)
	if err != nil {
		return nil, graph.Errorf(graph.Invalid, "the CA file cannot be read: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, graph.Errorf(graph.Invalid, "the CA file %s holds no certificate in PEM form", o.CAFile)
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// prepare looks whose the database is and brings it up to date.
func (s *Store) prepare(ctx context.Context) error {
	info, err := s.driver.GetServerInfo(ctx)
	if err = s.coded(ctx, err, "asking for the server's version"); graph.CodeOf(err) == graph.Internal {
		err = graph.Errorf(graph.Unavailable, "what answers at %s is no Neo4j that this program can talk to; version %d.%d or newer is needed: %w",
			s.address, leastVersion[0], leastVersion[1], err)
	}
	if err != nil {
		return err
	}
	if err := checkVersion(info.Agent()); err != nil {
		return err
	}
	there, err := s.inspect(ctx)
	if err != nil {
		return err
	}
	if s.options.ReadOnly {
		if !there.meta || len(there.missing) > 0 {
			return graph.Errorf(graph.Unavailable, "there is no complete store at %s to read; open it once to write", s.address)
		}
		return nil
	}
	if len(there.missing) > 0 {
		if err := s.build(ctx, there.missing); err != nil {
			return err
		}
	}
	if there.meta {
		return nil
	}
	return s.change(ctx, statement{makeMeta, map[string]any{"schema": schemaVersion}})
}

// checkVersion refuses a server that does not understand what we say. Its agent is like "Neo4j/5.26.12".
func checkVersion(agent string) error {
	_, version, _ := strings.Cut(agent, "/")
	parts := strings.SplitN(version, ".", 3)
	var at [2]int
	for i := range min(len(parts), 2) {
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			return nil // something else that speaks Bolt; it will say what it does not know
		}
		at[i] = n
	}
	if at[0] < leastVersion[0] || at[0] == leastVersion[0] && at[1] < leastVersion[1] {
		return graph.Errorf(graph.Unavailable, "the server is %s; Neo4j %d.%d or newer is needed", agent, leastVersion[0], leastVersion[1])
	}
	return nil
}

// What Open finds in a database.
type found struct {
	meta    bool
	missing []rule
}

// inspect looks at a database without changing it.
func (s *Store) inspect(ctx context.Context) (found, error) {
	return read(ctx, s, func(t *transaction) (there found, err error) {
		others := int64(1)
		// Whoever deletes between the counts makes them differ, so one is not enough.
		for try := 0; try < 3 && others > 0; try++ {
			if others, err = t.others(); err != nil {
				return there, err
			}
		}
		if others > 0 && !s.options.AllowOthers {
			return there, graph.Errorf(graph.Unavailable, "the database at %s holds %d nodes that are not Crosswalk's; use an empty one, or allow others in it", s.address, others)
		}
		err = t.each(statement{text: readMeta}, func(r row) error {
			version := r.num("schema")
			if there.meta = version > 0; version > schemaVersion {
				return graph.Errorf(graph.Unavailable, "the store at %s has schema version %d, written by a newer program; this one knows versions up to %d", s.address, version, schemaVersion)
			}
			return nil
		})
		if err != nil {
			return there, err
		}
		var names []string
		err = t.each(statement{text: listRules}, func(r row) error {
			if r.str("state") == "ONLINE" {
				names = append(names, r.str("name"))
			}
			return nil
		})
		there.missing = missing(names)
		return there, err
	})
}

// others counts the nodes that have none of our labels.
func (t *transaction) others() (n int64, err error) {
	err = t.each(statement{text: countLabels}, func(r row) error {
		if r.str("label") == "all" {
			n += r.num("n")
		} else {
			n -= r.num("n")
		}
		return nil
	})
	return n, err
}

// build makes constraints and indexes and waits until they can be used.
func (s *Store) build(ctx context.Context, rules []rule) error {
	statements := make([]statement, len(rules))
	for i, r := range rules {
		statements[i] = statement{text: r.text}
	}
	if err := s.change(ctx, statements...); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.WriteTimeout)
	defer cancel()
	return s.change(ctx, statement{awaitIndexes, map[string]any{"seconds": int64(s.options.WriteTimeout.Seconds())}})
}

// change runs statements in one transaction that writes, and may write again with the same result.
func (s *Store) change(ctx context.Context, statements ...statement) error {
	return s.write(ctx, "preparing the store", func(t *transaction, _ string) error {
		for _, st := range statements {
			if err := t.each(st, nothing); err != nil {
				return err
			}
		}
		return nil
	})
}

// Close closes the connections.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.options.ConnectTimeout)
	defer cancel()
	if err := s.driver.Close(ctx); err != nil {
		return graph.Errorf(graph.Unavailable, "closing the connections to %s: %w", s.address, err)
	}
	return nil
}
