package sqlite

import (
	"context"
	"fmt"
	"os"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Info is what there is to know of a store besides its content.
type Info struct {
	Path        string
	ReadOnly    bool   // opened to read, or the file cannot be written
	SQLite      string // version of the library
	Schema      int64  // version of the schema, the number of the last migration
	JournalMode string // "wal"
	Synchronous string // of the writing connection: "NORMAL"; "" when read only
	PageSize    int64  // bytes
	Pages       int64
	FreePages   int64 // of Pages, those that hold nothing and will be used again
	FileBytes   int64
	LogBytes    int64 // write-ahead log that is not yet written back
	MaxBytes    int64 // the file may grow to; 0 when read only

	Nodes, Relationships, Contributions, Editions, Batches, Contents int64 // rows
}

var synchronousNames = []string{"OFF", "NORMAL", "FULL", "EXTRA"}

// Info reads facts about the store for people to look at.
func (s *Store) Info(ctx context.Context) (Info, error) {
	i := Info{Path: s.path, ReadOnly: s.write == nil}
	err := s.each(ctx, newQuery(`SELECT sqlite_version(), (SELECT user_version FROM pragma_user_version),
			(SELECT journal_mode FROM pragma_journal_mode), (SELECT page_size FROM pragma_page_size),
			(SELECT page_count FROM pragma_page_count), (SELECT freelist_count FROM pragma_freelist_count),
			(SELECT count(*) FROM nodes), (SELECT count(*) FROM relationships), (SELECT count(*) FROM contributions),
			(SELECT count(*) FROM editions), (SELECT count(*) FROM batches), (SELECT count(*) FROM contents)`),
		func(r row) error {
			i.SQLite, i.Schema, i.JournalMode, i.PageSize, i.Pages, i.FreePages = r.str(0), r.num(1), r.str(2), r.num(3), r.num(4), r.num(5)
			i.Nodes, i.Relationships, i.Contributions, i.Editions, i.Batches, i.Contents = r.num(6), r.num(7), r.num(8), r.num(9), r.num(10), r.num(11)
			return nil
		})
	if err != nil {
		return i, err
	}
	if s.write != nil {
		var synchronous int
		var pages int64
		err := s.write.QueryRowContext(ctx, "SELECT (SELECT synchronous FROM pragma_synchronous), (SELECT max_page_count FROM pragma_max_page_count)").Scan(&synchronous, &pages)
		if err != nil {
			return i, coded(ctx, err, "reading the settings of the store")
		}
		i.Synchronous, i.MaxBytes = synchronousNames[synchronous&3], pages*i.PageSize
	}
	for suffix, size := range map[string]*int64{"": &i.FileBytes, "-wal": &i.LogBytes} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			*size = info.Size()
		}
	}
	return i, nil
}

// Check looks for damage: in the file, in references between tables, and, where the store can be
// written, in the search index. It gives what it found, in words; nothing when all is well. It reads
// the whole file.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	var found []string
	for _, c := range []struct{ sql, what string }{
		{"SELECT quick_check FROM pragma_quick_check WHERE quick_check <> 'ok'", "file: %s"},
		{"SELECT 'table ' || \"table\" || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check", "references: %s"},
		{"SELECT id FROM nodes WHERE declared = 0 AND NOT EXISTS (SELECT 1 FROM relationships WHERE source = nodes.key OR target = nodes.key)", "stub without a relationship: %s"},
	} {
		err := s.each(ctx, newQuery(c.sql), func(r row) error {
			found = append(found, fmt.Sprintf(c.what, r.str(0)))
			return nil
		})
		if graph.CodeOf(err) == graph.Deadline {
			return nil, err
		}
		if err != nil {
			// A check that cannot run is a finding, too.
			found = append(found, err.Error())
		}
	}
	if s.write == nil {
		return found, nil
	}
	if _, err := s.write.ExecContext(ctx, "INSERT INTO texts (texts) VALUES ('integrity-check')"); err != nil {
		err = coded(ctx, err, "checking the search index")
		if graph.CodeOf(err) == graph.Deadline {
			return nil, err
		}
		found = append(found, err.Error())
	}
	return found, nil
}
