package graph

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ModelVersion is raised when lowering changes what it says about the same bytes.
const ModelVersion = 3

// An Origin is where a document came from. What is loaded from it replaces what it held (graph-model 1).
type Origin struct {
	Location string `json:"location"` // "study:quill/memory.md", or an absolute path
	// Path is the absolute path with links resolved, when the origin is a file. An origin that comes
	// under another Location with the Path of a known one is the known one, renamed.
	Path       string `json:"path,omitempty"`
	Document   ID     `json:"document"`   // the document it holds
	Digest     string `json:"digest"`     // of the canonical facts; set by Batch.Seal
	ByteDigest string `json:"byteDigest"` // SHA-256 of the bytes read, hexadecimal
	Format     string `json:"format"`
	Model      int    `json:"model"` // ModelVersion of the program that lowered it
}

// A Role says whether a contribution defines its node, refers to it, or amends it.
type Role int

// The roles. Refers is how a document names a record that another may declare: it makes nothing
// exist, and gives a stub the properties that the reference implies (run, system, handle).
const (
	Defines Role = iota
	Refers
	Amended
)

// A Contribution is what one document says of one node.
type Contribution struct {
	Node     ID     `json:"node"`
	Kind     Kind   `json:"kind"`
	Role     Role   `json:"role,omitempty"`
	Rank     int    `json:"rank,omitempty"` // lower wins among Defines and Refers; higher wins among Amended
	Props    Props  `json:"props,omitempty"`
	Document ID     `json:"document"`
	Line     int    `json:"line,omitempty"`
	Rule     string `json:"rule,omitempty"`

	facts []byte // see Facts
}

// Facts is the contribution as canonical JSON. Sealing its batch keeps it at hand.
func (c *Contribution) Facts() []byte {
	if c.facts == nil {
		out, _ := c.appendJSON(nil, nil)
		return out
	}
	return c.facts
}

// A Batch holds everything that an origin states. Applying one puts it in the place of the origin's last;
// applying one without contributions and relationships leaves the origin silent.
type Batch struct {
	Origin        Origin         `json:"origin"`
	Contributions []Contribution `json:"contributions"`
	Relationships []Relationship `json:"relationships"`

	// Content is the bytes read; kept beside the journal, no part of the facts.
	Content []byte `json:"-"`
	// Replace lets the batch take over a document or records that other origins hold with other facts.
	Replace bool `json:"-"`
	// At is when the origin said it, for a journal that is copied from another store; the zero time
	// means the time of the Apply.
	At time.Time `json:"-"`
	// Revision is the one at which the origin said it, for such a journal: the Apply makes no earlier one,
	// though nothing is left of what came in between.
	Revision uint64 `json:"-"`
	// Refused says over what the batch was refused in the store that the journal is copied from. It is
	// kept as its origin's refused edition, with this conflict, whatever it would meet here.
	Refused *ConflictInfo `json:"-"`
	// Purge makes a batch that takes its origin back take its past along: the journal forgets every
	// edition of the origin. What was purged can never be brought back.
	Purge bool `json:"-"`

	facts []byte // see Facts
}

// Facts is what a sealed batch says as canonical JSON, which Origin.Digest covers: no location, no
// bytes, no time. Reading it back as a Batch gives the same contributions and relationships.
func (b *Batch) Facts() []byte {
	if b.facts == nil {
		return b.write(0) // it was read back
	}
	return b.facts
}

// Empty tells whether the batch takes its origin back.
func (b *Batch) Empty() bool { return len(b.Contributions) == 0 && len(b.Relationships) == 0 }

// Caps of a batch. They bound what one document may put into a store. Sortable values travel in
// cursors, so they are shorter.
const (
	maxValueBytes    = 4 << 20
	maxSortableBytes = 64 << 10
	maxListItems     = 100_000
	maxFacts         = 2_000_000
)

// Seal puts a batch into canonical form (sorted, empty values dropped), validates it and sets
// Origin.Digest. Every batch must be sealed before Apply. Errors: Invalid, naming the first fault.
func (b *Batch) Seal() error {
	size := 64
	for i := range b.Contributions {
		size += b.Contributions[i].canonical()
	}
	for i := range b.Relationships {
		size += b.Relationships[i].size()
	}
	sortInPlace(b.Contributions, func(c *Contribution) string { return string(c.Node) }, (*Contribution).compare)
	sortInPlace(b.Relationships, (*Relationship).hash, func(r, s *Relationship) int { return strings.Compare(string(r.ID), string(s.ID)) })
	if err := b.Validate(); err != nil {
		return err
	}
	if b.facts = b.write(size + size/16); b.facts == nil { // some more for what is escaped
		b.Origin.Digest = ""
		return nil
	}
	sum := sha256.Sum256(b.facts)
	b.Origin.Digest = hex.EncodeToString(sum[:])
	return nil
}

