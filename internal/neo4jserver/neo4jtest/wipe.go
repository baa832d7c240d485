package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
)

// Wipe empties the database: no data, no constraints, no indexes but the two that every database has.
func Wipe(t testing.TB, s *neo4jserver.Server) {
	t.Helper()
	if err := wipe(t.Context(), s); err != nil {
		t.Fatalf("cannot wipe the database: %v", err)
	}
}

// Everything but the lookup indexes, which a new database has. An index that backs a constraint is the
// constraint's.
const (
	constraints = "SHOW CONSTRAINTS YIELD name RETURN name"
	indexes     = "SHOW INDEXES YIELD name, type, owningConstraint WHERE type <> 'LOOKUP' AND owningConstraint IS NULL RETURN name"
)

// Relationships go first, so that no batch grows with the degree of a node.
var deletions = []string{
	"MATCH ()-[r]->() CALL (r) { DELETE r } IN TRANSACTIONS OF 5000 ROWS",
	"MATCH (n) CALL (n) { DELETE n } IN TRANSACTIONS OF 5000 ROWS",
}

func wipe(ctx context.Context, s *neo4jserver.Server) error {
	return inSession(ctx, s, func(run runner) error {
		for kind, list := range map[string]string{"CONSTRAINT": constraints, "INDEX": indexes} {
			names, err := run(list)
			if err != nil {
				return err
			}
			for _, name := range names {
				quoted := "`" + strings.ReplaceAll(name.(string), "`", "``") + "`"
				if _, err := run("DROP " + kind + " " + quoted + " IF EXISTS"); err != nil {
					return err
				}
			}
		}
		for _, deletion := range deletions {
			if _, err := run(deletion); err != nil {
				return err
			}
		}
		return nil
	})
}

// mustBeEmpty is the error of a database that holds something.
func mustBeEmpty(ctx context.Context, s *neo4jserver.Server) error {
	return inSession(ctx, s, func(run runner) error {
		for _, look := range []string{"MATCH (n) RETURN 'nodes' LIMIT 1", constraints, indexes} {
			found, err := run(look)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				return fmt.Errorf("the database of NEO4J_URI is not empty (%v); name another, or set CROSSWALK_NEO4J_WIPE=1 to lose what is in it", found[0])
			}
		}
		return nil
	})
}

// A runner runs a statement in a transaction of its own and returns the first column of the result.
type runner func(statement string) ([]any, error)

func inSession(ctx context.Context, s *neo4jserver.Server, use func(runner) error) (err error) {
	driver, err := neo4j.NewDriverWithContext(s.URI, neo4j.BasicAuth(s.User, s.Password, ""))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, driver.Close(ctx)) }()
	session := driver.NewSession(ctx, neo4j.SessionConfig{})
	defer func() { err = errors.Join(err, session.Close(ctx)) }()
	return use(func(statement string) ([]any, error) {
		result, err := session.Run(ctx, statement, nil)
		if err != nil {
			return nil, err
		}
		records, err := result.Collect(ctx)
		if err != nil {
			return nil, err
		}
		var first []any
		for _, record := range records {
			first = append(first, record.Values[0])
		}
		return first, nil
	})
}
