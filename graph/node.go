package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// An ID names a node for good: kind:scope/local, readable, ASCII, the same on every backend and
// after every order of loading. It never holds a location. See NewID for the grammar.
type ID string

// maxID is the length in bytes from which the tail of an id becomes a hash: backends index ids, and
// one of them refuses long keys.
const maxID = 512

// NewID makes the id kind:part/part/…; a slash inside a part is encoded, so parts stay apart.
// Everything outside [A-Za-z0-9._~+@-] is percent-encoded (graph-model 1). Over 512 bytes the tail
// is replaced by a hash of the whole.
func NewID(kind Kind, parts ...string) ID {
	var b strings.Builder
	size := len(kind)
	for _, p := range parts {
		size += 1 + len(p)
	}
	b.Grow(size) // most need nothing encoded
	b.WriteString(string(kind))
	sep := byte(':')
	for _, p := range parts {
		b.WriteByte(sep)
		escape(&b, p, false)
		sep = '/'
	}
	return capID(b.String())
}

// NewPathID makes the id kind:scope/path whose path keeps its slashes.
func NewPathID(kind Kind, scope, path string) ID {
	var b strings.Builder
	b.WriteString(string(kind))
	b.WriteByte(':')
	escape(&b, scope, false)
	b.WriteByte('/')
	escape(&b, path, true)
	return capID(b.String())
}

func capID(s string) ID {
	if len(s) <= maxID {
		return ID(s)
	}
	sum := sha256.Sum256([]byte(s))
	return ID(s[:maxID-34] + "~~" + hex.EncodeToString(sum[:16]))
}

// cut tells whether the tail of an id is a hash.
func (id ID) cut() bool { return len(id) == maxID && id[maxID-34:maxID-32] == "~~" }

func escape(b *strings.Builder, s string, keepSlash bool) {
	const hexDigits = "0123456789ABCDEF"
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if idByte(c) || c == '/' && keepSlash {
			continue
		}
		b.WriteString(s[start:i])
		b.WriteByte('%')
		b.WriteByte(hexDigits[c>>4])
		b.WriteByte(hexDigits[c&15])
		start = i + 1
	}
	b.WriteString(s[start:])
}

func idByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '.' || c == '_' || c == '~' || c == '+' || c == '@' || c == '-'
}

// Kind is the part before the colon; "" when there is none.
func (id ID) Kind() Kind {
	k, _, ok := strings.Cut(string(id), ":")
	if !ok {
		return ""
	}
	return Kind(k)
}

// Scope is the decoded first part: the run of a record, the slug of a system.
func (id ID) Scope() string {
	scope, _, _ := strings.Cut(id.rest(), "/")
	return unescape(scope)
}

// Local is the decoded rest after the scope: the handle of a record, the path of a file; "" when
// the id has one part only.
func (id ID) Local() string {
	_, local, _ := strings.Cut(id.rest(), "/")
	return unescape(local)
}

func (id ID) rest() string {
	_, rest, _ := strings.Cut(string(id), ":")
	return rest
}

func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if b, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				out = append(out, b[0])
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// valid tells whether id follows the grammar of NewID and its kind is in the kinds table.
func (id ID) valid() bool {
	if len(id) > maxID || KindOf(id.Kind()) == nil {
		return false
	}
	rest := id.rest()
	for i := 0; i < len(rest); i++ {
		if c := rest[i]; !idByte(c) && c != '/' && c != '%' {
			return false
		}
	}
	return rest != ""
}

// Props are the properties of a node by name. Values are string, bool, int64, float64 or []string;
// names and types stand in the kinds table. An absent value is an absent key.
type Props map[string]any

// String gives a string property, "" when absent.
func (p Props) String(name string) string { s, _ := p[name].(string); return s }

// Int gives an integer property, 0 when absent.
func (p Props) Int(name string) int64 { n, _ := p[name].(int64); return n }

// Bool gives a boolean property, false when absent.
func (p Props) Bool(name string) bool { b, _ := p[name].(bool); return b }

// List gives a list property, nil when absent.
func (p Props) List(name string) []string { l, _ := p[name].([]string); return l }

