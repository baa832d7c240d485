package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// references are the records that the documents of one load declare and name. A set's members name each
// other's records; where the member that ought to declare one was read and does not, the name is wrong
// (report-grammar 6.1, 8). A record of a member that was not read is an ordinary stub.
//
// They are kept for as long as a load goes on, so they hold ids and places, and no text of a document.
type references struct {
	declared map[graph.ID]bool
	members  map[graph.ID][]graph.ID // records that each document declares
	named    map[*file][]reference
}

// A reference is the first place at which a document names a record that it does not declare.
type reference struct {
	record graph.ID
	member graph.ID // the document that ought to declare it
	at     diag.Range
}

func newReferences() references {
	return references{map[graph.ID]bool{}, map[graph.ID][]graph.ID{}, map[*file][]reference{}}
}

// add takes what a document declares and names. What it says of its own records its format has checked.
func (r *references) add(p *prepared) {
	document, text := p.batch.Origin.Document, linesOf(p.file.shown, p.batch.Content)
	mine := r.members[document]
	ought := map[string]graph.ID{} // documents by role
	for i := range p.batch.Contributions {
		c := &p.batch.Contributions[i]
		if !graph.KindOf(c.Kind).Record {
			continue
		}
		switch c.Role {
		case graph.Defines:
			r.declared[c.Node] = true
			mine = append(mine, c.Node)
		case graph.Refers:
			role := strings.ToLower(c.Props.String("member"))
			member, known := ought[role]
			if !known {
				member = graph.NewID(graph.Document, p.id.Run, role)
				ought[role] = member
			}
			if member != document {
				at := text.at(c.Line)
				if len(r.named[p.file]) < maxPlaced {
					at = placeOf(c.Props.String("handle"), at, p.batch.Content)
				}
				r.named[p.file] = append(r.named[p.file], reference{c.Node, member, at})
			}
		}
	}
	r.members[document] = mine
}

// maxPlaced caps the names of one document that are looked for on their lines: a line may be long.
const maxPlaced = 1000

// placeOf is the place of a handle on a line, or of the fragment that denotes it; the line where it is not
// found there.
func placeOf(handle string, at diag.Range, content []byte) diag.Range {
	text := content[at.Start.Byte:at.End.Byte]
	for _, form := range []string{handle, strings.ToLower(handle)} {
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(form))
			if i < 0 {
				break
			}
			from += i
			if end := from + len(form); !goesOn(text, end) {
				at.End = diag.Pos{Line: at.Start.Line, Column: end + 1, Byte: at.Start.Byte + end}
				at.Start = diag.Pos{Line: at.Start.Line, Column: from + 1, Byte: at.Start.Byte + from}
				return at
			}
			from += len(form)
		}
	}
	return at
}

// goesOn tells whether the handle before a byte is the beginning of a longer one.
func goesOn(text []byte, at int) bool {
	if at < len(text) && text[at] == '-' {
		at++
	}
	return at < len(text) && (isDigit(text[at]) || 'a' <= text[at]|0x20 && text[at]|0x20 <= 'z')
}

// undefined warns of the names that are wrong.
func (r *references) undefined() (diags diag.List) {
	for _, f := range r.files() {
		c := diag.Collector{Name: f.shown, More: CodeMore}
		for _, n := range r.named[f] {
			declared, read := r.members[n.member]
			if !read || r.declared[n.record] {
				continue
			}
			c.Warn(CodeUndefined, n.at, fmt.Sprintf("%s is not declared in %s", diag.Clip(n.record.Local()), n.member.Local()), nearestHint(n.record, declared))
		}
		diags = append(diags, c.Finish()...)
	}
	return diags
}

func (r *references) files() []*file {
	files := make([]*file, 0, len(r.named))
	for f := range r.named {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *file) int { return strings.Compare(a.location, b.location) })
	return files
}

func nearestHint(record graph.ID, declared []graph.ID) string {
	handles := make([]string, len(declared))
	for i, id := range declared {
		handles[i] = id.Local()
	}
	if near := nearest(record.Local(), handles); near != "" {
		return "Perhaps " + near + ", which is declared there."
	}
	return "Declare it there, or correct the name."
}

// Caps of the search for a name that was meant.
const (
	maxNear      = 500 // declared handles that are looked at
	maxNearBytes = 80  // of a handle
)

// nearest is the declared handle that differs from one in the fewest letters, and in less than a third of
// them; "" for none.
func nearest(handle string, declared []string) string {
	best, distance := "", (len(handle)+2)/3
	if len(handle) > maxNearBytes {
		return best
	}
	for _, d := range declared[:min(len(declared), maxNear)] {
		if len(d) > maxNearBytes || max(len(d)-len(handle), len(handle)-len(d)) >= distance {
			continue
		}
		if n := editDistance(handle, d); n < distance {
			best, distance = d, n
		}
	}
	return best
}

// editDistance counts the letters to insert, drop or change in order to make b of a.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
