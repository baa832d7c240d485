package graph

import (
	"context"
	"maps"
	"slices"
)

// A Journal is what Judge needs to know of a store's journal.
type Journal interface {
	// Editions gives the current and refused editions that match any of the four lists.
	Editions(ctx context.Context, locations, paths []string, documents []ID, digests []string) ([]Edition, error)
	// Definers gives, for nodes of exclusive kinds, what live batches define them: the batch's digest
	// and the FactKey of its contribution.
	Definers(ctx context.Context, nodes []ID) ([]Definer, error)
}

// A Definer says that the batch with this digest defines a node with these facts.
type Definer struct {
	Node   ID
	Digest string
	Facts  string
}

// A Judgement is what an Apply has to do. Backends carry it out; Judge decides it, by the rules of Change.
type Judgement struct {
	Outcomes []Outcome
	Renames  []Rename
	Close    []string  // locations whose current edition ends
	Open     []int     // batches whose edition becomes current
	Touch    []int     // batches that say the same again: note bytes, format and path
	Refuse   []Refusal // refused editions to keep, replacing the location's last one
	Forget   []string  // locations whose refused edition is dropped
	Enter    []int     // batches whose facts come in, each digest once
	Leave    []string  // digests whose facts go
	Purge    []string  // locations whose past editions are deleted, after Close

	effective bool
	least     uint64 // the revision that the batches want at least
}

// A Rename gives an origin another location.
type Rename struct{ From, To string }

// A Refusal keeps a batch that lost: one of this Apply, or, when Batch is -1, the facts that the
// displaced origin at Location held under Digest.
type Refusal struct {
	Batch    int
	Location string
	Digest   string
	Conflict ConflictInfo
}

// Revision gives the revision after the Apply from the one before: the next one when the set of facts
// that documents state changes, or what the batches say.
func (j *Judgement) Revision(before uint64) uint64 {
	if j.effective {
		before++
	}
	return max(before, j.least)
}

// Judge decides what applying the batches means, on the end state. Errors: Invalid when a batch is
// unsealed or two batches have one location; what the journal returns.
func Judge(ctx context.Context, journal Journal, bs []Batch) (*Judgement, error) {
	j := &judge{batches: bs, current: map[string]Edition{}, refused: map[string]ID{}, left: map[int]ConflictInfo{}}
	if err := j.check(); err != nil {
		return nil, err
	}
	if err := j.load(ctx, journal); err != nil {
		return nil, err
	}
	for i := range bs {
		if bs[i].Refused != nil {
			j.left[i] = *bs[i].Refused
		}
	}
	for j.pass() {
	}
	for j.readmit() {
	}
	j.pass() // nobody loses any more; it settles who is displaced
	return j.result(), nil
}

type judge struct {
	batches  []Batch
	mine     []map[ID]string    // what each batch claims
	current  map[string]Edition // relevant current editions by location, after renames
	refused  map[string]ID      // documents of refused editions by location
	definers []Definer
	renames  map[string]string // new location -> old

	left      map[int]ConflictInfo    // batches that lost
	displaced map[string]ConflictInfo // locations that lose their facts to a Replace
}

func (j *judge) check() error {
	seen := map[string]bool{}
	for i := range j.batches {
		b := &j.batches[i]
		switch {
		case b.Origin.Location == "" || !b.Empty() && b.Origin.Digest == "":
			return Errorf(Invalid, "batch %d of %q is not sealed", i, b.Origin.Location)
		case seen[b.Origin.Location]:
			return Errorf(Invalid, "two batches for origin %q in one Apply", b.Origin.Location)
		}
		seen[b.Origin.Location] = true
	}
	return nil
}

