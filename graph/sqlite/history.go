package sqlite

import (
	"context"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// editionColumns are what edition reads.
const editionColumns = "seq, location, path, document, digest, byte_digest, format, model, state, since, until, at, conflict_location, conflict_node"

func edition(r row) graph.Edition {
	e := graph.Edition{
		Seq: uint64(r.num(0)), State: graph.EditionState(r.str(8)), Since: uint64(r.num(9)), Until: uint64(r.num(10)), At: time.Unix(0, r.num(11)).UTC(),
		Origin: graph.Origin{Location: r.str(1), Path: r.str(2), Document: graph.ID(r.str(3)), Digest: r.str(4),
			ByteDigest: r.str(5), Format: r.str(6), Model: int(r.num(7))},
	}
	if r[12] != nil {
		e.Conflict = &graph.ConflictInfo{Location: r.str(12), Node: graph.ID(r.str(13))}
	}
	return e
}

// History gives editions of the journal in the order they came.
func (s *Store) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	var out []graph.Edition
	err := s.each(ctx, historyQuery(&q), func(r row) (err error) {
		e := edition(r)
		if q.Facts {
			if e.Batch, err = graph.UnpackBatch(r.blob(14), e.Origin); err != nil {
				return err
			}
		}
		if bytes := r.blob(15); len(bytes) > 0 {
			if e.Content, err = graph.Unpack(bytes); err != nil {
				return err
			}
		}
		out = append(out, e)
		return nil
	})
	return out, err
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
	for _, k := range graph.OperationalKinds() {
		sql.add(" AND document NOT GLOB ?", string(k)+":*")
	}
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
