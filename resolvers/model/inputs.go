package model

import (
	"encoding/json"
	"io"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Where is a filter input of any kind (interfaces 2). The schema has checked names and types of
// literals; ParseWhere checks them again, and drops what a null leaves empty.
type Where struct{ filter graph.Filter }

// UnmarshalGQL reads a filter from a decoded input object.
func (w *Where) UnmarshalGQL(v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return graph.Errorf(graph.Invalid, "a filter is an object, not %T", v)
	}
	var err error
	w.filter, err = graph.ParseWhere("", m)
	return err
}

// MarshalGQL is there because gqlgen asks for it; inputs are never written.
func (w Where) MarshalGQL(io.Writer) {}

// Filter gives the filter; nil accepts everything. A nil Where is no condition.
func (w *Where) Filter() graph.Filter {
	if w == nil {
		return nil
	}
	return w.filter
}

// An Order is a key to order by, of any kind.
type Order struct{ key graph.Order }

// UnmarshalGQL reads a key from a decoded input object.
func (o *Order) UnmarshalGQL(v any) error {
	m, _ := v.(map[string]any)
	field, _ := m["field"].(string)
	name, ok := propertyNames[Enum(field)]
	if !ok {
		return graph.Errorf(graph.Invalid, "there is nothing called %q to order by", field)
	}
	o.key = graph.Order{Prop: name, Desc: m["direction"] == "DESC"}
	return nil
}

// MarshalGQL is there because gqlgen asks for it; inputs are never written.
func (o Order) MarshalGQL(io.Writer) {}

// JSON is any JSON value: as decoded, numbers as json.Number or int64, when it came in; anything that
// encoding/json writes when it goes out. Without a Value it is null.
type JSON struct{ Value any }

// UnmarshalGQL keeps a decoded input.
func (j *JSON) UnmarshalGQL(v any) error {
	j.Value = v
	return nil
}

// MarshalGQL writes the value; null for one that JSON cannot write, such as an infinite number.
func (j JSON) MarshalGQL(w io.Writer) {
	text, err := json.Marshal(j.Value)
	if err != nil {
		text = []byte("null")
	}
	// A failing response writer is noticed by whoever owns it.
	_, _ = w.Write(text)
}

// relTypes turns enum values into relationship types. Errors: as chosen.
func relTypes(argument string, names []Enum) ([]graph.RelType, error) {
	var types []graph.RelType
	for _, name := range names {
		types = append(types, graph.RelType(name))
	}
	return types, chosen(argument, names)
}

// kindsOf turns enum values into kinds. Errors: as chosen.
func kindsOf(argument string, names []Enum) ([]graph.Kind, error) {
	var kinds []graph.Kind
	for _, name := range names {
		k, ok := graph.KindNamed(string(name))
		if !ok {
			return nil, graph.Errorf(graph.Invalid, "%s: there is no kind %q", argument, name)
		}
		kinds = append(kinds, k)
	}
	return kinds, chosen(argument, names)
}

// chosen refuses a choice of nothing, since an absent one means everything. Errors: Invalid.
func chosen[T any](argument string, names []T) error {
	if names != nil && len(names) == 0 {
		return graph.Errorf(graph.Invalid, "%s is an empty list: name at least one", argument)
	}
	return nil
}

// An Enum is a value of an enum, spelled as the API does.
type Enum string

// Enums of the hand-written schema; those of the tables are generated.
type (
	SearchTier         = Enum
	DiagnosticSeverity = Enum
	ChangeKind         = Enum
	IngestOutcome      = Enum
	CountUnit          = Enum
	OrderDirection     = Enum
	PropertyType       = Enum
	Flow               = Enum
)
