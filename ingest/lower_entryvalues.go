package ingest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// What becomes of a value that is none of its property's.
const (
	fateUnread = "It is not read."
	fateKept   = "It is kept among the fields, as written."
)

// properties reads the keys of a node's entry. What has no property is a field, where the kind keeps any;
// so is a value that its property cannot have, with a warning. A route's answers are fields of the record
// that come to more; conclusion statuses are listed as reports list them.
func (f *recordFile) properties(info *graph.KindInfo, e *report.Entry, p graph.Props, record *report.Record) {
	fate := fateUnread
	if keepsFields(info) {
		fate = fateKept
	}
	props := entryProperty[info.Kind]
	for i := range e.Members {
		m := &e.Members[i]
		prop := props[m.Key]
		switch {
		case m.Key == keyKind || m.Key == keyID || m.Key == keySystem || m.Value.Type == report.ValueNull:
		case m.Key == keyEvidence && hasEvidence(info):
		case prop == nil:
			f.unknownKey(m, "kind "+string(info.Kind), entryKeys[info.Kind], info.Property(m.Key) != nil, fate)
			record.Fields = append(record.Fields, fieldOf(m))
		default:
			f.property(prop, m, fate, p, record)
		}
	}
}

// property reads what a key that is a property's says.
func (f *recordFile) property(prop *graph.Property, m *report.Member, fate string, p graph.Props, record *report.Record) {
	v := f.read(prop, m, fate)
	if v == nil {
		record.Fields = append(record.Fields, fieldOf(m))
		return
	}
	if label := answerLabel(prop.Name); label != "" {
		record.Fields = append(record.Fields, report.Field{Label: m.Key, Name: label, Text: v.(string), Line: m.Value.At.Line})
		return
	}
	if layer := statusLayers[prop.Name]; layer != "" {
		record.Statuses = append(record.Statuses, report.Status{Layer: layer, Value: v.(string), Line: m.Value.At.Line})
	}
	p[prop.Name] = v
}

// unknownKey warns of a key that is none of those known. One that is kept is no mistake, unless it is nearly
// one that is known, or follows from the rest and so cannot be stated.
func (f *recordFile) unknownKey(m *report.Member, what string, known []string, follows bool, fate string) {
	near := meant[m.Key]
	if !slices.Contains(known, near) {
		near = f.nearest(what, m.Key, known)
	}
	if fate == fateKept && near == "" && !follows {
		return
	}
	detail := "It may have " + strings.Join(known, ", ") + ". " + fate
	switch {
	case follows:
		detail = "It follows from where the entry stands and what else it says. " + fate
	case near != "":
		detail = "Perhaps " + near + ". " + fate
	}
	f.diags.Warn(CodeEntryProperty, f.at(m.At), fmt.Sprintf("%q is no property of %s", diag.Clip(m.Key), what), detail)
}

// fieldOf keeps a key and its value as written.
func fieldOf(m *report.Member) report.Field {
	return report.Field{Label: m.Key, Name: report.NormalLabel(m.Key), Text: writtenText(&m.Value), Line: m.Value.At.Line}
}

// writtenText is a value in one text: the items of a list with semicolons, the keys of a mapping with
// theirs.
func writtenText(v *report.Value) string {
	var parts []string
	switch v.Type {
	case report.ValueList:
		for i := range v.Items {
			parts = append(parts, writtenText(&v.Items[i]))
		}
	case report.ValueMap:
		for i := range v.Members {
			parts = append(parts, v.Members[i].Key+": "+writtenText(&v.Members[i].Value))
		}
	default:
		return v.Text
	}
	return strings.Join(parts, "; ")
}

// scalarText is the text of a value that can be one. A number is as good as its digits.
func scalarText(v *report.Value) (string, bool) {
	switch v.Type {
	case report.ValueText, report.ValueNumber, report.ValueCell:
		return v.Text, true
	}
	return "", false
}

// read gives the value of a property, with its type; nil with a warning, which tells its fate.
func (f *recordFile) read(p *graph.Property, m *report.Member, fate string) any {
	v, cell := &m.Value, m.Value.Type == report.ValueCell
	switch p.Type {
	case graph.StringProp:
		if text, ok := scalarText(v); ok {
			if text, ok = enumValue(p, text); ok {
				return text
			}
			return f.noValue(p, m, fate)
		}
	case graph.BoolProp:
		if text := strings.ToLower(v.Text); (cell || v.Type == report.ValueBool) && (text == "true" || text == "false") {
			return text == "true"
		}
	case graph.IntProp:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil && (cell || v.Type == report.ValueNumber) {
			return n
		}
	case graph.FloatProp:
		if x, err := strconv.ParseFloat(v.Text, 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) && (cell || v.Type == report.ValueNumber) {
			return x
		}
	case graph.ListProp:
		if items, ok := listItems(p, v); ok {
			return items
		}
	}
	f.diags.Warn(CodeEntryValue, f.at(v.At), fmt.Sprintf("%s is %s, and this is %s", m.Key, wanted(p, cell), diag.Clip(valueName(v))), fate)
	return nil
}

