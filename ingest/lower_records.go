package ingest

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// How many properties a record has at most, or nearly so, besides its typed readings.
const (
	recordProps = 13
	routeProps  = 36
)

// records states the document's declarations, with typed readings beside the fields as written.
func (l *lowering) records() {
	ids := make([]graph.ID, len(l.doc.Records))
	l.parts[report.OwnerRecord] = ids
	for i := range l.doc.Records {
		r := &l.doc.Records[i]
		id, kind, ok := recordID(l.id.Run, r.Handle)
		if _, twice := l.declared[id]; !ok || twice {
			continue // the parser has said so
		}
		ids[i] = id
		size := recordProps
		if kind == graph.Route {
			size = routeProps
		}
		p := l.withPlace(make(graph.Props, size+len(readings[kind])), r.Span)
		p["handle"], p["member"] = r.Handle, declaringMember(r.Handle)
		set(p, "label", r.Label)
		set(p, "text", r.Text)
		set(p, "fields", l.json.fields(r.Fields))
		set(p, "statuses", l.json.statuses(r.Statuses))
		set(p, "implementationStatus", layerStatus(r.Statuses, "implementation"))
		set(p, "operationStatus", layerStatus(r.Statuses, "operation"))
		readTyped(p, readings[kind], r.Fields)
		switch kind {
		case graph.Component:
			fixity(p, r.Fields)
		case graph.Route:
			l.answers(p, r)
		}
		l.declared[id] = len(l.batch.Contributions)
		l.declare(id, r.Span, ruleDeclaration, p)
	}
	for i := range l.doc.Records {
		r := &l.doc.Records[i]
		if ids[i] == "" || r.PartOf == "" {
			continue
		}
		if whole, ok := l.mention(r.PartOf, r.PartLine); ok && whole != ids[i] {
			l.relate(graph.Relationship{Type: graph.PartOf, Source: ids[i], Target: whole, Certainty: graph.Declared,
				Rule: rulePartOf, Line: r.PartLine, Sentence: "Part of: " + r.PartOf})
		}
	}
}

// A reading is a typed property and the normalised labels it is read from, the most specific first.
type reading struct {
	prop   string
	labels []string
}

// readings are the typed readings of fields for each kind (report-grammar 2.3 and 10.2). A field
// that is read stays among the fields as written.
var readings = map[graph.Kind][]reading{
	graph.Component: {
		{"sourceNativeIdentity", []string{"source-native identity"}},
		{"form", []string{"form", "representational form"}},
		{"storageSubstrate", []string{"storage substrate", "substrate"}},
		{"fixity", []string{"fixity"}},
	},
	graph.Object: {
		{"sourceNativeIdentity", []string{"source-native identity"}},
		{"representationalForm", []string{"representational form", "form"}},
		{"storageSubstrate", []string{"storage substrate", "substrate"}},
		{"lineage", []string{"lineage"}},
		{"behavioralAuthority", []string{"behavioral authority"}},
		{"consumers", []string{"consumers", "consumer", "memory consumers", "memory consumers and authority",
			"memory consumers and behavioral authority"}},
	},
	graph.Route: {
		{"owner", []string{"owner", "owner/endpoints", "owner/next-step"}},
		{"endpoints", []string{"endpoints", "endpoints and progression", "endpoints/progression", "owner/endpoints"}},
		{"operatingMode", []string{"operating mode", "mode", "trigger/mode", "operating mode and improvement trigger"}},
		{"answerOracle", []string{"answer oracle", "oracle"}},
	},
	graph.Absence: {
		{"searchScope", []string{"search scope", "scope of search", "searched"}},
		{"prevents", []string{"prevents", "prevented conclusion", "conclusion prevented"}},
	},
	graph.AuthorityPath: {
		{"consumer", []string{"consumer", "consumers"}},
		{"channel", []string{"channel"}},
		{"force", []string{"force"}},
		{"horizon", []string{"horizon"}},
	},
}

// readTyped takes each reading from the first field that has one of its labels.
func readTyped(p graph.Props, rs []reading, fields []report.Field) {
	for _, r := range rs {
		for _, label := range r.labels {
			if text, ok := fieldText(fields, label); ok {
				set(p, r.prop, text)
				break
			}
		}
	}
}

func fieldText(fields []report.Field, name string) (string, bool) {
	for i := range fields {
		if fields[i].Name == name && fields[i].Text != "" {
			return fields[i].Text, true
		}
	}
	return "", false
}

// fixityFacts are what a component that may hold weights owes on its fixity (report-grammar 4.5).
var fixityFacts = []string{"parameters changing during operation", "exact version pinned", "mutable endpoint can resolve to another model"}

// fixity adds the facts on a component's fixity to what a label of that name says. Each keeps its label,
// without which "no" says nothing.
func fixity(p graph.Props, fields []report.Field) {
	said := p.String("fixity")
	for _, fact := range fixityFacts {
		text, ok := fieldText(fields, fact)
		if !ok {
			continue
		}
		if said != "" {
			said = strings.TrimSuffix(said, ".") + ". "
		}
		said += strings.ToUpper(fact[:1]) + fact[1:] + ": " + text
	}
	set(p, "fixity", said)
}

