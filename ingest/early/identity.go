package early

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// roleResult is the role of what holds a whole analysis, or its conclusions.
const roleResult = "result"

// An identifier is what a labelled line says of the run.
type identifier uint8

// The identifiers.
const (
	identifiesNothing identifier = iota
	identifiesRun
	identifiesSystem
	identifiesRevision
	identifiesCutoff
	identifiesTier
)

// identityLabels are the labels, normalised, of the lines by which a trial's files say what they are about.
var identityLabels = map[string]identifier{
	"run/result id": identifiesRun, "run / result id": identifiesRun, "result identity": identifiesRun, "result id": identifiesRun,
	"run id": identifiesRun, "run-id": identifiesRun,
	"target system": identifiesSystem, "system": identifiesSystem, "subject": identifiesSystem,
	"revision": identifiesRevision, "reviewed revision": identifiesRevision, "reviewed-boundary": identifiesRevision,
	"analysis cutoff": identifiesCutoff, "overall evidence tier": identifiesTier, "evidence tier": identifiesTier,
}

// identifying are the words, in lower case, of the sections that say what a run is about.
var identifying = []string{"identity", "revision", "boundary"}

// identify takes what a labelled value says of the run, above all sections or in one that is for that. What
// was said first counts: later words are about parts.
func (p *parse) identify(label, value string) {
	about := func(section int) bool { return containsAny(p.doc.Sections[section].Title, identifying) }
	if len(p.at.sections) > 0 && !slices.ContainsFunc(p.at.sections, about) {
		return
	}
	keep := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	word := firstWord(value)
	switch identityLabels[report.NormalLabel(label)] {
	case identifiesRun:
		keep(&p.doc.Run, runIn(value))
	case identifiesSystem:
		name, address := systemIn(value)
		keep(&p.doc.System, name)
		keep(&p.doc.Source, address)
	case identifiesRevision:
		if report.IsRevision(word) {
			keep(&p.doc.Revision, word)
		}
	case identifiesCutoff:
		if _, err := time.Parse(time.DateOnly, word); err == nil {
			keep(&p.doc.Meta.Cutoff, word)
		}
	case identifiesTier:
		if word == "code-grounded" || word == "doc-grounded" {
			keep(&p.doc.Meta.EvidenceTier, word)
		}
	}
}

// firstWord is the first word of a text without marks around it.
func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.Trim(word, "`*.,;()")
}

// runIn finds a run's id in a text: words in capitals and a date, joined by hyphens, like
// AGS-2026-08-20-QUILLSTORE-01 or RUN-QUILLSTORE-20260820; "" for none.
func runIn(text string) string {
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, "`*.,;:()"); runSlug(word) != "" {
			return word
		}
	}
	return ""
}

// runSlug is the part of a run's id that names the system; "" where the word is no such id
// (report-grammar 1.4).
func runSlug(word string) string {
	parts := strings.Split(word, "-")
	if len(parts) < 3 || len(word) > maxRunID || len(parts[0]) != 3 || strings.Trim(parts[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	last := len(parts) - 1
	if _, err := time.Parse("20060102", parts[last]); err == nil {
		return cleanSlug(parts[1:last])
	}
	if len(parts) < 6 || len(parts[last]) != 2 || strings.Trim(parts[last], "0123456789") != "" {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, strings.Join(parts[1:4], "-")); err != nil {
		return ""
	}
	return cleanSlug(parts[4:last])
}

// maxRunID is the length in bytes beyond which a word is no run's id.
const maxRunID = 200

func cleanSlug(parts []string) string {
	slug := strings.Join(parts, "-")
	for i := 0; i < len(slug); i++ {
		if c := slug[i] | 0x20; slug[i] != '-' && (c < 'a' || c > 'z') && (slug[i] < '0' || slug[i] > '9') {
			return ""
		}
	}
	return slug
}

// systemIn takes a system's name and address apart: "Quillstore (`example.org/quill/store`), a shelf".
func systemIn(text string) (name, address string) {
	end := len(text)
	for _, mark := range []string{" (", " — ", " – ", ", ", "; ", ". "} {
		if at := strings.Index(text, mark); at >= 0 {
			end = min(end, at)
		}
	}
	name = strings.Trim(text[:end], " `*.")
	for word := range strings.FieldsSeq(text[end:]) {
		word = strings.Trim(word, "`*.,;()<>")
		host, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "https://"), "http://"), "/")
		if path != "" && strings.Contains(host, ".") {
			return name, word
		}
	}
	return name, ""
}

