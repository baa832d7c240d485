package catalogue

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// opening is what the reference says before its tables.
//
//go:embed opening.md
var opening string

// Reference writes docs/diagnostics.md: how to check, the rules with the codes that tell of a breach, and
// every code with its cause, cure and example.
func Reference() []byte {
	var b strings.Builder
	b.WriteString(opening)
	all := All()
	b.WriteString("\n## Rules\n\n" +
		"What `--strict` holds reports to. A breach is an error there; without `--strict` it has the severity of its code.\n\n" +
		"| rule | what it says | codes | not checked |\n|---|---|---|---|\n")
	for _, r := range Rules {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Says, links(r.Codes(all)), r.Open)
	}
	for _, p := range Parts() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", p.Title, p.About)
		for _, e := range p.Codes {
			b.WriteString("\n" + diag.Explain(e))
		}
	}
	return []byte(b.String())
}

func links(codes []string) string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = fmt.Sprintf("[%s](#%s)", c, diag.Anchor(c))
	}
	return strings.Join(out, ", ")
}