// sortInPlace sorts large values, stably: by a text and, where its first bytes are equal, by compare. It sorts
// those bytes, which are at hand, with the positions, and then moves each value once.
func sortInPlace[T any](items []T, text func(*T) string, compare func(a, b *T) int) {
	type place struct {
		first uint64 // bytes of the text
		from  int    // where the item comes from that belongs here
	}
	places := make([]place, len(items))
	for i := range items {
		var first [8]byte
		copy(first[:], text(&items[i]))
		places[i] = place{binary.BigEndian.Uint64(first[:]), i}
	}
	slices.SortFunc(places, func(p, q place) int {
		if p.first != q.first {
			return cmp.Compare(p.first, q.first)
		}
		return cmp.Or(compare(&items[p.from], &items[q.from]), cmp.Compare(p.from, q.from))
	})
	for start := range places {
		if places[start].from == start {
			continue
		}
		first, at := items[start], start // one cycle of the permutation
		for places[at].from != start {
			next := places[at].from
			items[at], places[at].from = items[next], at
			at = next
		}
		items[at], places[at].from = first, at
	}
}

// compare orders contributions for canonical form and for merging.
func (c *Contribution) compare(d *Contribution) int {
	return cmp.Or(
		strings.Compare(string(c.Node), string(d.Node)),
		cmp.Compare(c.Role, d.Role),
		cmp.Compare(c.Rank, d.Rank),
		strings.Compare(string(c.Document), string(d.Document)),
		cmp.Compare(c.Line, d.Line),
	)
}

// canonical drops empty values and puts lists that are sets in order. It tells about how many bytes the
// contribution takes as JSON.
func (c *Contribution) canonical() (size int) {
	size = 160 + len(c.Node) + len(c.Document)
	for name, v := range c.Props {
		size += len(name) + 8
		switch v := v.(type) {
		case nil:
			delete(c.Props, name)
		case string:
			size += len(v)
		case []string:
			for _, s := range v {
				size += len(s) + 3
			}
			if len(v) == 0 {
				delete(c.Props, name)
			} else if p := PropertyOf(name); p != nil && p.Merge == Union {
				c.Props[name] = slices.Compact(slices.Sorted(slices.Values(v)))
			}
		}
	}
	return size
}

// write makes the canonical form of a batch that is in order and valid, about as long as size says; nil for
// an empty one.
func (b *Batch) write(size int) []byte {
	if b.Empty() {
		return nil
	}
	out := append(make([]byte, 0, size), `{"contributions":[`...)
	ends := make([]int, len(b.Contributions))
	var room []property
	for i := range b.Contributions {
		if i > 0 {
			out = append(out, ',')
		}
		out, room = b.Contributions[i].appendJSON(out, room)
		ends[i] = len(out)
	}
	out = append(out, `],"relationships":[`...)
	for i := range b.Relationships {
		if i > 0 {
			out = append(out, ',')
		}
		out = b.Relationships[i].appendJSON(out)
	}
	out = append(out, `]}`...)
	start := len(`{"contributions":[`)
	for i, end := range ends {
		b.Contributions[i].facts = out[start:end:end]
		start = end + 1
	}
	return out
}

// Validate checks a batch against the kinds table: ids, kinds, allowed ends, property names, types and
// enums, valid UTF-8 without NUL, finite numbers, sizes. Errors: Invalid, naming node or relationship.
func (b *Batch) Validate() error {
	if b.Origin.Location == "" {
		return Errorf(Invalid, "a batch needs an origin location")
	}
	if n := len(b.Contributions) + len(b.Relationships); n > maxFacts {
		return Errorf(Invalid, "%s states %d facts; at most %d are allowed in one document", b.Origin.Location, n, maxFacts)
	}
	if b.Empty() {
		if b.Refused != nil {
			return Errorf(Invalid, "%s: a batch that says nothing cannot have been refused", b.Origin.Location)
		}
		return nil
	}
	if k := b.Origin.Document.Kind(); k != Document && !k.Operational() || !b.Origin.Document.valid() {
		return Errorf(Invalid, "%s: %q is no document id", b.Origin.Location, b.Origin.Document)
	}
	if b.Purge {
		return Errorf(Invalid, "%s: a batch that says something cannot purge its origin", b.Origin.Location)
	}
	var room []property
	for i := range b.Contributions {
		c := &b.Contributions[i]
		room = c.properties(room)
		if err := c.validate(b.Origin.Document, room); err != nil {
			return fmt.Errorf("%s: %w", b.Origin.Location, err)
		}
		if i > 0 && c.Role == Defines && c.Node == b.Contributions[i-1].Node && b.Contributions[i-1].Role == Defines {
			return Errorf(Invalid, "%s: %s is defined twice", b.Origin.Location, c.Node)
		}
	}
	for i := range b.Relationships {
		if i > 0 && b.Relationships[i].ID == b.Relationships[i-1].ID {
			return Errorf(Invalid, "%s: relationship %s is stated twice", b.Origin.Location, b.Relationships[i].ID)
		}
		if err := b.Relationships[i].validate(b.Origin.Document); err != nil {
			return fmt.Errorf("%s: %w", b.Origin.Location, err)
		}
	}
	return nil
}

