package records

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// The codes of this package's diagnostics. They are stable: tests and documentation key on them, the
// wording beside them is free.
const (
	CodeEmpty     = "records/empty-document"
	CodeTooLarge  = "records/too-large"
	CodeTooDeep   = "records/too-deep"
	CodeTooWide   = "records/too-wide"
	CodeNotText   = "records/not-text"
	CodeJSON      = "records/json"
	CodeYAML      = "records/yaml"
	CodeAlias     = "records/yaml-alias"
	CodeCSV       = "records/csv"
	CodeForm      = "records/form"
	CodeHeader    = "records/header"
	CodeRowLength = "records/row-length"

	CodeRepeated = "records/key-repeated"
	CodeMore     = "records/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeEmpty, Severity: diag.Error,
		Cause:   "The file states no node and no relationship.",
		Cure:    "Add entries, or remove the file.",
		Example: diag.Edit("records/parts.csv", "component,foot,Foot,Lampstand\n", "")},
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The file is over a limit on bytes, entries or values.",
		Cure:    "Split the file. Of YAML less is read than of the other spellings.",
		Example: diag.Command("{ echo kind,id; seq 200001 | sed s/^/object,/; } > many.csv; crosswalk check many.csv --system Lampstand")},
	{Code: CodeTooDeep, Severity: diag.Error,
		Cause:   "Values nest deeper than any entry needs.",
		Cure:    "Keep entries flat: keys, texts and lists of texts.",
		Example: diag.Edit("records/notes.jsonl", `"label":"Lamp"`, `"label":[[[[[[[»[«"Lamp"]]]]]]]]`)},
	{Code: CodeTooWide, Severity: diag.Error,
		Cause:   "A table has more columns, or an entry more keys, than any record.",
		Cure:    "Leave out the columns that are no properties; a node has a few dozen.",
		Example: diag.Command("echo kind,id$(printf ',x%.0s' $(seq 1000)) > wide.csv; crosswalk check wide.csv --system Lampstand")},
	{Code: CodeNotText, Severity: diag.Error,
		Cause:   "A byte or character is NUL or no UTF-8.",
		Cure:    "Convert the file to UTF-8; it may be UTF-16 or Windows-1252.",
		Example: diag.Command(`printf 'kind,id\nobject,caf\351\n' > old.csv; crosswalk check old.csv --system Lampstand`)},
	{Code: CodeJSON, Severity: diag.Error,
		Cause:   "A line is no JSON. The other lines are read, for their faults.",
		Cure:    "Write one object on each line, with every key and text in double quotes.",
		Example: diag.Edit("records/notes.jsonl", `"label":"Lamp"`, `"label":»«Lamp`)},
	{Code: CodeYAML, Severity: diag.Error,
		Cause:   "The file is no YAML, or more than one document of it.",
		Cure:    "Correct it where the message points; a text with a colon or hash needs quotes.",
		Example: diag.Edit("records/tools.yaml", "label: Snuffer", "label: Snuffer»«: long")},
	{Code: CodeAlias, Severity: diag.Error,
		Cause:   "YAML makes one part of the file stand for another.",
		Cure:    "Write the value out.",
		Example: diag.Edit("records/tools.yaml", "label: Snuffer", "label: »«&name Snuffer")},
	{Code: CodeCSV, Severity: diag.Error,
		Cause:   "The table breaks the rules of CSV.",
		Cure:    "Quote cells that hold quotes, separators or line ends, and double the quotes inside.",
		Example: diag.Edit("records/parts.csv", "Foot", `»"«Foot`)},
	{Code: CodeForm, Severity: diag.Error,
		Cause:   "A list, an entry or a key is written in another form than its place wants.",
		Cure:    "Write entries as keys with values, and lists of them below nodes and relationships.",
		Example: diag.Edit("records/tools.yaml", "nodes:\n", "relationships: »none«\nnodes:\n")},
	{Code: CodeHeader, Severity: diag.Error,
		Cause:   "The header has an unknown key, stands elsewhere than at the top, or is of an unknown version.",
		Cure:    "Keep crosswalk: 1, system, run, repository and revision, at the top.",
		Example: diag.Edit("records/tools.yaml", "run: lampstand-tools", "»rum«: lampstand-tools")},
	{Code: CodeRowLength, Severity: diag.Error,
		Cause:   "A row has more cells than the header, which is an error, or fewer.",
		Cure:    "Quote a cell that holds a separator, and give empty cells too.",
		Example: diag.Edit("records/parts.csv", "Foot,Lampstand", "Foot, of brass,»Lampstand«")},

	{Code: CodeRepeated, Severity: diag.Warning,
		Cause:   "A key or column stands twice; the first counts.",
		Cure:    "Keep one.",
		Example: diag.Edit("records/notes.jsonl", `"label":"Lamp"`, `"label":"Lamp",»"label"«:"Light"`)},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command("{ echo kind,id,label; seq 300 | sed s/^/object,/; } > short.csv; crosswalk check short.csv --system Lampstand")},
}
