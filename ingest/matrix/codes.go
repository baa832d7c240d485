package matrix

// The codes of this package's diagnostics. They are stable: tests and documentation key on them, the
// wording beside them is free.
const (
	// CodeEmpty (error): the file holds nothing but blanks.
	CodeEmpty = "matrix/empty-document"
	// CodeTooLarge (error): the file is over a limit on bytes or rows.
	CodeTooLarge = "matrix/too-large"
	// CodeTooWide (error): a row has more cells than any matrix.
	CodeTooWide = "matrix/too-wide"
	// CodeNotText (error): a byte is NUL or no UTF-8.
	CodeNotText = "matrix/not-text"
	// CodeCSV (error): the file breaks the rules of CSV.
	CodeCSV = "matrix/csv"
	// CodeHeader (error): the header names no system column, or no axis.
	CodeHeader = "matrix/header"

	// CodeColumnRepeated (warning): a column stands twice; the first counts.
	CodeColumnRepeated = "matrix/column-repeated"
	// CodeRowLength (warning): a row has another number of cells than the header.
	CodeRowLength = "matrix/row-length"
	// CodeNoSystem (warning): a row names no system; it is not read.
	CodeNoSystem = "matrix/system-missing"
	// CodeSystemRepeated (warning): a system has a second row; the first counts.
	CodeSystemRepeated = "matrix/system-repeated"
	// CodeCell (warning): a cell has another form than its column; it says nothing.
	CodeCell = "matrix/cell-form"
	// CodeValue (warning): a value is none of its axis's; it is not read.
	CodeValue = "matrix/value-unknown"
	// CodeContradiction (warning): the columns of an axis's values and the one that lists them disagree;
	// the columns of values count.
	CodeContradiction = "matrix/cell-contradiction"

	// CodeUnknownColumn (info): a column is not read.
	CodeUnknownColumn = "matrix/unknown-column"
	// CodeMore (info): there were more diagnostics than are listed.
	CodeMore = "matrix/more-diagnostics"
)
