package questions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Execute answers a GraphQL query of the schema given to Load: its data, as JSON. A query of which
// any part failed is an error, with the graph.Code of the failure where it has one. The variables are
// those of the query and no others; their values are as JSON gives them.
type Execute func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error)

// Limits bound an answer. Zero fields take their defaults.
type Limits struct {
	Rows int           // 10,000
	Time time.Duration // 60 s
	Page int           // rows that may be asked for at once, the API's own limit: 500
}

func (l Limits) orDefault() Limits {
	if l.Rows <= 0 {
		l.Rows = 10_000
	}
	if l.Page <= 0 {
		l.Page = 500
	}
	if l.Time <= 0 {
		l.Time = time.Minute
	}
	return l
}

// An Engine answers questions. It keeps no state of its own and may be used concurrently.
type Engine struct {
	Questions *Catalogue
	Execute   Execute
	Revision  func(context.Context) (uint64, error) // the graph's present revision
	Limits    Limits
}

// A Table is an answer.
type Table struct {
	Columns []Column
	Rows    []Row
	// Complete is false when something was cut off. TruncatedBy then says by what: ROWS or TIME, the
	// engine's limits, or PART, when a list within a cell or a traversal was cut at a limit of its own.
	Complete    bool
	TruncatedBy string
	// Revision is the graph's when reading began. RevisionMoved tells that it moved while the answer
	// was read, and again while it was read once more, so that rows may be of different revisions.
	Revision      uint64
	RevisionMoved bool
}

// A Row has a value for each column, in order: string, json.Number, bool, []any, nil for null, or
// whatever a scalar of the schema's own is in JSON. ID, Document and Line tell which record the row is
// about and where it stands; they are "" and 0 where the row is about none.
type Row struct {
	Cells        []any
	ID, Document string
	Line         int
}

// The values of Table.TruncatedBy.
const (
	ByRows = "ROWS"
	ByTime = "TIME"
	ByPart = "PART"
)

// Ask answers the question of a name. Variables are as JSON gives them (see ParseVars for typed
// ones); those left out take their defaults. When the limit of rows or time is reached, the table
// holds what was read by then and says so. Errors: graph.NotFound for the question, graph.Invalid for
// variables, graph.Deadline when nothing could be read in time, and those of Execute and Revision.
func (e *Engine) Ask(ctx context.Context, name string, variables map[string]any) (*Table, error) {
	q, err := e.Questions.Get(name)
	if err != nil {
		return nil, err
	}
	vars, err := q.coerce(variables)
	if err != nil {
		return nil, err
	}
	limits := e.Limits.orDefault()
	limited, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	before, err := e.Revision(limited)
	if err != nil {
		return nil, err
	}
	var table *Table
	for again := false; ; again = true {
		r := &reading{q: q, execute: e.Execute, vars: vars, limits: limits,
			table: &Table{Columns: q.Columns, Complete: true, Revision: before}}
		r.vars[varFirst] = min(limits.Page, pageSize(q.plan.depth))
		err := r.all(limited)
		late := err != nil && limited.Err() != nil && ctx.Err() == nil // by our limit, not the caller's
		switch {
		case late && again: // what was read first is whole, if not of one revision
			table.RevisionMoved = true
			return table, nil
		case late && r.began:
			r.cut(ByTime)
		case err != nil:
			return nil, err
		}
		table = r.table
		after, err := e.Revision(ctx)
		if err != nil {
			return nil, err
		}
		if after == before || again || late {
			table.RevisionMoved = after != before
			return table, nil
		}
		before = after
	}
}

// pageSize gives how many rows of each connection to read at once, where connections nest to some
// depth: a page of pages holds about ten thousand rows.
func pageSize(depth int) int {
	return max(1, int(math.Pow(10_000, 1/float64(max(depth, 1)))))
}

// A reading is one pass over the documents of a question.
type reading struct {
	q       *Question
	execute Execute
	vars    map[string]any // of the question, checked, and of the engine
	limits  Limits
	table   *Table
	began   bool // something was read
}

