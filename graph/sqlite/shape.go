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
	props   map[graph.Kind][]string // the properties of each kind that have a column
}

// A shape is a column or an index: its name, what the schema says of it, and the statements that make it.
type shape struct {
	name, schema string
	make         []string
}

var columnTypes = map[graph.PropType]string{
	graph.StringProp: "TEXT", graph.BoolProp: "INTEGER", graph.IntProp: "INTEGER", graph.FloatProp: "REAL",
}

// shapesOf gives each scalar property that may be filtered on a column, which repeats what props says,
// and each sortable one an index by kind, value and id: an equality, a range and both directions of a
// keyset page are served by it. Only the kinds that have the property are in it; a query names one
// kind literally, so SQLite can tell that the index applies.
func shapesOf(kinds []graph.KindInfo) shapes {
	out := shapes{props: map[graph.Kind][]string{}}
	owners := map[string][]string{}
	var props []*graph.Property
	for i := range kinds {
		k := &kinds[i]
		for j := range k.Properties {
			p := &k.Properties[j]
			if columnTypes[p.Type] == "" || p.Opaque {
				continue
			}
			if owners[p.Name] == nil {
				props = append(props, p)
			}
			owners[p.Name] = append(owners[p.Name], "kind = "+quote(string(k.Kind)))
			out.props[k.Kind] = append(out.props[k.Kind], p.Name)
		}
	}
	for _, p := range props {
		of := strings.Join(owners[p.Name], " OR ")
		out.columns = append(out.columns, columnShape(p, of))
		if p.Sortable {
			out.indexes = append(out.indexes, indexShape(p, of))
		}
	}
	return out
}

// columnShape makes a column and fills it from what the nodes say already.
func columnShape(p *graph.Property, owners string) shape {
	name := columnName(p.Name)
	return shape{name, columnTypes[p.Type], []string{
		fmt.Sprintf("ALTER TABLE nodes ADD COLUMN %s %s", ident(name), columnTypes[p.Type]),
		fmt.Sprintf("UPDATE nodes SET %s = json_extract(props, '$.%q') WHERE %s", ident(name), p.Name, owners),
	}}
}

// indexShape makes an index and tells SQLite how many rows of a million have one kind, and one value:
// few for texts, any number for the rest. These figures are ours and not measured by ANALYZE, so
// that plans do not depend on what was loaded last. By them an index of a text that must be equal is
// used before the index of the order, and that one before an index of an enum.
func indexShape(p *graph.Property, owners string) shape {
	name, rows := indexName(p.Name), 50_000
	if p.Type == graph.StringProp && p.Enum == "" {
		rows = 100
	}
	create := fmt.Sprintf("CREATE INDEX %s ON nodes (kind, %s, id) WHERE %s", ident(name), ident(columnName(p.Name)), owners)
	return shape{name, create, []string{
		create,
		fmt.Sprintf("INSERT INTO sqlite_stat1 VALUES ('nodes', %s, '1000000 50000 %d 1')", quote(name), rows),
	}}
}

func columnName(prop string) string { return "p." + prop }
func indexName(prop string) string  { return "nodes." + prop }

// ident quotes a name and quote a string for SQL. Both are for names from the tables of package graph.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func quote(s string) string    { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// changes gives the statements that bring the columns and indexes of a database to these shapes.
// Columns that nothing needs any more stay: they cost little, and an older program may want them.
func (s shapes) changes(ctx context.Context, db querier) ([]string, error) {
	columns, err := names(ctx, db, "SELECT name, type FROM pragma_table_info('nodes')")
	if err != nil {
		return nil, err
	}
	indexes, err := names(ctx, db, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'nodes.%'")
	if err != nil {
		return nil, err
	}
	var drop, add []string
	for _, c := range s.columns {
		old, there := columns[c.name]
		if there && old == c.schema {
			continue
		}
		if there {
			// An index of it has to go first, and comes again below.
			drop = append(drop, "DROP INDEX IF EXISTS "+ident(indexName(strings.TrimPrefix(c.name, columnName("")))))
			delete(indexes, indexName(strings.TrimPrefix(c.name, columnName(""))))
			drop = append(drop, "ALTER TABLE nodes DROP COLUMN "+ident(c.name))
		}
		add = append(add, c.make...)
	}
	for _, x := range s.indexes {
		if indexes[x.name] == x.schema {
			delete(indexes, x.name)
			continue
		}
		add = append(add, x.make...)
	}
	for name := range indexes {
		drop = append(drop, "DROP INDEX "+ident(name))
	}
	if len(drop)+len(add) == 0 {
		return nil, nil
	}
	// The last statement makes the connection read the figures of the indexes.
	return append(append(drop, add...), "ANALYZE sqlite_schema"), nil
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
