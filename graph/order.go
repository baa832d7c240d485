package graph

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
)

// maxOrderKeys bounds the keys of one order.
const maxOrderKeys = 8

// ValidateOrder checks that every key is a sortable property, named once. Errors: Invalid.
func ValidateOrder(order []Order) error {
	if len(order) > maxOrderKeys {
		return Errorf(Invalid, "an order takes at most %d keys", maxOrderKeys)
	}
	seen := map[string]bool{}
	for _, o := range order {
		p := PropertyOf(o.Prop)
		if p == nil || !p.Sortable {
			return Errorf(Invalid, "there is no property %q to order by", o.Prop)
		}
		if seen[o.Prop] {
			return Errorf(Invalid, "the order names %q twice", o.Prop)
		}
		seen[o.Prop] = true
	}
	return nil
}

// ValidateKey checks that a key fits an order: a value of the right type, or nil, for each of its
// properties, and for a walk the relationship's line after them. Errors: Invalid.
func ValidateKey(k *Key, order []Order, walk bool) error {
	if k == nil {
		return nil
	}
	want := len(order)
	if walk {
		want++
	}
	if len(k.Values) != want || k.ID == "" {
		return Errorf(Invalid, "the place does not fit the order")
	}
	for i, o := range order {
		if v := k.Values[i]; v != nil && !PropertyOf(o.Prop).holds(v) {
			return Errorf(Invalid, "the place does not fit the order: %q is %T", o.Prop, v)
		}
	}
	if walk {
		if _, ok := k.Values[len(order)].(int64); !ok {
			return Errorf(Invalid, "the place does not fit the order: no line")
		}
	}
	return nil
}

// KeyOf gives the place of a node in an order.
func KeyOf(n *Node, order []Order) Key {
	k := Key{Values: make([]any, len(order)), ID: n.ID}
	for i, o := range order {
		k.Values[i] = n.Props[o.Prop]
	}
	return k
}

// LinkKeyOf gives the place of a link in the order of a step.
func LinkKeyOf(l *Link, order []Order) Key {
	k := KeyOf(&l.Far, order)
	k.Values = append(k.Values, int64(l.Relationship.Line))
	k.ID = l.Relationship.ID
	return k
}

// CompareKeys orders two places. It is the specification of orders: absent values last ascending and
// first descending; what stands after the order's keys (line, id) in the direction of the last key.
func CompareKeys(a, b Key, order []Order, backward bool) int {
	desc := false
	for i := range a.Values {
		if i < len(order) {
			desc = order[i].Desc
		}
		if c := compareAbsent(a.Values[i], b.Values[i]); c != 0 {
			return turn(c, desc != backward)
		}
	}
	return turn(Compare(string(a.ID), string(b.ID)), desc != backward)
}

// SortLinks puts the links of one near node in the order of a step.
func SortLinks(links []Link, step *Step) {
	if len(step.Order) == 0 {
		slices.SortFunc(links, func(a, b Link) int {
			c := cmp.Or(cmp.Compare(a.Relationship.Line, b.Relationship.Line), cmp.Compare(a.Relationship.ID, b.Relationship.ID))
			return turn(c, step.Backward)
		})
		return
	}
	keys := make(map[ID]Key, len(links))
	for i := range links {
		keys[links[i].Relationship.ID] = LinkKeyOf(&links[i], step.Order)
	}
	slices.SortFunc(links, func(a, b Link) int {
		return CompareKeys(keys[a.Relationship.ID], keys[b.Relationship.ID], step.Order, step.Backward)
	})
}

// compareAbsent compares values of which each may be absent; absent is the greatest.
func compareAbsent(a, b any) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return Compare(a, b)
}

func turn(c int, reverse bool) int {
	if reverse {
		return -c
	}
	return c
}

// cursor is the content of an opaque cursor: a place, and a checksum of the list it was made in.
type cursor struct {
	Values []any  `json:"v,omitempty"`
	ID     ID     `json:"i"`
	Scope  string `json:"s"`
}

// maxCursor bounds a cursor that a client sends, in bytes.
const maxCursor = 1 << 20

// CursorScope condenses what a cursor is bound to: the list field, its filter and its order.
func CursorScope(field string, kinds []Kind, f Filter, order []Order) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s|%v|%s|%v", field, kinds, FilterKey(f), order)))
	return hex.EncodeToString(sum[:6])
}

// EncodeCursor writes a place as an opaque string that only the same list accepts again.
func EncodeCursor(k Key, scope string) string {
	// Values are strings, numbers, booleans or nil, which JSON always writes.
	body, _ := json.Marshal(cursor{k.Values, k.ID, scope})
	return seal(body)
}

// seal makes an opaque string of a body, with a checksum that shows damage.
func seal(body []byte) string { return base64.RawURLEncoding.EncodeToString(appendSum(body)) }

// unseal gives the body of an opaque string back; false when it is damaged or longer than a cursor may be.
func unseal(s string) (body []byte, ok bool) {
	// The decoder skips line ends, which no cursor of ours has.
	if len(s) > maxCursor || strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(raw) < 5 {
		return nil, false
	}
	body = raw[: len(raw)-4 : len(raw)-4]
	return body, bytes.Equal(appendSum(body), raw)
}

func appendSum(body []byte) []byte {
	c := crc32.ChecksumIEEE(body)
	return append(body, byte(c>>24), byte(c>>16), byte(c>>8), byte(c))
}

// DecodeCursor reads a cursor back. Errors: Invalid for a damaged one, for one that another field,
// filter or order made, and for one whose values do not fit the order.
func DecodeCursor(s, scope string, order []Order, walk bool) (*Key, error) {
	damaged := Errorf(Invalid, "the cursor is damaged; pass one exactly as it was given out")
	body, ok := unseal(s)
	if !ok {
		return nil, damaged
	}
	var c cursor
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		return nil, damaged
	}
	if c.Scope != scope {
		return nil, Errorf(Invalid, "the cursor comes from another list: field, filter and order must be those it was made with")
	}
	k := &Key{Values: c.Values, ID: c.ID}
	if err := typeValues(k, order); err != nil {
		return nil, err
	}
	return k, ValidateKey(k, order, walk)
}

// typeValues turns JSON numbers into the types of the order's properties.
func typeValues(k *Key, order []Order) error {
	for i, v := range k.Values {
		n, ok := v.(json.Number)
		if !ok {
			continue
		}
		if i < len(order) && PropertyOf(order[i].Prop).Type == FloatProp {
			f, err := n.Float64()
			if err != nil {
				return Errorf(Invalid, "the cursor is damaged: %w", err)
			}
			k.Values[i] = f
			continue
		}
		whole, err := n.Int64()
		if err != nil {
			return Errorf(Invalid, "the cursor is damaged: %w", err)
		}
		k.Values[i] = whole
	}
	return nil
}
