package ingest

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// TestLowerBlockers: what stopped an analysis is an issue, wherever a set lists it.
func TestLowerBlockers(t *testing.T) {
	b := canonical(t, "analysis-overview", "system: Quillstore\n", `# Quillstore agentic-system analysis
## Verification and blockers
### Record verification
- nobody has checked [RT-RTE-a](runtime.md#rt-rte-a)
### Blockers
- memory: [MEM-RTE-b](memory.md#mem-rte-b) calls a library that is not there.
- epistemic: not begun
`)
	b.wantProps("issue:RUN-1/overview/blocker/1", graph.Props{"issueType": "BLOCKER", "number": int64(1), "line": int64(12),
		"text": "memory: MEM-RTE-b calls a library that is not there."})
	b.wantProps("issue:RUN-1/overview/blocker/2", graph.Props{"issueType": "BLOCKER", "number": int64(2), "text": "epistemic: not begun"})
	b.wantEdges("what they concern", []graph.RelType{graph.Concerns}, "issue/overview/blocker/1 CONCERNS route/MEM-RTE-b 12 issue-item")

	b = canonical(t, "boundary", "", "# Quillstore boundary\n## Not reached\nThe profile.\n\n- The library `fit/` cannot be fetched.\n")
	b.wantProps("issue:RUN-1/boundary/blocker/1", graph.Props{"issueType": "BLOCKER", "text": "The library fit/ cannot be fetched."})

	for typ, body := range map[string]string{"analysis-overview": "## Verification and blockers\n### Blockers\nnone\n",
		"boundary": "## Not reached\nThe profile was not written.\n"} {
		b = canonical(t, typ, "system: Quillstore\n", "# Quillstore\n"+body)
		for _, c := range b.Contributions {
			if c.Kind == graph.Issue {
				t.Errorf("%s: %+v", typ, c)
			}
		}
	}
}
