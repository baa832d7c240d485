package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Apply replaces what the origins of the batches said before, in one transaction.
func (s *Store) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	for i := range bs {
		if err := bs[i].Validate(); err != nil {
			return graph.Change{}, err
		}
	}
	const doing = "applying batches"
	switch {
	case s.write == nil && s.cause == nil:
		return graph.Change{}, graph.Errorf(graph.Unavailable, "%s: the store %s was opened to read only", doing, s.path)
	case s.write == nil:
		return graph.Change{}, coded(ctx, s.cause, doing)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return graph.Change{}, coded(ctx, err, doing)
	}
	defer tx.Rollback()
	w := &writer{ctx: ctx, tx: tx, stmts: map[string]*sql.Stmt{}, props: s.shapes.props}
	change, err := w.apply(bs)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return graph.Change{}, coded(ctx, err, doing)
	}
	return change, nil
}

// apply judges the batches and carries the judgement out.
func (w *writer) apply(bs []graph.Batch) (graph.Change, error) {
	j, err := graph.Judge(w.ctx, w, bs)
	if err != nil {
		return graph.Change{}, err
	}
	before := w.get("SELECT revision FROM state")
	if w.revision = int64(j.Revision(uint64(before))); w.revision != before {
		w.exec("UPDATE state SET revision = ?", w.revision)
	}
	w.journal(bs, j)
	w.facts(bs, j)
	w.sweep()
	return graph.Change{Revision: uint64(w.revision), Outcomes: j.Outcomes}, w.err
}

// journal writes the editions of a judgement.
func (w *writer) journal(bs []graph.Batch, j *graph.Judgement) {
	for _, r := range j.Renames {
		w.exec("UPDATE editions SET location = ? WHERE location = ?", r.To, r.From)
	}
	for _, location := range j.Close {
		w.exec("UPDATE editions SET state = 'PAST', until = ? WHERE location = ? AND state = 'CURRENT'", w.revision, location)
	}
	for _, location := range j.Forget {
		w.forget(location)
	}
	for _, i := range j.Open {
		w.open(&bs[i], graph.Current, graph.ConflictInfo{})
	}
	for _, i := range j.Touch {
		o := &bs[i].Origin
		w.drop(o.Location, graph.Current)
		w.content(&bs[i])
		w.exec("UPDATE editions SET byte_digest = ?, format = ?, path = ? WHERE location = ? AND state = 'CURRENT'",
			o.ByteDigest, o.Format, o.Path, o.Location)
	}
	for _, location := range j.Purge {
		w.drop(location, graph.Past)
		w.exec("DELETE FROM editions WHERE location = ? AND state = 'PAST'", location)
	}
	newer := map[string]bool{}
	for _, r := range j.Refuse {
		// Where an origin loses its facts and a newer batch of it is refused as well, that one is kept.
		if r.Batch >= 0 || !newer[r.Location] {
			w.refuse(bs, r)
		}
		newer[r.Location] = newer[r.Location] || r.Batch >= 0
	}
}

// refuse keeps what lost: a batch, or the edition that was just closed, once more.
func (w *writer) refuse(bs []graph.Batch, r graph.Refusal) {
	w.forget(r.Location)
	if r.Batch >= 0 {
		w.open(&bs[r.Batch], graph.Refused, r.Conflict)
		return
	}
	w.exec(`INSERT INTO editions (location, path, document, digest, byte_digest, format, model, state, since, until, at, conflict_location, conflict_node)
		SELECT location, path, document, digest, byte_digest, format, model, 'REFUSED', ?, 0, ?, ?, ?
		FROM editions WHERE location = ? AND digest = ? ORDER BY seq DESC LIMIT 1`,
		w.revision, time.Now().UnixNano(), r.Conflict.Location, string(r.Conflict.Node), r.Location, r.Digest)
}

