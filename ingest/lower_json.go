package ingest

import (
	"strconv"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A jsonWriter writes the lists of flat objects that opaque properties hold, as package encoding/json would:
// a record has several, and together they are longer than its text.
type jsonWriter []byte

// open begins an object, behind a comma where one stands before it.
func (w *jsonWriter) open() {
	if n := len(*w); n > 0 && (*w)[n-1] == '}' {
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
