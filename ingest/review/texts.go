package review

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// anchors files the links of a unit that lead to pinned files, each with its sentence.
func (p *parse) anchors(u *mdtext.Unit, owner report.Owner) {
	if len(u.Links) == 0 {
		return
	}
	sentences := report.SplitSentences(u.Text)
	if len(sentences) == 0 {
		return // a link to be seen by nobody
	}
	for _, l := range u.Links {
		for len(sentences) > 1 && sentences[0].End <= l.Label.Start {
			sentences = sentences[1:]
		}
		repository, target, ok := report.ParseBlob(l.Dest)
		line := p.src.Number(u.Source(l.Label.Start))
		if !ok || !p.fact(line) {
			continue
		}
		p.doc.Review.Anchors = append(p.doc.Review.Anchors, report.Anchor{
			Target: target, Line: line, Sentence: sentences[0].Of(u.Text), Owner: owner})
		p.anchored = append(p.anchored, anchored{repository, p.src.Range(u.Source(l.Label.Start), u.End(l.Label.End))})
	}
}

// An anchored is where an anchor stands and the repository it leads to.
type anchored struct {
	repository string
	at         diag.Range
}

// checkAnchors drops the anchors that lead to another repository, whose files are none of the reviewed
// system's, and reports those that are pinned at another revision.
func (p *parse) checkAnchors() {
	kept := p.doc.Review.Anchors[:0]
	for i, a := range p.doc.Review.Anchors {
		where := p.anchored[i]
		elsewhere := !sameRepository(where.repository, p.doc.Source)
		switch {
		case elsewhere:
			p.diags.Warn(CodeAnchor, where.at, fmt.Sprintf("The link leads to another repository, %s", diag.Clip(where.repository)),
				"It is no evidence from the reviewed source and is not read as such.")
		case report.IsRevision(p.doc.Revision) && a.Revision != p.doc.Revision:
			p.diags.Warn(CodeAnchor, where.at, "The link is pinned at another revision than the reviewed one", "Link the reviewed commit, or say why not.")
		}
		if !elsewhere {
			kept = append(kept, a)
		}
	}
	p.doc.Review.Anchors = kept
}

// sameRepository compares two addresses on a forge; where the review names none, all are the same.
func sameRepository(a, b string) bool {
	fold := func(s string) string {
		_, s, _ = strings.Cut(strings.TrimSuffix(strings.TrimRight(s, "/"), ".git"), "://")
		return s
	}
	return b == "" || strings.EqualFold(fold(a), fold(b))
}

// artifactLabels are the labels of an artefact's sentences.
var artifactLabels = []string{"storage substrate", "representational form", "lineage", "behavioral authority"}

// fields are the labelled sentences of a unit that belongs to an artefact: a label at the start of a
// sentence, or behind a semicolon, with a colon or "is" after it. The value ends with the sentence, or
// before the next label.
func (p *parse) fields(u *mdtext.Unit) []report.Field {
	var out []report.Field
	start := 0
	if u.Lead.Start == 0 {
		if _, isPhrase := leadPhrase(u); isPhrase {
			start = u.Lead.End
		}
	}
	for _, s := range report.SplitSentences(u.Text[start:]) {
		for at, end := start+s.Start, start+s.End; at < end; {
			next := nextLabel(u.Text[at:end])
			if label, value, ok := labelAt(u.Text[at : at+next]); ok {
				out = append(out, report.Field{Label: label, Name: report.NormalLabel(label), Style: report.StyleProse,
					Text: strings.TrimRight(value, "; "), Line: p.src.Number(u.Source(at))})
			}
			at += next
		}
	}
	return out
}

// nextLabel is where the next labelled part of a sentence begins, after its first byte.
func nextLabel(sentence string) int {
	for at := 0; ; {
		semicolon := strings.Index(sentence[at:], "; ")
		if semicolon < 0 {
			return len(sentence)
		}
		at += semicolon + len("; ")
		if _, _, ok := labelAt(sentence[at:]); ok {
			return at
		}
	}
}

// labelAt reads a label and its value at the start of a text.
func labelAt(text string) (label, value string, ok bool) {
	for _, l := range artifactLabels {
		if len(text) < len(l) || !strings.EqualFold(text[:len(l)], l) {
			continue
		}
		rest := text[len(l):]
		for _, mark := range []string{":", " is ", " are "} {
			if value, ok := strings.CutPrefix(rest, mark); ok {
				return text[:len(l)], strings.TrimSpace(value), true
			}
		}
	}
	return "", "", false
}
