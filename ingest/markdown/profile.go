package markdown

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

var (
	assessments = []string{"known", "partial", "absent", "inapplicable", "uninspected", "not-determinable"}
	bases       = []string{"claimed", "afforded", "wired", "observed", "causally supported"}
)

// readProfile reads the axes of a memory profile (report-grammar 3.6). In revision P2 an axis has units, a
// unit findings, a finding a value with its basis and records; profile_older.go has those before it.
func (p *parse) readProfile() {
	n := p.profileNode
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		p.src.KeyForm(n, "memory-comparison", "a mapping")
		return
	}
	profile := &report.Profile{Span: report.Span{Start: p.src.NodeLine(n), End: p.src.NodeLine(lastNode(n))}}
	var version string
	var axes *yaml.Node
	p.src.EachKey(n, func(key string, k, v *yaml.Node) {
		switch key {
		case "version":
			version = p.src.Scalar(v, key)
		case "scope":
			profile.Scope = p.src.Scalar(v, key)
		case "axes":
			axes = v
		default:
			p.unknownProfileKey(k)
		}
	})
	p.olderProfile = version == "1" || version == "" && !hasUnits(axes)
	if version != "2" && !p.olderProfile {
		p.diags.Warn(CodeProfileVersion, p.src.NodeRange(n), fmt.Sprintf("A memory profile of version %q", diag.Clip(version)),
			"Write \"version: 2\", axes with units, units with findings; another is not read.")
		if version != "" { // else it has units
			return
		}
	}
	if axes == nil || axes.Kind != yaml.MappingNode {
		p.diags.Warn(CodeProfileForm, p.src.NodeRange(n), "The profile has no axes", "Give \"axes\", a mapping of the ten axes.")
		return
	}
	found := map[string]bool{}
	p.src.EachKey(axes, func(key string, k, v *yaml.Node) {
		found[key] = true
		switch typ, known := p.axisType(key); {
		case !known:
			p.unknownProfileKey(k)
		case p.olderProfile:
			profile.Axes = append(profile.Axes, p.olderAxis(typ, k, v))
		default:
			profile.Axes = append(profile.Axes, p.axis(typ, k, v))
		}
	})
	var missing []string
	for _, a := range report.ProfileAxes {
		if !found[a.Name] {
			missing = append(missing, a.Name)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeProfileForm, p.src.NodeRange(axes), "The profile lacks axes: "+strings.Join(missing, ", "), "Give each with its assessment; until then it is not stated.")
	}
	p.doc.Profile = profile
}

// hasUnits tells whether an axis of a profile has the key that revision P2 brought.
func hasUnits(axes *yaml.Node) bool {
	if axes == nil {
		return false
	}
	for _, axis := range axes.Content {
		for _, key := range axis.Content {
			if key.Value == "units" {
				return true
			}
		}
	}
	return false
}

// axisType finds an axis by its name.
func (p *parse) axisType(name string) (report.AxisType, bool) {
	axes := report.ProfileAxes
	if p.olderProfile {
		axes = slices.Concat(axes, report.RetiredAxes)
	}
	i := slices.IndexFunc(axes, func(a report.AxisType) bool { return a.Name == name })
	if i < 0 {
		return report.AxisType{}, false
	}
	return axes[i], true
}

func lastNode(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}

func (p *parse) axis(typ report.AxisType, key, n *yaml.Node) report.Axis {
	a := report.Axis{Name: typ.Name, Line: p.src.NodeLine(key)}
	p.assessed(n, &a.Assessment, &a.Note, &a.Records, func(name string, v *yaml.Node) bool {
		if name != "units" {
			return false
		}
		for _, item := range p.items(v, name) {
			a.Units = append(a.Units, p.unit(typ, item))
		}
		return true
	})
	p.checkAxis(&a, key)
	return a
}

