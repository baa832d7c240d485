package markdown

import "testing"

// olderRecord is a memory report of grammar G2 whose only record has a body; the body begins on line 12.
func olderRecord(body string) string {
	return "---\ntype: types/agent-memory-analysis-report.md\nrun-id: R\nreviewed-boundary: \"1\"\n---\n# Quillstore memory report\n" +
		"## Boundary and evidence\n## Core ideas\n## Shared records\n### Operative objects\n#### MEM-OBJ-1 — A\n" + body +
		"\n## Write side\n## Read-back\n## Integration issues\n## Limitations and checks\n"
}

// olderRoutes is a runtime report of grammar G2 whose section of routes has a body, which begins on line 10.
func olderRoutes(body string) string {
	return "---\ntype: types/agentic-system-runtime-report.md\nrun-id: R\nreviewed-boundary: \"1\"\n---\n# Quillstore runtime report\n" +
		"## Runtime account\n## Shared records\n### Routes\n" + body + "\n## Annotations\nnone\n"
}

// olderMember is a member of some type with a body, which begins on line 7.
func olderMember(typ, body string) string {
	return "---\ntype: types/agentic-system-" + typ + ".md\nrun-id: R\nreviewed-boundary: \"1\"\n---\n# Quillstore\n" + body
}

// allAnswers is a paragraph with the answers of a route.
const allAnswers = "Immediate return: a. Later read-back: b. Delegated visibility: c. Selection: d. Expiry: e. Effects: f. Evidence limits: g.\n"

