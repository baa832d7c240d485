package ingest

import (
	"strconv"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A jsonWriter writes what opaque properties hold, as package encoding/json would, one after another in the
// same room: a record has several, and together they are longer than its text.
type jsonWriter []byte

// fields writes fields as a list; "" for none.
func (w *jsonWriter) fields(fields []report.Field) string {
	if len(fields) == 0 {
		return ""
	}
	w.begin('[')
	for i := range fields {
		f := &fields[i]
		w.open()
		w.text("label", f.Label)
		w.text("name", f.Name)
		w.text("text", f.Text)
		w.number("line", f.Line)
		w.shut()
	}
	return w.end(']')
}

// statuses writes statuses as a list; "" for none.
func (w *jsonWriter) statuses(statuses []report.Status) string {
	if len(statuses) == 0 {
		return ""
	}
	w.begin('[')
	for _, s := range statuses {
		value := s.Value
		if known := statusValue(value); known != "" {
			value = known
		}
		w.open()
		w.text("layer", s.Layer)
		w.text("value", value)
		if s.Scope != "" {
			w.text("scope", s.Scope)
		}
		if s.Inherited {
			w.key("inherited")
			*w = append(*w, "true"...)
		}
		w.number("line", s.Line)
		w.shut()
	}
	return w.end(']')
}

// begin begins anew, with the bracket of a list or an object.
func (w *jsonWriter) begin(bracket byte) { *w = append((*w)[:0], bracket) }

// end gives what was written, with its closing bracket.
func (w *jsonWriter) end(bracket byte) string {
	*w = append(*w, bracket)
	return string(*w)
}

// open begins an object inside, behind a comma where one stands before it.
func (w *jsonWriter) open() {
	if (*w)[len(*w)-1] == '}' {
		*w = append(*w, ',')
	}
	*w = append(*w, '{')
}

func (w *jsonWriter) shut() { *w = append(*w, '}') }

// key begins a member of an object.
func (w *jsonWriter) key(name string) {
	if (*w)[len(*w)-1] != '{' {
		*w = append(*w, ',')
	}
	*w = append(append(append(*w, '"'), name...), '"', ':')
}

func (w *jsonWriter) text(name, value string) {
	w.key(name)
	*w = graph.AppendJSON(*w, value)
}

func (w *jsonWriter) number(name string, n int) {
	w.key(name)
	*w = strconv.AppendInt(*w, int64(n), 10)
}
