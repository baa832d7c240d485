package sqlite

import (
	"context"
	"database/sql"
	"fmt"
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
	if s.write == nil {
		if s.cause == nil {
			return graph.Change{}, graph.Errorf(graph.Unavailable, "%s: the store %s was opened to read only", doing, s.path)
		}
		return graph.Change{}, coded(ctx, s.cause, doing)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return graph.Change{}, coded(ctx, err, doing)
	}
	defer tx.Rollback()
	w := &writer{tx: tx, ctx: ctx, shapes: s.shapes, stmts: map[string]*sql.Stmt{}}
	change, err := w.apply(bs)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return graph.Change{}, coded(ctx, err, doing)
	}
	return change, nil
}

// A writer carries out one Apply. It is gone with it, so it may hold the context.
type writer struct {
	ctx      context.Context
	tx       *sql.Tx
	shapes   shapes
	stmts    map[string]*sql.Stmt
	revision uint64   // after the Apply
	dropped  []string // digests of facts and bytes that may have lost their last edition
	rows     int      // written, for looking at the context now and then
}

// exec runs a statement, which it prepares once. A context that can end costs a goroutine for each
// statement, so statements run without and the context is looked at between them.
func (w *writer) exec(text string, args ...any) error {
	if w.rows++; w.rows%64 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	stmt, err := w.stmt(text)
	if err != nil {
		return err
	}
	if _, err := stmt.ExecContext(context.WithoutCancel(w.ctx), args...); err != nil {
		return fmt.Errorf("writing (%.60s): %w", text, err)
	}
	return nil
}

