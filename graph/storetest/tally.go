package storetest

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"golang.org/x/text/unicode/norm"
)

// A tally counts situations, so that a suite in which one never comes up does not pass for a good one.
type tally struct {
	mu    sync.Mutex
	count map[string]int
}

func (s *tally) add(situation string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[situation]++
}

func (s *tally) when(ok bool, situation string) {
	if ok {
		s.add(situation)
	}
}

// truth counts a test that came out true or false; both have to occur.
func (s *tally) truth(what string, ok bool) {
	if ok {
		s.add(what + " true")
	} else {
		s.add(what + " false")
	}
}

// situations lists what random histories and queries must have met.
var situations = func() []string {
	out := []string{
		"refused over a document", "refused over a record", "displaced by a record", "renamed", "renamed and replaced", "no revision", "copy taken back, facts stay",
		"past purged", "operational node replaced", "operational node taken back",
		"record moved within one Apply", "documents swapped within one Apply",
		"stub", "stub filled", "stub vanished", "node other than a record without definition", "intrinsic node",
		"amended", "amendment waits", "two amendments of a node", "amended node with a disagreement", "disagreement",
		"linked filter true", "linked filter false", "page ends before absent values", "page ends after absent values", "page ends within a tie", "page is read backward",
		"step cut off", "loop in a step", "parallel relationships in a step", "several steps at once", "group without a key",
		"strings differ in case only", "strings differ in normal form only", "string with %", "string with _", "string with '", `string with "`,
		`string with \`, "string beyond the basic plane", "empty string", "long string", "string of two lines",
	}
	for _, r := range []graph.Result{graph.Added, graph.Replaced, graph.Unchanged, graph.Copied, graph.Removed, graph.NotThere, graph.RefusedResult, graph.Displaced} {
		out = append(out, "result "+string(r))
	}
	for _, s := range []graph.EditionState{graph.Current, graph.Refused, graph.Past} {
		out = append(out, "edition "+string(s))
	}
	for _, op := range []graph.Op{graph.EQ, graph.NE, graph.AnyOf, graph.NoneOf, graph.GT, graph.GTE, graph.LT, graph.LTE,
		graph.Contains, graph.StartsWith, graph.Has, graph.HasAny, graph.IsNull} {
		out = append(out, "operator "+string(op)+" true", "operator "+string(op)+" false")
	}
	for _, name := range tierNames {
		out = append(out, "found by "+name)
	}
	return out
}()

var tierNames = map[graph.Tier]string{
	graph.TierHandle: "handle", graph.TierLabel: "label", graph.TierLabelPrefix: "label prefix",
	graph.TierLabelWords: "label words", graph.TierPhrase: "phrase", graph.TierText: "text",
}

// complete fails for every situation that did not occur.
func (s *tally) complete(t testing.TB) {
	t.Helper()
	for _, situation := range situations {
		if s.count[situation] == 0 {
			t.Errorf("never happened: %s. The generator has become too tame", situation)
		}
	}
}

// change counts what an Apply did, from the models before and after it.
func (s *tally) change(before, after *Model, bs []graph.Batch, c graph.Change) {
	s.when(c.Revision == before.revision, "no revision")
	held, digests := before.held(), after.digests()
	for _, o := range c.Outcomes {
		s.add("result " + string(o.Result))
		s.when(o.Was != "", "renamed")
		s.when(o.Was != "" && o.Result == graph.Replaced, "renamed and replaced")
		s.when(o.Result == graph.RefusedResult && o.Conflict.Node == o.Document, "refused over a document")
		s.when(o.Result == graph.RefusedResult && o.Conflict.Node != o.Document, "refused over a record")
		s.when(o.Result == graph.Displaced && o.Conflict.Node != o.Document, "displaced by a record")
		if b := held[o.Location]; b != nil && o.Result == graph.Removed {
			s.when(digests[b.Origin.Digest], "copy taken back, facts stay")
		}
	}
	for _, b := range bs {
		past := func(e graph.Edition) bool { return e.Origin.Location == b.Origin.Location && e.State == graph.Past }
		s.when(b.Purge && slices.ContainsFunc(before.journal, past), "past purged")
		if old := held[b.Origin.Location]; old != nil && old.Origin.Document.Kind().Operational() {
			s.when(b.Empty(), "operational node taken back")
			s.when(!b.Empty() && b.Origin.Digest != old.Origin.Digest, "operational node replaced")
		}
	}
	now := after.held()
	s.when(len(movedRecords(held, now)) > 0, "record moved within one Apply")
	for _, a := range bs {
		for _, b := range bs {
			x, y := a.Origin.Location, b.Origin.Location
			swapped := x != y && held[x] != nil && held[y] != nil && now[x] != nil && now[y] != nil &&
				held[x].Origin.Document != held[y].Origin.Document &&
				held[x].Origin.Document == now[y].Origin.Document && held[y].Origin.Document == now[x].Origin.Document
			s.when(swapped, "documents swapped within one Apply")
		}
	}
}

// movedRecords gives the records that one origin defined before and another, known before, does now.
func movedRecords(before, after map[string]*graph.Batch) []graph.ID {
	definer := func(held map[string]*graph.Batch) map[graph.ID]string {
		out := map[graph.ID]string{}
		for location, b := range held {
			for i := range b.Contributions {
				if c := &b.Contributions[i]; claims(c) && graph.KindOf(c.Kind).Record {
					out[c.Node] = location
				}
			}
		}
		return out
	}
	was, is := definer(before), definer(after)
	var out []graph.ID
	for id, location := range is {
		if old, ok := was[id]; ok && old != location && before[location] != nil && after[old] != nil {
			out = append(out, id)
		}
	}
	return out
}

// graphs counts what is in a graph and what became of its stubs.
func (s *tally) graphs(before, after *Model) {
	now := map[graph.ID]*graph.Node{}
	for i := range after.nodes {
		now[after.nodes[i].ID] = &after.nodes[i]
	}
	for _, n := range before.nodes {
		if isStub(&n) {
			s.when(now[n.ID] == nil, "stub vanished")
			s.when(now[n.ID] != nil && now[n.ID].Declared, "stub filled")
		}
	}
	amendments := map[graph.ID]int{}
	for _, b := range after.held() {
		for _, c := range b.Contributions {
			if c.Role == graph.Amended {
				s.when(now[c.Node] == nil || !now[c.Node].Declared, "amendment waits")
				if amendments[c.Node]++; amendments[c.Node] > 1 {
					s.add("two amendments of a node")
				}
			}
		}
	}
	for i := range after.nodes {
		n := &after.nodes[i]
		s.when(isStub(n), "stub")
		k := graph.KindOf(n.Kind)
		s.when(n.Declared && len(n.Props) == 0 && !k.Record && k.Sharing != graph.Intrinsic, "node other than a record without definition")
		s.when(graph.KindOf(n.Kind).Sharing == graph.Intrinsic, "intrinsic node")
		s.when(len(n.Amended) > 0, "amended")
		s.when(len(n.Disagreements) > 0, "disagreement")
		s.when(len(n.Amended) > 0 && len(n.Disagreements) > 0, "amended node with a disagreement")
		s.strings(n)
	}
	s.pairs(after)
}

func isStub(n *graph.Node) bool { return !n.Declared && graph.KindOf(n.Kind).Record }

func (s *tally) strings(n *graph.Node) {
	for name, v := range n.Props {
		str, ok := v.(string)
		if !ok || graph.PropertyOf(name).Opaque {
			continue
		}
		for _, sign := range []string{"%", "_", "'", `"`, `\`} {
			s.when(strings.Contains(str, sign), "string with "+sign)
		}
		s.when(strings.ContainsFunc(str, func(r rune) bool { return r > 0xFFFF }), "string beyond the basic plane")
		s.when(str == "", "empty string")
		s.when(len(str) >= 9000, "long string")
		s.when(strings.Contains(str, "\n"), "string of two lines")
	}
}

// pairs counts labels that a careless comparison takes for one.
func (s *tally) pairs(m *Model) {
	var labels []string
	for _, n := range m.nodes {
		if l := n.Props.String("label"); l != "" && len(l) < 100 && !slices.Contains(labels, l) {
			labels = append(labels, l)
		}
	}
	for i, a := range labels {
		for _, b := range labels[:i] {
			s.when(strings.EqualFold(a, b), "strings differ in case only")
			s.when(norm.NFC.String(a) == norm.NFC.String(b), "strings differ in normal form only")
		}
	}
}