// statusValue is the enum value of a conclusion status as written; "" when it is none.
func statusValue(written string) string {
	if name, usual := statusNames[written]; usual {
		return name
	}
	name := strings.ToUpper(strings.ReplaceAll(written, " ", "_"))
	if graph.EnumOf("ConclusionStatus").Has(name) {
		return name
	}
	return ""
}

// statusNames are the enum values by their usual spelling.
var statusNames = func() map[string]string {
	names := map[string]string{}
	for _, v := range graph.EnumOf("ConclusionStatus").Values {
		names[strings.ToLower(strings.ReplaceAll(v.Name, "_", " "))] = v.Name
	}
	return names
}()

// layerStatus is the first status of a layer that is a member of the enum: what comes later for the
// same layer does not count, and a status split by scope counts by its first part (report-grammar 10.16).
func layerStatus(statuses []report.Status, layer string) string {
	for _, s := range statuses {
		if s.Layer == layer && !s.Conditional {
			return statusValue(s.Value)
		}
	}
	return ""
}

// answerProps are the property groups of the seven answers, by their normalised labels, in the order in
// which they are kept.
var answerProps = [...]struct{ label, name, state string }{
	{report.AnswerImmediateReturn, "immediateReturn", "immediateReturn.state"},
	{report.AnswerLaterReadBack, "laterReadBack", "laterReadBack.state"},
	{report.AnswerDelegatedVisibility, "delegatedVisibility", "delegatedVisibility.state"},
	{report.AnswerSelectionPredicate, "selectionPredicate", "selectionPredicate.state"},
	{report.AnswerInvalidation, "invalidationOrExpiry", "invalidationOrExpiry.state"},
	{report.AnswerActivation, "activationOrEffect", "activationOrEffect.state"},
	{report.AnswerEvidenceLimits, "evidenceLimits", "evidenceLimits.state"},
}

// answers states a route's seven answers and what its read-back comes to (report-grammar 4).
func (l *lowering) answers(p graph.Props, r *report.Record) {
	w := &l.json
	w.begin('{')
	for _, a := range answerProps {
		state := any("NOT_STATED") // a constant in an any takes no room
		w.key(a.name)
		w.open()
		if field, given := r.Answer(a.label); given {
			state = answerState(field.Text)
			if field.Text != "" {
				w.text("text", field.Text)
			}
			if field.Line != 0 {
				w.number("line", field.Line)
			}
		}
		w.text("state", state.(string))
		w.shut()
		p[a.state] = state
	}
	p["answers"] = w.end('}')
	l.readBack(p, r)
}

// answerState tells given, missing and not known answers apart. How well one that is not known is
// written is the parser's to say.
func answerState(text string) any {
	switch word, _ := report.UncertainWord(text); {
	case strings.TrimSpace(text) == "":
		return "NOT_STATED"
	case word == report.Uninspected:
		return "UNINSPECTED"
	case word == report.Inapplicable:
		return "INAPPLICABLE"
	}
	return "GIVEN"
}

func (l *lowering) readBack(p graph.Props, r *report.Record) {
	answer, given := r.Answer(report.AnswerLaterReadBack)
	implementation := ""
	for _, s := range r.Statuses {
		if s.Layer == "implementation" && !s.Conditional {
			implementation = s.Value
			break
		}
	}
	l.assess(p, answer, given, implementation)
	if given {
		p["readBack.line"] = int64(answer.Line)
	}
}

// assess sets what an answer on later read-back comes to (report-grammar 4.3).
func (l *lowering) assess(p graph.Props, answer report.Field, given bool, implementation string) {
	rb := graph.AssessReadBack(answer.Text, given, implementation, l.rendered())
	p["readBack.verdict"], p["readBack.established"] = string(rb.Verdict), string(rb.Established)
	p["readBack.direction"], p["readBack.rule"] = string(rb.Direction), rb.Rule
	set(p, "readBack.strength", string(rb.Strength))
	set(p, "readBack.reading", string(rb.Reading))
	set(p, "readBack.sentence", rb.Sentence)
	setList(p, "readBack.flags", flagNames(rb.Flags))
	setList(p, "readBack.laterFlags", flagNames(rb.LaterFlags))
	var names []string
	for _, handle := range rb.Names {
		if id, ok := l.mention(handle, answer.Line); ok {
			names = append(names, string(id))
		}
	}
	setList(p, "readBack.namesRoutes", names)
	if id, ok := l.mention(rb.Inherits, answer.Line); ok {
		p["readBack.inherits"] = string(id)
	}
}

func flagNames(flags []graph.ReadBackFlag) (names []string) {
	for _, f := range flags {
		names = append(names, string(f))
	}
	return names
}

// rendered tells whether the document is a plain-text rendering, which lost the links that make a
// bare id a reference.
func (l *lowering) rendered() bool { return l.doc.Grammar == renderedGrammar }

// renderedGrammar is the record grammar of plain-text renderings (report-grammar 2.12).
const renderedGrammar = "G5p"
