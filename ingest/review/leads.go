package review

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A lead is an axis as a line states it, before it is known which axes apply.
type lead struct {
	report.Lead
	label  diag.Range
	tokens diag.Range
	index  int // in Review.Leads, none where nothing counts
}

const none = -1

// axisLine reads a paragraph that states an axis: a bold label, tokens in code, a dash and the reason.
// It reports false for any other paragraph, and for one that is a field of the open artefact: where the
// axis is stated already or no tokens follow.
func (p *parse) axisLine(u *mdtext.Unit) bool {
	axis, value := axisLabel(u)
	if axis == nil {
		return false
	}
	codes, end := tokens(u, value)
	first, again := p.leads[axis.Name]
	if p.open.Kind == report.OwnerArtifact && (again || len(codes) == 0) {
		return false
	}
	at := p.src.Range(u.Source(u.Lead.Start), u.End(value))
	switch {
	case again:
		p.diags.Warn(CodeLeadDuplicate, at, fmt.Sprintf("%q stands here a second time", axis.Label), "Join the two. The first counts.",
			diag.Related{Message: "first here", Range: first.label})
	case len(codes) == 0:
		p.leads[axis.Name] = lead{label: at, index: none}
		p.diags.Warn(CodeLeadForm, at, fmt.Sprintf("%q is followed by no token in code", axis.Label),
			"Write \"**"+axis.Label+":** `token` — reason\"; until then the axis is not stated.")
	default:
		p.state(axis, u, codes, end, at)
	}
	return true
}

// axisLabel gives the axis that a unit begins with the bold label of, and where its value begins. The
// colon stands inside of the bold phrase or behind it.
func axisLabel(u *mdtext.Unit) (axis *report.AxisColumn, value int) {
	if u.Lead.Start != 0 || u.Lead.End == 0 {
		return nil, 0
	}
	bold := u.Text[:u.Lead.End]
	value = u.Lead.End
	if !strings.HasSuffix(bold, ":") {
		if !strings.HasPrefix(u.Text[value:], ":") {
			return nil, 0
		}
		value++
	}
	return report.AxisLabelled(labelOf(bold)), value
}

// tokens are the code spans that follow an offset with nothing but blanks and commas between them, and
// where the last one ends.
func tokens(u *mdtext.Unit, at int) (codes []mdtext.Span, end int) {
	end = at
	for _, c := range u.Codes {
		if c.Start < at {
			continue
		}
		if strings.Trim(u.Text[end:c.Start], " ,;/") != "" {
			break
		}
		codes, end = append(codes, c), c.End
	}
	return codes, end
}

// dashes part the tokens from the reason.
var dashes = []string{"—", "–", "--", "-", ":"}

// reason is what follows the dash after the tokens, as written.
func (p *parse) reason(axis *report.AxisColumn, u *mdtext.Unit, end int) string {
	rest := strings.TrimLeft(u.Text[end:], " ")
	if rest == "" {
		return ""
	}
	at := len(u.Text) - len(rest)
	for _, dash := range dashes {
		if strings.HasPrefix(rest, dash) {
			return strings.TrimSpace(u.Written(at + len(dash)))
		}
	}
	p.diags.Warn(CodeLeadForm, p.src.Range(u.Source(at), u.End(len(u.Text))), fmt.Sprintf("No dash follows the tokens of %q", axis.Label),
		"Part the tokens by blanks, and the reason from them by a dash; what stands here is not read for tokens.")
	return strings.TrimSpace(u.Written(at))
}

