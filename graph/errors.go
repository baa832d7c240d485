package graph

import (
	"context"
	"errors"
	"fmt"
)

// A Code says what kind of failure an error is, independent of any transport. One table in the
// resolvers maps codes to GraphQL, HTTP and exit codes. An error without a code is internal.
type Code string

// The codes that methods of this package and of stores return.
const (
	NotFound    Code = "NOT_FOUND"         // the named thing does not exist
	Invalid     Code = "BAD_INPUT"         // the caller's input breaks a rule; Message says which
	Conflict    Code = "CONFLICT"          // two origins say different things, or another writer was faster
	Limit       Code = "LIMIT"             // the answer or the input is larger than allowed, or the store is full
	Deadline    Code = "DEADLINE_EXCEEDED" // the time for the operation ran out, or the caller went away
	Unavailable Code = "UNAVAILABLE"       // the store cannot be opened, reached or written at the moment
	Internal    Code = "INTERNAL"          // everything else; never set on an Error, only returned by CodeOf
)

// An Error is a failure with a code, a message a person can act on, and its cause.
type Error struct {
	Code    Code
	Message string
	Err     error // the cause, for errors.Is and errors.As; Message already says it
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an Error of a code and a formatted message; a cause given by %w is kept.
func Errorf(code Code, format string, args ...any) *Error {
	formatted := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: formatted.Error(), Err: errors.Unwrap(formatted)}
}

// CodeOf tells the code of err, looking through wrapping. Context errors are Deadline; an error
// without a code is Internal; nil has the empty code.
func CodeOf(err error) Code {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Code
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Deadline
	default:
		return Internal
	}
}
