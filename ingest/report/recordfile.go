package report

// A RecordFile is a document that states nodes and relationships outright, one an entry
// (docs/records.md). It holds what is written: which kinds, types and properties there are, and so what
// an entry comes to, is for lowering to know.
type RecordFile struct{ Entries []Entry }

// An Entry is one node or relationship: keys with their values, in order and each once.
type Entry struct {
	Members []Member
	At      Place // where it begins
	Span    Span
}

// Value gives what an entry has under a key; false where it has nothing, or null.
func (e *Entry) Value(key string) (*Value, bool) { return valueOf(e.Members, key) }

func valueOf(members []Member, key string) (*Value, bool) {
	for i := range members {
		if m := &members[i]; m.Key == key && m.Value.Type != ValueNull {
			return &m.Value, true
		}
	}
	return nil, false
}

// A Member is a key and its value.
type Member struct {
	Key   string
	At    Place // of the key
	Value Value
}

// A Value is what stands under a key.
type Value struct {
	Type    ValueType
	Text    string   // of a scalar, as written less quotes and escapes
	Items   []Value  // of a list
	Members []Member // of a mapping, each key once
	At      Place
}

// Value gives what a mapping has under a key; false where it has nothing, or null.
func (v *Value) Value(key string) (*Value, bool) { return valueOf(v.Members, key) }

// ValueType says what a value is by the way it is written.
type ValueType uint8

// The types of values.
const (
	ValueText ValueType = iota
	ValueNumber
	ValueBool
	ValueNull
	ValueList
	ValueMap
	ValueCell // of a table, whose cells do not tell text, numbers, truth values and lists apart
)

// A Place is a run of bytes within one line of the file. Line and Column are 1-based, Column counts
// bytes, Byte is 0-based.
type Place struct{ Line, Column, Byte, Width int }

// OwnerEntry is the owner of a passage that an entry of a record file rests on.
const OwnerEntry OwnerKind = "entry"
