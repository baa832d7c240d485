package early

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

func TestRunSlug(t *testing.T) {
	for word, want := range map[string]string{
		"AGS-2026-08-14-QUILLSTORE-02": "QUILLSTORE", "AAS-2026-10-01-quill-store-07": "quill-store", "RUN-QUILLSTORE-20260814": "QUILLSTORE",
		"RUN-QUILL-STORE-20260814": "QUILL-STORE", "AGS-2026-13-14-QUILLSTORE-02": "", "AGS-2026-08-14-QUILLSTORE": "", "AGS-2026-08-14-02": "",
		"RUN-20260814": "", "run-QUILL-20260814": "", "RUN-QUILL-20261399": "", "ISO-8601-2026": "", "AGS-2026-08-14-QUILL/STORE-02": "", "": "",
	} {
		if got := runSlug(word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestSystemIn(t *testing.T) {
	for text, want := range map[string][2]string{
		"Quillstore (`example.org/quill/store`), the `quill` CLI": {"Quillstore", "example.org/quill/store"},
		"Quillstore (example.org/quill/store)":                    {"Quillstore", "example.org/quill/store"},
		"Quillstore — `https://example.org/quill/store`":          {"Quillstore", "https://example.org/quill/store"},
		"**Quill Store** — a shelf. See docs/a.md":                {"Quill Store", ""},
		"Quillstore":             {"Quillstore", ""},
		"Quill.io v1.2, a shelf": {"Quill.io v1.2", ""},
		"":                       {"", ""},
	} {
		name, address := systemIn(text)
		if got := [2]string{name, address}; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	for title, want := range map[string]string{
		"Components": "CMP", "Components (CMP-*)": "CMP", "4.5 New components": "CMP", "3a. Routes": "RTE",
		"Claims (CLM-*) — the orchestrator's": "CLM", "5. Claims register and route comparison (Return 3)": "CLM",
		"Behavioral-authority paths (BAP-*)": "BAP", "Operative objects": "OBJ", "evidenced absences": "ABS",
		"3e. Routes set aside": "", "Componentsmith": "", "Objects": "", "": "", "7": "", "7B.2 Epistemic-object inventory": "",
	} {
		got := ""
		if at := kindOf(title); at >= 0 {
			got = report.KindTypes[at].Kind
		}
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestContentOf(t *testing.T) {
	for title, want := range map[string]report.Content{
		"7B.3 Authority-route ledger": report.HoldsLedger, "2. Epistemic-object inventory (Required Return 1)": report.HoldsObjects,
		"10. Limitations, each paired with what it prevents": report.HoldsLimitations, "7B.5 System-claim versus route comparison": report.HoldsClaims,
		"Limitations of time": report.HoldsProse, "Authority": report.HoldsProse, "": report.HoldsProse,
	} {
		if got := contentOf(title); got != want {
			t.Errorf("%q: %v, want %v", title, got, want)
		}
	}
}

// TestIdentity: what names the run, the system and the file.
func TestIdentity(t *testing.T) {
	for name, tt := range map[string]struct {
		text                     string
		system, run, role, title string
	}{
		"the system in a title before the dash": {"# Quillstore — agentic system analysis\n", "Quillstore", "", "result", "Quillstore — agentic system analysis"},
		"without a dash":                        {"# Quillstore agentic-system analysis\n", "Quillstore", "", "result", "Quillstore agentic-system analysis"},
		"the run before it, the system behind": {"# AGS-2026-08-14-QS-02 — Agentic-system analysis: Quillstore\n", "Quillstore", "AGS-2026-08-14-QS-02", "result",
			"AGS-2026-08-14-QS-02 — Agentic-system analysis: Quillstore"},
		"the run alone names the system": {"# Runtime account — RUN-QUILLSTORE-20260814\n", "QUILLSTORE", "RUN-QUILLSTORE-20260814", "runtime-account",
			"Runtime account — RUN-QUILLSTORE-20260814"},
		"a table says it":                    {"# Epistemic lens — RUN-QS-20260814\n\n## 1. Boundary\n\n| Field | Value |\n|---|---|\n| system | Quillstore (x.org/q) |\n", "Quillstore", "RUN-QS-20260814", "lens-epistemic", "Epistemic lens — RUN-QS-20260814"},
		"in another section it is of a part": {"# Epistemic lens — RUN-QS-20260814\n\n## Findings\n\n- System: the clock\n", "QS", "RUN-QS-20260814", "lens-epistemic", "Epistemic lens — RUN-QS-20260814"},
		"the first counts":                   {"# A\n\n## Run identity\n\n- System: Quillstore\n- System: Other\n", "Quillstore", "", "", "A"},
		"nothing names either":               {"# Canonical records\n", "", "", "canonical-records", ""},
		"nothing names anything":             {"# Some Notes, here\n", "", "", "some-notes-here", ""},
	} {
		t.Run(name, func(t *testing.T) {
			doc, _ := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(tt.text)})
			if doc.System != tt.system || doc.Run != tt.run || doc.Role != tt.role || doc.Title != tt.title {
				t.Errorf("%q %q %q %q", doc.System, doc.Run, doc.Role, doc.Title)
			}
		})
	}
}
