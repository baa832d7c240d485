package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A loading is one Apply and what has to come of it: outcomes, revision, routes.
type loading struct {
	batches  []graph.Batch
	outcomes string
	revision uint64
	routes   string
}

func load(outcomes string, revision uint64, routes string, bs ...graph.Batch) loading {
	return loading{bs, outcomes, revision, routes}
}

// loadings are the rules of graph.Change and the table of graph-model 1, a case each.
var loadings = map[string][]loading{
	"nothing": {load("", 0, "")},
	"the same again": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("a UNCHANGED", 1, "x=1", doc("a", "memory", route("x", "1"))),
	},
	"new facts": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("a REPLACED", 2, "y=2", doc("a", "memory", route("y", "2"))),
	},
	"another document at the same origin": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("a REPLACED", 2, "x=1", doc("a", "runtime", route("x", "1"))),
	},
	"the order of facts in a batch does not count": {
		load("a ADDED", 1, "x=1 y=2", doc("a", "memory", route("x", "1"), route("y", "2"))),
		load("a UNCHANGED", 1, "x=1 y=2", doc("a", "memory", route("y", "2"), route("x", "1"))),
	},
	"what is operational makes no revision": {
		load("ingest:1 ADDED, a ADDED", 1, "x=1", job("1", "RUNNING"), doc("a", "memory", route("x", "1"))),
		load("ingest:1 REPLACED", 1, "x=1", job("1", "SUCCEEDED")),
		load("ingest:1 REMOVED", 1, "x=1", gone("ingest:1")),
		load("ingest:1 NOT_THERE, a REMOVED", 2, "", gone("ingest:1"), gone("a")),
	},
	"purged and said again": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("a REPLACED", 2, "x=2", doc("a", "memory", route("x", "2"))),
		load("a REMOVED", 3, "", purged("a")),
		load("a NOT_THERE", 3, "", purged("a")),
		load("a ADDED", 4, "x=1", doc("a", "memory", route("x", "1"))),
	},
	"a second copy": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b COPIED", 1, "x=1", doc("b", "memory", route("x", "1"))),
		load("a REMOVED", 1, "x=1", gone("a")),
		load("b REMOVED", 2, "", gone("b")),
	},
	"two copies in one Apply": {
		load("a ADDED, b COPIED", 1, "x=1", doc("a", "memory", route("x", "1")), doc("b", "memory", route("x", "1"))),
		load("a REMOVED, b REMOVED", 2, "", gone("a"), gone("b")),
	},
	"an origin turns to the copy of another": {
		load("a ADDED, b ADDED", 1, "x=1 y=2", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "2"))),
		load("b REPLACED", 2, "x=1", doc("b", "memory", route("x", "1"))),
	},
	"facts move to another place": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("a REMOVED, b ADDED", 1, "x=1", gone("a"), doc("b", "memory", route("x", "1"))),
		load("c COPIED, b REMOVED", 1, "x=1", doc("c", "memory", route("x", "1")), gone("b")),
	},
	"one document from two places with other facts": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b REFUSED by a over document memory", 1, "x=1", doc("b", "memory", route("x", "2"), route("y", "2"))),
		load("a REMOVED", 2, "", gone("a")),
		load("b ADDED", 3, "x=2 y=2", doc("b", "memory", route("x", "2"), route("y", "2"))),
	},
	"one record from two documents": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b REFUSED by a over route x, c ADDED", 2, "x=1 z=3", doc("b", "runtime", route("x", "2"), route("y", "2")), doc("c", "overview", route("z", "3"))),
	},
	"one record from two documents that say the same of it": { // FactKey holds the document
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b REFUSED by a over route x", 1, "x=1", doc("b", "runtime", route("x", "1"))),
	},
	"the first of one Apply wins": {
		load("b ADDED, a REFUSED by b over document memory", 1, "x=2", doc("b", "memory", route("x", "2")), doc("a", "memory", route("x", "1"))),
		load("a REFUSED by b over document memory", 1, "x=2", doc("a", "memory", route("x", "1"))),
	},
	"the first of one Apply wins a record": {
		load("a ADDED, b REFUSED by a over route x, c ADDED", 1, "x=1 y=3",
			doc("a", "memory", route("x", "1")), doc("b", "runtime", route("x", "2"), route("y", "2")), doc("c", "overview", route("y", "3"))),
	},
	"what a loser said before stays": {
		load("a ADDED, b ADDED", 1, "x=1 y=2", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "2"))),
		load("b REFUSED by a over route x", 1, "x=1 y=2", doc("b", "runtime", route("x", "2"), route("z", "2"))),
		load("b REPLACED", 2, "x=1 z=2", doc("b", "runtime", route("z", "2"))),
	},
	"what a loser said before conflicts anew": {
		load("b ADDED, c ADDED", 1, "x=b y=c", doc("b", "runtime", route("x", "b")), doc("c", "overview", route("y", "c"))),
		load("a REFUSED by b over route x, b REFUSED by c over route y", 1, "x=b y=c",
			doc("a", "memory", route("x", "a")), doc("b", "runtime", route("y", "b"))),
	},
	"a record moves within one Apply": {
		load("a ADDED, b ADDED", 1, "x=1 y=1 z=1", doc("a", "memory", route("x", "1"), route("y", "1")), doc("b", "runtime", route("z", "1"))),
		load("a REPLACED, b REPLACED", 2, "x=2 y=1 z=1", doc("a", "memory", route("y", "1")), doc("b", "runtime", route("x", "2"), route("z", "1"))),
		load("a REPLACED, b REPLACED", 3, "x=3 y=1 z=1", doc("a", "memory", route("x", "3"), route("y", "1")), doc("b", "runtime", route("z", "1"))),
	},
	"records swap within one Apply": {
		load("a ADDED, b ADDED", 1, "x=1 y=1", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "1"))),
		load("a REPLACED, b REPLACED", 2, "x=2 y=2", doc("a", "memory", route("y", "2")), doc("b", "runtime", route("x", "2"))),
	},
	"documents swap their places": {
		load("a ADDED, b ADDED", 1, "x=1 y=1", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "1"))),
		load("a REPLACED, b REPLACED", 1, "x=1 y=1", doc("a", "runtime", route("y", "1")), doc("b", "memory", route("x", "1"))),
	},
	"a record goes round three origins": {
		load("a ADDED, b ADDED, c ADDED", 1, "x=1 y=1 z=1", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "1")), doc("c", "overview", route("z", "1"))),
		load("a REPLACED, b REPLACED, c REPLACED", 2, "x=2 y=2 z=2", doc("a", "memory", route("y", "2")), doc("b", "runtime", route("z", "2")), doc("c", "overview", route("x", "2"))),
	},
	"a twin that comes first does not keep out a change": {
		load("b ADDED", 1, "x=1", doc("b", "memory", route("x", "1"))),
		load("a REFUSED by b over document memory, b REPLACED", 2, "x=3", doc("a", "memory", route("x", "2")), doc("b", "memory", route("x", "3"))),
	},
	"a twin that comes first leaves what is there": {
		load("b ADDED", 1, "x=1", doc("b", "memory", route("x", "1"))),
		load("a REFUSED by b over document memory, b UNCHANGED", 1, "x=1", doc("a", "memory", route("x", "2")), doc("b", "memory", route("x", "1"))),
	},
	"replacing a document": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b ADDED, a DISPLACED by b over document memory", 2, "x=2", replacing(doc("b", "memory", route("x", "2")))),
		load("a REFUSED by b over document memory", 2, "x=2", doc("a", "memory", route("x", "1"))),
		load("b REMOVED", 3, "", gone("b")),
		load("a ADDED", 4, "x=1", doc("a", "memory", route("x", "1"))),
	},
	"replacing a record takes the whole other document": {
		load("a ADDED", 1, "x=1 y=1", doc("a", "memory", route("x", "1"), route("y", "1"))),
		load("b ADDED, a DISPLACED by b over route x", 2, "x=2", replacing(doc("b", "runtime", route("x", "2")))),
	},
	"replacing displaces every copy": {
		load("a ADDED, c COPIED", 1, "x=1", doc("a", "memory", route("x", "1")), doc("c", "memory", route("x", "1"))),
		load("b ADDED, a DISPLACED by b over document memory, c DISPLACED by b over document memory", 2, "x=2", replacing(doc("b", "memory", route("x", "2")))),
	},
	"replacing several at once": {
		load("a ADDED, b ADDED, c ADDED", 1, "x=1 y=1 z=1", doc("a", "memory", route("x", "1")), doc("b", "runtime", route("y", "1")), doc("c", "overview", route("z", "1"))),
		load("c REPLACED, a DISPLACED by c over route x, b DISPLACED by c over route y", 2, "x=2 y=2", replacing(doc("c", "overview", route("x", "2"), route("y", "2")))),
	},
	"replacing without a conflict is loading": {
		load("a ADDED", 1, "x=1", replacing(doc("a", "memory", route("x", "1")))),
		load("b COPIED", 1, "x=1", replacing(doc("b", "memory", route("x", "1")))),
	},
	"replacing does not beat an earlier batch": {
		load("a ADDED, b REFUSED by a over document memory", 1, "x=1", doc("a", "memory", route("x", "1")), replacing(doc("b", "memory", route("x", "2")))),
	},
	"a loser whose old facts are displaced too": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b ADDED, a REFUSED by b over document memory, a DISPLACED by b over document memory", 2, "x=2",
			replacing(doc("b", "memory", route("x", "2"))), doc("a", "memory", route("x", "3"))),
	},
	"taking back what was never said": {
		load("a NOT_THERE", 0, "", gone("a")),
		load("b ADDED, a NOT_THERE", 1, "x=1", doc("b", "memory", route("x", "1")), gone("a")),
	},
	"taking back a refusal": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b REFUSED by a over document memory", 1, "x=1", doc("b", "memory", route("x", "2"))),
		load("b REMOVED", 1, "x=1", gone("b")),
		load("b NOT_THERE", 1, "x=1", gone("b")),
	},
	"a file is known under another location": {
		load("a ADDED", 1, "x=1", from("/p", doc("a", "memory", route("x", "1")))),
		load("s (was a) UNCHANGED", 1, "x=1", from("/p", doc("s", "memory", route("x", "1")))),
		load("u (was s) REPLACED", 2, "x=2", from("/p", doc("u", "memory", route("x", "2")))),
		load("v (was u) REMOVED", 3, "", from("/p", gone("v"))),
	},
	"a renamed origin may lose": {
		load("a ADDED, c ADDED", 1, "x=1 y=1", from("/p", doc("a", "memory", route("x", "1"))), doc("c", "runtime", route("y", "1"))),
		load("s (was a) REFUSED by c over route y", 1, "x=1 y=1", from("/p", doc("s", "memory", route("y", "2")))),
		load("s REPLACED", 2, "x=3 y=1", from("/p", doc("s", "memory", route("x", "3")))),
	},
	"a refused origin is known too": {
		load("a ADDED", 1, "x=1", doc("a", "memory", route("x", "1"))),
		load("b REFUSED by a over document memory", 1, "x=1", from("/p", doc("b", "memory", route("x", "2")))),
		load("s (was b) REFUSED by a over document memory", 1, "x=1", from("/p", doc("s", "memory", route("x", "2")))),
		load("b NOT_THERE, s REMOVED", 1, "x=1", gone("b"), gone("s")),
	},
	"an origin that is addressed keeps its name": {
		load("a ADDED", 1, "x=1", from("/p", doc("a", "memory", route("x", "1")))),
		load("s COPIED, a REMOVED", 1, "x=1", from("/p", doc("s", "memory", route("x", "1"))), gone("a")),
	},
	"only one takes over a known path": {
		load("a ADDED", 1, "x=1", from("/p", doc("a", "memory", route("x", "1")))),
		load("s (was a) UNCHANGED, u COPIED", 1, "x=1", from("/p", doc("s", "memory", route("x", "1"))), from("/p", doc("u", "memory", route("x", "1")))),
	},
	"a known location is not renamed": {
		load("a ADDED, b ADDED", 1, "x=1 y=1", from("/p", doc("a", "memory", route("x", "1"))), doc("b", "runtime", route("y", "1"))),
		load("b REPLACED", 2, "x=1 y=2", from("/p", doc("b", "runtime", route("y", "2")))),
	},
}

