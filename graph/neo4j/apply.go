package neo4j

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Apply replaces what the origins of the batches said before, in one transaction.
func (s *Store) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	const doing = "applying batches"
	for i := range bs {
		if err := cmp.Or(bs[i].Validate(), validOrigin(&bs[i].Origin)); err != nil {
			return graph.Change{}, err
		}
	}
	switch {
	case s.options.ReadOnly:
		return graph.Change{}, graph.Errorf(graph.Unavailable, "%s: the store at %s was opened to read only", doing, s.address)
	case ctx.Err() != nil:
		return graph.Change{}, s.coded(ctx, ctx.Err(), doing)
	}
	var change graph.Change
	now := time.Now()
	err := s.write(ctx, doing, func(t *transaction, token string) (err error) {
		w := &writer{transaction: t, token: token, now: now}
		change, err = w.apply(bs)
		return err
	})
	if err != nil {
		return graph.Change{}, err
	}
	return change, nil
}

// maxOrigin bounds the names of an origin, which are indexed, in bytes.
const maxOrigin = 4_000

// validOrigin refuses what Neo4j would not keep as it is.
func validOrigin(o *graph.Origin) error {
	for _, s := range []string{o.Location, o.Path, o.ByteDigest, o.Format, o.Digest} {
		if !utf8.ValidString(s) || len(s) > maxOrigin {
			return graph.Errorf(graph.Invalid, "the origin %.200q cannot be kept: names must be valid UTF-8 of at most %d bytes", o.Location, maxOrigin)
		}
	}
	return nil
}

// A writer runs the statements of one Apply. After the first error it does nothing more, so that who
// uses it looks at err once.
type writer struct {
	*transaction
	token string
	now   time.Time
	err   error

	revision uint64 // after the Apply
	seq      uint64 // of the last edition
	dropped  []string
}

// query runs a statement and hands over its rows.
func (w *writer) query(text string, params map[string]any, take func(row) error) {
	if w.err == nil {
		w.err = w.each(statement{text, params}, take)
	}
}

// nothing is for rows that a statement does not give.
func nothing(row) error { return nil }

// How much one statement takes: rows with values, their bytes, items of a list.
const (
	chunkRows  = 1_000
	chunkBytes = 8 << 20
	chunkItems = 10_000
)

// rows runs a statement for rows, if there are any, as many at a time as are good for it.
func (w *writer) rows(text string, rows []map[string]any) {
	for len(rows) > 0 {
		n, bytes := 0, 0
		for n < len(rows) && n < chunkRows && (n == 0 || bytes < chunkBytes) {
			bytes += weight(rows[n])
			n++
		}
		w.query(text, map[string]any{"rows": rows[:n]}, nothing)
		rows = rows[n:]
	}
}

// list runs a statement for the items of a list, if there are any, and hands over its rows.
func (w *writer) list(text, name string, items []string, take func(row) error) {
	for chunk := range slices.Chunk(items, chunkItems) {
		w.query(text, map[string]any{name: chunk}, take)
	}
}

// weight gives the bytes of strings and byte arrays in a row.
func weight(row map[string]any) (n int) {
	for _, v := range row {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		case []string:
			for _, s := range v {
				n += len(s)
			}
		case map[string]any:
			n += weight(v)
		}
	}
	return n
}

// apply judges the batches and carries the judgement out. A write that was committed before, when its
// end was lost, gives what it gave.
func (w *writer) apply(bs []graph.Batch) (graph.Change, error) {
	var done *graph.Change
	locked := false
	w.query(lockStore, map[string]any{"token": w.token}, func(r row) error {
		locked = true
		w.revision, w.seq = uint64(r.num("revision")), uint64(r.num("seq"))
		if text := r.str("change"); text != "" {
			done = &graph.Change{}
			return json.Unmarshal([]byte(text), done)
		}
		return nil
	})
	switch {
	case w.err != nil:
		return graph.Change{}, w.err
	case !locked:
		return graph.Change{}, graph.Errorf(graph.Unavailable, "the store at %s is gone; open it again to make a new one", w.store.address)
	case done != nil:
		return *done, nil
	}
	j, err := graph.Judge(w.ctx, w, bs)
	if err != nil {
		return graph.Change{}, err
	}
	w.revision = j.Revision(w.revision)
	w.facts(bs, j)
	w.journal(bs, j)
	w.sweep()
	change := graph.Change{Revision: w.revision, Outcomes: j.Outcomes}
	return change, w.leave(change)
}

// leave notes the result where a repetition of this write finds it.
func (w *writer) leave(change graph.Change) error {
	text, err := json.Marshal(change)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	w.query(leaveStore, map[string]any{"revision": int64(w.revision), "seq": int64(w.seq), "token": w.token, "change": string(text)}, nothing)
	return w.err
}

