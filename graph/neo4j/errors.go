package neo4j

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// coded gives an error of the driver the code that the contract names, and says what was being done.
// Errors that have a code already, and those that no caller can act on, keep what they are.
func (s *Store) coded(ctx context.Context, err error, doing string) error {
	var known *graph.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		return graph.Errorf(graph.Deadline, "%s took too long or was given up: %w", doing, errors.Join(ctx.Err(), err))
	}
	if e := serverError(err); e != nil {
		return s.codedByServer(e, err, doing)
	}
	if reason := tlsFailure(err); reason != "" {
		return graph.Errorf(graph.Unavailable, "%s: no secure connection to %s: %s: %w", doing, s.address, reason, err)
	}
	if isConnection(err) || isCut(err) {
		return graph.Errorf(graph.Unavailable, "%s: Neo4j at %s cannot be reached; is it running? %w", doing, s.address, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// codedByServer does the same for what the server answered.
func (s *Store) codedByServer(e *driver.Neo4jError, err error, doing string) error {
	code, hint := graph.Unavailable, ""
	switch e.Code {
	case "Neo.ClientError.Security.Unauthorized":
		hint = fmt.Sprintf("Neo4j at %s refuses the user %q: the name or the password is wrong", s.address, s.options.User)
	case "Neo.ClientError.Security.AuthenticationRateLimit":
		hint = fmt.Sprintf("Neo4j at %s refuses the user %q for a while, after too many wrong passwords", s.address, s.options.User)
	case "Neo.ClientError.Security.CredentialsExpired":
		hint = fmt.Sprintf("the password of the user %q has to be changed before it can be used", s.options.User)
	case "Neo.ClientError.Security.Forbidden":
		hint = fmt.Sprintf("the user %q may not do this; reading, writing and, for the first start, creating indexes and constraints are needed", s.options.User)
	case "Neo.ClientError.Database.DatabaseNotFound":
		hint = fmt.Sprintf("there is no database %q", s.options.Database)
	case "Neo.ClientError.Cluster.NotALeader", "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase", "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase":
		hint = fmt.Sprintf("the database at %s can only be read at the moment: it is read-only, or the cluster has no leader", s.address)
	case "Neo.ClientError.Schema.ConstraintValidationFailed":
		code, hint = graph.Invalid, "two documents use one id for different things"
	case "Neo.ClientError.Transaction.TransactionTimedOut", "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", "Neo.ClientError.Transaction.Terminated":
		code, hint = graph.Deadline, "it took too long, or somebody ended it at the server"
	default:
		switch {
		case isFull(err):
			code, hint = graph.Limit, "it needs more memory than Neo4j allows one transaction (db.memory.transaction.max, dbms.memory.transaction.total.max); nothing was changed"
		case e.Code == "Neo.DatabaseError.Statement.ExecutionFailed" && strings.Contains(e.Msg, "StackOverflow"):
			code, hint = graph.Limit, "the filter is nested too deep for Neo4j"
		case strings.Contains(e.Msg, "populating"):
			hint = "Neo4j is still making an index; try again in a while"
		case strings.HasPrefix(e.Code, "Neo.ClientError.Security."):
			hint = fmt.Sprintf("Neo4j at %s refuses the user %q", s.address, s.options.User)
		case strings.HasPrefix(e.Code, "Neo.TransientError."), strings.HasPrefix(e.Code, "Neo.DatabaseError.Database."):
			hint = "Neo4j cannot do this at the moment; try again"
		default:
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return graph.Errorf(code, "%s: %s: %w", doing, hint, err)
}

// fullCodes are what Neo4j answers when a transaction needs more memory than there is for it.
var fullCodes = []string{
	"Neo.TransientError.General.MemoryPoolOutOfMemoryError", "Neo.TransientError.General.TransactionOutOfMemoryError",
	"Neo.ClientError.General.TransactionOutOfMemoryError", "Neo.TransientError.General.OutOfMemoryError", "Neo.TransientError.General.StackOverFlowError",
}

func isFull(err error) bool {
	e := serverError(err)
	return e != nil && slices.Contains(fullCodes, e.Code)
}

// serverError gives what the server answered, if that is the cause.
func serverError(err error) (found *driver.Neo4jError) {
	eachCause(err, func(err error) {
		var e *driver.Neo4jError
		if errors.As(err, &e) {
			found = e
		}
	})
	return found
}

// isConnection tells whether there was no connection, or it was lost.
func isConnection(err error) (is bool) {
	eachCause(err, func(err error) {
		var lost *driver.ConnectivityError
		var tries *driver.TransactionExecutionLimit
		if errors.As(err, &lost) || errors.As(err, &tries) || driver.IsRetryable(err) {
			is = true
		}
	})
	return is
}

// tlsFailure says why there is no secure connection, "" when that is not what went wrong. The driver keeps
// the cause to itself, so only its text is left.
func tlsFailure(err error) string {
	text := err.Error()
	for _, f := range [][2]string{
		{"certificate signed by unknown authority", "its certificate is signed by nobody known here; give the authority's certificate as CA file"},
		{"certificate is not valid for any names", "its certificate is for another host"},
		{"certificate is valid for", "its certificate is for another host"},
		{"first record does not look like a TLS handshake", "it does not speak TLS there; use bolt:// or neo4j://, or turn TLS on in its settings"},
		{"x509: ", "its certificate is not valid"},
		{"tls: ", "TLS failed"},
	} {
		if strings.Contains(text, f[0]) {
			return f[1]
		}
	}
	return ""
}

// eachCause goes through an error and its causes, those included that the driver keeps to itself.
func eachCause(err error, see func(error)) {
	for err != nil {
		see(err)
		switch e := err.(type) { //nolint:errorlint // each cause is looked at by itself
		case *driver.ConnectivityError:
			err = e.Inner
		case *driver.TransactionExecutionLimit:
			for _, inner := range e.Errors {
				eachCause(inner, see)
			}
			return
		default:
			err = errors.Unwrap(err)
		}
	}
}