func runLoading(t *testing.T, open Open) {
	for name, steps := range loadings {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, open)
			for i, l := range steps {
				c := s.apply(l.batches...)
				want(t, name+", outcomes", outcomes(c), l.outcomes)
				want(t, name+", revision of the change", c.Revision, l.revision)
				want(t, name+", revision", s.revision(), l.revision)
				want(t, name+", routes", s.routes(), l.routes)
				if t.Failed() {
					t.Fatalf("in Apply %d", i+1)
				}
			}
		})
	}
}

// runJournal checks what the journal keeps of loadings.
func runJournal(t *testing.T, open Open) {
	s := newScene(t, open)
	one, two := from("/p", doc("a", "memory", route("x", "1"), feeds("x", "y"))), doc("b", "memory", route("x", "2"))
	one.Content, two.Content = []byte("one\x00"), []byte("two")
	s.apply(one)
	s.apply(two)                                             // refused
	s.apply(doc("c", "runtime", route("z", "1")))            // revision 2
	two.Origin.ByteDigest = "b2"                             // other bytes, same facts
	s.apply(replacing(two))                                  // revision 3
	s.apply(gone("c"))                                       // revision 4
	s.apply(from("/p", doc("s", "memory", route("x", "3")))) // refused, renamed
	want(t, "whole journal", s.history(graph.HistoryQuery{}), "s PAST 1-3, c PAST 2-4, b CURRENT 3-0, s REFUSED 4-0")
	want(t, "current", s.history(graph.HistoryQuery{Current: true}), "b CURRENT 3-0, s REFUSED 4-0")
	want(t, "revision 3", s.history(graph.HistoryQuery{Revision: 3}), "s PAST 1-3, b CURRENT 3-0")
	want(t, "by location", s.history(graph.HistoryQuery{Locations: []string{"c", "none"}}), "c PAST 2-4")
	want(t, "by document", s.history(graph.HistoryQuery{Documents: []graph.ID{rec(graph.Document, "runtime")}}), "c PAST 2-4")
	want(t, "two", s.history(graph.HistoryQuery{Limit: 2}), "s PAST 1-3, c PAST 2-4")
	es := must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{Facts: true, Content: true}))
	if len(es) != 4 {
		t.Fatalf("%d editions, want 4", len(es))
	}
	want(t, "content", string(es[0].Content)+string(es[2].Content), "one\x00two")
	want(t, "byte digest", es[2].Origin.ByteDigest, "b2")
	want(t, "path", es[0].Origin.Path, "/p")
	want(t, "why refused", showConflict(es[3].Conflict), "b over document:QS-1/memory")
	moved := one
	moved.Origin.Location = "s"
	want(t, "facts", showBatch(es[0].Batch), showBatch(&moved))
	// What the journal kept can be said again: it seals to the same digest, and restores the graph.
	again := *es[0].Batch
	mustSeal(&again)
	want(t, "digest", again.Origin.Digest, one.Origin.Digest)
	want(t, "undo", outcomes(s.apply(replacing(again))), "s ADDED, b DISPLACED by s over document memory")
	want(t, "routes", s.routes(), "x=1 y?")
	want(t, "bare", len(must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{AfterSeq: es[3].Seq}))), 2)
}

