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

// ReadFields returns the labelled values of a block (report-grammar 2.3): of a bullet the one label
// that leads it, of a paragraph its sentence labels. In a route, labels that mean an answer carry its
// name, and a grouped label gives one reading for each of its answers.
func ReadFields(text string, bullet, route bool) []FieldReading {
	style, found := StyleProse, []Labelled(nil)
	if bullet {
		style = StyleBullet
		if labelled, ok := LeadingLabel(text); ok {
			found = append(found, labelled)
		}
	} else {
		found = SentenceLabels(text)
	}
	var out []FieldReading
	for _, f := range found {
		names, answer := []string(nil), false
		if route {
			names = AnswerNames(f.Label)
			answer = len(names) > 0
		}
		if !answer {
			names = []string{NormalLabel(f.Label)}
		}
		for _, name := range names {
			out = append(out, FieldReading{
				Field: Field{Label: f.Label, Name: name, Text: strings.TrimSpace(f.Text), Style: style},
				Start: f.Start, Value: f.Value, End: f.Value + len(f.Text), Answer: answer,
			})
		}
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
