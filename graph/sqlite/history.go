package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

const editionColumns = `seq, location, path, document, digest, byte_digest, format, model, state, since, until, at,
	coalesce(conflict_location, ''), coalesce(conflict_node, '')`

// scanEdition reads editionColumns, and what stands after them into more.
func scanEdition(scan scan, more ...any) (graph.Edition, error) {
	var e graph.Edition
	var at int64
	var c graph.ConflictInfo
	o := &e.Origin
	err := scan(append([]any{&e.Seq, &o.Location, &o.Path, &o.Document, &o.Digest, &o.ByteDigest, &o.Format, &o.Model,
		&e.State, &e.Since, &e.Until, &at, &c.Location, &c.Node}, more...)...)
	e.At = time.Unix(0, at).UTC()
	if c != (graph.ConflictInfo{}) {
		e.Conflict = &c
	}
	return e, err
}

// History gives editions of the journal in the order they came.
func (s *Store) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	var out []graph.Edition
	err := s.each(ctx, historyQuery(&q), func(scan scan) error {
		var facts, bytes []byte
		e, err := scanEdition(scan, &facts, &bytes)
		if err != nil {
			return err
		}
		if q.Facts {
			if e.Batch, err = unpack(facts, e.Origin); err != nil {
				return err
			}
		}
		if len(bytes) > 0 {
			if e.Content, err = inflate(bytes); err != nil {
				return err
			}
		}
		out = append(out, e)
		return nil
	})
	return out, err
}

func unpack(packed []byte, o graph.Origin) (*graph.Batch, error) {
	facts, err := inflate(packed)
	if err != nil {
		return nil, err
	}
	b := &graph.Batch{}
	if err := json.Unmarshal(facts, b); err != nil {
		return nil, fmt.Errorf("the facts of %s are damaged: %w", o.Location, err)
	}
	b.Origin = o
	return b, nil
}

func historyQuery(q *graph.HistoryQuery) *query {
	sql := newQuery("SELECT " + editionColumns)
	part := func(wanted bool, text string) {
		if !wanted {
			text = "NULL"
		}
		sql.add(", " + text)
	}
	part(q.Facts, "(SELECT facts FROM batches WHERE batches.digest = e.digest)")
	part(q.Content, "(SELECT bytes FROM contents WHERE contents.digest = e.byte_digest)")
	sql.add(" FROM editions AS e WHERE true")
	if q.AfterSeq > 0 {
		sql.add(" AND seq > ?", int64(q.AfterSeq))
	}
	if len(q.Locations) > 0 {
		sql.add(" AND location IN (SELECT value FROM json_each(?))", list(q.Locations))
	}
	if len(q.Documents) > 0 {
		sql.add(" AND document IN (SELECT value FROM json_each(?))", list(q.Documents))
	}
	if q.Current {
		sql.add(" AND state <> 'PAST'")
	}
	if q.Revision > 0 {
		sql.add(" AND (since = ? OR until = ?)", int64(q.Revision), int64(q.Revision))
	}
	sql.add(" ORDER BY seq")
	if q.Limit > 0 {
		sql.add(" LIMIT ?", q.Limit)
	}
	return sql
}
