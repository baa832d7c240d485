package markdown

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// readFrontMatter reads the keys that identify and describe the document (report-grammar 1.3).
// Values are taken as written: a revision of digits stays a string. The type decides the member.
func (p *parse) readFrontMatter() {
	root := p.src.FrontMatter()
	if root == nil {
		if !p.diags.Failed() { // else what it states is unknown
			p.unknownType(p.src.LineRange(1))
		}
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
	p.src.EachKey(root, func(key string, k, v *yaml.Node) {
		switch to := text[key]; {
		case to != nil:
			*to = p.src.Scalar(v, key)
			p.checkValue(key, *to, v)
		case key == "type", key == "verifies", key == "memory-comparison":
			keys[key] = v
		case key == "source":
			p.frozenSource(v)
		case key == "inputs-commit", key == "report-status":
			// They are about how the set was written and say nothing of the system.
		default:
			p.unread(key, k)
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
		p.diags.Warn(CodeMissingKey, p.src.LineRange(1), "The front matter does not state: "+strings.Join(missing, ", "),
			"Add the keys that identify the run; until then they are not stated.")
	}
}

// readType finds the member type, and takes what only some members have.
func (p *parse) readType(keys map[string]*yaml.Node) bool {
	at := p.src.LineRange(1)
	if n := keys["type"]; n != nil {
		p.doc.Type, at = p.src.Scalar(n, "type"), p.src.NodeRange(n)
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
			p.doc.Verifies = strings.Replace(p.src.Scalar(n, "verifies"), "records", "report", 1)
		}
		delete(keys, "verifies")
	case "memory-profile", "memory": // the latter before there were profiles
		p.profileNode = keys["memory-comparison"]
		delete(keys, "memory-comparison")
	}
	for _, key := range []string{"verifies", "memory-comparison"} {
		if n := keys[key]; n != nil {
			p.unread(key, n)
		}
	}
	return true
}

func (p *parse) unread(key string, k *yaml.Node) {
	p.diags.Add(diag.Info, CodeUnknownKey, p.src.NodeRange(k), fmt.Sprintf("The key %q is not read", diag.Clip(key)),
		"Nothing is taken from it; check its spelling, and the type of the document.")
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
		p.diags.Warn(CodeKeyValue, p.src.NodeRange(n), fmt.Sprintf("%q is no %s", diag.Clip(value), key), "Use one of: "+strings.Join(legal, "; ")+".")
	}
}

func (p *parse) unknownType(at diag.Range) {
	summary := fmt.Sprintf("No known member type: %q", diag.Clip(p.doc.Type))
	if p.doc.Type == "" {
		summary = "The front matter states no type"
	}
	p.diags.Warn(CodeUnknownType, at, summary,
		"Write front matter with \"type: …/types/agentic-system-memory-report.md\", with the type of this member.")
}

func (p *parse) frozenSource(n *yaml.Node) {
	if n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		p.src.KeyForm(n, "source", "a mapping")
		return
	}
	f := &p.doc.Meta.Frozen
	text := map[string]*string{"kind": &f.Kind, "identity": &f.Identity, "revision": &f.Revision, "path": &f.Path, "sha256": &f.SHA256}
	p.src.EachKey(n, func(key string, k, v *yaml.Node) {
		if to := text[key]; to != nil {
			*to = p.src.Scalar(v, key)
			p.checkValue(key, *to, v)
			return
		}
		p.unread("source."+key, k)
	})
}