// runPurge checks that the journal forgets what is purged and what is operational, whole.
func runPurge(t *testing.T, open Open) {
	s := newScene(t, open)
	one, two := doc("a", "memory", route("x", "1")), doc("a", "memory", route("x", "2"))
	one.Content = []byte("one")
	s.apply(job("1", "RUNNING"), one)
	s.apply(job("1", "SUCCEEDED"), two)
	s.apply(doc("b", "runtime", route("y", "1")))
	want(t, "before", s.history(graph.HistoryQuery{}), "a PAST 1-2, a CURRENT 2-0, b CURRENT 3-0")
	want(t, "operational", s.history(graph.HistoryQuery{Documents: []graph.ID{graph.NewID(graph.IngestJob, "1")}}), "")
	s.apply(gone("a"))
	want(t, "purge", outcomes(s.apply(purged("a"))), "a NOT_THERE")
	want(t, "after", s.history(graph.HistoryQuery{}), "b CURRENT 3-0")
	found := s.find(graph.Query{Kinds: []graph.Kind{graph.IngestJob}})
	want(t, "job", fmt.Sprint(len(found), " ", found[0].Props.String("state")), "1 SUCCEEDED")
	s.apply(gone("ingest:1"))
	want(t, "jobs", len(s.find(graph.Query{Kinds: []graph.Kind{graph.IngestJob}})), 0)
	// What was forgotten can come again as if for the first time.
	want(t, "again", outcomes(s.apply(one)), "a ADDED")
	es := must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{Locations: []string{"a"}, Facts: true, Content: true}))
	want(t, "editions", len(es), 1)
	want(t, "content", string(es[0].Content), "one")
}

