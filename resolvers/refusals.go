package resolvers

import (
	"context"
	"errors"
	"net/http"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// mayRun tells whether whoever asks may run an operation of a kind. Its answer can hold anything, so reading
// is always part of it. Errors: Unauthenticated, Forbidden.
func (s *server) mayRun(ctx context.Context, kind ast.Operation) error {
	if err := auth.Require(ctx, auth.Read); err != nil || kind != ast.Mutation {
		return err
	}
	return (&mutation{s.exec.resolver}).mayWrite(ctx, auth.Write)
}

// mayStill tells whether what was shown when a stream began still lets its client read: keys are revoked and
// tokens run out while it lasts.
func (s *server) mayStill(ctx context.Context, token string) bool {
	caller, err := s.Gate.Identify(ctx, token)
	return err == nil && caller.Rights.Has(auth.Read)
}

// turnAway answers a request whose sender may not do what they want to, and notes it.
func (s *server) turnAway(w http.ResponseWriter, r *http.Request, err error) {
	status := InfoOf(graph.CodeOf(err)).Status
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="crosswalk"`)
	}
	s.noteRefusal(r.Context(), status, err, "method", r.Method, "path", r.URL.Path)
	writeError(w, status, graph.Errorf(graph.CodeOf(err), "%s", err.Error()))
}

// busy answers a request for which there is no room at the moment.
func (s *server) busy(w http.ResponseWriter, r *http.Request, no *refusal) {
	w.Header().Set("Retry-After", "1")
	s.noteRefusal(r.Context(), no.status, no.err, "method", r.Method, "path", r.URL.Path)
	writeError(w, no.status, no.err)
}

// noteRefusal puts a refusal into the audit log, and what is behind one that is a fault of the server into the
// log.
func (s *server) noteRefusal(ctx context.Context, status int, err error, more ...any) {
	s.exec.resolver.audit(ctx, "refused", append([]any{"status", status, "code", graph.CodeOf(err), "why", err.Error()}, more...)...)
	if cause := errors.Unwrap(err); cause != nil && status >= http.StatusInternalServerError {
		s.log.WarnContext(ctx, "refused", "request", RequestID(ctx), "why", err.Error(), "error", cause)
	}
}
