package neo4j

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A saying is all that one document says of one node.
type saying struct {
	contributions []graph.Contribution
	facts         []string // the same as canonical JSON
	factKey       string   // set where the document claims the node for itself
}

// facts are what batches say, by what it is about: sayings by sayingKey, relationships by id.
type facts struct {
	sayings       map[string]*saying
	relationships map[graph.ID]*graph.Relationship
}

func sayingKey(c *graph.Contribution) string { return string(c.Document) + " " + string(c.Node) }

func newFacts() *facts {
	return &facts{map[string]*saying{}, map[graph.ID]*graph.Relationship{}}
}

func (f *facts) add(b *graph.Batch) {
	for i := range b.Contributions {
		c := &b.Contributions[i]
		s := f.sayings[sayingKey(c)]
		if s == nil {
			s = &saying{}
			f.sayings[sayingKey(c)] = s
		}
		s.contributions, s.facts = append(s.contributions, *c), append(s.facts, string(c.Facts()))
		if c.Role == graph.Defines && graph.KindOf(c.Kind).Sharing == graph.Exclusive {
			s.factKey = c.FactKey()
		}
	}
	for i := range b.Relationships {
		f.relationships[b.Relationships[i].ID] = &b.Relationships[i]
	}
}

// A merging is the change of the live graph in one Apply.
type merging struct {
	*writer
	leaving, entering *facts
	touched           map[graph.ID]*touched
}

// A touched node may have to come, to change or to go.
type touched struct {
	there         bool // before the Apply
	changed       bool // documents say something else of it now
	linked        bool // a relationship touches it after the Apply
	contributions []graph.Contribution
}

func (m *merging) touch(id graph.ID) *touched {
	t := m.touched[id]
	if t == nil {
		t = &touched{}
		m.touched[id] = t
	}
	return t
}

// facts brings the live graph from what leaves to what enters. What both say is not written: a document
// that was corrected in one place costs what that place does.
func (w *writer) facts(bs []graph.Batch, j *graph.Judgement) {
	m := &merging{w, newFacts(), newFacts(), map[graph.ID]*touched{}}
	m.list(readBatches, "digests", j.Leave, func(r row) error {
		b, err := graph.UnpackBatch(r.blob("facts"), graph.Origin{})
		if err == nil {
			m.leaving.add(b)
		}
		return err
	})
	for _, i := range j.Enter {
		m.entering.add(&bs[i])
	}
	gone, said := m.sayings()
	less, more, other := m.links()
	for _, t := range slices.Sorted(maps.Keys(less)) {
		m.list(dropRelationships(t), "ids", less[t], nothing)
	}
	m.load()
	m.list(dropContributions, "keys", gone, nothing)
	m.rows(writeContributions, said)
	m.merge()
	for _, t := range slices.Sorted(maps.Keys(more)) {
		m.rows(addRelationships(t), more[t])
	}
	for _, t := range slices.Sorted(maps.Keys(other)) {
		m.rows(changeRelationships(t), other[t])
	}
}

// sayings compares what documents said of nodes with what they say: keys of what they do not say any
// more, and rows of what they did not say before.
func (m *merging) sayings() (gone []string, said []map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(m.leaving.sayings)) {
		if m.entering.sayings[key] == nil {
			m.touch(m.leaving.sayings[key].contributions[0].Node).changed = true
			gone = append(gone, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.entering.sayings)) {
		s := m.entering.sayings[key]
		first := &s.contributions[0]
		if old := m.leaving.sayings[key]; old != nil && slices.Equal(old.facts, s.facts) {
			continue
		}
		m.touch(first.Node).changed = true
		row := map[string]any{"key": key, "node": string(first.Node), "document": string(first.Document), "facts": s.facts}
		if s.factKey != "" {
			row["factKey"] = s.factKey
		}
		said = append(said, row)
	}
	return gone, said
}

