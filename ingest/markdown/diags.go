package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// maxDiagnostics bounds the list of one document; one more then says how many were left out. Errors
// are listed up to twice as many, so that no crowd of warnings hides them.
const maxDiagnostics = 200

// What a message quotes may have no end: ids and labels are as long as a document makes them.
const (
	maxSummary = 250 // bytes
	maxDetail  = 450
	maxQuoted  = 80
)

// A collector gathers the diagnostics of one document.
type collector struct {
	name   string
	list   diag.List
	left   int  // how many are not listed
	silent bool // the current record had its error: nothing more is said about it
}

func (c *collector) add(s diag.Severity, code string, at diag.Range, summary, detail string, related ...diag.Related) {
	if c.silent {
		return
	}
	if len(c.list) >= maxDiagnostics && s != diag.Error || len(c.list) >= 2*maxDiagnostics {
		c.left++
		return
	}
	c.list = append(c.list, diag.Diagnostic{
		Severity: s, Code: code, Summary: clipTo(summary, maxSummary), Detail: clipTo(detail, maxDetail), Subject: at, Related: related})
}

// warn is for a rule that is broken while the meaning is plain.
func (c *collector) warn(code string, at diag.Range, summary, detail string, related ...diag.Related) {
	c.add(diag.Warning, code, at, summary, detail, related...)
}

// file adds an error about the whole file.
func (c *collector) file(code, summary, detail string) {
	c.add(diag.Error, code, diag.Range{File: c.name}, summary, detail)
}

// finish returns the list in order of place.
func (c *collector) finish() diag.List {
	c.list.Sort()
	if c.left > 0 {
		c.list = append(c.list, diag.Diagnostic{
			Severity: diag.Info, Code: CodeMore, Subject: diag.Range{File: c.name},
			Summary: fmt.Sprintf("%d more diagnostics are not listed", c.left),
			Detail:  "Correct those above and read the document again.",
		})
	}
	return c.list
}

// clip shortens what is quoted in a message.
func clip(s string) string { return clipTo(s, maxQuoted) }

func clipTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