// load reads the editions that can matter: those at the batches' locations and paths, all that hold
// the documents in play, and all that hold a digest which defines a node in play.
func (j *judge) load(ctx context.Context, journal Journal) error {
	var locations, paths, digests []string
	var documents, nodes []ID
	for i := range j.batches {
		b := &j.batches[i]
		locations = append(locations, b.Origin.Location)
		if b.Origin.Path != "" {
			paths = append(paths, b.Origin.Path)
		}
		documents = append(documents, b.Origin.Document)
		j.mine = append(j.mine, b.claims())
		for _, c := range b.Contributions {
			if c.exclusive() {
				nodes = append(nodes, c.Node)
			}
		}
	}
	var err error
	if j.definers, err = journal.Definers(ctx, nodes); err != nil {
		return err
	}
	for _, d := range j.definers {
		digests = append(digests, d.Digest)
	}
	all, err := journal.Editions(ctx, locations, paths, documents, digests)
	if err != nil {
		return err
	}
	// An origin found by the path of one edition has its other edition at the same location.
	asked := setOf(locations)
	elsewhere := missing(asked, all, func(e *Edition) (string, bool) {
		return e.Origin.Location, slices.Contains(paths, e.Origin.Path)
	})
	if len(elsewhere) > 0 {
		more, err := journal.Editions(ctx, elsewhere, nil, nil, nil)
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	// What an origin is about to give up may be held by others.
	others := missing(setOf(documents), all, func(e *Edition) (ID, bool) { return e.Origin.Document, asked[e.Origin.Location] })
	if len(others) > 0 {
		more, err := journal.Editions(ctx, nil, nil, others, nil)
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	j.index(all)
	return nil
}

// missing gives what is wanted of editions and has not been asked for, and notes it as asked.
func missing[T comparable](asked map[T]bool, es []Edition, want func(*Edition) (T, bool)) (out []T) {
	for i := range es {
		if v, wanted := want(&es[i]); wanted && !asked[v] {
			asked[v] = true
			out = append(out, v)
		}
	}
	return out
}

// index notes renames and files the editions under their locations.
func (j *judge) index(editions []Edition) {
	at, byPath := map[string]bool{}, map[string]string{}
	for _, e := range editions {
		at[e.Origin.Location] = true
		// Of several origins with one path, the least is taken for the one that moved.
		if p := e.Origin.Path; p != "" && (byPath[p] == "" || e.Origin.Location < byPath[p]) {
			byPath[p] = e.Origin.Location
		}
	}
	addressed := map[string]bool{}
	for i := range j.batches {
		addressed[j.batches[i].Origin.Location] = true
	}
	j.renames = map[string]string{}
	newName := map[string]string{}
	for i := range j.batches {
		o := &j.batches[i].Origin
		if old, ok := byPath[o.Path]; ok && o.Path != "" && !at[o.Location] && !addressed[old] {
			j.renames[o.Location], newName[old] = old, o.Location
			addressed[old] = true // a second batch with this path comes from a second file
		}
	}
	for _, e := range editions {
		if to, ok := newName[e.Origin.Location]; ok {
			e.Origin.Location = to
		}
		if e.State == Refused {
			j.refused[e.Origin.Location] = e.Origin.Document
		} else {
			j.current[e.Origin.Location] = e
		}
	}
}

// A claim is a right to a document or an exclusive node in the end state.
type claim struct {
	facts    string // digest of the document, FactKey of the node
	location string
	old      bool // held before this Apply
}

// pass judges all batches that have not lost yet against the end state; it reports whether more lost.
// What a loser said before stays, so each loss is judged anew.
func (j *judge) pass() (again bool) {
	j.displaced = map[string]ConflictInfo{}
	claims := j.standing()
	for i := range j.batches {
		b := &j.batches[i]
		if _, lost := j.left[i]; lost || b.Empty() {
			continue
		}
		mine := j.mine[i]
		if c, ok := j.contest(b, mine, claims); !ok {
			j.left[i] = c
			again = true
			continue
		}
		for key, facts := range mine {
			claims[key] = claim{facts, b.Origin.Location, false}
		}
	}
	return again
}

// readmit lets one loser back in that fits after all: whoever lost to a batch that lost itself is tried
// again. Else a new copy of a document, first in order, would keep out every change of the old one. It
// reports whether it found one.
func (j *judge) readmit() bool {
	for i := range j.batches {
		conflict, lost := j.left[i]
		if !lost || j.batches[i].Refused != nil || !j.hasLost(conflict.Location) {
			continue
		}
		left := maps.Clone(j.left)
		delete(j.left, i)
		if !j.pass() {
			return true
		}
		if again, ok := j.left[i]; ok {
			left[i] = again
		}
		j.left = left
	}
	return false
}

// hasLost tells whether the batch of an origin lost.
func (j *judge) hasLost(location string) bool {
	for i := range j.left {
		if j.batches[i].Origin.Location == location {
			return true
		}
	}
	return false
}

// standing gives the claims of current editions that no winning batch replaces.
func (j *judge) standing() map[ID]claim {
	holder := map[string]string{}
	claims := map[ID]claim{}
	touched := map[string]bool{}
	for i := range j.batches {
		if _, lost := j.left[i]; !lost {
			touched[j.batches[i].Origin.Location] = true
		}
	}
	for location, e := range j.current {
		if touched[location] {
			continue
		}
		if h, ok := holder[e.Origin.Digest]; !ok || location < h {
			holder[e.Origin.Digest] = location
		}
	}
	for _, d := range j.definers {
		if location, ok := holder[d.Digest]; ok {
			claims[d.Node] = claim{d.Facts, location, true}
		}
	}
	// A document is claimed whole, so its digest stands in for what it says of its own node.
	for digest, location := range holder {
		claims[j.current[location].Origin.Document] = claim{digest, location, true}
	}
	return claims
}

// contest tells whether a batch may have what it claims. With Replace it displaces what stood before.
func (j *judge) contest(b *Batch, mine map[ID]string, claims map[ID]claim) (ConflictInfo, bool) {
	var found *ConflictInfo
	taken := map[string]ID{}
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		c, ok := claims[key]
		if !ok || c.facts == mine[key] {
			continue
		}
		if _, gone := j.displaced[c.location]; gone && c.old {
			continue
		}
		if b.Replace && c.old {
			if _, ok := taken[c.location]; !ok || key == b.Origin.Document {
				taken[c.location] = key
			}
			continue
		}
		// A contested document says more than a contested record of it.
		if found == nil || key == b.Origin.Document {
			found = &ConflictInfo{Location: c.location, Node: key}
		}
	}
	if found != nil {
		return *found, false
	}
	for location, node := range taken {
		j.displace(location, ConflictInfo{Location: b.Origin.Location, Node: node})
	}
	return ConflictInfo{}, true
}

// displace takes the facts of an origin, and of every copy of it, out of the end state.
func (j *judge) displace(location string, by ConflictInfo) {
	digest := j.current[location].Origin.Digest
	for l, e := range j.current {
		if e.Origin.Digest == digest && !j.replaces(l) {
			j.displaced[l] = by
		}
	}
}

// replaces tells whether a batch that has not lost addresses the location.
func (j *judge) replaces(location string) bool {
	for i := range j.batches {
		if _, lost := j.left[i]; !lost && j.batches[i].Origin.Location == location {
			return true
		}
	}
	return false
}
