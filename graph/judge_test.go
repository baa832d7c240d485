package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A heldJournal is a journal of editions in memory. Package storetest tries Judge on random ones.
type heldJournal struct {
	current, refused []Batch
}

func (h heldJournal) Editions(_ context.Context, locations, paths []string, documents []ID, digests []string) ([]Edition, error) {
	var out []Edition
	add := func(bs []Batch, state EditionState) {
		for i := range bs {
			o := bs[i].Origin
			if slices.Contains(locations, o.Location) || slices.Contains(paths, o.Path) || slices.Contains(documents, o.Document) || slices.Contains(digests, o.Digest) {
				out = append(out, Edition{Origin: o, State: state})
			}
		}
	}
	add(h.current, Current)
	add(h.refused, Refused)
	return out, nil
}

func (h heldJournal) Definers(_ context.Context, nodes []ID) ([]Definer, error) {
	var out []Definer
	for _, b := range h.current {
		for _, c := range b.Contributions {
			if c.exclusive() && slices.Contains(nodes, c.Node) {
				out = append(out, Definer{c.Node, b.Origin.Digest, c.FactKey()})
			}
		}
	}
	return out, nil
}

// holds makes a batch: "a memory x=1 y=1" is what origin a says: document memory with routes x and y. "a" alone
// takes it back; "a! …" replaces; "a@/p …" has a path.
func holds(t *testing.T, text string) Batch {
	t.Helper()
	words := strings.Fields(text)
	where, path, _ := strings.Cut(words[0], "@")
	b := Batch{Origin: Origin{Location: strings.TrimSuffix(where, "!"), Path: path}, Replace: strings.HasSuffix(where, "!")}
	if len(words) > 1 {
		b.Origin.Document = NewID(Document, "R", words[1])
		b.Contributions = []Contribution{{Node: b.Origin.Document, Kind: Document, Document: b.Origin.Document}}
		for _, w := range words[2:] {
			handle, label, _ := strings.Cut(w, "=")
			b.Contributions = append(b.Contributions, Contribution{Node: NewID(Route, "R", handle), Kind: Route, Props: Props{"label": label}, Document: b.Origin.Document})
		}
	}
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	return b
}

func holdsAll(t *testing.T, texts []string) []Batch {
	t.Helper()
	var out []Batch
	for _, text := range texts {
		out = append(out, holds(t, text))
	}
	return out
}

