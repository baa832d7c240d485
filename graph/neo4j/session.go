package neo4j

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"syscall"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// A row is what a statement gives for one row by column, or a map within one.
type row map[string]any

func (r row) str(name string) string  { s, _ := r[name].(string); return s }
func (r row) num(name string) int64   { n, _ := r[name].(int64); return n }
func (r row) bool(name string) bool   { b, _ := r[name].(bool); return b }
func (r row) blob(name string) []byte { b, _ := r[name].([]byte); return b }
func (r row) list(name string) []any  { l, _ := r[name].([]any); return l }
func (r row) sub(name string) row     { m, _ := r[name].(map[string]any); return m }

// A statement is Cypher and its parameters.
type statement struct {
	text   string
	params map[string]any
}

// A transaction runs statements one after the other. It is gone with the call that it serves and may
// therefore hold the context.
type transaction struct {
	ctx   context.Context
	store *Store
	tx    driver.ManagedTransaction
}

// each runs a statement and hands over its rows.
func (t *transaction) each(s statement, take func(row) error) error {
	t.store.statements.Add(1)
	result, err := t.tx.Run(t.ctx, s.text, s.params)
	if err != nil {
		return err
	}
	record := &driver.Record{}
	for result.NextRecord(t.ctx, &record) {
		if err := take(record.AsMap()); err != nil {
			return err
		}
	}
	return result.Err()
}

// session opens a session for one call. Its transactions see what this store has written before,
// whichever server of a cluster they reach.
func (s *Store) session(ctx context.Context, mode driver.AccessMode) driver.SessionWithContext {
	return s.driver.NewSession(ctx, driver.SessionConfig{DatabaseName: s.database, AccessMode: mode, BookmarkManager: s.bookmarks, FetchSize: fetchSize})
}

// fetchSize is how many records the driver holds at once while a result is read.
const fetchSize = 500

// read runs a read in one transaction on whichever server may answer it. The work may run several times.
func read[T any](ctx context.Context, s *Store, work func(*transaction) (T, error)) (T, error) {
	const doing = "reading the store"
	var out T
	if err := ctx.Err(); err != nil {
		return out, s.coded(ctx, err, doing)
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.ReadTimeout)
	defer cancel()
	once := func() error {
		session := s.session(ctx, driver.AccessModeRead)
		defer session.Close(context.WithoutCancel(ctx))
		return managed(ctx, session.ExecuteRead, func(tx driver.ManagedTransaction) (err error) {
			out, err = work(&transaction{ctx, s, tx})
			return err
		})
	}
	err := s.gate.read(ctx, once)
	for again := 0; again < cutTries && isCut(err) && ctx.Err() == nil; again++ {
		err = s.gate.read(ctx, once)
	}
	if err != nil {
		var none T
		return none, s.coded(ctx, err, doing)
	}
	return out, nil
}

// write runs the work in one transaction on the server that writes. It may run several times, and has
// no effects but those of its statements. The token names the write: where the end of a commit was
// lost with the connection, the work runs once more and finds the token if the commit succeeded.
func (s *Store) write(ctx context.Context, doing string, work func(t *transaction, token string) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.WriteTimeout)
	defer cancel()
	session := s.session(ctx, driver.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	token, committing := rand.Text(), false
	attempt := func(tx driver.ManagedTransaction) error {
		if committing {
			s.gate.close()
			committing = false
		}
		if err := work(&transaction{ctx, s, tx}, token); err != nil {
			return err
		}
		err := s.gate.open(ctx)
		committing = err == nil
		return err
	}
	err := managed(ctx, session.ExecuteWrite, attempt)
	if lostCommit(err) {
		if err = managed(ctx, session.ExecuteWrite, attempt); err != nil {
			doing += " (the connection was lost while they were committed; whether they are in the store is not known, and doing it again does no harm)"
		}
	}
	if committing {
		s.gate.close()
	}
	return s.coded(ctx, err, doing)
}

// managed runs work by one of the driver's functions that try again. They must not when a transaction
// needs more memory than there is, as it would again.
func managed(ctx context.Context, execute func(context.Context, driver.ManagedTransactionWork, ...func(*driver.TransactionConfig)) (any, error), work func(driver.ManagedTransaction) error) error {
	var full error
	_, err := execute(ctx, func(tx driver.ManagedTransaction) (any, error) {
		err := work(tx)
		if isFull(err) {
			full = err
			return nil, errGivenUp
		}
		return nil, err
	}, driver.WithTxTimeout(remaining(ctx)))
	if full != nil {
		return full
	}
	return err
}

// cutTries is how often a read is made again that lost its connection in the middle of an answer.
const cutTries = 2

// isCut tells whether a connection ended in the middle of an answer, which the driver at times does not
// count among what can be tried again.
func isCut(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
}

// errGivenUp is an error after which the driver does not try again.
var errGivenUp = errors.New("given up")

// remaining is the time that a transaction may take: what is left to the context, in whole milliseconds,
// which is what the protocol counts in.
func remaining(ctx context.Context) time.Duration {
	end, _ := ctx.Deadline() // whoever asks has set one
	return max(time.Until(end).Truncate(time.Millisecond), time.Millisecond)
}

// lostCommit tells whether the connection was lost while a commit was under way: the driver tries again
// after any other loss of the connection.
func lostCommit(err error) bool {
	var lost *driver.ConnectivityError
	return errors.As(err, &lost) && !driver.IsRetryable(err)
}

// list gives strings of any type as the driver packs them fastest.
func list[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

// distinct gives each value once, in order.
func distinct[T ~string](values []T) []T {
	out := slices.Clone(values)
	slices.Sort(out)
	return slices.Compact(out)
}