// state notes what a line says on its axis.
func (p *parse) state(axis *report.AxisColumn, u *mdtext.Unit, codes []mdtext.Span, end int, label diag.Range) {
	folded := make([]string, len(codes))
	for i, c := range codes {
		folded[i] = report.FoldToken(u.Text[c.Start:c.End])
	}
	l, unknown, repeated, mixed, ok := report.ReadLead(axis, folded)
	l.Note, l.Line = p.reason(axis, u, end), label.Start.Line
	warn := func(indexes []int, code, summary, detail string) {
		for _, i := range indexes {
			c := codes[i]
			p.diags.Warn(code, p.src.Range(u.Source(c.Start), u.End(c.End)), fmt.Sprintf(summary, diag.Clip(u.Text[c.Start:c.End]), axis.Label), detail)
		}
	}
	warn(unknown, CodeToken, "%q is no value of %q", "Use one of: "+strings.Join(axis.Values, ", ")+". The token is not read.")
	warn(repeated, CodeTokenRepeated, "%q stands twice in %q", "Remove one.")
	warn(mixed, CodeSentinel, "%q stands beside others in %q", "It counts only where it stands alone; remove it or them.")
	stated := lead{Lead: l, label: label, index: none,
		tokens: p.src.Range(u.Source(codes[0].Start), u.End(codes[len(codes)-1].End))}
	if ok {
		stated.index = len(p.doc.Review.Leads)
		p.doc.Review.Leads = append(p.doc.Review.Leads, l)
	}
	p.leads[axis.Name] = stated
}

// settleLeads decides which axes apply, now that all are read. One that does not is inapplicable,
// whatever tokens it was given; one that does and was left out is missing, and not stated.
func (p *parse) settleLeads() {
	trace := "no"
	if p.traces {
		trace = "yes"
	}
	p.leads["trace_learning"] = lead{Lead: report.Lead{Line: p.traceLine}, index: len(p.doc.Review.Leads)}
	p.doc.Review.Leads = append(p.doc.Review.Leads,
		report.Lead{Axis: "trace_learning", Assessment: report.AssessedKnown, Values: []string{trace}, Line: p.traceLine})
	var missing []string
	for i := range report.Axes {
		axis := &report.Axes[i]
		applies, decider := p.applies(axis.When)
		l, stated := p.leads[axis.Name]
		switch {
		case applies == no:
			p.inapplicable(axis, l, stated, decider)
		case !stated && applies == yes:
			missing = append(missing, axis.Label)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeLeadMissing, p.src.LineRange(min(p.src.Body, p.src.Last)), "Not stated: "+strings.Join(missing, ", "),
			"Add a line \"**Axis:** `token` — reason\" for each; `none` and `not-determinable` are answers, too.")
	}
}

// inapplicable states that an axis does not apply, at the line that decides so.
func (p *parse) inapplicable(axis *report.AxisColumn, l lead, stated bool, decider int) {
	found := report.Lead{Axis: axis.Name, Assessment: report.AssessedInapplicable, Line: decider}
	if stated && len(l.Values) > 0 {
		p.diags.Warn(CodeInapplicable, l.tokens, fmt.Sprintf("%q is given values and does not apply", axis.Label),
			fmt.Sprintf("Line %d says so; the tokens are not read. Correct one of the two.", decider))
	}
	if stated && l.index != none {
		p.doc.Review.Leads[l.index] = found
		return
	}
	p.doc.Review.Leads = append(p.doc.Review.Leads, found)
}

// truth is whether an axis applies; unknown where what decides it is not stated itself.
type truth uint8

const (
	unknown truth = iota
	no
	yes
)

// applies tells whether axes of a condition apply, and the line that decides it.
func (p *parse) applies(when report.Condition) (truth, int) {
	switch when {
	case report.IfAutomatic:
		return p.states("write_agency", "automatic")
	case report.IfPushed:
		return p.states("read_back_direction", "push", "both")
	case report.IfTraceLearning:
		return p.states("trace_learning", "yes")
	}
	return yes, 0
}

// states tells whether an axis has one of some values.
func (p *parse) states(axis string, values ...string) (truth, int) {
	l, ok := p.leads[axis]
	if !ok || l.index == none {
		return unknown, 0
	}
	found := &p.doc.Review.Leads[l.index]
	for _, v := range found.Values {
		for _, want := range values {
			if v == want {
				return yes, found.Line
			}
		}
	}
	if found.Assessment == report.AssessedNotDeterminable {
		return unknown, 0
	}
	return no, cmp.Or(found.Line, 1)
}