// runTouch checks that the same facts from other bytes are noted without a revision.
func runTouch(t *testing.T, open Open) {
	s := newScene(t, open)
	b := doc("a", "memory", route("x", "1"))
	s.apply(b)
	b.Origin.ByteDigest, b.Origin.Format, b.Origin.Path, b.Content = "b9", "rendered", "/new", []byte("nine")
	want(t, "outcome", outcomes(s.apply(b)), "a UNCHANGED")
	es := must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{Content: true}))
	if len(es) != 1 {
		t.Fatalf("%d editions, want 1", len(es))
	}
	o := es[0].Origin
	want(t, "noted", o.ByteDigest+" "+o.Format+" "+o.Path+" "+string(es[0].Content), "b9 rendered /new nine")
	want(t, "came", es[0].Since, 1)
	if es[0].Batch != nil {
		t.Error("facts came without being asked for")
	}
}

// runTimes checks that a batch which says when it was said is noted with that time, current or refused,
// and that a repetition leaves the time alone.
func runTimes(t *testing.T, open Open) {
	s := newScene(t, open)
	said := time.Date(2026, time.October, 1, 12, 30, 0, 123456789, time.UTC)
	at := func(b graph.Batch, d time.Duration) graph.Batch {
		b.At = said.Add(d)
		return b
	}
	began := time.Now()
	s.apply(at(doc("a", "memory", route("x", "1")), 0))
	s.apply(at(doc("b", "memory", route("x", "2")), time.Nanosecond)) // refused
	s.apply(at(doc("a", "memory", route("x", "1")), time.Hour))       // the same again
	s.apply(doc("c", "runtime", route("y", "1")))
	// Displacing makes a refusal of its own; what was said long ago is refused now.
	s.apply(at(replacing(doc("d", "runtime", route("y", "2"))), time.Minute))
	var came []string
	for _, e := range must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{})) {
		when := e.At.UTC().Format(time.RFC3339Nano)
		if !e.At.Before(began) {
			when = "now"
		}
		came = append(came, fmt.Sprintf("%s %s %s", e.Origin.Location, e.State, when))
	}
	want(t, "times", strings.Join(came, ", "), "a CURRENT 2026-10-01T12:30:00.123456789Z, b REFUSED 2026-10-01T12:30:00.12345679Z, "+
		"c PAST now, d CURRENT 2026-10-01T12:31:00.123456789Z, c REFUSED now")
}
