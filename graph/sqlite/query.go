package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A query is SQL in the making. Equal arguments share a number, so that a condition that is repeated
// for each kind needs its arguments once: SQLite bounds how many there may be.
type query struct {
	text   strings.Builder
	args   []any
	number map[any]int
}

func newQuery(sql string, args ...any) *query {
	q := &query{number: map[any]int{}}
	q.add(sql, args...)
	return q
}

// add writes SQL; each question mark stands for the next of args, which must be comparable.
func (q *query) add(sql string, args ...any) {
	for _, arg := range args {
		if q.number[arg] == 0 {
			q.args = append(q.args, arg)
			q.number[arg] = len(q.args)
		}
		before, after, _ := strings.Cut(sql, "?")
		q.text.WriteString(before + "?" + strconv.Itoa(q.number[arg]))
		sql = after
	}
	q.text.WriteString(sql)
}

// list writes parts with a separator, as the conditions of a conjunction.
func (q *query) list(n int, separator string, part func(i int)) {
	for i := range n {
		if i > 0 {
			q.add(separator)
		}
		part(i)
	}
}

// list gives the values of a list as one JSON parameter. Strings that are not valid UTF-8 equal no
// stored value and are left out, since JSON would turn them into others.
func list[T any](values []T) string {
	kept := make([]T, 0, len(values))
	for _, v := range values {
		if s, ok := any(v).(string); ok && !utf8.ValidString(s) {
			continue
		}
		kept = append(kept, v)
	}
	out, err := json.Marshal(kept)
	if err != nil {
		// Only a float that is no number; it equals nothing either.
		return "[]"
	}
	return string(out)
}

// oneOf compares with names of the tables of package graph, as literals so that SQLite plans with
// them. The names were validated.
func oneOf[T ~string](names []T) string {
	if len(names) == 1 {
		return " = " + quote(string(names[0]))
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = quote(string(n))
	}
	return " IN (" + strings.Join(out, ", ") + ")"
}

// A row is what a read gives for one row: int64, float64, string, []byte or nil for null, as stored.
// (database/sql goes by way of text and reflection when it is asked for anything but these.) The slice
// is good until the next row.
type row []any

func (r row) str(i int) string  { s, _ := r[i].(string); return s }
func (r row) num(i int) int64   { n, _ := r[i].(int64); return n }
func (r row) blob(i int) []byte { b, _ := r[i].([]byte); return b }

// collect hands over the rows of a read and closes it.
func collect(rows *sql.Rows, take func(row) error) error {
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells, dest := make(row, len(columns)), make([]any, len(columns))
	for i := range cells {
		dest[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if err := take(cells); err != nil {
			return err
		}
	}
	return rows.Err()
}

// each runs a read and hands over its rows. Errors come coded.
func (s *Store) each(ctx context.Context, q *query, take func(row) error) error {
	rows, err := s.rows(ctx, q)
	if err == nil {
		err = collect(rows, take)
	}
	return coded(ctx, err, "reading the store")
}

// maxPrepared bounds the statements kept prepared. Their texts depend on what callers ask for.
const maxPrepared = 256

// A prepared is a statement that one reader may close while others still want it.
type prepared struct {
	mu   sync.RWMutex
	stmt *sql.Stmt // nil once closed
}

func (p *prepared) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	stmt := p.stmt
	p.stmt = nil
	return stmt.Close()
}

// rows runs a read by a prepared statement: planning one of them takes longer than most reads.
func (s *Store) rows(ctx context.Context, q *query) (*sql.Rows, error) {
	text := q.text.String()
	s.mu.Lock()
	p := s.prepared[text]
	s.mu.Unlock()
	if p == nil {
		var err error
		if p, err = s.prepare(ctx, text); err != nil {
			return nil, err
		}
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.stmt == nil {
		return s.read.QueryContext(ctx, text, q.args...)
	}
	return p.stmt.QueryContext(ctx, q.args...)
}

// prepare keeps one more statement and lets any one go when there are too many.
func (s *Store) prepare(ctx context.Context, text string) (*prepared, error) {
	stmt, err := s.read.PrepareContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", text, err)
	}
	fresh := &prepared{stmt: stmt}
	var surplus *prepared
	s.mu.Lock()
	if known := s.prepared[text]; known != nil {
		fresh, surplus = known, fresh
	} else {
		if len(s.prepared) >= maxPrepared {
			for old := range s.prepared {
				surplus = s.prepared[old]
				delete(s.prepared, old)
				break
			}
		}
		s.prepared[text] = fresh
	}
	s.mu.Unlock()
	if surplus != nil {
		return fresh, surplus.close()
	}
	return fresh, nil
}
