package early

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// profileAxes are the axes of the profile of a single file, its first revision: those of today, and those
// that were retired since (report-grammar 3.6).
var profileAxes = slices.Concat(report.ProfileAxes, report.RetiredAxes)

var (
	assessments = []string{"known", "partial", "absent", "inapplicable", "uninspected", "not-determinable"}
	bases       = []string{"claimed", "afforded", "wired", "observed", "causally supported"}
)

// profile reads the comparison profile of a single file: an axis has an assessment, its values, and for
// each value the evidence, which is its basis, records and note.
func (p *parse) profile(n *yaml.Node) {
	last := n
	for len(last.Content) > 0 {
		last = last.Content[len(last.Content)-1]
	}
	profile := &report.Profile{Span: report.Span{Start: p.src.NodeLine(n), End: p.src.NodeLine(last)}}
	p.mapping(n, "memory-comparison", func(key string, k, v *yaml.Node) bool {
		switch key {
		case "scope":
			profile.Scope = p.src.Scalar(v, key)
		case "axes":
			p.mapping(v, key, func(name string, k, v *yaml.Node) bool {
				i := slices.IndexFunc(profileAxes, func(a report.AxisType) bool { return a.Name == name })
				if i >= 0 {
					profile.Axes = append(profile.Axes, p.axis(profileAxes[i], k, v))
				}
				return i >= 0
			})
		default:
			return key == "version"
		}
		return true
	})
	p.doc.Profile = profile
}

// axis reads one axis as its one unit. Of the axis's own records those are kept that no value has.
func (p *parse) axis(typ report.AxisType, key, n *yaml.Node) report.Axis {
	a := report.Axis{Name: typ.Name, Line: p.src.NodeLine(key)}
	var unit report.Unit
	evidence := map[string]report.Finding{}
	p.mapping(n, typ.Name, func(name string, _, v *yaml.Node) bool {
		switch name {
		case "assessment":
			a.Assessment = p.word(v, assessments)
		case "note":
			a.Note = p.src.Scalar(v, name)
		case "records":
			a.Records = p.profileRecords(v)
		case "values":
			for _, item := range p.items(v, name) {
				unit.Findings = append(unit.Findings, report.Finding{Value: p.word(item, typ.Values), Line: p.src.NodeLine(item)})
			}
		case "evidence":
			p.mapping(v, name, func(value string, k, v *yaml.Node) bool {
				evidence[p.word(k, typ.Values)] = p.evidence(v)
				return true
			})
		default:
			return false
		}
		return true
	})
	for i := range unit.Findings {
		f := &unit.Findings[i]
		e := evidence[f.Value]
		f.Basis, f.Note, f.Records = e.Basis, e.Note, e.Records
		a.Records = slices.DeleteFunc(a.Records, func(id string) bool { return slices.Contains(f.Records, id) })
	}
	if len(unit.Findings) > 0 {
		unit.Assessment, unit.Line = a.Assessment, a.Line
		a.Units = []report.Unit{unit}
	}
	return a
}

// evidence reads what is known of one value.
func (p *parse) evidence(n *yaml.Node) (f report.Finding) {
	p.mapping(n, "evidence", func(key string, _, v *yaml.Node) bool {
		switch key {
		case "basis":
			f.Basis = p.word(v, bases)
		case "note":
			f.Note = p.src.Scalar(v, key)
		case "records":
			f.Records = p.profileRecords(v)
		default:
			return false
		}
		return true
	})
	return f
}

// mapping reads the keys of a mapping; read tells whether it knows one.
func (p *parse) mapping(n *yaml.Node, key string, read func(key string, k, v *yaml.Node) bool) {
	if n.Kind != yaml.MappingNode {
		p.src.KeyForm(n, key, "a mapping")
		return
	}
	p.src.EachKey(n, func(key string, k, v *yaml.Node) {
		if !read(key, k, v) {
			p.unread(key, k)
		}
	})
}

func (p *parse) items(n *yaml.Node, key string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		p.src.KeyForm(n, key, "a list")
		return nil
	}
	return n.Content
}

// word is a value of a vocabulary in its present spelling; another is kept as written, with a warning.
func (p *parse) word(n *yaml.Node, legal []string) string {
	value := p.src.Scalar(n, "a value")
	if present := report.PresentValues(value); len(present) == 1 {
		value = present[0]
	}
	if !slices.Contains(legal, value) {
		p.diags.Warn(CodeProfileValue, p.src.NodeRange(n), "\""+diag.Clip(value)+"\" is no value here", "It is kept as written.")
	}
	return value
}

// profileRecords are the ids of a list.
func (p *parse) profileRecords(n *yaml.Node) []string {
	var out []string
	for _, item := range p.items(n, "records") {
		if id := p.src.Scalar(item, "records"); isRecordID(id) {
			out = append(out, id)
		} else {
			p.diags.Warn(CodeMalformedID, p.src.NodeRange(item), diag.Clip(id)+" is no id of a record", "It is not read.")
		}
	}
	return out
}
