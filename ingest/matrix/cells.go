package matrix

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// columns says what stands in which column; -1 for what is not there.
type columns struct {
	system, oneLine, notes int

	cells    map[string]axisCells // by axis
	unknown  []int
	repeated []int
}

// axisCells are the columns of one axis.
type axisCells struct {
	axis  *report.AxisColumn
	list  int            // the column that lists its values, -1 for none
	value map[string]int // the columns of single values
}

// unread are the columns of the published matrix that say nothing of a system on an axis.
var unread = []string{"review_file", "public_repo", "clone_path", "source_tier"}

// notesColumn holds the reason given on one axis.
const (
	notesColumn = "read_back_notes"
	notesAxis   = "read_back_direction"
)

func newColumns(header []string) columns {
	c := columns{system: -1, oneLine: -1, notes: -1, cells: map[string]axisCells{}}
	named := map[string]*int{"system_name": &c.system, "system": &c.system, "one_line": &c.oneLine, notesColumn: &c.notes}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		to := named[name]
		axis, value := axisOf(name)
		switch {
		case to != nil && *to < 0:
			*to = i
		case to != nil:
			c.repeated = append(c.repeated, i)
		case axis != nil:
			if !c.add(axis, value, i) {
				c.repeated = append(c.repeated, i)
			}
		case !slices.Contains(unread, name):
			c.unknown = append(c.unknown, i)
		}
	}
	return c
}

// axisOf gives the axis that a column is of, with the value where it is of a single one.
func axisOf(name string) (axis *report.AxisColumn, value string) {
	for i := range report.Axes {
		a := &report.Axes[i]
		if name == a.Name || a.Column != "" && name == a.Column {
			return a, ""
		}
	}
	for i := range report.Axes {
		a := &report.Axes[i]
		rest, ok := strings.CutPrefix(name, a.Prefix)
		if value := report.FoldToken(rest); a.Prefix != "" && ok && a.Has(value) {
			return a, value
		}
	}
	return nil, ""
}

// add notes a column of an axis; false when there is such a one.
func (c *columns) add(axis *report.AxisColumn, value string, column int) bool {
	cells, known := c.cells[axis.Name]
	if !known {
		cells = axisCells{axis: axis, list: -1, value: map[string]int{}}
	}
	_, taken := cells.value[value]
	switch {
	case value == "" && cells.list < 0:
		cells.list = column
	case value == "" || taken:
		return false
	default:
		cells.value[value] = column
	}
	c.cells[axis.Name] = cells
	return true
}

// axes are the columns of the axes that the matrix has, in the order of the table.
func (c *columns) axes() []axisCells {
	var out []axisCells
	for i := range report.Axes {
		if cells, ok := c.cells[report.Axes[i].Name]; ok {
			out = append(out, cells)
		}
	}
	return out
}

// lead reads what a row says on one axis; false where it says nothing.
func (p *parse) lead(a axisCells, cell func(int) string) (report.Lead, bool) {
	listed, found := p.list(a, cell(a.list))
	single, zeros := p.singles(a, cell)
	disagree := found && !agree(a, listed, single.Values, zeros)
	if disagree {
		p.diags.Warn(CodeContradiction, p.cellRange(a.list), fmt.Sprintf("%s and the columns of its values disagree", a.axis.Name),
			"Correct one of them; the columns of values count.")
	}
	if disagree || !found { // else the list says the same, and in its order
		listed, found = single, single.Assessment != ""
	}
	if found && a.axis.Name == notesAxis {
		listed.Note = cell(p.columns.notes)
	}
	return listed, found
}

// agree tells whether the column that lists an axis's values says the same as those of single ones: it has
// the values with a 1 and none of those with a 0. What they leave open it may say.
func agree(a axisCells, listed report.Lead, ones, zeros []string) bool {
	values := covered(a.axis, listed.Values)
	has := func(value string) bool { return slices.Contains(values, value) }
	lacks := func(value string) bool { return !has(value) }
	return !slices.ContainsFunc(covered(a.axis, ones), lacks) && !slices.ContainsFunc(zeros, has)
}

// covered are the values that the given ones mean.
func covered(axis *report.AxisColumn, values []string) (out []string) {
	for _, v := range values {
		out = append(out, axis.Covers(v)...)
	}
	return out
}

// list reads the cell that lists an axis's values.
func (p *parse) list(a axisCells, cell string) (report.Lead, bool) {
	if cell == "" {
		return report.Lead{}, false
	}
	at := p.cellRange(a.list)
	var written []string
	switch {
	case cell == report.AssessedInapplicable || cell == report.AssessedNotDeterminable:
		return report.Lead{Axis: a.axis.Name, Assessment: cell}, true
	case strings.HasPrefix(cell, "["):
		if err := json.Unmarshal([]byte(cell), &written); err != nil {
			p.diags.Warn(CodeCell, at, fmt.Sprintf("%q is no JSON array of strings", diag.Clip(cell)), "Write [\"value\", …]; until then the cell says nothing.")
			return report.Lead{}, false
		}
		if len(written) == 0 {
			return report.Lead{Axis: a.axis.Name, Assessment: report.AssessedAbsent}, true
		}
	default:
		written = strings.Split(cell, ";")
	}
	for i := range written {
		written[i] = report.FoldToken(written[i])
	}
	lead, unknown, repeated, mixed, ok := report.ReadLead(a.axis, written)
	if a.axis.First && lead.Assessment == report.AssessedKnown && !strings.HasPrefix(cell, "[") {
		lead.Assessment = report.AssessedPartial
	}
	for _, i := range slices.Concat(unknown, repeated, mixed) {
		p.diags.Warn(CodeValue, at, fmt.Sprintf("%q is no value of %s, or does not stand alone or once", diag.Clip(written[i]), a.axis.Name),
			"Use these, each once: "+strings.Join(a.axis.Values, ", ")+". It is not read.")
	}
	return lead, ok
}

// singles reads the columns of single values, and lists those with a 0. The lead has no assessment where it
// says nothing: where there are zeros alone, and not of all values.
func (p *parse) singles(a axisCells, cell func(int) string) (lead report.Lead, zeros []string) {
	lead.Axis = a.axis.Name
	for _, value := range a.axis.Values {
		column, ok := a.value[value]
		if !ok {
			continue
		}
		switch text := cell(column); text {
		case "1":
			lead.Values = append(lead.Values, value)
		case "0":
			zeros = append(zeros, value)
		case "":
		default:
			p.diags.Warn(CodeCell, p.cellRange(column), fmt.Sprintf("%q stands in a column of one value", diag.Clip(text)), "Write 1, 0 or nothing; until then the cell says nothing.")
		}
	}
	decided := slices.Concat(covered(a.axis, lead.Values), zeros)
	open := slices.ContainsFunc(covered(a.axis, a.axis.Values), func(value string) bool { return !slices.Contains(decided, value) })
	switch {
	case len(lead.Values) > 0 && open:
		lead.Assessment = report.AssessedPartial
	case len(lead.Values) > 0:
		lead.Assessment = report.AssessedKnown
	case !open:
		lead.Assessment = report.AssessedAbsent
	}
	return lead, zeros
}
