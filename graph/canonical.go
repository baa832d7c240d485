package graph

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The canonical JSON of facts is what package encoding/json writes without escaping for HTML. It is
// written here by hand, since sealing a batch writes many times its report: a test holds the two equal.

// size is about how many bytes the contribution takes as JSON.
func (c *Contribution) size() int {
	n := 160 + len(c.Node) + len(c.Document)
	for name, v := range c.Props {
		n += len(name) + 8
		switch v := v.(type) {
		case string:
			n += len(v)
		case []string:
			for _, s := range v {
				n += len(s) + 3
			}
		}
	}
	return n
}

// size is about how many bytes the relationship takes as JSON.
func (r *Relationship) size() int {
	return 180 + len(r.ID) + len(r.Source) + len(r.Target) + len(r.Document) + len(r.Sentence) + len(r.Heading)
}

// appendJSON appends the contribution. names is room for the names of its properties, which is handed from
// one contribution to the next.
func (c *Contribution) appendJSON(out []byte, names []string) ([]byte, []string) {
	out = appendText(out, `{"node":`, string(c.Node))
	out = appendText(out, `,"kind":`, string(c.Kind))
	out = appendNumber(out, `,"role":`, int(c.Role))
	out = appendNumber(out, `,"rank":`, c.Rank)
	names = slices.AppendSeq(names[:0], maps.Keys(c.Props))
	slices.Sort(names)
	if len(names) > 0 {
		sep := `,"props":{`
		for _, name := range names {
			out = appendText(out, sep, name)
			out = appendValue(append(out, ':'), c.Props[name])
			sep = ","
		}
		out = append(out, '}')
	}
	out = appendText(out, `,"document":`, string(c.Document))
	out = appendNumber(out, `,"line":`, c.Line)
	if c.Rule != "" {
		out = appendText(out, `,"rule":`, c.Rule)
	}
	return append(out, '}'), names
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

const hexDigits = "0123456789abcdef"

// AppendJSON appends a string of valid UTF-8 as a JSON string, as canonical JSON has it.
func AppendJSON(out []byte, s string) []byte { return appendText(out, "", s) }

// appendText appends a key and a string of valid UTF-8 in quotes.
func appendText(out []byte, key, s string) []byte {
	out = append(append(out, key...), '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
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
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
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
