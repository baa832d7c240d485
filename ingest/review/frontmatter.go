package review

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// traceLearning is the tag that is a value on an axis of its own.
const traceLearning = "trace-learning"

// tiers are the values of source-tier.
var tiers = []string{"code-grounded", "doc-grounded"}

// readFrontMatter reads the keys of a review. Whether the tag is there is stated by every review.
func (p *parse) readFrontMatter() {
	p.traceLine = 1
	missing := []string{"description", "source-tier", "last-checked"}
	root := p.src.FrontMatter()
	if p.diags.Failed() {
		return // what it does not state is unknown
	}
	if root != nil {
		p.src.EachKey(root, func(key string, k, v *yaml.Node) {
			missing = slices.DeleteFunc(missing, func(m string) bool { return m == key })
			p.readKey(key, k, v)
		})
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeMissingKey, p.src.LineRange(1), "The front matter does not state: "+strings.Join(missing, ", "),
			"Add the keys; until then what they say is not stated.")
	}
	p.doc.Review.OneLine = oneLine(p.doc.Meta.Description)
}

func (p *parse) readKey(key string, k, v *yaml.Node) {
	switch key {
	case "type":
		p.doc.Type = p.src.Scalar(v, key)
	case "description":
		p.doc.Meta.Description = p.src.Scalar(v, key)
	case "source-tier":
		p.doc.Meta.EvidenceTier = p.src.Scalar(v, key)
		if !slices.Contains(tiers, p.doc.Meta.EvidenceTier) {
			p.diags.Warn(CodeKeyValue, p.src.NodeRange(v), fmt.Sprintf("%q is no source-tier", diag.Clip(p.doc.Meta.EvidenceTier)),
				"Use one of: "+strings.Join(tiers, "; ")+".")
		}
	case "last-checked":
		p.setChecked(p.src.Scalar(v, key), p.src.NodeRange(v))
	case "tags":
		p.readTags(v)
	case "status": // of the review as a document, nothing of the system
	default:
		p.diags.Add(diag.Info, CodeUnknownKey, p.src.NodeRange(k), fmt.Sprintf("The key %q is not read", diag.Clip(key)),
			"Nothing is taken from it; check its spelling.")
	}
}

// readTags looks for the tag that counts, in a list or as the only one.
func (p *parse) readTags(v *yaml.Node) {
	p.traceLine = p.src.NodeLine(v)
	switch v.Kind {
	case yaml.ScalarNode:
		p.traces = v.Value == traceLearning
	case yaml.SequenceNode:
		for _, tag := range v.Content {
			if tag.Kind == yaml.ScalarNode && tag.Value == traceLearning {
				p.traces, p.traceLine = true, p.src.NodeLine(tag)
				return
			}
		}
	default:
		p.src.KeyForm(v, "tags", "a list")
	}
}

// setChecked takes the date of the last check; the first that is one counts.
func (p *parse) setChecked(date string, at diag.Range) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		p.diags.Warn(CodeDate, at, fmt.Sprintf("%q is no date", diag.Clip(date)), "Write it as YYYY-MM-DD; until then it is not stated.")
		return
	}
	if p.doc.Meta.Cutoff == "" {
		p.doc.Meta.Cutoff = date
	}
	if p.doc.Meta.Cutoff != date {
		p.diags.Warn(CodeDate, at, fmt.Sprintf("Last checked %s here and %s before", date, p.doc.Meta.Cutoff), "The first counts; correct the other.")
	}
}

// maxLeadName is how many characters the name before "review:" may have.
const maxLeadName = 40

// oneLine takes a leading "<Name> review:" off a description.
func oneLine(description string) string {
	const mark = " review:"
	name, rest, ok := strings.Cut(description, mark)
	if !ok || utf8.RuneCountInString(name) > maxLeadName {
		return description
	}
	return strings.TrimSpace(rest)
}

// An opening is one of the labelled lines between the title and the first section.
type opening func(p *parse, value opened)

// openings are read by their normalised labels. That of the authors' own folder matters only where no
// other line has an address.
var openings map[string]opening

func init() {
	revision := func(p *parse, v opened) { p.setRevision(v) }
	source := func(p *parse, v opened) {
		if p.doc.Source == "" || p.fallback {
			p.doc.Source, p.fallback = v.address(), false
		}
	}
	openings = map[string]opening{
		"repository": source, "source": source,
		"reviewed commit": revision, "reviewed revision": revision,
		"last checked": func(p *parse, v opened) { p.setChecked(strings.TrimSpace(v.text), v.at) },
		"source directory": func(p *parse, v opened) {
			if address := v.address(); p.doc.Source == "" && strings.Contains(address, "://") {
				p.doc.Source, p.fallback = address, true
			}
		},
	}
}

// An opened line is what stands after its label.
type opened struct {
	text string
	dest string // of its first link, "" for none
	at   diag.Range
}

// address is the first address in the line: a bare one, else where its first link leads, else the text.
func (v opened) address() string {
	for word := range strings.FieldsSeq(v.text) {
		if word = strings.Trim(word, "<>(),;"); strings.Contains(word, "://") {
			return word
		}
	}
	if v.dest != "" {
		return v.dest
	}
	return strings.TrimSpace(v.text)
}

// setRevision takes the first word that pins a source, else the text as it stands.
func (p *parse) setRevision(v opened) {
	if p.doc.Revision != "" {
		return
	}
	for word := range strings.FieldsSeq(v.text) {
		if word = strings.Trim(word, "(),;."); report.IsRevision(word) {
			p.doc.Revision = word
			return
		}
	}
	p.doc.Revision = strings.TrimSpace(v.text)
	p.diags.Warn(CodeRevision, v.at, fmt.Sprintf("%q pins no revision", diag.Clip(p.doc.Revision)), "Give the full commit.")
}
