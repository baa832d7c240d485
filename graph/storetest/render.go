package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Answers are compared as text: types show, absent and empty are one, and a difference can be read.

func showNode(n *graph.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s kind=%s declared=%t", n.ID, n.Kind, n.Declared)
	showProps(&b, "", n.Props)
	showProps(&b, "stated ", n.Stated)
	fmt.Fprintf(&b, "\n    amended=%q disagreements=%q", n.Amended, n.Disagreements)
	return b.String()
}

func showProps(b *strings.Builder, prefix string, p graph.Props) {
	names := make([]string, 0, len(p))
	for name := range p {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(b, "\n    %s%s: %T %s", prefix, name, p[name], short(fmt.Sprintf("%q", fmt.Sprint(p[name]))))
	}
}

// short keeps long values comparable without printing them.
func short(s string) string {
	if len(s) <= 200 {
		return s
	}
	sum := uint64(14695981039346656037)
	for i := range len(s) {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
	return fmt.Sprintf("%s… (%d bytes, sum %x)", s[:80], len(s), sum)
}

func showNodes(ns []graph.Node) string {
	return lines(ns, func(n *graph.Node) string { return showNode(n) })
}

func lines[T any](rows []T, show func(*T) string) string {
	var b strings.Builder
	for i := range rows {
		b.WriteString(show(&rows[i]))
		b.WriteByte('\n')
	}
	return b.String()
}

func showRelationship(r *graph.Relationship) string {
	return fmt.Sprintf("%s %s -%s-> %s %s rule=%s document=%s line=%d sentence=%q heading=%s approximate=%t lossy=%t", r.ID, r.Source, r.Type, r.Target,
		r.Certainty, r.Rule, r.Document, r.Line, r.Sentence, short(fmt.Sprintf("%q", r.Heading)), r.Approximate, r.Lossy)
}

func showSteps(groups []graph.Steps) string {
	return lines(groups, func(s *graph.Steps) string {
		return fmt.Sprintf("near %s step %d more=%t\n", s.Near, s.Step, s.More) + lines(s.Links, func(l *graph.Link) string {
			return "  " + showRelationship(&l.Relationship) + "\n  far " + showNode(&l.Far)
		})
	})
}

func showGroups(groups []graph.Group) string {
	return lines(groups, func(g *graph.Group) string {
		var b strings.Builder
		for _, k := range g.Keys {
			fmt.Fprintf(&b, "%T %s, ", k, short(fmt.Sprintf("%q", fmt.Sprint(k))))
		}
		return fmt.Sprintf("%s near=%q n=%d", b.String(), g.Near, g.N)
	})
}

// showEdition leaves out Seq and At, which stores count and measure for themselves.
func showEdition(e *graph.Edition) string {
	s := fmt.Sprintf("%+v %s since=%d until=%d conflict=%s content=%q", e.Origin, e.State, e.Since, e.Until, showConflict(e.Conflict), e.Content)
	if e.Batch != nil {
		s += "\n" + showBatch(e.Batch)
	}
	return s
}

func showConflict(c *graph.ConflictInfo) string {
	if c == nil {
		return "none"
	}
	return fmt.Sprintf("%s over %s", c.Location, c.Node)
}

func showOutcomes(c graph.Change) string {
	return fmt.Sprintf("revision %d\n", c.Revision) + lines(c.Outcomes, func(o *graph.Outcome) string {
		return fmt.Sprintf("%s was=%q document=%s %s conflict=%s", o.Location, o.Was, o.Document, o.Result, showConflict(o.Conflict))
	})
}

// showBatch writes a batch so that a person can build it again.
func showBatch(b *graph.Batch) string {
	var out strings.Builder
	o := b.Origin
	fmt.Fprintf(&out, "batch at=%q path=%q document=%s digest=%.8s replace=%t\n", o.Location, o.Path, o.Document, o.Digest, b.Replace)
	for _, c := range b.Contributions {
		props, err := json.Marshal(c.Props)
		switch {
		case err != nil:
			props = []byte(err.Error())
		case len(c.Props) == 0:
			props = nil
		}
		role := [...]string{"defines", "refers to", "amends"}[c.Role]
		fmt.Fprintf(&out, "  %s %s rank=%d line=%d %s\n", role, c.Node, c.Rank, c.Line, short(string(props)))
	}
	for i := range b.Relationships {
		fmt.Fprintf(&out, "  %s\n", showRelationship(&b.Relationships[i]))
	}
	return out.String()
}

// differ gives an error that shows the first lines in which two answers differ.
func differ(got, want string) error {
	if got == want {
		return nil
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	at := 0
	for at < min(len(g), len(w)) && g[at] == w[at] {
		at++
	}
	part := func(s []string) string {
		return strings.Join(s[max(0, at-2):min(len(s), at+6)], "\n    ")
	}
	return fmt.Errorf("answers differ from line %d of %d (want %d) on\n  got\n    %s\n  want\n    %s", at+1, len(g), len(w), part(g), part(w))
}