func (p *parse) unit(typ report.AxisType, n *yaml.Node) report.Unit {
	u := report.Unit{Line: p.src.NodeLine(n)}
	p.assessed(n, &u.Assessment, &u.Note, &u.Records, func(name string, v *yaml.Node) bool {
		switch name {
		case "scope":
			u.Scope = p.src.Scalar(v, name)
		case "findings":
			for _, item := range p.items(v, name) {
				u.Findings = append(u.Findings, p.finding(typ, item))
			}
		default:
			return false
		}
		return true
	})
	if resolved := u.Assessment == "known" || u.Assessment == "partial"; resolved != (len(u.Findings) > 0) {
		p.diags.Warn(CodeProfileForm, p.src.NodeRange(n), fmt.Sprintf("A unit that is %q with %d findings", diag.Clip(u.Assessment), len(u.Findings)),
			"Known and partial units have findings, all others none.")
	}
	return u
}

func (p *parse) finding(typ report.AxisType, n *yaml.Node) report.Finding {
	f := report.Finding{Line: p.src.NodeLine(n)}
	if n.Kind != yaml.MappingNode {
		p.src.KeyForm(n, "finding", "a mapping")
		return f
	}
	p.src.EachKey(n, func(key string, k, v *yaml.Node) {
		switch key {
		case "value":
			f.Value = p.word(v, key, typ.Values)
		case "basis":
			f.Basis = p.word(v, key, bases)
		case "note":
			f.Note = p.src.Scalar(v, key)
		case "records":
			f.Records = p.profileRecords(v)
		default:
			p.unknownProfileKey(k)
		}
	})
	return f
}

// assessed reads what axes and units share; other takes the rest and tells whether it knows a key.
func (p *parse) assessed(n *yaml.Node, assessment, note *string, records *[]string, other func(string, *yaml.Node) bool) {
	if n.Kind != yaml.MappingNode {
		p.src.KeyForm(n, "assessment", "a mapping")
		return
	}
	p.src.EachKey(n, func(key string, k, v *yaml.Node) {
		switch key {
		case "assessment":
			*assessment = p.word(v, key, assessments)
		case "note":
			*note = p.src.Scalar(v, key)
		case "records":
			*records = p.profileRecords(v)
		default:
			if !other(key, v) {
				p.unknownProfileKey(k)
			}
		}
	})
}

func (p *parse) items(n *yaml.Node, key string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		if n.Tag != "!!null" {
			p.src.KeyForm(n, key, "a list")
		}
		return nil
	}
	return n.Content
}

// word is a value of a vocabulary; another is kept as written, with a warning.
func (p *parse) word(n *yaml.Node, key string, legal []string) string {
	value := p.src.Scalar(n, key)
	if !slices.Contains(legal, value) {
		p.diags.Warn(CodeProfileValue, p.src.NodeRange(n), fmt.Sprintf("%q is no %s", diag.Clip(value), key), "Use one of: "+strings.Join(legal, ", ")+".")
	}
	return value
}

// profileRecords are the ids of a list of destinations, "memory.md#mem-rte-recall", or before revision P2
// of a list of ids.
func (p *parse) profileRecords(n *yaml.Node) []string {
	var out []string
	for _, item := range p.items(n, "records") {
		id := p.src.Scalar(item, "records")
		_, fragment, _ := strings.Cut(id, "#")
		handle, ok := anchorHandle(fragment)
		if p.olderProfile && (report.IsNamed(id) || report.IsNumbered(id)) {
			handle, ok = id, true
		}
		if !ok {
			p.diags.Warn(CodeProfileRecord, p.src.NodeRange(item), fmt.Sprintf("%q names no record", diag.Clip(item.Value)), "Write the member and the id in lower case: memory.md#mem-rte-recall.")
			continue
		}
		out = append(out, handle)
	}
	return out
}

func (p *parse) unknownProfileKey(k *yaml.Node) {
	p.diags.Warn(CodeProfileForm, p.src.NodeRange(k), fmt.Sprintf("A profile has no key %q", diag.Clip(k.Value)), "Nothing is taken from it; check its spelling.")
}
