package resolvers

import (
	"net/http"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// A CodeInfo says what a kind of failure is on each way out: the code is extensions.code in GraphQL, and
// has an HTTP status and an exit code of the command.
type CodeInfo struct {
	Code   graph.Code
	Status int // HTTP
	Exit   int
	Doc    string
}

// Codes is the published list of codes. Exit code 2, wrong use of the command line, has none.
var Codes = []CodeInfo{
	{graph.Invalid, http.StatusBadRequest, 1, "the input breaks a rule, which the message names"},
	{graph.NotFound, http.StatusNotFound, 3, "the named thing does not exist"},
	{graph.Conflict, http.StatusConflict, 1, "two origins say different things, or another writer was faster"},
	{graph.Limit, http.StatusUnprocessableEntity, 5, "input or answer is larger than allowed"},
	{graph.Deadline, http.StatusGatewayTimeout, 5, "the time for the operation ran out"},
	{auth.Unauthenticated, http.StatusUnauthorized, 1, "whoever asks has not said, or not proved, who they are"},
	{auth.Forbidden, http.StatusForbidden, 1, "whoever asks may not do this"},
	{graph.Unavailable, http.StatusServiceUnavailable, 4, "the store cannot be reached at the moment"},
	{graph.Internal, http.StatusInternalServerError, 70, "a fault of the program; its log says more under the request id"},
}

// InfoOf gives the row of a code; that of INTERNAL for an unknown one.
func InfoOf(code graph.Code) CodeInfo {
	for _, c := range Codes {
		if c.Code == code {
			return c
		}
	}
	return Codes[len(Codes)-1]
}

// ExitCode is the exit code of a command that ends with an error of this code; 0 without one.
func ExitCode(code graph.Code) int {
	if code == "" {
		return 0
	}
	return InfoOf(code).Exit
}

// ResponseExitCode is the exit code of a command that shows a response: that of its first error, 0
// without one.
func ResponseExitCode(r *Response) int { return ExitCode(r.Code()) }
