package diag

import (
	"fmt"
	"strings"
)

// Anchor is the fragment under which the reference has a code: how a code's heading is addressed where
// Markdown is shown, without its stroke.
func Anchor(code string) string { return strings.ReplaceAll(code, "/", "") }

// Explain writes an entry for a reader: a Markdown section below its heading.
func Explain(e Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n%s\n\n%s\n", e.Code, e.standing(), e.Cause, e.Cure)
	if shown := e.Example.show(); shown != "" {
		fmt.Fprintf(&b, "\n%s", shown)
	}
	return b.String()
}

// standing says with which severity a code is given.
func (e Entry) standing() string {
	s := e.Severity.String()
	out := strings.ToUpper(s[:1]) + s[1:]
	if e.Rule == "" {
		return out + "."
	}
	rules := "rule " + e.Rule
	if n := len(e.Rules()); n > 1 {
		rules = "rules " + e.Rule
	}
	if e.Severity == Error {
		return fmt.Sprintf("%s; %s.", out, rules)
	}
	return fmt.Sprintf("%s; under `--strict` an error, by %s.", out, rules)
}

// show writes an example: the change as a diff with carets below what the diagnostic points at, or the
// command.
func (x Example) show() string {
	if x.Command != "" {
		return "```sh\n" + x.Command + "\n```\n"
	}
	if x.In == "" {
		return ""
	}
	wrong, start, end, marked := Marked(x.Wrong)
	var b strings.Builder
	fence := "```"
	for strings.Contains(x.Right+x.Wrong, fence) {
		fence += "`"
	}
	fmt.Fprintf(&b, "In `%s`:\n\n%sdiff\n", x.In, fence)
	for _, line := range lines(x.Right) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	at := 0
	for _, line := range lines(wrong) {
		fmt.Fprintf(&b, "+ %s\n", line)
		if marked && at <= start && start <= at+len(line) {
			from := start - at
			to := max(from, min(end-at, len(line)))
			fmt.Fprintf(&b, "  %s%s\n", strings.Repeat(" ", columns(line[:from])), strings.Repeat("^", max(columns(line[from:to]), 1)))
			marked = false
		}
		at += len(line) + 1
	}
	b.WriteString(fence + "\n")
	return b.String()
}

// lines are the lines of a text, none for the empty one.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