// UnmarshalJSON reads properties back with the types of the kinds table; unknown ones are refused.
func (p *Props) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*p = make(Props, len(raw)+2)
	for name, text := range raw {
		prop := PropertyOf(name)
		if string(text) == "null" {
			continue
		}
		if prop == nil {
			return Errorf(Invalid, "unknown property %q", name)
		}
		v, err := prop.decode(text)
		if err != nil {
			return fmt.Errorf("property %q: %w", name, err)
		}
		(*p)[name] = v
	}
	return nil
}

func (p *Property) decode(text json.RawMessage) (v any, err error) {
	switch p.Type {
	case BoolProp:
		v, err = decodeAs[bool](text)
	case IntProp:
		v, err = decodeAs[int64](text)
	case FloatProp:
		v, err = decodeAs[float64](text)
	case ListProp:
		v, err = decodeAs[[]string](text)
	default:
		v, err = decodeAs[string](text)
	}
	return v, err
}

func decodeAs[T any](text json.RawMessage) (v T, err error) {
	err = json.Unmarshal(text, &v)
	return v, err
}

// A Node is what readers see: the merge of all contributions to one id (graph-model 2).
type Node struct {
	ID   ID
	Kind Kind
	// Declared is false on a stub: a record that something refers to and no loaded document declares.
	Declared bool
	// Props are the effective values. Opaque ones are there only when the read asked for them.
	Props Props
	// Stated holds, for properties that an amendment changed, the value stated before; a property
	// that the amendment added has no entry here but stands in Amended.
	Stated Props
	// Amended lists the properties whose effective value comes from an amendment, sorted.
	Amended []string
	// Disagreements lists the properties on which contributions of equal standing differ, sorted.
	Disagreements []string
}

// Certainty says how surely a document states a relationship (graph-model 4). Higher is surer.
type Certainty int

// The certainties, weakest first.
const (
	Stated     Certainty = 1 + iota // a clause of a sentence says so
	Structured                      // the label or column it stands under says so
	Declared                        // the form of the document says so
)

// Certainties names each certainty as the API shows it.
var Certainties = map[Certainty]string{Stated: "STATED", Structured: "STRUCTURED", Declared: "DECLARED"}

// String is the name that the API shows.
func (c Certainty) String() string { return Certainties[c] }

// A Relationship is a typed, evidenced edge. It says what is; what a document denies is a node of
// kind denial, never a relationship.
type Relationship struct {
	ID          ID        `json:"id"` // see NewRelationshipID
	Type        RelType   `json:"type"`
	Source      ID        `json:"source"`
	Target      ID        `json:"target"`
	Certainty   Certainty `json:"certainty"`
	Rule        string    `json:"rule"`                  // stable id of the extraction rule
	Document    ID        `json:"document"`              // the document that states it
	Line        int       `json:"line,omitempty"`        // 1-based; 0 when the whole document does
	Sentence    string    `json:"sentence,omitempty"`    // the sentence it rests on, as written
	Heading     string    `json:"heading,omitempty"`     // the heading it stands under, where no record owns it
	Approximate bool      `json:"approximate,omitempty"` // the ends are sure, what lies between them is not
	Lossy       bool      `json:"lossy,omitempty"`       // a rendering damaged the evidence
}

// NewRelationshipID makes an id of what a relationship is: who states it, by which rule, its type and ends,
// and its number among those that share all of these. Moving text within a document changes no id.
func NewRelationshipID(document ID, rule string, t RelType, source, target ID, ordinal int) ID {
	var room [512]byte // on the stack: a document has thousands
	text := room[:0]
	for _, s := range [...]string{string(document), rule, string(t), string(source), string(target)} {
		text = append(append(text, s...), 0)
	}
	sum := sha256.Sum256(append(text, byte(ordinal>>16), byte(ordinal>>8), byte(ordinal)))
	var id [len(relationshipPrefix) + 32]byte
	copy(id[:], relationshipPrefix)
	hex.Encode(id[len(relationshipPrefix):], sum[:16])
	return ID(id[:])
}

const relationshipPrefix = "relationship:"

// hash is what is the relationship's own of its id.
func (r *Relationship) hash() string { return strings.TrimPrefix(string(r.ID), relationshipPrefix) }