// noValue warns of a text that an enum does not have.
func (f *recordFile) noValue(p *graph.Property, m *report.Member, fate string) any {
	var names []string
	for _, v := range graph.EnumOf(p.Enum).Values {
		names = append(names, v.Name)
	}
	f.diags.Warn(CodeEntryValue, f.at(m.Value.At), fmt.Sprintf("%q is no value of %s", diag.Clip(m.Value.Text), m.Key),
		f.choice(p.Enum, strings.ToUpper(m.Value.Text), names)+" "+fate)
	return nil
}

// enumValue finds the value of a property's enum in the spellings that reports have too: "causally
// supported". Without an enum every text is one.
func enumValue(p *graph.Property, text string) (string, bool) {
	if p.Enum == "" {
		return text, true
	}
	name := strings.ToUpper(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(text)))
	return name, graph.EnumOf(p.Enum).Has(name)
}

// listItems reads a list of texts, or a cell that joins them by semicolons.
func listItems(p *graph.Property, v *report.Value) (items []string, ok bool) {
	switch v.Type {
	case report.ValueCell:
		for item := range strings.SplitSeq(v.Text, ";") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
	case report.ValueList:
		for i := range v.Items {
			item, ok := scalarText(&v.Items[i])
			if !ok {
				return nil, false
			}
			items = append(items, item)
		}
	default:
		return nil, false
	}
	for i := range items {
		if items[i], ok = enumValue(p, items[i]); !ok {
			return nil, false
		}
	}
	return items, true
}

// wanted says what a property's values look like.
func wanted(p *graph.Property, cell bool) string {
	switch {
	case p.Type == graph.ListProp && cell:
		return "a list of texts joined by semicolons"
	case p.Type == graph.ListProp:
		return "a list of texts"
	case p.Type == graph.BoolProp:
		return "true or false"
	case p.Type == graph.IntProp:
		return "a whole number"
	case p.Type == graph.FloatProp:
		return "a number"
	}
	return "a text"
}

// valueName says what a value looks like.
func valueName(v *report.Value) string {
	switch v.Type {
	case report.ValueList:
		return "a list"
	case report.ValueMap:
		return "a mapping"
	case report.ValueBool, report.ValueNumber:
		return v.Text
	}
	return strconv.Quote(v.Text)
}

// evidence states what an entry says it rests on: one piece or a list of them. A piece is a path with
// lines, a quotation and the revision it is from, or a text "path:lines".
func (f *recordFile) evidence(entry int, v *report.Value) {
	switch v.Type {
	case report.ValueList:
		for i := range v.Items {
			if v.Items[i].Type == report.ValueList {
				f.noEvidence(&v.Items[i])
				continue
			}
			f.evidence(entry, &v.Items[i])
		}
	case report.ValueMap:
		f.quotation(entry, v)
	case report.ValueCell:
		for piece := range strings.SplitSeq(v.Text, ";") {
			f.located(entry, v, piece)
		}
	default:
		f.located(entry, v, v.Text)
	}
}

func (f *recordFile) noEvidence(v *report.Value) {
	f.diags.Warn(CodeEntryValue, f.at(v.At), diag.Clip(valueName(v))+" is no evidence",
		`Write "path:lines", or path, lines and quote. It is not read.`)
}

// located is evidence of which only the place is given.
func (f *recordFile) located(entry int, v *report.Value, text string) {
	target, ok := report.ParseTarget(text)
	if !ok {
		f.noEvidence(v)
		return
	}
	f.anchor(&report.Anchor{Target: target, Line: v.At.Line}, f.ids[entry], "", ruleEntry)
}

// quotation is evidence in keys.
func (f *recordFile) quotation(entry int, v *report.Value) {
	said := map[string]string{}
	for i := range v.Members {
		m := &v.Members[i]
		if !slices.Contains(evidenceKeys, m.Key) {
			f.unknownKey(m, "evidence", evidenceKeys, false, fateUnread)
		} else if text, ok := f.read(&graph.Property{Name: m.Key}, m, fateUnread).(string); ok {
			said[m.Key] = strings.TrimSpace(text)
		}
	}
	if said[keyPath] == "" {
		f.noEvidence(v)
		return
	}
	if said[keyQuote] == "" {
		target := report.Target{Path: said[keyPath], Ranges: said[keyLines], Revision: said[keyRevision]}
		f.anchor(&report.Anchor{Target: target, Line: v.At.Line}, f.ids[entry], "", ruleEntry)
		return
	}
	line := report.Span{Start: v.At.Line, End: v.At.Line}
	f.doc.Passages = append(f.doc.Passages, report.Passage{Text: said[keyQuote], Path: said[keyPath], Ranges: said[keyLines], Revision: said[keyRevision],
		Line: v.At.Line, Span: line, Owner: report.Owner{Kind: report.OwnerEntry, Index: entry}})
}
