package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The caps of front matter: its size in bytes, and how deep it nests. A memory profile is the
// largest and deepest: axes, units, findings, records.
const (
	maxFrontMatter = 1 << 20
	maxFrontDepth  = 16
)

// readFrontMatter reads the keys that identify and describe the document (report-grammar 1.3).
// Values are taken as written: a revision of digits stays a string. The type decides the member.
func (p *parse) readFrontMatter() {
	root := p.frontMatter()
	if root == nil {
		p.unknownType(p.src.lineRange(1))
		return
	}
	keys := map[string]*yaml.Node{} // those that the type decides about
	text := map[string]*string{
		"run-id": &p.doc.Run, "source-identity": &p.doc.Source, "reviewed-boundary": &p.doc.Revision,
		"system": &p.doc.System, "description": &p.doc.Meta.Description, "run-date": &p.doc.Meta.RunDate,
		"analysis-cutoff": &p.doc.Meta.Cutoff, "boundary-kind": &p.doc.Meta.BoundaryKind,
		"target-class": &p.doc.Meta.TargetClass, "evidence-tier": &p.doc.Meta.EvidenceTier,
		"result-disposition": &p.doc.Meta.Disposition,
	}
	p.eachKey(root, func(key string, k, v *yaml.Node) {
		switch to := text[key]; {
		case to != nil:
			*to = p.scalar(v, key)
			p.checkValue(key, *to, v)
		case key == "type", key == "verifies", key == "memory-comparison":
			keys[key] = v
		case key == "source":
			p.frozenSource(v)
		default:
			p.diags.Add(diag.Info, CodeUnknownKey, p.nodeRange(k), fmt.Sprintf("The key %q is not read", diag.Clip(key)),
				"Nothing is taken from it; check its spelling.")
		}
	})
	if p.doc.Source == "" {
		p.doc.Source = p.doc.Meta.Frozen.Identity
	}
	if !p.readType(keys) {
		return
	}
	var missing []string
	for _, key := range []string{"run-id", "reviewed-boundary"} {
		if *text[key] == "" {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeMissingKey, p.src.lineRange(1), "The front matter does not state: "+strings.Join(missing, ", "),
			"Add the keys that identify the run; until then they are not stated.")
	}
}

// readType finds the member type, and takes what only some members have.
func (p *parse) readType(keys map[string]*yaml.Node) bool {
	at := p.src.lineRange(1)
	if n := keys["type"]; n != nil {
		p.doc.Type, at = p.scalar(n, "type"), p.nodeRange(n)
	}
	member, known := report.MemberOf(p.doc.Type)
	if !known {
		p.unknownType(at)
		return false
	}
	p.member, p.doc.Role = member, member.Role
	switch p.doc.Role {
	case "verification":
		if n := keys["verifies"]; n != nil {
			p.doc.Verifies = strings.Replace(p.scalar(n, "verifies"), "records", "report", 1)
		}
	case "memory-profile":
		p.profileNode = keys["memory-comparison"]
	}
	return true
}

// vocabularies are the keys whose values are controlled (report-grammar 3.4).
var vocabularies = map[string][]string{
	"boundary-kind":      {"whole-system", "subsystem-only", "complete artifact, partial loop"},
	"evidence-tier":      {"code-grounded", "doc-grounded"},
	"result-disposition": {"complete", "blocked", "out-of-scope"},
	"kind":               {"git", "capture"},
}

func (p *parse) checkValue(key, value string, n *yaml.Node) {
	if legal := vocabularies[key]; legal != nil && value != "" && !slices.Contains(legal, value) {
		p.diags.Warn(CodeKeyValue, p.nodeRange(n), fmt.Sprintf("%q is no %s", diag.Clip(value), key), "Use one of: "+strings.Join(legal, "; ")+".")
	}
}

func (p *parse) unknownType(at diag.Range) {
	p.diags.Warn(CodeUnknownType, at, fmt.Sprintf("No known member type: %q", diag.Clip(p.doc.Type)),
		"Write front matter with \"type: …/types/agentic-system-memory-report.md\", with the type of this member.")
}

