package graph

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The canonical JSON of facts is what package encoding/json writes without escaping for HTML. It is
// written here by hand, since sealing a batch writes many times its report: a test holds the two equal.

// A property is one that a contribution states. of is nil where its kind has none of the name.
type property struct {
	name  string
	of    *Property
	value any
}

// properties gives what a contribution states, in the order of the names and in the room given.
func (c *Contribution) properties(room []property) []property {
	room = room[:0]
	for _, p := range inOrder[c.Kind] {
		if v, ok := c.Props[p.Name]; ok {
			room = append(room, property{p.Name, p, v})
		}
	}
	if known := room; len(known) < len(c.Props) {
		for name, v := range c.Props {
			if !slices.ContainsFunc(known, func(p property) bool { return p.name == name }) {
				room = append(room, property{name, nil, v})
			}
		}
		slices.SortFunc(room, func(a, b property) int { return strings.Compare(a.name, b.name) })
	}
	return room
}

// inOrder are the properties of each kind in the order of their names, in which canonical JSON has them.
var inOrder = func() map[Kind][]*Property {
	all := make(map[Kind][]*Property, len(Kinds))
	for i := range Kinds {
		k := &Kinds[i]
		for j := range k.Properties {
			all[k.Kind] = append(all[k.Kind], &k.Properties[j])
		}
		slices.SortFunc(all[k.Kind], func(a, b *Property) int { return strings.Compare(a.Name, b.Name) })
	}
	return all
}()

// size is about how many bytes the relationship takes as JSON.
func (r *Relationship) size() int {
	return 180 + len(r.ID) + len(r.Source) + len(r.Target) + len(r.Document) + len(r.Sentence) + len(r.Heading)
}

// appendJSON appends the contribution. room is handed from one to the next.
func (c *Contribution) appendJSON(out []byte, room []property) ([]byte, []property) {
	out = appendText(out, `{"node":`, string(c.Node))
	out = appendText(out, `,"kind":`, string(c.Kind))
	out = appendNumber(out, `,"role":`, int(c.Role))
	out = appendNumber(out, `,"rank":`, c.Rank)
	room = c.properties(room)
	sep := `,"props":{`
	for _, p := range room {
		out = appendText(out, sep, p.name)
		out = appendValue(append(out, ':'), p.value)
		sep = ","
	}
	if len(room) > 0 {
		out = append(out, '}')
	}
	out = appendText(out, `,"document":`, string(c.Document))
	out = appendNumber(out, `,"line":`, c.Line)
	if c.Rule != "" {
		out = appendText(out, `,"rule":`, c.Rule)
	}
	return append(out, '}'), room
}

// appendJSON appends the relationship.
func (r *Relationship) appendJSON(out []byte) []byte {
	out = appendText(out, `{"id":`, string(r.ID))
	out = appendText(out, `,"type":`, string(r.Type))
	out = appendText(out, `,"source":`, string(r.Source))
	out = appendText(out, `,"target":`, string(r.Target))
	out = strconv.AppendInt(append(out, `,"certainty":`...), int64(r.Certainty), 10)
	out = appendText(out, `,"rule":`, r.Rule)
	out = appendText(out, `,"document":`, string(r.Document))
	out = appendNumber(out, `,"line":`, r.Line)
	for _, p := range []struct{ key, text string }{{`,"sentence":`, r.Sentence}, {`,"heading":`, r.Heading}} {
		if p.text != "" {
			out = appendText(out, p.key, p.text)
		}
	}
	if r.Approximate {
		out = append(out, `,"approximate":true`...)
	}
	if r.Lossy {
		out = append(out, `,"lossy":true`...)
	}
	return append(out, '}')
}

// appendNumber appends a number that is left out when it is 0.
func appendNumber(out []byte, key string, n int) []byte {
	if n == 0 {
		return out
	}
	return strconv.AppendInt(append(out, key...), int64(n), 10)
}

// appendValue appends the value of a property.
func appendValue(out []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendText(out, "", v)
	case bool:
		return strconv.AppendBool(out, v)
	case int64:
		return strconv.AppendInt(out, v, 10)
	case []string:
		sep := "["
		for _, s := range v {
			out = appendText(out, sep, s)
			sep = ","
		}
		return append(out, ']')
	}
	text, err := json.Marshal(v) // a number with a fraction
	if err != nil {
		return append(out, "null"...) // not sealed, so not valid
	}
	return append(out, text...)
}

// plain are the bytes that stand in a JSON string as they are; of others, those beyond ASCII mostly do.
var plain = func() (set [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		set[c] = c != '"' && c != '\\'
	}
	return set
}()

// plainEight tells whether the first eight bytes of a text are plain. Most of what is sealed is.
func plainEight(s string) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	quote, slash := w^ones*'"', w^ones*'\\'
	// What is subtracted from a smaller byte sets its high bit.
	return (w|(w-ones*' ')|(quote-ones)|(slash-ones))&highs == 0
}

const hexDigits = "0123456789abcdef"

// AppendJSON appends a string of valid UTF-8 as a JSON string, as canonical JSON has it.
func AppendJSON(out []byte, s string) []byte { return appendText(out, "", s) }

// appendText appends a key and a string of valid UTF-8 in quotes.
func appendText(out []byte, key, s string) []byte {
	out = append(append(out, key...), '"')
	start := 0
	for i := 0; i < len(s); {
		for i+8 <= len(s) && plainEight(s[i:]) {
			i += 8
		}
		for i < len(s) && plain[s[i]] {
			i++
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if c == '"' || c == '\\' {
			out = append(append(out, s[start:i]...), '\\')
			start = i // the byte itself begins what stands as it is
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if c >= utf8.RuneSelf && r != '\u2028' && r != '\u2029' {
			i += size
			continue
		}
		out = append(out, s[start:i]...)
		switch {
		case c >= utf8.RuneSelf: // the two line ends of JavaScript
			out = append(out, `\u202`...)
			out = append(out, hexDigits[r&0xF])
		case shortEscapes[c] != 0:
			out = append(out, '\\', shortEscapes[c])
		default:
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
		}
		i += size
		start = i
	}
	return append(append(out, s[start:]...), '"')
}

var shortEscapes = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}
