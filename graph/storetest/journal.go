package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Apply follows the rules in the comment of graph.Change one after the other.
func (m *Model) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	if err := firstError(ctx.Err(), validBatches(bs)); err != nil {
		return graph.Change{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.rename(bs)
	v := decide(m.held(), bs)
	before := m.loaded()
	a := &applying{Model: m, now: time.Now()}
	var outcomes []graph.Outcome
	for i := range bs {
		b := clone(&bs[i])
		o := graph.Outcome{Location: b.Origin.Location, Was: was[b.Origin.Location], Document: b.Origin.Document}
		if conflict, lost := v.lost[i]; lost {
			o.Result, o.Conflict = graph.RefusedResult, &conflict
			a.refused = append(a.refused, edition(b, graph.Refused, &conflict))
		} else {
			a.accept(b, &o)
		}
		outcomes = append(outcomes, o)
	}
	for _, location := range slices.Sorted(maps.Keys(v.displaced)) {
		outcomes = append(outcomes, a.displace(location, v.displaced[location]))
	}
	if !maps.Equal(before, m.loaded()) {
		m.revision++
	}
	for i := range bs {
		m.revision = max(m.revision, bs[i].Revision)
	}
	a.enter()
	m.purge(bs)
	m.compute()
	return graph.Change{Revision: m.revision, Outcomes: outcomes}, nil
}

func validBatches(bs []graph.Batch) error {
	seen := map[string]bool{}
	for i := range bs {
		b := &bs[i]
		if err := b.Validate(); err != nil {
			return err
		}
		if !b.Empty() && b.Origin.Digest == "" {
			return graph.Errorf(graph.Invalid, "the batch of %q is not sealed", b.Origin.Location)
		}
		if seen[b.Origin.Location] {
			return graph.Errorf(graph.Invalid, "two batches of %q in one Apply", b.Origin.Location)
		}
		seen[b.Origin.Location] = true
	}
	return nil
}

func clone(b *graph.Batch) *graph.Batch {
	out := *b
	out.Contributions = slices.Clone(b.Contributions)
	for i := range out.Contributions {
		out.Contributions[i].Props = maps.Clone(out.Contributions[i].Props)
	}
	out.Relationships = slices.Clone(b.Relationships)
	out.Content = slices.Clone(b.Content)
	return &out
}

func edition(b *graph.Batch, state graph.EditionState, conflict *graph.ConflictInfo) graph.Edition {
	return graph.Edition{Origin: b.Origin, State: state, At: b.At, Conflict: conflict, Batch: b, Content: b.Content}
}

// find gives the edition of an origin in a state, nil when there is none. There is at most one that
// is current and one that is refused.
func (m *Model) find(location string, state graph.EditionState) *graph.Edition {
	for i := range m.journal {
		if e := &m.journal[i]; e.Origin.Location == location && e.State == state {
			return e
		}
	}
	return nil
}

func (m *Model) known(location string) bool {
	return m.find(location, graph.Current) != nil || m.find(location, graph.Refused) != nil
}

// rename gives known origins their new locations: the whole journal of an origin goes with it. An
// origin that another batch addresses by its old location is not renamed. It gives the old locations
// by the new ones.
func (m *Model) rename(bs []graph.Batch) map[string]string {
	addressed := map[string]bool{}
	for i := range bs {
		addressed[bs[i].Origin.Location] = true
	}
	was := map[string]string{}
	for i := range bs {
		to, path := bs[i].Origin.Location, bs[i].Origin.Path
		if path == "" || m.known(to) {
			continue
		}
		from := m.atPath(path)
		if from == "" || addressed[from] {
			continue
		}
		was[to] = from
		for k := range m.journal {
			if m.journal[k].Origin.Location == from {
				m.journal[k].Origin.Location = to
			}
		}
	}
	return was
}

// atPath gives the location of the known origin with this path, of several the least; "" for none.
func (m *Model) atPath(path string) string {
	least := ""
	for _, e := range m.journal {
		if l := e.Origin.Location; e.State != graph.Past && e.Origin.Path == path && (least == "" || l < least) {
			least = l
		}
	}
	return least
}

// held gives what each current origin says.
func (m *Model) held() map[string]*graph.Batch {
	out := map[string]*graph.Batch{}
	for _, e := range m.journal {
		if e.State == graph.Current {
			out[e.Origin.Location] = e.Batch
		}
	}
	return out
}

func (m *Model) digests() map[string]bool {
	out := map[string]bool{}
	for _, b := range m.held() {
		out[b.Origin.Digest] = true
	}
	return out
}

// loaded gives the digests of what documents say.
func (m *Model) loaded() map[string]bool {
	out := map[string]bool{}
	for _, b := range m.held() {
		if !b.Origin.Document.Kind().Operational() {
			out[b.Origin.Digest] = true
		}
	}
	return out
}

// purge deletes the past of the origins that are purged, and all past of what is operational.
func (m *Model) purge(bs []graph.Batch) {
	m.journal = slices.DeleteFunc(m.journal, func(e graph.Edition) bool {
		purged := slices.ContainsFunc(bs, func(b graph.Batch) bool { return b.Purge && b.Origin.Location == e.Origin.Location })
		return e.State == graph.Past && (purged || e.Origin.Document.Kind().Operational())
	})
}

// applying is the part of an Apply that comes after the conflicts are decided.
type applying struct {
	*Model
	now             time.Time
	closed, refused []graph.Edition
}

// accept carries out a batch that has not lost, as if batches came one by one.
func (a *applying) accept(b *graph.Batch, o *graph.Outcome) {
	location := b.Origin.Location
	cur, ref := a.find(location, graph.Current), a.find(location, graph.Refused)
	switch {
	case b.Empty() && cur == nil && ref == nil:
		o.Result = graph.NotThere
	case b.Empty():
		o.Result, o.Document = graph.Removed, cmp.Or(cur, ref).Origin.Document
		a.close(location)
	case cur != nil && cur.Origin.Digest == b.Origin.Digest:
		o.Result = graph.Unchanged
		cur.Origin.ByteDigest, cur.Origin.Format, cur.Origin.Path = b.Origin.ByteDigest, b.Origin.Format, b.Origin.Path
		cur.Content = b.Content
	default:
		switch {
		case cur != nil:
			o.Result = graph.Replaced
		case a.digests()[b.Origin.Digest]:
			o.Result = graph.Copied
		default:
			o.Result = graph.Added
		}
		a.close(location)
		a.journal = append(a.journal, edition(b, graph.Current, nil))
	}
	a.forget(location)
}

// displace makes a current origin a refused one. What a batch of this Apply says for the origin is
// newer, and is then what is kept as refused.
func (a *applying) displace(location string, by graph.ConflictInfo) graph.Outcome {
	cur := *a.find(location, graph.Current)
	a.close(location)
	if !slices.ContainsFunc(a.refused, func(e graph.Edition) bool { return e.Origin.Location == location }) {
		e := edition(cur.Batch, graph.Refused, &by)
		e.Origin, e.Content, e.At = cur.Origin, cur.Content, time.Time{} // it is refused now, whenever it was said
		a.refused = append(a.refused, e)
	}
	return graph.Outcome{Location: location, Document: cur.Origin.Document, Result: graph.Displaced, Conflict: &by}
}

// close ends the current edition of an origin, if any. Its Until is set by enter.
func (a *applying) close(location string) {
	if e := a.find(location, graph.Current); e != nil {
		e.State = graph.Past
		a.closed = append(a.closed, *e)
	}
}

func (m *Model) forget(location string) {
	m.journal = slices.DeleteFunc(m.journal, func(e graph.Edition) bool {
		return e.State == graph.Refused && e.Origin.Location == location
	})
}

// enter puts the refusals behind what was accepted and stamps all that came or went.
func (a *applying) enter() {
	for _, e := range a.refused {
		a.forget(e.Origin.Location)
		a.journal = append(a.journal, e)
	}
	for i := range a.journal {
		e := &a.journal[i]
		if e.State == graph.Past && slices.ContainsFunc(a.closed, func(c graph.Edition) bool { return c.Seq == e.Seq }) {
			e.Until = a.revision
		}
		if e.Seq == 0 {
			a.seq++
			e.Seq, e.Since = a.seq, a.revision
			if e.At.IsZero() {
				e.At = a.now
			}
		}
	}
}

// A verdict says which batches of an Apply lose, and which current origins to a Replace.
type verdict struct {
	lost      map[int]graph.ConflictInfo
	displaced map[string]graph.ConflictInfo
}

// decide finds the end state: all batches are tried together, those that clash lose and what their
// origins said before stands again, until the rest fits. Then whoever lost to a batch that lost
// itself is tried again, until nobody more fits.
func decide(held map[string]*graph.Batch, bs []graph.Batch) verdict {
	v := verdict{lost: map[int]graph.ConflictInfo{}}
	for i := range bs {
		if bs[i].Refused != nil {
			v.lost[i] = *bs[i].Refused
		}
	}
	for {
		displaced, more := try(held, bs, v.lost)
		if len(more) == 0 {
			v.displaced = displaced
			break
		}
		maps.Copy(v.lost, more)
	}
	for i := 0; i < len(bs); i++ {
		conflict, lost := v.lost[i]
		if !lost || bs[i].Refused != nil || !hasLost(bs, v.lost, conflict.Location) {
			continue
		}
		others := maps.Clone(v.lost)
		delete(others, i)
		displaced, more := try(held, bs, others)
		if len(more) == 0 {
			v, i = verdict{others, displaced}, -1
		} else if again, ok := more[i]; ok {
			v.lost[i] = again
		}
	}
	return v
}

func hasLost(bs []graph.Batch, lost map[int]graph.ConflictInfo, location string) bool {
	for i := range lost {
		if bs[i].Origin.Location == location {
			return true
		}
	}
	return false
}

// try builds the end state without the batches that lost already: first what the origins without a
// batch hold, then the batches in order, each compared with all that is there.
func try(held map[string]*graph.Batch, bs []graph.Batch, lost map[int]graph.ConflictInfo) (displaced map[string]graph.ConflictInfo, more map[int]graph.ConflictInfo) {
	standing := maps.Clone(held)
	for i := range bs {
		if _, l := lost[i]; !l {
			delete(standing, bs[i].Origin.Location)
		}
	}
	displaced, more = map[string]graph.ConflictInfo{}, map[int]graph.ConflictInfo{}
	var won []*graph.Batch
	for i := range bs {
		b := &bs[i]
		if _, l := lost[i]; l || b.Empty() {
			continue
		}
		clashes := clashesWith(b, won)
		var old []graph.ConflictInfo
		for _, location := range slices.Sorted(maps.Keys(standing)) {
			if node := clash(b, standing[location]); node != "" {
				old = append(old, graph.ConflictInfo{Location: location, Node: node})
			}
		}
		if !b.Replace {
			clashes = append(clashes, old...)
		}
		if len(clashes) > 0 {
			more[i] = worst(b, clashes)
			continue
		}
		for _, c := range old {
			displaced[c.Location] = graph.ConflictInfo{Location: b.Origin.Location, Node: c.Node}
			delete(standing, c.Location)
		}
		won = append(won, b)
	}
	return displaced, more
}

// clashesWith compares a batch with those that won before it, the last first.
func clashesWith(b *graph.Batch, won []*graph.Batch) []graph.ConflictInfo {
	var out []graph.ConflictInfo
	for _, w := range slices.Backward(won) {
		if node := clash(b, w); node != "" {
			out = append(out, graph.ConflictInfo{Location: w.Origin.Location, Node: node})
		}
	}
	return out
}

// worst chooses the clash to report: over the whole document, else over the least node.
func worst(b *graph.Batch, clashes []graph.ConflictInfo) graph.ConflictInfo {
	best := clashes[0]
	for _, c := range clashes[1:] {
		if best.Node != b.Origin.Document && (c.Node == b.Origin.Document || c.Node < best.Node) {
			best = c
		}
	}
	return best
}

// clash gives what two batches cannot both hold: the document, else the least node of an exclusive
// kind; "" when they get along.
func clash(a, b *graph.Batch) graph.ID {
	if a.Origin.Digest == b.Origin.Digest {
		return ""
	}
	if a.Origin.Document == b.Origin.Document {
		return a.Origin.Document
	}
	least := graph.ID("")
	for i := range a.Contributions {
		for k := range b.Contributions {
			c, d := &a.Contributions[i], &b.Contributions[k]
			if c.Node == d.Node && claims(c) && claims(d) && c.FactKey() != d.FactKey() && (least == "" || c.Node < least) {
				least = c.Node
			}
		}
	}
	return least
}

func claims(c *graph.Contribution) bool {
	return c.Role == graph.Defines && graph.KindOf(c.Kind).Sharing == graph.Exclusive
}

// History goes through the whole journal.
func (m *Model) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []graph.Edition
	for _, e := range m.journal {
		if !asked(&e, &q) || q.Limit > 0 && len(out) == q.Limit {
			continue
		}
		facts := clone(e.Batch)
		facts.Origin, facts.Content, facts.Replace, facts.At, facts.Refused = e.Origin, nil, false, time.Time{}, nil
		facts.Revision = 0
		if e.Batch = facts; !q.Facts {
			e.Batch = nil
		}
		if !q.Content {
			e.Content = nil
		}
		out = append(out, e)
	}
	return out, nil
}

// asked tells whether a query wants an edition. A refused one came with the revision it met.
func asked(e *graph.Edition, q *graph.HistoryQuery) bool {
	switch {
	case e.Origin.Document.Kind().Operational():
		return false
	case len(q.Locations) > 0 && !slices.Contains(q.Locations, e.Origin.Location):
		return false
	case len(q.Documents) > 0 && !slices.Contains(q.Documents, e.Origin.Document):
		return false
	case q.Current && e.State == graph.Past:
		return false
	case q.Revision > 0 && e.Since != q.Revision && e.Until != q.Revision:
		return false
	}
	return e.Seq > q.AfterSeq
}