// showJudgement writes what is to be done, naming digests by what the case's batches say.
func showJudgement(j *Judgement, named map[string]string) []string {
	var out []string
	by := func(c *ConflictInfo) string {
		if c == nil {
			return ""
		}
		return fmt.Sprintf(" by %s over %s", c.Location, c.Node.Local())
	}
	for _, o := range j.Outcomes {
		out = append(out, o.Location+" "+string(o.Result)+by(o.Conflict))
	}
	for _, r := range j.Renames {
		out = append(out, "rename "+r.From+" "+r.To)
	}
	for _, l := range j.Close {
		out = append(out, "close "+l)
	}
	for _, i := range j.Open {
		out = append(out, fmt.Sprint("open ", i))
	}
	for _, i := range j.Touch {
		out = append(out, fmt.Sprint("touch ", i))
	}
	for _, r := range j.Refuse {
		out = append(out, fmt.Sprintf("refuse %d %s %s", r.Batch, r.Location, named[r.Digest]))
	}
	for _, l := range j.Forget {
		out = append(out, "forget "+l)
	}
	for _, i := range j.Enter {
		out = append(out, fmt.Sprint("enter ", i))
	}
	var leaving []string
	for _, d := range j.Leave {
		leaving = append(leaving, "leave "+named[d])
	}
	slices.Sort(leaving)
	return append(out, leaving...)
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name                  string
		current, refused, say []string
		want                  string
	}{
		{"new", nil, nil, []string{"a m x=1"}, "a ADDED, open 0, enter 0"},
		{"unchanged", []string{"a m x=1"}, nil, []string{"a m x=1"}, "a UNCHANGED, touch 0"},
		{"changed", []string{"a m x=1"}, nil, []string{"a m x=2"}, "a REPLACED, close a, open 0, enter 0, leave m x=1"},
		{"another document", []string{"a m x=1"}, nil, []string{"a n x=1"}, "a REPLACED, close a, open 0, enter 0, leave m x=1"},
		{"copy", []string{"a m x=1"}, nil, []string{"b m x=1"}, "b COPIED, open 0"},
		{"two copies at once", nil, nil, []string{"a m x=1", "b m x=1"}, "a ADDED, b COPIED, open 0, open 1, enter 1"},
		{"one of two copies taken back", []string{"a m x=1", "b m x=1"}, nil, []string{"a"}, "a REMOVED, close a"},
		{"both copies taken back", []string{"a m x=1", "b m x=1"}, nil, []string{"a", "b"}, "a REMOVED, b REMOVED, close a, close b, leave m x=1"},
		{"moved to another place", []string{"a m x=1"}, nil, []string{"a", "b m x=1"}, "a REMOVED, b ADDED, close a, open 1"},
		{"taken back and never there", nil, nil, []string{"a"}, "a NOT_THERE"},
		{"refusal taken back", []string{"a m x=1"}, []string{"b m x=2"}, []string{"b"}, "b REMOVED, forget b"},

		{"document contested", []string{"a m x=1"}, nil, []string{"b m x=2"}, "b REFUSED by a over m, refuse 0 b m x=2"},
		{"record contested", []string{"a m x=1"}, nil, []string{"b n x=2"}, "b REFUSED by a over x, refuse 0 b n x=2"},
		{"the least record is named", []string{"a m x=1 y=1"}, nil, []string{"b n y=2 x=2"}, "b REFUSED by a over x, refuse 0 b n y=2 x=2"},
		{"the document before a lesser record", []string{"a m", "c o x=1"}, nil, []string{"b m x=2 a=2"}, "b REFUSED by a over m, refuse 0 b m x=2 a=2"},
		{"of copies the least location is named", []string{"c m x=1", "a m x=1"}, nil, []string{"b m x=2"}, "b REFUSED by a over m, refuse 0 b m x=2"},
		{"the first wins", nil, nil, []string{"b m x=2", "a m x=1"}, "b ADDED, a REFUSED by b over m, open 0, refuse 1 a m x=1, enter 0"},
		{"refused again", []string{"a m x=1"}, []string{"b m x=2"}, []string{"b m x=3"}, "b REFUSED by a over m, refuse 0 b m x=3"},
		{"refused no longer", nil, []string{"b m x=2"}, []string{"b m x=2"}, "b ADDED, open 0, forget b, enter 0"},

		{"a record moves", []string{"a m x=1 y=1", "b n z=1"}, nil, []string{"a m y=1", "b n z=1 x=1"},
			"a REPLACED, b REPLACED, close a, close b, open 0, open 1, enter 0, enter 1, leave m x=1 y=1, leave n z=1"},
		{"records swap", []string{"a m x=1", "b n y=1"}, nil, []string{"a m y=1", "b n x=1"},
			"a REPLACED, b REPLACED, close a, close b, open 0, open 1, enter 0, enter 1, leave m x=1, leave n y=1"},
		{"documents swap places", []string{"a m x=1", "b n y=1"}, nil, []string{"a n y=1", "b m x=1"}, "a REPLACED, b REPLACED, close a, close b, open 0, open 1"},
		{"three in a ring", []string{"a m x=1", "b n y=1", "c o z=1"}, nil, []string{"a m y=1", "b n z=1", "c o x=1"},
			"a REPLACED, b REPLACED, c REPLACED, close a, close b, close c, open 0, open 1, open 2, enter 0, enter 1, enter 2, leave m x=1, leave n y=1, leave o z=1"},
		{"a loser's old facts conflict anew", []string{"b n x=1", "c o y=1"}, nil, []string{"a m x=2", "b n y=2"},
			"a REFUSED by b over x, b REFUSED by c over y, refuse 0 a m x=2, refuse 1 b n y=2"},
		{"a chain of losers", []string{"b n x=1", "c o y=1", "d p z=1"}, nil, []string{"a m x=2", "b n y=2", "c o z=2"},
			"a REFUSED by b over x, b REFUSED by c over y, c REFUSED by d over z, refuse 0 a m x=2, refuse 1 b n y=2, refuse 2 c o z=2"},
		{"a twin does not keep out a change", []string{"b m x=1"}, nil, []string{"a m x=2", "b m x=3"},
			"a REFUSED by b over m, b REPLACED, close b, open 1, refuse 0 a m x=2, enter 1, leave m x=1"},
		{"nor what is unchanged", []string{"b m x=1"}, nil, []string{"a m x=2", "b m x=1"}, "a REFUSED by b over m, b UNCHANGED, touch 1, refuse 0 a m x=2"},
		{"copies that change apart", []string{"a m x=1", "b m x=1"}, nil, []string{"a m x=2", "b m x=3"},
			"a REFUSED by b over m, b REFUSED by a over m, refuse 0 a m x=2, refuse 1 b m x=3"},
		{"copies that change together", []string{"a m x=1", "b m x=1"}, nil, []string{"a m x=2", "b m x=2"},
			"a REPLACED, b REPLACED, close a, close b, open 0, open 1, enter 1, leave m x=1"},

		{"replace", []string{"a m x=1"}, nil, []string{"b! m x=2"}, "b ADDED, a DISPLACED by b over m, close a, open 0, refuse -1 a m x=1, enter 0, leave m x=1"},
		{"replace displaces copies", []string{"a m x=1", "c m x=1"}, nil, []string{"b! m x=2"},
			"b ADDED, a DISPLACED by b over m, c DISPLACED by b over m, close a, close c, open 0, refuse -1 a m x=1, refuse -1 c m x=1, enter 0, leave m x=1"},
		{"replace takes a copy that changes for granted", []string{"a m x=1", "c m x=1"}, nil, []string{"b! m x=2", "c o z=1"},
			"b ADDED, c REPLACED, a DISPLACED by b over m, close c, close a, open 0, open 1, refuse -1 a m x=1, enter 0, enter 1, leave m x=1"},
		{"replace frees what it displaces", []string{"a m x=1 y=1"}, nil, []string{"b! n x=2", "c o y=2"},
			"b ADDED, c ADDED, a DISPLACED by b over x, close a, open 0, open 1, refuse -1 a m x=1 y=1, enter 0, enter 1, leave m x=1 y=1"},
		{"replace does not beat an earlier batch", nil, nil, []string{"a m x=1", "b! m x=2"}, "a ADDED, b REFUSED by a over m, open 0, refuse 1 b m x=2, enter 0"},
		{"of a displaced loser the newer facts are kept", []string{"a m x=1"}, nil, []string{"b! m x=2", "a m x=3"},
			"b ADDED, a REFUSED by b over m, a DISPLACED by b over m, close a, open 0, refuse 1 a m x=3, enter 0, leave m x=1"},

		{"renamed", []string{"a@/p m x=1"}, nil, []string{"s@/p m x=1"}, "s UNCHANGED, rename a s, touch 0"},
		{"renamed and changed", []string{"a@/p m x=1"}, nil, []string{"s@/p m x=2"}, "s REPLACED, rename a s, close s, open 0, enter 0, leave m x=1"},
		{"renamed and taken back", []string{"a@/p m x=1"}, nil, []string{"s@/p"}, "s REMOVED, rename a s, close s, leave m x=1"},
		{"renamed with its refusal", []string{"a@/p m x=1", "c n y=1"}, []string{"a@/p m y=2"}, []string{"s@/p m y=3"}, "s REFUSED by c over y, rename a s, refuse 0 s m y=3"},
		{"renamed by the path of its refusal", []string{"a m x=1"}, []string{"a@/p n"}, []string{"s@/p m x=2"}, "s REPLACED, rename a s, close s, open 0, forget s, enter 0, leave m x=1"},
		{"not renamed: the old name is addressed", []string{"a@/p m x=1"}, nil, []string{"s@/p m x=1", "a"}, "s COPIED, a REMOVED, close a, open 0"},
		{"not renamed: the new name is known", []string{"a@/p m x=1", "s n y=1"}, nil, []string{"s@/p n y=2"}, "s REPLACED, close s, open 0, enter 0, leave n y=1"},
		{"renamed once", []string{"a@/p m x=1"}, nil, []string{"s@/p m x=1", "u@/p m x=1"}, "s UNCHANGED, u COPIED, rename a s, open 1, touch 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			journal := heldJournal{holdsAll(t, c.current), holdsAll(t, c.refused)}
			batches := holdsAll(t, c.say)
			named := map[string]string{}
			for i, text := range slices.Concat(c.current, c.refused, c.say) {
				if _, facts, ok := strings.Cut(text, " "); ok {
					named[slices.Concat(journal.current, journal.refused, batches)[i].Origin.Digest] = facts
				}
			}
			j, err := Judge(context.Background(), journal, batches)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(showJudgement(j, named), ", "); got != c.want {
				t.Errorf("\n  got  %s\n  want %s", got, c.want)
			}
			if effective := strings.Contains(c.want, "enter") || strings.Contains(c.want, "leave"); j.Revision(0) == 1 != effective {
				t.Errorf("effective: %t", j.Revision(0) == 1)
			}
		})
	}
}