// frontMatter gives the top mapping of the front matter, or nil.
func (p *parse) frontMatter() *yaml.Node {
	if p.src.front.start == p.src.front.end {
		return nil
	}
	text := p.original[p.src.front.start+p.src.shift : p.src.front.end+p.src.shift]
	if len(text) > maxFrontMatter {
		p.diags.Add(diag.Error, CodeFrontMatter, p.src.lineRange(1),
			fmt.Sprintf("The front matter has %d bytes; the limit is %d", len(text), maxFrontMatter), "It is not read. Keep the keys of the member type.")
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxFrontDepth))))
	var doc yaml.Node
	if err == nil {
		err = loader.Load(&doc)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		p.frontMatterFailed(err)
		return nil
	case doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode:
		p.diags.Add(diag.Error, CodeFrontMatter, p.src.lineRange(1), "The front matter is no mapping of keys to values",
			"Write it as lines of the form key: value.")
		return nil
	}
	if alias := findAlias(&doc); alias != nil {
		p.diags.Add(diag.Error, CodeFrontMatterAlias, p.nodeRange(alias), "Anchors and aliases are not read in front matter",
			"Write the value out.")
		return nil
	}
	return doc.Content[0]
}

func (p *parse) frontMatterFailed(err error) {
	at, message := p.src.lineRange(1), err.Error()
	var load *yaml.LoadError
	if errors.As(err, &load) {
		message = load.Message
		if line := load.Mark.Line + 1; line >= 1 && line < p.src.body {
			at = p.src.at(p.src.lines[line-1], p.src.lines[line-1])
		}
	}
	p.diags.Add(diag.Error, CodeFrontMatter, at, "The front matter is no YAML: "+diag.Clip(message),
		"Correct it; until then the document has no identity.")
}

// findAlias returns the first node that has an anchor or is an alias. The depth is capped before.
func findAlias(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return n
	}
	for _, c := range n.Content {
		if found := findAlias(c); found != nil {
			return found
		}
	}
	return nil
}

// eachKey calls read for each key of a mapping; of a repeated key the first counts.
func (p *parse) eachKey(n *yaml.Node, read func(key string, k, v *yaml.Node)) {
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if seen[k.Value] {
			p.diags.Warn(CodeKeyForm, p.nodeRange(k), fmt.Sprintf("The key %q stands here a second time", diag.Clip(k.Value)),
				"Keep one. The first counts.")
			continue
		}
		seen[k.Value] = true
		read(k.Value, k, v)
	}
}

// scalar gives a value as written; "" for null and, with a diagnostic, for a list or mapping.
func (p *parse) scalar(n *yaml.Node, key string) string {
	if n.Kind != yaml.ScalarNode {
		p.keyForm(n, key, "a single value")
		return ""
	}
	if n.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

func (p *parse) keyForm(n *yaml.Node, key, form string) {
	p.diags.Warn(CodeKeyForm, p.nodeRange(n), fmt.Sprintf("%q is not %s", diag.Clip(key), form), "It is not read; write it in that form.")
}

func (p *parse) frozenSource(n *yaml.Node) {
	if n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		p.keyForm(n, "source", "a mapping")
		return
	}
	f := &p.doc.Meta.Frozen
	text := map[string]*string{"kind": &f.Kind, "identity": &f.Identity, "revision": &f.Revision, "path": &f.Path, "sha256": &f.SHA256}
	p.eachKey(n, func(key string, k, v *yaml.Node) {
		if to := text[key]; to != nil {
			*to = p.scalar(v, key)
			p.checkValue(key, *to, v)
			return
		}
		p.diags.Add(diag.Info, CodeUnknownKey, p.nodeRange(k), fmt.Sprintf("The key %q of the source is not read", diag.Clip(key)),
			"Nothing is taken from it; check its spelling.")
	})
}

// nodeRange is the place of a node's first line. Columns of the library count characters.
func (p *parse) nodeRange(n *yaml.Node) diag.Range {
	number := min(max(n.Line, 1)+1, len(p.src.lines))
	start, end := p.src.lines[number-1], len(p.original)-p.src.shift
	if number < len(p.src.lines) {
		end = p.src.lines[number] - 1
	}
	line := string(bytes.TrimRight(p.original[start+p.src.shift:end+p.src.shift], "\r\n"))
	from := 0
	for c := 1; c < n.Column && from < len(line); c++ {
		_, size := utf8.DecodeRuneInString(line[from:])
		from += size
	}
	width := 0
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(line[from:], n.Value) {
		width = len(n.Value)
	}
	return p.src.at(start+from, start+from+width)
}

// nodeLine is the line of the document that a node begins on.
func (p *parse) nodeLine(n *yaml.Node) int { return n.Line + 1 }