// errFull ends a reading at the limit of rows.
var errFull = errors.New("the table is full")

func (r *reading) all(ctx context.Context) error {
	data, err := r.read(ctx, r.q.plan.first)
	if err != nil {
		return err
	}
	r.began = true
	r.noteCuts(&r.q.plan.root, data)
	for _, lv := range r.q.plan.root.inner {
		if _, err := r.rows(ctx, lv, data, Row{Cells: make([]any, len(r.table.Columns))}); err != nil {
			if errors.Is(err, errFull) {
				r.cut(ByRows)
				return nil
			}
			return err
		}
	}
	return nil
}

// rows adds the rows of a level within an item of the level outside, whose row is given, and tells how
// many it saw. An item with a level inside that has no rows makes one row, with nulls.
func (r *reading) rows(ctx context.Context, lv *level, outer any, row Row) (int, error) {
	seen := 0
	value := follow(outer, lv.path)
	for last := any(nil); ; {
		items, _ := value.([]any)
		if lv.items != "" {
			items, _ = follow(value, []string{lv.items}).([]any)
		}
		for _, item := range items {
			if item == nil {
				continue // asked for by id, and not there
			}
			if err := r.item(ctx, lv, item, row); err != nil {
				return seen, err
			}
			seen++
		}
		if lv.hasMore == "" || follow(value, []string{lv.info, lv.hasMore}) != true {
			return seen, nil
		}
		end := follow(value, []string{lv.info, lv.end})
		if len(items) == 0 || end == nil || end == last {
			return seen, graph.Errorf(graph.Internal, "a page of question %s says that rows follow and does not lead to them", r.q.Name)
		}
		last = end
		r.vars[varAfter], r.vars[varOwner] = end, follow(outer, lv.owner)
		data, err := r.read(ctx, lv.next)
		if err != nil {
			return seen, err
		}
		value = follow(data, lv.next.path)
	}
}

func (r *reading) item(ctx context.Context, lv *level, item any, row Row) error {
	r.noteCuts(lv, item)
	row = lv.fill(item, row)
	for _, inner := range lv.inner {
		if n, err := r.rows(ctx, inner, item, row); n > 0 || err != nil {
			return err
		}
	}
	if len(r.table.Rows) == r.limits.Rows {
		return errFull
	}
	r.table.Rows = append(r.table.Rows, row)
	return nil
}

// fill gives the row of the level outside with the item's own values added.
func (lv *level) fill(item any, row Row) Row {
	row.Cells = append([]any(nil), row.Cells...)
	for _, c := range lv.cells {
		row.Cells[c.column] = follow(item, c.path)
	}
	if id, ok := firstOf(item, lv.record.id).(string); ok {
		row.ID = id
		row.Document, _ = firstOf(item, lv.record.document).(string)
		line, _ := firstOf(item, lv.record.line).(json.Number)
		n, _ := line.Int64() // no line is 0
		row.Line = int(n)
	}
	return row
}

func (r *reading) noteCuts(lv *level, item any) {
	for _, c := range lv.cuts {
		if c.says(item) {
			r.cut(ByPart)
		}
	}
}

func (r *reading) cut(by string) {
	r.table.Complete = false
	if r.table.TruncatedBy == "" || by != ByPart {
		r.table.TruncatedBy = by
	}
}

// read sends a document with the variables that it declares.
func (r *reading) read(ctx context.Context, doc document) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, graph.Errorf(graph.Deadline, "no time was left: %w", err)
	}
	vars := map[string]any{}
	for _, name := range doc.variables {
		if v, ok := r.vars[name]; ok {
			vars[name] = v
		}
	}
	data, err := r.execute(ctx, doc.text, vars)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, graph.Errorf(graph.Internal, "the answer to a page of question %s is no JSON: %w", r.q.Name, err)
	}
	return v, nil
}
