package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The keys by which an entry is known: those of a node, and those of a relationship.
var (
	nodeKeys         = []string{"kind", "id"}
	relationshipKeys = []string{"type", "source", "target"}
)

// notRecords are YAML files of other meaning, whatever is in them.
var notRecords = []string{"ARTIFACT.yaml", "crosswalk.sources.yaml"}

// Match tells by a file's ending and first entry whether it is a record file. It has the keys of a node
// or those of a relationship, spelt just so, or a header. Many other files have a key "kind" or "nodes".
func (Format) Match(name string, head []byte) bool {
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	if slices.Contains(notRecords, path.Base(name)) {
		return false
	}
	switch extension(name) {
	case ".jsonl", ".ndjson":
		keys := jsonKeys(bytes.TrimLeft(head, " \t\r\n"))
		return isEntry(keys) || slices.Contains(keys, versionKey)
	case ".yaml", ".yml":
		return yamlShows(head)
	case ".csv":
		return isEntry(columns(head, ','))
	case ".tsv":
		return isEntry(columns(head, '\t'))
	}
	return false
}

// isEntry tells whether keys are those of a node or of a relationship.
func isEntry(keys []string) bool {
	has := func(all []string) bool {
		return !slices.ContainsFunc(all, func(k string) bool { return !slices.Contains(keys, k) })
	}
	return has(nodeKeys) || has(relationshipKeys)
}

// jsonKeys are the keys of the object that a text begins with, as far as it goes.
func jsonKeys(text []byte) (keys []string) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, _ := dec.Token(); t != json.Delim('{') {
		return nil
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		keys = append(keys, fmt.Sprint(key))
		if err := dec.Decode(new(json.RawMessage)); err != nil {
			break
		}
	}
	return keys
}

// columns are the names in the first row of a table.
func columns(head []byte, separator byte) (names []string) {
	p := &parse{diags: diag.Collector{Silent: true}}
	p.index(head)
	c := &csvReader{parse: p, separator: separator, number: 1}
	header, _ := c.row()
	for _, h := range header {
		names = append(names, h.Text)
	}
	return names
}

// yamlShows looks among the keys at the top for a header's mark, or a list whose text has the keys of an
// entry. The first bytes of a file need not be whole YAML.
func yamlShows(head []byte) bool {
	text, at := string(head), 0
	key, from := "", 0 // of the value that is gone through
	shows := func() bool {
		value := text[from:at]
		return key == versionKey || key == nodesKey && hasKeys(value, nodeKeys) || key == relationshipsKey && hasKeys(value, relationshipKeys)
	}
	for line := range strings.Lines(text) {
		if k, _, found := strings.Cut(line, ":"); found && strings.IndexByte(" \t-#", line[0]) < 0 {
			if shows() {
				return true
			}
			key, from = k, at+len(k)
		}
		at += len(line)
	}
	return shows()
}

// hasKeys tells whether a text has each of the keys before a colon, as a word of its own.
func hasKeys(text string, keys []string) bool {
	for _, key := range keys {
		found := false
		for rest := text; !found && rest != ""; {
			before, after, _ := strings.Cut(rest, key+":")
			found = len(before) < len(rest) && (before == "" || strings.IndexByte(" \t\n{,-", before[len(before)-1]) >= 0)
			rest = after
		}
		if !found {
			return false
		}
	}
	return true
}
