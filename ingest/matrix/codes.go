package matrix

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// The codes of this package's diagnostics. They are stable: tests and documentation key on them, the
// wording beside them is free.
const (
	CodeEmpty    = "matrix/empty-document"
	CodeTooLarge = "matrix/too-large"
	CodeTooWide  = "matrix/too-wide"
	CodeNotText  = "matrix/not-text"
	CodeCSV      = "matrix/csv"
	CodeHeader   = "matrix/header"

	CodeColumnRepeated = "matrix/column-repeated"
	CodeRowLength      = "matrix/row-length"
	CodeNoSystem       = "matrix/system-missing"
	CodeSystemRepeated = "matrix/system-repeated"
	CodeCell           = "matrix/cell-form"
	CodeValue          = "matrix/value-unknown"
	CodeContradiction  = "matrix/cell-contradiction"

	CodeUnknownColumn = "matrix/unknown-column"
	CodeMore          = "matrix/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeEmpty, Severity: diag.Error,
		Cause:   "The file holds nothing but blanks.",
		Cure:    "Give a header and a row for each system.",
		Example: diag.Command(`printf '\n' > matrix/matrix.csv; crosswalk check --as matrix matrix/matrix.csv`)},
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The file is over a limit on bytes or rows.",
		Cure:    "Split the file by systems.",
		Example: diag.Command("seq 100001 | sed 's/.*/S&,,,,,/' >> matrix/matrix.csv; crosswalk check matrix")},
	{Code: CodeTooWide, Severity: diag.Error,
		Cause:   "A row has more cells than any matrix.",
		Cure:    "Check the quotes around cells: a matrix has a few dozen columns.",
		Example: diag.Command(`head -c 5000 /dev/zero | tr '\0' , >> matrix/matrix.csv; crosswalk check matrix`)},
	{Code: CodeNotText, Severity: diag.Error,
		Cause:   "A byte is NUL or no UTF-8.",
		Cure:    "Convert the file to UTF-8.",
		Example: diag.Command(`printf 'Caf\351,,,,,\n' >> matrix/matrix.csv; crosswalk check matrix`)},
	{Code: CodeCSV, Severity: diag.Error,
		Cause:   "The file breaks the rules of CSV.",
		Cure:    "Quote cells that hold quotes, commas or line ends, and double the quotes inside.",
		Example: diag.Edit("matrix/matrix.csv", "A pen that counts words", `A pen that »«"counts" words`)},
	{Code: CodeHeader, Severity: diag.Error,
		Cause:   "The header names no system column, or no axis.",
		Cure:    "Name the column of systems system_name, and each axis by its name.",
		Example: diag.Command("sed -i 's/system_name/name/' matrix/matrix.csv; crosswalk check --as matrix matrix/matrix.csv")},
	{Code: CodeColumnRepeated, Severity: diag.Warning, Rule: "matrix",
		Cause: "A column stands twice; the first counts.",
		Cure:  "Keep one of the columns.",
		Example: diag.Edit("matrix/matrix.csv",
			"storage_substrate,lineage,form_natural_language",
			"storage_substrate,lineage,»lineage«")},
	{Code: CodeRowLength, Severity: diag.Warning, Rule: "matrix",
		Cause: "A row has another number of cells than the header.",
		Cure:  "Give the row as many cells as the header.",
		Example: diag.Edit("matrix/matrix.csv",
			"Lampstand,A lamp that knows its page,files,authored,0,1",
			"»Lampstand«,A lamp that knows its page,files,authored,0,1,2")},
	{Code: CodeNoSystem, Severity: diag.Warning, Rule: "matrix",
		Cause: "A row names no system; it is not read.",
		Cure:  "Name the system.",
		Example: diag.Edit("matrix/matrix.csv",
			"Lampstand,A lamp that knows its page,files,authored,0,1",
			"»«,A lamp that knows its page,files,authored,0,1")},
	{Code: CodeSystemRepeated, Severity: diag.Warning, Rule: "matrix",
		Cause:   "A system has a second row; the first counts.",
		Cure:    "Keep one of the rows.",
		Example: diag.Edit("matrix/matrix.csv", "Inkwell,A pen", "»Lampstand«,A pen")},
	{Code: CodeCell, Severity: diag.Warning, Rule: "matrix",
		Cause:   "A cell has another form than its column; it says nothing.",
		Cure:    "Write a JSON array or words joined by semicolons in the column of an axis, and 1, 0 or nothing in that of one value.",
		Example: diag.Edit("matrix/matrix.csv", "authored,0,1", "authored,0,»yes maybe«")},
	{Code: CodeValue, Severity: diag.Warning, Rule: "matrix",
		Cause:   "A value is none of its axis's; it is not read.",
		Cure:    `Use a value of the axis, once, and "none" alone.`,
		Example: diag.Edit("matrix/matrix.csv", "page,files,", "page,»paper«,")},
	{Code: CodeContradiction, Severity: diag.Warning, Rule: "matrix",
		Cause: "The columns of an axis's values and the one that lists them disagree; the columns of values count.",
		Cure:  "Correct one of them.",
		Example: diag.Edit("matrix/matrix.csv",
			`storage_substrate,lineage,form_natural_language,form_symbolic
Lampstand,A lamp that knows its page,files,authored,0,1
Inkwell,A pen that counts words,repo,`,
			`representational_form,lineage,form_natural_language,form_symbolic
Lampstand,A lamp that knows its page,»natural-language«,authored,0,1
Inkwell,A pen that counts words,,`)},
	{Code: CodeUnknownColumn, Severity: diag.Info,
		Cause:   "A column is not read.",
		Cure:    "Check its spelling, or leave it.",
		Example: diag.Edit("matrix/matrix.csv", "one_line,storage_substrate,lineage", "one_line,storage_substrate,»mood«")},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command(`for i in $(seq 300); do echo "S$i,,paper,,,"; done >> matrix/matrix.csv; crosswalk check matrix`)},
}