func (w *writer) forget(location string) {
	w.drop(location, graph.Refused)
	w.exec("DELETE FROM editions WHERE location = ? AND state = 'REFUSED'", location)
}

// drop notes what an edition is about to let go of.
func (w *writer) drop(location string, state graph.EditionState) {
	w.each(func(r row) error {
		w.dropped = append(w.dropped, r.str(0), r.str(1))
		return nil
	}, "SELECT digest, byte_digest FROM editions WHERE location = ? AND state = ?", location, string(state))
}

// sweep deletes the facts and bytes that no edition refers to any more: those of forgotten refusals
// and of what was purged, and bytes that were replaced without a change of facts.
func (w *writer) sweep() {
	if len(w.dropped) == 0 {
		return
	}
	w.exec(`DELETE FROM batches WHERE digest IN (SELECT value FROM json_each(?))
		AND NOT EXISTS (SELECT 1 FROM editions WHERE editions.digest = batches.digest)`, list(w.dropped))
	w.exec(`DELETE FROM contents WHERE digest IN (SELECT value FROM json_each(?))
		AND NOT EXISTS (SELECT 1 FROM editions WHERE editions.byte_digest = contents.digest)`, list(w.dropped))
}

// open adds an edition, and keeps its facts and its bytes once for each digest.
func (w *writer) open(b *graph.Batch, state graph.EditionState, conflict graph.ConflictInfo) {
	o := &b.Origin
	if w.number(o.Digest) == 0 {
		w.exec("INSERT INTO batches (digest, facts) VALUES (?, ?)", o.Digest, graph.Pack(b.Facts()))
	}
	w.content(b)
	w.exec(`INSERT INTO editions (location, path, document, digest, byte_digest, format, model, state, since, until, at, conflict_location, conflict_node)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, nullif(?, ''), nullif(?, ''))`,
		o.Location, o.Path, string(o.Document), o.Digest, o.ByteDigest, o.Format, o.Model, string(state), w.revision,
		said(b).UnixNano(), conflict.Location, string(conflict.Node))
}

// said is when a batch was said: now, unless it comes from another store's journal.
func said(b *graph.Batch) time.Time {
	if b.At.IsZero() {
		return time.Now()
	}
	return b.At
}

func (w *writer) content(b *graph.Batch) {
	if len(b.Content) > 0 {
		w.exec("INSERT INTO contents (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", b.Origin.ByteDigest, graph.Pack(b.Content))
	}
}

// number gives the number of the batch with a digest, 0 when there is none.
func (w *writer) number(digest string) int64 {
	return w.get("SELECT number FROM batches WHERE digest = ?", digest)
}

// Editions is part of graph.Journal.
func (w *writer) Editions(_ context.Context, locations, paths []string, documents []graph.ID, digests []string) ([]graph.Edition, error) {
	var out []graph.Edition
	w.each(func(r row) error {
		out = append(out, edition(r))
		return nil
	}, "SELECT "+editionColumns+` FROM editions WHERE state <> 'PAST' AND seq IN (
			SELECT seq FROM editions WHERE state <> 'PAST' AND location IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE state <> 'PAST' AND path IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE document IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE digest IN (SELECT value FROM json_each(?))) ORDER BY seq`,
		list(locations), list(paths), list(documents), list(digests))
	return out, w.err
}

// Definers is part of graph.Journal.
func (w *writer) Definers(_ context.Context, nodes []graph.ID) ([]graph.Definer, error) {
	var out []graph.Definer
	w.each(func(r row) error {
		out = append(out, graph.Definer{Node: graph.ID(r.str(0)), Digest: r.str(1), Facts: r.str(2)})
		return nil
	}, `SELECT c.node, b.digest, c.fact_key FROM json_each(?) AS asked
		CROSS JOIN contributions AS c ON c.node = asked.value AND c.fact_key IS NOT NULL
		CROSS JOIN batches AS b ON b.number = c.key >> 24`, list(nodes))
	return out, w.err
}