// titles are the words by which the title of a trial's file says which of them it is.
var titles = []struct{ words, role string }{
	{"evidence packet", "evidence-packet"}, {"canonical records", "canonical-records"}, {"runtime account", "runtime-account"},
	{"epistemic lens", "lens-epistemic"}, {"memory/context lens", "lens-memory"}, {"memory lens", "lens-memory"},
	{"lens dispositions", "lens-dispositions"}, {"agentic-system analysis", roleResult}, {"agentic system analysis", roleResult},
}

// title reads the heading of level 1.
func (p *parse) title(u *mdtext.Unit) {
	if p.doc.Title != "" {
		return
	}
	p.doc.Title = u.Text
	p.identify("run id", u.Text)
	lower := strings.ToLower(u.Text)
	for _, t := range titles {
		at := strings.Index(lower, t.words)
		if at < 0 || len(lower) != len(u.Text) {
			continue
		}
		if p.doc.Role == "" {
			p.doc.Role = t.role
		}
		name := u.Text[:at]
		if after, ok := strings.CutPrefix(u.Text[at+len(t.words):], ": "); ok {
			name = after
		}
		if t.role == roleResult && p.doc.System == "" && runIn(name) == "" {
			p.doc.System = strings.Trim(name, " —")
		}
		return
	}
}

// settleIdentity completes what the document says of itself. Where it names the run and not the system,
// the run's id names it. Where it names neither, its title is no system's name and must not be taken for
// one: it becomes the role, by which the file is told apart.
func (p *parse) settleIdentity() {
	if p.doc.System == "" && p.doc.Run != "" {
		p.doc.System = runSlug(p.doc.Run)
	}
	if p.doc.System == "" {
		if p.doc.Role == "" {
			p.doc.Role = words(p.doc.Title)
		}
		p.doc.Title = ""
	}
}

// words are the letters and digits of a title in lower case, joined by hyphens: what tells a file apart of
// whose title nothing else is known.
func words(title string) string {
	isOther := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.ToLower(strings.Join(strings.FieldsFunc(title, isOther), "-"))
}

// readFrontMatter reads the keys of a single file's front matter (report-grammar 1.3). Values are taken
// as written.
func (p *parse) readFrontMatter() {
	root := p.src.FrontMatter()
	if root == nil {
		return
	}
	text := map[string]*string{
		"type": &p.doc.Type, "run-id": &p.doc.Run, "source-identity": &p.doc.Source, "reviewed-boundary": &p.doc.Revision,
		"system": &p.doc.System, "description": &p.doc.Meta.Description, "run-date": &p.doc.Meta.RunDate,
		"analysis-cutoff": &p.doc.Meta.Cutoff, "boundary-kind": &p.doc.Meta.BoundaryKind,
		"target-class": &p.doc.Meta.TargetClass, "evidence-tier": &p.doc.Meta.EvidenceTier,
		"result-disposition": &p.doc.Meta.Disposition,
	}
	p.src.EachKey(root, func(key string, k, v *yaml.Node) {
		switch to := text[key]; {
		case to != nil:
			*to = p.src.Scalar(v, key)
		case key == "inputs-commit", key == "report-status":
			// They are about how the file was written and say nothing of the system.
		case key == "memory-comparison":
			p.profile(v)
		default:
			p.unread(key, k)
		}
	})
	if member, known := report.MemberOf(p.doc.Type); known && member.Role == roleResult {
		p.doc.Role = roleResult
	}
}

func (p *parse) unread(key string, k *yaml.Node) {
	p.diags.Add(diag.Info, CodeUnknownKey, p.src.NodeRange(k), "The key \""+diag.Clip(key)+"\" is not read", "Nothing is taken from it.")
}
