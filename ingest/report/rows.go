package report

import "strings"

// NewObjectRow fills a row of the inventory from its cells, in the order of the contract. Cells that
// are not there are empty.
func NewObjectRow(number int, cells []Cell, span Span) ObjectRow {
	row := ObjectRow{Number: number, Span: span}
	fill(cells, &row.Object, &row.Content, &row.Role, &row.Evidence, &row.Gap)
	return row
}

// NewClaimRow fills a row of the comparison of claims with routes in the same way.
func NewClaimRow(number int, cells []Cell, span Span) ClaimRow {
	row := ClaimRow{Number: number, Span: span}
	fill(cells, &row.Claim, &row.Operation, &row.Source, &row.Doctrine, &row.Routes, &row.ObservedRun, &row.Causal, &row.Conclusion, &row.Mismatch)
	return row
}

// fill sets columns, each a *Cell or a *string, from the cells that are there.
func fill(cells []Cell, columns ...any) {
	for i := range min(len(cells), len(columns)) {
		set(columns[i], cells[i])
	}
}

func set(column any, c Cell) {
	switch to := column.(type) {
	case *Cell:
		*to = c
	case *string:
		*to = c.Text
	}
}

// LedgerColumns are the names of the ledger's columns, in its header and as labels of its compact
// form, in the order of the contract (report-grammar 3.7).
var LedgerColumns = []string{
	"route id", "route function", "architectural status", "object/candidate id", "content/update relation",
	"transition or check target", "evaluator/condition and domain", "activation and timing", "possible or observed result",
	"implemented force", "epistemic authority and scope", "operational authority", "behavioral-authority path",
	"evidence source id and local anchor", "claim ids or none", "mismatch marker or none", "gap/limit",
}

// The ledger columns that other code needs to know: the one that begins an entry of the compact form,
// and the two of controlled words.
const (
	LedgerRoute = iota
	LedgerFunction
	LedgerStatus
)

// LedgerColumn finds a column by a header's cell or a label, in any case, without its "or none" and with
// what its entries consist of too; -1 for any other.
func LedgerColumn(name string) int {
	name, _, _ = strings.Cut(NormalLabel(name), ":") // what an entry of the column has may stand behind
	for i, c := range LedgerColumns {
		if name == c || name == strings.TrimSuffix(c, " or none") {
			return i
		}
	}
	return -1
}

// Set puts a cell into a column, which is an index in LedgerColumns.
func (r *LedgerRow) Set(column int, c Cell) {
	set([]any{
		&r.Routes, &r.Function, &r.Status, &r.Objects, &r.Relation, &r.Target, &r.Evaluator, &r.Activation, &r.Result,
		&r.Force, &r.EpistemicAuthority, &r.OperationalAuthority, &r.AuthorityPath, &r.Evidence, &r.Claims, &r.Mismatch, &r.Gap,
	}[column], c)
}
