package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A writer runs the statements of one Apply. After the first error it does nothing more, so that who
// uses it looks at err once. It is gone with the Apply and may therefore hold the context.
type writer struct {
	ctx   context.Context
	tx    *sql.Tx
	stmts map[string]*sql.Stmt
	props map[graph.Kind][]string // see shapes
	err   error

	calls    int
	revision int64    // after the Apply
	dropped  []string // digests of facts and bytes that may have lost their last edition
}

// exec runs a statement, which is prepared once. A context that can end would cost a goroutine for
// each; so statements run without, and the context is looked at now and then.
func (w *writer) exec(text string, args ...any) {
	stmt := w.stmt(text)
	if stmt == nil {
		return
	}
	if w.calls++; w.calls%64 == 0 {
		if w.err = w.ctx.Err(); w.err != nil {
			return
		}
	}
	_, err := stmt.ExecContext(context.WithoutCancel(w.ctx), args...)
	w.fail(text, err)
}

// each runs a query and hands over its rows.
func (w *writer) each(take func(row) error, text string, args ...any) {
	stmt := w.stmt(text)
	if stmt == nil {
		return
	}
	rows, err := stmt.QueryContext(w.ctx, args...)
	if err == nil {
		err = collect(rows, take)
	}
	w.fail(text, err)
}

// get reads one number; 0 when there is no row.
func (w *writer) get(text string, args ...any) (n int64) {
	w.each(func(r row) error { n = r.num(0); return nil }, text, args...)
	return n
}

// stmt prepares a statement; it gives nil after an error.
func (w *writer) stmt(text string) *sql.Stmt {
	if w.err != nil {
		return nil
	}
	if w.stmts[text] == nil {
		stmt, err := w.tx.PrepareContext(context.WithoutCancel(w.ctx), text)
		if err != nil {
			w.fail(text, err)
			return nil
		}
		w.stmts[text] = stmt
	}
	return w.stmts[text]
}

func (w *writer) fail(text string, err error) {
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("%.60s…: %w", text, err)
	}
}