// validate checks a contribution that states the properties.
func (c *Contribution) validate(document ID, properties []property) error {
	info := KindOf(c.Kind)
	switch {
	case info == nil:
		return Errorf(Invalid, "unknown kind %q", c.Kind)
	case !c.Node.valid() || c.Node.Kind() != c.Kind:
		return Errorf(Invalid, "%q is no id of a node of kind %s", c.Node, c.Kind)
	case info.Sharing == Intrinsic:
		return Errorf(Invalid, "%s: nobody defines a %s; it exists while a relationship touches it", c.Node, c.Kind)
	case c.Role == Refers && !info.Record:
		return Errorf(Invalid, "%s: only records can be referred to without being defined", c.Node)
	case info.Operational != document.Kind().Operational():
		return Errorf(Invalid, "%s: what documents say and what the service notes of itself cannot stand in one batch", c.Node)
	case c.Document != document:
		return Errorf(Invalid, "%s: the batch is of %s, not of %q", c.Node, document, c.Document)
	}
	if d, has := c.Props["document"]; has && c.exclusive() && d != string(document) {
		return Errorf(Invalid, "%s: it says that %v declares it, in a batch of %s", c.Node, d, document)
	}
	for _, p := range properties {
		if p.of == nil {
			return Errorf(Invalid, "%s: kind %s has no property %q", c.Node, c.Kind, p.name)
		}
		if err := p.of.check(p.value); err != nil {
			return fmt.Errorf("%s: %w", c.Node, err)
		}
	}
	return nil
}

// check tests a value against the property's type, enum and bounds.
func (p *Property) check(v any) error {
	ok := false
	switch x := v.(type) {
	case string:
		if p.Type == StringProp {
			return p.checkText(x)
		}
	case []string:
		if p.Type != ListProp {
			break
		}
		if len(x) > maxListItems {
			return Errorf(Invalid, "property %q has %d items; at most %d are allowed", p.Name, len(x), maxListItems)
		}
		for _, s := range x {
			if err := p.checkText(s); err != nil {
				return err
			}
		}
		return nil
	case bool:
		ok = p.Type == BoolProp
	case int64:
		ok = p.Type == IntProp
	case float64:
		ok = p.Type == FloatProp && !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	if !ok {
		return Errorf(Invalid, "property %q cannot hold %v (%T)", p.Name, v, v)
	}
	return nil
}

func (p *Property) checkText(s string) error {
	switch {
	case !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0:
		return Errorf(Invalid, "property %q is not valid UTF-8 without NUL", p.Name)
	case len(s) > p.maxBytes():
		return Errorf(Invalid, "property %q is %d bytes long; at most %d are allowed", p.Name, len(s), p.maxBytes())
	}
	if p.Enum != "" && !enumHas[p.Enum][s] {
		return Errorf(Invalid, "property %q: %q is no value of %s", p.Name, s, p.Enum)
	}
	return nil
}

// enumHas are the values of each enum: a batch asks for those of every property.
var enumHas = func() map[string]map[string]bool {
	all := make(map[string]map[string]bool, len(Enums))
	for _, e := range Enums {
		values := make(map[string]bool, len(e.Values))
		for _, v := range e.Values {
			values[v.Name] = true
		}
		all[e.Name] = values
	}
	return all
}()

func (p *Property) maxBytes() int {
	if p.Sortable {
		return maxSortableBytes
	}
	return maxValueBytes
}

func (r *Relationship) validate(document ID) error {
	info := RelTypeOf(r.Type)
	switch {
	case info == nil:
		return Errorf(Invalid, "unknown relationship type %q", r.Type)
	case !r.Source.valid() || !r.Target.valid():
		return Errorf(Invalid, "%s: bad end %q or %q", r.Type, r.Source, r.Target)
	case !slices.Contains(info.Sources, r.Source.Kind()) || !slices.Contains(info.Targets, r.Target.Kind()):
		return Errorf(Invalid, "%s may not lead from %s to %s", r.Type, r.Source, r.Target)
	case Certainties[r.Certainty] == "":
		return Errorf(Invalid, "%s from %s: unknown certainty %d", r.Type, r.Source, r.Certainty)
	case r.Document != document:
		return Errorf(Invalid, "%s from %s: the batch is of %s, not of %q", r.Type, r.Source, document, r.Document)
	case r.ID == "" || r.Rule == "" || r.Line < 0:
		return Errorf(Invalid, "%s from %s: id, rule and line are needed", r.Type, r.Source)
	}
	for _, s := range [...]string{r.Sentence, r.Heading, r.Rule} {
		if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 || len(s) > maxValueBytes {
			return Errorf(Invalid, "%s from %s: text is not valid UTF-8 without NUL, or too long", r.Type, r.Source)
		}
	}
	return nil
}
