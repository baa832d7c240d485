package markdown

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// olderAxis reads an axis of the revisions P0 and P1: its assessment, its values and for each value the
// evidence, or one basis for all of them.
func (p *parse) olderAxis(typ report.AxisType, key, n *yaml.Node) report.Axis {
	a := report.Axis{Name: typ.Name, Line: p.src.NodeLine(key)}
	var unit report.Unit
	basis, evidence := "", map[string]report.Finding{}
	p.assessed(n, &a.Assessment, &a.Note, &a.Records, func(name string, v *yaml.Node) bool {
		switch name {
		case "values":
			for _, item := range p.items(v, name) {
				for _, value := range p.olderValues(item, typ) {
					unit.Findings = append(unit.Findings, report.Finding{Value: value, Line: p.src.NodeLine(item)})
				}
			}
		case "evidence":
			p.evidence(typ, v, evidence)
		case "basis":
			basis = p.word(v, name, bases)
		default:
			return false
		}
		return true
	})
	for i := range unit.Findings {
		f := &unit.Findings[i]
		e, known := evidence[f.Value]
		f.Basis, f.Note, f.Records = e.Basis, e.Note, e.Records
		if !known {
			f.Basis = basis
		}
		if f.Basis == "" {
			p.diags.Warn(CodeProfileForm, p.src.NodeRange(key), fmt.Sprintf("%s: no evidence for %q", a.Name, diag.Clip(f.Value)),
				"Say how strong the evidence is; until then it is not stated.")
		}
		delete(evidence, f.Value)
	}
	if len(evidence) > 0 {
		p.diags.Warn(CodeProfileForm, p.src.NodeRange(key), a.Name+": evidence for what is no value of it", "List the value too; without that it is not one.")
	}
	if len(unit.Findings) > 0 {
		unit.Line = a.Line
		a.Units = []report.Unit{unit}
	}
	return a
}

// evidence reads what is known of each value, which may be a spelling of two.
func (p *parse) evidence(typ report.AxisType, n *yaml.Node, all map[string]report.Finding) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			p.src.KeyForm(n, "evidence", "a mapping")
		}
		return
	}
	p.src.EachKey(n, func(_ string, k, v *yaml.Node) {
		f := p.finding(typ, v)
		for _, value := range p.olderValues(k, typ) {
			all[value] = f
		}
	})
}

// olderValues are the values of an axis that one as written stands for.
func (p *parse) olderValues(n *yaml.Node, typ report.AxisType) []string {
	written := p.src.Scalar(n, typ.Name)
	if values := report.PresentValues(written); len(values) == 0 || slices.Contains(typ.Values, values[0]) {
		return values
	}
	return []string{p.word(n, typ.Name, typ.Values)}
}