func TestJudgeNamesDocuments(t *testing.T) {
	journal := heldJournal{holdsAll(t, []string{"a m x=1"}), holdsAll(t, []string{"b n x=2"})}
	j, err := Judge(context.Background(), journal, holdsAll(t, []string{"a", "b", "c o"}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range j.Outcomes {
		got = append(got, o.Document.Local())
	}
	if strings.Join(got, " ") != "m n o" {
		t.Errorf("documents %v: an origin that is taken back names what it held, or was refused", got)
	}
}

func TestJudgeRefuses(t *testing.T) {
	unsealed := holds(t, "a m x=1")
	unsealed.Origin.Digest = ""
	for name, bs := range map[string][]Batch{
		"unsealed": {unsealed}, "no location": {{}}, "one origin twice": holdsAll(t, []string{"a m x=1", "a"}),
	} {
		if _, err := Judge(context.Background(), heldJournal{}, bs); CodeOf(err) != Invalid {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestFactKey(t *testing.T) {
	base := Contribution{Node: "route:R/x", Kind: Route, Props: Props{"label": "X"}, Document: "document:R/m", Line: 1}
	same := base
	same.Props = Props{"label": "X"}
	if base.FactKey() != same.FactKey() {
		t.Error("equal contributions have two keys")
	}
	for name, change := range map[string]func(*Contribution){
		"value": func(c *Contribution) { c.Props = Props{"label": "x"} }, "document": func(c *Contribution) { c.Document = "document:R/n" }, "line": func(c *Contribution) { c.Line = 2 },
	} {
		other := base
		if change(&other); other.FactKey() == base.FactKey() {
			t.Errorf("another %s does not count", name)
		}
	}
}
