package neo4jtest

import (
	"os"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

func TestWipe(t *testing.T) {
	s := Shared(t)
	Wipe(t, s)
	err := inSession(t.Context(), s, func(run runner) error {
		for _, statement := range []string{
			"CREATE CONSTRAINT `odd ``name` FOR (n:Tank) REQUIRE n.id IS UNIQUE",
			"CREATE INDEX FOR (n:Tank) ON (n.volume)",
			"CREATE FULLTEXT INDEX words FOR (n:Tank) ON EACH [n.label]",
			"CREATE CONSTRAINT FOR ()-[r:FEEDS]-() REQUIRE r.id IS UNIQUE",
			"UNWIND range(1, 6000) AS i CREATE (:Tank {id: i, label: 'tank ' + i})",
			"MATCH (hub:Tank {id: 1}), (n:Tank) WHERE n.id > 1 CREATE (hub)-[:FEEDS {id: n.id}]->(n)",
		} {
			if _, err := run(statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := mustBeEmpty(t.Context(), s); err == nil {
		t.Error("a full database passes for an empty one")
	}
	Wipe(t, s)
	if err := mustBeEmpty(t.Context(), s); err != nil {
		t.Error(err)
	}
}

// What NEO4J_URI names may be somebody's, so it is not wiped unasked.
func TestBorrow(t *testing.T) {
	s := Shared(t)
	Wipe(t, s)
	t.Setenv("TMPDIR", t.TempDir()) // a turn of the test's own
	t.Setenv("NEO4J_USER", s.User)
	t.Setenv("NEO4J_PASSWORD", s.Password)
	t.Setenv("CROSSWALK_NEO4J_WIPE", "")
	stops := shared.stop
	t.Cleanup(func() { shared.stop = stops })
	create := func(run runner) error {
		_, err := run("CREATE (:Tank)")
		return err
	}
	giveBack := func() {
		t.Helper()
		if err := shared.stop[len(shared.stop)-1](); err != nil {
			t.Fatal(err)
		}
		if err := mustBeEmpty(t.Context(), s); err != nil {
			t.Errorf("given back: %v", err)
		}
	}

	got, err := borrow(t.Context(), s.URI)
	if err != nil {
		t.Fatalf("an empty database is refused: %v", err)
	}
	if *got != (neo4jserver.Server{URI: s.URI, User: s.User, Password: s.Password}) {
		t.Errorf("borrowed %+v", got)
	}
	if err := inSession(t.Context(), s, create); err != nil {
		t.Fatal(err)
	}
	giveBack()

	if err := inSession(t.Context(), s, create); err != nil {
		t.Fatal(err)
	}
	if _, err := borrow(t.Context(), s.URI); err == nil || !strings.Contains(err.Error(), "CROSSWALK_NEO4J_WIPE=1") {
		t.Errorf("a full database: %v, want an error that says what would allow it", err)
	}
	t.Setenv("CROSSWALK_NEO4J_WIPE", "1")
	if _, err := borrow(t.Context(), s.URI); err != nil {
		t.Fatalf("a full database that may be lost is refused: %v", err)
	}
	giveBack()
}

// A container must be of the minor version that a local server is.
func TestImage(t *testing.T) {
	minor, _, ok := strings.Cut(strings.TrimPrefix(image, "neo4j:"), "-")
	if !ok || !strings.HasPrefix(neo4jserver.Version(), minor+".") {
		t.Errorf("image %s, but local servers are %s", image, neo4jserver.Version())
	}
}