func (w *writer) stmt(text string) (*sql.Stmt, error) {
	if stmt := w.stmts[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := w.tx.PrepareContext(context.WithoutCancel(w.ctx), text)
	if err != nil {
		return nil, fmt.Errorf("preparing (%.60s): %w", text, err)
	}
	w.stmts[text] = stmt
	return stmt, nil
}

// each reads inside the transaction.
func (w *writer) each(row func(scan) error, text string, args ...any) error {
	stmt, err := w.stmt(text)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(w.ctx, args...)
	if err != nil {
		return fmt.Errorf("reading (%.60s): %w", text, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// apply judges the batches and carries the judgement out.
func (w *writer) apply(bs []graph.Batch) (graph.Change, error) {
	j, err := graph.Judge(w.ctx, w, bs)
	if err != nil {
		return graph.Change{}, err
	}
	if j.Effective() {
		if err := w.exec("UPDATE state SET revision = revision + 1"); err != nil {
			return graph.Change{}, err
		}
	}
	err = w.each(func(scan scan) error { return scan(&w.revision) }, "SELECT revision FROM state")
	if err != nil {
		return graph.Change{}, err
	}
	if err := w.journal(bs, j); err != nil {
		return graph.Change{}, err
	}
	if err := w.facts(bs, j); err != nil {
		return graph.Change{}, err
	}
	if err := w.sweep(); err != nil {
		return graph.Change{}, err
	}
	return graph.Change{Revision: w.revision, Outcomes: j.Outcomes}, nil
}

// journal writes the editions of a judgement.
func (w *writer) journal(bs []graph.Batch, j *graph.Judgement) error {
	for _, r := range j.Renames {
		if err := w.exec("UPDATE editions SET location = ? WHERE location = ?", r.To, r.From); err != nil {
			return err
		}
	}
	for _, location := range j.Close {
		if err := w.exec("UPDATE editions SET state = 'PAST', until = ? WHERE location = ? AND state = 'CURRENT'", int64(w.revision), location); err != nil {
			return err
		}
	}
	for _, location := range j.Forget {
		if err := w.forget(location); err != nil {
			return err
		}
	}
	for _, i := range j.Open {
		if err := w.open(&bs[i], graph.Current, graph.ConflictInfo{}); err != nil {
			return err
		}
	}
	for _, i := range j.Touch {
		o := &bs[i].Origin
		if err := w.drop("SELECT digest, byte_digest FROM editions WHERE location = ? AND state = 'CURRENT'", o.Location); err != nil {
			return err
		}
		if err := w.content(&bs[i]); err != nil {
			return err
		}
		if err := w.exec("UPDATE editions SET byte_digest = ?, format = ?, path = ? WHERE location = ? AND state = 'CURRENT'",
			o.ByteDigest, o.Format, o.Path, o.Location); err != nil {
			return err
		}
	}
	return w.refuse(bs, j.Refuse)
}

// refuse keeps what lost. Where an origin loses its facts and a newer batch of it is refused in the
// same Apply, the batch is what is kept.
func (w *writer) refuse(bs []graph.Batch, refusals []graph.Refusal) error {
	newer := map[string]bool{}
	for _, r := range refusals {
		if r.Batch < 0 && newer[r.Location] {
			continue
		}
		if err := w.forget(r.Location); err != nil {
			return err
		}
		if r.Batch >= 0 {
			newer[r.Location] = true
			if err := w.open(&bs[r.Batch], graph.Refused, r.Conflict); err != nil {
				return err
			}
			continue
		}
		// The edition that was just closed, once more.
		if err := w.exec(`INSERT INTO editions (location, path, document, digest, byte_digest, format, model, state, since, until, at, conflict_location, conflict_node)
			SELECT location, path, document, digest, byte_digest, format, model, 'REFUSED', ?, 0, ?, ?, ?
			FROM editions WHERE location = ? AND digest = ? ORDER BY seq DESC LIMIT 1`,
			int64(w.revision), time.Now().UnixNano(), r.Conflict.Location, string(r.Conflict.Node), r.Location, r.Digest); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) forget(location string) error {
	if err := w.drop("SELECT digest, byte_digest FROM editions WHERE location = ? AND state = 'REFUSED'", location); err != nil {
		return err
	}
	return w.exec("DELETE FROM editions WHERE location = ? AND state = 'REFUSED'", location)
}

// drop notes two digests that an edition is about to lose.
func (w *writer) drop(text string, location string) error {
	return w.each(func(scan scan) error {
		var facts, bytes string
		err := scan(&facts, &bytes)
		w.dropped = append(w.dropped, facts, bytes)
		return err
	}, text, location)
}

// open adds an edition with its facts and its bytes.
func (w *writer) open(b *graph.Batch, state graph.EditionState, conflict graph.ConflictInfo) error {
	if _, err := w.batch(b); err != nil {
		return err
	}
	if err := w.content(b); err != nil {
		return err
	}
	o := &b.Origin
	return w.exec(`INSERT INTO editions (location, path, document, digest, byte_digest, format, model, state, since, until, at, conflict_location, conflict_node)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, nullif(?, ''), nullif(?, ''))`,
		o.Location, o.Path, string(o.Document), o.Digest, o.ByteDigest, o.Format, o.Model, string(state), int64(w.revision),
		time.Now().UnixNano(), conflict.Location, string(conflict.Node))
}

// batch keeps the facts of a batch, once for each digest, and gives their number.
func (w *writer) batch(b *graph.Batch) (number int64, err error) {
	number, err = w.number(b.Origin.Digest)
	if err != nil || number > 0 {
		return number, err
	}
	facts, err := marshal(graph.Batch{Contributions: b.Contributions, Relationships: b.Relationships})
	if err != nil {
		return 0, err
	}
	packed, err := deflate([]byte(facts))
	if err != nil {
		return 0, err
	}
	if err := w.exec("INSERT INTO batches (digest, facts) VALUES (?, ?)", b.Origin.Digest, packed); err != nil {
		return 0, err
	}
	return w.number(b.Origin.Digest)
}

// number gives the number of the batch with a digest, 0 when there is none.
func (w *writer) number(digest string) (number int64, err error) {
	err = w.each(func(scan scan) error { return scan(&number) }, "SELECT number FROM batches WHERE digest = ?", digest)
	return number, err
}

// content keeps the bytes that a batch was read from, once for each digest.
func (w *writer) content(b *graph.Batch) error {
	if len(b.Content) == 0 {
		return nil
	}
	packed, err := deflate(b.Content)
	if err != nil {
		return err
	}
	return w.exec("INSERT INTO contents (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", b.Origin.ByteDigest, packed)
}

// sweep drops the facts and bytes of editions that were forgotten or touched, unless others still
// refer to them.
func (w *writer) sweep() error {
	if len(w.dropped) == 0 {
		return nil
	}
	dropped := list(w.dropped)
	if err := w.exec(`DELETE FROM batches WHERE digest IN (SELECT value FROM json_each(?))
		AND NOT EXISTS (SELECT 1 FROM editions WHERE editions.digest = batches.digest)`, dropped); err != nil {
		return err
	}
	return w.exec(`DELETE FROM contents WHERE digest IN (SELECT value FROM json_each(?))
		AND NOT EXISTS (SELECT 1 FROM editions WHERE editions.byte_digest = contents.digest)`, dropped)
}

// Editions is part of graph.Journal.
func (w *writer) Editions(ctx context.Context, locations, paths []string, documents []graph.ID, digests []string) ([]graph.Edition, error) {
	var out []graph.Edition
	err := w.each(func(scan scan) error {
		e, err := scanEdition(scan)
		out = append(out, e)
		return err
	}, "SELECT "+editionColumns+` FROM editions WHERE state <> 'PAST' AND seq IN (
			SELECT seq FROM editions WHERE state <> 'PAST' AND location IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE state <> 'PAST' AND path IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE document IN (SELECT value FROM json_each(?))
			UNION SELECT seq FROM editions WHERE digest IN (SELECT value FROM json_each(?))) ORDER BY seq`,
		list(locations), list(paths), list(documents), list(digests))
	return out, err
}

// Definers is part of graph.Journal.
func (w *writer) Definers(ctx context.Context, nodes []graph.ID) ([]graph.Definer, error) {
	var out []graph.Definer
	err := w.each(func(scan scan) error {
		var d graph.Definer
		err := scan(&d.Node, &d.Digest, &d.Facts)
		out = append(out, d)
		return err
	}, `SELECT c.node, b.digest, c.fact_key FROM json_each(?) AS asked
		CROSS JOIN contributions AS c ON c.node = asked.value AND c.fact_key IS NOT NULL
		CROSS JOIN batches AS b ON b.number = c.key >> 24`, list(nodes))
	return out, err
}
