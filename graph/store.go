package graph

import (
	"context"
	"time"
)

// A Store keeps nodes and relationships, and the journal of what each origin said. It knows batches,
// filters and orders; it knows no kind by name. Package storetest is its executable specification: a
// backend is right when storetest.Run passes on it.
//
// All methods may be called by several goroutines at once. All return Unavailable when the backend
// cannot be reached, opened or written at the moment, and Deadline when ctx ends first. Reads have no
// snapshot promise across calls: whoever needs one compares Revision before and after.
type Store interface {
	// Apply replaces what the origins of the batches said before, in one transaction and at most one
	// revision. Batches must be sealed. It never fails for a conflict: a batch that conflicts with the
	// end state is left out and its Outcome says so. See Change for the rules.
	// Errors: Invalid for an unsealed or invalid batch, Limit when the store is full.
	Apply(ctx context.Context, bs []Batch) (Change, error)

	// Nodes gives those of the ids that exist, in the order asked for, each once.
	Nodes(ctx context.Context, ids []ID, w Want) ([]Node, error)

	// Find gives a page of nodes by filter and order. Errors: Invalid.
	Find(ctx context.Context, q Query) (NodePage, error)

	// Walk follows relationships one level from a frontier, several steps at once, and fills in the far
	// nodes. Groups come in the order of q.Near, then of q.Steps; empty ones are left out. Errors: Invalid.
	Walk(ctx context.Context, q StepQuery) ([]Steps, error)

	// Count counts nodes or relationships in groups, ordered by key, nulls last. Errors: Invalid.
	Count(ctx context.Context, q CountQuery) ([]Group, error)

	// Search gives the nodes that match the words in one tier, ordered by id. Errors: Invalid.
	Search(ctx context.Context, q TextQuery) ([]Node, error)

	// History gives editions of the journal in the order they came, but for those of what is operational.
	History(ctx context.Context, q HistoryQuery) ([]Edition, error)

	// Revision grows by one with every Apply that changes the set of facts. 0 is an empty store.
	Revision(ctx context.Context) (uint64, error)

	// Close releases the backend. The store must not be used after it.
	Close() error
}

// Want says how much of a node a read needs.
type Want int

// Light leaves opaque properties out; Full reads them too.
const (
	Light Want = iota
	Full
)

// A Query asks for a page of nodes.
type Query struct {
	Kinds  []Kind // none: all kinds
	Filter Filter
	Order  []Order // then by id, in the direction of the last key
	// Backward reads the same order from its end: rows come out in reverse, and After means before.
	Backward bool
	After    *Key // exclusive; nil starts at the beginning
	Limit    int  // at least 1
	Want     Want
}

// An Order is one key of an order. Absent values come last ascending and first descending.
type Order struct {
	Prop string
	Desc bool
}

// A Key is a place in an order: the sort values of a row, nil where absent, and its id. For a walk
// the values are followed by the relationship's line, and ID is the relationship's.
type Key struct {
	Values []any
	ID     ID
}

// A NodePage is the answer to a Query; More tells whether rows follow.
type NodePage struct {
	Nodes []Node
	More  bool
}

// A Step is one way of following relationships.
type Step struct {
	Types        []RelType // none: any type
	Direction    Direction
	MinCertainty Certainty
	FarKinds     []Kind // none: all kinds
	Far          Filter
	// Distinct leaves of several relationships that the step follows to one far node only the first, by
	// line and id, so that a row is a far node. Which one is left depends on neither order nor place.
	Distinct bool
	// Order is by properties of the far node, then by the relationship's line and id, these two in
	// the direction of the last key. Each relationship is one row; a loop at one node is one row.
	Order    []Order
	Backward bool
	After    *Key
	Limit    int // for each near node; 0: no limit
	Want     Want
}

// A StepQuery follows several steps from each node of a frontier.
type StepQuery struct {
	Near  []ID
	Steps []Step
}

// Steps is what one step from one near node gives.
type Steps struct {
	Near  ID
	Step  int // index into StepQuery.Steps
	Links []Link
	More  bool
}

// Over says what a CountQuery counts.
type Over int

// Nodes that a filter accepts; links of a step, by near node; or all relationships, by type.
const (
	OverNodes Over = iota
	OverLinks
	OverRelationships
)

// A CountQuery counts. For OverNodes: Kinds, Filter and GroupBy, which names scalar properties or
// "kind". For OverLinks: Near and Step, whose order, place and limit are ignored. For
// OverRelationships nothing else.
type CountQuery struct {
	Over    Over
	Kinds   []Kind
	Filter  Filter
	GroupBy []string
	Near    []ID
	Step    Step
}

