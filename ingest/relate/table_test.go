package relate

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// rowCases are rows of invented tables: header, row and what they state. Cells are parted by bars.
var rowCases = []struct {
	rule, header, row, owner string
	want                     []string
}{
	{"table/party", "ID|Object|Consumer|Channel", "BAP-1|OBJ-1 fact card|CMP-2 / CMP-3|a prompt", "", []string{"CONSUMES CMP-2 OBJ-1", "CONSUMES CMP-3 OBJ-1"}},
	{"table/party", "ID|Object|Consumer", "BAP-1|OBJ-1 + OBJ-2 cards|the checks (CMP-4)", "", []string{"CONSUMES CMP-4 OBJ-1", "CONSUMES CMP-4 OBJ-2"}},
	{"table/party", "ID|Object|Producer|Consumer", "OBJ-1|fact card|RTE-1|the host", "", []string{"PRODUCES RTE-1 OBJ-1"}},
	{"table/party", "ID|Object|Consumer", "BAP-1|a closed protocol|CMP-4", "", nil},
	{"table/party", "ID|Consumer|Channel", "BAP-1|CMP-4|a prompt", "", nil},
	{"table/party", "ID|Object|Consumer", "BAP-1|OBJ-1|the host", "", nil},
	{"table/party", "Object|Owner|Executor|Proposer|Evaluator", "OBJ-1|CMP-1|CMP-2|RTE-3|CMP-4", "", nil},
	{"table/party-chain", "ID|Form|Producer → consumer", "OBJ-1|rows|RTE-1 → RTE-2 and the host", "", []string{"CONSUMES RTE-2 OBJ-1", "PRODUCES RTE-1 OBJ-1"}},
	{"table/party-chain", "ID|Form|Producer → consumer", "OBJ-1|rows|importer → the shore office (`CMP-9`)", "", []string{"CONSUMES CMP-9 OBJ-1"}},
	{"table/party-chain", "ID|Form|Producer → consumer", "OBJ-1|rows|importer → host", "", nil},
	{"table/result", "Route ID|Route function|Object/candidate ID|Possible or observed result", "RTE-1|check|OBJ-1|score sheet OBJ-6", "", []string{"PRODUCES RTE-1 OBJ-6"}},
	{"table/result", "Route|Result", "RTE-1|as RTE-2", "", nil},
	{"table/result", "Claim|Result", "CLM-1|OBJ-6", "", nil},
	{"table/authority-path", "Route|Function|Behavioral-authority path", "RTE-1 / RTE-2|check|See BAP-1", "", []string{"GOVERNED_BY RTE-1 BAP-1", "GOVERNED_BY RTE-2 BAP-1"}},
	{"table/authority-path", "Route|Function|Behavioral-authority path", "RTE-1; RTE-2 and RTE-3; as RTE-4|check|See BAP-1", "",
		[]string{"GOVERNED_BY RTE-1 BAP-1", "GOVERNED_BY RTE-2 BAP-1", "GOVERNED_BY RTE-3 BAP-1"}},
	{"table/authority-path", "Route|Function|Behavioral-authority path: consumer, channel", "RTE-1|check|host; prompt; advisory", "", nil},
	{"table/authority-path", "Route|Function|Behavioral-authority path", "OBJ-1 by CMP-1|check|BAP-1", "", nil},

	// A ledger of functions assesses: its other columns relate nothing, whatever their words.
	{"table/result", "Route|Route function|Object/candidate ID|Transition", "RTE-1|consumes OBJ-2|OBJ-1 → OBJ-3|RTE-1 reads OBJ-4", "", nil},
	{"deny/no-party", "Route|Function|Object|Gap", "RTE-1|check|OBJ-1|no implemented reader", "", []string{"deny READS RTE-1"}},

	// Cells are texts of the record that the row names first.
	{"flow/see", "ID|Route|Boundary", "RTE-1|copy|See BAP-2", "", []string{"GOVERNED_BY RTE-1 BAP-2"}},
	{"flow/chain", "ID|Route|Next-step owner", "RTE-1|OBJ-1/OBJ-2 → parser → the day book (OBJ-3)|CMP-1 → CMP-2", "", []string{"FLOWS_TO OBJ-1 OBJ-3", "FLOWS_TO OBJ-2 OBJ-3"}},
	{"flow/later-reader", "Route|Later read-back", "RTE-1|RTE-2 recall", "", []string{"FEEDS RTE-1 RTE-2"}},
	{"flow/verb", "Entry point|Source path|Covering IDs or limit", "shelf reads|SRC-1 `shelf/card.go`|RTE-1, OBJ-1; the host was not traced", "", nil},
	{"flow/verb", "ID|Kind", "RTE-1|copy|a cell without a header reads OBJ-1", "", nil},
}

func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range rowCases {
		seen[c.rule] = true
		row := Row{Header: strings.Split(c.header, "|"), Cells: strings.Split(c.row, "|"), Owner: c.owner}
		if got := slices.Sorted(maps.Keys(facts(new(Finder).DeriveRow(row)))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s under %s\n got %q\nwant %q", c.rule, c.row, c.header, got, c.want)
		}
	}
	for _, r := range Rules {
		if r.applyRow != nil && !seen[r.ID] {
			t.Errorf("%s has no case", r.ID)
		}
	}
	edges, _ := new(Finder).DeriveRow(Row{Header: []string{"Object", "Consumer"}, Cells: []string{"OBJ-1", "RTE-1"}})
	if len(edges) != 1 || !edges[0].Structured || edges[0].Approximate {
		t.Errorf("a column names the relationship itself: %+v", edges)
	}
}
