package sqlite

import (
	"context"
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// coded gives an error of the driver the code that the contract names, and says what was being done.
// Errors that have a code already, and those that no caller can act on, keep what they are.
func coded(ctx context.Context, err error, doing string) error {
	var known *graph.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		return graph.Errorf(graph.Deadline, "%s took too long or was given up: %w", doing, errors.Join(ctx.Err(), err))
	}
	var e *driver.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return graph.Errorf(graph.Unavailable, "%s: another process is writing to the store and did not finish in time; try again: %w", doing, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return graph.Errorf(graph.Unavailable, "%s: the store can only be read; check the permissions of the file and its folder: %w", doing, err)
	case sqlite3.SQLITE_FULL:
		return graph.Errorf(graph.Limit, "%s: the store is full; nothing was changed: %w", doing, err)
	case sqlite3.SQLITE_TOOBIG:
		return graph.Errorf(graph.Limit, "%s: a value is too large for the store: %w", doing, err)
	case sqlite3.SQLITE_NOTADB:
		return graph.Errorf(graph.Unavailable, "%s: the file is no SQLite database: %w", doing, err)
	case sqlite3.SQLITE_CORRUPT:
		return graph.Errorf(graph.Unavailable, "%s: the file is damaged; restore a copy or load again into a new store: %w", doing, err)
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR:
		return graph.Errorf(graph.Unavailable, "%s: the file cannot be opened, read or written: %w", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// resultCode gives SQLite's primary result code of an error, 0 when it has none.
func resultCode(err error) int {
	var e *driver.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}
