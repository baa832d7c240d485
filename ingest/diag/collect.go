package diag

import "fmt"

// MaxListed bounds the list of one document; one more then says how many were left out. Errors are
// listed up to twice as many, so that no crowd of warnings hides them.
const MaxListed = 200

// What a message quotes may have no end: ids and labels are as long as a document makes them. The
// lengths are in characters.
const (
	maxSummary = 250
	maxDetail  = 450
	maxQuoted  = 80
)

// A Collector gathers the diagnostics of one document as its parser finds them.
type Collector struct {
	Name   string // of the source
	More   string // code of the diagnostic that counts those not listed
	Silent bool   // nothing more is taken: what is being read had its error already

	list List
	left int // how many are not listed
}

// Add takes one diagnostic, its texts cut to a legible length.
func (c *Collector) Add(s Severity, code string, at Range, summary, detail string, related ...Related) {
	if c.Silent {
		return
	}
	if len(c.list) >= MaxListed && s != Error || len(c.list) >= 2*MaxListed {
		c.left++
		return
	}
	c.list = append(c.list, Diagnostic{
		Severity: s, Code: code, Summary: cut(summary, maxSummary), Detail: cut(detail, maxDetail), Subject: at, Related: related})
}

// Warn is for a rule that is broken while the meaning is plain.
func (c *Collector) Warn(code string, at Range, summary, detail string, related ...Related) {
	c.Add(Warning, code, at, summary, detail, related...)
}

// File adds an error about the whole file.
func (c *Collector) File(code, summary, detail string) {
	c.Add(Error, code, Range{File: c.Name}, summary, detail)
}

// Failed tells whether there is an error so far.
func (c *Collector) Failed() bool { return c.list.HasErrors() }

// Finish returns the list in order of place.
func (c *Collector) Finish() List {
	c.list.Sort()
	if c.left > 0 {
		c.list = append(c.list, Diagnostic{
			Severity: Info, Code: c.More, Subject: Range{File: c.Name},
			Summary: fmt.Sprintf("%d more diagnostics are not listed", c.left),
			Detail:  "Correct those above and read the document again.",
		})
	}
	return c.list
}

// Clip shortens what a message quotes.
func Clip(text string) string { return cut(text, maxQuoted) }

// cut ends a text that has more characters than most with an ellipsis.
func cut(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
