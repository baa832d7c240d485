package diag

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// SARIF writes diagnostics in the Static Analysis Results Interchange Format 2.1.0, for code scanning
// services and editors.
type SARIF struct {
	Version   string                   // of this program, "" where it is not known
	Home      string                   // address of the program's pages
	Help      string                   // address of the reference that WriteReference writes
	Catalogue Catalogue                // what is said of the rules
	Source    func(file string) []byte // as in Text: without the bytes of a file its columns are left out
	Folder    string                   // the absolute folder that names of files are relative to, "" for none
}

// The parts of the format that are written, by the names of its schema.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool                `json:"tool"`
		ColumnKind string                   `json:"columnKind"`
		Bases      map[string]sarifArtifact `json:"originalUriBaseIds"`
		Results    []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri,omitempty"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string             `json:"id"`
		Short   sarifText          `json:"shortDescription"`
		Help    sarifText          `json:"help"`
		HelpURI string             `json:"helpUri,omitempty"`
		Default sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI         string     `json:"uri,omitempty"`
		Base        string     `json:"uriBaseId,omitempty"`
		Description *sarifText `json:"description,omitempty"`
	}
	sarifRegion struct {
		StartLine   int  `json:"startLine"`
		StartColumn int  `json:"startColumn,omitempty"`
		EndLine     int  `json:"endLine"`
		EndColumn   int  `json:"endColumn,omitempty"`
		ByteOffset  *int `json:"byteOffset"`
		ByteLength  *int `json:"byteLength"`
	}
)

var sarifLevel = [...]string{Info: "note", Warning: "warning", Error: "error"}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "%SRCROOT%"
	// sarifPrint names the fingerprint: a later way of computing it has another number.
	sarifPrint = "crosswalkLine/v1"
)

// Write writes a log of one run. Its rules are those entries of the catalogue that the list has codes of,
// in order of code.
func (s SARIF) Write(w io.Writer, list List) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "crosswalk", Version: s.Version, InformationURI: s.Home, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints",
		Bases:      map[string]sarifArtifact{sarifBase: {Description: &sarifText{"The folder in which the check was run."}}},
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	for _, code := range codesOf(list) {
		if e, known := s.Catalogue.Entry(code); known {
			index[code] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, s.rule(e))
		}
	}
	prints := map[string]int{}
	for _, d := range list {
		r := sarifResult{RuleID: d.Code, Level: sarifLevel[d.Severity], Message: sarifMessage(d.Summary, d.Detail),
			Locations: []sarifLocation{s.location(d.Subject)}, Fingerprints: map[string]string{sarifPrint: s.fingerprint(&d, prints)}}
		if i, known := index[d.Code]; known {
			r.RuleIndex = &i
		}
		for _, rel := range d.Related {
			l, message := s.location(rel.Range), sarifMessage(rel.Message)
			l.Message = &message
			r.Related = append(r.Related, l)
		}
		run.Results = append(run.Results, r)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}); err != nil {
		return fmt.Errorf("write diagnostics as SARIF: %w", err)
	}
	return nil
}

func codesOf(list List) (codes []string) {
	for i := range list {
		codes = append(codes, list[i].Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func (s SARIF) rule(e Entry) sarifRule {
	r := sarifRule{ID: e.Code, Short: sarifMessage(e.Cause), Help: sarifMessage(e.Cure), Default: sarifConfiguration{sarifLevel[e.Severity]}}
	if s.Help != "" {
		r.HelpURI = s.Help + "#" + Anchor(e.Code)
	}
	return r
}

// sarifMessage joins sentences. In a message of the format braces stand for placeholders, and brackets
// before a parenthesis for a link (SARIF 3.11.5 and 3.11.6). What could mislead a reader is escaped.
func sarifMessage(parts ...string) sarifText {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, Printable(p))
		}
	}
	text := strings.Join(out, "\n")
	return sarifText{strings.NewReplacer("{", "{{", "}", "}}", "](", `\](`).Replace(text)}
}

// location says where a range is. Names of files below the folder are relative to it.
func (s SARIF) location(r Range) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: r.File, Base: sarifBase}}}
	name := r.File
	if filepath.IsAbs(name) && s.Folder != "" {
		if rel, err := filepath.Rel(s.Folder, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	address := url.URL{Path: filepath.ToSlash(filepath.Clean(name))}
	if filepath.IsAbs(name) {
		address.Scheme, l.Physical.Artifact.Base = "file", ""
	}
	l.Physical.Artifact.URI = address.String()
	if r.Start.Line > 0 {
		l.Physical.Region = s.region(r)
	}
	return l
}

// region counts columns in characters, as the log says of itself; ours count bytes.
func (s SARIF) region(r Range) *sarifRegion {
	length := max(r.End.Byte-r.Start.Byte, 0)
	out := &sarifRegion{StartLine: r.Start.Line, EndLine: max(r.End.Line, r.Start.Line), ByteOffset: &r.Start.Byte, ByteLength: &length}
	if s.Source == nil {
		return out
	}
	if text := s.Source(r.File); text != nil {
		out.StartColumn, out.EndColumn = characters(text, r.Start), characters(text, r.End)
	}
	return out
}

// characters is the column of a place in characters, counted from 1.
func characters(text []byte, at Pos) int {
	end := min(max(at.Byte, 0), len(text))
	start := min(max(at.Byte-at.Column+1, 0), end)
	return utf8.RuneCount(text[start:end]) + 1
}

// fingerprint tells the same finding in another state of a file: the code, the file, the text of the
// line, and how often all that was seen before. Lines that move do not change it.
func (s SARIF) fingerprint(d *Diagnostic, seen map[string]int) string {
	var line []byte
	if s.Source != nil && d.Subject.Start.Line > 0 {
		line = lineAround(s.Source(d.Subject.File), d.Subject.Start.Byte)
	}
	if line == nil {
		line = []byte(d.Summary)
	}
	key := d.Code + "\x00" + s.location(d.Subject).Physical.Artifact.URI + "\x00" + string(bytes.Join(bytes.Fields(line), []byte(" ")))
	seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
	return hex.EncodeToString(sum[:16])
}

// lineAround is the line that a byte of a text stands in.
func lineAround(text []byte, at int) []byte {
	at = min(max(at, 0), len(text))
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	if end := bytes.IndexByte(text[at:], '\n'); end >= 0 {
		return text[start : at+end]
	}
	return text[start:]
}
