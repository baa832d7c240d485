package neo4j

import (
	"context"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// edition reads the properties of an edition.
func edition(p row) graph.Edition {
	e := graph.Edition{
		Seq: uint64(p.num("seq")), State: graph.EditionState(p.str("state")), Since: uint64(p.num("since")), Until: uint64(p.num("until")),
		At: time.Unix(0, p.num("at")).UTC(),
		Origin: graph.Origin{Location: p.str("location"), Path: p.str("path"), Document: graph.ID(p.str("document")), Digest: p.str("digest"),
			ByteDigest: p.str("byteDigest"), Format: p.str("format"), Model: int(p.num("model"))},
	}
	if p["conflictLocation"] != nil {
		e.Conflict = &graph.ConflictInfo{Location: p.str("conflictLocation"), Node: graph.ID(p.str("conflictNode"))}
	}
	return e
}

// encodeEdition gives the properties of an edition; edition reads them back.
func encodeEdition(e *graph.Edition) map[string]any {
	o := &e.Origin
	p := map[string]any{"seq": int64(e.Seq), "state": string(e.State), "since": int64(e.Since), "until": int64(e.Until), "at": e.At.UnixNano(),
		"location": o.Location, "path": o.Path, "document": string(o.Document), "digest": o.Digest, "byteDigest": o.ByteDigest, "format": o.Format, "model": int64(o.Model)}
	if e.Conflict != nil {
		p["conflictLocation"], p["conflictNode"] = e.Conflict.Location, string(e.Conflict.Node)
	}
	return p
}

// History gives editions of the journal in the order they came.
func (s *Store) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	return read(ctx, s, func(t *transaction) (out []graph.Edition, err error) {
		err = t.each(historyQuery(&q), func(r row) error {
			e := edition(r.sub("e"))
			if facts := bytesOf(r.list("facts")); facts != nil {
				var err error
				if e.Batch, err = graph.UnpackBatch(facts, e.Origin); err != nil {
					return err
				}
			}
			if content := bytesOf(r.list("content")); content != nil {
				var err error
				if e.Content, err = graph.Unpack(content); err != nil {
					return err
				}
			}
			out = append(out, e)
			return nil
		})
		return out, err
	})
}

// bytesOf gives the only byte array of a list, nil when it is empty.
func bytesOf(items []any) []byte {
	if len(items) == 0 {
		return nil
	}
	b, _ := items[0].([]byte)
	return b
}