// A Group is a count: of the nodes with these keys (nil where absent), of the links at Near, or of
// the relationships whose type is the only key. Groups without members are left out, but for an
// OverNodes count without GroupBy, which is always one group.
type Group struct {
	Keys []any
	Near ID
	N    int64
}

// A Tier is a way for a text query to match, best first.
type Tier int

// The tiers. Words are those of Words; a label is the property that the kinds table names.
const (
	TierHandle      Tier = iota // id or handle equals the query as typed
	TierLabel                   // the label's words equal the query's
	TierLabelPrefix             // the label's words, joined by spaces, start with the query's
	TierLabelWords              // every word is in the label
	TierPhrase                  // the words stand next to each other in label or text
	TierText                    // every word is in label or text together
)

// Tiers lists the tiers, best first.
var Tiers = []Tier{TierHandle, TierLabel, TierLabelPrefix, TierLabelWords, TierPhrase, TierText}

// A TextQuery asks for nodes by words, in one tier. Nodes that also match a better tier come again.
type TextQuery struct {
	Tier   Tier
	Raw    string   // the query as typed
	Words  []string // QueryWords of it
	Kinds  []Kind   // none: all
	Filter Filter
	After  ID // exclusive
	Limit  int
	Want   Want
}

// A HistoryQuery asks for editions.
type HistoryQuery struct {
	Locations []string // none: all
	Documents []ID     // none: all
	Current   bool     // only those that count now, and refusals
	Revision  uint64   // only those that came or went with this revision; 0: all
	AfterSeq  uint64   // paging: editions after this one
	Limit     int      // 0: no limit
	Facts     bool     // fill in Edition.Batch
	Content   bool     // fill in Edition.Content
}

// An Edition is what one origin said during a stretch of revisions, or was refused.
type Edition struct {
	Seq      uint64 // position in the journal, from 1
	Origin   Origin
	State    EditionState
	Since    uint64    // revision at which it came
	Until    uint64    // revision at which it went; 0 while current or refused
	At       time.Time // when it came
	Conflict *ConflictInfo
	Batch    *Batch
	Content  []byte
}

// An EditionState says whether an edition counts.
type EditionState string

// The states of an edition.
const (
	Current EditionState = "CURRENT" // its facts are in the graph
	Refused EditionState = "REFUSED" // it conflicts with another origin; at most one for each origin
	Past    EditionState = "PAST"    // replaced or taken back
)

// A ConflictInfo says why a batch was left out: the origin that holds the same thing with other
// facts, and the document or node in question.
type ConflictInfo struct {
	Location string
	Node     ID
}

// A Change is what an Apply did. The rules (graph-model 1):
//
//   - A batch whose Origin.Location is not known but whose Path is renames the known origin first.
//   - The same digest again is Unchanged; only byte digest, content, format and path are noted.
//   - A batch of a document that another current origin holds with the same digest is a second Copy:
//     noted, no revision. Taking one of several copies back leaves the facts.
//   - Two current origins must not hold one document with different digests, nor define one node of
//     an exclusive kind with different facts. This is judged on the end state of the Apply. What
//     other origins already hold wins over a batch, unless Batch.Replace is set: then they become
//     refused. Among batches of one Apply the first in order wins.
//   - A batch that loses is kept as the origin's refused edition, and nothing of it is applied; what
//     its origin said before stays. One that lost only to a batch which itself lost is let in after all.
//   - A batch with Refused loses to what that names, whether it is there or not.
//   - An empty batch takes back what its origin said and forgets its refusal; with Purge, its past too.
//   - What is operational makes no revision. What replaces it, or takes it back, leaves no edition of it.
type Change struct {
	Revision uint64 // after the Apply
	Outcomes []Outcome
}

// An Outcome says what became of one batch, or of an origin that lost its facts to a Replace.
type Outcome struct {
	Location string
	Was      string // its location before, when it was renamed
	Document ID
	Result   Result
	Conflict *ConflictInfo // for RefusedResult and Displaced
}

// A Result is the fate of a batch.
type Result string

// The results. Outcomes of batches come in the order of the batches, those of displaced origins after them.
const (
	Added         Result = "ADDED"
	Replaced      Result = "REPLACED"
	Unchanged     Result = "UNCHANGED"
	Copied        Result = "COPIED"
	Removed       Result = "REMOVED"
	NotThere      Result = "NOT_THERE" // an empty batch of an origin that says nothing
	RefusedResult Result = "REFUSED"
	Displaced     Result = "DISPLACED"
)
