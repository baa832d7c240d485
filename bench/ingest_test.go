package bench

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// documents is how many reports a load has.
const documents = 1000

// BenchmarkIngest loads a thousand reports into a new store: discover, parse, lower, link, apply.
func BenchmarkIngest(b *testing.B) {
	reports := writeReports(b, documents)
	for b.Loop() {
		load(b, reports, filepath.Join(b.TempDir(), "store.db"))
	}
	b.ReportMetric(documents*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// BenchmarkRaw writes the rows that BenchmarkIngest leaves behind, read and prepared before, into the
// same tables, indexes, full text and journal, in as many transactions. It is what no loader can beat.
func BenchmarkRaw(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	transactions := load(b, writeReports(b, documents), path)
	rows := readRows(b, path)
	for b.Loop() {
		b.StopTimer()
		empty := filepath.Join(b.TempDir(), "raw.db")
		store, err := sqlite.Open(b.Context(), empty)
		if err != nil {
			b.Fatal(err)
		}
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		writeRows(b, empty, rows, transactions)
	}
	b.ReportMetric(documents*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

func writeReports(b *testing.B, n int) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "reports")
	if err := reportgen.WriteFolder(dir, n, reportgen.Small); err != nil {
		b.Fatal(err)
	}
	return dir
}

// load loads a folder into a new store and gives the number of transactions it took.
func load(b *testing.B, reports, path string) int {
	b.Helper()
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	sum, err := ingest.Load(b.Context(), graph.New(store, graph.Limits{}), []ingest.Format{rendered.Format{}}, []string{reports}, ingest.Options{})
	if err != nil || sum.Counts.Added != documents {
		b.Fatalf("%d of %d documents added: %v", sum.Counts.Added, documents, err)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	return int(sum.After - sum.Before)
}

// tables are written in an order in which no row refers to a later one.
var tables = []string{"batches", "contents", "editions", "nodes", "bodies", "contributions", "relationships"}

// table is the rows of a table, or of the full text.
type table struct {
	insert string
	rows   [][]any
}

// readRows reads everything that a load wrote. The full text keeps no copy of its words, so these are
// made here, outside what is timed.
func readRows(b *testing.B, path string) []table {
	b.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	var out []table
	for _, name := range tables {
		columns := strings.Join(storedColumns(b, db, name), ", ")
		marks := strings.Repeat(", ?", strings.Count(columns, ",")+1)[2:]
		out = append(out, table{
			insert: fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", name, columns, marks),
			rows:   queryRows(b, db, fmt.Sprintf("SELECT %s FROM %s ORDER BY rowid", columns, rowidTable(name))),
		})
	}
	return append(out, readTexts(b, db, path))
}

// rowidTable is the table as a source of rows in the order of writing; contents has no rowid.
func rowidTable(name string) string {
	if name == "contents" {
		return "(SELECT *, 0 AS rowid FROM contents)"
	}
	return name
}

// storedColumns are the columns that are no generated ones.
func storedColumns(b *testing.B, db *sql.DB, name string) []string {
	b.Helper()
	var out []string
	for _, row := range queryRows(b, db, "SELECT name FROM pragma_table_xinfo('"+name+"') WHERE hidden = 0") {
		out = append(out, `"`+row[0].(string)+`"`)
	}
	return out
}

func queryRows(b *testing.B, db *sql.DB, query string) [][]any {
	b.Helper()
	rows, err := db.QueryContext(b.Context(), query)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		b.Fatal(err)
	}
	var out [][]any
	for rows.Next() {
		row, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			at[i] = &row[i]
		}
		if err := rows.Scan(at...); err != nil {
			b.Fatal(err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return out
}

// readTexts makes the rows of the full text from labels and texts.
func readTexts(b *testing.B, db *sql.DB, path string) table {
	b.Helper()
	out := table{insert: "INSERT INTO texts (rowid, label, text) VALUES (?, ?, ?)"}
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	for _, row := range queryRows(b, db, "SELECT key, id FROM nodes") {
		found, err := store.Nodes(b.Context(), []graph.ID{graph.ID(row[1].(string))}, graph.Full)
		if err != nil || len(found) != 1 {
			b.Fatalf("node %v: %v", row[1], err)
		}
		kind := graph.KindOf(found[0].Kind)
		label := strings.Join(graph.Words(found[0].Props.String(kind.Label)), " ")
		text := strings.Join(graph.Words(found[0].Props.String(kind.Text)), " ")
		if label+text != "" {
			out.rows = append(out.rows, []any{row[0], label, text})
		}
	}
	return out
}

// writeRows writes each transaction's share of every table through prepared statements, with the
// settings of the store.
func writeRows(b *testing.B, path string, all []table, transactions int) {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(b.Context(), "PRAGMA wal_autocheckpoint = 20000"); err != nil {
		b.Fatal(err)
	}
	for t := range transactions {
		tx, err := db.BeginTx(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		for i := range all {
			if err := writeShare(b.Context(), tx, &all[i], t, transactions); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

func writeShare(ctx context.Context, tx *sql.Tx, t *table, share, of int) error {
	stmt, err := tx.PrepareContext(ctx, t.insert)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, row := range t.rows[len(t.rows)*share/of : len(t.rows)*(share+1)/of] {
		if _, err := stmt.ExecContext(ctx, row...); err != nil {
			return fmt.Errorf("%s: %w", t.insert, err)
		}
	}
	return nil
}