// TestOlderPitfalls has one test for each pitfall of report-grammar 9 that is another in the grammars before
// G5, where a bare id is a reference.
func TestOlderPitfalls(t *testing.T) {
	tests := []pitfall{
		{
			"9.1 and 9.2 ids in quotations and fences",
			olderRecord("\n```\nRTE-1\n#### MEM-OBJ-2 — B\n```\n\n> RTE-2\n> --- `x/y.go`\n\nSee RTE-3."), "record cite",
			[]string{`record 11-21 MEM-OBJ-1 "A"`, "cite 21:5 RTE-3 by MEM-OBJ-1: See RTE-3."}, nil,
		},
		{
			"9.3 backticked ids are references", olderRecord("\nSee `RTE-4`."), "cite",
			[]string{"cite 13:6 RTE-4 by MEM-OBJ-1: See RTE-4."}, nil,
		},
		{
			"9.4 ranges cite their ends only", olderRecord("\nRTE-1 through RTE-4, `OBJ-1`–`OBJ-16`."), "cite",
			[]string{
				"cite 13:1 RTE-1 by MEM-OBJ-1: RTE-1 through RTE-4, OBJ-1–OBJ-16.", "cite 13:15 RTE-4 by MEM-OBJ-1: RTE-1 through RTE-4, OBJ-1–OBJ-16.",
				"cite 13:23 OBJ-1 by MEM-OBJ-1: RTE-1 through RTE-4, OBJ-1–OBJ-16.", "cite 13:33 OBJ-16 by MEM-OBJ-1: RTE-1 through RTE-4, OBJ-1–OBJ-16.",
			}, nil,
		},
		{
			"9.4 shorthand names what it writes out", olderRecord("\nRTE-1–4 and RTE-6/7, RTE-8/RTE-9."), "cite",
			[]string{
				"cite 13:1 RTE-1 by MEM-OBJ-1: RTE-1–4 and RTE-6/7, RTE-8/RTE-9.", "cite 13:15 RTE-6 by MEM-OBJ-1: RTE-1–4 and RTE-6/7, RTE-8/RTE-9.",
				"cite 13:24 RTE-8 by MEM-OBJ-1: RTE-1–4 and RTE-6/7, RTE-8/RTE-9.", "cite 13:30 RTE-9 by MEM-OBJ-1: RTE-1–4 and RTE-6/7, RTE-8/RTE-9.",
			}, []string{"id-shorthand", "id-shorthand"},
		},
		{
			"9.5 an own record that is nowhere is told, a sibling's is no error", olderRecord("\nMEM-OBJ-7, EPI-OBJ-7."), "cite",
			[]string{"cite 13:1 MEM-OBJ-7 by MEM-OBJ-1: MEM-OBJ-7, EPI-OBJ-7.", "cite 13:12 EPI-OBJ-7 by MEM-OBJ-1: MEM-OBJ-7, EPI-OBJ-7."},
			[]string{"unresolved-link"},
		},
		{
			"9.7 a number with and without prefix", olderRecord("\nRTE-3, EPI-RTE-3, OBJ-1's."), "cite",
			[]string{
				"cite 13:1 RTE-3 by MEM-OBJ-1: RTE-3, EPI-RTE-3, OBJ-1's.", "cite 13:8 EPI-RTE-3 by MEM-OBJ-1: RTE-3, EPI-RTE-3, OBJ-1's.",
				"cite 13:19 OBJ-1 by MEM-OBJ-1: RTE-3, EPI-RTE-3, OBJ-1's.",
			}, nil,
		},
		{
			"9.8 letters and sub-tags", olderRecord("\nOBJ-09a, RTE-13.E1, ABS-2/a1, RTE-2 (a)."), "cite",
			[]string{
				"cite 13:1 OBJ-09a by MEM-OBJ-1: OBJ-09a, RTE-13.E1, ABS-2/a1, RTE-2 (a).", "cite 13:10 RTE-13 by MEM-OBJ-1: OBJ-09a, RTE-13.E1, ABS-2/a1, RTE-2 (a).",
				"cite 13:21 ABS-2 by MEM-OBJ-1: OBJ-09a, RTE-13.E1, ABS-2/a1, RTE-2 (a).", "cite 13:31 RTE-2 by MEM-OBJ-1: OBJ-09a, RTE-13.E1, ABS-2/a1, RTE-2 (a).",
			}, nil,
		},
		{
			"9.10 several ids in one label without a fragment", olderRecord("\n([RTE-4, RTE-5 annotation](./runtime.md))."), "cite",
			[]string{`cite 13:3 RTE-4 in "runtime.md" by MEM-OBJ-1: (RTE-4, RTE-5 annotation).`, `cite 13:10 RTE-5 in "runtime.md" by MEM-OBJ-1: (RTE-4, RTE-5 annotation).`}, nil,
		},
		{
			"9.10 a member for a label", olderRecord("\n#### MEM-OBJ-lamp — B\n\nSee [runtime](runtime.md#rt-rte-x), [RT-RTE-y](runtime.md#rt-rte-z)."), "record cite",
			[]string{
				`record 11-11 MEM-OBJ-1 "A"`, `record 13-15 MEM-OBJ-lamp "B"`,
				`cite 15:6 RT-RTE-x in "runtime.md" by MEM-OBJ-lamp: See runtime, RT-RTE-y.`, `cite 15:38 RT-RTE-z in "runtime.md" by MEM-OBJ-lamp: See runtime, RT-RTE-y.`,
			}, []string{"link-label"},
		},
		{
			"9.15 a part-of line right below a bullet", olderRecord("- Form: rows\nPart of: OBJ-2\n- Owner: Ann"), "part-of field",
			[]string{"part-of 13 MEM-OBJ-1 in OBJ-2", "field 12 bullet MEM-OBJ-1 form: rows", "field 14 bullet MEM-OBJ-1 owner: Ann"}, nil,
		},
		{
			"9.15 part-of lines in forms of their own", olderRecord("Part of: `OBJ-2`\nPart of: OBJ-3 and OBJ-4\nPart of: OBJ-5\n"), "part-of",
			[]string{"part-of 12 MEM-OBJ-1 in OBJ-2"}, []string{"part-of-duplicate", "part-of-form", "part-of-form"},
		},
		{
			"9.16 no blank line below the heading, and a heading without a label", olderRecord("Form: rows.\n#### MEM-OBJ-2\nText."), "record field text",
			[]string{`record 11-12 MEM-OBJ-1 "A"`, "field 12 prose MEM-OBJ-1 form: rows.", "text MEM-OBJ-1: Form: rows.", `record 13-14 MEM-OBJ-2 ""`, "text MEM-OBJ-2: Text."},
			[]string{"missing-label"},
		},
		{
			"9.17 record headings elsewhere and of other levels", olderRecord("\n##### MEM-OBJ-2 — B\n\n### MEM-OBJ-3 — C\n\nText.\n\n## Write side\n\n#### MEM-OBJ-4 — D\n"), "record cite",
			[]string{`record 11-13 MEM-OBJ-1 "A"`}, []string{"record-heading-level", "record-heading-level", "record-outside-shared-records", "section-out-of-order"},
		},
		{
			"9.7 what is no id", olderRecord("\nEPI-OBJ-9x2, RT-BAP, SRC-*, OBJ-like."), "cite", nil, []string{"malformed-id"},
		},
		{
			"9.13 one sentence for all routes, and what a record says itself",
			olderRoutes("All routes have implementation conclusion status: wired and operation conclusion status: uninspected.\n#### RTE-1 — A\n" + allAnswers +
				"#### RTE-2 — B\n" + allAnswers + "Implementation conclusion status: absent.\n"), "record status",
			[]string{
				`record 11-12 RTE-1 "A"`, `status 10 RTE-1 inherited layer="implementation" wired`, `status 10 RTE-1 inherited layer="operation" uninspected`,
				`record 13-15 RTE-2 "B"`, `status 15 RTE-2 layer="implementation" absent`, `status 10 RTE-2 inherited layer="operation" uninspected`,
			}, nil,
		},
		{
			"9.13 a range of routes, under a condition",
			olderRoutes("RTE-2 through RTE-3 have implementation conclusion status: wired; their operation conclusion status is observed if a trace is named.\n" +
				"#### RTE-1 — A\n" + allAnswers + "#### RTE-2 — B\n" + allAnswers + "#### RTE-3 — C\n" + allAnswers + "#### RTE-4 — D\n" + allAnswers), "status",
			[]string{
				`status 10 RTE-2 inherited layer="implementation" wired`, `status 10 RTE-2 inherited conditional layer="operation" observed if a trace is named`,
				`status 10 RTE-3 inherited layer="implementation" wired`, `status 10 RTE-3 inherited conditional layer="operation" observed if a trace is named`,
			}, []string{"status-missing", "status-missing"},
		},
		{
			"9.13 a sentence that takes routes back is the document's",
			olderRoutes("All routes except RTE-2 have implementation conclusion status: wired.\n#### RTE-1 — A\n" + allAnswers), "status",
			[]string{`status 10 document layer="implementation" wired`}, []string{"status-missing", "unresolved-link"},
		},
		{
			"9.13 a sentence about something else is the document's",
			olderRoutes("The host has activation conclusion status: uninspected.\n#### RTE-1 — A\n" + allAnswers), "status",
			[]string{`status 10 document layer="activation" uninspected`}, []string{"status-missing"},
		},
		{
			"9.14 labels, colons and semicolons inside an answer",
			olderRoutes("#### RTE-1 — A\nImmediate return: a row: the newest; later read-back: kept rows; nobody else; expiry: none. Implementation conclusion status: wired.\n"), "field status",
			[]string{
				"field 11 prose RTE-1 immediate return: a row: the newest", "field 11 prose RTE-1 later read-back: kept rows; nobody else",
				"field 11 prose RTE-1 invalidation or expiry: none.", `status 11 RTE-1 layer="implementation" wired`,
			}, []string{"answer-missing"},
		},
		{
			"9.12 a layer ends at the sentence before", olderRoutes("#### RTE-1 — A\n" + allAnswers + "Rows are kept; the activation conclusion status is absent within the host. So it is.\n"), "status",
			[]string{`status 12 RTE-1 layer="activation" absent within the host`}, nil,
		},
		{
			"9.11 the index of amended records counts values too",
			olderMember("analysis-overview", "## Source register\n\nAmended or superseded records: RTE-7, OBJ-1; [reconciliation](./reconciliation.md).\n"), "amended cite",
			[]string{
				"cite 9:32 RTE-7 by section Source register: Amended or superseded records: RTE-7, OBJ-1; reconciliation.",
				"cite 9:39 OBJ-1 by section Source register: Amended or superseded records: RTE-7, OBJ-1; reconciliation.", "amended 9 [RTE-7 OBJ-1]",
			}, nil,
		},
		{
			"9.11 amendments of identity, of values, and of neither",
			olderMember("reconciliation-report", "## Reconciliation\n\nAmendment: RTE-7 is superseded by MEM-RTE-1\nand MEM-RTE-2; one box.\n\n"+
				"Amendment: RTE-2's expiry “none” is replaced by a day.\n\nAmendment: RTE-3 is odd.\n"), "amendment",
			[]string{
				`amendment 1 9-10 RTE-7 by [MEM-RTE-1 MEM-RTE-2] because "one box": RTE-7 is superseded by MEM-RTE-1 and MEM-RTE-2; one box.`,
				`amendment 2 12-12 RTE-2 by [] because "": RTE-2's expiry “none” is replaced by a day.`, `amendment 3 14-14 RTE-3 by [] because "": RTE-3 is odd.`,
			}, []string{"amendment-form"},
		},
		{
			"annotations: a label, several records, words alone",
			olderRecord("\n## Annotations\n\n#### On RTE-1 — Why OBJ-2 matters\n\nText.\n\n#### On RTE-1 and RTE-2 — Both\n\n#### On the whole — Nothing\n"), "annotation cite",
			[]string{
				"annotation 15-17 RTE-1", "cite 15:23 OBJ-2 by on RTE-1: Why OBJ-2 matters",
				"cite 19:9 RTE-1 by section Annotations: On RTE-1 and RTE-2 — Both", "cite 19:19 RTE-2 by section Annotations: On RTE-1 and RTE-2 — Both",
			}, []string{"annotation-target"},
		},
		{
			"a record without its analyst's prefix, where all have one",
			olderRecord("\nSee RT-OBJ-1.\n\n#### OBJ-2 — B\n"), "record", []string{`record 11-13 MEM-OBJ-1 "A"`, `record 15-15 OBJ-2 "B"`}, []string{"foreign-prefix"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, tt.check)
	}
}