// journal writes the editions of a judgement.
func (w *writer) journal(bs []graph.Batch, j *graph.Judgement) {
	var renames []map[string]any
	for _, r := range j.Renames {
		renames = append(renames, map[string]any{"from": r.From, "to": r.To})
	}
	w.rows(renameOrigins, renames)
	if len(j.Close) > 0 {
		w.query(closeEditions, map[string]any{"locations": j.Close, "revision": int64(w.revision)}, nothing)
	}
	w.forget(j)
	w.list(purgeEditions, "locations", j.Purge, w.drop)
	w.touch(bs, j.Touch)
	var editions, batches, contents, again []map[string]any
	add := func(b *graph.Batch, state graph.EditionState, conflict *graph.ConflictInfo) {
		w.seq++
		e := graph.Edition{Seq: w.seq, Origin: b.Origin, State: state, Since: w.revision, At: w.said(b), Conflict: conflict}
		editions = append(editions, encodeEdition(&e))
		batches = append(batches, map[string]any{"digest": b.Origin.Digest, "bytes": graph.Pack(b.Facts())})
		contents = appendContent(contents, b)
	}
	for _, i := range j.Open {
		add(&bs[i], graph.Current, nil)
	}
	for _, r := range j.Refuse {
		if r.Batch >= 0 {
			add(&bs[r.Batch], graph.Refused, &r.Conflict)
			continue
		}
		w.seq++
		again = append(again, map[string]any{"location": r.Location, "digest": r.Digest, "seq": int64(w.seq), "since": int64(w.revision),
			"at": w.now.UnixNano(), "conflictLocation": r.Conflict.Location, "conflictNode": string(r.Conflict.Node)})
	}
	for _, i := range j.Touch {
		contents = appendContent(contents, &bs[i])
	}
	w.rows(addEditions, editions)
	w.rows(refuseAgain, again)
	w.rows(keepBatches, batches)
	w.rows(keepContents, contents)
}

// said is when a batch was said: now, unless it comes from another store's journal.
func (w *writer) said(b *graph.Batch) time.Time {
	if b.At.IsZero() {
		return w.now
	}
	return b.At
}

func appendContent(contents []map[string]any, b *graph.Batch) []map[string]any {
	if len(b.Content) == 0 {
		return contents
	}
	return append(contents, map[string]any{"digest": b.Origin.ByteDigest, "bytes": graph.Pack(b.Content)})
}

// forget drops the refused editions that a judgement drops or replaces.
func (w *writer) forget(j *graph.Judgement) {
	locations := append([]string{}, j.Forget...)
	for _, r := range j.Refuse {
		locations = append(locations, r.Location)
	}
	// Each once: nothing can be read from what the same statement has deleted.
	w.list(forgetRefusals, "locations", distinct(locations), w.drop)
}

// drop notes what an edition that was deleted has let go of.
func (w *writer) drop(r row) error {
	w.dropped = append(w.dropped, r.str("digest"), r.str("byteDigest"))
	return nil
}

// touch notes new bytes of the same facts.
func (w *writer) touch(bs []graph.Batch, which []int) {
	var rows []map[string]any
	for _, i := range which {
		o := &bs[i].Origin
		rows = append(rows, map[string]any{"location": o.Location, "byteDigest": o.ByteDigest, "format": o.Format, "path": o.Path})
	}
	if len(rows) == 0 {
		return
	}
	w.query(touchEditions, map[string]any{"rows": rows}, func(r row) error {
		w.dropped = append(w.dropped, r.str("byteDigest"))
		return nil
	})
}

// sweep deletes the facts and bytes that no edition refers to any more: those of forgotten refusals
// and of what was purged, and bytes that were replaced without a change of facts.
func (w *writer) sweep() {
	w.list(sweepBatches, "digests", distinct(w.dropped), nothing)
	w.list(sweepContents, "digests", distinct(w.dropped), nothing)
}

// Editions is part of graph.Journal.
func (w *writer) Editions(_ context.Context, locations, paths []string, documents []graph.ID, digests []string) ([]graph.Edition, error) {
	var out []graph.Edition
	params := map[string]any{"locations": locations, "paths": paths, "documents": list(documents), "digests": digests}
	w.query(journalLive, params, func(r row) error {
		out = append(out, edition(r.sub("e")))
		return nil
	})
	return out, w.err
}

// Definers is part of graph.Journal.
func (w *writer) Definers(_ context.Context, nodes []graph.ID) ([]graph.Definer, error) {
	var out []graph.Definer
	w.list(readDefiners, "nodes", list(nodes), func(r row) error {
		out = append(out, graph.Definer{Node: graph.ID(r.str("node")), Digest: r.str("digest"), Facts: r.str("facts")})
		return nil
	})
	return out, w.err
}
