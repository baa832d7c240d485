package storetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// runs and systems are few, so that documents share them.
var (
	runNames    = []string{"QS-2026-03-01-quillstore-01", "QS-2026-05-11-quillstore-02", "LM-lamp post"}
	systemNames = []string{"quillstore", "lamp-post"}
	roles       = []string{"memory", "runtime", "reconciliation"}
	handles     = []string{"MEM-a", "RUN-B", "RUN-b", "Ärger/1"}
)

// A universe is what random documents talk about: few ids of every kind.
type universe struct {
	documents []graph.ID
	ids       map[graph.Kind][]graph.ID
}

func newUniverse() *universe {
	u := &universe{ids: map[graph.Kind][]graph.ID{}}
	add := func(k graph.Kind, id graph.ID) { u.ids[k] = append(u.ids[k], id) }
	for _, name := range systemNames {
		add(graph.System, graph.NewID(graph.System, name))
		add(graph.Repository, graph.NewPathID(graph.Repository, name+".example", "group/sub/"+name))
	}
	for i := range 3 {
		add(graph.IngestJob, graph.NewID(graph.IngestJob, fmt.Sprintf("2026-03-0%d", i)))
	}
	for _, run := range runNames {
		add(graph.Run, graph.NewID(graph.Run, run))
		add(graph.Source, graph.NewID(graph.Source, run, "SRC-1"))
		for _, role := range roles {
			add(graph.Document, graph.NewID(graph.Document, run, role))
		}
		for i := range 2 {
			add(graph.Passage, graph.NewID(graph.Passage, run, fmt.Sprintf("00ff%d", i)))
			add(graph.File, graph.NewPathID(graph.File, run, fmt.Sprintf("pkg/a_%d.go", i)))
		}
		for _, k := range graph.RecordKinds() {
			for _, h := range handles {
				add(k, graph.NewID(k, run, h))
			}
		}
		for _, k := range []graph.Kind{graph.Annotation, graph.Idea, graph.Issue, graph.Coverage, graph.Denial, graph.Finding} {
			for _, role := range roles {
				add(k, graph.NewID(k, run, role, "1"))
			}
		}
	}
	u.documents = u.ids[graph.Document]
	return u
}

// strangeStrings are what backends get wrong: case pairs, patterns, quotes, two forms of one accent,
// order beyond the basic plane, nothing, white space, and the syntax of full-text queries.
var strangeStrings = []string{
	"Shelf", "shelf", "SHELF", "café", "cafe\u0301", "100%", "100 x", "a_b", "axb", "it's", `say "hi"`, `C:\dir\n`, "CAFÉ",
	"\U0001F4DA books", "\uFF41 wide", "", " ", "line\nbreak", "zz", "Straße", "strasse", "0", "-1", "1e3", "null", "true", "[]",
	"shelf* OR NOT x", "a-b", "tab\tstop", "İı", "shelf lookup", "Shelf lookup table", "shelfLookup", "lookup shelf", "\u200b", "{}", "$1 ?1 :x",
}

var longString = "Long shelf " + strings.Repeat("é lookup ", 900)

var phrases = []string{
	"The shelf keeps what the lookup finds.", "Nothing is kept; the lookup forgets the shelf.", "Lookup, then shelf. CAFÉ!",
	`[{"label":"Owner","text":"100%\n"}]`, "\U0001F4DA books on a_b's shelf",
}

var ints = []int64{0, 1, 1, 2, 3, 7, -1, math.MaxInt32 + 1, math.MaxInt64, math.MinInt64}

// A source of random choices.
type chance struct{ *rand.Rand }

func newChance(seed, stream int) chance {
	return chance{rand.New(rand.NewPCG(uint64(seed), uint64(stream)))}
}

// one in n.
func (c chance) in(n int) bool { return c.IntN(n) == 0 }

func pick[T any](c chance, from []T) T { return from[c.IntN(len(from))] }

// some picks up to most of them, in any order, each at most once.
func some[T any](c chance, from []T, most int) []T {
	n := min(c.IntN(most+1), len(from))
	out := make([]T, 0, n)
	for _, i := range c.Perm(len(from))[:n] {
		out = append(out, from[i])
	}
	return out
}

func (c chance) text() string {
	switch {
	case c.in(40):
		return longString
	case c.in(3):
		return pick(c, strangeStrings)
	}
	return pick(c, strangeStrings[:5])
}

// value makes a value of a property; false when the universe has none.
func (u *universe) value(c chance, p *graph.Property) (any, bool) {
	switch p.Type {
	case graph.BoolProp:
		return c.in(2), true
	case graph.IntProp:
		return pick(c, ints), true
	case graph.FloatProp:
		return float64(c.IntN(5)) / 2, true
	case graph.ListProp:
		var list []string
		for range 1 + c.IntN(3) {
			if s, ok := u.word(c, p); ok {
				list = append(list, s)
			}
		}
		return list, len(list) > 0
	}
	s, ok := u.word(c, p)
	return s, ok
}

// word makes a string that a property may hold.
func (u *universe) word(c chance, p *graph.Property) (string, bool) {
	switch {
	case p.Enum != "":
		e := graph.EnumOf(p.Enum)
		if e == nil {
			return "", false
		}
		return pick(c, e.Values).Name, true
	case p.Ref != "":
		return string(pick(c, u.ids[p.Ref])), true
	case p.Opaque:
		return pick(c, phrases), true
	}
	return c.text(), true
}

// props makes properties for a kind. What can be an order is there more often, so that orders have
// both values and gaps.
func (u *universe) props(c chance, k graph.Kind) graph.Props {
	out := graph.Props{}
	info := graph.KindOf(k)
	for i := range info.Properties {
		p := &info.Properties[i]
		if p.Sortable || p.Name == info.Text || p.Merge == graph.Max {
			if c.in(3) {
				continue
			}
		} else if !c.in(5) {
			continue
		}
		if v, ok := u.value(c, p); ok {
			out[p.Name] = v
		}
	}
	return out
}
