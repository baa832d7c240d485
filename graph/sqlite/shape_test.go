package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestPragmas(t *testing.T) {
	s := openStore(t)
	for _, c := range []struct {
		pragma, writer, reader string
	}{
		{"journal_mode", "wal", "wal"},
		{"synchronous", "1", "2"}, // a reader writes nothing
		{"foreign_keys", "1", "0"},
		{"busy_timeout", "5000", "5000"},
		{"query_only", "0", "1"},
		{"wal_autocheckpoint", fmt.Sprint(checkpointPages), "1000"},
		{"journal_size_limit", fmt.Sprint(logBytes), "-1"},
		{"cache_size", fmt.Sprint(-writerCacheKiB), fmt.Sprint(-readerCacheKiB)},
		{"page_size", fmt.Sprint(pageSize), fmt.Sprint(pageSize)},
		{"application_id", fmt.Sprint(applicationID), fmt.Sprint(applicationID)},
		{"user_version", "1", "1"},
		{"encoding", "UTF-8", "UTF-8"},
	} {
		for _, side := range []struct {
			name string
			db   *sql.DB
			want string
		}{{"writer", s.write, c.writer}, {"reader", s.read, c.reader}} {
			var got string
			if err := side.db.QueryRow("PRAGMA " + c.pragma).Scan(&got); err != nil || got != side.want {
				t.Errorf("%s of the %s is %q (%v), want %q", c.pragma, side.name, got, err, side.want)
			}
		}
	}
	if _, err := s.read.Exec("UPDATE state SET revision = 7"); err == nil {
		t.Error("a reading connection can write")
	}
}

// TestShapesFollow brings a store to other kinds tables: properties come, change and go.
func TestShapesFollow(t *testing.T) {
	ctx := context.Background()
	s := openStore(t)
	if _, err := s.write.Exec(`INSERT INTO nodes (key, id, kind, declared, props) VALUES
		(1, 'route:a/b', 'route', 1, '{"weight":7,"shelf mark":"Ä\"1"}'), (2, 'claim:a/c', 'claim', 1, '{"weight":8}')`); err != nil {
		t.Fatal(err)
	}
	kinds := func(props ...graph.Property) shapes {
		table := slices.Clone(graph.Kinds)
		for i := range table {
			if table[i].Kind == graph.Route {
				table[i].Properties = slices.Concat(table[i].Properties, props)
			}
		}
		return shapesOf(table)
	}
	read := func(column string) (out []string) {
		t.Helper()
		rows, err := s.write.Query("SELECT coalesce(" + column + ", 'null') || ' ' || typeof(" + column + ") FROM nodes ORDER BY key")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var v string
			if err := rows.Scan(&v); err != nil {
				t.Fatal(err)
			}
			out = append(out, v)
		}
		return out
	}
	index := func() string {
		t.Helper()
		all, err := names(ctx, s.write, "SELECT name, sql FROM sqlite_schema WHERE name = 'nodes.weight'")
		if err != nil {
			t.Fatal(err)
		}
		return all["nodes.weight"]
	}
	weight := graph.Property{Name: "weight", Type: graph.IntProp}
	sortable, text := weight, weight
	sortable.Sortable = true
	text.Type, text.Sortable = graph.StringProp, true
	for _, step := range []struct {
		name      string
		to        shapes
		changes   bool
		values    string
		withIndex bool
	}{
		{"as opened", kinds(), false, "", false},
		{"new", kinds(weight, graph.Property{Name: "shelf mark"}), true, "7 integer, null null", false},
		{"again", kinds(weight, graph.Property{Name: "shelf mark"}), false, "7 integer, null null", false},
		{"sortable", kinds(sortable), true, "7 integer, null null", true},
		{"of another type", kinds(text), true, "7 text, null null", true},
		{"gone", kinds(), true, "7 text, null null", false},
		{"an older program", shapesOf(graph.Kinds[:3]), true, "7 text, null null", false},
		{"a newer one", kinds(), true, "7 text, null null", false},
	} {
		changes, err := step.to.changes(ctx, s.write)
		if err != nil || len(changes) > 0 != step.changes {
			t.Fatalf("%s: changes %q (%v), want some: %v", step.name, changes, err, step.changes)
		}
		if err := migrate(ctx, s.write, s.path, step.to); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if changes, err := step.to.changes(ctx, s.write); err != nil || len(changes) > 0 {
			t.Errorf("%s: still to change: %q (%v)", step.name, changes, err)
		}
		if step.values == "" {
			continue
		}
		if got := strings.Join(read(`"p.weight"`), ", "); got != step.values {
			t.Errorf("%s: column holds %s, want %s", step.name, got, step.values)
		}
		if (index() != "") != step.withIndex {
			t.Errorf("%s: index %q, want one: %v", step.name, index(), step.withIndex)
		}
	}
	if got := read(`"p.shelf mark"`); got[0] != `Ä"1 text` {
		t.Errorf("the column of an odd name holds %q", got[0])
	}
	if found, err := s.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v", found, err)
	}
}

// TestColumnNames guards what SQLite takes for equal names, which Go does not.
func TestColumnNames(t *testing.T) {
	seen := map[string]string{}
	for _, c := range shapesOf(graph.Kinds).columns {
		folded := strings.ToLower(c.name)
		if other, ok := seen[folded]; ok {
			t.Errorf("SQLite cannot tell the columns %q and %q apart", c.name, other)
		}
		seen[folded] = c.name
	}
}

// TestMigrationNumbers holds the migrations to an unbroken count from 1.
func TestMigrationNumbers(t *testing.T) {
	all, err := steps()
	if err != nil || len(all) == 0 {
		t.Fatalf("migrations: %d, %v", len(all), err)
	}
}
