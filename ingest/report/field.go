package report

import (
	"slices"
	"strings"
)

// A FieldReading is one labelled value found in a block. Start and End are the bytes of label and
// value; an empty value is legal here and never a Field of a record.
type FieldReading struct {
	Field             // Line is the caller's
	Start, Value, End int
	Answer            bool // one of the answers that a route owes
}

// AppendFields appends the labelled values of a block (report-grammar 2.3): of a bullet the one label
// that leads it, of a paragraph its sentence labels. In a route, labels that mean an answer carry its
// name, and a grouped label gives one reading for each of its answers.
func AppendFields(out []FieldReading, text string, bullet, route bool) []FieldReading {
	if bullet {
		if l, ok := LeadingLabel(text); ok {
			out = l.appendTo(out, StyleBullet, route)
		}
		return out
	}
	for _, l := range SentenceLabels(text) {
		out = l.appendTo(out, StyleProse, route)
	}
	return out
}

// AppendBoldFields appends the labelled values of a bullet that a bold phrase of so many bytes leads
// (report-grammar 2.3, style F2). Further labels on the line end the value before them, with a stop or a
// colon, and so does a conclusion status.
func AppendBoldFields(out []FieldReading, text string, lead int, route bool) []FieldReading {
	for _, l := range boldLabels(text, lead) {
		if l.Label != "" {
			out = l.appendTo(out, StyleBullet, route)
		}
	}
	return out
}

// boldLabels are the labels of such a bullet, and a status as one without a label.
func boldLabels(text string, lead int) []Labelled {
	label := strings.TrimRight(text[:lead], " .:")
	if label == "" || len(label) > maxLabel || !isLabel(label) || isStatusLabel(label) {
		return nil
	}
	value := lead + len(text[lead:]) - len(strings.TrimLeft(text[lead:], " .:"))
	found := []Labelled{{Label: label, Value: value}}
	for s := range Sentences(text[value:]) {
		inner := strings.TrimSuffix(s.Of(text[value:]), ".")
		if usualLabels[NormalLabel(inner)] != "" || len(AnswerNames(inner)) > 0 {
			start := value + s.Start
			found = append(found, Labelled{Label: inner, Start: start, Value: skipBlanks(text, min(start+len(inner)+1, len(text)))})
		}
	}
	for _, l := range SentenceLabels(text[value:]) {
		if usualLabels[NormalLabel(l.Label)] != "" {
			found = append(found, Labelled{Label: l.Label, Start: value + l.Start, Value: value + l.Value})
		}
	}
	for _, s := range ScanStatuses(text) {
		found = append(found, Labelled{Start: s.Start, Value: s.Start})
	}
	slices.SortStableFunc(found, func(a, b Labelled) int { return a.Start - b.Start })
	for i := range found {
		end := len(text)
		if i+1 < len(found) {
			end = max(found[i].Value, found[i+1].Start)
		}
		found[i].Text = strings.TrimRight(text[found[i].Value:end], "; ")
	}
	return found
}

// appendTo appends the label under each of its names.
func (l *Labelled) appendTo(out []FieldReading, style FieldStyle, route bool) []FieldReading {
	var names []string
	if route {
		names = AnswerNames(l.Label)
	}
	answer := len(names) > 0
	if !answer {
		names = []string{NormalLabel(l.Label)}
	}
	for _, name := range names {
		out = append(out, FieldReading{
			Field: Field{Label: l.Label, Name: name, Text: strings.TrimSpace(l.Text), Style: style},
			Start: l.Start, Value: l.Value, End: l.Value + len(l.Text), Answer: answer,
		})
	}
	return out
}

// PreferBullets makes ordinary fields of the synonyms in a route's prose where the route answers in
// bullets: a sentence "Effects: …" beside the bullet is commentary, not a second answer.
func (r *Record) PreferBullets() {
	bullets := false
	for i := range r.Fields {
		bullets = bullets || r.Fields[i].Style == StyleBullet && isAnswer(r.Fields[i].Name)
	}
	for i := range r.Fields {
		if f := &r.Fields[i]; bullets && f.Style == StyleProse && isAnswer(f.Name) {
			f.Name = NormalLabel(f.Label)
		}
	}
}

func isAnswer(name string) bool { return slices.Contains(RouteAnswers, name) }
