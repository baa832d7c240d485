package markdown

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// canonical undoes a rendering as far as its parse tells how: it writes headings, links, bullets,
// quotations and front matter around the text of a seed. Tables stay text, and so do the lines that
// are only marked in canonical text, which the comparison leaves out.
func canonical(text string) string {
	doc, _ := rendered.Format{}.Parse(diag.Source{Bytes: []byte(text)})
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	replaced := map[int]string{1: "# " + lines[0]}
	for _, s := range doc.Sections {
		replaced[s.Span.Start] = strings.Repeat("#", s.Level) + " " + s.Title
	}
	for _, r := range doc.Records {
		replaced[r.Span.Start] = "#### " + r.Handle
		if r.PartOf != "" {
			replaced[r.PartLine] = "Part of: " + linkTo(r.PartOf)
		}
	}
	for _, a := range doc.Annotations {
		replaced[a.Span.Start] = "#### On " + linkTo(a.Target)
	}
	for _, p := range doc.Passages {
		for n := p.Span.Start; n <= p.Span.End; n++ {
			replaced[n] = ""
		}
		target := p.Path
		if p.Ranges != "" {
			target += ":" + p.Ranges
		}
		replaced[p.Span.End] = "> " + p.Text + "\n> --- `" + target + "`"
	}
	for _, c := range doc.Coverage {
		for n := c.Span.Start - 1; n <= c.Span.End; n++ {
			replaced[n] = ""
		}
	}
	var b strings.Builder
	b.WriteString("---\ntype: " + doc.Type + "\nrun-id: R\nreviewed-boundary: x\n---\n")
	for i, line := range lines {
		if with, ok := replaced[i+1]; ok {
			b.WriteString(with + "\n\n")
		} else if !strings.HasPrefix(line, "Type: ") && !strings.HasPrefix(line, "|") {
			b.WriteString(mark(line) + "\n\n")
		}
	}
	return b.String()
}

func linkTo(handle string) string {
	h, _ := report.ParseHandle(handle)
	return "[" + handle + "](" + report.DeclaringRole(h.Analyst) + ".md#" + strings.ToLower(handle) + ")"
}

// mark links the ids of a line, marks its paths as code, escapes the rest and writes its bullet.
func mark(line string) string {
	line = strings.TrimSpace(line)
	bullet := ""
	for _, m := range []string{"• ", "- "} {
		if rest, ok := strings.CutPrefix(line, m); ok {
			bullet, line = "- ", rest
		}
	}
	var b strings.Builder
	at := 0
	handles := report.ScanHandles(line)
	paths := report.ScanPaths(line, handles)
	escape := strings.NewReplacer("*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`, `\`, `\\`)
	for len(handles) > 0 || len(paths) > 0 {
		if len(paths) > 0 && (len(handles) == 0 || paths[0].Start < handles[0].Start) {
			b.WriteString(escape.Replace(line[at:paths[0].Start]) + "`" + line[paths[0].Start:paths[0].End] + "`")
			at, paths = paths[0].End, paths[1:]
			continue
		}
		h := handles[0]
		handles = handles[1:]
		if h.Class != report.HandleNamed || h.Start < at {
			continue
		}
		b.WriteString(escape.Replace(line[at:h.Start]) + linkTo(h.Text))
		at = h.End
	}
	return bullet + b.String() + escape.Replace(line[at:])
}

// TestSeedsMadeCanonical: the real renderings, their marks put back, give the same records,
// annotations, quotations, citations and identities as the renderings themselves.
func TestSeedsMadeCanonical(t *testing.T) {
	for _, file := range sharedtest.Seeds(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := rendered.Format{}.Parse(diag.Source{Bytes: data})
			got, diags := Format{}.Parse(diag.Source{Bytes: []byte(canonical(string(data)))})
			if diags.HasErrors() || len(want.Records) < 7 {
				t.Fatalf("%d records, %v", len(want.Records), parsetest.DiagLines(diags))
			}
			if diff := cmp.Diff(comparable(want), comparable(got)); diff != "" {
				t.Errorf("(-rendered +canonical)\n%s", diff)
			}
		})
	}
}

// comparable is what the two documents must agree in.
func comparable(d report.Document) report.Document {
	d = lossless(d)
	out := report.Document{Title: d.Title, System: d.System, Role: d.Role, Records: d.Records, Annotations: d.Annotations,
		Passages: d.Passages, Statuses: d.Statuses, Identities: d.Identities, Issues: d.Issues, Ideas: d.Ideas}
	for _, c := range d.Citations {
		if c.Owner.Kind != report.OwnerCoverage {
			out.Citations = append(out.Citations, c)
		}
	}
	for i := range out.Passages {
		p := &out.Passages[i]
		p.Lossy, p.PossiblePrefix = false, false
	}
	for i := range out.Issues {
		out.Issues[i].Title = ""
	}
	for i := range out.Ideas {
		out.Ideas[i].Title = ""
	}
	return out
}
