package graph

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A RevisionInfo says what a revision changed.
type RevisionInfo struct {
	Revision uint64
	At       time.Time // when what it brought was loaded; zero when it only took back
	Changes  []DocumentChange
}

// A DocumentChange says what happened at one origin.
type DocumentChange struct {
	Result   Result // Added, Replaced, Removed, RefusedResult
	Document ID
	Location string
}

// A RevisionsQuery asks for a page of revisions, the newest first.
type RevisionsQuery struct {
	Documents []ID // only what became of these; none: all
	First     *int
	After     *string
}

// Revisions answers: what came, changed and went, and when? It reads the journal once, without facts. What was
// purged is in no revision any more. all is the number of revisions of the whole list. Errors: Invalid
// for a cursor of another list, Limit for a page that is too large.
func (g *Graph) Revisions(ctx context.Context, q RevisionsQuery) (rows *Page[RevisionInfo], all int, err error) {
	scope := CursorScope("history", nil, InIDs(q.Documents), nil)
	w, err := g.window(PageArgs{First: q.First, After: q.After}, scope, nil, false)
	if err != nil {
		return nil, 0, err
	}
	editions, err := g.store.History(ctx, HistoryQuery{Documents: q.Documents})
	if err != nil {
		return nil, 0, err
	}
	found := revisionsOf(editions)
	all = len(found)
	if w.after != nil {
		last, err := strconv.ParseUint(string(w.after.ID), 10, 64)
		if err != nil {
			return nil, 0, Errorf(Invalid, "the cursor is damaged, or comes from another list")
		}
		at, there := slices.BinarySearchFunc(found, last, func(r RevisionInfo, n uint64) int { return cmp.Compare(n, r.Revision) })
		if there {
			at++
		}
		found = found[at:]
	}
	w.before = nil
	key := func(r *RevisionInfo) Key { return Key{ID: ID(strconv.FormatUint(r.Revision, 10))} }
	return page(w, found, key, false, scope), all, nil
}

// revisionsOf puts the editions of a journal under the revisions with which they came and went.
func revisionsOf(editions []Edition) []RevisionInfo {
	at := map[uint64]map[string]*DocumentChange{}
	times := map[uint64]time.Time{}
	change := func(revision uint64, e *Edition) *DocumentChange {
		if at[revision] == nil {
			at[revision] = map[string]*DocumentChange{}
		}
		c := at[revision][e.Origin.Location]
		if c == nil {
			c = &DocumentChange{Location: e.Origin.Location}
			at[revision][e.Origin.Location] = c
		}
		return c
	}
	for i := range editions {
		e := &editions[i]
		if e.Until > 0 {
			if c := change(e.Until, e); c.Result == "" {
				c.Result, c.Document = Removed, e.Origin.Document
			}
		}
	}
	for i := range editions {
		e := &editions[i]
		c := change(e.Since, e)
		switch {
		case e.State == Refused && c.Result == "":
			c.Result, c.Document = RefusedResult, e.Origin.Document
		case e.State == Refused:
		case c.Result == Removed:
			c.Result, c.Document = Replaced, e.Origin.Document
		default:
			c.Result, c.Document = Added, e.Origin.Document
		}
		if t := times[e.Since]; t.IsZero() || e.At.Before(t) {
			times[e.Since] = e.At
		}
	}
	var out []RevisionInfo
	for revision, changes := range at {
		r := RevisionInfo{Revision: revision, At: times[revision]}
		for _, c := range changes {
			r.Changes = append(r.Changes, *c)
		}
		slices.SortFunc(r.Changes, func(a, b DocumentChange) int { return strings.Compare(a.Location, b.Location) })
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b RevisionInfo) int { return cmp.Compare(b.Revision, a.Revision) })
	return out
}
