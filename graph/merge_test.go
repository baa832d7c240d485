package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// says is a contribution of a document to the node of a case.
func says(document string, role Role, rank int, props ...any) Contribution {
	c := Contribution{Role: role, Rank: rank, Document: ID("document:" + document), Props: Props{}}
	for i := 0; i+1 < len(props); i += 2 {
		c.Props[props[i].(string)] = props[i+1]
	}
	return c
}

// showMerged writes a node on one line: d or s for declared or stub, values, stated ones, lists.
func showMerged(n *Node) string {
	values := func(p Props) string {
		var out []string
		for name, v := range p {
			out = append(out, fmt.Sprintf("%s=%v", name, v))
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	return fmt.Sprintf("%s|%s|stated %s|amended %s|differ %s", map[bool]string{true: "d", false: "s"}[n.Declared],
		values(n.Props), values(n.Stated), strings.Join(n.Amended, " "), strings.Join(n.Disagreements, " "))
}

func TestMergeNode(t *testing.T) {
	for _, c := range []struct {
		name string
		id   ID
		says []Contribution
		want string
	}{
		{"one document", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X", "line", int64(2))}, "d|label=X line=2|stated |amended |differ "},
		{"the same record twice", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/b", Defines, 0, "label", "X")}, "d|label=X|stated |amended |differ "},
		{"a system that nothing defines is an ordinary node", "system:s", nil, "d||stated |amended |differ "},
		{"an amendment of what nothing defines waits", "run:R", []Contribution{says("R/b", Amended, 1, "cutoff", "2026-02-01")}, "d||stated |amended |differ "},
		{"agreeing", "run:R", []Contribution{says("R/a", Defines, 0, "revision", "r"), says("R/b", Defines, 0, "revision", "r")}, "d|revision=r|stated |amended |differ "},
		{"the least document id", "run:R", []Contribution{says("R/b", Defines, 0, "revision", "b"), says("R/a", Defines, 0, "revision", "a")}, "d|revision=a|stated |amended |differ revision"},
		{"the lower rank", "run:R", []Contribution{says("R/a", Defines, 1, "revision", "a"), says("R/b", Defines, 0, "revision", "b")}, "d|revision=b|stated |amended |differ revision"},
		{"who says nothing does not count", "run:R", []Contribution{says("R/a", Defines, 0), says("R/b", Defines, 5, "revision", "b")}, "d|revision=b|stated |amended |differ "},
		{"an empty string is a value", "run:R", []Contribution{says("R/a", Defines, 0, "revision", ""), says("R/b", Defines, 0, "revision", "b")}, "d|revision=|stated |amended |differ revision"},
		{"union", "system:s", []Contribution{says("R/a", Defines, 0, "spellings", []string{"b", "a"}), says("R/b", Defines, 0, "spellings", []string{"c", "a"})}, "d|spellings=[a b c]|stated |amended |differ "},
		{"latest date", "run:R", []Contribution{says("R/a", Defines, 0, "cutoff", "2026-01-31"), says("R/b", Defines, 9, "cutoff", "2026-02-01")}, "d|cutoff=2026-02-01|stated |amended |differ "},
		{"once superseded", "run:R", []Contribution{says("R/a", Defines, 0, "superseded", false), says("R/b", Defines, 0, "superseded", true), says("R/c", Defines, 0, "superseded", false)}, "d|superseded=true|stated |amended |differ "},
		{"most frequent", "system:s", []Contribution{says("R/a", Defines, 0, "name", "A"), says("R/b", Defines, 0, "name", "B"), says("R/c", Defines, 0, "name", "B")}, "d|name=B|stated |amended |differ "},
		{"equally frequent: the least", "system:s", []Contribution{says("R/a", Defines, 0, "name", "b"), says("R/b", Defines, 0, "name", "B")}, "d|name=B|stated |amended |differ "},
		{"lists that differ", "source:R/s", []Contribution{says("R/a", Defines, 0, "layers", []string{"x"}), says("R/b", Defines, 0, "layers", []string{"y"})}, "d|layers=[x y]|stated |amended |differ "},

		{"amended", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X", "owner", "o"), says("R/b", Amended, 1, "label", "Y")}, "d|label=Y owner=o|stated label=X|amended label|differ "},
		{"amended by adding", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/b", Amended, 1, "owner", "o")}, "d|label=X owner=o|stated |amended owner|differ "},
		{"the higher rank", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/b", Amended, 2, "label", "Z"), says("R/c", Amended, 1, "label", "Y")}, "d|label=Z|stated label=X|amended label|differ "},
		{"two of one rank", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/c", Amended, 1, "label", "C"), says("R/b", Amended, 1, "label", "B")}, "d|label=B|stated label=X|amended label|differ label"},
		{"two of one rank that agree", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/c", Amended, 1, "label", "B"), says("R/b", Amended, 1, "label", "B")}, "d|label=B|stated label=X|amended label|differ "},
		{"a higher rank settles two of a lower", "route:R/x", []Contribution{says("R/a", Defines, 0), says("R/c", Amended, 1, "label", "C"), says("R/b", Amended, 1, "label", "B"), says("R/d", Amended, 2, "label", "D")}, "d|label=D|stated |amended label|differ "},
		{"an amendment settles a disagreement", "run:R", []Contribution{says("R/a", Defines, 0, "revision", "a", "family", "REVIEW"), says("R/b", Defines, 0, "revision", "b", "family", "ANALYSIS"), says("R/c", Amended, 1, "revision", "c")}, "d|family=REVIEW revision=c|stated revision=a|amended revision|differ family"},
		{"an amended verdict drops what qualified it", "route:R/x", []Contribution{says("R/a", Defines, 0, "readBack.verdict", "POSITIVE", "readBack.reading", "STATIC_ONLY", "readBack.strength", "WIRED"), says("R/b", Amended, 1, "readBack.verdict", "UNINSPECTED")},
			"d|readBack.strength=WIRED readBack.verdict=UNINSPECTED|stated readBack.reading=STATIC_ONLY readBack.verdict=POSITIVE|amended readBack.reading readBack.verdict|differ "},
		{"an amendment to the same value", "route:R/x", []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/b", Amended, 1, "label", "X")}, "d|label=X|stated label=X|amended label|differ "},
		{"a waiting amendment", "route:R/x", []Contribution{says("R/b", Amended, 1, "label", "Y")}, "s|handle=x run=run:R|stated |amended |differ "},

		{"a stub", "route:R/a%2Fb", nil, "s|handle=a/b run=run:R|stated |amended |differ "},
		{"a stub in a run with a strange name", "claim:R%20%C3%BC/x", nil, "s|handle=x run=run:R%20%C3%BC|stated |amended |differ "},
		{"a stub that is referred to", "route:R/x", []Contribution{says("R/b", Refers, 0, "system", "system:s"), says("R/a", Refers, 0, "system", "system:s", "handle", "other")}, "s|handle=x run=run:R system=system:s|stated |amended |differ "},
		{"references do not count beside a definition", "route:R/x", []Contribution{says("R/b", Refers, 0, "system", "system:s"), says("R/a", Defines, 0, "label", "X")}, "d|label=X|stated |amended |differ "},
		{"a file", "file:R/pkg/a%20b.go", nil, "d|path=pkg/a b.go run=run:R|stated |amended |differ "},
		{"a repository", "repository:code.example/g/h/q", nil, "d|host=code.example name=q owner=g/h url=https://code.example/g/h/q|stated |amended |differ "},
		{"a repository without an owner", "repository:code.example/q", nil, "d|host=code.example name=q url=https://code.example/q|stated |amended |differ "},
		{"a host alone", "repository:code.example", nil, "d|host=code.example url=https://code.example|stated |amended |differ "},
	} {
		for i := range c.says {
			c.says[i].Node, c.says[i].Kind = c.id, c.id.Kind()
		}
		for range 5 {
			n := MergeNode(c.id, c.says)
			if got := showMerged(&n); got != c.want || n.ID != c.id || n.Kind != c.id.Kind() {
				t.Errorf("%s:\n  got  %s\n  want %s", c.name, got, c.want)
				break
			}
			rand.Shuffle(len(c.says), func(i, j int) { c.says[i], c.says[j] = c.says[j], c.says[i] })
		}
	}
}

// Nodes share contributions with the journal: merging must not write into them.
func TestMergeNodeLeavesContributions(t *testing.T) {
	c := []Contribution{says("R/a", Defines, 0, "label", "X"), says("R/b", Amended, 1, "label", "Y")}
	n := MergeNode("route:R/x", c)
	n.Props["owner"] = "me"
	if c[0].Props["label"] != "X" || len(c[0].Props) != 1 || c[1].Props["label"] != "Y" {
		t.Errorf("contributions became %v and %v", c[0].Props, c[1].Props)
	}
}
