package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// readJSONL reads an object a line. A line that cannot be read is an error, and the next one is read all
// the same.
func (p *parse) readJSONL() {
	first := true
	for n := 1; n <= len(p.lines); n++ {
		line := p.line(n)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		e, ok := p.readLine(n, line)
		_, header := e.Value(versionKey)
		switch {
		case !ok:
		case header && first:
			p.header(e.Members)
		case header:
			p.fail(CodeHeader, e.At, "A header stands below the first line", "Put it at the top, or into a file of its own with what it is about.")
		case !p.add(e):
			return
		}
		if p.values > maxValues {
			return
		}
		first = false
	}
}

// readLine reads one line as an entry.
func (p *parse) readLine(n int, line []byte) (report.Entry, bool) {
	r := &jsonReader{parse: p, number: n, text: line}
	if len(line) > maxLine {
		p.fail(CodeTooLarge, r.on(0, 0), fmt.Sprintf("A line of %d bytes; the limit is %d", len(line), maxLine), "Write an entry on a line.")
		return report.Entry{}, false
	}
	r.dec = json.NewDecoder(bytes.NewReader(line))
	r.dec.UseNumber()
	v, err := r.value(0)
	if err == nil && len(bytes.TrimSpace(line[r.dec.InputOffset():])) > 0 {
		err = errors.New("something follows the object")
	}
	switch {
	case errors.Is(err, errReported):
		return report.Entry{}, false
	case err != nil:
		at := r.next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			at, err = len(line), errors.New("it ends too early")
		}
		p.fail(CodeJSON, r.on(at, at), "The line is no JSON object: "+diag.Clip(err.Error()), "Write one object on each line, with every key and text in double quotes.")
		return report.Entry{}, false
	case v.Type != report.ValueMap:
		p.fail(CodeForm, v.At, "A line that is no object", `Write an entry: {"kind": "component", "id": "cache"}.`)
		return report.Entry{}, false
	}
	return report.Entry{Members: v.Members, At: v.At, Span: report.Span{Start: n, End: n}}, true
}

// errReported ends the reading of a line whose fault has a diagnostic.
var errReported = errors.New("reported")

// A jsonReader reads the tokens of one line.
type jsonReader struct {
	*parse
	number int
	text   []byte
	dec    *json.Decoder
}

// on is the place of some bytes of the line.
func (r *jsonReader) on(start, end int) report.Place {
	return r.placeOn(r.number, r.lines[r.number-1]+start, r.lines[r.number-1]+end)
}

// next is where the next token begins.
func (r *jsonReader) next() int {
	at := int(r.dec.InputOffset())
	for at < len(r.text) && strings.IndexByte(" \t\r,:", r.text[at]) >= 0 {
		at++
	}
	return at
}

// token gives the next token and its place.
func (r *jsonReader) token() (json.Token, report.Place, error) {
	start := r.next()
	t, err := r.dec.Token()
	return t, r.on(start, int(r.dec.InputOffset())), err
}

// value reads one value.
func (r *jsonReader) value(depth int) (v report.Value, err error) {
	t, at, err := r.token()
	if err != nil {
		return v, err
	}
	v.At = at
	if !r.room(at) {
		return v, errReported
	}
	switch t := t.(type) {
	case string:
		v.Text = t
		if !r.wellFormed(t, at) {
			return v, errReported
		}
	case json.Number:
		v.Type, v.Text = report.ValueNumber, t.String()
	case bool:
		v.Type, v.Text = report.ValueBool, strconv.FormatBool(t)
	case nil:
		v.Type = report.ValueNull
	case json.Delim:
		if depth == maxDepth {
			r.fail(CodeTooDeep, at, fmt.Sprintf("Values nest deeper than %d", maxDepth), "Keep entries flat: keys, texts and lists of texts.")
			return v, errReported
		}
		if t == '[' {
			v.Type = report.ValueList
			err = r.items(&v, depth+1)
		} else {
			v.Type = report.ValueMap
			err = r.members(&v, depth+1)
		}
	}
	return v, err
}

// items reads what is left of a list.
func (r *jsonReader) items(v *report.Value, depth int) error {
	for r.dec.More() {
		item, err := r.value(depth)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	_, err := r.dec.Token()
	return err
}

// members reads what is left of an object.
func (r *jsonReader) members(v *report.Value, depth int) error {
	seen := map[string]bool{}
	for r.dec.More() {
		t, at, err := r.token()
		if err != nil {
			return err
		}
		key, _ := t.(string) // the decoder accepts nothing else
		value, err := r.value(depth)
		switch {
		case err != nil:
			return err
		case !r.wellFormed(key, at):
			return errReported
		case seen[key]:
			r.repeated(key, at)
			continue
		case len(seen) == maxKeys:
			r.fail(CodeTooWide, at, fmt.Sprintf("More than %d keys", maxKeys), "An entry states one node or relationship.")
			return errReported
		}
		seen[key] = true
		v.Members = append(v.Members, report.Member{Key: key, At: at, Value: value})
	}
	_, err := r.dec.Token()
	return err
}