// links compares relationships, by type: ids of those that go, rows of those that come, and of those
// that stay with other evidence. The id of a relationship stands for its ends.
func (m *merging) links() (less map[graph.RelType][]string, more, other map[graph.RelType][]map[string]any) {
	less, more, other = map[graph.RelType][]string{}, map[graph.RelType][]map[string]any{}, map[graph.RelType][]map[string]any{}
	for _, id := range slices.Sorted(maps.Keys(m.leaving.relationships)) {
		r := m.leaving.relationships[id]
		if now := m.entering.relationships[id]; now == nil || !sameEnds(r, now) {
			m.touch(r.Source)
			m.touch(r.Target)
			less[r.Type] = append(less[r.Type], string(id))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.entering.relationships)) {
		r := m.entering.relationships[id]
		row := map[string]any{"source": string(r.Source), "target": string(r.Target), "props": encodeRelationship(r)}
		switch old := m.leaving.relationships[id]; {
		case old == nil || !sameEnds(old, r):
			m.touch(r.Source).linked = true
			m.touch(r.Target).linked = true
			more[r.Type] = append(more[r.Type], row)
		case *old != *r:
			other[r.Type] = append(other[r.Type], row)
		}
	}
	return less, more, other
}

func sameEnds(a, b *graph.Relationship) bool {
	return a.Type == b.Type && a.Source == b.Source && a.Target == b.Target
}

// load finds out which touched nodes there are, and what documents say of them that this Apply is not about.
// Relationships that go are gone by now.
func (m *merging) load() {
	ids := list(slices.Sorted(maps.Keys(m.touched)))
	m.list(readTouched, "ids", ids, func(r row) error {
		t := m.touched[graph.ID(r.str("id"))]
		t.there, t.linked = r.bool("there"), t.linked || r.bool("linked")
		for _, item := range r.list("said") {
			columns, _ := item.([]any)
			if len(columns) != 2 {
				return fmt.Errorf("what is said of %s came as %d columns", r.str("id"), len(columns))
			}
			key, _ := columns[0].(string)
			if m.leaving.sayings[key] != nil || m.entering.sayings[key] != nil {
				continue
			}
			for _, text := range stringsOf(columns[1]) {
				var c graph.Contribution
				if err := json.Unmarshal([]byte(text), &c); err != nil {
					return fmt.Errorf("what is said of %s is damaged: %w", r.str("id"), err)
				}
				t.contributions = append(t.contributions, c)
			}
		}
		return nil
	})
	for _, s := range m.entering.sayings {
		if t := m.touched[s.contributions[0].Node]; t != nil {
			t.contributions = append(t.contributions, s.contributions...)
		}
	}
}

// merge gives every touched node what its contributions make: those that are to be are written, by kind
// and in the order of ids, the others deleted.
func (m *merging) merge() {
	if m.err != nil {
		return
	}
	nodes := map[graph.Kind][]map[string]any{}
	var bodies []map[string]any
	var removed, bare []string
	for _, id := range slices.Sorted(maps.Keys(m.touched)) {
		t := m.touched[id]
		switch {
		case !t.exists() && t.there:
			removed, bare = append(removed, string(id)), append(bare, string(id))
			continue
		case !t.exists() || t.there && !t.changed:
			continue
		}
		n := graph.MergeNode(id, t.contributions)
		row, err := encodeNode(&n)
		m.err = cmp.Or(m.err, err)
		nodes[n.Kind] = append(nodes[n.Kind], row.props)
		if row.body != nil {
			bodies = append(bodies, row.body)
		} else if t.there {
			bare = append(bare, string(id))
		}
	}
	m.list(dropNodes, "ids", removed, nothing)
	m.list(dropBodies, "ids", bare, nothing)
	for _, k := range slices.Sorted(maps.Keys(nodes)) {
		m.rows(writeNodes(k), nodes[k])
	}
	m.rows(writeBodies, bodies)
}

// exists tells whether a node is to be: something defines it, or a relationship touches it.
func (t *touched) exists() bool {
	return t.linked || slices.ContainsFunc(t.contributions, func(c graph.Contribution) bool { return c.Role == graph.Defines })
}
