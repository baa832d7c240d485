package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks our files in the header ("XWLK").
const applicationID = 0x58574C4B

// querier is what a database and a transaction have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// A migration is one step of the schema; its number stands in its file's name.
type migration struct {
	version int
	name    string
	sql     string
}

// steps reads the embedded migrations, which sort by number.
func steps() ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("listing migrations: %w", err)
	}
	out := make([]migration, len(names))
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading migration %s: %w", name, err)
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		if v, err := strconv.Atoi(number); err != nil || v != i+1 {
			return nil, fmt.Errorf("migration %s does not carry number %d", name, i+1)
		}
		out[i] = migration{i + 1, name, string(text)}
	}
	return out, nil
}

// versionOf gives the schema version of a database, 0 for an empty one. Errors: Unavailable for a
// database of another program or of a newer version of this one.
func versionOf(ctx context.Context, db querier, path string) (int, error) {
	var application, version, tables int
	err := db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&application, &version, &tables)
	if err != nil {
		return 0, fmt.Errorf("reading the version: %w", err)
	}
	all, err := steps()
	if err != nil {
		return 0, err
	}
	switch {
	case application == 0 && version == 0 && tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, graph.Errorf(graph.Unavailable, "%s is a SQLite database of another program; choose another path for the store", path)
	case version > len(all):
		return 0, graph.Errorf(graph.Unavailable, "%s has schema version %d, written by a newer program; this one knows versions up to %d: use the newer program, or load into a new store",
			path, version, len(all))
	}
	return version, nil
}

// ready tells whether a database that cannot be changed can be read as it stands.
func ready(ctx context.Context, db querier, path string, s shapes) error {
	version, err := versionOf(ctx, db, path)
	if err != nil {
		return err
	}
	all, err := steps()
	if err != nil {
		return err
	}
	changes, err := s.changes(ctx, db)
	if err != nil {
		return err
	}
	if version < len(all) || len(changes) > 0 {
		return graph.Errorf(graph.Unavailable, "%s was made by an older program (schema version %d, this one has %d) and can only be read; open it once where it can be written",
			path, version, len(all))
	}
	return nil
}

// migrate brings a database up to date: the numbered migrations, then the columns and indexes of the
// kinds table. Where nothing is to do it takes no lock, so a store opens while another process writes.
func migrate(ctx context.Context, db *sql.DB, path string, s shapes) error {
	all, err := steps()
	if err != nil {
		return err
	}
	if version, err := versionOf(ctx, db, path); err != nil {
		return err
	} else if version == len(all) {
		if changes, err := s.changes(ctx, db); err != nil || len(changes) == 0 {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("locking the database: %w", err)
	}
	defer tx.Rollback()
	// Another process may have been faster; inside the lock the version is final.
	version, err := versionOf(ctx, tx, path)
	if err != nil {
		return err
	}
	for _, m := range all[version:] {
		if _, err := tx.ExecContext(ctx, m.sql); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
	}
	changes, err := s.changes(ctx, tx)
	if err != nil {
		return err
	}
	changes = append(changes, fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", len(all)))
	for _, change := range changes {
		if _, err := tx.ExecContext(ctx, change); err != nil {
			return fmt.Errorf("bringing the schema up to date (%s): %w", change, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("bringing the schema up to date: %w", err)
	}
	return nil
}

// shapes are the columns and indexes on nodes that follow from a kinds table.
type shapes struct {
	columns []shape
	indexes []shape
}

// A shape is a column or an index: its name and the SQL that makes it.
type shape struct{ name, sql string }

var columnTypes = map[graph.PropType]string{
	graph.StringProp: "TEXT", graph.BoolProp: "INTEGER", graph.IntProp: "INTEGER", graph.FloatProp: "REAL",
}

// shapesOf gives each scalar property that may be filtered on a virtual column over props, and each
// sortable one an index by kind, value and id: an equality, a range and both directions of a keyset
// page are served by it. Only the kinds that have the property are in it; a query names one kind
// literally, so SQLite can tell that the index applies.
func shapesOf(kinds []graph.KindInfo) shapes {
	var out shapes
	owners := map[string][]string{}
	for i := range kinds {
		for _, p := range kinds[i].Properties {
			owners[p.Name] = append(owners[p.Name], "kind = "+quote(string(kinds[i].Kind)))
		}
	}
	seen := map[string]bool{}
	for i := range kinds {
		for _, p := range kinds[i].Properties {
			typ, scalar := columnTypes[p.Type]
			if seen[p.Name] || p.Opaque || !scalar {
				continue
			}
			seen[p.Name] = true
			out.columns = append(out.columns, shape{columnName(p.Name),
				fmt.Sprintf(`%s %s AS (json_extract(props, '$.%q')) VIRTUAL`, ident(columnName(p.Name)), typ, p.Name)})
			if p.Sortable {
				name := indexName(p.Name)
				out.indexes = append(out.indexes, shape{name, fmt.Sprintf(`CREATE INDEX %s ON nodes (kind, %s, id) WHERE %s`,
					ident(name), ident(columnName(p.Name)), strings.Join(owners[p.Name], " OR "))})
			}
		}
	}
	return out
}

func columnName(prop string) string { return "p." + prop }
func indexName(prop string) string  { return "nodes." + prop }

// ident quotes a name and quote a string for SQL. Both are for names from the tables of package graph.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func quote(s string) string    { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// changes gives the statements that bring the columns and indexes of a database to these shapes.
// Columns that nothing needs any more stay: they cost nothing, and an older program may want them.
func (s shapes) changes(ctx context.Context, db querier) ([]string, error) {
	columns, err := names(ctx, db, "SELECT name, type FROM pragma_table_xinfo('nodes')")
	if err != nil {
		return nil, err
	}
	indexes, err := names(ctx, db, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'nodes.%'")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range s.columns {
		typ, there := columns[c.name]
		retyped := there && !strings.HasPrefix(c.sql, ident(c.name)+" "+typ+" ")
		if retyped {
			if index := "nodes" + strings.TrimPrefix(c.name, "p"); indexes[index] != "" {
				out = append(out, "DROP INDEX "+ident(index))
				delete(indexes, index)
			}
			out = append(out, "ALTER TABLE nodes DROP COLUMN "+ident(c.name))
		}
		if !there || retyped {
			out = append(out, "ALTER TABLE nodes ADD COLUMN "+c.sql)
		}
	}
	for _, x := range s.indexes {
		old, there := indexes[x.name]
		delete(indexes, x.name)
		if there && old == x.sql {
			continue
		}
		if there {
			out = append(out, "DROP INDEX "+ident(x.name))
		}
		out = append(out, x.sql)
	}
	for name := range indexes {
		out = append(out, "DROP INDEX "+ident(name))
	}
	return out, nil
}

// names reads two columns of text into a map.
func names(ctx context.Context, db querier, query string) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, fmt.Errorf("reading the schema: %w", err)
		}
		out[name] = value
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	return out, nil
}
